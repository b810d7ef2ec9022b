/// on_progress: called as work is done, stops a call at any place, and changes nothing.
#include "world_helpers.h"

#include <stdlib.h>

enum { UNITS = 16384 }; // between two calls, as documented in gyre/world.h

static gyre_log_level last_level;

static void keep_level(gyre_log_level level, const char *text, void *user) {
    keep_text(level, text, user);
    last_level = level;
}

// ---- a hook that counts, and stops at one of its calls ----

typedef struct watcher {
    long calls, stop_at; // 0: never
    gyre_result how;
    double part, first_part;
    int has_fallen;    // part went back
    gyre_world *world; // looked at and poked from inside; NULL: not
} watcher;

static gyre_result watch(double part, void *user) {
    watcher *w = user;
    CHECK(part >= 0 && part <= 1);
    if (w->calls++ == 0) w->first_part = part;
    if (part < w->part) w->has_fallen = 1;
    w->part = part;
    if (w->world) {
        double kinetic, potential;
        CHECK_OK(gyre_world_energy(w->world, &kinetic, &potential)); // without asking this hook again
        CHECK_RESULT(gyre_world_set_gravity(w->world, (gyre_vec3){0, 0, 1}), GYRE_ERR_STEPPING);
        CHECK_RESULT(gyre_world_set_progress(w->world, NULL, NULL), GYRE_ERR_STEPPING);
        CHECK_RESULT(gyre_world_step(w->world, DT, NULL), GYRE_ERR_STEPPING);
    }
    return w->calls == w->stop_at ? w->how : GYRE_OK;
}

static void expect(watcher *w, long stop_at) { *w = (watcher){.stop_at = stop_at, .how = GYRE_ERR_STOPPED}; }

// ---- all bytes of a world ----

typedef struct bytes {
    void *block;
    size_t size;
} bytes;

static bytes bytes_of(const gyre_world *world) {
    bytes b;
    CHECK_OK(gyre_world_snapshot_size(world, &b.size));
    b.block = malloc(b.size);
    CHECK_OK(gyre_world_save(world, b.block, b.size, &b.size));
    return b;
}

static void check_bytes(const gyre_world *world, const bytes *want) {
    bytes now = bytes_of(world);
    CHECK_EQ(now.size, want->size);
    CHECK_BYTES(now.block, want->block, now.size);
    free(now.block);
}

// ---- worlds whose steps take long ----

typedef struct long_case {
    const char *name;
    int count, threads, has_ledger, is_mutual, has_callback, has_hook;
} long_case;

static const long_case cases[] = {
    {"pairs", 220, 1, 0, 1, 0, 0},         {"pairs with a ledger", 220, 1, 1, 1, 0, 0},
    {"callback", 520, 1, 1, 0, 1, 0},      {"constraint hook", 220, 1, 1, 1, 0, 1},
    {"free bodies", 18000, 1, 0, 0, 0, 0}, {"free bodies with a ledger", 18000, 1, 1, 0, 0, 0},
    {"threads", 18000, 3, 1, 0, 0, 0},
};

static gyre_result push(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force.x += 0.25 - block->states[i].x.x;
    return GYRE_OK;
}

static int hook_calls;

static gyre_result brake(gyre_world *world, double h, void *user) {
    (void)h, (void)user;
    hook_calls++;
    gyre_body_id first = gyre_world_next_body(world, no_body);
    return gyre_body_set_velocity(world, first, (gyre_vec3){0.5, 0, 0}, (gyre_vec3){0, 0, 0});
}

static gyre_force_def mutual_attraction(void) {
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_attraction);
    def.parameters.attraction.is_mutual = 1;
    def.parameters.attraction.G = 1e-3;
    def.parameters.attraction.softening = 0.25;
    return def;
}

