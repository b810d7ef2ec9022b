/// Integrals of 1, x and x x^T over meshes by the divergence theorem, with compensated sums.
///
/// A solid is the sum of the signed tetrahedra between a reference point and each triangle. With corners a, b, c
/// relative to that point, s = a + b + c and Q = a a^T + b b^T + c c^T + s s^T:
///
///   tetrahedron   w = a . (b - a) x (c - a)     volume w/6   integral of x: w/24 s    of x x^T: w/120 Q
///   triangle      w = |(b - a) x (c - a)|       area   w/2   integral of x: w/6  s    of x x^T: w/24  Q
///
/// The first pass uses the middle of the bounding box as reference point and finds the centre; the second pass uses
/// that centre. One pass would suffice for compact bodies. If the mass is far from the middle of the box (a ball of
/// radius 0.001 with a whisker of length 1), "mean of x x^T minus center center^T" has an error of 2e-11 with one pass
/// and 2e-16 with two (test_mesh_mass, a_long_thin_protrusion_costs_no_digits).
#include "mass/mesh_integrals.h"

#include "math/finite.h"

#include <float.h>

enum {
    // Sums are plain within a block and compensated between blocks. The block size affects the last bits of the result.
    BLOCK = 32,
    // with units up to 2^1000 [m], products do not overflow
    EXPONENT_MAX = 1000,
};

// A volume below this fraction of the sum of |a_i n_i| is rounding error: 4 units in the last place.
static const double VOLUME_NOISE = 0x1p-50;
// If the area of a shell (in units of its size) is below this, the areas of some triangles underflowed to 0.
static const double AREA_MIN = 0x1p-400;
// Means of squares above this limit are not subnormal after scaling and keep all digits.
static const double SQUARE_MIN = 0x1p-960;

// Indices of the sums: measure, its rounding level, first and second moments. ORDER_SUMS is the number of sums per
// order.
enum { W, NOISE, WX, WY, WZ, WXX, WYY, WZZ, WXY, WXZ, WYZ, SUM_COUNT };
typedef enum moment_order { ORDER_0, ORDER_1, ORDER_2 } moment_order;
static const int ORDER_SUMS[] = {[ORDER_0] = WX, [ORDER_1] = WXX, [ORDER_2] = SUM_COUNT};

// The sums of a block as separate variables, which gcc keeps in registers, unlike an array.
typedef struct plain_sums {
    double w, noise, x, y, z, xx, yy, zz, xy, xz, yz;
} plain_sums;

// sum + error is the total; `error` collects the rounding errors of the additions.
typedef struct compensated {
    double sum[SUM_COUNT], error[SUM_COUNT];
} compensated;

// s + e = total + a exactly                                                    Knuth, TAOCP 2, 4.2.2, theorem B
static void compensated_add(compensated *total, const double *block, int count) {
    for (int i = 0; i < count; i++) {
        double sum = total->sum[i] + block[i], part = sum - total->sum[i];
        total->error[i] += (total->sum[i] - (sum - part)) + (block[i] - part);
        total->sum[i] = sum;
    }
}

static double power_of_two(int exponent) { return real_of((ints)(exponent + 1023) << 52); }

double gyre_times_power(double a, int exponent) {
    // scales monotonically: if the result is in range, so are the intermediate values
    for (; exponent > EXPONENT_MAX; exponent -= EXPONENT_MAX)
        a *= power_of_two(EXPONENT_MAX);
    for (; exponent < -EXPONENT_MAX; exponent += EXPONENT_MAX)
        a *= power_of_two(-EXPONENT_MAX);
    return a * power_of_two(exponent);
}

// ---- bounding box and frame ----

// x - x is 0 unless x is NaN or infinite.
PURE double zero_if_finite(vec3 p) { return (p.x - p.x) + (p.y - p.y) + (p.z - p.z); }

PURE vec3 lowest(vec3 a, vec3 b) { return (vec3){smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z)}; }
PURE vec3 highest(vec3 a, vec3 b) { return (vec3){larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)}; }

