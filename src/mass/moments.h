/// Integrals over a body of 1, x and x x^T: what mass properties are made of. They add up; inertias about different
/// points do not.
#pragma once

#include "gyre/mass.h"

#include <stdbool.h>

/// A shape of density one: its measure (volume, area or length), its centre, and the mean of (x - center)(x -
/// center)^T.
typedef struct shape_moments {
    double measure;         // [m^3], [m^2] or [m]
    gyre_vec3 center;       // [m]
    gyre_tensor covariance; // [m^2]; here xy is PLUS the mean of x y
} shape_moments;

/// Two shapes of density one joined; the measure of `b` may be negative (a hole). Centres and covariances combine
/// without large intermediate numbers: the shift is between the two centres, not from the origin.
shape_moments gyre_moments_join(shape_moments a, shape_moments b);

/// The same shape elsewhere.
shape_moments gyre_moments_moved(shape_moments a, gyre_vec3 offset);

/// Of a kind that exists, finite and > 0.
bool gyre_is_amount(gyre_amount amount);

/// Mass properties of a shape by mass or density: I = M (tr(C) 1 - C). GYRE_ERR_MASS when the amount is not finite and
/// > 0 or its kind is none, GYRE_ERR_NOT_FINITE when the result overflows or the measure is not > 0.
gyre_result gyre_moments_to_properties(shape_moments moments, gyre_amount amount, gyre_mass_properties *out_properties);