static gyre_world *long_world(const long_case *c, gyre_method method, watcher *w) {
    gyre_world_def def = plain_world_def();
    def.method = method;
    def.gravity.z = -1;
    def.has_ledger = c->has_ledger;
    def.threads = c->threads;
    def.solve_constraints = c->has_hook ? brake : NULL;
    def.rtol = 1e-5;
    def.log.write = keep_level;
    def.on_progress = watch;
    def.progress_user = w;
    gyre_world *world = world_of(&def);
    random_source r = {7};
    for (int i = 0; i < c->count; i++) {
        gyre_body_def body = random_body_def(&r);
        add_body(world, &body);
    }
    gyre_force_def force = mutual_attraction(), callback = callback_on(no_body, push, NULL);
    if (c->is_mutual) add_force(world, &force);
    if (c->has_callback) add_force(world, &callback);
    return world;
}

// Methods that the others are made of are enough for large worlds.
static int is_tried(const gyre_world *world, const long_case *c) {
    gyre_method m = gyre_world_method(world);
    int is_enough = m == GYRE_METHOD_exact || m == GYRE_METHOD_semi_implicit_euler || m == GYRE_METHOD_rk4;
    return gyre_world_check_method(world, NULL) == GYRE_OK && (c->count < 10000 || is_enough);
}

// ---- stopping ----

// Each of the first calls, and a few of the others: a step has up to some hundreds.
static long next_stop(long k, long calls) { return k < 4 || calls < 12 ? k + 1 : k + calls / 6; }

static void check_stop(gyre_world *world, watcher *w, long k, const bytes *before) {
    expect(w, k);
    gyre_step_report report;
    CHECK_RESULT(gyre_world_step(world, DT, &report), GYRE_ERR_STOPPED);
    CHECK_EQ(report.result, GYRE_ERR_STOPPED);
    CHECK_EQ(w->calls, k); // not asked again
    CHECK(gyre_body_is_none(report.body) && gyre_force_is_none(report.force));
    CHECK_EQ(report.quantity, GYRE_QUANTITY_NONE);
    CHECK(strstr(report.text, "on_progress") != NULL);
    check_bytes(world, before);
}

// Stops the next step at one call after the other; then it is completed, with the same bits as an uninterrupted one.
static long check_every_stop(gyre_world *world, watcher *w) {
    bytes before = bytes_of(world);
    expect(w, 0);
    take_steps(world, DT, 1);
    long calls = w->calls;
    bytes after = bytes_of(world);
    CHECK_OK(gyre_world_restore(world, before.block, before.size));
    check_bytes(world, &before);
    for (long k = 1; k <= calls; k = next_stop(k, calls))
        check_stop(world, w, k, &before);
    expect(w, 0);
    take_steps(world, DT, 1);
    check_bytes(world, &after);
    free(before.block);
    free(after.block);
    return calls;
}

TEST(a_step_stopped_at_any_call_changes_no_byte_and_can_be_repeated) {
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
            watcher w = {0};
            gyre_world *world = long_world(&cases[i], (gyre_method)m, &w);
            if (is_tried(world, &cases[i])) {
                long first = check_every_stop(world, &w); // the ledger begins
                long second = check_every_stop(world, &w);
                if (m == GYRE_METHOD_exact) print_message("%-28s %ld and %ld calls\n", cases[i].name, first, second);
                CHECK(first > 0 && second > 0);
            }
            gyre_world_destroy(world);
        }
}

TEST(a_stopped_step_after_an_edit_does_not_book_the_edit) {
    watcher w = {0};
    gyre_world *world = long_world(&cases[1], GYRE_METHOD_exact, &w);
    take_steps(world, DT, 2);
    gyre_body_id first = gyre_world_next_body(world, no_body);
    expect(&w, 1);
    CHECK_OK(
        gyre_body_set_velocity(world, first, (gyre_vec3){3, 0, 0}, (gyre_vec3){0, 0, 0})); // an edit is never stopped
    CHECK_EQ(w.calls, 0);
    check_every_stop(world, &w);
    gyre_world_destroy(world);
}

