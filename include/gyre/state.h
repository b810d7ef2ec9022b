/// The state vector Y(t) of particles and rigid bodies, and quantities derived from it. Names follow the course notes.
///
/// The state of a rigid body is the position x of the centre of mass, the orientation, the linear momentum P and the
/// angular momentum L about the centre of mass, all in the world frame. The orientation is a quaternion (13 numbers in
/// all) or a matrix (18 numbers).
#pragma once

#include "gyre/mass.h"

GYRE_BEGIN_DECLS

/// Numbers per particle or body in a state vector.
enum {
    GYRE_PARTICLE_SIZE = 6,      // x, v
    GYRE_STATE_SIZE = 13,        // x, q (w first), P, L
    GYRE_MATRIX_STATE_SIZE = 18, // x, R row by row, P, L
};

/// State of a point mass.
typedef struct gyre_particle {
    gyre_vec3 x; // position [m]
    gyre_vec3 v; // velocity [m/s]
} gyre_particle;

/// State of a rigid body with a quaternion, 13 numbers. The notes' Y.
typedef struct gyre_state {
    gyre_vec3 x; // centre of mass [m], world
    gyre_quat q; // rotation from the body (principal) frame to the world
    gyre_vec3 P; // linear momentum [kg m/s], world
    gyre_vec3 L; // angular momentum about the centre of mass [kg m^2/s], world
} gyre_state;

/// State of a rigid body with a matrix, 18 numbers. The notes' Y.
typedef struct gyre_matrix_state {
    gyre_vec3 x;    // centre of mass [m], world
    gyre_mat3 R;    // rotation from body to world; the columns are the body axes
    gyre_vec3 P, L; // momenta as in gyre_state
} gyre_matrix_state;

/// State of a rigid body with velocities instead of momenta, as in most game engines.
typedef struct gyre_velocity_state {
    gyre_vec3 x; // centre of mass [m], world
    gyre_mat3 R; // rotation from body to world; the columns are the body axes
    gyre_vec3 v; // velocity of the centre of mass [m/s], world
    gyre_vec3 w; // angular velocity [rad/s], world
} gyre_velocity_state;

/// Quantities derived from a state. The notes' auxiliary quantities.
typedef struct gyre_auxiliary {
    gyre_vec3 v;     // velocity P / M [m/s], world
    gyre_vec3 w;     // angular velocity I^-1 L [rad/s], world
    gyre_mat3 R;     // rotation matrix from body to world
    gyre_mat3 I;     // inertia tensor R Ibody R^T [kg m^2], world
    gyre_mat3 I_inv; // inverse R Ibody^-1 R^T, computed without a matrix inversion
} gyre_auxiliary;

// ---- state vectors ----

/// Writes the state of a particle as 6 numbers, bit-exact. Like the functions below, does nothing if a pointer is NULL.
/// The notes' State_to_Array.
void gyre_particle_to_array(const gyre_particle *particle, double out_y[GYRE_PARTICLE_SIZE]);
/// Reads the state of a particle from 6 numbers, bit-exact. The notes' Array_to_State.
void gyre_array_to_particle(const double y[GYRE_PARTICLE_SIZE], gyre_particle *out_particle);
/// Writes the state of a body as 13 numbers, bit-exact. The notes' State_to_Array.
void gyre_state_to_array(const gyre_state *state, double out_y[GYRE_STATE_SIZE]);
/// Reads the state of a body from 13 numbers, bit-exact. The notes' Array_to_State.
void gyre_array_to_state(const double y[GYRE_STATE_SIZE], gyre_state *out_state);
/// Writes the state of a body as 18 numbers, bit-exact. The notes' State_to_Array.
void gyre_matrix_state_to_array(const gyre_matrix_state *state, double out_y[GYRE_MATRIX_STATE_SIZE]);
/// Reads the state of a body from 18 numbers, bit-exact. The notes' Array_to_State.
void gyre_array_to_matrix_state(const double y[GYRE_MATRIX_STATE_SIZE], gyre_matrix_state *out_state);

/// Converts between the states of several particles or bodies and one state vector, bit-exact. `length` is the length
/// of the array: GYRE_ERR_LENGTH unless it is count times the number of values per state. These are the notes'
/// Bodies_to_Array and Array_to_Bodies.
gyre_result gyre_particles_to_array(const gyre_particle *particles, size_t count, double *out_y, size_t length);
gyre_result gyre_array_to_particles(const double *y, size_t length, gyre_particle *out_particles, size_t count);
gyre_result gyre_states_to_array(const gyre_state *states, size_t count, double *out_y, size_t length);
gyre_result gyre_array_to_states(const double *y, size_t length, gyre_state *out_states, size_t count);
gyre_result gyre_matrix_states_to_array(const gyre_matrix_state *states, size_t count, double *out_y, size_t length);
gyre_result gyre_array_to_matrix_states(const double *y, size_t length, gyre_matrix_state *out_states, size_t count);

// ---- conversions ----

