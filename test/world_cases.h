/// Errors of the motion of whole worlds, stepped with `exact` at 1/60 s: rows of accuracy_flow.c.
#pragma once

#include "flow_cases.h"
#include "forced_cases.h"

#include "gyre/world.h"

/// A world of one free body as a reference file describes it.
static inline gyre_world *world_of_reference(const reference *ref, gyre_body_id *out_body) {
    gyre_world *world;
    forced_insist(gyre_world_create(NULL, &world));
    gyre_body_def def = gyre_body_def_default();
    def.mass = (gyre_mass_properties){ref->mass, {0, 0, 0}, {ref->I.x, ref->I.y, ref->I.z, 0, 0, 0}};
    def.orientation = ref->q0;
    def.angular_velocity = ref->w0;
    def.angular_frame = GYRE_FRAME_BODY;
    forced_insist(gyre_world_add_body(world, &def, out_body));
    return world;
}

static inline gyre_state state_in_world(const gyre_world *world, gyre_body_id body) {
    gyre_state s;
    forced_insist(gyre_body_get_state(world, body, &s));
    return s;
}

/// The largest angle error [rad] at the rows of the file up to t_last, which must lie on steps.
static inline double world_error(const char *file, double t_last) {
    reference ref = reference_read(file);
    gyre_body_id body;
    gyre_world *world = world_of_reference(&ref, &body);
    double worst = 0;
    for (int i = 0; i < ref.row_count && ref.rows[i].t <= t_last; i++) {
        long steps = lround(ref.rows[i].t / FLOW_STEP);
        if (fabs((double)steps * FLOW_STEP - ref.rows[i].t) > 1e-9) continue; // between two steps
        while ((long)gyre_world_step_count(world) < steps)
            forced_insist(gyre_world_step(world, FLOW_STEP, NULL));
        worst = fmax(worst, angle_between(state_in_world(world, body).q, ref.rows[i].q));
    }
    gyre_world_destroy(world);
    return worst;
}

typedef struct world_case {
    const char *name, *file;
    double t_last, bar;
} world_case;

static const world_case world_cases[] = {
    {"world: free01, 600 s", "free01_generic.txt", 600, 1e-11},
    {"world: free02, 600 s", "free02_near_separatrix.txt", 600, 2e-8},
    {"world: free04, 600 s", "free04_oblate.txt", 600, 3e-11},
    {"world: free06, 600 s", "free06_sphere.txt", 600, 3e-11},
    {"world: free07, 600 s", "free07_flat_plate.txt", 600, 3e-11},
    {"world: free09, 60 s", "free09_rod_symmetric.txt", 60, 1e-9},
    {"world: free11, 1 s", "free11_fast_1e4.txt", 1, 1e-10},
    {"world: free11, 10 s", "free11_fast_1e4.txt", 10, 3e-9},
    {"world: free12, 600 s", "free12_slow_1e-6.txt", 600, 1e-12},
};
enum { WORLD_CASE_COUNT = sizeof world_cases / sizeof world_cases[0] };

/// 0 when L has the same bits after all steps, else how far it moved; *out_energy_error is the largest |dE/E| seen.
static inline double world_long_run(long steps, double *out_energy_error) {
    reference ref = reference_read("free01_generic.txt");
    gyre_body_id body;
    gyre_world *world = world_of_reference(&ref, &body);
    gyre_vec3 L = state_in_world(world, body).L;
    double start, energy, worst = 0;
    forced_insist(gyre_body_kinetic_energy(world, body, &start));
    for (long i = 1; i <= steps; i++) {
        forced_insist(gyre_world_step(world, FLOW_STEP, NULL));
        if (i % (steps / 100) != 0) continue;
        forced_insist(gyre_body_kinetic_energy(world, body, &energy));
        worst = fmax(worst, fabs(energy / start - 1));
    }
    gyre_vec3 L_end = state_in_world(world, body).L;
    gyre_world_destroy(world);
    if (out_energy_error) *out_energy_error = worst;
    return distance(L, L_end);
}

/// The angle [rad] by which free01 misses its start after 600 s forward and 600 s backward.
static inline double world_there_and_back(void) {
    reference ref = reference_read("free01_generic.txt");
    gyre_body_id body;
    gyre_world *world = world_of_reference(&ref, &body);
    gyre_quat start = state_in_world(world, body).q;
    for (int i = 0; i < 72000; i++)
        forced_insist(gyre_world_step(world, i < 36000 ? FLOW_STEP : -FLOW_STEP, NULL));
    double angle = angle_between(state_in_world(world, body).q, start);
    gyre_world_destroy(world);
    return angle;
}
