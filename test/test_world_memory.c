/// Memory: every allocation is made to fail once, nothing leaks, and steps take none.
#include "world_scenes.h"

static gyre_world_def counted_def(failing *memory, gyre_method method) {
    gyre_world_def def = plain_world_def();
    def.allocator = (gyre_allocator){failing_take, failing_give, memory};
    def.method = method;
    def.gravity.z = -5;
    def.has_ledger = 1;
    return def;
}

static gyre_result brake(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force = scaled(-0.5, block->velocities[i]);
    return GYRE_OK;
}

// Calls `again` with the n-th allocation failing, n = 0, 1, ... until it succeeds. Each failure must return
// GYRE_ERR_NO_MEMORY and leave the world unchanged.
typedef gyre_result (*attempt)(gyre_world *world, void *user);

static void fail_every_allocation(gyre_world *world, failing *memory, attempt try_it, void *user, int least) {
    REMEMBER(was, world);
    size_t bodies = gyre_world_body_count(world), forces = gyre_world_force_count(world);
    int live = memory->live, failures = 0;
    for (;; failures++) {
        memory->calls = 0;
        memory->fail_at = failures;
        gyre_result r = try_it(world, user);
        memory->fail_at = -1;
        if (r == GYRE_OK) break;
        CHECK_EQ(r, GYRE_ERR_NO_MEMORY);
        CHECK_UNCHANGED(world, was);
        CHECK_EQ(gyre_world_body_count(world), bodies);
        CHECK_EQ(gyre_world_force_count(world), forces);
        CHECK(memory->live <= live + 8); // room that was reserved may stay, but it does not grow with every try
    }
    CHECK(failures >= least);
}

TEST(creating_a_world_survives_every_failing_allocation) {
    for (int n = 0;; n++) {
        failing memory = {.fail_at = n};
        gyre_world_def def = counted_def(&memory, GYRE_METHOD_exact);
        def.body_capacity = 10;
        gyre_world *world = NULL;
        gyre_result r = gyre_world_create(&def, &world);
        if (r == GYRE_OK) {
            gyre_world_destroy(world);
            CHECK_EQ(memory.live, 0);
            CHECK(n >= 3);
            return;
        }
        CHECK_EQ(r, GYRE_ERR_NO_MEMORY);
        CHECK(world == NULL);
        CHECK_EQ(memory.live, 0);
    }
}

static gyre_result try_adding_a_body(gyre_world *world, void *user) {
    gyre_path_point path[] = {{0, {{0, 0, 0}, {1, 0, 0, 0}}}, {1, {{1, 0, 0}, {1, 0, 0, 0}}}};
    gyre_body_def def = gyre_body_def_default();
    gyre_body_id id;
    def.kind = GYRE_BODY_KINEMATIC;
    def.name = user;
    def.path = path;
    def.path_count = 2;
    return gyre_world_add_body(world, &def, &id);
}

static gyre_result try_adding_a_force(gyre_world *world, void *user) {
    gyre_profile_point profile[] = {{0, 0}, {1, 1}};
    gyre_force_def def = callback_on(no_body, brake, NULL);
    gyre_force_id id;
    def.name = user;
    def.profile = profile;
    def.profile_count = 2;
    return gyre_world_add_force(world, &def, &id);
}

static gyre_result try_a_step(gyre_world *world, void *user) {
    (void)user;
    return gyre_world_step(world, DT, NULL);
}

TEST(adding_survives_every_failing_allocation) {
    failing memory = {.fail_at = -1};
    gyre_world_def def = counted_def(&memory, GYRE_METHOD_exact);
    gyre_world *world = world_of(&def);
    char names[40][8];
    for (int i = 0; i < 40; i++) { // past several growths
        snprintf(names[i], sizeof names[i], "n%d", i);
        fail_every_allocation(world, &memory, try_adding_a_body, names[i], 2);
        fail_every_allocation(world, &memory, try_adding_a_force, names[i], 2);
        gyre_body_id found;
        CHECK_OK(gyre_world_find_body(world, names[i], &found));
    }
    take_steps(world, DT, 1);
    for (int i = 0; i < 40; i += 2) { // half of them are removed by calls, half with the world
        gyre_body_id body;
        gyre_force_id force;
        CHECK_OK(gyre_world_find_body(world, names[i], &body));
        CHECK_OK(gyre_world_find_force(world, names[i], &force));
        CHECK_OK(gyre_world_remove_body(world, body));
        CHECK_OK(gyre_world_remove_force(world, force));
    }
    gyre_world_destroy(world);
    CHECK_EQ(memory.live, 0);
}

