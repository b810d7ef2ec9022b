/// Forced motion with known answers, and the accuracy that the splitting methods must have there at steps of 1/60 s.
/// test_composition.c holds every row to its bar, accuracy_flow.c prints the table.
#pragma once

#include "body_helpers.h"
#include "reference.h"

static inline void forced_insist(gyre_result r) {
    if (r == GYRE_OK) return;
    fprintf(stderr, "forced motion: %s\n", gyre_result_text(r));
    exit(1);
}

// M g l = 3 about a fixed point: tau = (R (0,0,3)) x (0,0,-1)
static inline gyre_result heavy_top_torque(double t, size_t index, const gyre_state *s, const double *y,
                                           gyre_wrench *wrench, void *user) {
    (void)t, (void)index, (void)y, (void)user;
    gyre_quat q;
    gyre_result r = gyre_quat_normalize(s->q, &q);
    if (r != GYRE_OK) return r;
    wrench->torque = plus(wrench->torque, crossed(gyre_quat_rotate(q, (gyre_vec3){0, 0, 3}), (gyre_vec3){0, 0, -1}));
    return GYRE_OK;
}

// A spring of k = 40 from the origin to the body point (0.3, 0.1, -0.2)
static inline gyre_result spring_force(double t, size_t index, const gyre_state *s, const double *y,
                                       gyre_wrench *wrench, void *user) {
    (void)t, (void)index, (void)y, (void)user;
    gyre_vec3 p = gyre_point_to_world(s, (gyre_vec3){0.3, 0.1, -0.2});
    gyre_wrench_add_force_at(wrench, s->x, scaled(-40, p), p);
    return GYRE_OK;
}

static inline void forced_problem(const char *file, gyre_body_callback add_forces, gyre_system *system,
                                  gyre_rigid_body *body, double *y) {
    reference ref = reference_read(file);
    *body = (gyre_rigid_body){.mass = {ref.mass, ref.I}};
    *system = system_of(body, 1);
    system->add_forces = add_forces;
    gyre_vec3 m = {ref.I.x * ref.w0.x, ref.I.y * ref.w0.y, ref.I.z * ref.w0.z};
    gyre_state s = {ref.x0, ref.q0, scaled(ref.mass, ref.v0), gyre_quat_rotate(ref.q0, m)};
    gyre_state_to_array(&s, y);
}

static inline void spring_problem(gyre_system *system, gyre_rigid_body *body, double *y) {
    forced_problem("forced03_spring.txt", spring_force, system, body, y);
}

/// The angle [rad] by which the heavy top is off after 600 s.
static inline double heavy_top_error(gyre_method method) {
    gyre_system system;
    gyre_rigid_body body;
    double y[13];
    forced_problem("forced01_heavy_top.txt", heavy_top_torque, &system, &body, y);
    gyre_ode_options options = gyre_ode_options_default();
    options.method = method;
    options.step = 1.0 / 60;
    forced_insist(gyre_system_advance(&system, y, y, 13, 0, 600, &options, NULL));
    gyre_state s;
    gyre_array_to_state(y, &s);
    reference ref = reference_read("forced01_heavy_top.txt");
    for (int i = 0; i < ref.row_count; i++)
        if (ref.rows[i].t == 600) return angle_between(s.q, ref.rows[i].q);
    reference_fail("forced01_heavy_top.txt", "has no row at 600 s");
    return 0;
}

static inline double spring_energy(const gyre_system *system, const double *y) {
    gyre_state s;
    double kinetic, potential;
    gyre_array_to_state(y, &s);
    forced_insist(gyre_system_energy(system, y, &kinetic, &potential));
    gyre_vec3 p = gyre_point_to_world(&s, (gyre_vec3){0.3, 0.1, -0.2});
    return kinetic + 20 * inner(p, p);
}

/// The largest relative change of the spring's energy in 1e5 steps.
static inline double spring_energy_error(gyre_method method) {
    gyre_system system;
    gyre_rigid_body body;
    double y[13], worst = 0;
    spring_problem(&system, &body, y);
    double start = spring_energy(&system, y);
    gyre_ode_options options = gyre_ode_options_default();
    options.method = method;
    options.step = 1.0 / 60;
    for (int i = 0; i < 10000; i++) { // looked at after every tenth step
        forced_insist(gyre_system_advance(&system, y, y, 13, i / 6.0, (i + 1) / 6.0, &options, NULL));
        worst = fmax(worst, fabs(spring_energy(&system, y) / start - 1));
    }
    return worst;
}

typedef struct forced_case {
    const char *name;
    double (*measure)(gyre_method method);
    gyre_method method;
    double bar;
} forced_case;

static const forced_case forced_cases[] = {
    {"forced01 heavy top 600 s, exact", heavy_top_error, GYRE_METHOD_exact, 1.1e-2},
    {"forced01 heavy top 600 s, rkn4", heavy_top_error, GYRE_METHOD_rkn4, 1e-8},
    {"forced01 heavy top 600 s, rkn6", heavy_top_error, GYRE_METHOD_rkn6, 2e-10},
    {"forced03 spring dE/E, exact", spring_energy_error, GYRE_METHOD_exact, 4e-3},
    {"forced03 spring dE/E, rkn4", spring_energy_error, GYRE_METHOD_rkn4, 1e-8},
    {"forced03 spring dE/E, rkn6", spring_energy_error, GYRE_METHOD_rkn6, 1e-11},
};
enum { FORCED_CASE_COUNT = sizeof forced_cases / sizeof forced_cases[0] };
