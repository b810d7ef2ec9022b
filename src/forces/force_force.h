/// A force at a point.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"

PURE pull force_pull(const placed *a, const gyre_force_force *p, const surroundings *s) {
    (void)s;
    return (pull){.other = {.F = framed(a, p->force, p->frame), .arm = arm_to(a, &p->at)}};
}
