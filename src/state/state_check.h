/// Can this state be used? The check that every function of a public state shares.
#pragma once

#include "gyre/state.h"

/// GYRE_OK, GYRE_ERR_NULL_POINTER, GYRE_ERR_MASS, GYRE_ERR_INERTIA, GYRE_ERR_NOT_FINITE or GYRE_ERR_ORIENTATION.
gyre_result gyre_state_check(const gyre_mass *mass, const gyre_state *state);
