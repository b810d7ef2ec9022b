/// Triangulates every shape of primitives.def. Round shapes are profiles rotated about the z axis; other shapes are
/// sets of faces.
#include "record/shape_mesh.h"

#include "base/check.h"
#include "math/elementary.h"
#include "math/vec3.h"

#define PI 0x1.921fb54442d18p+1
#define ROOT_2 0x1.6a09e667f3bcdp+0
#define GOLDEN 0x1.9e3779b97f4a8p+0 // (1 + sqrt 5)/2

// ---- vertices and triangles -----------------------------------------------------------------------------------------

// Normalises a vector. Divides by the largest component first, so that squares neither overflow nor underflow.
static vec3 unit(vec3 a) {
    double size = larger(magnitude(a.x), larger(magnitude(a.y), magnitude(a.z)));
    a = (vec3){a.x / size, a.y / size, a.z / size};
    return scale(1 / length(a), a);
}

static uint32_t add_vertex(shape_mesh *m, vec3 position, vec3 normal) {
    GYRE_ASSERT(m->vertex_count < SHAPE_VERTICES_MAX);
    double *p = m->positions + 3 * m->vertex_count, *n = m->normals + 3 * m->vertex_count;
    p[0] = position.x, p[1] = position.y, p[2] = position.z;
    n[0] = normal.x, n[1] = normal.y, n[2] = normal.z;
    return (uint32_t)m->vertex_count++;
}

static void add_triangle(shape_mesh *m, uint32_t a, uint32_t b, uint32_t c) {
    GYRE_ASSERT(m->triangle_count < SHAPE_TRIANGLES_MAX);
    uint32_t *t = m->triangles + 3 * m->triangle_count++;
    t[0] = a, t[1] = b, t[2] = c;
}

// ---- flat faces -----------------------------------------------------------------------------------------------------

// Adds a convex face as a fan; corners are counter-clockwise seen from outside.
static void add_face(shape_mesh *m, const vec3 *corners, const uint8_t *indices, uint32_t count) {
    vec3 a = corners[indices[0]], b = corners[indices[1]], c = corners[indices[2]];
    vec3 normal = unit(cross(unit(sub(b, a)), unit(sub(c, a))));
    uint32_t first = (uint32_t)m->vertex_count;
    for (uint32_t i = 0; i < count; i++)
        add_vertex(m, corners[indices[i]], normal);
    for (uint32_t i = 2; i < count; i++)
        add_triangle(m, first, first + i - 1, first + i);
}

// `indices` has `count` corners for each face.
static void add_faces(shape_mesh *m, const vec3 *corners, const uint8_t *indices, int face_count, uint32_t count) {
    for (int i = 0; i < face_count; i++)
        add_face(m, corners, indices + (uint32_t)i * count, count);
}

// Corner i is at the high end of x, y, z if bit 0, 1, 2 of i is set.
static void draw_box(shape_mesh *m, const double *p) {
    static const uint8_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = (vec3){i & 1 ? p[0] / 2 : -p[0] / 2, i & 2 ? p[1] / 2 : -p[1] / 2, i & 4 ? p[2] / 2 : -p[2] / 2};
    add_faces(m, corners, faces[0], 6, 4);
}

static void draw_pyramid(shape_mesh *m, const double *p) {
    static const uint8_t base[4] = {0, 3, 2, 1}, sides[4][3] = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
    double x = p[0] / 2, y = p[1] / 2, z = p[2] / 2;
    const vec3 corners[5] = {{-x, -y, -z}, {x, -y, -z}, {x, y, -z}, {-x, y, -z}, {0, 0, z}};
    add_face(m, corners, base, 4);
    add_faces(m, corners, sides[0], 4, 3);
}

static void draw_wedge(shape_mesh *m, const double *p) {
    static const uint8_t ends[2][3] = {{0, 1, 2}, {3, 5, 4}};
    static const uint8_t sides[3][4] = {{0, 3, 4, 1}, {0, 2, 5, 3}, {1, 4, 5, 2}};
    double x = p[0] / 2, y = p[1] / 2, z = p[2] / 2;
    const vec3 corners[6] = {{-x, -y, -z}, {x, -y, -z}, {-x, -y, z}, {-x, y, -z}, {x, y, -z}, {-x, y, z}};
    add_faces(m, corners, ends[0], 2, 3);
    add_faces(m, corners, sides[0], 3, 4);
}

