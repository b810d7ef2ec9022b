/// From a body's definition to what the world keeps of it.
#pragma once

#include "world/world.h"

/// Everything about one body, as given and as it follows: while it is made, changed, moved by hand or saved.
/// `reference` is the point whose motion the state describes: the centre of mass or the pivot.
typedef struct body_spec {
    uint32_t id_index;
    gyre_body_kind kind;
    unsigned locks;
    bool has_pivot, has_mass, is_asleep;
    gyre_mass_properties properties; // as given, model frame
    gyre_vec3 pivot;                 // as given, model frame
    gyre_mass mass;                  // principal, about the reference point; of dynamic bodies alone
    gyre_vec3 reference;             // model frame
    gyre_quat axes;                  // body frame to model frame
    gyre_vec3 center;                // from the reference point to the centre of mass, body frame
    double linear_damping, angular_damping;
    uint64_t user_data;
    char *name; // these three belong to the body's record, if it has one
    gyre_path_point *path;
    body_extras *extras; // where the record keeps what is seldom, or has kept it
    size_t path_count;
} body_spec;

/// Everything a definition can have wrong, said in the log; out_spec has no belongings yet: name and path are NULL.
gyre_result gyre_record_make(const gyre_world *world, const gyre_body_def *def, body_spec *out_spec);

/// Reference point, principal axes and moments about it, from what the user gave: mass properties, pivot, kind, locks.
/// Says in the log what is wrong, as `what`.
gyre_result gyre_record_derive(const gyre_world *world, const char *what, body_spec *spec);

/// GYRE_ERR_NOT_FINITE unless the vector is finite; logs `what`, the field and the value.
gyre_result gyre_finite_check(const gyre_world *world, const char *what, const char *field, gyre_vec3 a);

/// GYRE_ERR_ORIENTATION unless | |q| - 1 | <= 1e-6, or GYRE_ERR_NOT_FINITE, in the log as `what`; out_unit is
/// normalised.
gyre_result gyre_orientation_check(const gyre_world *world, const char *what, gyre_quat q, gyre_quat *out_unit);

gyre_result gyre_damping_check(const gyre_world *world, const char *what, double linear, double angular);

/// The stored state of a body that moves like this, and back. Velocity that is left out is said in the log, as `what`;
/// NULL says nothing. The result need not be finite.
state gyre_record_state(const gyre_world *world, const char *what, const body_spec *spec, const gyre_motion *motion,
                        vec3 *out_m);
gyre_motion gyre_record_motion(const body_record *record, const mass_props *m, const state *Y);

/// The motion that a definition (which was checked) asks for, without its path.
gyre_motion gyre_record_first_motion(const gyre_body_def *def);

/// The point whose motion the state describes, model frame.
gyre_vec3 gyre_record_reference(const body_record *record);

/// Mass and principal moments about the centre of mass as given, of a body of any kind; 0 without mass.
gyre_mass gyre_record_own_mass(const body_record *record);

/// The pose alone.
gyre_pose gyre_record_model_pose(const body_record *record, vec3 x, quat q);

/// The motion of a body on its path at time t, with the velocity of what came before t or of what follows.
gyre_motion gyre_record_path_motion(const body_spec *spec, double t, bool is_arriving);
