/// A body's numbers as the world stores them, for readers and writers of files that must not lose a bit.
///
/// Poses and velocities as users see them are computed from these and round; going there and back changes the last bit.
#pragma once

#include "gyre/world.h"
#include "base/for_io.h"

#include <stdbool.h>

enum {
    EXACT_STATE_SIZE = 13, // reference point x, principal axes q, P, L; velocities instead of momenta for driven bodies
    EXACT_STATE_CARRIED = 16 // and m = R^T L, for bodies that carry it from step to step
};

/// Writes the numbers of a body that exists and returns how many they are.
FOR_IO size_t gyre_exact_state_get(const gyre_world *world, gyre_body_id body, double out_numbers[EXACT_STATE_CARRIED]);

/// GYRE_ERR_LENGTH when there are not as many as the body has, GYRE_ERR_NOT_FINITE, GYRE_ERR_ORIENTATION unless q is of
/// unit length to within 1e-6.
FOR_IO gyre_result gyre_exact_state_set(gyre_world *world, gyre_body_id body, const double *numbers, size_t count);

/// Whether a body that was defined with this pose and these velocities now would have exactly the numbers it has.
FOR_IO bool gyre_exact_state_is_of(const gyre_world *world, gyre_body_id body, const gyre_body_def *def);
