/// Threads and hooks: the bits do not depend on the threads that process the blocks or on their order.
#include "crowd.h"

#include "gyre/kernels.h"
#include "gyre/snapshot.h"

enum { BODIES = 4000, STEPS = 12 }; // several blocks, the last one not full

// Weight alone; forces on all bodies, in one sweep; the same in stages, behind a force on one body.
enum { PLAIN, FORCED, STAGED, WAYS };

static gyre_world *crowd_of(gyre_world_def def, int way) {
    def.gravity = (gyre_vec3){0.5, 0, -9.81};
    gyre_world *world = world_of(&def);
    add_crowd(world, BODIES, CROWD_ALL, 3);
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag), field = gyre_force_def_default(GYRE_FORCE_field);
    drag.parameters.drag.linear = 0.25;
    field.parameters.field.acceleration = (gyre_vec3){1, 2, 3};
    if (way != PLAIN) add_force(world, &drag);
    if (way != PLAIN) add_force(world, &field);
    field.body = gyre_world_next_body(world, no_body);
    if (way == STAGED) add_force(world, &field);
    return world;
}

static uint64_t hash_after(gyre_world_def def, int way) {
    gyre_world *world = crowd_of(def, way);
    for (int i = 0; i < STEPS; i++) {
        if (i % 5 == 3) push_crowd(world, i);
        take_steps(world, DT, 1);
    }
    uint64_t hash = gyre_world_hash(world);
    gyre_world_destroy(world);
    return hash;
}

TEST(one_two_three_and_eight_threads_give_the_same_bits) {
    const int counts[] = {1, 2, 3, 8};
    for (int way = 0; way < WAYS; way++) {
        uint64_t alone = hash_after(plain_world_def(), way);
        for (size_t k = 0; k < COUNT_OF(counts); k++) {
            gyre_world_def def = plain_world_def();
            def.threads = counts[k];
            CHECK_EQ(hash_after(def, way), alone);
        }
    }
}

// Sums over blocks: of the ledger and of energies.
TEST(the_ledger_has_the_same_bytes_for_any_number_of_threads_and_any_kernel) {
    const int counts[] = {1, 2, 3, 8};
    const gyre_method methods[] = {GYRE_METHOD_exact, GYRE_METHOD_semi_implicit_euler};
    for (int round = 0; round < 2 * WAYS; round++) {
        gyre_ledger want;
        for (size_t k = 0; k < COUNT_OF(counts); k++)
            for (int n = 0; gyre_kernel_name(n); n++) {
                if (!gyre_kernel_is_usable(n)) continue;
                gyre_world_def def = plain_world_def();
                def.threads = counts[k];
                def.kernel = gyre_kernel_name(n);
                def.has_ledger = 1;
                def.method = methods[round % 2];
                gyre_world *world = crowd_of(def, round / 2);
                for (int i = 0; i < 4; i++) {
                    if (i == 2) push_crowd(world, i);
                    take_steps(world, DT, 1);
                }
                gyre_ledger got = ledger_of(world);
                if (k == 0 && n == 0) want = got;
                CHECK(got.dissipated > 0 && got.work != 0);
                CHECK_BYTES(&got, &want, sizeof got);
                gyre_world_destroy(world);
            }
    }
}

// ---- hooks ----

typedef struct hook_log {
    size_t calls, tasks;
} hook_log;

static void run_backward(size_t count, gyre_task task, void *context, void *user) {
    hook_log *log = user;
    log->calls++;
    for (size_t i = count; i-- > 0; log->tasks++)
        task(i, context);
}

static void run_twice(size_t count, gyre_task task, void *context, void *user) {
    run_backward(count, task, context, user);
    run_backward(count, task, context, user);
}

static void run_every_other(size_t count, gyre_task task, void *context, void *user) {
    hook_log *log = user;
    log->calls++;
    for (size_t i = 0; i < count; i += 2, log->tasks++)
        task(i, context);
}

static void run_nothing(size_t count, gyre_task task, void *context, void *user) {
    (void)count, (void)task, (void)context;
    ((hook_log *)user)->calls++;
}

static void run_too_many(size_t count, gyre_task task, void *context, void *user) {
    run_backward(count + 5, task, context, user);
    task(SIZE_MAX, context);
}

TEST(a_parallel_for_with_wrong_order_repetitions_or_omissions_changes_no_bit) {
    void (*const hooks[])(size_t, gyre_task, void *, void *) = {run_backward, run_twice, run_every_other, run_nothing,
                                                                run_too_many};
    for (int is_transactional = 0; is_transactional < 2; is_transactional++)
        for (int way = 0; way < WAYS; way++) {
            gyre_world_def def = plain_world_def();
            def.is_transactional = is_transactional;
            uint64_t alone = hash_after(def, way);
            for (size_t k = 0; k < COUNT_OF(hooks); k++) {
                hook_log log = {0, 0};
                def.parallel_for = (gyre_parallel_for){hooks[k], &log};
                CHECK_EQ(hash_after(def, way), alone);
                CHECK(log.calls >= STEPS);
                if (hooks[k] == run_backward) CHECK(log.tasks >= STEPS * (BODIES / 512));
            }
        }
}

