// Sleeping bodies, and the partitions between which bodies move.
#include "check.h"
#include "random.h"
#include "world_helpers.h"

#include "gyre/snapshot.h"

#include <stdio.h>
#include <stdlib.h>

static int is_awake(const gyre_world *world, gyre_body_id body) {
    int awake = -1;
    CHECK_OK(gyre_body_get_awake(world, body, &awake));
    return awake;
}

static gyre_body_id add_sleeper(gyre_world *world, gyre_vec3 position) {
    gyre_body_id id = add_ball_at(world, position);
    CHECK_OK(gyre_body_set_awake(world, id, 0));
    CHECK_EQ(is_awake(world, id), 0);
    return id;
}

// ---- sleeping ----

TEST(a_sleeping_body_stays_where_it_is_and_the_others_keep_their_bits) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *with = world_with(-10, (gyre_method)m), *without = world_with(-10, (gyre_method)m);
        gyre_body_def def = brick_def();
        gyre_body_id a = add_body(with, &def), b = add_body(without, &def);
        gyre_body_id sleeper = add_ball_at(with, (gyre_vec3){1, 2, 3});
        CHECK_OK(gyre_body_set_velocity(with, sleeper, (gyre_vec3){1, 1, 1}, (gyre_vec3){1, 0, 0}));
        CHECK_OK(gyre_body_set_awake(with, sleeper, 0));
        take_steps(with, DT, 30);
        take_steps(without, DT, 30);
        CHECK_VEC3_SAME(position_of(with, sleeper), ((gyre_vec3){1, 2, 3}));
        CHECK_VEC3_SAME(velocity_of(with, sleeper), ((gyre_vec3){0, 0, 0}));
        CHECK_VEC3_SAME(position_of(with, a), position_of(without, b));
        CHECK_VEC3_SAME(motion_of(with, a).angular_velocity, motion_of(without, b).angular_velocity);
        gyre_world_destroy(with);
        gyre_world_destroy(without);
    }
}

// A body on a spring at a sleeping body swings as at a fixed point: x = cos(w t).
TEST(a_sleeping_body_holds_a_spring_like_a_static_one) {
    gyre_world *world = world_with(0, GYRE_METHOD_rkn6), *fixed = world_with(0, GYRE_METHOD_rkn6);
    gyre_world *const worlds[] = {world, fixed};
    gyre_body_id balls[2];
    for (int i = 0; i < 2; i++) {
        gyre_body_def def = ball_def();
        def.kind = i ? GYRE_BODY_STATIC : GYRE_BODY_DYNAMIC;
        gyre_body_id anchor = add_body(worlds[i], &def);
        balls[i] = add_ball_at(worlds[i], (gyre_vec3){2, 0, 0});
        gyre_force_def spring = spring_on(balls[i], anchor, 4, 1);
        add_force(worlds[i], &spring);
        if (i == 0) CHECK_OK(gyre_body_set_awake(world, anchor, 0));
        take_steps(worlds[i], DT, 60);
    }
    CHECK_VEC3_SAME(position_of(world, balls[0]), position_of(fixed, balls[1]));
    CHECK_NEAR(position_of(world, balls[0]).x, 1 + cos(2.0), 1e-9);
    gyre_world_destroy(world);
    gyre_world_destroy(fixed);
}

TEST(the_ledger_books_falling_asleep_as_an_edit_and_sleep_leaves_no_residual) {
    gyre_world_def def = plain_world_def();
    def.gravity.z = -10;
    def.has_ledger = 1;
    gyre_world *world = world_of(&def);
    gyre_body_id ball = add_ball_at(world, (gyre_vec3){0, 0, 8});
    add_ball_at(world, (gyre_vec3){1, 0, 8});
    take_steps(world, DT, 30); // v = -5 m/s
    CHECK_OK(gyre_body_set_awake(world, ball, 0));
    take_steps(world, DT, 30);
    CHECK_NEAR(ledger_of(world).edited, -12.5, 1e-12);
    CHECK_OK(gyre_body_set_awake(world, ball, 1));
    take_steps(world, DT, 30);
    gyre_ledger ledger = ledger_of(world);
    CHECK_NEAR(ledger.edited, -12.5, 1e-12);
    CHECK_NEAR(ledger.residual, 0, 1e-11);
    CHECK_VEC3_NEAR(ledger.momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-12);
    CHECK_NEAR(velocity_of(world, ball).z, -5, 1e-13);
    gyre_world_destroy(world);
}

