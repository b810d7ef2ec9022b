#include "mass/sampling.h"

#include "base/random.h"
#include "math/convert.h"
#include "math/finite.h"

#include <string.h>

// integrals [mass, x, y, z, xx, yy, zz, xy, xz, yz], with lengths relative to `origin` in units of `unit`
enum { INTEGRALS = 10, FIRST_CELLS = 4096, LOOKS_MAX = 16 };
static const int FACTORS[INTEGRALS][2] = {{3, 3}, {0, 3}, {1, 3}, {2, 3}, {0, 0},
                                          {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

// ln(10 integrals x 3 inequalities x 16 rounds / 1e-6) is 19.99
static const double LOG_CERTAINTY = 20.3;

typedef struct sampler {
    density_source *source;
    vec3 low, side, origin; // [m]
    double unit;            // [m]
    uint64_t random;
    size_t cells[3];
    double sum[INTEGRALS], bound[INTEGRALS];
} sampler;

gyre_result gyre_density_at(density_source *source, vec3 point, double *out_density) {
    double density = source->density(vec3_out(point), source->user);
    source->evaluations++;
    if (!is_finite(density)) return GYRE_ERR_NOT_FINITE;
    if (density < 0) return GYRE_ERR_MASS;
    source->largest = larger(source->largest, density);
    *out_density = density;
    return GYRE_OK;
}

// Chooses nearly cubic cells: as many as the limit allows, at least two along each side.
static void choose_cells(sampler *s, double limit) {
    const double sides[3] = {s->side.x, s->side.y, s->side.z};
    double count = 8;
    for (int k = 0; k < 3; k++)
        s->cells[k] = 2;
    for (;;) {
        int longest = 0;
        for (int k = 1; k < 3; k++)
            if (sides[k] / (double)s->cells[k] > sides[longest] / (double)s->cells[longest]) longest = k;
        count += count / (double)s->cells[longest];
        if (count > limit) return;
        s->cells[longest]++;
    }
}

static gyre_result sample_at(sampler *s, size_t x, size_t y, size_t z, double *terms) {
    vec3 cell = {(double)x + random_fraction(&s->random), (double)y + random_fraction(&s->random),
                 (double)z + random_fraction(&s->random)};
    vec3 at = add(s->low, (vec3){s->side.x * (cell.x / (double)s->cells[0]), s->side.y * (cell.y / (double)s->cells[1]),
                                 s->side.z * (cell.z / (double)s->cells[2])});
    double density;
    gyre_result r = gyre_density_at(s->source, at, &density);
    if (r != GYRE_OK) return r;
    vec3 p = scale(1 / s->unit, sub(at, s->origin));
    const double factors[4] = {p.x, p.y, p.z, 1};
    for (int i = 0; i < INTEGRALS; i++)
        terms[i] = density * factors[FACTORS[i][0]] * factors[FACTORS[i][1]];
    return GYRE_OK;
}

static gyre_result sample_cells(sampler *s, double *out_squares) {
    double a[INTEGRALS], b[INTEGRALS];
    for (size_t z = 0; z < s->cells[2]; z++)
        for (size_t y = 0; y < s->cells[1]; y++)
            for (size_t x = 0; x < s->cells[0]; x++) {
                gyre_result r = sample_at(s, x, y, z, a);
                if (r == GYRE_OK) r = sample_at(s, x, y, z, b);
                if (r != GYRE_OK) return r;
                for (int i = 0; i < INTEGRALS; i++) {
                    s->sum[i] += a[i] + b[i];
                    out_squares[i] += (a[i] - b[i]) * (a[i] - b[i]);
                }
            }
    return GYRE_OK;
}

// Bound on the range, over the whole box, of the density times the coordinate factors of an integral.
static double range_of(const sampler *s, int integral) {
    vec3 a = scale(1 / s->unit, sub(s->low, s->origin)), b = add(a, scale(1 / s->unit, s->side));
    const double farthest[4] = {larger(magnitude(a.x), magnitude(b.x)), larger(magnitude(a.y), magnitude(b.y)),
                                larger(magnitude(a.z), magnitude(b.z)), 1};
    int first = FACTORS[integral][0], second = FACTORS[integral][1];
    double signs = first == second ? 1 : 2; // squares are not negative
    return s->source->largest * signs * farthest[first] * farthest[second];
}

// Error bound for a sum of independent values, each in an interval of width m. The sum deviates from its expectation by
// more than t = m L/3 + sqrt((m L/3)^2 + 2 V L) with probability below 2 exp(-L) (Bernstein). The variance V is
// unknown, but half the squared difference of two samples has the expectation V. With probability at least 1 - exp(-L),
// a sum of values in 0..m^2/4 with expectation V exceeds V - sqrt(m^2 V L/2).
static double error_bound(double m, double squares) {
    double mean_free = m * root(LOG_CERTAINTY / 8), third = m * LOG_CERTAINTY / 3;
    double deviation = mean_free + root(squares + mean_free * mean_free);
    return third + root(third * third + 2 * LOG_CERTAINTY * deviation * deviation);
}

static gyre_result look(sampler *s) {
    double squares[INTEGRALS] = {0};
    memset(s->sum, 0, sizeof s->sum);
    gyre_result r = sample_cells(s, squares);
    if (r != GYRE_OK) return r;
    vec3 side = scale(1 / s->unit, s->side);
    double cell = side.x * side.y * side.z / ((double)s->cells[0] * (double)s->cells[1] * (double)s->cells[2]);
    for (int i = 0; i < INTEGRALS; i++) {
        s->sum[i] *= cell / 2;
        s->bound[i] = error_bound(cell * range_of(s, i), cell * cell * squares[i] / 4);
    }
    return GYRE_OK;
}

// Entry (k, l) of the second moments about the centre, with its error.
typedef struct centred {
    double value, error;
} centred;

static centred about_centre(const sampler *s, int integral, const double *center, const double *center_error) {
    int k = FACTORS[integral][0], l = FACTORS[integral][1];
    double mass_at_most = s->sum[0] + s->bound[0], product = center[k] * center[l];
    double shift = magnitude(center[k]) * center_error[l] + magnitude(center[l]) * center_error[k];
    return (centred){.value = s->sum[integral] - s->sum[0] * product,
                     .error = s->bound[integral] + s->bound[0] * magnitude(product) +
                              mass_at_most * (shift + center_error[k] * center_error[l])};
}

// Largest error among the entries of the inertia tensor; diagonal entries are sums of two second moments. With
// `per_mass`, returns the error of the tensor divided by the body's mass.
static double tensor_error(const sampler *s, const centred *second, bool per_mass) {
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        centred a = second[(i + 1) % 3], b = second[(i + 2) % 3], product = second[3 + i];
        double moment = a.error + b.error, off_diagonal = product.error;
        if (per_mass) {
            double known = s->sum[0] - s->bound[0], relative = s->bound[0] / s->sum[0];
            moment = (moment + magnitude(a.value + b.value) * relative) / known;
            off_diagonal = (off_diagonal + magnitude(product.value) * relative) / known;
        }
        largest = larger(largest, larger(moment, off_diagonal));
    }
    return largest;
}

// Computes the estimates of one round. Returns the factor by which the errors exceed the tolerance.
static double tell(const sampler *s, double rtol, sampled_mass *out) {
    double unit2 = s->unit * s->unit, unit3 = unit2 * s->unit, mass = s->sum[0], known = mass - s->bound[0];
    *out = (sampled_mass){.mass_error = s->bound[0] * unit3, .center_error = length(s->side)};
    out->shape_error = out->center_error * out->center_error;
    out->inertia_error = (mass + s->bound[0]) * unit3 * out->shape_error;
    if (!(mass > 0)) return __builtin_inf();
    double center[3], center_error[3];
    for (int k = 0; k < 3; k++) {
        center[k] = s->sum[1 + k] / mass;
        center_error[k] = (s->bound[1 + k] + magnitude(center[k]) * s->bound[0]) / known;
    }
    centred second[6];
    for (int i = 0; i < 6; i++)
        second[i] = about_centre(s, 4 + i, center, center_error);
    double per_mass = unit2 / mass;
    out->moments = (shape_moments){
        .measure = mass * unit3,
        .center = vec3_out(add(s->origin, scale(s->unit, (vec3){center[0], center[1], center[2]}))),
        .covariance = {second[0].value * per_mass, second[1].value * per_mass, second[2].value * per_mass,
                       second[3].value * per_mass, second[4].value * per_mass, second[5].value * per_mass}};
    if (!(known > 0)) return __builtin_inf();
    vec3 errors = {center_error[0], center_error[1], center_error[2]};
    out->center_error = smaller(out->center_error, s->unit * length(errors));
    out->inertia_error = smaller(out->inertia_error, unit3 * unit2 * tensor_error(s, second, false));
    out->shape_error = smaller(out->shape_error, unit2 * tensor_error(s, second, true));
    double spread = larger(second[0].value + second[1].value + second[2].value, 0);
    return larger(s->bound[0] / mass, tensor_error(s, second, false) / spread) / rtol;
}

// Factor by which to increase the number of cells. Errors fall with the 2/3 power of the number of cells if the density
// jumps, otherwise faster; a small margin makes one more round sufficient in most cases.
static double more_cells(double excess) {
    if (!(excess < 1e3)) return 64;
    return larger(2, smaller(64, 1.15 * excess * root(excess)));
}

gyre_result gyre_sample_density(density_source *source, vec3 low, vec3 high, double rtol, size_t limit,
                                sampled_mass *out) {
    vec3 side = sub(high, low), center = add(low, scale(0.5, side));
    sampler s = {.source = source, .low = low, .side = side, .origin = center, .unit = length(side)};
    double wanted = FIRST_CELLS, last = 0, box = side.x * side.y * side.z * source->largest;
    *out = (sampled_mass){.mass_error = box, .center_error = s.unit, .shape_error = s.unit * s.unit};
    out->inertia_error = box * out->shape_error;
    for (int i = 0; i < LOOKS_MAX; i++) {
        double affordable = limit > source->evaluations ? (double)((limit - source->evaluations) / 2) : 0;
        if (affordable < 8 || affordable < 2 * last) break;
        choose_cells(&s, smaller(wanted, affordable));
        last = (double)s.cells[0] * (double)s.cells[1] * (double)s.cells[2];
        gyre_result r = look(&s);
        if (r != GYRE_OK) return r;
        double excess = tell(&s, rtol, out);
        if (excess <= 1) return GYRE_OK;
        wanted *= more_cells(excess);
        if (out->moments.measure > 0) s.origin = vec3_in(out->moments.center);
    }
    return source->largest > 0 ? GYRE_ERR_TOLERANCE_NOT_MET : GYRE_ERR_MASS;
}
