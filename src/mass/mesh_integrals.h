/// Integrals over the triangles of a mesh in a frame scaled to the mesh, shared by mesh_mass.c, mesh_check.c and
/// mesh_voxels.c.
#pragma once

#include "gyre/mesh.h"
#include "base/for_io.h"
#include "mass/moments.h"
#include "math/vec3.h"

enum { MESH_NO_TRIANGLE = -1 }; // compared as (size_t)MESH_NO_TRIANGLE

typedef struct mesh_box {
    gyre_vec3 low, high; // [m], bounding box of the vertices that triangles use
} mesh_box;

/// Position and size of a mesh. A model point x has the coordinates (x - origin) / 2^exponent per axis. Scaling by
/// powers of two does not round; a separate exponent per axis prevents underflow of products for needles and thin
/// plates.
typedef struct mesh_frame {
    gyre_vec3 origin; // [m]
    int exponent[3];
} mesh_frame;

/// The domain of integration: the enclosed solid, or the triangles themselves.
typedef enum mesh_matter { MESH_SOLID, MESH_SHELL, MESH_MATTER_COUNT } mesh_matter;

/// Validates every triangle and computes the bounding box. GYRE_ERR_NULL_POINTER, GYRE_ERR_LENGTH (empty),
/// GYRE_ERR_TOO_LARGE, GYRE_ERR_MESH_INDEX, GYRE_ERR_NOT_FINITE (a vertex, or the size of the box). `out_bad_triangle`
/// is the first triangle with a bad index or vertex, or (size_t)MESH_NO_TRIANGLE.
FOR_IO gyre_result gyre_mesh_scan(const gyre_mesh *mesh, mesh_box *out_box, size_t *out_bad_triangle);

/// Returns the frame at the middle of the box, scaled so that the box lies within -1..1 on each axis.
FOR_IO mesh_frame gyre_mesh_frame_of(const mesh_box *box);

/// a * 2^exponent, rounded once, or twice if the result is subnormal.
FOR_IO double gyre_times_power(double a, int exponent);

/// Returns the volume in units of the frame; 0 if it is below the rounding error.
double gyre_mesh_volume(const gyre_mesh *mesh, const mesh_frame *frame);

/// Returns the power of two that converts a volume or an area from units of the frame to [m^3] or [m^2].
int gyre_mesh_measure_exponent(const mesh_frame *frame, mesh_matter matter);

/// Computes measure, centre and covariance and moves the origin of the frame to the centre; results are in units of the
/// new frame. Returns GYRE_ERR_MESH_INVERTED for a negative volume and GYRE_ERR_SHAPE for zero.
gyre_result gyre_mesh_moments(const gyre_mesh *mesh, mesh_frame *frame, mesh_matter matter, shape_moments *out_moments);

/// Like gyre_mesh_check; also returns the bounding box of a valid mesh.
gyre_result gyre_mesh_examine(const gyre_mesh *mesh, const gyre_allocator *allocator, gyre_mesh_report *out_report,
                              mesh_box *out_box);

/// Converts moments from the frame to metres and to mass properties. GYRE_ERR_NOT_FINITE if a result overflows, or
/// underflows so far that digits are lost.
gyre_result gyre_mesh_properties(const mesh_frame *frame, int measure_exponent, const shape_moments *in_frame,
                                 gyre_amount amount, gyre_mass_properties *out_properties);

typedef struct mesh_corners {
    vec3 a, b, c;
} mesh_corners;

PURE vec3 mesh_vertex(const gyre_mesh *mesh, uint32_t index) {
    const double *p = mesh->positions + 3 * (size_t)index;
    return (vec3){p[0], p[1], p[2]};
}

PURE mesh_corners mesh_triangle(const gyre_mesh *mesh, size_t triangle) {
    const uint32_t *t = mesh->triangles + 3 * triangle;
    return (mesh_corners){mesh_vertex(mesh, t[0]), mesh_vertex(mesh, t[1]), mesh_vertex(mesh, t[2])};
}

// (b - a) x (c - a), computed from the two shorter edges: with the two long edges of a needle, the rounding error could
// be as large as its area.
PURE vec3 mesh_normal(mesh_corners p, vec3 unit) {
    vec3 ab = times(unit, sub(p.b, p.a)), bc = times(unit, sub(p.c, p.b)), ca = times(unit, sub(p.a, p.c));
    double c2 = dot(ab, ab), a2 = dot(bc, bc), b2 = dot(ca, ca);
    // ab x bc = bc x ca = ca x ab: use the pair without the longest edge
    vec3 first = vec3_pick(both(a2 >= b2, a2 >= c2), ca, vec3_pick(b2 >= c2, ab, bc));
    vec3 second = vec3_pick(both(a2 >= b2, a2 >= c2), ab, vec3_pick(b2 >= c2, bc, ca));
    return cross(first, second);
}
