/// Measure, centre and covariance of triangles and tetrahedra of density one, from their corners.
#include "mass/simplex.h"

#include "math/convert.h"
#include "math/finite.h"

#include <float.h>

/// Area without the factor 1/2, or volume without the factor 1/6, computed from one corner in units of the simplex's
/// size.
typedef struct corner_view {
    double content;
    double product; // product of the lengths of the edges from this corner
} corner_view;

// |e1 x e2| or |e1 . (e2 x e3)|
static corner_view view_from(const vec3 *corners, int corner_count, int from, double unit) {
    vec3 edges[3] = {{0, 0, 0}};
    double product = 1;
    for (int i = 1; i < corner_count; i++) {
        vec3 e = sub(corners[(from + i) % corner_count], corners[from]);
        edges[i - 1] = (vec3){e.x / unit, e.y / unit, e.z / unit};
        product *= length(edges[i - 1]);
    }
    vec3 area = cross(edges[0], edges[1]);
    return (corner_view){corner_count == 3 ? length(area) : magnitude(dot(area, edges[2])), product};
}

/// Largest coordinate difference between the first corner and any other corner.
static double size_of(const vec3 *corners, int corner_count) {
    double size = 0;
    for (int i = 1; i < corner_count; i++) {
        vec3 e = sub(corners[i], corners[0]);
        size = larger(larger(size, magnitude(e.x)), larger(magnitude(e.y), magnitude(e.z)));
    }
    return size;
}

// Computed from the corner with the shortest edges, so that the width of a needle is not a difference of long vectors.
// Products of three rounded numbers have an error below 8 eps of the product of the lengths; a smaller content counts
// as 0 (flat).
static double content_in_units(const vec3 *corners, int corner_count, double unit) {
    const double FLAT = 8 * DBL_EPSILON;
    corner_view best = view_from(corners, corner_count, 0, unit);
    for (int from = 1; from < corner_count; from++) {
        corner_view view = view_from(corners, corner_count, from, unit);
        if (view.product < best.product) best = view;
    }
    return best.content > FLAT * best.product ? best.content : 0;
}

bool gyre_simplex_is_flat(const vec3 *corners, int corner_count) {
    double unit = size_of(corners, corner_count);
    if (!is_finite(unit)) return false; // too large to measure
    return unit == 0 || content_in_units(corners, corner_count, unit) == 0;
}

static double simplex_measure(const vec3 *corners, int corner_count) {
    double unit = size_of(corners, corner_count); // if it is infinite, the result is NaN
    double content = content_in_units(corners, corner_count, unit);
    return corner_count == 3 ? content / 2 * unit * unit : content / 6 * unit * unit * unit;
}

// A uniform simplex with N corners has c = mean of its corners and C = sum (v - c)(v - c)^T/(N (N + 1)).
shape_moments gyre_simplex_moments(const vec3 *corners, int corner_count) {
    double N = corner_count, divisor = N * (N + 1);
    vec3 from_first = {0, 0, 0}; // c - v0, which is small even if the simplex is far from the origin
    for (int i = 1; i < corner_count; i++)
        from_first = add(from_first, sub(corners[i], corners[0]));
    from_first = (vec3){from_first.x / N, from_first.y / N, from_first.z / N};

    gyre_tensor C = {0};
    for (int i = 0; i < corner_count; i++) {
        vec3 d = sub(sub(corners[i], corners[0]), from_first);
        C = (gyre_tensor){C.xx + d.x * d.x, C.yy + d.y * d.y, C.zz + d.z * d.z,
                          C.xy + d.x * d.y, C.xz + d.x * d.z, C.yz + d.y * d.z};
    }
    return (shape_moments){
        .measure = simplex_measure(corners, corner_count),
        .center = vec3_out(add(corners[0], from_first)),
        .covariance = {C.xx / divisor, C.yy / divisor, C.zz / divisor, C.xy / divisor, C.xz / divisor, C.yz / divisor},
    };
}