static const uint8_t tetrahedron_faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};

static void draw_tetrahedron(shape_mesh *m, const double *p) {
    vec3 corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = (vec3){p[3 * i], p[3 * i + 1], p[3 * i + 2]};
    // the faces above point outward if d is behind the plane of a, b, c
    vec3 normal = cross(unit(sub(corners[1], corners[0])), unit(sub(corners[2], corners[0])));
    if (dot(normal, sub(corners[3], corners[0])) > 0) {
        vec3 swapped = corners[2];
        corners[2] = corners[3];
        corners[3] = swapped;
    }
    add_faces(m, corners, tetrahedron_faces[0], 4, 3);
}

static void draw_regular_tetrahedron(shape_mesh *m, const double *p) {
    double s = p[0] / (2 * ROOT_2); // alternate corners of a cube with edge 2 s
    const vec3 corners[4] = {{s, s, s}, {s, -s, -s}, {-s, s, -s}, {-s, -s, s}};
    add_faces(m, corners, tetrahedron_faces[0], 4, 3);
}

static void draw_octahedron(shape_mesh *m, const double *p) {
    static const uint8_t faces[8][3] = {{0, 2, 4}, {0, 5, 2}, {0, 4, 3}, {0, 3, 5},
                                        {1, 4, 2}, {1, 2, 5}, {1, 3, 4}, {1, 5, 3}};
    double s = p[0] / ROOT_2;
    const vec3 corners[6] = {{s, 0, 0}, {-s, 0, 0}, {0, s, 0}, {0, -s, 0}, {0, 0, s}, {0, 0, -s}};
    add_faces(m, corners, faces[0], 8, 3);
}

// Writes the twelve points (0, +-a, +-b) and their cyclic permutations.
static void cyclic_corners(double a, double b, vec3 out_corners[12]) {
    for (int i = 0; i < 4; i++) {
        double s = i & 2 ? -a : a, t = i & 1 ? -b : b;
        out_corners[3 * i] = (vec3){0, s, t};
        out_corners[3 * i + 1] = (vec3){t, 0, s};
        out_corners[3 * i + 2] = (vec3){s, t, 0};
    }
}

static void draw_icosahedron(shape_mesh *m, const double *p) {
    static const uint8_t faces[20][3] = {{1, 2, 0},   {0, 6, 1},  {0, 2, 8},  {4, 6, 0},  {0, 8, 4},
                                         {1, 7, 2},   {1, 6, 5},  {1, 5, 7},  {2, 7, 3},  {3, 8, 2},
                                         {7, 9, 3},   {10, 8, 3}, {3, 9, 10}, {11, 6, 4}, {4, 8, 10},
                                         {4, 10, 11}, {6, 11, 5}, {9, 7, 5},  {5, 11, 9}, {9, 11, 10}};
    vec3 corners[12];
    cyclic_corners(p[0] / 2, p[0] / 2 * GOLDEN, corners);
    add_faces(m, corners, faces[0], 20, 3);
}

static void draw_dodecahedron(shape_mesh *m, const double *p) {
    static const uint8_t faces[12][5] = {{0, 10, 16, 1, 8},  {0, 8, 14, 2, 9},   {0, 9, 15, 4, 10},
                                         {1, 12, 3, 14, 8},  {1, 16, 5, 18, 12}, {2, 14, 3, 19, 13},
                                         {2, 13, 6, 15, 9},  {3, 12, 18, 7, 19}, {4, 11, 5, 16, 10},
                                         {4, 15, 6, 17, 11}, {5, 11, 17, 7, 18}, {6, 13, 19, 7, 17}};
    double s = p[0] / 2 * GOLDEN; // the inscribed cube has edge 2 s
    vec3 corners[20];
    for (int i = 0; i < 8; i++)
        corners[i] = (vec3){i & 1 ? -s : s, i & 2 ? -s : s, i & 4 ? -s : s};
    cyclic_corners(p[0] / 2, s * GOLDEN, corners + 8);
    add_faces(m, corners, faces[0], 12, 5);
}

