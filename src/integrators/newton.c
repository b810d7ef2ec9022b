/// Solves for the stages of an implicit step by simplified Newton iterations.   Hairer, Wanner: Solving ODEs II, IV.8
///
/// A stage is the equation k = f(t, base + h gamma k) for its derivative k. Newton's method solves
///     (I - h gamma J) dk = f(t, base + h gamma k) - k,    J = df/dy at the beginning of some step,
/// with one J and one LU factorization for all stages and, while it converges fast enough, for later steps. The unknown
/// is k and not the state, so that constant components stay bit-identical: a zero row of J (the angular momentum of a
/// free body) gives k = f directly.
///
/// Components beyond error_length are accumulated sums, not part of the equations: their derivative is evaluated once
/// at the solution of each stage.
#include "integrators/newton.h"

#include "base/log.h"
#include "math/finite.h"
#include "math/lanes.h"
#include "math/lu.h"

#include <float.h>
#include <string.h>

// An iteration has converged when its error, estimated from the last correction, is below this fraction of the
// tolerance. Fixed steps use the second value, because their error is unknown here.
static const double PART_OF_TOLERANCE = 1e-2, PART_OF_TOLERANCE_FIXED = 1e-5;
enum { ITERATIONS_MAX = 10 };
// If an iteration leaves more than the fraction CONTRACTION_FAST of the correction, J is evaluated again for the next
// step. (Measured on van der Pol's equation: 0.2 costs a fifth more evaluations than 0.05 at rtol 1e-6.) A contraction
// below CONTRACTION_MIN is not extrapolated.
static const double CONTRACTION_FAST = 0.05, CONTRACTION_MIN = 1e-6, GROWTH_MAX = 2;
// Scale of components near 0, for finite differences.
static const double SCALE_MIN = 3e-3;

gyre_result gyre_newton_check(const gyre_ode_options *options, size_t length) {
    if (!gyre_method_is_implicit(options->method) || length <= GYRE_IMPLICIT_LENGTH_MAX) return GYRE_OK;
    gyre_log_line(&options->log, GYRE_LOG_ERROR,
                  "%s solves for at most %zu components together, but the system has %zu: use an explicit method",
                  gyre_method_name(options->method), GYRE_IMPLICIT_LENGTH_MAX, length);
    return GYRE_ERR_TOO_LARGE;
}

size_t gyre_newton_size(const solver *s) {
    size_t n = s->error_length; // at most GYRE_IMPLICIT_LENGTH_MAX: products cannot overflow
    return s->table->gamma == 0 ? 0 : 2 * n * n + 2 * n + s->length;
}

void gyre_newton_init(solver *s, double *block) {
    size_t n = s->error_length;
    _Static_assert(sizeof(size_t) <= sizeof(double), "row indices must fit in the space of doubles");
    s->newton = (newton){.jacobian = block, .lu = block + n * n, .correction = block + 2 * n * n};
    s->newton.rows = (size_t *)(void *)(block + 2 * n * n + n);
    s->newton.f = block + 2 * n * n + 2 * n;
}

// ---- the matrix ----

// Increment of a component for a finite difference: large compared with the rounding of f, small compared with its
// curvature. `change` is the change of the component in a step; it sets the scale of a component that is 0.
static double increment_of(double y, double change) {
    double scale = larger(larger(magnitude(y), magnitude(change)), SCALE_MIN);
    return y + root(DBL_EPSILON) * scale - y; // the difference actually added
}

// Computes column j of J. If the increment leaves f's domain, uses the opposite increment.
static gyre_result difference(solver *s, size_t j, double h_gamma, const double *f0) {
    size_t n = s->error_length;
    double kept = s->y[j], increment = increment_of(kept, h_gamma * f0[j]);
    s->y_stage[j] = kept + increment;
    gyre_result r = gyre_solver_evaluate(s, s->t, s->y_stage, s->newton.f);
    if (r == GYRE_ERR_NOT_FINITE) {
        s->y_stage[j] = kept - increment;
        increment = s->y_stage[j] - kept;
        r = gyre_solver_evaluate(s, s->t, s->y_stage, s->newton.f);
    }
    for (size_t i = 0; r == GYRE_OK && i < n; i++)
        s->newton.jacobian[i * n + j] = (s->newton.f[i] - f0[i]) / increment;
    s->y_stage[j] = kept;
    return r;
}

// Evaluates f at the start again. k[0] can be the last stage of the previous step, which solves its equation only to
// the tolerance: too inaccurate for differences.
static gyre_result differences(solver *s, double h_gamma) {
    double *f0 = s->k[BUTCHER_STAGES_MAX]; // unused during a step
    memcpy(s->y_stage, s->y, s->length * sizeof *s->y);
    gyre_result r = gyre_solver_evaluate(s, s->t, s->y_stage, f0);
    for (size_t j = 0; r == GYRE_OK && j < s->error_length; j++)
        r = difference(s, j, h_gamma, f0);
    return r;
}