gyre_result gyre_mesh_scan(const gyre_mesh *mesh, mesh_box *out_box, size_t *out_bad_triangle) {
    *out_bad_triangle = (size_t)MESH_NO_TRIANGLE;
    if (!mesh) return GYRE_ERR_NULL_POINTER;
    if (mesh->triangle_count == 0 || mesh->vertex_count == 0) return GYRE_ERR_LENGTH;
    if (!mesh->positions || !mesh->triangles) return GYRE_ERR_NULL_POINTER;
    if (mesh->triangle_count > SIZE_MAX / (3 * sizeof(uint32_t)) || mesh->vertex_count > UINT32_MAX)
        return GYRE_ERR_TOO_LARGE;

    // an invalid index in any triangle takes precedence over a non-finite vertex, so continue after the first bad
    // vertex
    uint32_t vertex_count = (uint32_t)mesh->vertex_count;
    vec3 low = {DBL_MAX, DBL_MAX, DBL_MAX}, high = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    size_t bad_vertex_in = (size_t)MESH_NO_TRIANGLE;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        if ((t[0] >= vertex_count) | (t[1] >= vertex_count) | (t[2] >= vertex_count)) {
            *out_bad_triangle = i;
            return GYRE_ERR_MESH_INDEX;
        }
        mesh_corners p = mesh_triangle(mesh, i);
        if (zero_if_finite(p.a) + zero_if_finite(p.b) + zero_if_finite(p.c) != 0)
            bad_vertex_in = i < bad_vertex_in ? i : bad_vertex_in;
        low = lowest(lowest(p.a, p.b), lowest(p.c, low));
        high = highest(highest(p.a, p.b), highest(p.c, high));
    }
    *out_bad_triangle = bad_vertex_in;
    vec3 side = sub(high, low);
    if (bad_vertex_in != (size_t)MESH_NO_TRIANGLE || zero_if_finite(side) != 0) return GYRE_ERR_NOT_FINITE;
    *out_box = (mesh_box){{low.x, low.y, low.z}, {high.x, high.y, high.z}};
    return GYRE_OK;
}

// Returns the exponent e with 2^(e-1) <= a < 2^e, clamped to the limits; for a = 0, the lower limit.
static int exponent_of(double a) {
    int exponent = (int)((bits_of(a) >> 52) & 0x7ff) - 1022;
    return exponent > EXPONENT_MAX ? EXPONENT_MAX : exponent < -EXPONENT_MAX ? -EXPONENT_MAX : exponent;
}

mesh_frame gyre_mesh_frame_of(const mesh_box *box) {
    gyre_vec3 low = box->low, high = box->high;
    return (mesh_frame){
        .origin = {0.5 * low.x + 0.5 * high.x, 0.5 * low.y + 0.5 * high.y, 0.5 * low.z + 0.5 * high.z},
        .exponent = {exponent_of(0.5 * high.x - 0.5 * low.x), exponent_of(0.5 * high.y - 0.5 * low.y),
                     exponent_of(0.5 * high.z - 0.5 * low.z)},
    };
}

static int largest_exponent(const mesh_frame *frame) {
    const int *e = frame->exponent;
    int larger_xy = e[0] > e[1] ? e[0] : e[1];
    return larger_xy > e[2] ? larger_xy : e[2];
}

int gyre_mesh_measure_exponent(const mesh_frame *frame, mesh_matter matter) {
    const int *e = frame->exponent;
    return matter == MESH_SOLID ? e[0] + e[1] + e[2] : 2 * largest_exponent(frame);
}

// ---- the sums ----

// Factors that convert lengths to units of the frame. Areas need the same unit on all axes; volumes do not.
typedef struct units {
    vec3 origin, position, edge;
} units;

static units units_of(const mesh_frame *frame, mesh_matter matter) {
    const int *e = frame->exponent;
    double longest = power_of_two(-largest_exponent(frame));
    vec3 each = {power_of_two(-e[0]), power_of_two(-e[1]), power_of_two(-e[2])};
    return (units){
        .origin = {frame->origin.x, frame->origin.y, frame->origin.z},
        .position = each,
        .edge = matter == MESH_SOLID ? each : (vec3){longest, longest, longest},
    };
}

