/// Worlds, bodies and forces that several tests use. Everything goes through the public interface.
#pragma once

#include "body_helpers.h"
#include "check.h"
#include "host.h"
#include "snapshot_tag.h"
#include "world_bytes.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const gyre_body_id no_body = {0, 0, 0};
static const gyre_force_id no_force = {0, 0, 0};
static const double DT = 1.0 / 60;

static inline int is_same_id(gyre_body_id a, gyre_body_id b) {
    return a.index == b.index && a.generation == b.generation && a.world == b.world;
}

// ---- worlds ----

/// The defaults, with a log that keeps its last line in log_text.
static inline gyre_world_def plain_world_def(void) {
    gyre_world_def def = gyre_world_def_default();
    def.log.write = keep_text;
    log_text[0] = '\0';
    return def;
}

static inline gyre_world *world_of(const gyre_world_def *def) {
    gyre_world *world = NULL;
    CHECK_OK(gyre_world_create(def, &world));
    return world;
}

static inline gyre_world *plain_world(void) {
    gyre_world_def def = plain_world_def();
    return world_of(&def);
}

/// With gravity g along z, a method, and a ledger.
static inline gyre_world *world_with(double g, gyre_method method) {
    gyre_world_def def = plain_world_def();
    def.gravity.z = g;
    def.method = method;
    def.has_ledger = 1;
    return world_of(&def);
}

static inline void take_steps(gyre_world *world, double h, int count) {
    for (int i = 0; i < count; i++) {
        gyre_step_report report;
        gyre_result r = gyre_world_step(world, h, &report);
        if (r != GYRE_OK) fail_msg("step %d: %s: %s", i, gyre_result_name(r), report.text);
    }
}

// ---- bodies ----

/// About its own centre, axes along those of the model.
static inline gyre_mass_properties properties_of(double mass, double Ixx, double Iyy, double Izz) {
    return (gyre_mass_properties){.mass = mass, .inertia = {.xx = Ixx, .yy = Iyy, .zz = Izz}};
}

static inline gyre_body_def body_def_of(gyre_mass_properties mass) {
    gyre_body_def def = gyre_body_def_default();
    def.mass = mass;
    return def;
}

/// A ball of 1 kg and moments 1, at rest at the origin.
static inline gyre_body_def ball_def(void) { return body_def_of(properties_of(1, 1, 1, 1)); }

/// A brick with three different moments, moving and tumbling.
static inline gyre_body_def brick_def(void) {
    gyre_body_def def = body_def_of(properties_of(2, 1, 2, 2.5));
    def.position = (gyre_vec3){0.3, -0.2, 0.5};
    def.orientation = (gyre_quat){0.5, -0.5, 0.5, 0.5};
    def.velocity = (gyre_vec3){0.5, 0.2, -0.3};
    def.angular_velocity = (gyre_vec3){1.5, -2, 0.75};
    return def;
}

/// The same with its centre of mass away from the model's origin and its principal axes away from the model's.
static inline gyre_body_def lopsided_def(void) {
    gyre_body_def def = brick_def();
    def.mass.inertia.xy = 0.2;
    def.mass.inertia.xz = -0.1;
    def.mass.inertia.yz = 0.3;
    def.mass.center = (gyre_vec3){0.25, -0.5, 0.125};
    return def;
}

static inline gyre_body_id add_body(gyre_world *world, const gyre_body_def *def) {
    gyre_body_id id = no_body;
    CHECK_OK(gyre_world_add_body(world, def, &id));
    return id;
}

static inline gyre_body_id add_ball_at(gyre_world *world, gyre_vec3 position) {
    gyre_body_def def = ball_def();
    def.position = position;
    return add_body(world, &def);
}

static inline gyre_body_def random_body_def(random_source *r) {
    gyre_body_def def = lopsided_def();
    def.mass.mass = random_between(r, 1, 5);
    def.position = random_vec3(r, 3);
    def.orientation = random_rotation(r);
    def.velocity = random_vec3(r, 1);
    def.angular_velocity = random_vec3(r, 2);
    return def;
}

static inline gyre_motion motion_of(const gyre_world *world, gyre_body_id body) {
    gyre_motion motion;
    CHECK_OK(gyre_body_get_motion(world, body, &motion));
    return motion;
}

static inline gyre_state state_of(const gyre_world *world, gyre_body_id body) {
    gyre_state state;
    CHECK_OK(gyre_body_get_state(world, body, &state));
    return state;
}

static inline gyre_vec3 position_of(const gyre_world *world, gyre_body_id body) {
    return motion_of(world, body).position;
}

static inline gyre_vec3 velocity_of(const gyre_world *world, gyre_body_id body) {
    return motion_of(world, body).velocity;
}

// ---- forces ----

static inline gyre_force_def force_on(gyre_force_kind kind, gyre_body_id body) {
    gyre_force_def def = gyre_force_def_default(kind);
    def.body = body;
    return def;
}

