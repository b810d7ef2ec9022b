/// Validation of mass and inertia, shared by all functions that accept them.
#pragma once

#include "gyre/mass.h"
#include "base/for_io.h"

#include <stdbool.h>

/// Relative slack of the inequalities between moments: printed and computed moments satisfy them only up to rounding.
#define INERTIA_SLACK 1e-9

/// True if the moment `a` is at most the sum of the other two. Moments satisfy the triangle inequality: Iyy + Izz - Ixx
/// = 2 * integral of x^2 dm >= 0.
static inline bool is_within_sum(double a, double b, double c) { return a <= (b + c) * (1 + INERTIA_SLACK); }

/// Returns GYRE_OK, GYRE_ERR_MASS or GYRE_ERR_INERTIA. Zero moments (rods, points) are valid.
gyre_result gyre_mass_check(const gyre_mass *mass);

/// Like gyre_mass_check, for a body that can rotate: every moment must have a finite inverse.
gyre_result gyre_mass_check_free(const gyre_mass *mass);

/// Returns GYRE_OK, GYRE_ERR_MASS, GYRE_ERR_INERTIA or GYRE_ERR_NOT_FINITE.
FOR_IO gyre_result gyre_mass_properties_check(const gyre_mass_properties *properties);