static void draw_plate(shape_mesh *m, const double *p) {
    double x = p[0] / 2, y = p[1] / 2;
    add_face(m, (const vec3[]){{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}}, (const uint8_t[]){0, 1, 2, 3}, 4);
}

static void draw_triangle(shape_mesh *m, const double *p) {
    add_face(m, (const vec3[]){{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}}, (const uint8_t[]){0, 1, 2},
             3);
}

// ---- profiles turned about z ----------------------------------------------------------------------------------------

// Computes point i of n points on the unit circle. Quarter turns are exact, so that poles are on the axis.
static void circle_point(int i, int n, double *out_cos, double *out_sin) {
    int quarter = n / 4, turns = i / quarter % 4;
    double angle = 2 * PI * (i % quarter) / n;
    double c = gyre_cos(angle), s = gyre_sin(angle);
    *out_cos = turns == 0 ? c : turns == 1 ? -s : turns == 2 ? -c : s;
    *out_sin = turns == 0 ? s : turns == 1 ? c : turns == 2 ? -s : -c;
}

// A point of a profile and its normal. Seen along the profile, the outside is on the right.
typedef struct profile_point {
    double r, z, normal_r, normal_z;
} profile_point;

// True for a smooth point on the axis, where all sectors share one vertex; an apex needs one vertex per sector.
static bool is_pole(profile_point a) { return a.r == 0 && a.normal_r == 0; }

static uint32_t add_ring(shape_mesh *m, profile_point a) {
    if (is_pole(a)) return add_vertex(m, (vec3){0, 0, a.z}, (vec3){0, 0, a.normal_z});
    uint32_t first = (uint32_t)m->vertex_count;
    for (int i = 0; i < SHAPE_SECTORS; i++) {
        double c, s;
        circle_point(2 * i + (a.r == 0), 2 * SHAPE_SECTORS, &c,
                     &s); // the normal of an apex points to the middle of its sector
        add_vertex(m, (vec3){a.r * c, a.r * s, a.z}, (vec3){a.normal_r * c, a.normal_r * s, a.normal_z});
    }
    return first;
}

static void join_rings(shape_mesh *m, profile_point a, uint32_t first_a, profile_point b, uint32_t first_b) {
    for (uint32_t i = 0; i < SHAPE_SECTORS; i++) {
        uint32_t next = (i + 1) % SHAPE_SECTORS;
        uint32_t a_here = first_a + (is_pole(a) ? 0 : i), b_here = first_b + (is_pole(b) ? 0 : i);
        if (a.r > 0) add_triangle(m, a_here, first_a + next, b.r > 0 ? first_b + next : b_here);
        if (b.r > 0) add_triangle(m, a_here, first_b + next, b_here);
    }
}

static void revolve(shape_mesh *m, const profile_point *points, int count) {
    uint32_t below = add_ring(m, points[0]);
    for (int i = 1; i < count; i++) {
        uint32_t above = add_ring(m, points[i]);
        join_rings(m, points[i - 1], below, points[i], above);
        below = above;
    }
}

// Adds a flat ring between two radii, or nothing if they are equal. It faces up if `to` < `from`, else down.
static void add_lid(shape_mesh *m, double from, double to, double z) {
    double normal = to > from ? -1 : 1;
    if (to != from) revolve(m, (profile_point[]){{from, z, 0, normal}, {to, z, 0, normal}}, 2);
}

// Adds a straight wall from radius a at z = -h/2 to radius b at z = h/2.
static void add_wall(shape_mesh *m, double a, double b, double h) {
    vec3 n = unit((vec3){h, 0, a - b});
    revolve(m, (profile_point[]){{a, -h / 2, n.x, n.z}, {b, h / 2, n.x, n.z}}, 2);
}

static void draw_frustum(shape_mesh *m, const double *p) {
    add_lid(m, 0, p[0], -p[2] / 2);
    add_wall(m, p[0], p[1], p[2]);
    add_lid(m, p[1], 0, p[2] / 2);
}

