/// Forces and torques on rigid bodies.
#pragma once

#include "gyre/state.h"

GYRE_BEGIN_DECLS

/// A force and a torque about the centre of mass, world frame.
typedef struct gyre_wrench {
    gyre_vec3 force;  // [N]
    gyre_vec3 torque; // [N m]
} gyre_wrench;

/// Adds a force [N] that acts at a world point on a body whose centre of mass is at x: the torque is (point - x) x
/// force. Nothing is added to NULL.
void gyre_wrench_add_force_at(gyre_wrench *wrench, gyre_vec3 x, gyre_vec3 force, gyre_vec3 point_world);

/// A constant force fixed to a point of the body.
typedef struct gyre_point_force {
    gyre_vec3 force; // [N], world
    gyre_vec3 at;    // [m], body (principal) frame, from the centre of mass
} gyre_point_force;

/// Adds the force and torque that act on one body at time t to a wrench that arrives as zero: the part of the notes'
/// Compute_Force_and_Torque that is yours (Gyre adds gravity and point forces itself). `y` is the whole state vector,
/// for forces between bodies. Velocities follow from the state and the body's mass with gyre_auxiliary_of; `user` is
/// the way to bring the mass along. Any result but GYRE_OK ends the evaluation with that result.
typedef gyre_result (*gyre_body_callback)(double t, size_t body_index, const gyre_state *state, const double *y,
                                          gyre_wrench *wrench, void *user);

// ---- the forces of forces.def ----

/// Where a force acts on a body, or on the other body of a pair.
typedef enum gyre_point_kind {
    GYRE_AT_CENTER, // the centre of mass; p does not count
    GYRE_AT_BODY,   // p in model coordinates of the body
    GYRE_AT_WORLD,  // p in world coordinates
    GYRE_POINT_KIND_COUNT
} gyre_point_kind;

/// A point where a force acts.
typedef struct gyre_point {
    gyre_point_kind kind; // whose coordinates p has
    gyre_vec3 p;          // [m]
} gyre_point;

/// In which axes a vector is given.
typedef enum gyre_frame { GYRE_FRAME_WORLD, GYRE_FRAME_BODY, GYRE_FRAME_COUNT } gyre_frame;

/// What displaces a fluid.
typedef enum gyre_solid { GYRE_SOLID_SPHERE, GYRE_SOLID_BOX, GYRE_SOLID_COUNT } gyre_solid;

/// One block of bodies for a callback. It adds to `wrenches` (world frame, about each centre of mass), which arrive as
/// zero, and, if the force has a potential, to `potentials` [J], which arrive as zero too and are NULL otherwise.
typedef struct gyre_force_block {
    double t;                            // [s]
    size_t count;                        // of bodies in the block
    const gyre_state *states;            // x, q, P, L of each
    const gyre_vec3 *velocities;         // of the centres of mass [m/s], world
    const gyre_vec3 *angular_velocities; // [rad/s], world
    const uint64_t *user_data;           // one number per body, the caller's own
    gyre_wrench *wrenches;               // to add to
    double *potentials;                  // to add to, or NULL
} gyre_force_block;

/// A function of the block and of nothing that changes between steps: the world asks it as often as it likes, for the
/// ledger and to find culprits too. Any result but GYRE_OK ends the step with that result.
typedef gyre_result (*gyre_block_callback)(const gyre_force_block *block, void *user);

/// A pointer of the caller's, under a name that a list of parameters can have.
typedef void *gyre_user_pointer;

/// The C type of every type of parameter: gyre_field_number is double, and so on.
#define GYRE_FIELD_TYPE(name, c_type, text) typedef c_type gyre_field_##name;
#include "gyre/forces.def"

/// The types that parameters of forces have.
typedef enum gyre_field_type {
#define GYRE_FIELD_TYPE(name, c_type, text) GYRE_FIELD_##name,
#include "gyre/forces.def"
    GYRE_FIELD_TYPE_COUNT
} gyre_field_type;

/// Which values a parameter may have; for vectors every component, except that not_zero speaks of the length.
typedef enum gyre_field_rule {
#define GYRE_FIELD_RULE(name, text) GYRE_RULE_##name,
#include "gyre/forces.def"
    GYRE_FIELD_RULE_COUNT
} gyre_field_rule;

