/// Constants of a body in the equations of motion. Stores inverses to avoid divisions, and a factor 0 per locked axis.
#pragma once

#include "math/vec3.h"

typedef struct mass_props {
    real mass, inv_mass;       // [kg], [1/kg]
    vec3 inertia, inv_inertia; // principal moments [kg m^2] and their inverses, body frame
    vec3 center; // centre of mass relative to the reference point [m], body frame; 0 unless the body is held at a pivot
    vec3 free_x, free_r;     // for translation along and rotation about each world axis: 1 free, 0 locked
    mask is_rotation_locked; // 1: rotation is locked about at least two axes
} mass_props;
