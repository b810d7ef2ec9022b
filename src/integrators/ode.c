/// gyre_ode: checks, memory, one Runge-Kutta step, and the choice of the driver.
#include "integrators/solver.h"

#include "base/check.h"
#include "base/log.h"
#include "base/memory.h"
#include "integrators/dense.h"
#include "integrators/newton.h"
#include "math/finite.h"
#include "motion/system_check.h"

#include <string.h>

gyre_ode_options gyre_ode_options_default(void) {
    return (gyre_ode_options){
        .marker = OPTIONS_MARKER,
        .method = GYRE_METHOD_dopri5,
        .rtol = 1e-9,
        .atol = 1e-12,
        .max_steps = 1000000,
    };
}

// Smallest rtol, a few rounding errors; below it the error estimate is noise.
static const double RTOL_MIN = 1e-15;

static bool is_length(double a) { return a >= 0 && is_finite(a); }

gyre_result gyre_options_check(const gyre_ode_options *options) {
    if (options->marker != OPTIONS_MARKER) return GYRE_ERR_DEFINITION;
    if (!gyre_method_name(options->method)) return GYRE_ERR_METHOD;
    if ((unsigned)options->orientation_update >= GYRE_ORIENTATION_UPDATE_COUNT) return GYRE_ERR_OPTION;
    if (!is_length(options->step) || !is_length(options->initial_step) || !is_length(options->max_step)) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR,
                      "step = %g, initial_step = %g and max_step = %g must be finite and >= 0", options->step,
                      options->initial_step, options->max_step);
        return GYRE_ERR_STEP;
    }
    if (options->step == 0 && !gyre_method_is_adaptive(options->method)) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR, "%s cannot choose its steps: options.step must be > 0",
                      gyre_method_name(options->method));
        return GYRE_ERR_STEP;
    }
    if (options->step == 0 || gyre_method_is_implicit(options->method)) {
        if (!is_length(options->rtol) || !is_length(options->atol) || (options->rtol == 0 && options->atol == 0))
            return GYRE_ERR_TOLERANCE;
        if (options->rtol > 0 && options->rtol < RTOL_MIN) return GYRE_ERR_TOLERANCE; // below rounding errors
    }
    if (options->max_steps == 0) return GYRE_ERR_STEP_LIMIT;
    gyre_result r = gyre_allocator_check(&options->allocator);
    return r == GYRE_OK ? gyre_check_environment() : r;
}

gyre_result gyre_times_check(double t0, double t1) {
    return is_finite(t0) && is_finite(t1) && is_finite(t1 - t0) ? GYRE_OK : GYRE_ERR_TIME;
}

bool gyre_solver_is_before(const solver *s, size_t a, size_t b) {
    if (s->stride == 0 || a % s->stride == b % s->stride) return a < b;
    return a % s->stride < b % s->stride;
}

// Reports the first non-finite component. Ignores components beyond error_length, which are accumulated sums.
static gyre_result check_finite(solver *s, const double *values) {
    if (is_finite_array(values, s->error_length)) return GYRE_OK;
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < s->error_length; i++)
        if (!is_finite(values[i]) && (first == SIZE_MAX || gyre_solver_is_before(s, i, first))) first = i;
    s->report->component = first;
    return GYRE_ERR_NOT_FINITE;
}

gyre_result gyre_solver_evaluate(solver *s, double t, const double *y, double *out_k) {
    s->report->evaluations++;
    gyre_result r = s->dydt(t, y, out_k, s->user);
    return r == GYRE_OK ? check_finite(s, out_k) : r;
}

void gyre_solver_sum(const solver *s, const double *weights, int count, size_t first, size_t size,
                     double out_sum[CHUNK_SIZE]) {
    for (size_t i = 0; i < size; i++)
        out_sum[i] = 0;
    for (int j = 0; j < count; j++) {
        if (weights[j] == 0) continue;
        const double weight = weights[j], *k = &s->k[j][first];
        for (size_t i = 0; i < size; i++)
            out_sum[i] += weight * k[i];
    }
}

