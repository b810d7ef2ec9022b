/// One body of a gyre_system, ready for the equations.
#pragma once

#include "gyre/motion.h"
#include "mass/mass_props.h"
#include "motion/dydt.h"

enum { SYSTEM_MARKER = 0x47595331, PARTICLE_SYSTEM_MARKER = 0x47595031 }; // "GYS1", "GYP1"

mass_props gyre_body_mass_props(const gyre_rigid_body *body);

/// What the equations want to know of one body.
typedef struct loaded_body {
    state Y;
    mass_props m;
    field f;
} loaded_body;

/// Body `index` of a state vector in quaternion form, with the forces on it at time t. Fails like gyre_body_field, and
/// with GYRE_ERR_ORIENTATION when q has no length.
gyre_result gyre_body_load(const gyre_system *system, size_t index, double t, const double *y, loaded_body *out_body);

/// The forces on one body at time t. A callback may fail; its force may be no number, which is logged and refused.
gyre_result gyre_body_field(const gyre_system *system, size_t index, double t, const gyre_state *s, const double *y,
                            field *out_field);
