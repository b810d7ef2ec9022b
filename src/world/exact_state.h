/// The stored state of a body as numbers, for files that must restore every bit.
///
/// The poses and velocities of the public interface are computed from these numbers with rounding errors, so converting
/// them back can change the last bit.
#pragma once

#include "gyre/world.h"
#include "base/for_io.h"

#include <stdbool.h>

enum {
    EXACT_STATE_SIZE = 13, // reference point x, principal axes q, P, L; velocities instead of momenta for driven bodies
    EXACT_STATE_CARRIED = 16 // the same and m = R^T L, for bodies that carry m from step to step
};

/// Writes the numbers of an existing body and returns their count.
FOR_IO size_t gyre_exact_state_get(const gyre_world *world, gyre_body_id body, double out_numbers[EXACT_STATE_CARRIED]);

/// Sets the numbers of a body. Returns GYRE_ERR_LENGTH if `count` is wrong for this body, GYRE_ERR_NOT_FINITE, or
/// GYRE_ERR_ORIENTATION if | |q| - 1 | > 1e-6.
FOR_IO gyre_result gyre_exact_state_set(gyre_world *world, gyre_body_id body, const double *numbers, size_t count);

/// True if the pose and the velocities of this definition give exactly the present numbers of the body.
FOR_IO bool gyre_exact_state_is_of(const gyre_world *world, gyre_body_id body, const gyre_body_def *def);