// `matter` and `order` are compile-time constants at every call, so each call becomes a specialised loop.
PURE plain_sums sum_triangle(plain_sums sum, mesh_corners p, const units *u, mesh_matter matter, moment_order order) {
    vec3 a = times(u->position, sub(p.a, u->origin));
    vec3 n = mesh_normal(p, u->edge);
    vec3 part = times(a, n);
    double w = matter == MESH_SOLID ? part.x + part.y + part.z : length(n);
    sum.w += w;
    if (matter == MESH_SOLID && order < ORDER_2) sum.noise += magnitude(part.x) + magnitude(part.y) + magnitude(part.z);
    if (order == ORDER_0) return sum;
    vec3 b = times(u->position, sub(p.b, u->origin));
    vec3 c = times(u->position, sub(p.c, u->origin));
    vec3 s = add(add(a, b), c);
    sum.x += w * s.x;
    sum.y += w * s.y;
    sum.z += w * s.z;
    if (order == ORDER_1) return sum;
    sum.xx += w * (a.x * a.x + b.x * b.x + (c.x * c.x + s.x * s.x));
    sum.yy += w * (a.y * a.y + b.y * b.y + (c.y * c.y + s.y * s.y));
    sum.zz += w * (a.z * a.z + b.z * b.z + (c.z * c.z + s.z * s.z));
    sum.xy += w * (a.x * a.y + b.x * b.y + (c.x * c.y + s.x * s.y));
    sum.xz += w * (a.x * a.z + b.x * b.z + (c.x * c.z + s.x * s.z));
    sum.yz += w * (a.y * a.z + b.y * b.z + (c.y * c.z + s.y * s.z));
    return sum;
}

PURE void sum_all(const gyre_mesh *mesh, const mesh_frame *frame, mesh_matter matter, moment_order order, double *out) {
    units u = units_of(frame, matter);
    compensated total = {{0}, {0}};
    for (size_t first = 0; first < mesh->triangle_count; first += BLOCK) {
        size_t left = mesh->triangle_count - first, last = first + (left < BLOCK ? left : BLOCK);
        plain_sums b = {0};
        for (size_t i = first; i < last; i++)
            b = sum_triangle(b, mesh_triangle(mesh, i), &u, matter, order);
        const double block[SUM_COUNT] = {b.w, b.noise, b.x, b.y, b.z, b.xx, b.yy, b.zz, b.xy, b.xz, b.yz};
        compensated_add(&total, block, ORDER_SUMS[order]);
    }
    for (int i = 0; i < SUM_COUNT; i++)
        out[i] = total.sum[i] + total.error[i];
}

// Selects the specialised loop; the measure alone is only needed for solids.
static void sums_of(const gyre_mesh *mesh, const mesh_frame *frame, mesh_matter matter, moment_order order,
                    double *out) {
    if (matter == MESH_SOLID && order == ORDER_0)
        sum_all(mesh, frame, MESH_SOLID, ORDER_0, out);
    else if (matter == MESH_SOLID && order == ORDER_1)
        sum_all(mesh, frame, MESH_SOLID, ORDER_1, out);
    else if (matter == MESH_SOLID)
        sum_all(mesh, frame, MESH_SOLID, ORDER_2, out);
    else if (order == ORDER_1)
        sum_all(mesh, frame, MESH_SHELL, ORDER_1, out);
    else
        sum_all(mesh, frame, MESH_SHELL, ORDER_2, out);
}

// ---- moments from the sums ----

// Factors from the table at the top of this file:
// measure = W / measure, center = WX / (center W), mean of x x^T = WXX / (square W).
static const struct {
    double measure, center, square;
} FACTORS[MESH_MATTER_COUNT] = {[MESH_SOLID] = {6, 4, 20}, [MESH_SHELL] = {2, 3, 12}};

static double significant(const double *sum) {
    return magnitude(sum[W]) > VOLUME_NOISE * magnitude(sum[NOISE]) ? sum[W] : 0;
}

