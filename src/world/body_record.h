/// From a body's definition to what the world keeps of it.
#pragma once

#include "world/world.h"

/// Everything a definition can have wrong, said in the log; out_record owns nothing yet (name and path are NULL).
gyre_result gyre_record_make(const gyre_world *world, const gyre_body_def *def, body_record *out_record);

/// Reference point, principal axes and moments about it, from what the user gave: mass properties, pivot, kind, locks.
/// Says in the log what is wrong, as `what`.
gyre_result gyre_record_derive(const gyre_world *world, const char *what, body_record *record);

/// GYRE_ERR_ORIENTATION unless | |q| - 1 | <= 1e-6, or GYRE_ERR_NOT_FINITE, in the log as `what`; out_unit is
/// normalised.
gyre_result gyre_orientation_check(const gyre_world *world, const char *what, gyre_quat q, gyre_quat *out_unit);

gyre_result gyre_damping_check(const gyre_world *world, const char *what, double linear, double angular);

/// The stored state of a body that moves like this, and back. Velocity that is left out is said in the log, as `what`;
/// NULL says nothing. The result need not be finite.
state gyre_record_state(const gyre_world *world, const char *what, const body_record *record, const gyre_motion *motion,
                        vec3 *out_m);
gyre_motion gyre_record_motion(const body_record *record, const mass_props *m, const state *Y);

/// The motion that a definition (which was checked) asks for, without its path.
gyre_motion gyre_record_first_motion(const gyre_body_def *def);

/// The pose alone.
gyre_pose gyre_record_model_pose(const body_record *record, vec3 x, quat q);

/// The motion of a body on its path at time t, with the velocity of what came before t or of what follows.
gyre_motion gyre_record_path_motion(const body_record *record, double t, bool is_arriving);
