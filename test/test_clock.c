/// Layer 8: real time to fixed steps. The world is a fake that counts, so that the clock is tested alone.
#include "check.h"
#include "gyre/clock.h"
#include "random.h"

struct gyre_world {
    int steps, fails_left; // it fails when fails_left has counted down to 0
    double h;              // of the last step
};

gyre_result gyre_world_step(gyre_world *world, double h, gyre_step_report *report) {
    *report = (gyre_step_report){.step = (uint64_t)world->steps};
    world->h = h;
    if (world->fails_left > 0 && --world->fails_left == 0) {
        report->result = GYRE_ERR_NOT_FINITE;
        return GYRE_ERR_NOT_FINITE;
    }
    world->steps++;
    return GYRE_OK;
}

// A clock whose step is a power of two, so that times in these tests are exact.
static gyre_clock binary_clock(void) {
    gyre_clock clock = gyre_clock_default();
    clock.step = 0x1p-6;
    return clock;
}

static gyre_clock_report advance(gyre_clock *clock, gyre_world *world, double real_time) {
    gyre_clock_report report;
    CHECK_OK(gyre_clock_advance(clock, world, real_time, &report));
    return report;
}

TEST(spec_75_frames_of_a_whole_number_of_steps_take_exactly_that_many) {
    const struct {
        double step, frame;
        int steps;
    } cases[] = {{1.0 / 60, 1.0 / 60, 1}, {1.0 / 180, 1.0 / 60, 3}, {1.0 / 240, 1.0 / 60, 4},
                 {0.01, 0.07, 7},         {1.0 / 420, 1.0 / 60, 7}, {1.0 / 144, 1.0 / 24, 6},
                 {0.001, 0.008, 8},       {1.0 / 300, 1.0 / 60, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gyre_world world = {0};
        gyre_clock clock = gyre_clock_default();
        clock.step = cases[i].step;
        for (int frame = 0; frame < 100000; frame++)
            CHECK_EQ(advance(&clock, &world, cases[i].frame).steps, cases[i].steps);
        CHECK(clock.dropped == 0);
    }
}

TEST(frame_times_from_a_timer_give_one_step_each) {
    gyre_world world = {0};
    gyre_clock clock = gyre_clock_default();
    for (int i = 0; i < 100000; i++) // the machine has been on for a day: the differences are off by 1e-11
        CHECK_EQ(advance(&clock, &world, (86400 + (i + 1) / 60.0) - (86400 + i / 60.0)).steps, 1);
}

__extension__ typedef __int128 wide;

// A time that is a multiple of 2^-58 s, as a whole number of these.
static wide ticks_of(double time) { return (wide)ldexp(time, 58); }

TEST(spec_75_no_time_is_lost_in_a_million_frames) {
    random_source r = {1};
    gyre_world world = {0};
    gyre_clock clock = gyre_clock_default();
    wide total = 0;
    for (int i = 0; i < 1000000; i++) {
        double frame = ldexp(floor(ldexp(random_between(&r, 0.001, 0.06), 58)), -58);
        total += ticks_of(frame);
        advance(&clock, &world, frame);
        wide simulated = world.steps * ticks_of(clock.step);
        wide waiting = ticks_of(clock.accumulator) + ticks_of(clock.accumulator_rest);
        CHECK(total == simulated + waiting);
    }
    CHECK(clock.dropped == 0);
}

TEST(accumulated_rounding_remainders_become_a_step) {
    gyre_world world = {0};
    gyre_clock clock = binary_clock();
    clock.accumulator_rest = 0.5 * 0x1p-6; // far more than it ever is
    CHECK_EQ(advance(&clock, &world, 0.5 * 0x1p-6).steps, 1);
    CHECK(clock.accumulator == 0 && clock.accumulator_rest == 0);
}

TEST(every_step_has_the_same_size) {
    gyre_world world = {0};
    gyre_clock clock = gyre_clock_default();
    random_source r = {2};
    for (int i = 0; i < 1000; i++) {
        world.h = clock.step;
        advance(&clock, &world, random_between(&r, 0, 0.3));
        CHECK_SAME(world.h, 1.0 / 60);
    }
}

TEST(spec_75_alpha_is_the_fraction_of_a_step_that_is_left) {
    gyre_world world = {0};
    gyre_clock clock = binary_clock();
    gyre_clock_report report = advance(&clock, &world, 2.5 * 0x1p-6);
    CHECK_EQ(report.steps, 2);
    CHECK_SAME(report.alpha, 0.5);
    report = advance(&clock, &world, 0.25 * 0x1p-6); // not enough for a step
    CHECK_EQ(report.steps, 0);
    CHECK_SAME(report.alpha, 0.75);
    report = advance(&clock, &world, 0.25 * 0x1p-6);
    CHECK_EQ(report.steps, 1);
    CHECK_SAME(report.alpha, 0);
}

TEST(alpha_is_never_below_0_nor_1) {
    random_source r = {3};
    gyre_world world = {0};
    gyre_clock clock = gyre_clock_default();
    for (int i = 0; i < 200000; i++) {
        // sometimes a step of another size, and frames within rounding of whole steps
        if (i % 100 == 0) clock.step = random_between(&r, 1e-3, 3e-2);
        double steps = i % 3 ? random_between(&r, 0, 20) : floor(random_between(&r, 0, 20));
        gyre_clock_report report = advance(&clock, &world, steps * clock.step * (1 + random_between(&r, -1e-8, 1e-8)));
        CHECK(report.alpha >= 0 && report.alpha < 1);
        CHECK(report.steps <= clock.max_steps);
    }
    CHECK(clock.dropped > 0); // some frames were too long
}

TEST(a_step_that_is_due_up_to_rounding_is_taken_and_the_accumulator_becomes_negative) {
    gyre_world world = {0};
    gyre_clock clock = binary_clock();
    CHECK_EQ(advance(&clock, &world, 0x1p-6 * (1 - 0x1p-31)).steps, 1); // 4.7e-10 of a step early
    CHECK_SAME(clock.accumulator, -0x1p-37);
    CHECK_SAME(advance(&clock, &world, 0).alpha, 0);
    CHECK_EQ(advance(&clock, &world, 0x1p-6 * (1 - 0x1p-31)).steps, 1); // 9.3e-10
    CHECK_EQ(advance(&clock, &world, 0x1p-6 * (1 - 0x1p-31)).steps, 0); // 1.4e-9: too early
    CHECK_EQ(world.steps, 2);
}

TEST(spec_75_a_long_frame_is_cut_to_the_cap_and_the_rest_reported) {
    gyre_world world = {0};
    gyre_clock clock = binary_clock();
    clock.max_steps = 100;
    gyre_clock_report report = advance(&clock, &world, 10);
    CHECK_EQ(report.steps, 16); // 0.25 s
    CHECK_SAME(report.dropped, 9.75);
    report = advance(&clock, &world, 0.25); // not longer than the cap
    CHECK_EQ(report.steps, 16);
    CHECK_SAME(report.dropped, 0);
    CHECK_SAME(clock.dropped, 9.75);
}

TEST(spec_75_steps_beyond_the_limit_are_dropped_whole) {
    gyre_world world = {0};
    gyre_clock clock = binary_clock();
    gyre_clock_report report = advance(&clock, &world, 15.75 * 0x1p-6);
    CHECK_EQ(report.steps, 8);
    CHECK_SAME(report.dropped, 7 * 0x1p-6);
    CHECK_SAME(report.alpha, 0.75);
    CHECK_SAME(clock.accumulator, 0.75 * 0x1p-6);
    report = advance(&clock, &world, 8.5 * 0x1p-6); // nine are due, and the last is dropped
    CHECK_EQ(report.steps, 8);
    CHECK_SAME(report.dropped, 0x1p-6);
    CHECK_SAME(report.alpha, 0.25);
    clock = binary_clock();
    report = advance(&clock, &world, (10 - 0x1p-31) * 0x1p-6); // ten up to rounding
    CHECK_SAME(report.dropped, 2 * 0x1p-6);
    CHECK_SAME(report.alpha, 0);
}

// A machine that needs 50 ms for a step of 1/60 s: the frame's time is the cost of the steps it took.
TEST(spec_75_a_slow_machine_slows_the_simulation_and_never_falls_behind) {
    gyre_world world = {0};
    gyre_clock clock = gyre_clock_default();
    double frame = 0.02, total = 0;
    for (int i = 0; i < 1000; i++) {
        gyre_clock_report report = advance(&clock, &world, frame);
        total += frame;
        CHECK(report.steps <= 8);
        CHECK_BELOW(clock.accumulator, clock.step);
        frame = 0.02 + 0.05 * report.steps;
        CHECK_BELOW(frame, 0.4201);
    }
    // a thousand roundings of a sum of some 400 s
    CHECK_NEAR(world.steps * clock.step + clock.accumulator + clock.dropped, total, 1000 * 6e-14);
    CHECK(clock.dropped > 0.5 * total);
}

TEST(steps_below_the_resolution_of_time_are_dropped) {
    gyre_world world = {0};
    gyre_clock clock = gyre_clock_default();
    clock.step = 1e-300;
    gyre_clock_report report = advance(&clock, &world, 0.1);
    CHECK_EQ(report.steps, 8);
    CHECK_SAME(report.dropped, 0.1);
    CHECK(report.alpha >= 0 && report.alpha < 1);
    clock = gyre_clock_default();
    clock.step = 1e-10;
    advance(&clock, &world, 0.12345678912345); // a billion steps and a fraction
    CHECK_NEAR(clock.accumulator, 0, 1e-17);   // a rounding of that time
}

TEST(a_negative_accumulator_delays_steps) {
    gyre_world world = {0};
    gyre_clock clock = binary_clock();
    clock.accumulator = -3 * 0x1p-6;
    gyre_clock_report report = advance(&clock, &world, 0x1p-6);
    CHECK_EQ(report.steps, 0);
    CHECK_SAME(report.alpha, 0);
    CHECK_SAME(report.dropped, 0);
    CHECK_SAME(clock.accumulator, -2 * 0x1p-6);
}

TEST(a_cap_shorter_than_a_step_still_makes_progress) {
    gyre_world world = {0};
    gyre_clock clock = binary_clock();
    clock.max_time = 0x1p-8;
    for (int i = 0; i < 8; i++)
        advance(&clock, &world, 1);
    CHECK_EQ(world.steps, 2);
    CHECK_SAME(clock.dropped, 8 * (1 - 0x1p-8));
}

TEST(after_a_failed_step_the_clock_keeps_the_time_for_another_try) {
    gyre_world world = {.fails_left = 3};
    gyre_clock clock = binary_clock();
    gyre_clock_report report;
    CHECK_RESULT(gyre_clock_advance(&clock, &world, 5.5 * 0x1p-6, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.steps, 2);
    CHECK_EQ(report.step.result, GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.step.step, 2);
    CHECK_SAME(report.dropped, 0);
    CHECK_SAME(report.alpha, 1);
    CHECK_SAME(clock.accumulator, 3.5 * 0x1p-6);
    report = advance(&clock, &world, 0);
    CHECK_EQ(report.steps, 3);
    CHECK_SAME(report.alpha, 0.5);
}

TEST(the_time_kept_by_failures_is_capped) {
    gyre_clock clock = binary_clock();
    gyre_clock_report report;
    for (int i = 1; i <= 5; i++) {
        gyre_world world = {.fails_left = 1};
        CHECK_RESULT(gyre_clock_advance(&clock, &world, 0.125, &report), GYRE_ERR_NOT_FINITE);
        CHECK_SAME(clock.accumulator, i < 2 ? 0.125 : 0.25);
        CHECK_SAME(report.dropped, i < 3 ? 0 : 0.125);
    }
    CHECK_SAME(clock.dropped, 0.375);

    // a cap shorter than a step leaves the step that is due
    gyre_world world = {.fails_left = 1};
    clock = binary_clock();
    clock.max_time = 0x1p-8;
    for (int i = 0; i < 3; i++)
        advance(&clock, &world, 0x1p-8);
    CHECK_RESULT(gyre_clock_advance(&clock, &world, 0x1p-8, NULL), GYRE_ERR_NOT_FINITE);
    CHECK_SAME(clock.accumulator, 0x1p-6);
}

// ---- callbacks ----

typedef struct heard {
    int steps, frames, world_steps; // world_steps: when on_step was called last
    double alpha;
    gyre_result step_result, frame_result;
} heard;

static gyre_result hear_step(gyre_world *world, void *user) {
    heard *h = user;
    h->steps++;
    h->world_steps = world->steps;
    return h->step_result;
}

static gyre_result hear_frame(const gyre_world *world, double alpha, void *user) {
    heard *h = user;
    h->frames++;
    h->alpha = alpha;
    h->world_steps = world->steps;
    return h->frame_result;
}

static gyre_clock heard_clock(heard *h) {
    gyre_clock clock = binary_clock();
    clock.on_step = hear_step;
    clock.on_frame = hear_frame;
    clock.user = h;
    return clock;
}

TEST(callbacks_come_after_every_step_and_once_a_frame) {
    heard h = {0};
    gyre_world world = {0};
    gyre_clock clock = heard_clock(&h);
    advance(&clock, &world, 3.25 * 0x1p-6);
    CHECK_EQ(h.steps, 3);
    CHECK_EQ(h.frames, 1);
    CHECK_SAME(h.alpha, 0.25);
    advance(&clock, &world, 0.5 * 0x1p-6); // no step, but a frame
    CHECK_EQ(h.steps, 3);
    CHECK_EQ(h.frames, 2);
    CHECK_SAME(h.alpha, 0.75);
}

TEST(a_step_callback_stops_the_clock_after_its_step) {
    heard h = {.step_result = GYRE_ERR_STOPPED};
    gyre_world world = {0};
    gyre_clock clock = heard_clock(&h);
    gyre_clock_report report;
    CHECK_RESULT(gyre_clock_advance(&clock, &world, 3.25 * 0x1p-6, &report), GYRE_ERR_STOPPED);
    CHECK_EQ(report.steps, 1); // it was taken, and its time is spent
    CHECK_EQ(h.world_steps, 1);
    CHECK_SAME(clock.accumulator, 2.25 * 0x1p-6);
    CHECK_EQ(h.frames, 0);
}

TEST(a_frame_callback_can_fail_the_call) {
    heard h = {.frame_result = GYRE_ERR_STOPPED};
    gyre_world world = {0};
    gyre_clock clock = heard_clock(&h);
    gyre_clock_report report;
    CHECK_RESULT(gyre_clock_advance(&clock, &world, 3.25 * 0x1p-6, &report), GYRE_ERR_STOPPED);
    CHECK_EQ(report.steps, 3);
    CHECK_SAME(report.alpha, 0.25);
    CHECK_SAME(clock.accumulator, 0.25 * 0x1p-6);
}

TEST(no_frame_is_drawn_after_a_failed_step) {
    heard h = {0};
    gyre_world world = {.fails_left = 1};
    gyre_clock clock = heard_clock(&h);
    CHECK_RESULT(gyre_clock_advance(&clock, &world, 1, NULL), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(h.frames, 0);
}

// ---- arguments ----

TEST(a_clock_starts_with_sixty_steps_a_second) {
    gyre_clock clock = gyre_clock_default();
    CHECK_SAME(clock.step, 1.0 / 60);
    CHECK_SAME(clock.max_time, 0.25);
    CHECK_EQ(clock.max_steps, 8);
    CHECK(clock.accumulator == 0 && clock.accumulator_rest == 0 && clock.dropped == 0);
}

// Refused, and neither clock nor world nor report has changed.
static void check_refused(gyre_clock clock, double real_time, gyre_result want) {
    gyre_world world = {0};
    gyre_clock_report report, before_report;
    memset(&report, 0x5a, sizeof report);
    memset(&before_report, 0x5a, sizeof before_report);
    gyre_clock before;
    memcpy(&before, &clock, sizeof clock);
    CHECK_RESULT(gyre_clock_advance(&clock, &world, real_time, &report), want);
    CHECK_BYTES(&clock, &before, sizeof clock);
    CHECK_BYTES(&report, &before_report, sizeof report);
    CHECK_EQ(world.steps, 0);
}

TEST(an_invalid_clock_is_refused) {
    const double bad[] = {0, -1, NAN, INFINITY, -INFINITY};
    gyre_clock clock = gyre_clock_default();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        clock.step = bad[i];
        check_refused(clock, 1, GYRE_ERR_STEP);
        clock = gyre_clock_default();
        clock.max_time = bad[i];
        check_refused(clock, 1, GYRE_ERR_OPTION);
        clock = gyre_clock_default();
        if (i >= 2) {
            clock.accumulator = bad[i];
            check_refused(clock, 1, GYRE_ERR_TIME);
            clock = gyre_clock_default();
            clock.accumulator_rest = bad[i];
            check_refused(clock, 1, GYRE_ERR_TIME);
            clock = gyre_clock_default();
        }
        if (i >= 1) check_refused(clock, bad[i], GYRE_ERR_TIME);
    }
    clock.max_steps = 0;
    check_refused(clock, 1, GYRE_ERR_OPTION);
    clock = gyre_clock_default();
    clock.marker = 0;
    check_refused(clock, 1, GYRE_ERR_DEFINITION);
}

TEST(clock_advance_needs_a_clock_and_a_world_but_no_report) {
    gyre_world world = {0};
    gyre_clock clock = gyre_clock_default();
    CHECK_RESULT(gyre_clock_advance(NULL, &world, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_clock_advance(&clock, NULL, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_OK(gyre_clock_advance(&clock, &world, 0.02, NULL));
    CHECK_EQ(world.steps, 1);
}

RUN_TESTS("clock")
