/// The tennis racket: thrown with a spin about its middle axis it turns over, again and again.
#include "scene.h"

#include <stdio.h>

static const gyre_vec3 MOMENTS = {1, 2, 3}; // [kg m^2]

static gyre_result build(gyre_world *world) {
    gyre_body_def racket = gyre_body_def_default();
    racket.name = "racket";
    racket.mass = (gyre_mass_properties){.mass = 1, .inertia = {MOMENTS.x, MOMENTS.y, MOMENTS.z, 0, 0, 0}};
    racket.angular_velocity = (gyre_vec3){0.01, 2, 0.01};
    racket.angular_frame = GYRE_FRAME_BODY;
    gyre_body_id id;
    return gyre_world_add_body(world, &racket, &id);
}

static gyre_result body_spin(const gyre_world *world, gyre_vec3 *out_w) {
    gyre_motion motion;
    gyre_result r = gyre_body_get_motion(world, gyre_world_next_body(world, (gyre_body_id){0}), &motion);
    if (r == GYRE_OK) *out_w = gyre_quat_rotate_back(motion.orientation, motion.angular_velocity);
    return r;
}

enum { FLIPS, FIRST_FLIP, LAST_FLIP, SPIN_BEFORE, TIME_BEFORE };

// A flip is a change of sign of the spin about the middle axis.
static gyre_result watch(const gyre_world *world, double *memory) {
    gyre_vec3 w;
    gyre_result r = body_spin(world, &w);
    if (r != GYRE_OK) return r;
    double t = gyre_world_time(world), before = memory[SPIN_BEFORE];
    if (before * w.y < 0) {
        memory[LAST_FLIP] = memory[TIME_BEFORE] + (t - memory[TIME_BEFORE]) * before / (before - w.y);
        if (memory[FLIPS] == 0) memory[FIRST_FLIP] = memory[LAST_FLIP];
        memory[FLIPS]++;
    }
    memory[SPIN_BEFORE] = w.y;
    memory[TIME_BEFORE] = t;
    return GYRE_OK;
}

static gyre_result measure(const gyre_world *world, const double *memory, double *out_row) {
    double kinetic, potential;
    gyre_vec3 w;
    gyre_result r = body_spin(world, &w);
    if (r == GYRE_OK) r = gyre_world_energy(world, &kinetic, &potential);
    if (r != GYRE_OK) return r;
    const double row[] = {w.x, w.y, w.z, memory[FLIPS], kinetic + potential};
    for (int i = 0; i < 5; i++)
        out_row[i] = row[i];
    return GYRE_OK;
}

// The motion repeats after a period that has a closed form, with two flips in it.
static gyre_result conclude(const gyre_world *world, const double *memory) {
    double period;
    gyre_vec3 m = {0.01 * MOMENTS.x, 2 * MOMENTS.y, 0.01 * MOMENTS.z}; // angular momentum at the start, body frame
    gyre_result r = gyre_free_rotation_period(MOMENTS, m, &period);
    if (r != GYRE_OK) return r;
    double step = gyre_world_time(world) / (double)gyre_world_step_count(world);
    printf("%g flips", memory[FLIPS]);
    if (memory[FLIPS] < 2 || step > 0.1) // too few, or seen too rarely to say when
        printf("; ");
    else
        printf(", one every %.6f s; ", (memory[LAST_FLIP] - memory[FIRST_FLIP]) / (memory[FLIPS] - 1));
    printf("the closed form has one every %.6f s\n", period / 2);
    return GYRE_OK;
}

const scene scene_tennis_racket = {
    .name = "tennis-racket",
    .text = "a free body that spins about its middle axis, and turns over again and again",
    .title =
        "A tennis racket in free flight: 1 kg, moments 1, 2, 3 kg m^2, spinning about its middle axis (body frame).",
    .method = GYRE_METHOD_exact,
    .dt = 1.0 / 60,
    .duration = 60,
    .fps = 1,
    .build = build,
    .columns = {{"wx", "rad/s", 5}, {"wy", "rad/s", 5}, {"wz", "rad/s", 5}, {"flips", "", 0}, {"energy", "J", 6}},
    .measure = measure,
    .watch = watch,
    .conclude = conclude,
};
