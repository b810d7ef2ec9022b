/// Converts real time to fixed steps; uses only the public interface of the world.
#include "gyre/clock.h"

#include "math/finite.h"
#include "math/lanes.h"

enum { CLOCK_MARKER = 0x47594331 }; // "GYC1"

// Fraction of a step by which the step can begin early. Larger than the rounding errors of frame times, which are often
// differences of large timer values, and too small to be visible.
static const double EARLY = 1e-9;

// If more steps than this are due, the whole accumulator is dropped: rounding errors make its fraction meaningless.
static const double COUNTABLE_STEPS = 1e6;

gyre_clock gyre_clock_default(void) {
    return (gyre_clock){.marker = CLOCK_MARKER, .step = 1.0 / 60, .max_time = 0.25, .max_steps = 8};
}

static gyre_result check_clock(const gyre_clock *clock) {
    if (clock->marker != CLOCK_MARKER) return GYRE_ERR_DEFINITION;
    if (!(clock->step > 0) || !is_finite(clock->step)) return GYRE_ERR_STEP;
    if (!(clock->max_time > 0) || !is_finite(clock->max_time) || clock->max_steps < 1) return GYRE_ERR_OPTION;
    if (!is_finite(clock->accumulator) || !is_finite(clock->accumulator_rest) || !is_finite(clock->dropped))
        return GYRE_ERR_TIME;
    return GYRE_OK;
}

// Adds exactly: the sum of two doubles is their rounded sum plus the rounding error, which is a double (Knuth, The Art
// of Computer Programming 2, section 4.2.2). A plain sum would lose about 1e-18 s per frame, always in the same
// direction if frames have equal length. This loss is harmless in practice, but tests can require an exact sum.
static void add_time(gyre_clock *clock, double time) {
    double sum = clock->accumulator + time;
    double added = sum - clock->accumulator;
    double error = (clock->accumulator - (sum - added)) + (time - added);
    double rest = clock->accumulator_rest + error;
    clock->accumulator = sum + rest;
    clock->accumulator_rest = rest - (clock->accumulator - sum);
}

static void drop(gyre_clock *clock, double time, gyre_clock_report *report) {
    clock->dropped += time;
    report->dropped += time;
}

static bool is_step_due(const gyre_clock *clock) { return clock->accumulator >= clock->step * (1 - EARLY); }

static gyre_result take_steps(gyre_clock *clock, gyre_world *world, gyre_clock_report *report) {
    while (is_step_due(clock) && report->steps < clock->max_steps) {
        gyre_result r = gyre_world_step(world, clock->step, &report->step);
        if (r != GYRE_OK) return r;
        report->steps++;
        add_time(clock, -clock->step);
        r = clock->on_step ? clock->on_step(world, clock->user) : GYRE_OK;
        if (r != GYRE_OK) return r;
    }
    return GYRE_OK;
}

// Returns the duration of the steps that are still due. Only whole steps, so that dropping them does not change alpha.
static double time_of_due_steps(const gyre_clock *clock) {
    double steps = clock->accumulator / clock->step;
    if (!(steps < COUNTABLE_STEPS)) return clock->accumulator;
    return (double)(int64_t)(steps + EARLY) * clock->step;
}

// Returns the time to drop from the accumulator. After a failed step, at most max_time is kept, so that the next call
// can repeat the steps.
static double excess_time(const gyre_clock *clock, bool has_failed) {
    if (!has_failed) return is_step_due(clock) ? time_of_due_steps(clock) : 0;
    return larger(clock->accumulator - larger(clock->max_time, clock->step), 0);
}

gyre_result gyre_clock_advance(gyre_clock *clock, gyre_world *world, double real_time, gyre_clock_report *report) {
    if (!clock || !world) return GYRE_ERR_NULL_POINTER;
    gyre_result r = check_clock(clock);
    if (r != GYRE_OK) return r;
    if (!(real_time >= 0) || !is_finite(real_time)) return GYRE_ERR_TIME;
    gyre_clock_report unwanted;
    if (!report) report = &unwanted;
    *report = (gyre_clock_report){0};

    double time = smaller(real_time, clock->max_time);
    drop(clock, real_time - time, report);
    add_time(clock, time);
    r = take_steps(clock, world, report);

    double excess = excess_time(clock, r != GYRE_OK);
    add_time(clock, -excess);
    drop(clock, excess, report);
    report->alpha = smaller(larger(clock->accumulator / clock->step, 0), 1);
    if (r == GYRE_OK && clock->on_frame) r = clock->on_frame(world, report->alpha, clock->user);
    return r;
}
