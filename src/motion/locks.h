/// Which combinations of locks a body can have.
#pragma once

#include "gyre/motion.h"

#include <stdbool.h>

/// How many of the three rotation locks are set.
static inline int rotation_lock_count(unsigned locks) {
    return ((locks & GYRE_LOCK_ROTATION_X) != 0) + ((locks & GYRE_LOCK_ROTATION_Y) != 0) +
           ((locks & GYRE_LOCK_ROTATION_Z) != 0);
}

/// With one axis locked the body would need a constraint that changes as it turns: joints do that.
static inline bool are_locks_possible(unsigned locks) {
    return !(locks & ~(unsigned)GYRE_LOCK_ALL) && rotation_lock_count(locks) != 1;
}
