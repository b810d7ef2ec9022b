/// A couple.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"

PURE pull torque_pull(const placed *a, const gyre_force_torque *p, const surroundings *s) {
    (void)s;
    return (pull){.other = {.couple = framed(a, p->torque, p->frame)}};
}
