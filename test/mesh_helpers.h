/// Small triangle meshes for tests and benchmarks. Wound counter-clockwise seen from outside. mesh_free when done.
#pragma once

#include "body_helpers.h"
#include "gyre/mesh.h"

#include <stdlib.h>
#include <string.h>

/// A mesh that owns its arrays. `view` is what the library gets; triangles and positions may be damaged freely.
typedef struct own_mesh {
    double *positions;
    uint32_t *triangles;
    gyre_mesh view;
    size_t vertex_room, triangle_room;
} own_mesh;

static inline own_mesh mesh_with_room(size_t vertex_room, size_t triangle_room) {
    own_mesh m = {.vertex_room = vertex_room, .triangle_room = triangle_room};
    m.positions = calloc(3 * vertex_room, sizeof *m.positions);
    m.triangles = calloc(3 * triangle_room, sizeof *m.triangles);
    if (!m.positions || !m.triangles) abort();
    m.view = (gyre_mesh){m.positions, 0, m.triangles, 0};
    return m;
}

static inline void mesh_free(own_mesh *m) {
    free(m->positions);
    free(m->triangles);
    *m = (own_mesh){0};
}

static inline uint32_t mesh_add_vertex(own_mesh *m, gyre_vec3 p) {
    if (m->view.vertex_count == m->vertex_room) abort();
    double *out = m->positions + 3 * m->view.vertex_count;
    out[0] = p.x, out[1] = p.y, out[2] = p.z;
    return (uint32_t)m->view.vertex_count++;
}

static inline void mesh_add_triangle(own_mesh *m, uint32_t a, uint32_t b, uint32_t c) {
    if (m->view.triangle_count == m->triangle_room) abort();
    uint32_t *out = m->triangles + 3 * m->view.triangle_count++;
    out[0] = a, out[1] = b, out[2] = c;
}

static inline void mesh_add_quad(own_mesh *m, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    mesh_add_triangle(m, a, b, c);
    mesh_add_triangle(m, a, c, d);
}

static inline void mesh_remove_triangle(own_mesh *m, size_t index) {
    size_t behind = m->view.triangle_count - index - 1;
    memmove(m->triangles + 3 * index, m->triangles + 3 * (index + 1), 3 * behind * sizeof *m->triangles);
    m->view.triangle_count--;
}

static inline void mesh_flip(own_mesh *m, size_t triangle) {
    uint32_t *t = m->triangles + 3 * triangle, second = t[1];
    t[1] = t[2], t[2] = second;
}

static inline void mesh_flip_all(own_mesh *m) {
    for (size_t i = 0; i < m->view.triangle_count; i++)
        mesh_flip(m, i);
}

static inline gyre_vec3 mesh_point(const own_mesh *m, size_t i) {
    return (gyre_vec3){m->positions[3 * i], m->positions[3 * i + 1], m->positions[3 * i + 2]};
}

/// x -> q (factor x) + offset, vertex by vertex.
static inline void mesh_move(own_mesh *m, double factor, gyre_quat q, gyre_vec3 offset) {
    for (size_t i = 0; i < m->view.vertex_count; i++) {
        gyre_vec3 p = plus(gyre_quat_rotate(q, scaled(factor, mesh_point(m, i))), offset);
        m->positions[3 * i] = p.x, m->positions[3 * i + 1] = p.y, m->positions[3 * i + 2] = p.z;
    }
}

/// Everything of `b` added to `a`, which must have room.
static inline void mesh_append(own_mesh *a, const own_mesh *b) {
    uint32_t base = (uint32_t)a->view.vertex_count;
    for (size_t i = 0; i < b->view.vertex_count; i++)
        mesh_add_vertex(a, mesh_point(b, i));
    for (size_t i = 0; i < b->view.triangle_count; i++) {
        const uint32_t *t = b->triangles + 3 * i;
        mesh_add_triangle(a, base + t[0], base + t[1], base + t[2]);
    }
}