static gyre_result evaluate_jacobian(solver *s, double h_gamma) {
    size_t n = s->error_length;
    gyre_result r = GYRE_OK;
    s->report->jacobians++;
    if (s->options->jacobian) {
        memset(s->newton.jacobian, 0, n * n * sizeof *s->newton.jacobian);
        r = s->options->jacobian(s->t, s->y, s->newton.jacobian, s->options->user);
    } else {
        r = differences(s, h_gamma);
    }
    for (size_t i = 0; r == GYRE_OK && i < n; i++)
        if (!is_finite_array(&s->newton.jacobian[i * n], n)) {
            s->report->component = i;
            r = GYRE_ERR_NOT_FINITE;
        }
    s->newton.has_jacobian = s->newton.is_current = r == GYRE_OK;
    s->newton.h_gamma = 0;
    s->newton.contraction = 1; // unknown
    return r;
}

// Computes I - h gamma J and its factors.
static gyre_result factorize(solver *s, double h_gamma) {
    size_t n = s->error_length, column;
    double *a = s->newton.lu;
    for (size_t i = 0; i < n * n; i++)
        a[i] = 0 - h_gamma * s->newton.jacobian[i];
    for (size_t i = 0; i < n; i++)
        a[i * n + i] += 1;
    s->report->factorizations++;
    bool is_regular = gyre_lu_factor(a, n, s->newton.rows, &column);
    s->newton.h_gamma = is_regular ? h_gamma : 0;
    if (is_regular) return GYRE_OK;
    s->worst = column;
    return GYRE_ERR_NOT_CONVERGED;
}

static gyre_result prepare_matrix(solver *s, double h_gamma) {
    gyre_result r = s->newton.has_jacobian ? GYRE_OK : evaluate_jacobian(s, h_gamma);
    return r == GYRE_OK && s->newton.h_gamma != h_gamma ? factorize(s, h_gamma) : r;
}

// ---- one stage ----

static double part_of_tolerance(const solver *s) {
    return s->options->step > 0 ? PART_OF_TOLERANCE_FIXED : PART_OF_TOLERANCE;
}

// Largest correction of a component of the state, in units of the iteration's share of the tolerance.
static double size_of_correction(solver *s, double h_gamma, const double *base, const double *k) {
    const gyre_ode_options *options = s->options;
    double part = part_of_tolerance(s), worst = 0;
    for (size_t i = 0; i < s->error_length; i++) {
        double change = magnitude(h_gamma * s->newton.correction[i]);
        if (change == 0) continue;
        double y = larger(magnitude(s->y_stage[i]), magnitude(base[i] + h_gamma * k[i]));
        double allowed =
            larger(part * (options->atol + options->rtol * y), 4 * DBL_EPSILON * larger(y, magnitude(base[i])));
        double size = change / allowed;
        if (size <= worst) continue;
        s->worst = i;
        worst = size;
        if (!is_finite(size)) break;
    }
    return worst;
}

// Does k += dk; y_stage is the state of the previous k.
static gyre_result correct(solver *s, double t, double h_gamma, const double *base, double *k) {
    for (size_t i = 0; i < s->error_length; i++)
        s->y_stage[i] = base[i] + h_gamma * k[i];
    gyre_result r = gyre_solver_evaluate(s, t, s->y_stage, s->newton.f);
    if (r != GYRE_OK) return r;
    for (size_t i = 0; i < s->error_length; i++)
        s->newton.correction[i] = s->newton.f[i] - k[i];
    gyre_lu_solve(s->newton.lu, s->error_length, s->newton.rows, s->newton.correction);
    for (size_t i = 0; i < s->error_length; i++)
        k[i] += s->newton.correction[i];
    return GYRE_OK;
}

// True if k itself nearly solves the equations. Small corrections alone can come from a matrix that is far too large.
static bool is_nearly_solved(const solver *s, double h_gamma, const double *k) {
    const gyre_ode_options *options = s->options;
    for (size_t i = 0; i < s->error_length; i++) {
        double f = s->newton.f[i], residual = magnitude(f - (k[i] - s->newton.correction[i]));
        bool is_small = magnitude(h_gamma) * residual <= options->atol + options->rtol * magnitude(s->y_stage[i]);
        if (!is_small && !(residual <= 0.01 * magnitude(f))) return false;
    }
    return true;
}

// True if the remaining iterations can reduce a correction of this size to 1. The first corrections may grow, because a
// change of one component reaches the others one iteration later.
static bool is_hopeful(double contraction, double size, int rest) {
    if (contraction > GROWTH_MAX) return false;
    for (; rest > 0 && contraction < 1; rest--)
        size *= contraction;
    return contraction >= 1 ? rest > ITERATIONS_MAX / 2 : size <= 1;
}