static void draw_cylinder(shape_mesh *m, const double *p) { draw_frustum(m, (double[]){p[0], p[0], p[1]}); }
static void draw_cone(shape_mesh *m, const double *p) { draw_frustum(m, (double[]){p[0], 0, p[1]}); }
static void draw_rod(shape_mesh *m, const double *p) { draw_cylinder(m, (double[]){p[0] / 100, p[0]}); }
static void draw_disc(shape_mesh *m, const double *p) { add_lid(m, p[0], 0, 0); }

static void draw_tube(shape_mesh *m, const double *p) {
    double outer = p[0], inner = p[1], z = p[2] / 2;
    add_lid(m, inner, outer, -z);
    add_wall(m, outer, outer, p[2]);
    add_lid(m, outer, inner, z);
    if (inner > 0) revolve(m, (profile_point[]){{inner, z, -1, 0}, {inner, -z, -1, 0}}, 2);
}

enum { QUARTER = SHAPE_SECTORS / 4 };

// Adds points `from` to `to` of a circle about (r, z). The circle has QUARTER points per quarter, counted from the
// outermost point.
static int add_arc(profile_point *points, int from, int to, double r, double z, double radius) {
    for (int i = from; i <= to; i++) {
        double c, s;
        circle_point(i + SHAPE_SECTORS, SHAPE_SECTORS, &c, &s);
        points[i - from] = (profile_point){r + radius * c, z + radius * s, c, s};
    }
    return to - from + 1;
}

static void draw_sphere(shape_mesh *m, const double *p) {
    profile_point points[2 * QUARTER + 1];
    revolve(m, points, add_arc(points, -QUARTER, QUARTER, 0, 0, p[0]));
}

static void draw_hemisphere(shape_mesh *m, const double *p) {
    profile_point points[QUARTER + 1];
    add_lid(m, 0, p[0], 0);
    revolve(m, points, add_arc(points, 0, QUARTER, 0, 0, p[0]));
}

static void draw_capsule(shape_mesh *m, const double *p) {
    profile_point points[2 * QUARTER + 2];
    int count = add_arc(points, -QUARTER, 0, 0, -p[1] / 2, p[0]);
    count += add_arc(points + count, 0, QUARTER, 0, p[1] / 2, p[0]);
    revolve(m, points, count);
}

static void draw_torus(shape_mesh *m, const double *p) {
    enum { AROUND_TUBE = SHAPE_SECTORS / 2 };
    profile_point points[AROUND_TUBE + 1];
    for (int i = 0; i <= AROUND_TUBE; i++) {
        double c, s;
        circle_point(i, AROUND_TUBE, &c, &s);
        points[i] = (profile_point){p[0] + p[1] * c, p[1] * s, c, s};
    }
    revolve(m, points, AROUND_TUBE + 1);
}

// Scales a unit sphere; the normals (x/a^2, y/b^2, z/c^2) are the sphere's normals divided by the semi-axes.
static void draw_ellipsoid(shape_mesh *m, const double *p) {
    draw_sphere(m, (double[]){1});
    double shortest = smaller(p[0], smaller(p[1], p[2]));
    for (size_t i = 0; i < m->vertex_count; i++) {
        double *position = m->positions + 3 * i, *normal = m->normals + 3 * i;
        for (int axis = 0; axis < 3; axis++) {
            position[axis] *= p[axis];
            normal[axis] *= shortest / p[axis];
        }
        vec3 n = unit((vec3){normal[0], normal[1], normal[2]});
        normal[0] = n.x, normal[1] = n.y, normal[2] = n.z;
    }
}

// ---- dispatch -------------------------------------------------------------------------------------------------------

static void (*const draw[GYRE_SHAPE_KIND_COUNT])(shape_mesh *m, const double *p) = {
#define X(name, dimension, count, parameters, text) draw_##name,
#include "gyre/primitives.def"
#undef X
};

gyre_result gyre_shape_mesh_make(const gyre_shape *shape, shape_mesh *out_mesh) {
    double measure;
    gyre_result r = gyre_shape_measure(shape, &measure);
    if (r != GYRE_OK) return r;
    out_mesh->vertex_count = out_mesh->triangle_count = 0;
    out_mesh->is_sheet = gyre_shape_dimension(shape->kind) == 2;
    draw[shape->kind](out_mesh, shape->parameters);
    return GYRE_OK;
}
