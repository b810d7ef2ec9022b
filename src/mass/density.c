/// Mass properties of a varying density by adaptive cubature: the region with the largest estimated error is repeatedly
/// cut into eight.
///
/// Three cubature rules with different points estimate the error of a region where the density is smooth. At a jump of
/// the density all three can have the same error, and their differences do not show it. A density with a detected jump
/// is therefore sampled at random points (mass/sampling.h); any other density is checked once against random samples.
#include "base/memory.h"
#include "mass/mass_check.h"
#include "mass/sampling.h"
#include "math/convert.h"
#include "math/finite.h"

#include <string.h>

// Integrals over a region: [mass, x, y, z, xx, yy, zz, xy, xz, yz]. Lengths are relative to the body's centre, in units
// of its radius of gyration; a first coarse estimate gives both. This makes the errors of mass and second moments
// comparable, independent of the size of the box.
enum { INTEGRALS = 10, CHILDREN = 8, FIRST_DIVISION = 4, FIRST_PARTS = 64 };
enum { GAUSS_POINTS = 27, FACE_POINTS = 6, POINTS = GAUSS_POINTS + FACE_POINTS };

// the density has a jump if two rules give mean densities that differ by more than this fraction of the largest density
static const double JUMP = 0.02;

typedef struct region {
    double center[3], half[3];
    double value[INTEGRALS];
    double error; // estimated error of the mass or of the largest second moment, whichever is larger
    double jump;  // difference between the mean densities that the rules give [kg/m^3]
} region;

typedef struct cubature {
    density_source source;
    const gyre_allocator *allocator;
    vec3 origin;  // [m]
    double unit;  // [m]
    region *heap; // max-heap by error
    size_t count, capacity;
} cubature;

static void add_point(double *integrals, double weight, const double *p) {
    const double terms[INTEGRALS] = {1,           p[0],        p[1],        p[2],        p[0] * p[0],
                                     p[1] * p[1], p[2] * p[2], p[0] * p[1], p[0] * p[2], p[1] * p[2]};
    for (int i = 0; i < INTEGRALS; i++)
        integrals[i] += weight * terms[i];
}

static gyre_result density_at(cubature *c, const double *p, double *out_density) {
    return gyre_density_at(&c->source, add(c->origin, scale(c->unit, (vec3){p[0], p[1], p[2]})), out_density);
}

