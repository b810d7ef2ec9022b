/// Mass properties of simple shapes by numerical integration over the geometry alone.
#pragma once

#include "gyre/shape.h"
#include "mesh_helpers.h"
#include "random.h"

#include <stdbool.h>

bool shape_has_oracle(gyre_shape_kind kind);
/// Its parameters are coordinates, which may be of any sign.
bool shape_has_corners(gyre_shape_kind kind);

/// A shape with lengths of 0.5 to 2, a bore or tube of 0.1 to 0.95 of the radius, or corners within -2 to 2.
gyre_shape random_shape(random_source *r, gyre_shape_kind kind, int is_hollow);

/// Mass, centre and inertia at density one; out_error is what the quadrature still changes with more points.
gyre_mass_properties integrated_properties(const gyre_shape *shape, double *out_error);

/// The same for a hollow ellipsoid with very different axes.
gyre_mass_properties graded_ellipsoid_surface(const gyre_shape *ellipsoid, double *out_error);

/// The boundary of a solid as a mesh: n x n cells on every face of the oracle's cube that becomes surface. Neighbouring
/// faces do not share vertices: each has its copies at the same positions.
own_mesh mesh_of_shape(const gyre_shape *solid, size_t n);
/// The faces are flat, so that such a mesh is exact.
bool shape_is_polyhedron(gyre_shape_kind kind);

/// The largest difference: of the mass relative to it, of the centre relative to the distance d of far points from the
/// origin, of the inertia relative to m d^2.
double difference_of(const gyre_mass_properties *a, const gyre_mass_properties *b);