/// A box from low to high: 8 vertices, 12 triangles, 18 edges. Room for a few more of each.
static inline own_mesh mesh_box_between(gyre_vec3 low, gyre_vec3 high) {
    own_mesh m = mesh_with_room(32, 64);
    for (int i = 0; i < 8; i++)
        mesh_add_vertex(&m, (gyre_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    mesh_add_quad(&m, 0, 2, 3, 1), mesh_add_quad(&m, 4, 5, 7, 6); // z
    mesh_add_quad(&m, 0, 1, 5, 4), mesh_add_quad(&m, 2, 6, 7, 3); // y
    mesh_add_quad(&m, 0, 4, 6, 2), mesh_add_quad(&m, 1, 3, 7, 5); // x
    return m;
}

/// A box about the origin.
static inline own_mesh mesh_of_box(gyre_vec3 size) { return mesh_box_between(scaled(-0.5, size), scaled(0.5, size)); }

static inline own_mesh mesh_of_tetrahedron(const gyre_vec3 corners[4]) {
    own_mesh m = mesh_with_room(8, 16);
    for (int i = 0; i < 4; i++)
        mesh_add_vertex(&m, corners[i]);
    mesh_add_triangle(&m, 0, 2, 1), mesh_add_triangle(&m, 0, 1, 3);
    mesh_add_triangle(&m, 1, 2, 3), mesh_add_triangle(&m, 2, 0, 3);
    gyre_vec3 a = minus(corners[1], corners[0]), b = minus(corners[2], corners[0]), c = minus(corners[3], corners[0]);
    if (inner(crossed(a, b), c) < 0) mesh_flip_all(&m);
    return m;
}

/// A ramp: the right triangle (0,0), (size.x,0), (0,size.y) in the x y plane, from z = 0 to size.z.
static inline own_mesh mesh_of_wedge(gyre_vec3 size) {
    own_mesh m = mesh_with_room(8, 16);
    for (int i = 0; i < 2; i++) {
        double z = i ? size.z : 0;
        mesh_add_vertex(&m, (gyre_vec3){0, 0, z});
        mesh_add_vertex(&m, (gyre_vec3){size.x, 0, z});
        mesh_add_vertex(&m, (gyre_vec3){0, size.y, z});
    }
    mesh_add_triangle(&m, 0, 2, 1), mesh_add_triangle(&m, 3, 4, 5);
    mesh_add_quad(&m, 0, 1, 4, 3), mesh_add_quad(&m, 1, 2, 5, 4), mesh_add_quad(&m, 2, 0, 3, 5);
    return m;
}

/// A grid on a sphere: `rings` bands from pole to pole, twice as many sectors. Poles are single vertices.
static inline own_mesh mesh_of_sphere(double radius, size_t rings) {
    const double pi = 3.14159265358979323846;
    size_t sectors = 2 * rings;
    own_mesh m = mesh_with_room((rings - 1) * sectors + 2, 2 * sectors * (rings - 1));
    mesh_add_vertex(&m, (gyre_vec3){0, 0, radius});
    for (size_t i = 1; i < rings; i++)
        for (size_t j = 0; j < sectors; j++) {
            double theta = pi * (double)i / (double)rings, phi = 2 * pi * (double)j / (double)sectors;
            mesh_add_vertex(&m, scaled(radius, (gyre_vec3){gyre_sin(theta) * gyre_cos(phi),
                                                           gyre_sin(theta) * gyre_sin(phi), gyre_cos(theta)}));
        }
    uint32_t south = mesh_add_vertex(&m, (gyre_vec3){0, 0, -radius});
    for (size_t j = 0; j < sectors; j++) {
        uint32_t here = (uint32_t)(1 + j), next = (uint32_t)(1 + (j + 1) % sectors);
        mesh_add_triangle(&m, 0, here, next);
        for (size_t i = 1; i + 1 < rings; i++, here += (uint32_t)sectors, next += (uint32_t)sectors)
            mesh_add_quad(&m, here, here + (uint32_t)sectors, next + (uint32_t)sectors, next);
        mesh_add_triangle(&m, here, south, next);
    }
    return m;
}

/// A grid on a torus about the z axis: `around` times `along` quadrilaterals.
static inline own_mesh mesh_of_torus(double major, double minor, size_t around, size_t along) {
    const double pi = 3.14159265358979323846;
    own_mesh m = mesh_with_room(around * along, 2 * around * along);
    for (size_t i = 0; i < around; i++)
        for (size_t j = 0; j < along; j++) {
            double phi = 2 * pi * (double)i / (double)around, theta = 2 * pi * (double)j / (double)along;
            double r = major + minor * gyre_cos(theta);
            mesh_add_vertex(&m, (gyre_vec3){r * gyre_cos(phi), r * gyre_sin(phi), minor * gyre_sin(theta)});
        }
    for (size_t i = 0; i < around; i++)
        for (size_t j = 0; j < along; j++) {
            size_t next_i = (i + 1) % around, next_j = (j + 1) % along;
            mesh_add_quad(&m, (uint32_t)(i * along + j), (uint32_t)(next_i * along + j),
                          (uint32_t)(next_i * along + next_j), (uint32_t)(i * along + next_j));
        }
    return m;
}

/// A prism over a regular polygon about the z axis, from -height/2 to height/2, with a fan on each lid.
static inline own_mesh mesh_of_cylinder(double radius, double height, size_t sectors) {
    const double pi = 3.14159265358979323846;
    own_mesh m = mesh_with_room(2 * sectors + 2, 4 * sectors);
    uint32_t bottom = mesh_add_vertex(&m, (gyre_vec3){0, 0, -height / 2});
    uint32_t top = mesh_add_vertex(&m, (gyre_vec3){0, 0, height / 2});
    for (size_t i = 0; i < sectors; i++) {
        double phi = 2 * pi * (double)i / (double)sectors;
        mesh_add_vertex(&m, (gyre_vec3){radius * gyre_cos(phi), radius * gyre_sin(phi), -height / 2});
        mesh_add_vertex(&m, (gyre_vec3){radius * gyre_cos(phi), radius * gyre_sin(phi), height / 2});
    }
    for (size_t i = 0; i < sectors; i++) {
        uint32_t low = (uint32_t)(2 + 2 * i), next = (uint32_t)(2 + 2 * ((i + 1) % sectors));
        mesh_add_quad(&m, low, next, next + 1, low + 1);
        mesh_add_triangle(&m, bottom, next, low);
        mesh_add_triangle(&m, top, low + 1, next + 1);
    }
    return m;
}