static inline gyre_force_id add_force(gyre_world *world, const gyre_force_def *def) {
    gyre_force_id id = no_force;
    gyre_result r = gyre_world_add_force(world, def, &id);
    if (r != GYRE_OK) fail_msg("add_force: %s: %s", gyre_result_name(r), log_text);
    return id;
}

static inline gyre_point at_body(double x, double y, double z) { return (gyre_point){GYRE_AT_BODY, {x, y, z}}; }
static inline gyre_point at_world(double x, double y, double z) { return (gyre_point){GYRE_AT_WORLD, {x, y, z}}; }

static inline gyre_force_def spring_on(gyre_body_id body, gyre_body_id other, double stiffness, double length) {
    gyre_force_def def = force_on(GYRE_FORCE_spring, body);
    def.other = other;
    def.parameters.spring.stiffness = stiffness;
    def.parameters.spring.length = length;
    return def;
}

static inline gyre_force_def push_on(gyre_body_id body, gyre_vec3 force, gyre_point at) {
    gyre_force_def def = force_on(GYRE_FORCE_force, body);
    def.parameters.force.force = force;
    def.parameters.force.at = at;
    return def;
}

static inline gyre_force_def callback_on(gyre_body_id body, gyre_block_callback function, void *user) {
    gyre_force_def def = force_on(GYRE_FORCE_callback, body);
    def.parameters.callback.function = function;
    def.parameters.callback.user = user;
    return def;
}

// ---- comparing ----

#define CHECK_VEC3_NEAR(got, want, tolerance)                                                                          \
    do {                                                                                                               \
        gyre_vec3 got_v = (got), want_v = (want);                                                                      \
        if (!(distance(got_v, want_v) <= (tolerance)))                                                                 \
            fail_msg("%s is (%.17g, %.17g, %.17g), expected (%.17g, %.17g, %.17g) +- %g (off by %g)", #got, got_v.x,   \
                     got_v.y, got_v.z, want_v.x, want_v.y, want_v.z, (double)(tolerance), distance(got_v, want_v));    \
    } while (0)

#define CHECK_VEC3_SAME(got, want)                                                                                     \
    do {                                                                                                               \
        gyre_vec3 got_v = (got), want_v = (want);                                                                      \
        CHECK_SAME(got_v.x, want_v.x);                                                                                 \
        CHECK_SAME(got_v.y, want_v.y);                                                                                 \
        CHECK_SAME(got_v.z, want_v.z);                                                                                 \
    } while (0)

/// Two states with the same bits.
#define CHECK_STATE_SAME(got, want)                                                                                    \
    do {                                                                                                               \
        gyre_state got_s = (got), want_s = (want);                                                                     \
        CHECK_BYTES(&got_s, &want_s, sizeof got_s);                                                                    \
    } while (0)

/// REMEMBER(was, world) ... CHECK_UNCHANGED(world, was): nothing in the world has changed, by its snapshot's bytes.
#define REMEMBER(was, world) __attribute__((cleanup(world_bytes_free))) world_bytes was = world_bytes_of(world)

#define CHECK_UNCHANGED(world, was)                                                                                    \
    do {                                                                                                               \
        const world_bytes *was_ = &(was);                                                                              \
        CHECK(was_->size > 0);                                                                                         \
        long at_ = first_change((world), was_);                                                                        \
        if (at_ >= 0) fail_msg("%s has changed: byte %ld of its snapshot", #world, at_);                               \
    } while (0)

/// A call that is refused or fails, and changes nothing in the world.
#define CHECK_REFUSED(world, call, want)                                                                               \
    do {                                                                                                               \
        REMEMBER(unrefused_, world);                                                                                   \
        CHECK_RESULT(call, want);                                                                                      \
        CHECK_UNCHANGED(world, unrefused_);                                                                            \
    } while (0)

/// Two worlds that have gone the same way: all of their snapshots is the same but the number that tells worlds apart.
#define CHECK_ALIKE(a, b)                                                                                              \
    do {                                                                                                               \
        world_bytes a_ = world_bytes_of(a), b_ = world_bytes_of(b);                                                    \
        CHECK(a_.size > 0 && b_.size > 0);                                                                             \
        forget_tag((char *)a_.bytes, a_.size);                                                                         \
        forget_tag((char *)b_.bytes, b_.size);                                                                         \
        long at_ = first_difference(&a_, &b_);                                                                         \
        world_bytes_free(&a_);                                                                                         \
        world_bytes_free(&b_);                                                                                         \
        if (at_ >= 0) fail_msg("%s differs from %s: byte %ld of their snapshots", #a, #b, at_);                        \
    } while (0)

static inline gyre_ledger ledger_of(const gyre_world *world) {
    gyre_ledger ledger;
    CHECK_OK(gyre_world_get_ledger(world, &ledger));
    return ledger;
}

static inline double energy_of(const gyre_world *world) {
    double kinetic, potential;
    CHECK_OK(gyre_world_energy(world, &kinetic, &potential));
    return kinetic + potential;
}
