/// The constants of a body as the equations of motion want them: inverses stored, locks as factors of 0 and 1.
#pragma once

#include "math/vec3.h"

typedef struct mass_props {
    real mass, inv_mass;       // [kg], [1/kg]
    vec3 inertia, inv_inertia; // principal moments [kg m^2] and their inverses, body frame
    vec3 center;               // of mass, from the reference point [m], body frame: 0 unless held at a pivot
    vec3 free_x, free_r;       // world axes along and about which the body may move: 1 free, 0 locked
    mask is_rotation_locked;   // about at least two axes
} mass_props;
