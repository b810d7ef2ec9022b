/// Prints one hash over many simulations. Built with several compilers and flags, it must print the same number each
/// time (check_determinism.sh). A plain program: it needs no test framework on the other side.
#include "body_helpers.h"
#include "determinism_world.h"
#include "mesh_helpers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 8 };

static void insist(gyre_result r) {
    if (r == GYRE_OK) return;
    fprintf(stderr, "determinism: %s\n", gyre_result_text(r));
    exit(1);
}

// A force that uses our elementary functions, the place and the time.
static gyre_result swaying(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                           void *user) {
    (void)y, (void)user;
    gyre_vec3 F = {gyre_sin(3 * t + (double)index), gyre_cos(t) - 2 * s->x.y, gyre_exp(-t) * gyre_atan2(s->x.z, 1)};
    gyre_wrench_add_force_at(wrench, s->x, F, gyre_point_to_world(s, (gyre_vec3){0.3, 0.1, -0.2}));
    return GYRE_OK;
}

static void make_bodies(random_source *r, gyre_rigid_body *bodies, gyre_state *states) {
    for (int i = 0; i < BODIES; i++) {
        // a random tensor, through the eigen-solver: R diag R^T
        gyre_vec3 moments = {random_between(r, 1, 2), random_between(r, 1, 2), random_between(r, 1, 2)};
        gyre_mat3 R = gyre_quat_to_mat3(random_rotation(r)), turned = mat3_transposed(&R);
        gyre_mat3 tensor = {{{moments.x, 0, 0}, {0, moments.y, 0}, {0, 0, moments.z}}};
        tensor = mat3_times_mat3(&R, &tensor);
        tensor = mat3_times_mat3(&tensor, &turned);
        gyre_quat axes;
        bodies[i] = (gyre_rigid_body){.locks = i == 3 ? GYRE_LOCK_PLANAR : 0};
        insist(gyre_mass_from_tensor(random_between(r, 0.5, 2), &tensor, &bodies[i].mass, &axes));
        states[i] = (gyre_state){random_vec3(r, 2), axes, random_vec3(r, 2), random_vec3(r, 3)};
    }
}

static void hash_run(gyre_hash *hash, gyre_method method, gyre_form form, gyre_orientation_update update) {
    random_source r = {77};
    gyre_rigid_body bodies[BODIES];
    gyre_state states[BODIES];
    gyre_matrix_state matrices[BODIES];
    make_bodies(&r, bodies, states);
    gyre_system system = system_of(bodies, BODIES);
    system.form = form;
    system.gravity = (gyre_vec3){0.1, 0, -1};
    system.add_forces = swaying;
    double y[18 * BODIES];
    size_t n = gyre_system_length(&system);
    for (int i = 0; i < BODIES; i++)
        insist(gyre_state_to_matrix_state(&states[i], &matrices[i]));
    insist(form == GYRE_FORM_MATRIX ? gyre_matrix_states_to_array(matrices, BODIES, y, n)
                                    : gyre_states_to_array(states, BODIES, y, n));
    gyre_run run = gyre_run_default();
    run.options.method = method;
    run.options.orientation_update = update;
    insist(gyre_run_simulation(&system, &run, y, n, NULL));
    gyre_hash_add_doubles(hash, y, n);
}

