/// Forces and torques on rigid bodies.
#pragma once

#include "gyre/state.h"

GYRE_BEGIN_DECLS

/// A wrench: a force, and a torque about the centre of mass; world frame.
typedef struct gyre_wrench {
    gyre_vec3 force;  // [N]
    gyre_vec3 torque; // [N m]
} gyre_wrench;

/// Adds a force [N] at a world point to the wrench of a body with centre of mass x: torque += (point - x) x force. Does
/// nothing if `wrench` is NULL.
void gyre_wrench_add_force_at(gyre_wrench *wrench, gyre_vec3 x, gyre_vec3 force, gyre_vec3 point_world);

/// A constant force at a point fixed to the body.
typedef struct gyre_point_force {
    gyre_vec3 force; // force [N], world frame
    gyre_vec3 at;    // point of application [m], body (principal) frame, relative to the centre of mass
} gyre_point_force;

/// Callback that adds the force and torque on one body at time t. `wrench` is zero on entry; Gyre adds gravity and
/// point forces itself. This is the notes' Compute_Force_and_Torque. `y` is the whole state vector, for forces between
/// bodies. To get velocities, pass the state and the body's mass to gyre_auxiliary_of; the callback must get the mass
/// from `user`. Any result but GYRE_OK ends the evaluation with that result.
typedef gyre_result (*gyre_body_callback)(double t, size_t body_index, const gyre_state *state, const double *y,
                                          gyre_wrench *wrench, void *user);

// ---- the forces of forces.def ----

/// Coordinates in which the point p of a force is given.
typedef enum gyre_point_kind {
    GYRE_AT_CENTER, // the centre of mass; p must be 0. At an end without a body: like GYRE_AT_WORLD
    GYRE_AT_BODY,   // p is in model coordinates of the body
    GYRE_AT_WORLD,  // p is in world coordinates
    GYRE_POINT_KIND_COUNT
} gyre_point_kind;

/// A point where a force acts.
typedef struct gyre_point {
    gyre_point_kind kind; // kind of coordinates
    gyre_vec3 p;          // coordinates [m]
} gyre_point;

/// Axes of a vector's components: world axes, or the body's model axes.
typedef enum gyre_frame { GYRE_FRAME_WORLD, GYRE_FRAME_BODY, GYRE_FRAME_COUNT } gyre_frame;

/// Shape that displaces a fluid.
typedef enum gyre_solid { GYRE_SOLID_SPHERE, GYRE_SOLID_BOX, GYRE_SOLID_COUNT } gyre_solid;

/// A block of bodies for a callback force. The callback adds to `wrenches` and, if the force has a potential, to
/// `potentials`; both are zero on entry.
typedef struct gyre_force_block {
    double t;                            // time [s]
    size_t count;                        // number of bodies in the block
    const gyre_state *states;            // state x, q, P, L of each body
    const gyre_vec3 *velocities;         // velocities of the centres of mass [m/s], world frame
    const gyre_vec3 *angular_velocities; // angular velocities [rad/s], world frame
    const uint64_t *user_data;           // user data of each body
    gyre_wrench *wrenches;               // output: wrenches about each centre of mass, world frame
    double *potentials;                  // output: potential energies [J]; NULL if the force has no potential
} gyre_force_block;

/// Callback that evaluates a force on a block of bodies. Its result may depend only on the block and on data that stays
/// constant between steps, because the world calls it any number of times, also for the ledger and to diagnose a failed
/// step. Any result but GYRE_OK ends the step with that result.
typedef gyre_result (*gyre_block_callback)(const gyre_force_block *block, void *user);

/// Type of a user pointer, as a single name that forces.def can use.
typedef void *gyre_user_pointer;

/// C types of the parameter types: gyre_field_number is double, and so on.
#define GYRE_FIELD_TYPE(name, c_type, text) typedef c_type gyre_field_##name;
#include "gyre/forces.def"

/// Types of force parameters.
typedef enum gyre_field_type {
#define GYRE_FIELD_TYPE(name, c_type, text) GYRE_FIELD_##name,
#include "gyre/forces.def"
    GYRE_FIELD_TYPE_COUNT
} gyre_field_type;

/// Ranges of force parameters. For vectors, not_zero applies to the length, the other ranges to every component.
typedef enum gyre_field_rule {
#define GYRE_FIELD_RULE(name, text) GYRE_RULE_##name,
#include "gyre/forces.def"
    GYRE_FIELD_RULE_COUNT
} gyre_field_rule;

/// Kinds of forces: the rows of forces.def.
typedef enum gyre_force_kind {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) GYRE_FORCE_##name,
#include "gyre/forces.def"
    GYRE_FORCE_KIND_COUNT
} gyre_force_kind;

