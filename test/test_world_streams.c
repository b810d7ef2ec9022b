/// Streams that come when they are needed: they change no bit, and no failing allocation leaves half of them.
#include "world_scenes.h"

// ---- the same with and without ----

static gyre_world *counted_world(failing *memory, gyre_method method, int has_ledger) {
    gyre_world_def def = plain_world_def();
    def.allocator = (gyre_allocator){failing_take, failing_give, memory};
    def.method = method;
    def.gravity.z = -5;
    def.has_ledger = has_ledger;
    return world_of(&def);
}

static gyre_body_def rod_def(void) {
    gyre_body_def def = brick_def();
    def.mass = properties_of(1, 1, 1, 1e-5); // further apart than 1 : 1000: its momentum is carried
    return def;
}

// A body that has everything comes and goes: the streams stay, and so does a used id in both kinds of worlds.
static void use_an_id(gyre_world *world, int is_warm) {
    gyre_body_def def = rod_def();
    def.linear_damping = def.angular_damping = 1;
    def.locks = GYRE_LOCK_PLANAR;
    def.has_pivot = 1;
    gyre_body_def plain = ball_def();
    gyre_body_id id = add_body(world, is_warm ? &def : &plain);
    if (is_warm) CHECK_OK(gyre_body_apply_torque(world, id, (gyre_vec3){1, 2, 3}));
    CHECK_OK(gyre_world_remove_body(world, id));
}

enum { PLAIN = 9 };

typedef struct subject {
    gyre_world *world;
    gyre_body_id ids[PLAIN], guest; // the guest comes later
} subject;

static subject subject_of(failing *memory, gyre_method method, int has_ledger, int is_warm) {
    subject s = {.world = counted_world(memory, method, has_ledger)};
    random_source r = {7};
    use_an_id(s.world, is_warm);
    for (int i = 0; i < PLAIN; i++) {
        gyre_body_def def = random_body_def(&r);
        s.ids[i] = add_body(s.world, &def);
    }
    return s;
}

// ---- what can happen to it ----

typedef gyre_result (*change)(subject *s);

static gyre_result add_guest(subject *s, const gyre_body_def *def) {
    return gyre_world_add_body(s->world, def, &s->guest);
}

static gyre_result add_plain(subject *s) {
    gyre_body_def def = brick_def();
    return add_guest(s, &def);
}

static gyre_result add_damped(subject *s) {
    gyre_body_def def = brick_def();
    def.linear_damping = 0.5;
    def.angular_damping = 0.25;
    return add_guest(s, &def);
}

static gyre_result add_locked(subject *s) {
    gyre_body_def def = lopsided_def();
    def.locks = GYRE_LOCK_PLANAR;
    return add_guest(s, &def);
}

static gyre_result add_pendulum(subject *s) {
    gyre_body_def def = lopsided_def();
    def.has_pivot = 1;
    def.pivot = (gyre_vec3){1, 0.5, 0};
    return add_guest(s, &def);
}

static gyre_result add_rod(subject *s) {
    gyre_body_def def = rod_def();
    return add_guest(s, &def);
}

static gyre_result add_static(subject *s) {
    gyre_body_def def = lopsided_def();
    def.kind = GYRE_BODY_STATIC;
    return add_guest(s, &def);
}

static gyre_result add_driven(subject *s) {
    gyre_path_point path[] = {{0, {{0, 0, 0}, {1, 0, 0, 0}}}, {1, {{1, 0, 0}, {0, 1, 0, 0}}}};
    gyre_body_def def = lopsided_def();
    def.kind = GYRE_BODY_KINEMATIC;
    def.path = path;
    def.path_count = 2;
    return add_guest(s, &def);
}

static gyre_result damp(subject *s) { return gyre_body_set_damping(s->world, s->ids[2], 0.5, 0.75); }
static gyre_result damp_no_more(subject *s) { return gyre_body_set_damping(s->world, s->ids[2], 0, 0); }
static gyre_result lock(subject *s) { return gyre_body_set_locks(s->world, s->ids[3], GYRE_LOCK_X); }
static gyre_result unlock(subject *s) { return gyre_body_set_locks(s->world, s->ids[3], 0); }
static gyre_result stop(subject *s) { return gyre_body_set_kind(s->world, s->ids[4], GYRE_BODY_STATIC); }
static gyre_result go_on(subject *s) { return gyre_body_set_kind(s->world, s->ids[4], GYRE_BODY_DYNAMIC); }

static gyre_result stretch(subject *s) {
    gyre_mass_properties thin = properties_of(1, 1, 1, 1e-5);
    return gyre_body_set_mass(s->world, s->ids[5], &thin);
}