void gyre_solver_combine(const solver *s, double h, const double *weights, int count, double *out_y) {
    double sum[CHUNK_SIZE];
    for (size_t first = 0; first < s->length; first += CHUNK_SIZE) {
        size_t size = s->length - first < CHUNK_SIZE ? s->length - first : CHUNK_SIZE;
        gyre_solver_sum(s, weights, count, first, size, sum);
        for (size_t i = 0; i < size; i++)
            out_y[first + i] = s->y[first + i] + h * sum[i];
    }
}

static gyre_result explicit_stages(solver *s, double h, double t_next) {
    const butcher_table *table = s->table;
    for (int i = 1; i < table->stages; i++) {
        gyre_solver_combine(s, h, table->a[i], i, s->y_stage);
        // exactly t_next for c = 1, so that rounding cannot pass the end of the step
        double t = table->c[i] == 1 ? t_next : s->t + table->c[i] * h;
        gyre_result r = gyre_solver_evaluate(s, t, s->y_stage, s->k[i]);
        if (r != GYRE_OK) return r;
    }
    return GYRE_OK;
}

gyre_result gyre_solver_try_step(solver *s, double h, double t_next) {
    const butcher_table *table = s->table;
    GYRE_ASSERT(h != 0 && table->stages <= BUTCHER_STAGES_MAX);
    gyre_result r = GYRE_OK;
    if (!s->is_k0_known) r = gyre_solver_evaluate(s, s->t, s->y, s->k[0]);
    if (r != GYRE_OK) return r;
    s->is_k0_known = true;
    r = table->gamma == 0 ? explicit_stages(s, h, t_next) : gyre_newton_stages(s, h, t_next);
    if (r != GYRE_OK) return r;
    gyre_solver_combine(s, h, table->b, table->stages, s->y_next);
    return check_finite(s, s->y_next);
}

// Calls the observer. Interpolation in the observer needs the derivative at the end of the step.
static gyre_result show_step(solver *s, double h, double t_next, const double *k_end) {
    dense_step dense = {s->table, h, s->k, k_end};
    gyre_ode_step step = {
        .index = s->report->steps - 1,
        .length = s->length,
        .t0 = s->t,
        .t1 = t_next,
        .y0 = s->y,
        .y1 = s->y_next,
        .dense = &dense,
    };
    return s->options->on_step(&step, s->options->user);
}

gyre_result gyre_solver_accept_step(solver *s, double h, double t_next) {
    const gyre_ode_options *options = s->options;
    gyre_result r = GYRE_OK;
    if (options->project) {
        r = options->project(t_next, s->y_next, options->user);
        if (r == GYRE_OK) r = check_finite(s, s->y_next);
        if (r != GYRE_OK) return r;
    }
    // The derivative at the end is the first stage of the next step, unless a projection has moved the state.
    bool is_end_known = s->table->ends_with_derivative && !options->project;
    double **end = is_end_known ? &s->k[s->table->stages - 1] : &s->k[BUTCHER_STAGES_MAX];
    s->report->t = t_next;
    s->report->steps++;
    if (options->on_step) {
        if (!is_end_known) r = gyre_solver_evaluate(s, t_next, s->y_next, *end);
        if (r == GYRE_OK) r = show_step(s, h, t_next, *end);
        if (r != GYRE_OK) return r;
        is_end_known = true;
    }
    if (is_end_known) {
        double *k0 = s->k[0];
        s->k[0] = *end;
        *end = k0;
    }
    double *old = s->y;
    s->y = s->y_next;
    s->y_next = old;
    s->is_k0_known = is_end_known;
    s->t = t_next;
    gyre_newton_step_accepted(s);
    return GYRE_OK;
}