// One struct per force with the parameters listed in forces.def: gyre_force_spring and so on.
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) typedef struct gyre_force_##name {
#define GYRE_FIELD(type, name, initial, rule, text) gyre_field_##type name;
#define GYRE_CHOICE(c_type, name, initial, names, text) c_type name;
#define GYRE_FORCE_END(name)                                                                                           \
    }                                                                                                                  \
    gyre_force_##name;
#include "gyre/forces.def"

/// Parameters of any force; each member is named like its kind.
typedef union gyre_force_parameters {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) gyre_force_##name name;
#include "gyre/forces.def"
} gyre_force_parameters;

/// Returns the default parameters of a force. Required parameters are NaN, so that gyre_force_check reports missing
/// parameters. All zero if `kind` is out of range.
gyre_force_parameters gyre_force_parameters_default(gyre_force_kind kind);

/// Returns the name of a kind of force, as in forces.def; NULL if `kind` is out of range.
const char *gyre_force_kind_name(gyre_force_kind kind);
/// Returns a description of a kind of force in one line; NULL if `kind` is out of range.
const char *gyre_force_kind_text(gyre_force_kind kind);
/// Finds a kind of force by its name. GYRE_ERR_FORCE if the name is unknown.
gyre_result gyre_force_kind_from_name(const char *name, gyre_force_kind *out_kind);

/// Returns 1 if this kind of force can act between two bodies, else 0.
int gyre_force_may_join(gyre_force_kind kind);
/// Returns 1 if the force depends on velocities with these parameters, else 0.
int gyre_force_depends_on_velocity(gyre_force_kind kind, const gyre_force_parameters *parameters);
/// Returns 1 if the force has a potential with these parameters, else 0. The potential need not account for the whole
/// force: a spring may also have a damper.
int gyre_force_has_potential(gyre_force_kind kind, const gyre_force_parameters *parameters);

/// Checks all parameters of a force. If a parameter is invalid, returns GYRE_ERR_FORCE and writes one sentence to
/// out_text: the first invalid parameter, its value and the allowed range. out_text holds `size` characters; longer
/// sentences are truncated (256 are enough). It is empty if all parameters are valid, and may be NULL if size is 0.
gyre_result gyre_force_check(gyre_force_kind kind, const gyre_force_parameters *parameters, char *out_text,
                             size_t size);

/// Checks the parameters that depend on whether the force has another body (has_other). With another body, the kind of
/// force must support it, and the point on the other body must not be GYRE_AT_WORLD; without another body, this point
/// must not be GYRE_AT_BODY. Fails like gyre_force_check.
gyre_result gyre_force_check_join(gyre_force_kind kind, const gyre_force_parameters *parameters, int has_other,
                                  char *out_text, size_t size);

/// Description of one parameter of a force, for programs that read or print parameters.
typedef struct gyre_force_field_row {
    const char *name;     // name of the struct member
    gyre_field_type type; // type of the value
    size_t offset;        // position in the struct of the force and in gyre_force_parameters [bytes]
    int is_required;      // 1: has no default
    gyre_field_rule rule; // allowed values
    const char *choices;  // for a choice: its names, each terminated by \0, the list by another \0; else NULL
    const char *text;     // meaning and unit
} gyre_force_field_row;

/// Returns the parameters of a force, in the order of forces.def. NULL and a count of 0 if `kind` is out of range.
const gyre_force_field_row *gyre_force_fields(gyre_force_kind kind, size_t *out_count);

/// Returns a description of a parameter type, such as "three numbers, world axes"; NULL if `type` is out of range.
const char *gyre_field_type_text(gyre_field_type type);
/// Returns a description of a range, such as "finite and >= 0"; NULL if `rule` is out of range.
const char *gyre_field_rule_text(gyre_field_rule rule);

// ---- profiles and windows: forces over time ----

/// A point of a profile. A profile is a factor that depends on time: piecewise linear between its points, constant
/// before the first and after the last.
typedef struct gyre_profile_point {
    double t;      // time [s]
    double factor; // factor of the force at this time
} gyre_profile_point;

/// Returns the factor of a profile at time t; 1 if it has no points. Exact at the points.
double gyre_profile_value(const gyre_profile_point *points, size_t count, double t);

/// Checks that all numbers of a profile are finite and its times strictly ascending. GYRE_ERR_NOT_FINITE or
/// GYRE_ERR_TIME, and one sentence in out_text as from gyre_force_check.
gyre_result gyre_profile_check(const gyre_profile_point *points, size_t count, char *out_text, size_t size);

/// Returns the fraction (0 to 1) of the step from t to t + h that lies in the window from..until. h may be negative,
/// `from` and `until` infinite. If h is 0 or too small to change t: 1 if t is in the window, ends included, else 0.
double gyre_window_fraction(double from, double until, double t, double h);

GYRE_END_DECLS