static gyre_result shrink(subject *s) {
    gyre_mass_properties compact = properties_of(1, 1, 2, 2);
    return gyre_body_set_mass(s->world, s->ids[5], &compact);
}

static gyre_result apply(subject *s) {
    return gyre_body_apply_force(s->world, s->ids[6], (gyre_vec3){1, -2, 3}, (gyre_vec3){0.5, 0, 0});
}

static gyre_result add_drag(subject *s) {
    gyre_force_def def = force_on(GYRE_FORCE_drag, no_body);
    gyre_force_id id;
    def.parameters.drag.linear = 0.5;
    return gyre_world_add_force(s->world, &def, &id);
}

static gyre_result remove_one(subject *s) {
    if (!gyre_body_is_valid(s->world, s->ids[1])) return GYRE_OK;
    return gyre_world_remove_body(s->world, s->ids[1]);
}

static gyre_result step(subject *s) { return gyre_world_step(s->world, DT, NULL); }

// ---- comparing ----

// With every allocation failing once; each time everything is unchanged.
static int insist(subject *s, failing *memory, change what) {
    REMEMBER(was, s->world);
    size_t bodies = gyre_world_body_count(s->world), forces = gyre_world_force_count(s->world);
    for (int failures = 0;; failures++) {
        memory->calls = 0;
        memory->fail_at = failures;
        gyre_result r = what(s);
        memory->fail_at = -1;
        if (r == GYRE_OK) return failures;
        CHECK_EQ(r, GYRE_ERR_NO_MEMORY);
        CHECK_UNCHANGED(s->world, was);
        CHECK_EQ(gyre_world_body_count(s->world), bodies);
        CHECK_EQ(gyre_world_force_count(s->world), forces);
        double linear, angular;
        unsigned locks;
        CHECK_OK(gyre_body_get_damping(s->world, s->ids[2], &linear, &angular));
        CHECK_OK(gyre_body_get_locks(s->world, s->ids[3], &locks));
        if (what == damp) CHECK(linear == 0 && angular == 0);
        if (what == lock) CHECK_EQ(locks, 0);
    }
}

static void check_same(const subject *a, const subject *b) {
    CHECK_EQ(gyre_world_hash(a->world), gyre_world_hash(b->world));
    gyre_body_id x = gyre_world_next_body(a->world, no_body), y = gyre_world_next_body(b->world, no_body);
    for (; !gyre_body_is_none(x); x = gyre_world_next_body(a->world, x), y = gyre_world_next_body(b->world, y)) {
        gyre_state state_x = state_of(a->world, x), state_y = state_of(b->world, y);
        gyre_motion motion_x = motion_of(a->world, x), motion_y = motion_of(b->world, y);
        gyre_wrench applied_x, applied_y;
        CHECK_OK(gyre_body_get_applied(a->world, x, &applied_x));
        CHECK_OK(gyre_body_get_applied(b->world, y, &applied_y));
        CHECK_BYTES(&state_x, &state_y, sizeof state_x);
        CHECK_BYTES(&motion_x, &motion_y, sizeof motion_x);
        CHECK_BYTES(&applied_x, &applied_y, sizeof applied_x);
    }
    CHECK(gyre_body_is_none(y));
}

// The method may be unfit for what the world has become; then it is so in both.
static void step_both(subject *cold, failing *memory, subject *warm, int count) {
    if (gyre_world_check_method(cold->world, NULL) != GYRE_OK) {
        CHECK(gyre_world_check_method(warm->world, NULL) != GYRE_OK);
        return;
    }
    for (int i = 0; i < count; i++) {
        insist(cold, memory, step);
        CHECK_OK(step(warm));
        check_same(cold, warm);
    }
}

// ---- one feature at a time ----

static const change all_changes[] = {add_plain, add_damped, add_locked, add_pendulum, add_rod, add_static, add_driven,
                                     damp,      lock,       stop,       stretch,      apply,   add_drag,   remove_one};

TEST(additions_to_a_running_world_survive_failing_allocations_without_changing_bits) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (size_t k = 0; k < COUNT_OF(all_changes); k++)
            for (int has_ledger = 0; has_ledger < 2; has_ledger++) {
                failing memory = {.fail_at = -1}, other = {.fail_at = -1};
                subject cold = subject_of(&memory, (gyre_method)m, has_ledger, 0);
                subject warm = subject_of(&other, (gyre_method)m, has_ledger, 1);
                step_both(&cold, &memory, &warm, 3);
                int failures = insist(&cold, &memory, all_changes[k]);
                CHECK(failures > 0 || all_changes[k] == add_plain || all_changes[k] == add_static ||
                      all_changes[k] == stop || all_changes[k] == remove_one);
                CHECK_OK(all_changes[k](&warm));
                check_same(&cold, &warm);
                step_both(&cold, &memory, &warm, 3);
                if (!gyre_body_is_none(cold.guest)) {
                    CHECK_OK(gyre_world_remove_body(cold.world, cold.guest));
                    CHECK_OK(gyre_world_remove_body(warm.world, warm.guest));
                }
                step_both(&cold, &memory, &warm, 2);
                gyre_world_destroy(cold.world);
                gyre_world_destroy(warm.world);
                CHECK_EQ(memory.live, 0);
                CHECK_EQ(other.live, 0);
            }
}

