/// Mass properties of a density that varies, by adaptive cubature: the region with the largest estimated error is
/// halved in all three directions, again and again.
#include "base/memory.h"
#include "mass/mass_check.h"
#include "mass/moments.h"
#include "math/convert.h"
#include "math/finite.h"

#include <string.h>

// Integrals over a region: [mass, x, y, z, xx, yy, zz, xy, xz, yz]. Lengths are in units of the body's own radius of
// gyration and measured from its centre, as far as a first coarse look could tell, so that the errors of mass and of
// second moments can be compared, however large the box around the body is.
enum { INTEGRALS = 10, POINTS = 27, CHILDREN = 8, FIRST_DIVISION = 4, FIRST_PARTS = 64 };

typedef struct region {
    double center[3], half[3];
    double value[INTEGRALS];
    double error; // estimated, of the mass and of the largest second moment, whichever is larger
} region;

typedef struct cubature {
    gyre_density density;
    void *user;
    const gyre_allocator *allocator;
    vec3 origin;  // [m]
    double unit;  // [m]
    region *heap; // the region with the largest error first
    size_t count, capacity;
    size_t evaluations, max_evaluations;
} cubature;

static void add_point(double *integrals, double weight, const double *p) {
    const double terms[INTEGRALS] = {1,           p[0],        p[1],        p[2],        p[0] * p[0],
                                     p[1] * p[1], p[2] * p[2], p[0] * p[1], p[0] * p[2], p[1] * p[2]};
    for (int i = 0; i < INTEGRALS; i++)
        integrals[i] += weight * terms[i];
}

static gyre_result density_at(cubature *c, const double *p, double *out_density) {
    vec3 point = add(c->origin, scale(c->unit, (vec3){p[0], p[1], p[2]}));
    double density = c->density(vec3_out(point), c->user);
    c->evaluations++;
    if (!is_finite(density)) return GYRE_ERR_NOT_FINITE;
    if (density < 0) return GYRE_ERR_MASS;
    *out_density = density;
    return GYRE_OK;
}

