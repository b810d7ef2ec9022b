/// A force and a torque about the centre of mass, or about the pivot that holds the body; world frame.
#pragma once

#include "math/vec3.h"

typedef struct wrench {
    vec3 F, tau;
} wrench;

/// F = sum of Fi,  tau = sum of (ri - x) x Fi                                          Baraff 1997, (2-21) to (2-23)
PURE wrench wrench_plus_force_at(wrench W, vec3 F, vec3 arm) {
    return (wrench){add(W.F, F), add(W.tau, cross(arm, F))};
}
