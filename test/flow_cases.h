/// The accuracy that free rotation must have: one row per case, with its bar and the function that measures it.
/// test_drift.c holds every row to its bar, accuracy_flow.c prints the table.
#pragma once

#include "body_helpers.h"
#include "motion/drift.h"
#include "reference.h"

#define FLOW_STEP (1.0 / 60)

typedef enum flow_way {
    FLOW_STEPPED,  // steps of 1/60 s, m = R^T L computed again in every step, as the world does
    FLOW_CARRIED,  // steps of 1/60 s, m carried from step to step: for ratios of moments above 1000
    FLOW_ANCHORED, // from the start in one turn, with the given m
} flow_way;

typedef struct flow_case {
    const char *name, *file;
    flow_way way;
    double t_first, t_last; // rows of the file that are compared [s]
    double bar;             // angle [rad]
} flow_case;

static const flow_case flow_cases[] = {
    {"free01, stepped 600 s", "free01_generic.txt", FLOW_STEPPED, 1, 600, 1e-11},
    {"free02, stepped 600 s", "free02_near_separatrix.txt", FLOW_STEPPED, 1, 600, 2e-8},
    {"free04, stepped 600 s", "free04_oblate.txt", FLOW_STEPPED, 1, 600, 3e-11},
    {"free06, stepped 600 s", "free06_sphere.txt", FLOW_STEPPED, 1, 600, 3e-11},
    {"free07, stepped 600 s", "free07_flat_plate.txt", FLOW_STEPPED, 1, 600, 3e-11},
    {"free09, m carried 60 s", "free09_rod_symmetric.txt", FLOW_CARRIED, 1, 60, 1e-9},
    {"free10, m carried 10 s", "free10_rod_asymmetric.txt", FLOW_CARRIED, 0.5, 10, 1e-7},
    {"free11, stepped 1 s", "free11_fast_1e4.txt", FLOW_STEPPED, 0.015625, 1, 1e-10},
    {"free11, stepped 10 s", "free11_fast_1e4.txt", FLOW_STEPPED, 10, 10, 3e-9},
    {"free12, stepped 600 s", "free12_slow_1e-6.txt", FLOW_STEPPED, 1, 600, 1e-12},
    {"free14, stepped 15 s", "free14_exact_separatrix.txt", FLOW_STEPPED, 1, 15, 2e-10},
    {"free01, anchored 3600 s", "free01_generic.txt", FLOW_ANCHORED, 1, 3600, 1e-11},
    {"free02, anchored 600 s", "free02_near_separatrix.txt", FLOW_ANCHORED, 1, 600, 1e-11},
    {"free04, anchored 600 s", "free04_oblate.txt", FLOW_ANCHORED, 1, 600, 1e-11},
    {"free06, anchored 600 s", "free06_sphere.txt", FLOW_ANCHORED, 1, 600, 1e-11},
    {"free07, anchored 600 s", "free07_flat_plate.txt", FLOW_ANCHORED, 1, 600, 1e-11},
    {"free09, anchored 60 s", "free09_rod_symmetric.txt", FLOW_ANCHORED, 1, 60, 1e-11},
    {"free10, anchored 10 s", "free10_rod_asymmetric.txt", FLOW_ANCHORED, 0.5, 10, 1e-8},
    {"free11, anchored 1 s", "free11_fast_1e4.txt", FLOW_ANCHORED, 0.015625, 1, 1e-11},
    {"free11, anchored 10 s", "free11_fast_1e4.txt", FLOW_ANCHORED, 10, 10, 5e-11},
    {"free12, anchored 86400 s", "free12_slow_1e-6.txt", FLOW_ANCHORED, 1, 86400, 1e-11},
    {"free14, anchored 15 s", "free14_exact_separatrix.txt", FLOW_ANCHORED, 1, 15, 1e-11},
};
enum { FLOW_CASE_COUNT = sizeof flow_cases / sizeof flow_cases[0] };

static inline gyre_quat flow_quat(quat q) { return (gyre_quat){q.w, q.x, q.y, q.z}; }
static inline vec3 flow_vec3(gyre_vec3 a) { return (vec3){a.x, a.y, a.z}; }

/// A body in free rotation, one double wide.
typedef struct flow_body {
    rotor c;
    quat q;
    vec3 m, L; // body frame, world
} flow_body;

static inline flow_body flow_body_of(gyre_vec3 I, gyre_quat q, gyre_vec3 w_body) {
    flow_body body = {.c = rotor_of(flow_vec3(I), (vec3){1 / I.x, 1 / I.y, 1 / I.z}), .q = {q.w, q.x, q.y, q.z}};
    body.m = times(body.c.inertia, flow_vec3(w_body));
    body.L = rotate(body.q, body.m);
    return body;
}

static inline void flow_step(flow_body *body, flow_way way, double h) {
    if (way == FLOW_STEPPED) body->m = rotate_back(body->q, body->L);
    body->q = exact_turn(body->q, &body->m, &body->c, h);
}

static inline double flow_energy(const flow_body *body) {
    vec3 m = rotate_back(body->q, body->L);
    return 0.5 * dot(m, times(body->c.inv_inertia, m));
}

/// The largest angle between the flow and the rows of a case [rad], and the relative change of energy.
static inline double flow_error(const flow_case *c, double *out_energy_error) {
    reference ref = reference_read(c->file);
    flow_body start = flow_body_of(ref.I, ref.q0, ref.w0), body = start;
    double worst = -1, t = 0, energy = flow_energy(&start);
    for (int i = 0; i < ref.row_count && ref.rows[i].t <= c->t_last; i++) {
        double span = ref.rows[i].t - t;
        long steps = c->way == FLOW_ANCHORED ? 1 : (long)ceil(span / FLOW_STEP - 1e-9);
        if (c->way == FLOW_ANCHORED) {
            body = start;
            span = ref.rows[i].t;
        }
        for (long k = 0; k < steps; k++)
            flow_step(&body, c->way, span / (double)steps);
        t = ref.rows[i].t;
        if (t >= c->t_first) worst = fmax(worst, angle_between(flow_quat(body.q), ref.rows[i].q));
    }
    if (worst < 0) reference_fail(c->file, "has no rows in the range of its case");
    if (out_energy_error) *out_energy_error = fabs(flow_energy(&body) / energy - 1);
    return worst;
}
