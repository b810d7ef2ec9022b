/// gyre_ode_sample: a run with its states at given times.
#include "integrators/solver.h"

#include "base/memory.h"
#include "math/finite.h"

#include <string.h>

typedef struct sampling {
    const gyre_ode_options *options; // the caller's
    const double *times;
    size_t count, next; // next time to fill in
    double *y;
} sampling;

// Is `t` reached at the end of a step, in the direction of the run?
static bool is_reached(const gyre_ode_step *step, double t) {
    return step->t0 < step->t1 ? t <= step->t1 : t >= step->t1;
}

static gyre_result fill_in(const gyre_ode_step *step, void *user) {
    sampling *s = user;
    gyre_result r = GYRE_OK;
    for (; r == GYRE_OK && s->next < s->count && is_reached(step, s->times[s->next]); s->next++)
        r = gyre_ode_interpolate(step, s->times[s->next], &s->y[s->next * step->length]);
    if (r == GYRE_OK && s->options->on_step) r = s->options->on_step(step, s->options->user);
    return r;
}

static gyre_result pass_projection(double t, double *y, void *user) {
    const sampling *s = user;
    return s->options->project(t, y, s->options->user);
}

static gyre_result check_times(double t0, const double *times, size_t count) {
    double direction = times[count - 1] >= t0 ? 1 : -1, previous = t0;
    for (size_t i = 0; i < count; previous = times[i++])
        if (!is_finite(times[i]) || (times[i] - previous) * direction < 0) return GYRE_ERR_TIME;
    return GYRE_OK;
}

gyre_result gyre_ode_sample(const double *y0, size_t length, double t0, const double *times, size_t count,
                            double *out_y, gyre_derivative dydt, void *user, const gyre_ode_options *options,
                            gyre_ode_report *report) {
    gyre_ode_options defaults = gyre_ode_options_default();
    if (!options) options = &defaults;
    if (!y0 || !times || !out_y) return GYRE_ERR_NULL_POINTER;
    size_t total;
    if (length == 0 || count == 0) return GYRE_ERR_LENGTH;
    if (!size_multiply(length, count, &total) || !size_add(total, length, &total)) return GYRE_ERR_TOO_LARGE;
    gyre_result r = is_finite(t0) ? check_times(t0, times, count) : GYRE_ERR_TIME;
    if (r == GYRE_OK) r = options_check(options);
    if (r != GYRE_OK) return r;

    // samples and the end state are collected apart: a failure must leave out_y as it was
    double *block = take_array(&options->allocator, total, sizeof *block);
    if (!block) return GYRE_ERR_NO_MEMORY;
    sampling s = {.options = options, .times = times, .count = count, .y = block};
    for (; s.next < count && times[s.next] == t0; s.next++)
        memcpy(&block[s.next * length], y0, length * sizeof *y0);
    gyre_ode_options inner = *options;
    inner.on_step = fill_in;
    inner.project = options->project ? pass_projection : NULL;
    inner.user = &s;
    r = gyre_ode(y0, block + count * length, length, t0, times[count - 1], dydt, user, &inner, report);
    if (r == GYRE_OK) memcpy(out_y, block, count * length * sizeof *out_y);
    give_back(&options->allocator, block);
    return r;
}