/// The kinds of forces: those of forces.def.
typedef enum gyre_force_kind {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) GYRE_FORCE_##name,
#include "gyre/forces.def"
    GYRE_FORCE_KIND_COUNT
} gyre_force_kind;

// One struct per force, gyre_force_spring and so on, with the parameters that forces.def lists.
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) typedef struct gyre_force_##name {
#define GYRE_FIELD(type, name, initial, rule, text) gyre_field_##type name;
#define GYRE_CHOICE(c_type, name, initial, names, text) c_type name;
#define GYRE_FORCE_END(name)                                                                                           \
    }                                                                                                                  \
    gyre_force_##name;
#include "gyre/forces.def"

/// The parameters of any force, under its name.
typedef union gyre_force_parameters {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) gyre_force_##name name;
#include "gyre/forces.def"
} gyre_force_parameters;

/// The defaults of forces.def. Parameters without one are NaN, so that gyre_force_check notices what was forgotten. All
/// zero for numbers that are no force.
gyre_force_parameters gyre_force_parameters_default(gyre_force_kind kind);

/// Name as in forces.def, one line of description; NULL for numbers that are no force.
const char *gyre_force_kind_name(gyre_force_kind kind);
const char *gyre_force_kind_text(gyre_force_kind kind);
/// By its name. GYRE_ERR_FORCE when there is no force of that name.
gyre_result gyre_force_kind_from_name(const char *name, gyre_force_kind *out_kind);

/// 1 when this force may join two bodies, else 0.
int gyre_force_may_join(gyre_force_kind kind);
/// 1 when this force with these parameters needs velocities, or has a potential; else 0. (`has_potential` does not say
/// that all of the force follows from it: a spring may have a damper too.)
int gyre_force_depends_on_velocity(gyre_force_kind kind, const gyre_force_parameters *parameters);
int gyre_force_has_potential(gyre_force_kind kind, const gyre_force_parameters *parameters);

/// Checks every parameter. GYRE_ERR_FORCE and one sentence in out_text that names the first parameter that is wrong,
/// its value and what would be right. out_text has room for `size` characters (longer sentences are cut; 256 are
/// enough); it is empty when all is well, and may be NULL with a size of 0.
gyre_result gyre_force_check(gyre_force_kind kind, const gyre_force_parameters *parameters, char *out_text,
                             size_t size);

/// The same for what depends on whether the force leads to another body: may it, and are the points there not of the
/// world?
gyre_result gyre_force_check_join(gyre_force_kind kind, const gyre_force_parameters *parameters, int has_other,
                                  char *out_text, size_t size);

/// One parameter of a force, for programs that read or print them.
typedef struct gyre_force_field_row {
    const char *name;     // as in the struct
    gyre_field_type type; // of its value
    size_t offset;   // in the force's struct and in the union [bytes]: there, too, is gyre_force_parameters_default's
    int is_required; // has no default
    gyre_field_rule rule; // which values it may have
    const char *choices;  // for choices their names, each ended by \0, the last by two; else NULL
    const char *text;     // meaning and unit
} gyre_force_field_row;

/// All parameters of a force, in the order of forces.def; NULL and 0 for numbers that are no force.
const gyre_force_field_row *gyre_force_fields(gyre_force_kind kind, size_t *out_count);

/// What a type or rule means, such as "finite and >= 0"; NULL for numbers that are none.
const char *gyre_field_type_text(gyre_field_type type);
const char *gyre_field_rule_text(gyre_field_rule rule);

// ---- when a force acts ----

/// One corner of a profile: a factor that changes with time, linear in between and constant before and after.
typedef struct gyre_profile_point {
    double t;      // [s]
    double factor; // of the force at that time
} gyre_profile_point;

/// The factor at time t; 1 when the profile has no points. Exact at the corners.
double gyre_profile_value(const gyre_profile_point *points, size_t count, double t);

/// Are all numbers finite and the times strictly ascending? GYRE_ERR_NOT_FINITE, GYRE_ERR_TIME or GYRE_ERR_NULL_POINTER
/// and a sentence otherwise, as gyre_force_check gives it.
gyre_result gyre_profile_check(const gyre_profile_point *points, size_t count, char *out_text, size_t size);

/// Which part of the step from t to t + h lies in the window from..until, 0 to 1; h may be negative, `until` infinite.
/// With h = 0, or too small to change t: 1 if t is in the window, ends included, else 0.
double gyre_window_fraction(double from, double until, double t, double h);

GYRE_END_DECLS