// Elementary functions and rotations over all ranges, directly.
static void hash_functions(gyre_hash *hash) {
    random_source r = {78};
    for (int i = 0; i < 200000; i++) {
        double size = gyre_exp(random_between(&r, -300, 300)), a = random_between(&r, -1, 1) * size;
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
static void hash_flights(gyre_hash *hash) {
    random_source r = {80};
    for (int i = 0; i < 20000; i++) {
        gyre_mass mass = {random_between(&r, 0.5, 2),
                          {random_between(&r, 1, 2), random_between(&r, 1, 2), random_between(&r, 1, 2)}};
        if (i % 4 == 0) mass.inertia.y = mass.inertia.z;
        gyre_state s = {random_vec3(&r, 2), random_rotation(&r), random_vec3(&r, 2), random_vec3(&r, 3)};
        if (i % 3 == 0) s.L = scaled(3, gyre_quat_rotate(s.q, (gyre_vec3){gyre_exp(-0.001 * i), i % 2, 1e-9}));
        double t = gyre_exp(random_between(&r, -7, 9)), period;
        insist(gyre_free_flight(&mass, &s, (gyre_vec3){0.1, 0, -1}, t, &s));
        insist(gyre_free_rotation_period(mass.inertia, gyre_quat_rotate_back(s.q, s.L), &period));
        gyre_hash_add_state(hash, &s);
        gyre_hash_add_double(hash, period);
    }
}

// Mass properties feed the state: every shape, a mesh, a density.
static void hash_properties(gyre_hash *hash, const gyre_mass_properties *p) {
    gyre_hash_add_double(hash, p->mass);
    gyre_hash_add_doubles(hash, &p->center.x, 3);
    gyre_hash_add_doubles(hash, &p->inertia.xx, 6);
    gyre_mass m;
    gyre_quat axes;
    insist(gyre_mass_principal_sorted(p, &m, &axes));
    gyre_hash_add_doubles(hash, &m.inertia.x, 3);
    gyre_hash_add_doubles(hash, &axes.w, 4);
}

static double cloud(gyre_vec3 p, void *user) {
    (void)user;
    return gyre_exp(-inner(p, p));
}

static void hash_masses(gyre_hash *hash) {
    random_source r = {79};
    gyre_mass_properties p;
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int is_hollow = 0; is_hollow < (gyre_shape_dimension((gyre_shape_kind)kind) == 3 ? 2 : 1); is_hollow++) {
            gyre_shape shape = {(gyre_shape_kind)kind, is_hollow, {0}};
            for (int i = 0; i < GYRE_SHAPE_PARAMETERS_MAX; i++)
                shape.parameters[i] = random_between(&r, 1, 2) / (i + 1); // descending: a bore is smaller than its tube
            insist(gyre_mass_of_shape(&shape, gyre_by_density(2), &p));
            hash_properties(hash, &p);
        }
    own_mesh torus = mesh_of_torus(3, 1, 40, 30);
    insist(gyre_mass_of_mesh(&torus.view, gyre_by_density(2), NULL, &p, NULL));
    hash_properties(hash, &p);
    insist(gyre_mass_of_mesh_shell(&torus.view, gyre_by_density(2), &p));
    hash_properties(hash, &p);
    insist(gyre_mass_of_voxels(&torus.view, 40, gyre_by_density(2), NULL, &p));
    hash_properties(hash, &p);
    mesh_free(&torus);
    insist(gyre_mass_of_density(cloud, NULL, (gyre_vec3){-3, -4, -5}, (gyre_vec3){4, 5, 3}, 1e-5, 10000000, NULL, &p,
                                NULL));
    hash_properties(hash, &p);
}

int main(void) {
    gyre_hash hash = gyre_hash_begin();
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_method method = (gyre_method)m;
        hash_run(&hash, method, GYRE_FORM_QUATERNION, GYRE_ORIENTATION_QUATERNION);
        if (gyre_method_is_general(method) && method != GYRE_METHOD_explicit_euler) // which blows matrices up
            hash_run(&hash, method, GYRE_FORM_MATRIX, GYRE_ORIENTATION_QUATERNION);
        else if (!gyre_method_is_general(method))
            hash_run(&hash, method, GYRE_FORM_QUATERNION, GYRE_ORIENTATION_EXPONENTIAL);
    }
    hash_functions(&hash);
    hash_flights(&hash);
    hash_masses(&hash);
    hash_worlds(&hash);
    printf("hash %016" PRIx64 "\n", gyre_hash_value(&hash));
    return 0;
}
