/// The notes' RunSimulation: shows bodies, or any state vector, at a constant frame rate.   Baraff 1997, section 3
#include "integrators/solver.h"

#include "base/memory.h"
#include "integrators/newton.h"
#include "math/finite.h"

#include <string.h>

gyre_run gyre_run_default(void) {
    return (gyre_run){
        .marker = RUN_MARKER,
        .frames_per_second = 30,
        .frame_count = 300,
        .options = gyre_ode_options_default(),
    };
}

// True if the method cannot choose its steps and options.step is 0.
static bool takes_one_step_per_frame(const gyre_run *run) {
    return run->options.step == 0 && !gyre_method_is_adaptive(run->options.method);
}

// The object that a run advances: rigid bodies, or a state vector with a derivative.
typedef struct moved {
    const gyre_system *system; // NULL: `dydt` moves it
    gyre_derivative dydt;
    void *user;
} moved;

// Checks everything before the first frame is shown.
static gyre_result check_run(const moved *what, const gyre_run *run, const double *y, size_t length,
                             gyre_ode_report *report) {
    if (!run) return GYRE_ERR_NULL_POINTER;
    if (run->marker != RUN_MARKER) return GYRE_ERR_DEFINITION;
    if (!(run->frames_per_second > 0) || !is_finite(run->frames_per_second)) return GYRE_ERR_FRAME_RATE;
    if (!is_finite((double)run->frame_count / run->frames_per_second)) return GYRE_ERR_FRAME_RATE;
    gyre_ode_options options = run->options;
    if (takes_one_step_per_frame(run)) options.step = 1 / run->frames_per_second;
    if (what->system) return gyre_advance_check(what->system, &options, y, length, report);
    gyre_result r = gyre_ode_check(y, y, length, 0, 1 / run->frames_per_second, what->dydt, what->user, &options);
    if (r == GYRE_OK) r = gyre_newton_check(&options, length);
    for (size_t i = 0; r == GYRE_OK && i < length; i++)
        if (!is_finite(y[i])) {
            report->component = i;
            r = GYRE_ERR_NOT_FINITE;
        }
    return r;
}

static void add_report(gyre_ode_report *total, const gyre_ode_report *part) {
    gyre_ode_report sum = *part;
    sum.steps += total->steps;
    sum.rejected += total->rejected;
    sum.evaluations += total->evaluations;
    sum.jacobians += total->jacobians;
    sum.factorizations += total->factorizations;
    *total = sum;
}

static gyre_result advance(const moved *what, double *y, size_t length, double t0, double t1,
                           const gyre_ode_options *options, gyre_ode_report *report) {
    return what->system ? gyre_system_advance(what->system, y, y, length, t0, t1, options, report)
                        : gyre_ode(y, y, length, t0, t1, what->dydt, what->user, options, report);
}

static gyre_result run_frames(const moved *what, const gyre_run *run, double *y, size_t length,
                              gyre_ode_report *report) {
    gyre_ode_options options = run->options;
    gyre_result r = run->on_frame ? run->on_frame(0, 0, y, length, run->user) : GYRE_OK;
    double t = 0;
    for (size_t frame = 1; r == GYRE_OK && frame <= run->frame_count; frame++) {
        // an integer counter: adding 1/30 three hundred times does not give 10
        double t_next = (double)frame / run->frames_per_second;
        if (takes_one_step_per_frame(run)) options.step = t_next - t;
        gyre_ode_report part;
        r = advance(what, y, length, t, t_next, &options, &part);
        add_report(report, &part);
        // an adaptive method continues with its last step size
        if (part.next_step > 0) options.initial_step = part.next_step;
        if (r == GYRE_OK && run->on_frame) r = run->on_frame(frame, t_next, y, length, run->user);
        t = t_next;
    }
    return r;
}

static gyre_result run_all(const moved *what, const gyre_run *run, double *y, size_t length, gyre_ode_report *report) {
    gyre_ode_report own_report;
    if (!report) report = &own_report;
    *report = (gyre_ode_report){.component = GYRE_NO_COMPONENT};
    gyre_result r = check_run(what, run, y, length, report);
    if (r != GYRE_OK) return r;

    // a copy: on failure y is unchanged
    double *copy = gyre_take_array(&run->options.allocator, length, sizeof *copy);
    if (!copy) return GYRE_ERR_NO_MEMORY;
    memcpy(copy, y, length * sizeof *y);
    r = run_frames(what, run, copy, length, report);
    if (r == GYRE_OK) memcpy(y, copy, length * sizeof *y);
    gyre_give_back(&run->options.allocator, copy);
    return r;
}

gyre_result gyre_run_simulation(const gyre_system *system, const gyre_run *run, double *y, size_t length,
                                gyre_ode_report *report) {
    if (!system) return GYRE_ERR_NULL_POINTER;
    return run_all(&(moved){.system = system}, run, y, length, report);
}

gyre_result gyre_run_derivative(gyre_derivative dydt, void *user, const gyre_run *run, double *y, size_t length,
                                gyre_ode_report *report) {
    return run_all(&(moved){.dydt = dydt, .user = user}, run, y, length, report);
}