// ---- waking ----

typedef struct subject {
    gyre_world *world;
    gyre_body_id sleeper, other;
    gyre_force_id spring, window;
} subject;

static void push_force(subject *s) {
    CHECK_OK(gyre_body_apply_force(s->world, s->sleeper, (gyre_vec3){1, 0, 0}, (gyre_vec3){0, 0, 0}));
}
static void push_center(subject *s) {
    CHECK_OK(gyre_body_apply_force_at_center(s->world, s->sleeper, (gyre_vec3){1, 0, 0}));
}
static void push_torque(subject *s) { CHECK_OK(gyre_body_apply_torque(s->world, s->sleeper, (gyre_vec3){1, 0, 0})); }
static void push_impulse(subject *s) {
    CHECK_OK(gyre_body_apply_impulse(s->world, s->sleeper, (gyre_vec3){1, 0, 0}, (gyre_vec3){0, 0, 0}));
}
static void push_spin(subject *s) {
    CHECK_OK(gyre_body_apply_angular_impulse(s->world, s->sleeper, (gyre_vec3){1, 0, 0}));
}
static void set_motion(subject *s) {
    gyre_motion motion = motion_of(s->world, s->sleeper);
    CHECK_OK(gyre_body_set_motion(s->world, s->sleeper, &motion));
}
static void set_pose(subject *s) {
    CHECK_OK(gyre_body_set_pose(s->world, s->sleeper, (gyre_pose){{0, 1, 0}, {1, 0, 0, 0}}));
}
static void set_velocity(subject *s) {
    CHECK_OK(gyre_body_set_velocity(s->world, s->sleeper, (gyre_vec3){1, 0, 0}, (gyre_vec3){0, 0, 0}));
}
static void set_mass(subject *s) {
    gyre_mass_properties mass = properties_of(2, 1, 1, 1);
    CHECK_OK(gyre_body_set_mass(s->world, s->sleeper, &mass));
}
static void set_locks(subject *s) { CHECK_OK(gyre_body_set_locks(s->world, s->sleeper, GYRE_LOCK_Z)); }
static void set_damping(subject *s) { CHECK_OK(gyre_body_set_damping(s->world, s->sleeper, 1, 1)); }
static void set_kind(subject *s) { CHECK_OK(gyre_body_set_kind(s->world, s->sleeper, GYRE_BODY_STATIC)); }
static void set_gravity(subject *s) { CHECK_OK(gyre_world_set_gravity(s->world, (gyre_vec3){0, 0, -1})); }
static void add_spring(subject *s) {
    gyre_force_def spring = spring_on(s->other, s->sleeper, 3, 1);
    add_force(s->world, &spring);
}
static void add_field(subject *s) {
    gyre_force_def field = gyre_force_def_default(GYRE_FORCE_field);
    field.parameters.field.acceleration = (gyre_vec3){0, 1, 0};
    add_force(s->world, &field);
}
static void change_spring(subject *s) {
    gyre_force_def spring;
    CHECK_OK(gyre_force_get(s->world, s->spring, &spring));
    CHECK_OK(gyre_force_set_parameters(s->world, s->spring, &spring.parameters));
}
static void remove_spring(subject *s) { CHECK_OK(gyre_world_remove_force(s->world, s->spring)); }
static void remove_other(subject *s) { CHECK_OK(gyre_world_remove_body(s->world, s->other)); }
static void open_window(subject *s) { take_steps(s->world, 0.5, 2); } // it opens at 0.75 s
static void wake(subject *s) { CHECK_OK(gyre_body_set_awake(s->world, s->sleeper, 1)); }

static subject new_subject(gyre_method method) {
    subject s = {.world = world_with(0, method)};
    s.sleeper = add_ball_at(s.world, (gyre_vec3){0, 0, 0});
    s.other = add_ball_at(s.world, (gyre_vec3){1, 0, 0});
    gyre_force_def spring = spring_on(s.sleeper, s.other, 1, 1);
    s.spring = add_force(s.world, &spring);
    gyre_force_def thrust = push_on(s.sleeper, (gyre_vec3){1, 0, 0}, at_body(0, 0, 0));
    thrust.from = 0.75;
    s.window = add_force(s.world, &thrust);
    CHECK_OK(gyre_body_set_awake(s.world, s.sleeper, 0));
    return s;
}