double gyre_mesh_volume(const gyre_mesh *mesh, const mesh_frame *frame) {
    double sum[SUM_COUNT];
    sums_of(mesh, frame, MESH_SOLID, ORDER_0, sum);
    return significant(sum) / FACTORS[MESH_SOLID].measure;
}

static vec3 mean_of(const double *sum, mesh_matter matter) {
    double k = FACTORS[matter].center * sum[W];
    return (vec3){sum[WX] / k, sum[WY] / k, sum[WZ] / k};
}

gyre_result gyre_mesh_moments(const gyre_mesh *mesh, mesh_frame *frame, mesh_matter matter,
                              shape_moments *out_moments) {
    double sum[SUM_COUNT];
    sums_of(mesh, frame, matter, ORDER_1, sum);
    double weight = significant(sum);
    if (weight < 0) return GYRE_ERR_MESH_INVERTED;
    if (weight == 0 || (matter == MESH_SHELL && weight < AREA_MIN)) return GYRE_ERR_SHAPE;

    // second pass, relative to the centre
    vec3 c = mean_of(sum, matter);
    const int *e = frame->exponent;
    frame->origin.x += gyre_times_power(c.x, e[0]);
    frame->origin.y += gyre_times_power(c.y, e[1]);
    frame->origin.z += gyre_times_power(c.z, e[2]);
    sums_of(mesh, frame, matter, ORDER_2, sum);
    if (!(sum[W] > 0)) return GYRE_ERR_SHAPE;

    // the remaining offset of the centre is rounding error; subtract it
    c = mean_of(sum, matter);
    double k = FACTORS[matter].square * sum[W];
    *out_moments = (shape_moments){
        .measure = sum[W] / FACTORS[matter].measure,
        .center = {c.x, c.y, c.z},
        .covariance = {sum[WXX] / k - c.x * c.x, sum[WYY] / k - c.y * c.y, sum[WZZ] / k - c.z * c.z,
                       sum[WXY] / k - c.x * c.y, sum[WXZ] / k - c.x * c.z, sum[WYZ] / k - c.y * c.z},
    };
    return GYRE_OK;
}

gyre_result gyre_mesh_properties(const mesh_frame *frame, int measure_exponent, const shape_moments *in_frame,
                                 gyre_amount amount, gyre_mass_properties *out_properties) {
    const int *e = frame->exponent;
    gyre_vec3 o = frame->origin, c = in_frame->center;
    gyre_tensor C = in_frame->covariance;
    shape_moments m = {
        .measure = gyre_times_power(in_frame->measure, measure_exponent),
        .center = {o.x + gyre_times_power(c.x, e[0]), o.y + gyre_times_power(c.y, e[1]),
                   o.z + gyre_times_power(c.z, e[2])},
        .covariance = {gyre_times_power(C.xx, 2 * e[0]), gyre_times_power(C.yy, 2 * e[1]),
                       gyre_times_power(C.zz, 2 * e[2]), gyre_times_power(C.xy, e[0] + e[1]),
                       gyre_times_power(C.xz, e[0] + e[2]), gyre_times_power(C.yz, e[1] + e[2])},
    };
    gyre_mass_properties p;
    gyre_result r = gyre_moments_to_properties(m, amount, &p);
    if (r != GYRE_OK) return r;
    // subnormal results have lost digits, so fail rather than return them
    gyre_tensor v = m.covariance, I = p.inertia;
    // an inside-out part beside a larger correct one acts as negative mass, which often gives an impossible inertia
    if (v.xx < 0 || v.yy < 0 || v.zz < 0 || gyre_inertia_check(&I, NULL) == GYRE_ERR_INERTIA)
        return GYRE_ERR_MESH_INVERTED;
    if (m.measure < DBL_MIN || v.xx + v.yy < SQUARE_MIN || v.xx + v.zz < SQUARE_MIN || v.yy + v.zz < SQUARE_MIN)
        return GYRE_ERR_NOT_FINITE;
    if (p.mass < DBL_MIN || I.xx < DBL_MIN || I.yy < DBL_MIN || I.zz < DBL_MIN) return GYRE_ERR_NOT_FINITE;
    *out_properties = p;
    return GYRE_OK;
}