// Iterates from the guess in k to the solution.
static gyre_result iterate(solver *s, double t, double h_gamma, const double *base, double *k) {
    // the first correction uses the contraction of previous iterations, with the square root to be cautious
    double previous = 0, contraction = root(larger(s->newton.contraction, CONTRACTION_MIN));
    for (int i = 0; i < ITERATIONS_MAX; i++) {
        gyre_result r = correct(s, t, h_gamma, base, k);
        if (r != GYRE_OK) return r;
        double size = size_of_correction(s, h_gamma, base, k);
        if (!is_finite(size)) {
            s->report->component = s->worst;
            return GYRE_ERR_NOT_FINITE;
        }
        if (i > 0) contraction = size / previous;
        // below the tolerance, growing corrections are rounding errors: the iterate cannot improve
        bool is_below_tolerance = size * part_of_tolerance(s) <= 1;
        bool is_noise = i > 0 && contraction >= 1 && is_below_tolerance && is_nearly_solved(s, h_gamma, k);
        if (size == 0 || is_noise || (contraction < 1 && size * contraction <= 1 - contraction)) {
            s->newton.contraction = smaller(contraction, 1);
            if (contraction > CONTRACTION_FAST && i > 0 && !is_noise) s->newton.is_slow = true;
            return GYRE_OK;
        }
        if (i > 0 && !is_below_tolerance && !is_hopeful(contraction, size, ITERATIONS_MAX - 1 - i)) break;
        previous = size;
    }
    s->newton.contraction = 1;
    return GYRE_ERR_NOT_CONVERGED;
}

// Guess: the line through the two previous stages, at the time of this stage.
static void guess_from_stages(solver *s, int stage) {
    const double *c = s->table->c;
    int a = stage == 1 ? 0 : stage - 2, b = stage - 1;
    double weight = stage == 1 ? 0 : (c[stage] - c[b]) / (c[b] - c[a]);
    for (size_t i = 0; i < s->error_length; i++)
        s->k[stage][i] = s->k[b][i] + weight * (s->k[b][i] - s->k[a][i]);
}

// Guess: the state at the start of the step, for stages whose extrapolation is far from the solution.
static void guess_from_start(solver *s, int stage, double h_gamma, const double *base) {
    for (size_t i = 0; i < s->error_length; i++)
        s->k[stage][i] = (s->y[i] - base[i]) / h_gamma;
}

static bool is_worth_another_try(gyre_result r) { return r == GYRE_ERR_NOT_CONVERGED || r == GYRE_ERR_NOT_FINITE; }

static gyre_result solve_stage(solver *s, int stage, double t, double h_gamma, const double *base) {
    double *k = s->k[stage];
    guess_from_stages(s, stage);
    gyre_result r = iterate(s, t, h_gamma, base, k);
    if (is_worth_another_try(r) && !s->newton.is_current) {
        r = evaluate_jacobian(s, h_gamma);
        if (r == GYRE_OK) r = factorize(s, h_gamma);
        if (r != GYRE_OK) return r;
        memcpy(s->y_stage, base, s->length * sizeof *base);
        guess_from_stages(s, stage);
        r = iterate(s, t, h_gamma, base, k);
    }
    if (is_worth_another_try(r)) {
        guess_from_start(s, stage, h_gamma, base);
        r = iterate(s, t, h_gamma, base, k);
    }
    return r;
}

// Computes the derivatives of the sums at the solution, not at an iterate.
static gyre_result add_sums(solver *s, int stage, double t, double h_gamma, const double *base) {
    size_t n = s->error_length;
    if (s->length == n) return GYRE_OK;
    for (size_t i = 0; i < n; i++)
        s->y_stage[i] = base[i] + h_gamma * s->k[stage][i];
    gyre_result r = gyre_solver_evaluate(s, t, s->y_stage, s->newton.f);
    if (r == GYRE_OK) memcpy(s->k[stage] + n, s->newton.f + n, (s->length - n) * sizeof *s->newton.f);
    return r;
}

gyre_result gyre_newton_stages(solver *s, double h, double t_next) {
    const butcher_table *table = s->table;
    double h_gamma = h * table->gamma, *base = s->y_next; // unused until the step is complete
    gyre_result r = prepare_matrix(s, h_gamma);
    for (int i = 1; r == GYRE_OK && i < table->stages; i++) {
        double t = table->c[i] == 1 ? t_next : s->t + table->c[i] * h;
        gyre_solver_combine(s, h, table->a[i], i, base);
        memcpy(s->y_stage, base, s->length * sizeof *base);
        r = solve_stage(s, i, t, h_gamma, base);
        if (r == GYRE_OK) r = add_sums(s, i, t, h_gamma, base);
    }
    if (r == GYRE_ERR_NOT_CONVERGED) s->report->component = s->worst;
    return r;
}

void gyre_newton_filter(const solver *s, double *error) {
    gyre_lu_solve(s->newton.lu, s->error_length, s->newton.rows, error);
}

void gyre_newton_step_accepted(solver *s) {
    if (s->newton.is_slow) s->newton.has_jacobian = false;
    s->newton.is_slow = s->newton.is_current = false;
}