TEST(the_constraint_hook_does_not_see_a_step_that_was_stopped_before) {
    watcher w = {0};
    gyre_world *world = long_world(&cases[3], GYRE_METHOD_exact, &w);
    hook_calls = 0;
    expect(&w, 1);
    CHECK_RESULT(gyre_world_step(world, DT, NULL), GYRE_ERR_STOPPED);
    CHECK_EQ(hook_calls, 0);
    gyre_world_destroy(world);
}

TEST(any_result_of_on_progress_ends_the_step_with_that_result) {
    const gyre_result results[] = {GYRE_ERR_NOT_FINITE, GYRE_ERR_TOLERANCE_NOT_MET, GYRE_ERR_NO_MEMORY,
                                   GYRE_ERR_STEPPING};
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        watcher w = {0};
        gyre_world *world = long_world(&cases[1], (gyre_method)m, &w);
        bytes before = bytes_of(world);
        for (size_t i = 0; i < COUNT_OF(results) && is_tried(world, &cases[1]); i++)
            for (long k = 1; k <= 3; k += 2) {
                expect(&w, k);
                w.how = results[i];
                CHECK_RESULT(gyre_world_step(world, DT, NULL), results[i]);
                CHECK_EQ(w.calls, k);
                check_bytes(world, &before);
            }
        free(before.block);
        gyre_world_destroy(world);
    }
}

TEST(a_stop_is_not_logged_as_an_error) {
    watcher w = {0};
    gyre_world *world = long_world(&cases[0], GYRE_METHOD_exact, &w);
    expect(&w, 1);
    last_level = GYRE_LOG_ERROR;
    CHECK_RESULT(gyre_world_step(world, DT, NULL), GYRE_ERR_STOPPED);
    CHECK_EQ(last_level, GYRE_LOG_INFO);
    CHECK(strstr(log_text, "on_progress") != NULL);
    gyre_world_destroy(world);
}

// A step that is not finite is looked at a second time, force by force; that can be stopped, too.
static gyre_result explode(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force.x = INFINITY;
    return GYRE_OK;
}

TEST(the_search_for_a_culprit_can_be_stopped) {
    watcher w = {0};
    gyre_world *world = long_world(&cases[1], GYRE_METHOD_exact, &w);
    gyre_force_def def = callback_on(no_body, explode, NULL);
    add_force(world, &def);
    bytes before = bytes_of(world);
    expect(&w, 0);
    CHECK_RESULT(gyre_world_step(world, DT, NULL), GYRE_ERR_NOT_FINITE);
    long calls = w.calls;
    for (long k = 1; k <= calls; k++)
        check_stop(world, &w, k, &before);
    expect(&w, 0);
    CHECK_RESULT(gyre_world_step(world, DT, NULL), GYRE_ERR_NOT_FINITE);
    check_bytes(world, &before);
    free(before.block);
    gyre_world_destroy(world);
}

TEST(a_world_with_one_buffer_can_be_restored_after_a_stop) {
    watcher w = {0};
    gyre_world_def def = plain_world_def();
    def.is_transactional = 0;
    def.has_ledger = 1;
    def.on_progress = watch;
    def.progress_user = &w;
    gyre_world *world = world_of(&def);
    random_source r = {7};
    for (int i = 0; i < 300; i++) {
        gyre_body_def body = random_body_def(&r);
        add_body(world, &body);
    }
    gyre_force_def force = mutual_attraction();
    add_force(world, &force);
    bytes before = bytes_of(world);
    expect(&w, 0);
    take_steps(world, DT, 1);
    bytes after = bytes_of(world);
    for (long k = 1, calls = w.calls; k <= calls; k++) {
        CHECK_OK(gyre_world_restore(world, before.block, before.size));
        expect(&w, k);
        CHECK_RESULT(gyre_world_step(world, DT, NULL), GYRE_ERR_STOPPED);
        CHECK_EQ(gyre_world_step_count(world), 0);
    }
    CHECK_OK(gyre_world_restore(world, before.block, before.size));
    expect(&w, 0);
    take_steps(world, DT, 1);
    check_bytes(world, &after);
    free(before.block);
    free(after.block);
    gyre_world_destroy(world);
}

