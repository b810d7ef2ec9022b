/// Converts a body's definition to its stored form: checks, derived quantities and states.
#pragma once

#include "world/world.h"

/// All settings and derived quantities of one body, collected to create, change, move or save it. `reference` is the
/// point whose motion the state describes: the centre of mass or the pivot.
typedef struct body_spec {
    uint32_t id_index;
    gyre_body_kind kind;
    unsigned locks;
    bool has_pivot, has_mass, is_asleep;
    gyre_mass_properties properties; // as given, model frame
    gyre_vec3 pivot;                 // as given, model frame
    gyre_mass mass;                  // principal, about the reference point; dynamic bodies only
    gyre_vec3 reference;             // model frame
    gyre_quat axes;                  // body frame to model frame
    gyre_vec3 center;                // from the reference point to the centre of mass, body frame
    double linear_damping, angular_damping;
    uint64_t user_data;
    char *name; // the record owns name, path and extras, if the body has a record
    gyre_path_point *path;
    body_extras *extras; // memory for the rarely used fields of the record; may be allocated already
    size_t path_count;
} body_spec;

/// Validates the definition, logs the first problem and derives the spec. out_spec owns no memory yet: name and path
/// are NULL.
gyre_result gyre_record_make(const gyre_world *world, const gyre_body_def *def, body_spec *out_spec);

/// Computes the reference point and the principal axes and moments about it from mass properties, pivot, kind and
/// locks. Logs the first problem; `what` names the body in messages.
gyre_result gyre_record_derive(const gyre_world *world, const char *what, body_spec *spec);

/// Returns GYRE_ERR_NOT_FINITE and logs `what`, the field and the value unless the vector is finite.
gyre_result gyre_finite_check(const gyre_world *world, const char *what, const char *field, gyre_vec3 a);

/// Normalises q to out_unit. Returns GYRE_ERR_ORIENTATION unless | |q| - 1 | <= 1e-6, or GYRE_ERR_NOT_FINITE; logs the
/// failure, with `what` as the name of the body.
gyre_result gyre_orientation_check(const gyre_world *world, const char *what, gyre_quat q, gyre_quat *out_unit);

gyre_result gyre_damping_check(const gyre_world *world, const char *what, double linear, double angular);

/// Converts a motion to the stored state of a body, and back. Logs a warning if locks, a pivot or the kind remove a
/// part of the velocity, unless `what`, the name of the body in the warning, is NULL. The result can be non-finite.
state gyre_record_state(const gyre_world *world, const char *what, const body_spec *spec, const gyre_motion *motion,
                        vec3 *out_m);
gyre_motion gyre_record_motion(const body_record *record, const mass_props *m, const state *Y);

/// Returns the initial motion of a valid definition, ignoring its path.
gyre_motion gyre_record_first_motion(const gyre_body_def *def);

/// Returns the reference point in the model frame.
gyre_vec3 gyre_record_reference(const body_record *record);

/// Returns the mass and the principal moments about the centre of mass for a body of any kind; 0 if it has no mass.
gyre_mass gyre_record_own_mass(const body_record *record);

/// Returns the pose of the model frame for a stored pose x, q.
gyre_pose gyre_record_model_pose(const body_record *record, vec3 x, quat q);

/// Returns the motion of a body on its path at time t. At a path point, the velocity belongs to the preceding segment
/// if is_arriving, else to the following segment.
gyre_motion gyre_record_path_motion(const body_spec *spec, double t, bool is_arriving);
