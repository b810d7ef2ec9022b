/// Scenes without a world: functions over their whole range, single flights, systems of the ode layer, mass properties,
/// numbers as text. A scene of `steps` does so many rounds.
#pragma once

#include "base/number_text.h"
#include "kit.h"
#include "mesh_helpers.h"

// One call per statement: C leaves the order within one open.
static inline gyre_vec3 random_moments(random_source *r) {
    gyre_vec3 I = {.x = random_between(r, 1, 2)};
    I.y = random_between(r, 1, 2);
    I.z = random_between(r, 1, 2);
    return I;
}

static inline gyre_state random_state(random_source *r, gyre_quat q) {
    gyre_state s = {.q = q};
    s.x = random_vec3(r, 2);
    s.P = random_vec3(r, 2);
    s.L = random_vec3(r, 3);
    return s;
}

static inline void elementary_functions(gyre_hash *hash, int steps) {
    random_source r = {78};
    for (int i = 0; i < 200 * steps; i++) {
        double size = gyre_exp(random_between(&r, -300, 300));
        double a = random_between(&r, -1, 1) * size;
        double b = random_between(&r, -10, 10);
        double values[8] = {gyre_sin(a),      gyre_cos(a),      gyre_exp(b), gyre_log(size),
                            gyre_atan2(a, b), gyre_atan2(b, a), gyre_sin(b), gyre_cos(b)};
        gyre_hash_add_doubles(hash, values, 8);
        gyre_quat q = gyre_quat_from_rotation_vector(random_vec3(&r, 3));
        gyre_vec3 v = gyre_quat_to_rotation_vector(q);
        gyre_hash_add_double(hash, q.w + v.x + v.y + v.z);
    }
}

// Free rotation by every formula of motion/drift.h: times from a thousandth of a turn to thousands of turns, three
// different moments and two equal ones, near an axis and far from it.
static inline void free_flights(gyre_hash *hash, int steps) {
    random_source r = {80};
    for (int i = 0; i < 20 * steps; i++) {
        gyre_mass mass = {1, random_moments(&r)};
        if (i % 4 == 0) mass.inertia.y = mass.inertia.z;
        gyre_state s = random_state(&r, random_rotation(&r));
        if (i % 3 == 0) s.L = scaled(3, gyre_quat_rotate(s.q, (gyre_vec3){gyre_exp(-0.001 * i), i % 2, 1e-9}));
        double t = gyre_exp(random_between(&r, -7, 9)), period;
        insist(gyre_free_flight(&mass, &s, (gyre_vec3){0.1, 0, -1}, t, &s));
        insist(gyre_free_rotation_period(mass.inertia, gyre_quat_rotate_back(s.q, s.L), &period));
        gyre_hash_add_doubles(hash, (double[]){s.x.x, s.x.y, s.x.z, s.q.w, s.q.x, s.q.y, s.q.z, period}, 8);
    }
}

// ---- systems: the ode layer, both forms of the state ----

enum { SYSTEM_BODIES = 8 };

// A force that uses our elementary functions, the place and the time.
static inline gyre_result swaying(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                                  void *user) {
    (void)y, (void)user;
    gyre_vec3 F = {gyre_sin(3 * t + (double)index), gyre_cos(t) - 2 * s->x.y, gyre_exp(-t) * gyre_atan2(s->x.z, 1)};
    gyre_wrench_add_force_at(wrench, s->x, F, gyre_point_to_world(s, (gyre_vec3){0.3, 0.1, -0.2}));
    return GYRE_OK;
}

static inline void make_bodies(random_source *r, gyre_rigid_body *bodies, gyre_state *states) {
    for (int i = 0; i < SYSTEM_BODIES; i++) {
        // a random tensor, through the eigen-solver: R diag R^T
        gyre_vec3 moments = random_moments(r);
        gyre_mat3 R = gyre_quat_to_mat3(random_rotation(r)), turned = mat3_transposed(&R);
        gyre_mat3 tensor = {{{moments.x, 0, 0}, {0, moments.y, 0}, {0, 0, moments.z}}};
        tensor = mat3_times_mat3(&R, &tensor);
        tensor = mat3_times_mat3(&tensor, &turned);
        gyre_quat axes;
        bodies[i] = (gyre_rigid_body){.locks = i == 3 ? GYRE_LOCK_PLANAR : 0};
        insist(gyre_mass_from_tensor(random_between(r, 0.5, 2), &tensor, &bodies[i].mass, &axes));
        states[i] = random_state(r, axes);
    }
}

