/// Checks a state; shared by all functions that take a public state.
#pragma once

#include "gyre/state.h"

/// Returns GYRE_OK, GYRE_ERR_NULL_POINTER, GYRE_ERR_MASS, GYRE_ERR_INERTIA, GYRE_ERR_NOT_FINITE or
/// GYRE_ERR_ORIENTATION.
gyre_result gyre_state_check(const gyre_mass *mass, const gyre_state *state);