// ---- how often, and how far ----

TEST(progress_is_called_at_least_once_per_row_of_pairs) {
    const int count = 1000;
    watcher w = {0};
    gyre_world *world = long_world(&(long_case){"", count, 1, 0, 1, 0, 0}, GYRE_METHOD_semi_implicit_euler, &w);
    expect(&w, 0);
    gyre_step_report report;
    CHECK_OK(gyre_world_step(world, DT, &report));
    double pairs = (double)report.evaluations * count * (count - 1) / 2;
    CHECK((double)w.calls >= pairs / (UNITS + count));
    CHECK((double)w.calls <= pairs / UNITS + 2);
    gyre_world_destroy(world);
}

TEST(progress_is_reported_for_a_single_fast_body_under_dopri5) {
    watcher w = {0};
    gyre_world_def def = plain_world_def();
    def.method = GYRE_METHOD_dopri5;
    def.on_progress = watch;
    def.progress_user = &w;
    gyre_world *world = world_of(&def);
    gyre_body_def body = brick_def();
    body.angular_velocity = (gyre_vec3){1e3, 5e3, -500};
    add_body(world, &body);
    bytes before = bytes_of(world);
    gyre_step_report report;
    CHECK_OK(gyre_world_step(world, DT, &report));
    print_message("%zu evaluations, %ld calls\n", report.evaluations, w.calls);
    CHECK(w.calls >= (long)(report.evaluations / (UNITS / 8)));
    CHECK(w.calls > 0 && !w.has_fallen);
    CHECK(w.part > 0 && w.part <= 1);
    long half = (w.calls + 1) / 2;
    CHECK_OK(gyre_world_restore(world, before.block, before.size));
    check_stop(world, &w, half, &before);
    free(before.block);
    gyre_world_destroy(world);
}

TEST(progress_rises_from_near_zero_to_near_one) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (int has_ledger = 0; has_ledger < 2; has_ledger++) {
            if (gyre_method_is_adaptive((gyre_method)m)) continue; // they report the fraction of the time: tested above
            watcher w = {0};
            gyre_world *world = long_world(&(long_case){"", 600, 1, has_ledger, 1, 0, 0}, (gyre_method)m, &w);
            for (int step = 0; step < 2; step++) {
                expect(&w, 0);
                take_steps(world, DT, 1);
                print_message("%-20s ledger %d: %3ld calls, %.3f to %.3f\n", gyre_method_name((gyre_method)m),
                              has_ledger, w.calls, w.first_part, w.part);
                CHECK(!w.has_fallen);
                CHECK_BELOW(w.first_part, 0.15);
                CHECK_BELOW(0.85, w.part);
            }
            gyre_world_destroy(world);
        }
}

TEST(the_potential_of_one_force_counts_the_work_of_that_force_alone) {
    watcher w = {0};
    gyre_world *world = long_world(&(long_case){"", 600, 1, 0, 1, 0, 0}, GYRE_METHOD_exact, &w);
    gyre_force_id force = gyre_world_next_force(world, no_force), other;
    gyre_force_def def;
    CHECK_OK(gyre_force_get(world, force, &def));
    CHECK_OK(gyre_world_add_force(world, &def, &other));
    double potential;
    expect(&w, 0);
    CHECK_OK(gyre_force_potential(world, other, &potential));
    CHECK(!w.has_fallen && w.calls > 5);
    CHECK_BELOW(0.85, w.part);
    gyre_world_destroy(world);
}

