/// Integrals of 1, x and x x^T over a body. They are additive, unlike inertias about different points.
#pragma once

#include "gyre/mass.h"
#include "base/for_io.h"

#include <stdbool.h>

/// Moments of a shape of density one.
typedef struct shape_moments {
    double measure;         // [m^3], [m^2] or [m]
    gyre_vec3 center;       // [m]
    gyre_tensor covariance; // [m^2], mean of (x - center)(x - center)^T: xy is PLUS the mean of x y
} shape_moments;

/// Joins two shapes of density one; the measure of `b` may be negative (a hole). Uses the vector between the two
/// centres, so that the distance from the origin causes no large intermediate numbers.
shape_moments gyre_moments_join(shape_moments a, shape_moments b);

/// Returns the shape translated by `offset`.
shape_moments gyre_moments_moved(shape_moments a, gyre_vec3 offset);

/// True if the kind is valid and the value is finite and > 0.
FOR_IO bool gyre_is_amount(gyre_amount amount);

/// Converts moments to mass properties for a given mass or density: I = M (tr(C) 1 - C). GYRE_ERR_MASS for an invalid
/// amount; GYRE_ERR_NOT_FINITE if the result overflows or the measure is not > 0.
FOR_IO gyre_result gyre_moments_to_properties(shape_moments moments, gyre_amount amount,
                                              gyre_mass_properties *out_properties);