TEST(a_push_a_set_and_a_force_wake_a_sleeping_body) {
    static void (*const causes[])(subject *) = {
        push_force,    push_center,   push_torque,  push_impulse, push_spin,   set_motion,   set_pose,
        set_mass,      set_locks,     set_damping,  set_kind,     set_gravity, add_spring,   add_field,
        change_spring, remove_spring, remove_other, open_window,  wake,        set_velocity,
    };
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        subject s = new_subject(GYRE_METHOD_exact);
        take_steps(s.world, 0.25, 1);
        CHECK_EQ(is_awake(s.world, s.sleeper), 0);
        causes[i](&s);
        if (!is_awake(s.world, s.sleeper)) print_message("cause %zu does not wake the body\n", i);
        CHECK_EQ(is_awake(s.world, s.sleeper), 1);
        gyre_world_destroy(s.world);
    }
}

TEST(reading_a_sleeping_body_and_changing_another_one_do_not_wake_it) {
    subject s = new_subject(GYRE_METHOD_exact);
    gyre_motion motion;
    double kinetic, potential;
    CHECK_OK(gyre_body_get_motion(s.world, s.sleeper, &motion));
    CHECK_OK(gyre_world_energy(s.world, &kinetic, &potential));
    CHECK_OK(gyre_body_apply_impulse(s.world, s.other, (gyre_vec3){1, 0, 0}, (gyre_vec3){1, 0, 0}));
    CHECK_OK(gyre_body_set_user_data(s.world, s.sleeper, 7));
    CHECK_OK(gyre_body_set_awake(s.world, s.sleeper, 0));
    add_ball_at(s.world, (gyre_vec3){5, 0, 0});
    CHECK_EQ(is_awake(s.world, s.sleeper), 0);
    gyre_world_destroy(s.world);
}

TEST(only_dynamic_bodies_sleep) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    for (int kind = GYRE_BODY_STATIC; kind <= GYRE_BODY_KINEMATIC; kind++) {
        gyre_body_def def = ball_def();
        def.kind = (gyre_body_kind)kind;
        gyre_body_id id = add_body(world, &def);
        CHECK_REFUSED(world, gyre_body_set_awake(world, id, 0), GYRE_ERR_OPTION);
        CHECK_EQ(is_awake(world, id), 1);
    }
    gyre_world_destroy(world);
}