// Allocates one block and divides it into vectors of `length` doubles and the work space of Newton's method.
static gyre_result take_vectors(solver *s, double **out_block) {
    enum { VECTORS = 3 + BUTCHER_STAGES_MAX + 1 };
    size_t count, bytes;
    if (!size_multiply(s->length, VECTORS, &count) || !size_add(count, gyre_newton_size(s), &count) ||
        !size_multiply(count, sizeof(double), &bytes))
        return GYRE_ERR_TOO_LARGE;
    double *block = gyre_take_array(&s->options->allocator, count, sizeof *block);
    if (!block) return GYRE_ERR_NO_MEMORY;
    s->y = block;
    s->y_next = block + s->length;
    s->y_stage = block + 2 * s->length;
    for (size_t i = 0; i <= BUTCHER_STAGES_MAX; i++)
        s->k[i] = block + (3 + i) * s->length;
    if (s->table->gamma != 0) gyre_newton_init(s, block + VECTORS * s->length);
    *out_block = block;
    return GYRE_OK;
}

// Checks the length of the state vector for gyre's own derivatives, which would otherwise write beyond the arrays.
static gyre_result check_own_derivatives(gyre_derivative dydt, const void *user, size_t length) {
    if (dydt == gyre_dydt) return gyre_system_check_with_length(user, length);
    if (dydt != gyre_particle_dydt) return GYRE_OK;
    const gyre_particle_system *system = user;
    size_t wanted;
    if (!system) return GYRE_ERR_NULL_POINTER;
    if (!size_multiply(system->count, GYRE_PARTICLE_SIZE, &wanted) || wanted != length) return GYRE_ERR_LENGTH;
    return GYRE_OK;
}

gyre_result gyre_ode_check(const double *y0, const double *out, size_t length, double t0, double t1,
                           gyre_derivative dydt, const void *user, const gyre_ode_options *options) {
    if (!y0 || !out || !dydt) return GYRE_ERR_NULL_POINTER;
    if (length == 0) return GYRE_ERR_LENGTH;
    gyre_result r = gyre_times_check(t0, t1);
    if (r == GYRE_OK) r = gyre_options_check(options);
    if (r == GYRE_OK) r = check_own_derivatives(dydt, user, length);
    if (r != GYRE_OK) return r;
    if (!gyre_method_is_general(options->method)) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR, "%s: %s", gyre_method_name(options->method),
                      gyre_result_text(GYRE_ERR_METHOD_NEEDS_BODIES));
        return GYRE_ERR_METHOD_NEEDS_BODIES;
    }
    return GYRE_OK;
}

gyre_result gyre_ode_with_layout(const double *y0, double *out_yend, const vector_layout *layout, double t0, double t1,
                                 gyre_derivative dydt, void *user, const gyre_ode_options *options,
                                 gyre_ode_report *report) {
    size_t length = layout->length;
    gyre_ode_options defaults = gyre_ode_options_default();
    if (!options) options = &defaults;
    gyre_ode_report own_report;
    if (!report) report = &own_report;
    *report = (gyre_ode_report){.t = t0, .component = GYRE_NO_COMPONENT};

    gyre_result r = gyre_ode_check(y0, out_yend, length, t0, t1, dydt, user, options);
    if (r == GYRE_OK) r = gyre_newton_check(options, layout->error_length);
    if (r != GYRE_OK) return r;
    solver s = {
        .dydt = dydt,
        .user = user,
        .options = options,
        .length = length,
        .error_length = layout->error_length,
        .stride = layout->stride,
        .t = t0,
        .report = report,
    };
    s.table = gyre_butcher_table_of(options->method);

    double *block;
    r = take_vectors(&s, &block);
    if (r != GYRE_OK) return r;
    memcpy(s.y, y0, length * sizeof *y0);
    r = check_finite(&s, s.y);
    if (r == GYRE_OK && t0 != t1) r = options->step > 0 ? gyre_solve_fixed(&s, t1) : gyre_solve_adaptive(&s, t1);
    if (r == GYRE_OK) {
        memcpy(out_yend, s.y, length * sizeof *out_yend);
        report->component = GYRE_NO_COMPONENT; // a rejected try may have set it
    }
    gyre_give_back(&options->allocator, block);
    return r;
}

gyre_result gyre_ode(const double *y0, double *out_yend, size_t length, double t0, double t1, gyre_derivative dydt,
                     void *user, const gyre_ode_options *options, gyre_ode_report *report) {
    const vector_layout layout = {length, length, 0};
    return gyre_ode_with_layout(y0, out_yend, &layout, t0, t1, dydt, user, options, report);
}