// Two rules on the same points of the cube -1..1: Gauss-Legendre with 3 x 3 x 3 points (nodes 0, +-sqrt(3/5), weights
// 8/18, 5/18), of degree 5, is the value; the centre (weight -2/3) and the six points on the axes (weight 5/18), of
// degree 3, are the comparison. Their difference overestimates the error of the value, which is what we want.
static gyre_result integrate_region(cubature *c, region *r) {
    static const double weights[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    double node = root(0.6), low[INTEGRALS] = {0};
    double volume = 8 * r->half[0] * r->half[1] * r->half[2];
    memset(r->value, 0, sizeof r->value);
    for (int i = 0; i < POINTS; i++) {
        int at[3] = {i / 9, i / 3 % 3, i % 3}, off_centre = 0;
        double p[3], weight = volume, density;
        for (int k = 0; k < 3; k++) {
            p[k] = r->center[k] + (at[k] - 1) * node * r->half[k];
            weight *= weights[at[k]];
            off_centre += at[k] != 1;
        }
        gyre_result result = density_at(c, p, &density);
        if (result != GYRE_OK) return result;
        add_point(r->value, weight * density, p);
        if (off_centre <= 1) add_point(low, volume * density * (off_centre ? 5.0 / 18 : -2.0 / 3), p);
    }
    r->error = 0;
    for (int i = 0; i < INTEGRALS; i++)
        r->error = larger(r->error, magnitude(r->value[i] - low[i]));
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

// Part `i` of a region cut into n x n x n.
static region part_of(const region *whole, int n, int i) {
    int at[3] = {i / (n * n), i / n % n, i % n};
    region part = {.error = 0};
    for (int k = 0; k < 3; k++) {
        part.half[k] = whole->half[k] / n;
        part.center[k] = whole->center[k] + (2 * at[k] - (n - 1)) * part.half[k];
    }
    return part;
}

// The whole box in a few parts, with lengths from `origin` in units of `unit`.
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

// Cuts the worst region into eight. Where the density is smooth the two rules differ far more than the better one errs:
// how much the integral really changed by dividing bounds the error of the parts, and if that is far below the
// estimates they are lowered to it. (At an edge of the density both are of one size.) Not below a hundred thousandth:
// agreement may be luck.
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

// Sums over all regions in the order of the heap, which depends on the density alone.
static void total(const cubature *c, double *out_value, double *out_error) {
    memset(out_value, 0, INTEGRALS * sizeof *out_value);
    *out_error = 0;
    for (size_t i = 0; i < c->count; i++) {
        for (int k = 0; k < INTEGRALS; k++)
            out_value[k] += c->heap[i].value[k];
        *out_error += c->heap[i].error;
    }
}

// The trace of the second moments about the centre of mass.
static double spread_of(const double *v) {
    return (v[4] + v[5] + v[6]) - (v[1] * v[1] + v[2] * v[2] + v[3] * v[3]) / v[0];
}

// Mass and second moments both to rtol.
static double allowed_error(const double *v, double rtol) { return rtol * smaller(v[0], larger(spread_of(v), 0)); }

// Takes the body's own centre and radius of gyration for origin and unit, if the first look saw a body.
static void choose_units(cubature *c) {
    double v[INTEGRALS], error;
    total(c, v, &error);
    double spread = v[0] > 0 ? spread_of(v) : 0;
    if (!(spread > 0)) return;
    c->origin = add(c->origin, scale(c->unit / v[0], (vec3){v[1], v[2], v[3]}));
    c->unit *= root(spread / v[0]);
}

// Halves the worst regions until the error is small enough; the sums are renewed whenever the number of regions has
// grown by a tenth, so that rounding cannot creep in.
static gyre_result refine(cubature *c, double rtol, double *out_value, double *out_error) {
    for (;;) {
        total(c, out_value, out_error);
        if (out_value[0] > 0 && *out_error <= allowed_error(out_value, rtol)) return GYRE_OK;
        size_t rounds = c->count / 70 + 1;
        for (size_t i = 0; i < rounds; i++) {
            if (c->evaluations + CHILDREN * POINTS > c->max_evaluations)
                return out_value[0] > 0 ? GYRE_ERR_TOLERANCE_NOT_MET : GYRE_ERR_MASS;
            gyre_result r = divide_worst(c);
            if (r != GYRE_OK) return r;
        }
    }
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

static gyre_result check_arguments(gyre_density density, gyre_vec3 low, gyre_vec3 high, double rtol,
                                   const gyre_allocator *allocator, const void *out) {
    if (!density || !out) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_vec3(low) || !is_finite_vec3(high)) return GYRE_ERR_NOT_FINITE;
    if (!(high.x > low.x) || !(high.y > low.y) || !(high.z > low.z)) return GYRE_ERR_SHAPE;
    if (!(rtol > 0) || !is_finite(rtol)) return GYRE_ERR_TOLERANCE;
    return gyre_allocator_check(allocator);
}

gyre_result gyre_mass_of_density(gyre_density density, void *user, gyre_vec3 low, gyre_vec3 high, double rtol,
                                 size_t max_evaluations, const gyre_allocator *allocator,
                                 gyre_mass_properties *out_properties, gyre_mass_error *out_error) {
    gyre_allocator standard = {0};
    if (!allocator) allocator = &standard;
    gyre_result r = check_arguments(density, low, high, rtol, allocator, out_properties);
    if (r != GYRE_OK) return r;
    vec3 half = scale(0.5, sub(vec3_in(high), vec3_in(low)));
    double unit = length(half);
    if (!is_finite(unit) || !is_finite(unit * unit * unit)) return GYRE_ERR_NOT_FINITE;

    cubature c = {.density = density, .user = user, .allocator = allocator, .max_evaluations = max_evaluations};
    vec3 center = add(vec3_in(low), half);
    c.origin = center;
    c.unit = unit;
    double value[INTEGRALS], error = 0;
    r = divide_first(&c, center, half);
    if (r == GYRE_OK) {
        choose_units(&c);
        r = divide_first(&c, center, half);
    }
    if (r == GYRE_OK) r = refine(&c, rtol, value, &error);

    if (r == GYRE_OK) {
        shape_moments moments = moments_of(&c, value);
        r = gyre_moments_to_properties(moments, gyre_by_mass(moments.measure), out_properties);
    }
    if (out_error && (r == GYRE_OK || r == GYRE_ERR_TOLERANCE_NOT_MET)) {
        double mass_error = error * c.unit * c.unit * c.unit;
        *out_error =
            (gyre_mass_error){mass_error, error / value[0] * c.unit, 2 * mass_error * c.unit * c.unit, c.evaluations};
    }
    gyre_give_back(allocator, c.heap);
    return r;
}
