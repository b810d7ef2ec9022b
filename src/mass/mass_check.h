/// Is this a body's mass and inertia? The checks that every entry to the library shares.
#pragma once

#include "gyre/mass.h"

#include <stdbool.h>

/// Relative slack of the inequalities between moments: printed and computed numbers obey them up to rounding.
#define INERTIA_SLACK 1e-9

/// False when the moment `a` exceeds the sum of the other two. Moments are sums of squares:
/// Iyy + Izz - Ixx = 2 * integral of x^2 dm >= 0.
static inline bool is_within_sum(double a, double b, double c) { return a <= (b + c) * (1 + INERTIA_SLACK); }

/// GYRE_OK, GYRE_ERR_MASS or GYRE_ERR_INERTIA. Zero moments (rods, points) are legal.
gyre_result gyre_mass_check(const gyre_mass *mass);

/// The same for a body that is free to turn: every moment must have an inverse.
gyre_result gyre_mass_check_free(const gyre_mass *mass);

/// GYRE_OK, GYRE_ERR_MASS, GYRE_ERR_INERTIA or GYRE_ERR_NOT_FINITE.
gyre_result gyre_mass_properties_check(const gyre_mass_properties *properties);