TEST(features_added_and_removed_give_the_bits_of_a_world_with_all_streams) {
    const change story[] = {damp,  apply,      lock,  add_rod,  stop,   damp_no_more, stretch, unlock,
                            apply, remove_one, go_on, add_drag, shrink, add_driven,   apply};
    const gyre_method methods[] = {GYRE_METHOD_exact, GYRE_METHOD_semi_implicit_euler, GYRE_METHOD_rk4,
                                   GYRE_METHOD_dopri5};
    for (size_t m = 0; m < COUNT_OF(methods); m++)
        for (int has_ledger = 0; has_ledger < 2; has_ledger++) {
            failing memory = {.fail_at = -1}, other = {.fail_at = -1};
            subject cold = subject_of(&memory, methods[m], has_ledger, 0);
            subject warm = subject_of(&other, methods[m], has_ledger, 1);
            for (size_t k = 0; k < COUNT_OF(story); k++) {
                insist(&cold, &memory, story[k]);
                CHECK_OK(story[k](&warm));
                step_both(&cold, &memory, &warm, 2);
            }
            if (has_ledger) {
                gyre_ledger a = ledger_of(cold.world), b = ledger_of(warm.world);
                CHECK_BYTES(&a, &b, sizeof a);
            }
            gyre_world_destroy(cold.world);
            gyre_world_destroy(warm.world);
            CHECK_EQ(memory.live, 0);
        }
}

TEST(memory_of_removed_features_is_freed) {
    failing memory = {.fail_at = -1};
    subject s = subject_of(&memory, GYRE_METHOD_exact, 0, 1);
    int live = memory.live;
    CHECK_OK(damp(&s));
    CHECK_EQ(memory.live, live + 1);
    CHECK_OK(damp(&s)); // it has its place already
    CHECK_EQ(memory.live, live + 1);
    CHECK_OK(damp_no_more(&s));
    CHECK_EQ(memory.live, live);
    CHECK_OK(add_driven(&s)); // a path, and what points to it
    CHECK_EQ(memory.live, live + 2);
    CHECK_OK(gyre_body_set_kind(s.world, s.guest, GYRE_BODY_DYNAMIC));
    CHECK_EQ(memory.live, live);
    gyre_world_destroy(s.world);
    CHECK_EQ(memory.live, 0);
}

TEST(unused_parameters_are_written_and_read_back_unchanged) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def(), got;
    def.kind = GYRE_BODY_STATIC;
    def.velocity = def.angular_velocity = (gyre_vec3){0, 0, 0};
    def.pivot = (gyre_vec3){-0.0, 2, 3}; // without has_pivot
    def.linear_damping = 0.5;
    def.locks = GYRE_LOCK_PLANAR;
    def.user_data = 77;
    gyre_body_id id = add_body(world, &def);
    CHECK_OK(gyre_body_get_def(world, id, &got));
    CHECK_BYTES(&got.pivot, &def.pivot, sizeof def.pivot);
    CHECK_BYTES(&got.mass, &def.mass, sizeof def.mass);
    CHECK_SAME(got.linear_damping, 0.5);
    CHECK(got.locks == GYRE_LOCK_PLANAR && !got.has_pivot && got.user_data == 77);
    CHECK_OK(gyre_body_set_kind(world, id, GYRE_BODY_DYNAMIC)); // now they do something
    CHECK_OK(gyre_body_set_velocity(world, id, (gyre_vec3){1, 0, 0}, (gyre_vec3){0, 0, 0}));
    take_steps(world, DT, 60);
    CHECK_NEAR(velocity_of(world, id).x, exp(-0.5), 1e-12);
    gyre_world_destroy(world);
}

// ---- steps that fail, snapshots ----

