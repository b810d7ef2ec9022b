/// Helpers of tests of the mesh doctor: diagnoses, and their errors compared with the truth.
#pragma once

#include "check.h"
#include "gyre/doctor.h"
#include "mesh_helpers.h"
#include "mesh_oracle.h"
#include "random.h"

/// Options with density one, so that mass is volume, and few voxels, so that tests are quick.
static inline gyre_doctor_options quick_options(void) {
    gyre_doctor_options o = gyre_doctor_options_default();
    o.amount = gyre_by_density(1);
    o.voxel_budget = 8000;
    return o;
}

static inline gyre_diagnosis diagnose_with(const own_mesh *m, const gyre_doctor_options *o) {
    gyre_diagnosis d;
    CHECK_OK(gyre_diagnose(&m->view, o, &d));
    return d;
}

static inline gyre_diagnosis diagnose(const own_mesh *m) {
    gyre_doctor_options o = quick_options();
    return diagnose_with(m, &o);
}

static inline const gyre_issue *find_issue(const gyre_diagnosis *d, gyre_issue_kind kind) {
    for (size_t i = 0; i < d->issue_count; i++)
        if (d->issues[i].kind == kind) return &d->issues[i];
    return NULL;
}

static inline size_t issue_count(const gyre_diagnosis *d, gyre_issue_kind kind) {
    const gyre_issue *issue = find_issue(d, kind);
    return issue ? issue->count : 0;
}

/// Of volume and inertia, relative to the exact values, and of the centre, relative to the size of the box.
static inline double error_of(const gyre_estimate *e, const mesh_truth *truth, double size) {
    gyre_mass_properties right = {truth->volume, truth->center, truth->inertia};
    gyre_mass_comparison c = gyre_mass_compare(&e->mass, &right, size);
    return fmax(fabs(e->volume / truth->volume - 1), fmax(c.inertia, c.center));
}

static inline double box_size(const gyre_diagnosis *d) {
    gyre_vec3 side = minus(d->high, d->low);
    return sqrt(inner(side, side));
}

static inline double best_error(const gyre_diagnosis *d, const mesh_truth *truth) {
    return error_of(&d->estimates[d->best], truth, box_size(d));
}

/// The same triangles, none of which share vertices, as in an STL file.
static inline own_mesh mesh_apart(const own_mesh *m) {
    own_mesh apart = mesh_with_room(3 * m->view.triangle_count, m->view.triangle_count);
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        uint32_t v[3];
        for (size_t k = 0; k < 3; k++)
            v[k] = mesh_add_vertex(&apart, mesh_point(m, m->triangles[3 * i + k]));
        mesh_add_triangle(&apart, v[0], v[1], v[2]);
    }
    return apart;
}

/// Solids that tests damage.
enum { BASE_COUNT = 5 };
static inline own_mesh base_mesh(int which) {
    switch (which) {
    case 0:
        return mesh_of_sphere(1, 14);
    case 1:
        return mesh_of_torus(1, 0.35, 30, 14);
    case 2:
        return mesh_of_cylinder(0.4, 2, 32);
    case 3:
        return mesh_of_sphere(0.003, 10); // a part in metres that is a few millimetres long
    default: {
        own_mesh box = mesh_of_box((gyre_vec3){2, 3, 0.5});
        mesh_move(&box, 1, (gyre_quat){0.5, -0.5, 0.1, 0.7}, (gyre_vec3){10, -20, 30}); // 0.25 + 0.25 + 0.01 + 0.49 = 1
        return box;
    }
    }
}

/// A copy with room for more of everything.
static inline own_mesh with_room(own_mesh m) {
    own_mesh copy = mesh_with_room(3 * m.view.vertex_count + 8, 3 * m.view.triangle_count + 8);
    mesh_append(&copy, &m);
    mesh_free(&m);
    return copy;
}

static inline size_t random_triangle(random_source *r, const own_mesh *m) {
    return (size_t)(random_u64(r) % m->view.triangle_count);
}