TEST(refused_changes_leave_a_sleeping_body_asleep) {
    subject s = new_subject(GYRE_METHOD_exact);
    const double none = __builtin_nan("");
    gyre_mass_properties wrong = properties_of(-1, 1, 1, 1);
    CHECK_REFUSED(s.world, gyre_body_apply_torque(s.world, s.sleeper, (gyre_vec3){none, 0, 0}), GYRE_ERR_NOT_FINITE);
    CHECK_REFUSED(s.world, gyre_body_set_mass(s.world, s.sleeper, &wrong), GYRE_ERR_MASS);
    CHECK_REFUSED(s.world, gyre_body_set_damping(s.world, s.sleeper, -1, 0), GYRE_ERR_DAMPING);
    CHECK_REFUSED(s.world, gyre_world_set_gravity(s.world, (gyre_vec3){none, 0, 0}), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(is_awake(s.world, s.sleeper), 0);
    gyre_world_destroy(s.world);
}

// ---- snapshots ----

typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

static saved save(const gyre_world *world) {
    saved s;
    CHECK_OK(gyre_world_snapshot_size(world, &s.size));
    s.bytes = malloc(s.size);
    CHECK(s.bytes != NULL);
    CHECK_OK(gyre_world_save(world, s.bytes, s.size, &s.size));
    return s;
}

TEST(a_snapshot_keeps_who_sleeps_and_the_hash_shows_it) {
    gyre_world *world = world_with(-10, GYRE_METHOD_exact), *other = world_with(0, GYRE_METHOD_exact);
    gyre_body_id sleeper = add_sleeper(world, (gyre_vec3){1, 2, 3});
    add_ball_at(world, (gyre_vec3){0, 0, 0});
    uint64_t asleep = gyre_world_hash(world);
    saved s = save(world);
    CHECK_OK(gyre_world_restore(other, s.bytes, s.size));
    CHECK_EQ(is_awake(other, sleeper), 0);
    CHECK(gyre_world_hash(other) == asleep);
    CHECK_OK(gyre_body_set_awake(world, sleeper, 1));
    CHECK(gyre_world_hash(world) != asleep);
    free(s.bytes);
    gyre_world_destroy(world);
    gyre_world_destroy(other);
}

// Applied wrenches act during one step only, also where the body they were applied to does not move.
TEST(a_force_applied_to_a_static_body_does_not_outlive_a_restore) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact), *restored = world_with(0, GYRE_METHOD_exact);
    gyre_body_def def = ball_def();
    def.kind = GYRE_BODY_STATIC;
    gyre_body_id ball = add_ball_at(world, (gyre_vec3){1, 2, 3}), post = add_body(world, &def);
    CHECK_OK(gyre_body_apply_force_at_center(world, post, (gyre_vec3){6, 0, 0}));
    saved s = save(world);
    CHECK_OK(gyre_world_restore(restored, s.bytes, s.size));
    gyre_world *const worlds[] = {world, restored};
    for (int i = 0; i < 2; i++) {
        take_steps(worlds[i], DT, 1);
        CHECK_OK(gyre_body_set_kind(worlds[i], post, GYRE_BODY_DYNAMIC));
        CHECK_OK(gyre_body_apply_force_at_center(worlds[i], ball, (gyre_vec3){0, 1, 0}));
        take_steps(worlds[i], DT, 1);
        CHECK_VEC3_SAME(velocity_of(worlds[i], post), ((gyre_vec3){0, 0, 0}));
    }
    free(s.bytes);
    gyre_world_destroy(world);
    gyre_world_destroy(restored);
}

// Written by the library before partitions: every kind of body, springs, a removed body, 30 steps. The hash afterwards
// is what that library computed 60 steps later.
TEST(a_snapshot_of_version_1_continues_with_the_bits_of_its_time) {
    FILE *file = fopen(DATA_DIR "/version1.gyre", "rb");
    CHECK(file != NULL);
    uint8_t bytes[8192];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    CHECK_EQ(size, 5830);
    gyre_world_def def = plain_world_def();
    def.has_ledger = 1;
    gyre_world *world = world_of(&def);
    CHECK_OK(gyre_world_restore(world, bytes, size));
    CHECK(gyre_world_hash(world) == UINT64_C(0x864c04cdfbf842a9));
    take_steps(world, DT, 60);
    CHECK(gyre_world_hash(world) == UINT64_C(0x44b66160992c38e9));
    CHECK_NEAR(ledger_of(world).work, -5.6827876675713931, 1e-12);
    for (size_t cut = 0; cut < size; cut += 7)
        CHECK_REFUSED(world, gyre_world_restore(world, bytes, cut), GYRE_ERR_SNAPSHOT);
    gyre_world_destroy(world);
}

// ---- partitions ----

enum { BODIES_MAX = 300 };

typedef struct model_body {
    gyre_body_id id;
    gyre_vec3 x, v; // without forces: x += v h, unless it is static or asleep
    gyre_body_kind kind;
    int is_asleep, is_locked;
} model_body;

typedef struct model {
    gyre_world *world;
    model_body bodies[BODIES_MAX];
    int count;
} model;

static void add_random(model *m, random_source *r) {
    gyre_body_def def = ball_def();
    model_body b = {.kind = (gyre_body_kind)(random_u64(r) % GYRE_BODY_KIND_COUNT)};
    def.kind = b.kind;
    b.x = def.position = (gyre_vec3){(double)(random_u64(r) % 64), (double)(random_u64(r) % 64), 0};
    if (b.kind != GYRE_BODY_STATIC) b.v = def.velocity = (gyre_vec3){(double)(random_u64(r) % 4), 1, 0};
    b.is_locked = b.kind == GYRE_BODY_DYNAMIC && random_u64(r) % 3 == 0;
    if (b.is_locked) def.locks = GYRE_LOCK_Z;
    b.id = add_body(m->world, &def);
    m->bodies[m->count++] = b;
}