TEST(a_failing_plain_step_names_its_body_even_without_memory_for_the_diagnosis) {
    for (int has_memory = 0; has_memory < 2; has_memory++) {
        failing memory = {.fail_at = -1};
        subject s = subject_of(&memory, GYRE_METHOD_exact, 0, 0);
        take_steps(s.world, DT, 2);
        CHECK_OK(gyre_body_set_velocity(s.world, s.ids[5], (gyre_vec3){1e307, 0, 0}, (gyre_vec3){0, 0, 0}));
        REMEMBER(was, s.world);
        gyre_step_report report;
        memory.calls = 0;
        memory.fail_at = has_memory ? -1 : 0;
        CHECK_RESULT(gyre_world_step(s.world, 1e3, &report), GYRE_ERR_NOT_FINITE);
        memory.fail_at = -1;
        CHECK(is_same_id(report.body, s.ids[5]));
        CHECK_EQ(report.quantity, GYRE_QUANTITY_POSITION);
        CHECK_UNCHANGED(s.world, was);
        gyre_world_destroy(s.world);
        CHECK_EQ(memory.live, 0);
    }
}

static size_t save(const gyre_world *world, uint8_t *bytes, size_t capacity) {
    size_t size;
    CHECK_OK(gyre_world_save(world, bytes, capacity, &size));
    return size;
}

TEST(a_snapshot_does_not_depend_on_the_allocated_streams) {
    enum { SIZE = 1 << 16 };
    static uint8_t first[SIZE], second[SIZE];
    failing memory = {.fail_at = -1}, other = {.fail_at = -1};
    for (size_t k = 0; k < COUNT_OF(all_changes); k++) {
        subject cold = subject_of(&memory, GYRE_METHOD_exact, 0, 0), warm = subject_of(&other, GYRE_METHOD_exact, 0, 1);
        take_steps(cold.world, DT, 2);
        CHECK_OK(all_changes[k](&cold));
        size_t size = save(cold.world, first, SIZE);
        CHECK_OK(gyre_world_restore(warm.world, first, size));
        CHECK_EQ(save(warm.world, second, SIZE), size);
        CHECK_BYTES(first, second, size);
        take_steps(cold.world, DT, 3);
        take_steps(warm.world, DT, 3);
        check_same(&cold, &warm);
        gyre_world_destroy(cold.world);
        gyre_world_destroy(warm.world);
    }
}

TEST(a_world_that_no_longer_allocates_does_not_after_a_restore) {
    enum { SIZE = 1 << 16 };
    static uint8_t bytes[SIZE];
    failing memory = {.fail_at = -1};
    subject s = subject_of(&memory, GYRE_METHOD_exact, 0, 0);
    CHECK_OK(add_drag(&s));
    CHECK_OK(apply(&s));
    take_steps(s.world, DT, 2);
    size_t size = save(s.world, bytes, SIZE);
    CHECK_OK(gyre_world_restore(s.world, bytes, size));
    memory.calls = 0;
    CHECK_OK(apply(&s));
    take_steps(s.world, DT, 2);
    CHECK_EQ(memory.calls, 0);
    gyre_world_destroy(s.world);
    CHECK_EQ(memory.live, 0);
}

// ---- how much ----

typedef struct counted {
    size_t bytes;
} counted;

enum { HEAD = 64 };

static void *counted_take(size_t size, size_t alignment, void *user) {
    CHECK(alignment <= HEAD);
    uint8_t *block = aligned_alloc(HEAD, (HEAD + size + HEAD - 1) / HEAD * HEAD);
    memcpy(block, &size, sizeof size);
    ((counted *)user)->bytes += size;
    return block + HEAD;
}

static void counted_give(void *block, void *user) {
    size_t size;
    if (!block) return;
    memcpy(&size, (uint8_t *)block - HEAD, sizeof size);
    ((counted *)user)->bytes -= size;
    free((uint8_t *)block - HEAD);
}

static double bytes_per_body(int is_transactional, size_t capacity) {
    enum { BODIES = 8192 };
    counted memory = {0};
    gyre_world_def def = plain_world_def();
    def.allocator = (gyre_allocator){counted_take, counted_give, &memory};
    def.is_transactional = is_transactional;
    def.body_capacity = capacity;
    gyre_world *world = world_of(&def);
    gyre_body_def body = brick_def();
    for (int i = 0; i < BODIES; i++)
        add_body(world, &body);
    take_steps(world, DT, 2);
    double held = (double)memory.bytes / BODIES;
    gyre_world_destroy(world);
    CHECK_EQ(memory.bytes, 0);
    return held;
}

TEST(a_free_body_takes_little_memory) {
    // 13 moving numbers twice or once, 8 constants, an id of 8 bytes, a record of 144; 2 % for streams that are padded
    CHECK(bytes_per_body(1, 8192) <= (26 * 8 + 8 * 8 + 8 + 144) * 1.02);
    CHECK(bytes_per_body(0, 8192) <= (13 * 8 + 8 * 8 + 8 + 144) * 1.02);
    // grown on the way: room for half of them once more, and for as many ids
    CHECK(bytes_per_body(1, 0) <= (26 * 8 + 8 * 8 + 144) * 1.53 + 16);
}

RUN_TESTS("world streams")
