/// 3x3 matrices, row-major: m[i][j] is row i, column j, as in the course notes. The columns of a rotation matrix are
/// the axes of the body in world coordinates.
#pragma once

#include "math/vec3.h"

typedef struct mat3 {
    real m[3][3];
} mat3;

PURE vec3 row(const mat3 *a, int i) { return (vec3){a->m[i][0], a->m[i][1], a->m[i][2]}; }
PURE vec3 column(const mat3 *a, int j) { return (vec3){a->m[0][j], a->m[1][j], a->m[2][j]}; }

/// A v
PURE vec3 mul(const mat3 *a, vec3 v) { return (vec3){dot(row(a, 0), v), dot(row(a, 1), v), dot(row(a, 2), v)}; }

/// A^T v
PURE vec3 transpose_mul(const mat3 *a, vec3 v) {
    return (vec3){dot(column(a, 0), v), dot(column(a, 1), v), dot(column(a, 2), v)};
}

PURE mat3 from_rows(vec3 a, vec3 b, vec3 c) { return (mat3){{{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}}}; }

PURE mat3 from_columns(vec3 a, vec3 b, vec3 c) { return (mat3){{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}}; }

PURE mat3 transpose(const mat3 *a) { return from_columns(row(a, 0), row(a, 1), row(a, 2)); }

/// A B
PURE mat3 mat3_mul(const mat3 *a, const mat3 *b) {
    return from_columns(mul(a, column(b, 0)), mul(a, column(b, 1)), mul(a, column(b, 2)));
}

/// R diag(d) R^T: the tensor with principal values d, in world coordinates.     Baraff 1997, (2-39) and (2-40)
PURE mat3 rotate_diagonal(const mat3 *R, vec3 d) {
    mat3 scaled = from_columns(scale(d.x, column(R, 0)), scale(d.y, column(R, 1)), scale(d.z, column(R, 2)));
    mat3 turned_back = transpose(R);
    return mat3_mul(&scaled, &turned_back);
}

/// The matrix a* with a* b = a x b (the star or hat operator).                                     Baraff 1997, (2-9)
PURE mat3 star(vec3 a) { return from_rows((vec3){ZERO, -a.z, a.y}, (vec3){a.z, ZERO, -a.x}, (vec3){-a.y, a.x, ZERO}); }

PURE real determinant(const mat3 *a) { return dot(row(a, 0), cross(row(a, 1), row(a, 2))); }