static void change_random(model *m, random_source *r) {
    model_body *b = &m->bodies[random_u64(r) % (uint64_t)m->count];
    switch (random_u64(r) % 4) {
    case 0:
        CHECK_OK(gyre_world_remove_body(m->world, b->id));
        *b = m->bodies[--m->count];
        break;
    case 1:
        if (b->kind != GYRE_BODY_DYNAMIC) break;
        b->is_asleep = !b->is_asleep;
        if (b->is_asleep) b->v = (gyre_vec3){0, 0, 0};
        CHECK_OK(gyre_body_set_awake(m->world, b->id, !b->is_asleep));
        break;
    case 2:
        b->kind = (gyre_body_kind)(random_u64(r) % GYRE_BODY_KIND_COUNT);
        gyre_body_kind before;
        CHECK_OK(gyre_body_get_kind(m->world, b->id, &before));
        if (b->kind != before) b->is_asleep = 0;
        if (b->kind == GYRE_BODY_STATIC) b->v = (gyre_vec3){0, 0, 0};
        CHECK_OK(gyre_body_set_kind(m->world, b->id, b->kind));
        break;
    default:
        if (b->kind == GYRE_BODY_STATIC) break;
        b->v = (gyre_vec3){2, (double)(random_u64(r) % 8), 0};
        b->is_asleep = 0;
        CHECK_OK(gyre_body_set_velocity(m->world, b->id, b->v, (gyre_vec3){0, 0, 0}));
    }
}

static void check_model(const model *m) {
    CHECK_EQ(gyre_world_body_count(m->world), (size_t)m->count);
    for (int i = 0; i < m->count; i++) {
        const model_body *b = &m->bodies[i];
        CHECK_VEC3_SAME(position_of(m->world, b->id), b->x);
        CHECK_VEC3_SAME(velocity_of(m->world, b->id), b->v);
        CHECK_EQ(is_awake(m->world, b->id), !b->is_asleep);
    }
}

// Steps of 1/4 s and small whole numbers: positions are exact.
TEST(bodies_keep_their_state_while_they_move_between_partitions) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        random_source r = {.state = seed};
        model m = {.world = world_with(0, GYRE_METHOD_exact)};
        for (int round = 0; round < 60; round++) {
            int adds = (int)(random_u64(&r) % 12), changes = (int)(random_u64(&r) % 12);
            for (int i = 0; i < adds && m.count < BODIES_MAX; i++)
                add_random(&m, &r);
            for (int i = 0; i < changes && m.count > 0; i++)
                change_random(&m, &r);
            take_steps(m.world, 0.25, 1);
            for (int i = 0; i < m.count; i++)
                m.bodies[i].x =
                    (gyre_vec3){m.bodies[i].x.x + 0.25 * m.bodies[i].v.x, m.bodies[i].x.y + 0.25 * m.bodies[i].v.y, 0};
            check_model(&m);
        }
        gyre_world_destroy(m.world);
    }
}

// The same calls on a world and on one restored from its snapshot in the middle give the same bytes at the end.
TEST(a_restored_world_continues_with_the_same_slots) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        model whole = {.world = world_with(0, GYRE_METHOD_exact)}, restored;
        random_source r = {.state = seed};
        for (int i = 0; i < 200; i++)
            add_random(&whole, &r);
        for (int i = 0; i < 150; i++)
            change_random(&whole, &r);
        restored = whole;
        restored.world = world_with(1, GYRE_METHOD_rk4);
        saved s = save(whole.world);
        CHECK_OK(gyre_world_restore(restored.world, s.bytes, s.size));
        free(s.bytes);
        random_source again = r;
        for (int i = 0; i < 250; i++) {
            if (i % 3 == 0) add_random(&whole, &r), add_random(&restored, &again);
            change_random(&whole, &r);
            change_random(&restored, &again);
            if (i % 10 == 0) take_steps(whole.world, 0.25, 1), take_steps(restored.world, 0.25, 1);
        }
        saved a = save(whole.world), b = save(restored.world);
        CHECK_EQ(a.size, b.size);
        CHECK(memcmp(a.bytes, b.bytes, a.size) == 0);
        free(a.bytes);
        free(b.bytes);
        gyre_world_destroy(whole.world);
        gyre_world_destroy(restored.world);
    }
}

RUN_TESTS("world sleep")