/// Converts a quaternion state to a matrix state. GYRE_ERR_ORIENTATION if |q| is 0, GYRE_ERR_NOT_FINITE if a number is
/// not finite.
gyre_result gyre_state_to_matrix_state(const gyre_state *state, gyre_matrix_state *out_state);
/// Converts a matrix state to a quaternion state, using the rotation nearest to R. GYRE_ERR_ORIENTATION if there is no
/// such rotation, GYRE_ERR_NOT_FINITE if a number is not finite.
gyre_result gyre_matrix_state_to_state(const gyre_matrix_state *state, gyre_state *out_state);
/// Converts velocities to momenta: P = M v, L = I w. Uses the rotation nearest to R.
gyre_result gyre_velocity_state_to_state(const gyre_mass *mass, const gyre_velocity_state *velocities,
                                         gyre_state *out_state);
/// Converts momenta to velocities: v = P / M, w = I^-1 L. Fails like gyre_auxiliary_of.
gyre_result gyre_state_to_velocity_state(const gyre_mass *mass, const gyre_state *state,
                                         gyre_velocity_state *out_velocities);

// ---- derived quantities of a free body (for locks see gyre_rigid_body) ----
// q need not be of unit length: it is normalised before use, here and in every derivative.

/// Computes v, w, R, I and I^-1 of a state. GYRE_ERR_MASS or GYRE_ERR_INERTIA if the mass is invalid,
/// GYRE_ERR_NOT_FINITE or GYRE_ERR_ORIENTATION if the state is invalid.
gyre_result gyre_auxiliary_of(const gyre_mass *mass, const gyre_state *state, gyre_auxiliary *out_auxiliary);
/// Computes v, w, R, I and I^-1 of a matrix state. R is used unchanged, including drift, as in section 3 of the notes:
/// if R has drifted from a rotation, the results agree with gyre_dydt and GYRE_FORM_MATRIX, and I I_inv differs from 1.
/// To use the nearest rotation instead, call gyre_mat3_orthonormalize first. GYRE_ERR_ORIENTATION if there is no
/// nearest rotation; otherwise fails like gyre_auxiliary_of.
gyre_result gyre_matrix_auxiliary_of(const gyre_mass *mass, const gyre_matrix_state *state,
                                     gyre_auxiliary *out_auxiliary);

/// Transforms a point from body to world coordinates: R p + x. NaN if `state` is NULL.
gyre_vec3 gyre_point_to_world(const gyre_state *state, gyre_vec3 point_body);
/// Transforms a point from world to body coordinates: R^T (p - x). NaN if `state` is NULL.
gyre_vec3 gyre_point_to_body(const gyre_state *state, gyre_vec3 point_world);

/// Computes the velocity v + w x (p - x) [m/s] of the point of the body that is at world point p.
gyre_result gyre_point_velocity(const gyre_mass *mass, const gyre_state *state, gyre_vec3 point_world,
                                gyre_vec3 *out_velocity);
/// Computes the velocity v + w x (p - x) [m/s] from a matrix state; R is used as in gyre_matrix_auxiliary_of.
gyre_result gyre_matrix_point_velocity(const gyre_mass *mass, const gyre_matrix_state *state, gyre_vec3 point_world,
                                       gyre_vec3 *out_velocity);

/// Computes the kinetic energy 1/2 M v^2 + 1/2 w . I w [J].
gyre_result gyre_kinetic_energy(const gyre_mass *mass, const gyre_state *state, double *out_energy);
/// Computes the kinetic energy [J] of a matrix state; R is used as in gyre_matrix_auxiliary_of.
gyre_result gyre_matrix_kinetic_energy(const gyre_mass *mass, const gyre_matrix_state *state, double *out_energy);

/// Returns the angular momentum about a world point [kg m^2/s]: L + (x - point) x P. NaN if `state` is NULL.
gyre_vec3 gyre_angular_momentum_about(const gyre_state *state, gyre_vec3 point_world);

/// Computes the angular acceleration I^-1 (torque - w x I w) [rad/s^2], world frame: Euler's equation.
gyre_result gyre_angular_acceleration(const gyre_mass *mass, const gyre_state *state, gyre_vec3 torque,
                                      gyre_vec3 *out_acceleration);

/// Computes the centre of mass of a set of particles, its velocity (sum of m v / M), and the total mass M [kg], which
/// may be NULL. GYRE_ERR_LENGTH if count is 0, GYRE_ERR_MASS unless every mass is finite and >= 0 and their sum is > 0.
gyre_result gyre_particles_center(const gyre_particle *particles, const double *masses, size_t count,
                                  gyre_particle *out_center, double *out_mass);

/// Computes the total momentum (sum of m v) and the total angular momentum about a world point (sum of (x - point) x m
/// v) of a set of particles. GYRE_ERR_LENGTH if count is 0.
gyre_result gyre_particles_momentum(const gyre_particle *particles, const double *masses, size_t count,
                                    gyre_vec3 point_world, gyre_vec3 *out_P, gyre_vec3 *out_L);

/// Adds all numbers of a state to a hash.
void gyre_hash_add_state(gyre_hash *hash, const gyre_state *state);

GYRE_END_DECLS
