/// Volume, centre and inertia of a closed mesh in `long double`, by tetrahedra from a corner of the mesh: another
/// formula and another number type than the library's.
#pragma once

#include "gyre/mesh.h"

typedef struct mesh_truth {
    double volume;
    gyre_vec3 center;
    gyre_tensor inertia; // of density one, about the centre
} mesh_truth;

static inline mesh_truth mesh_truth_of(const gyre_mesh *mesh) {
    const double *p = mesh->positions, *o = p + 3 * (size_t)mesh->triangles[0];
    long double v = 0, first[3] = {0}, second[3][3] = {{0}};
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        long double c[3][3];
        for (int k = 0; k < 3; k++)
            for (int a = 0; a < 3; a++)
                c[k][a] =
                    (long double)p[3 * (size_t)mesh->triangles[3 * i + (size_t)k] + (size_t)a] - (long double)o[a];
        long double w = c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) -
                        c[0][1] * (c[1][0] * c[2][2] - c[1][2] * c[2][0]) +
                        c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]);
        v += w / 6;
        for (int a = 0; a < 3; a++) {
            long double sum_a = c[0][a] + c[1][a] + c[2][a];
            first[a] += w / 24 * sum_a;
            for (int b = 0; b < 3; b++) {
                long double sum_b = c[0][b] + c[1][b] + c[2][b], squares = 0;
                for (int k = 0; k < 3; k++)
                    squares += c[k][a] * c[k][b];
                second[a][b] += w / 120 * (squares + sum_a * sum_b);
            }
        }
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            second[a][b] -= first[a] * first[b] / v;
    return (mesh_truth){
        .volume = (double)v,
        .center = {(double)((long double)o[0] + first[0] / v), (double)((long double)o[1] + first[1] / v),
                   (double)((long double)o[2] + first[2] / v)},
        .inertia = {(double)(second[1][1] + second[2][2]), (double)(second[0][0] + second[2][2]),
                    (double)(second[0][0] + second[1][1]), (double)-second[0][1], (double)-second[0][2],
                    (double)-second[1][2]},
    };
}
