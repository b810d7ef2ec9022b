/// One body of a gyre_system in the types of the equations.
#pragma once

#include "gyre/motion.h"
#include "mass/mass_props.h"
#include "motion/dydt.h"

enum { SYSTEM_MARKER = 0x47595331, PARTICLE_SYSTEM_MARKER = 0x47595031 }; // "GYS1", "GYP1"

mass_props gyre_body_mass_props(const gyre_rigid_body *body);

/// Quantities of one body that the equations need.
typedef struct loaded_body {
    state Y;
    mass_props m;
    field f;
} loaded_body;

/// Loads body `index` of a state vector in quaternion form, with the forces on it at time t. Fails like
/// gyre_body_field, and with GYRE_ERR_ORIENTATION when q has length 0.
gyre_result gyre_body_load(const gyre_system *system, size_t index, double t, const double *y, loaded_body *out_body);

/// Computes the forces on one body at time t. Fails if a callback fails, or after logging that its force is not finite.
gyre_result gyre_body_field(const gyre_system *system, size_t index, double t, const gyre_state *s, const double *y,
                            field *out_field);