TEST(a_small_world_does_not_ask_the_hook) {
    hook_log log = {0, 0};
    gyre_world_def def = plain_world_def();
    def.parallel_for = (gyre_parallel_for){run_backward, &log};
    gyre_world *world = world_of(&def);
    add_crowd(world, 100, CROWD_ALL, 3);
    take_steps(world, DT, 3);
    CHECK_EQ(log.calls, 0);
    gyre_world_destroy(world);
}

// ---- failures ----

// Bodies in several blocks fail: the first one is named, whichever block ends first.
TEST(the_first_bad_body_is_named_by_any_kernel_and_thread) {
    hook_log log = {0, 0};
    uint32_t first = 0;
    for (int way = 0; way < 3; way++) {
        gyre_world_def def = plain_world_def();
        if (way == 1) def.threads = 4;
        if (way == 2) def.parallel_for = (gyre_parallel_for){run_backward, &log};
        gyre_world *world = crowd_of(def, 0);
        gyre_body_id id = {0};
        for (int i = 0; !gyre_body_is_none(id = gyre_world_next_body(world, id)); i++)
            if (i >= 1300 && i % 611 == 100)
                CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){1e308, 0, 0}));
        REMEMBER(was, world);
        gyre_step_report report;
        CHECK_RESULT(gyre_world_step(world, 1e3, &report), GYRE_ERR_NOT_FINITE);
        if (way == 0) first = report.body.index;
        CHECK(first >= 1300 && first % 611 == 100 && first < 3000); // others fail behind it
        CHECK_EQ(report.body.index, first);
        CHECK_UNCHANGED(world, was);
        gyre_world_destroy(world);
    }
}

TEST(the_number_of_threads_can_change_and_survives_a_restore) {
    gyre_world_def def = plain_world_def();
    def.threads = 3;
    gyre_world *world = crowd_of(def, 0), *alone = crowd_of(plain_world_def(), 0);
    CHECK_EQ(gyre_world_threads(world), 3);
    CHECK_EQ(gyre_world_threads(alone), 1);
    size_t size;
    CHECK_OK(gyre_world_snapshot_size(world, &size));
    void *bytes = malloc(size);
    CHECK_OK(gyre_world_save(world, bytes, size, &size));
    for (int i = 0; i < 6; i++) {
        CHECK_OK(gyre_world_set_threads(world, i));
        take_steps(world, DT, 1);
        take_steps(alone, DT, 1);
    }
    CHECK_EQ(gyre_world_hash(world), gyre_world_hash(alone));
    CHECK_OK(gyre_world_restore(world, bytes, size));
    CHECK_EQ(gyre_world_threads(world), 5);
    take_steps(world, DT, 6);
    CHECK_EQ(gyre_world_hash(world), gyre_world_hash(alone));
    CHECK_REFUSED(world, gyre_world_set_threads(world, -1), GYRE_ERR_OPTION);
    CHECK_REFUSED(world, gyre_world_set_threads(world, GYRE_THREADS_MAX + 1), GYRE_ERR_OPTION);
    CHECK_RESULT(gyre_world_set_threads(NULL, 1), GYRE_ERR_NULL_POINTER);
    CHECK_EQ(gyre_world_threads(world), 5);
    free(bytes);
    gyre_world_destroy(world);
    gyre_world_destroy(alone);
    def.threads = -3;
    CHECK_RESULT(gyre_world_create(&def, &world), GYRE_ERR_OPTION);
}

TEST(threads_take_no_memory_after_the_first_step_and_leak_none) {
    failing memory = {.fail_at = -1};
    gyre_world_def def = plain_world_def();
    def.allocator = (gyre_allocator){failing_take, failing_give, &memory};
    def.threads = 2;
    gyre_world *world = crowd_of(def, 1);
    take_steps(world, DT, 1);
    memory.calls = 0;
    take_steps(world, DT, 5);
    CHECK_EQ(memory.calls, 0);
    memory.fail_at = 0; // another pool needs memory: the old one stays
    CHECK_REFUSED(world, gyre_world_set_threads(world, 3), GYRE_ERR_NO_MEMORY);
    CHECK_EQ(gyre_world_threads(world), 2);
    memory.fail_at = -1;
    take_steps(world, DT, 1);
    gyre_world_destroy(world);
    CHECK_EQ(memory.live, 0);
}

RUN_TESTS("world threads")
