/// gyre_ode_sample: integrates and returns the states at given times.
#include "integrators/solver.h"

#include "base/memory.h"
#include "integrators/newton.h"
#include "math/finite.h"

#include <string.h>

typedef struct sampling {
    const gyre_ode_options *options; // options of the caller
    const double *times;
    size_t count, next; // next: index of the next time
    bool is_forward;
    double *y;
} sampling;

static bool is_reached(const sampling *s, double t_end) {
    double t = s->times[s->next];
    return s->is_forward ? t <= t_end : t >= t_end;
}

static gyre_result fill_in(const gyre_ode_step *step, void *user) {
    sampling *s = user;
    gyre_result r = GYRE_OK;
    for (; r == GYRE_OK && s->next < s->count && is_reached(s, step->t1); s->next++)
        r = gyre_ode_interpolate(step, s->times[s->next], &s->y[s->next * step->length]);
    if (r == GYRE_OK && s->options->on_step) r = s->options->on_step(step, s->options->user);
    return r;
}

static gyre_result pass_projection(double t, double *y, void *user) {
    const sampling *s = user;
    return s->options->project(t, y, s->options->user);
}

static gyre_result pass_jacobian(double t, const double *y, double *out_jacobian, void *user) {
    const sampling *s = user;
    return s->options->jacobian(t, y, out_jacobian, s->options->user);
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
    if (report) *report = (gyre_ode_report){.t = t0, .component = GYRE_NO_COMPONENT};
    if (!times) return GYRE_ERR_NULL_POINTER;
    if (count == 0) return GYRE_ERR_LENGTH;
    gyre_result r = gyre_ode_check(y0, out_y, length, t0, times[count - 1], dydt, user, options);
    if (r == GYRE_OK) r = gyre_newton_check(options, length);
    if (r == GYRE_OK) r = check_times(t0, times, count);
    if (r != GYRE_OK) return r;
    size_t total, bytes;
    if (!size_multiply(length, count, &total) || !size_add(total, length, &total) ||
        !size_multiply(total, sizeof(double), &bytes))
        return GYRE_ERR_TOO_LARGE;

    // samples and end state are stored in a block: on failure the outputs are unchanged
    double *block = gyre_take_array(&options->allocator, total, sizeof *block);
    if (!block) return GYRE_ERR_NO_MEMORY;
    sampling s = {.options = options, .times = times, .count = count, .y = block};
    s.is_forward = times[count - 1] >= t0;
    for (; s.next < count && times[s.next] == t0; s.next++)
        memcpy(&block[s.next * length], y0, length * sizeof *y0);
    gyre_ode_options inner = *options;
    inner.on_step = fill_in;
    inner.project = options->project ? pass_projection : NULL;
    inner.jacobian = options->jacobian ? pass_jacobian : NULL;
    inner.user = &s;
    r = gyre_ode(y0, block + count * length, length, t0, times[count - 1], dydt, user, &inner, report);
    if (r == GYRE_OK) memcpy(out_y, block, count * length * sizeof *out_y);
    gyre_give_back(&options->allocator, block);
    return r;
}
