/// Converts between the public structs and the types of the equations, one double wide.
#pragma once

#include "gyre/state.h"
#include "mass/mass_props.h"
#include "math/convert.h"
#include "state/state.h"

PURE state state_in(const gyre_state *s) { return (state){vec3_in(s->x), quat_in(s->q), vec3_in(s->P), vec3_in(s->L)}; }

PURE gyre_state state_out(const state *Y) {
    return (gyre_state){vec3_out(Y->x), quat_out(Y->q), vec3_out(Y->P), vec3_out(Y->L)};
}

PURE matrix_state matrix_state_in(const gyre_matrix_state *s) {
    return (matrix_state){vec3_in(s->x), mat3_in(&s->R), vec3_in(s->P), vec3_in(s->L)};
}

/// Constants of a free body, about its centre of mass.
PURE mass_props mass_props_in(const gyre_mass *mass) {
    return (mass_props){
        .mass = mass->mass,
        .inv_mass = 1 / mass->mass,
        .inertia = vec3_in(mass->inertia),
        .inv_inertia = {1 / mass->inertia.x, 1 / mass->inertia.y, 1 / mass->inertia.z},
        .center = {0, 0, 0},
        .free_x = {1, 1, 1},
        .free_r = {1, 1, 1},
        .is_rotation_locked = 0,
    };
}
