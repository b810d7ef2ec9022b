/// Is this a body's mass and inertia? The checks that every entry to the library shares.
#pragma once

#include "gyre/mass.h"

/// GYRE_OK, GYRE_ERR_MASS or GYRE_ERR_INERTIA.
gyre_result mass_check(const gyre_mass *mass);