TEST(small_worlds_do_not_call_the_hook) {
    watcher w = {0};
    gyre_world *world = long_world(&(long_case){"", 20, 1, 1, 1, 0, 0}, GYRE_METHOD_exact, &w);
    take_steps(world, DT, 20);
    CHECK_EQ(w.calls, 0);
    gyre_world_destroy(world);
}

// ---- energies ----

static long calls_of_ledger(gyre_world *world, watcher *w, gyre_ledger *out) {
    expect(w, 0);
    CHECK_OK(gyre_world_get_ledger(world, out));
    return w->calls;
}

TEST(computing_energies_can_be_stopped_and_repeated) {
    watcher w = {0};
    gyre_world *world = long_world(&(long_case){"", 300, 1, 1, 1, 0, 0}, GYRE_METHOD_exact, &w);
    take_steps(world, DT, 2);
    gyre_force_id force = gyre_world_next_force(world, no_force);
    gyre_ledger whole, ledger;
    long calls = calls_of_ledger(world, &w, &whole);
    CHECK(calls > 1 && !w.has_fallen);
    bytes before = bytes_of(world);
    static double kinetic[300], potential[300];
    for (long k = 1; k <= calls; k++) {
        double a = 17, b = 18;
        memset(&ledger, 1, sizeof ledger);
        gyre_ledger untouched = ledger;
        expect(&w, k);
        CHECK_RESULT(gyre_world_get_ledger(world, &ledger), GYRE_ERR_STOPPED);
        CHECK_BYTES(&ledger, &untouched, sizeof ledger);
        expect(&w, k);
        CHECK_RESULT(gyre_world_energy(world, &a, &b), GYRE_ERR_STOPPED);
        expect(&w, k);
        CHECK_RESULT(gyre_force_potential(world, force, &a), GYRE_ERR_STOPPED);
        CHECK(a == 17 && b == 18);
        kinetic[0] = potential[0] = 19;
        expect(&w, k);
        CHECK_RESULT(gyre_world_get_energies(world, NULL, 300, kinetic, potential), GYRE_ERR_STOPPED);
        CHECK(kinetic[0] == 19 && potential[0] == 19);
        check_bytes(world, &before);
    }
    CHECK_EQ(calls_of_ledger(world, &w, &ledger), calls);
    CHECK_BYTES(&ledger, &whole, sizeof ledger);
    CHECK_OK(gyre_world_set_progress(world, NULL, NULL));
    w.calls = 0;
    CHECK_OK(gyre_world_get_ledger(world, &ledger));
    CHECK_BYTES(&ledger, &whole, sizeof ledger);
    CHECK_EQ(w.calls, 0);
    free(before.block);
    gyre_world_destroy(world);
}

// ---- inside the hook; without one ----

TEST(inside_the_hook_the_world_can_be_read_but_not_changed) {
    watcher w = {0};
    gyre_world *world = long_world(&cases[1], GYRE_METHOD_exact, &w);
    expect(&w, 0);
    w.world = world;
    take_steps(world, DT, 1);
    long calls = w.calls;
    CHECK(calls > 0);
    gyre_ledger ledger;
    CHECK_OK(gyre_world_get_ledger(world, &ledger));
    CHECK(w.calls > calls);
    CHECK_OK(gyre_world_set_gravity(world, (gyre_vec3){0, 0, 1})); // after it, it can
    gyre_world_destroy(world);
}

TEST(a_progress_callback_changes_no_bit) {
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
            watcher w = {0};
            gyre_world *world = long_world(&cases[i], (gyre_method)m, &w);
            if (is_tried(world, &cases[i])) {
                bytes start = bytes_of(world);
                take_steps(world, DT, 2);
                bytes watched = bytes_of(world);
                CHECK_OK(gyre_world_restore(world, start.block, start.size));
                CHECK_OK(gyre_world_set_progress(world, NULL, NULL));
                take_steps(world, DT, 2);
                check_bytes(world, &watched);
                free(start.block);
                free(watched.block);
            }
            gyre_world_destroy(world);
        }
}

RUN_TESTS("world progress")
