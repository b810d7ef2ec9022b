/// Combinations of locks that a body can have.
#pragma once

#include "gyre/motion.h"

#include <stdbool.h>

/// Returns the number of rotation locks.
static inline int rotation_lock_count(unsigned locks) {
    return ((locks & GYRE_LOCK_ROTATION_X) != 0) + ((locks & GYRE_LOCK_ROTATION_Y) != 0) +
           ((locks & GYRE_LOCK_ROTATION_Z) != 0);
}

/// A single locked rotation needs a constraint that changes as the body turns: a joint, not a lock.
static inline bool are_locks_possible(unsigned locks) {
    return !(locks & ~(unsigned)GYRE_LOCK_ALL) && rotation_lock_count(locks) != 1;
}