static scene counted_scene(failing *memory, gyre_method method) {
    gyre_world_def def = counted_def(memory, method);
    scene s = {.world = world_of(&def)};
    gyre_body_def body = lopsided_def();
    s.a = add_body(s.world, &body);
    body.position.x = 3;
    s.b = add_body(s.world, &body);
    for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++) {
        gyre_force_def force = force_of_kind((gyre_force_kind)kind, &s);
        gyre_force_id id = add_force(s.world, &force);
        if (gyre_world_check_method(s.world, NULL) != GYRE_OK) CHECK_OK(gyre_world_remove_force(s.world, id));
    }
    return s;
}

TEST(a_step_survives_every_failing_allocation_and_later_steps_have_the_same_bits) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        failing memory = {.fail_at = -1}, other = {.fail_at = -1};
        scene s = counted_scene(&memory, (gyre_method)m), undisturbed = counted_scene(&other, (gyre_method)m);
        fail_every_allocation(s.world, &memory, try_a_step, NULL, 1);
        take_steps(undisturbed.world, DT, 1);
        CHECK_ALIKE(s.world, undisturbed.world);
        gyre_ledger got = ledger_of(s.world), want = ledger_of(undisturbed.world);
        CHECK_BYTES(&got, &want, sizeof got);
        gyre_world_destroy(s.world);
        gyre_world_destroy(undisturbed.world);
        CHECK_EQ(memory.live, 0);
    }
}

TEST(after_the_first_step_no_step_takes_memory) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        failing memory = {.fail_at = -1};
        scene s = counted_scene(&memory, (gyre_method)m);
        CHECK_OK(
            gyre_body_apply_torque(s.world, s.a, (gyre_vec3){1, 0, 0})); // the memory of applied forces is allocated
        take_steps(s.world, DT, 1);
        memory.calls = 0;
        for (int i = 0; i < 20; i++) {
            CHECK_OK(gyre_body_apply_torque(s.world, s.a, (gyre_vec3){1, 0, 0}));
            take_steps(s.world, i % 2 ? DT : DT / 2, 1);
            ledger_of(s.world);
            energy_of(s.world);
            motion_of(s.world, s.a);
        }
        CHECK_EQ(memory.calls, 0);
        gyre_world_destroy(s.world);
        CHECK_EQ(memory.live, 0);
    }
}

TEST(a_failing_step_takes_no_memory_either) {
    failing memory = {.fail_at = -1};
    scene s = counted_scene(&memory, GYRE_METHOD_exact);
    take_steps(s.world, DT, 1);
    CHECK_OK(gyre_body_apply_force_at_center(s.world, s.a, (gyre_vec3){1e308, 0, 0}));
    memory.calls = 0;
    CHECK_REFUSED(s.world, gyre_world_step(s.world, 1e3, NULL), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(memory.calls, 0);
    gyre_world_destroy(s.world);
    CHECK_EQ(memory.live, 0);
}

// ---- snapshots ----

typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

static gyre_result try_restoring(gyre_world *world, void *user) {
    const saved *snapshot = user;
    return gyre_world_restore(world, snapshot->bytes, snapshot->size);
}

TEST(restoring_survives_every_failing_allocation_and_saving_takes_no_memory) {
    failing memory = {.fail_at = -1}, other = {.fail_at = -1};
    scene source = counted_scene(&other, GYRE_METHOD_exact), s = counted_scene(&memory, GYRE_METHOD_exact);
    char name[] = "named";
    CHECK_OK(try_adding_a_body(source.world, name));
    take_steps(source.world, DT, 5);
    saved snapshot;
    CHECK_OK(gyre_world_snapshot_size(source.world, &snapshot.size));
    snapshot.bytes = malloc(snapshot.size);
    other.calls = 0;
    CHECK_OK(gyre_world_save(source.world, snapshot.bytes, snapshot.size, &snapshot.size));
    CHECK_EQ(other.calls, 0);
    take_steps(s.world, DT, 2);
    fail_every_allocation(s.world, &memory, try_restoring, &snapshot, 8);
    CHECK_ALIKE(s.world, source.world);
    take_steps(s.world, DT, 3);
    take_steps(source.world, DT, 3);
    CHECK_ALIKE(s.world, source.world);
    free(snapshot.bytes);
    gyre_world_destroy(s.world);
    gyre_world_destroy(source.world);
    CHECK_EQ(memory.live, 0);
    CHECK_EQ(other.live, 0);
}

RUN_TESTS("world memory")