// Integrates over the cube -1..1 by Gauss-Legendre with 3 x 3 x 3 points (nodes 0, +-sqrt(3/5), weights 8/18, 5/18),
// degree 5. `comparison` is a degree 3 rule on 7 of these points: the centre (weight -2/3) and 6 points on the axes
// (weight 5/18).
static gyre_result gauss(cubature *c, const region *r, double volume, double *value, double *comparison) {
    static const double weights[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    double node = root(0.6);
    for (int i = 0; i < GAUSS_POINTS; i++) {
        int at[3] = {i / 9, i / 3 % 3, i % 3}, off_centre = 0;
        double p[3], weight = volume, density;
        for (int k = 0; k < 3; k++) {
            p[k] = r->center[k] + (at[k] - 1) * node * r->half[k];
            weight *= weights[at[k]];
            off_centre += at[k] != 1;
        }
        gyre_result result = density_at(c, p, &density);
        if (result != GYRE_OK) return result;
        add_point(value, weight * density, p);
        if (off_centre <= 1) add_point(comparison, volume * density * (off_centre ? 5.0 / 18 : -2.0 / 3), p);
    }
    return GYRE_OK;
}

// Degree 3 rule on the centres of the six faces.
static gyre_result faces(cubature *c, const region *r, double volume, double *value) {
    for (int i = 0; i < FACE_POINTS; i++) {
        double p[3] = {r->center[0], r->center[1], r->center[2]}, density;
        p[i / 2] += (i % 2 ? 1 : -1) * r->half[i / 2];
        gyre_result result = density_at(c, p, &density);
        if (result != GYRE_OK) return result;
        add_point(value, volume / FACE_POINTS * density, p);
    }
    return GYRE_OK;
}

// Integrates over a region. The value comes from the Gauss rule; its difference from the two comparison rules
// overestimates the error, which is safe. Both comparison rules are needed: for a density that varies along one axis
// only, the rule on Gauss points equals the Gauss rule, and the rule on faces misses the corners.
static gyre_result integrate_region(cubature *c, region *r) {
    double volume = 8 * r->half[0] * r->half[1] * r->half[2], axes[INTEGRALS] = {0}, outside[INTEGRALS] = {0};
    memset(r->value, 0, sizeof r->value);
    gyre_result result = gauss(c, r, volume, r->value, axes);
    if (result == GYRE_OK) result = faces(c, r, volume, outside);
    if (result != GYRE_OK) return result;
    double differences[INTEGRALS];
    r->error = 0;
    for (int i = 0; i < INTEGRALS; i++) {
        differences[i] = larger(magnitude(r->value[i] - axes[i]), magnitude(r->value[i] - outside[i]));
        r->error = larger(r->error, differences[i]);
    }
    r->jump = differences[0] / volume;
    return GYRE_OK;
}

static gyre_result make_room(cubature *c, size_t more) {
    if (c->capacity - c->count >= more) return GYRE_OK;
    size_t capacity;
    if (!size_multiply(c->capacity + more, 2, &capacity)) return GYRE_ERR_TOO_LARGE;
    region *heap = gyre_take_array(c->allocator, capacity, sizeof *heap);
    if (!heap) return GYRE_ERR_NO_MEMORY;
    if (c->heap) memcpy(heap, c->heap, c->count * sizeof *heap);
    gyre_give_back(c->allocator, c->heap);
    c->heap = heap;
    c->capacity = capacity;
    return GYRE_OK;
}

static void push(cubature *c, const region *r) {
    size_t i = c->count++;
    for (; i > 0 && c->heap[(i - 1) / 2].error < r->error; i = (i - 1) / 2)
        c->heap[i] = c->heap[(i - 1) / 2];
    c->heap[i] = *r;
}

static region pop(cubature *c) {
    region top = c->heap[0], last = c->heap[--c->count];
    size_t i = 0;
    for (size_t child = 1; child < c->count; child = 2 * i + 1) {
        if (child + 1 < c->count && c->heap[child + 1].error > c->heap[child].error) child++;
        if (c->heap[child].error <= last.error) break;
        c->heap[i] = c->heap[child];
        i = child;
    }
    c->heap[i] = last;
    return top;
}

// Returns part `i` of a region cut into n x n x n.
static region part_of(const region *whole, int n, int i) {
    int at[3] = {i / (n * n), i / n % n, i % n};
    region part = {.error = 0};
    for (int k = 0; k < 3; k++) {
        part.half[k] = whole->half[k] / n;
        part.center[k] = whole->center[k] + (2 * at[k] - (n - 1)) * part.half[k];
    }
    return part;
}

// Divides the box into a few parts. Lengths are relative to `origin`, in units of `unit`.
static gyre_result divide_first(cubature *c, vec3 center, vec3 half) {
    int n = FIRST_DIVISION;
    vec3 from_origin = scale(1 / c->unit, sub(center, c->origin));
    region whole = {.center = {from_origin.x, from_origin.y, from_origin.z},
                    .half = {half.x / c->unit, half.y / c->unit, half.z / c->unit}};
    c->count = 0;
    gyre_result r = make_room(c, FIRST_PARTS);
    for (int i = 0; r == GYRE_OK && i < FIRST_PARTS; i++) {
        region part = part_of(&whole, n, i);
        r = integrate_region(c, &part);
        if (r == GYRE_OK) push(c, &part);
    }
    return r;
}

// Cuts the region with the largest estimated error into eight. For a smooth density the difference between the rules
// overestimates the error. Cutting changes the integral, and this change bounds the error of the eight parts. If the
// change is much smaller than their error estimates, the estimates are multiplied by the ratio of change to estimate,
// at least by 1e-5, because a small change may be accidental. At a jump of the density, the change is as large as the
// estimates.
static gyre_result divide_worst(cubature *c) {
    gyre_result r = make_room(c, CHILDREN);
    if (r != GYRE_OK) return r;
    region whole = pop(c), parts[CHILDREN];
    double change[INTEGRALS], estimated = 0, happened = 0;
    memcpy(change, whole.value, sizeof change);
    for (int i = 0; i < CHILDREN; i++) {
        parts[i] = part_of(&whole, 2, i);
        r = integrate_region(c, &parts[i]);
        if (r != GYRE_OK) return r;
        estimated += parts[i].error;
        for (int k = 0; k < INTEGRALS; k++)
            change[k] -= parts[i].value[k];
    }
    for (int k = 0; k < INTEGRALS; k++)
        happened = larger(happened, magnitude(change[k]));
    double trust = 16 * happened < estimated ? larger(happened / estimated, 1e-5) : 1;
    for (int i = 0; i < CHILDREN; i++) {
        parts[i].error *= trust;
        push(c, &parts[i]);
    }
    return GYRE_OK;
}

// Sums over all regions, in heap order. The order depends on the density only, so the result is reproducible.
static void total(const cubature *c, double *out_value, double *out_error) {
    memset(out_value, 0, INTEGRALS * sizeof *out_value);
    *out_error = 0;
    for (size_t i = 0; i < c->count; i++) {
        for (int k = 0; k < INTEGRALS; k++)
            out_value[k] += c->heap[i].value[k];
        *out_error += c->heap[i].error;
    }
}

// Trace of the second moments about the centre of mass.
static double spread_of(const double *v) {
    return (v[4] + v[5] + v[6]) - (v[1] * v[1] + v[2] * v[2] + v[3] * v[3]) / v[0];
}

// Largest error that still gives mass and second moments the relative accuracy rtol.
static double allowed_error(const double *v, double rtol) { return rtol * smaller(v[0], larger(spread_of(v), 0)); }

// If the coarse estimate found any mass, uses its centre and radius of gyration as origin and unit.
static void choose_units(cubature *c) {
    double v[INTEGRALS], error;
    total(c, v, &error);
    double spread = v[0] > 0 ? spread_of(v) : 0;
    if (!(spread > 0)) return;
    c->origin = add(c->origin, scale(c->unit / v[0], (vec3){v[1], v[2], v[3]}));
    c->unit *= root(spread / v[0]);
}

// Cuts the regions with the largest errors until the total error is small enough. Recomputes the sums whenever the
// number of regions has grown by a tenth, so that rounding does not accumulate. Can be called again with a larger
// limit.
static gyre_result refine(cubature *c, double rtol, size_t limit, double *out_value, double *out_error) {
    for (;;) {
        total(c, out_value, out_error);
        if (out_value[0] > 0 && *out_error <= allowed_error(out_value, rtol)) return GYRE_OK;
        size_t rounds = c->count / 70 + 1;
        for (size_t i = 0; i < rounds; i++) {
            if (c->source.evaluations + CHILDREN * POINTS > limit)
                return out_value[0] > 0 ? GYRE_ERR_TOLERANCE_NOT_MET : GYRE_ERR_MASS;
            gyre_result r = divide_worst(c);
            if (r != GYRE_OK) return r;
        }
    }
}

static bool has_jumps(const cubature *c) {
    for (size_t i = 0; i < c->count; i++)
        if (c->heap[i].jump > JUMP * c->source.largest) return true;
    return false;
}

static shape_moments moments_of(const cubature *c, const double *v) {
    double u2 = c->unit * c->unit, volume_unit = u2 * c->unit;
    vec3 mean = {v[1] / v[0], v[2] / v[0], v[3] / v[0]};
    return (shape_moments){
        .measure = v[0] * volume_unit,
        .center = vec3_out(add(c->origin, scale(c->unit, mean))),
        .covariance = {u2 * (v[4] / v[0] - mean.x * mean.x), u2 * (v[5] / v[0] - mean.y * mean.y),
                       u2 * (v[6] / v[0] - mean.z * mean.z), u2 * (v[7] / v[0] - mean.x * mean.y),
                       u2 * (v[8] / v[0] - mean.x * mean.z), u2 * (v[9] / v[0] - mean.y * mean.z)},
    };
}

// Number of evaluations after which slow convergence indicates a jump: twice as many as random sampling would need, but
// at most half of max_evaluations.
static size_t first_limit(double rtol, size_t max_evaluations) {
    double steps = 6 / rtol, samples = 2 * (20000 + steps * root(steps));
    size_t half = max_evaluations / 2;
    return samples < (double)half ? (size_t)samples : half;
}

// Integrates with at most four fifths of the evaluations; the rest is reserved for random samples.
static gyre_result integrate(cubature *c, double rtol, size_t max_evaluations, double *out_value, double *out_error) {
    gyre_result r = refine(c, rtol, first_limit(rtol, max_evaluations), out_value, out_error);
    if ((r == GYRE_ERR_TOLERANCE_NOT_MET || r == GYRE_ERR_MASS) && !has_jumps(c))
        r = refine(c, rtol, max_evaluations - max_evaluations / 5, out_value, out_error);
    return r;
}

// Checks the mass at random points, a quarter as many as the integral has used.
static bool samples_agree(density_source *source, vec3 low, vec3 high, const gyre_mass_properties *p, double error) {
    sampled_mass sampled;
    size_t limit = source->evaluations + source->evaluations / 4;
    gyre_result r = gyre_sample_density(source, low, high, 0, limit, &sampled);
    if (r != GYRE_ERR_TOLERANCE_NOT_MET) return false;
    return magnitude(sampled.moments.measure - p->mass) <= sampled.mass_error + error;
}

static gyre_result by_cubature(cubature *c, vec3 low, vec3 high, double rtol, size_t max_evaluations,
                               gyre_mass_properties *out_properties, gyre_mass_error *out_error) {
    vec3 half = scale(0.5, sub(high, low)), center = add(low, half);
    c->origin = center;
    c->unit = length(half);
    double value[INTEGRALS], error = 0;
    gyre_result r = divide_first(c, center, half);
    if (r == GYRE_OK) {
        choose_units(c);
        r = divide_first(c, center, half);
    }
    if (r == GYRE_OK) r = integrate(c, rtol, max_evaluations, value, &error);
    if (r != GYRE_OK && r != GYRE_ERR_TOLERANCE_NOT_MET) return r;
    double mass_error = error * c->unit * c->unit * c->unit;
    *out_error = (gyre_mass_error){mass_error, error / value[0] * c->unit, 2 * mass_error * c->unit * c->unit, 0};
    if (r != GYRE_OK) return r;
    shape_moments moments = moments_of(c, value);
    return gyre_moments_to_properties(moments, gyre_by_mass(moments.measure), out_properties);
}

static gyre_result by_samples(density_source *source, vec3 low, vec3 high, double rtol, size_t max_evaluations,
                              gyre_mass_properties *out_properties, gyre_mass_error *out_error) {
    sampled_mass sampled;
    gyre_result r = gyre_sample_density(source, low, high, rtol, max_evaluations, &sampled);
    *out_error = (gyre_mass_error){sampled.mass_error, sampled.center_error, sampled.inertia_error, 0};
    if (r != GYRE_OK) return r;
    return gyre_moments_to_properties(sampled.moments, gyre_by_mass(sampled.moments.measure), out_properties);
}

static gyre_result check_box(gyre_vec3 low, gyre_vec3 high, double rtol) {
    if (!is_finite_vec3(low) || !is_finite_vec3(high)) return GYRE_ERR_NOT_FINITE;
    if (!(high.x > low.x) || !(high.y > low.y) || !(high.z > low.z)) return GYRE_ERR_SHAPE;
    if (!(rtol > 0) || !is_finite(rtol)) return GYRE_ERR_TOLERANCE;
    double diagonal = length(sub(vec3_in(high), vec3_in(low)));
    return is_finite(diagonal * diagonal * diagonal) ? GYRE_OK : GYRE_ERR_NOT_FINITE;
}

static bool has_error(gyre_result r) { return r == GYRE_OK || r == GYRE_ERR_TOLERANCE_NOT_MET; }

gyre_result gyre_mass_of_density(gyre_density density, void *user, gyre_vec3 low, gyre_vec3 high, double rtol,
                                 size_t max_evaluations, const gyre_allocator *allocator,
                                 gyre_mass_properties *out_properties, gyre_mass_error *out_error) {
    gyre_allocator standard = {0};
    if (!allocator) allocator = &standard;
    if (!density || !out_properties) return GYRE_ERR_NULL_POINTER;
    gyre_result r = check_box(low, high, rtol);
    if (r == GYRE_OK) r = gyre_allocator_check(allocator);
    if (r != GYRE_OK) return r;

    cubature c = {.source = {.density = density, .user = user}, .allocator = allocator};
    vec3 from = vec3_in(low), to = vec3_in(high);
    gyre_mass_properties p;
    gyre_mass_error error = {0};
    r = by_cubature(&c, from, to, rtol, max_evaluations, &p, &error);
    bool is_doubtful = has_error(r) && has_jumps(&c);
    gyre_give_back(allocator, c.heap);
    if (r == GYRE_OK && !is_doubtful) is_doubtful = !samples_agree(&c.source, from, to, &p, error.mass);
    if (is_doubtful) r = by_samples(&c.source, from, to, rtol, max_evaluations, &p, &error);
    error.evaluations = c.source.evaluations;
    if (r == GYRE_OK) *out_properties = p;
    if (out_error && has_error(r)) *out_error = error;
    return r;
}

typedef struct inside_test {
    gyre_inside inside;
    void *user;
} inside_test;

static double density_of_inside(gyre_vec3 point, void *user) {
    const inside_test *test = user;
    return test->inside(point, test->user) ? 1 : 0;
}

gyre_result gyre_mass_of_inside(gyre_inside inside, void *user, gyre_vec3 low, gyre_vec3 high, double rtol,
                                size_t max_samples, gyre_amount amount, gyre_mass_properties *out_properties,
                                gyre_mass_error *out_error) {
    if (!inside || !out_properties) return GYRE_ERR_NULL_POINTER;
    gyre_result r = check_box(low, high, rtol);
    if (r == GYRE_OK && !gyre_is_amount(amount)) r = GYRE_ERR_MASS;
    if (r != GYRE_OK) return r;
    inside_test test = {inside, user};
    density_source source = {.density = density_of_inside, .user = &test};
    sampled_mass s;
    r = gyre_sample_density(&source, vec3_in(low), vec3_in(high), rtol, max_samples, &s);
    if (!has_error(r)) return r;
    bool is_mass = amount.kind == GYRE_AMOUNT_MASS;
    if (r == GYRE_OK) r = gyre_moments_to_properties(s.moments, amount, out_properties);
    if (out_error && has_error(r))
        *out_error =
            (gyre_mass_error){.mass = is_mass ? 0 : amount.value * s.mass_error,
                              .center = s.center_error,
                              .inertia = is_mass ? amount.value * s.shape_error : amount.value * s.inertia_error,
                              .evaluations = source.evaluations};
    return r;
}