static inline void run_system(gyre_hash *hash, int steps, gyre_method method, gyre_form form,
                              gyre_orientation_update update) {
    random_source r = {77};
    gyre_rigid_body bodies[SYSTEM_BODIES];
    gyre_state states[SYSTEM_BODIES];
    gyre_matrix_state matrices[SYSTEM_BODIES];
    make_bodies(&r, bodies, states);
    gyre_system system = system_of(bodies, SYSTEM_BODIES);
    system.form = form;
    system.gravity = (gyre_vec3){0.1, 0, -1};
    system.add_forces = swaying;
    double y[18 * SYSTEM_BODIES];
    size_t n = gyre_system_length(&system);
    for (int i = 0; i < SYSTEM_BODIES; i++)
        insist(gyre_state_to_matrix_state(&states[i], &matrices[i]));
    insist(form == GYRE_FORM_MATRIX ? gyre_matrix_states_to_array(matrices, SYSTEM_BODIES, y, n)
                                    : gyre_states_to_array(states, SYSTEM_BODIES, y, n));
    gyre_run run = gyre_run_default();
    run.frames_per_second = 60;
    run.frame_count = (size_t)steps;
    run.options.method = method;
    run.options.orientation_update = update;
    insist(gyre_run_simulation(&system, &run, y, n, NULL));
    gyre_hash_add_doubles(hash, y, n);
}

static inline void systems(gyre_hash *hash, int steps) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_method method = (gyre_method)m;
        if (gyre_method_is_implicit(method)) continue; // below, so that the hashes of the others stay
        run_system(hash, steps, method, GYRE_FORM_QUATERNION, GYRE_ORIENTATION_QUATERNION);
        if (gyre_method_is_general(method) && method != GYRE_METHOD_explicit_euler) // matrices diverge with it
            run_system(hash, steps, method, GYRE_FORM_MATRIX, GYRE_ORIENTATION_QUATERNION);
        else if (!gyre_method_is_general(method))
            run_system(hash, steps, method, GYRE_FORM_QUATERNION, GYRE_ORIENTATION_EXPONENTIAL);
    }
}

static inline void implicit_systems(gyre_hash *hash, int steps) {
    run_system(hash, steps, GYRE_METHOD_esdirk4, GYRE_FORM_QUATERNION, GYRE_ORIENTATION_QUATERNION);
    run_system(hash, steps, GYRE_METHOD_esdirk4, GYRE_FORM_MATRIX, GYRE_ORIENTATION_QUATERNION);
}

// ---- mass properties: every shape, a mesh, a density ----

static inline double cloud(gyre_vec3 p, void *user) {
    (void)user;
    return gyre_exp(-inner(p, p));
}

static inline void mass_properties(gyre_hash *hash, int steps) {
    random_source r = {79};
    gyre_mass_properties p;
    for (int round = 0; round < steps; round++)
        for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++) {
            int is_hollow = gyre_shape_dimension((gyre_shape_kind)kind) == 3 && round % 2;
            gyre_shape shape = {(gyre_shape_kind)kind, is_hollow, {0}};
            for (int i = 0; i < GYRE_SHAPE_PARAMETERS_MAX; i++)
                shape.parameters[i] = random_between(&r, 1, 2) / (i + 1); // descending: a bore is smaller than its tube
            insist(gyre_mass_of_shape(&shape, gyre_by_density(2), &p));
            add_mass_to_hash(hash, &p);
        }
    own_mesh torus = mesh_of_torus(3, 1, 40, 30);
    insist(gyre_mass_of_mesh(&torus.view, gyre_by_density(2), NULL, &p, NULL));
    add_mass_to_hash(hash, &p);
    insist(gyre_mass_of_mesh_shell(&torus.view, gyre_by_density(2), &p));
    add_mass_to_hash(hash, &p);
    insist(gyre_mass_of_voxels(&torus.view, 40, gyre_by_density(2), NULL, &p));
    add_mass_to_hash(hash, &p);
    mesh_free(&torus);
    insist(gyre_mass_of_density(cloud, NULL, (gyre_vec3){-3, -4, -5}, (gyre_vec3){4, 5, 3}, 1e-5, 10000000, NULL, &p,
                                NULL));
    add_mass_to_hash(hash, &p);
}

// ---- numbers as text ----

static inline void numbers(gyre_hash *hash, int steps) {
    random_source r = {81};
    for (int i = 0; i < 50 * steps; i++) {
        // any bits that are a number; then any digits, more of them than a double holds
        uint64_t bits = random_u64(&r);
        double value;
        memcpy(&value, &bits, sizeof value);
        char text[64];
        size_t length = gyre_number_format(value, text);
        add_text_to_hash(hash, text, length);
        unsigned long long whole = random_u64(&r);
        unsigned long long fraction = random_u64(&r);
        int n = snprintf(text, sizeof text, "%s%llu.%llue%d", i % 2 ? "-" : "", whole, fraction,
                         (int)(random_u64(&r) % 640) - 340);
        int is_number = gyre_number_parse(text, (size_t)n, &value);
        gyre_hash_add_u64(hash, (uint64_t)is_number);
        gyre_hash_add_double(hash, value);
    }
}
