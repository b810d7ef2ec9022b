/// The state vector Y(t) of particles and rigid bodies, in the vocabulary of the course notes, and what follows from
/// it.
///
/// A rigid body's state is position x of the centre of mass, orientation, linear momentum P and angular momentum L
/// about the centre of mass, all in the world frame. The orientation is a quaternion (13 numbers in all) or a matrix
/// (18 numbers).
#pragma once

#include "gyre/mass.h"

GYRE_BEGIN_DECLS

enum {
    GYRE_PARTICLE_SIZE = 6,      // x, v
    GYRE_STATE_SIZE = 13,        // x, q (w first), P, L
    GYRE_MATRIX_STATE_SIZE = 18, // x, R row by row, P, L
};

/// A point mass in motion.
typedef struct gyre_particle {
    gyre_vec3 x; // position [m]
    gyre_vec3 v; // velocity [m/s]
} gyre_particle;

/// A rigid body in motion: the notes' Y with a quaternion, 13 numbers.
typedef struct gyre_state {
    gyre_vec3 x; // centre of mass [m], world
    gyre_quat q; // body (principal) frame to world
    gyre_vec3 P; // linear momentum [kg m/s], world
    gyre_vec3 L; // angular momentum about the centre of mass [kg m^2/s], world
} gyre_state;

/// The notes' Y with a matrix, 18 numbers.
typedef struct gyre_matrix_state {
    gyre_vec3 x;    // centre of mass [m], world
    gyre_mat3 R;    // columns are the body's axes, world
    gyre_vec3 P, L; // momenta as in gyre_state
} gyre_matrix_state;

/// The same motion said with velocities instead of momenta: what most game engines use.
typedef struct gyre_velocity_state {
    gyre_vec3 x; // centre of mass [m], world
    gyre_mat3 R; // columns are the body's axes, world
    gyre_vec3 v; // velocity of the centre of mass [m/s], world
    gyre_vec3 w; // angular velocity [rad/s], world
} gyre_velocity_state;

/// What the notes call auxiliary quantities: derived from the state here and nowhere else.
typedef struct gyre_auxiliary {
    gyre_vec3 v;     // P / M [m/s]
    gyre_vec3 w;     // I^-1 L [rad/s], world
    gyre_mat3 R;     // orientation as a matrix
    gyre_mat3 I;     // inertia in the world, R Ibody R^T [kg m^2]
    gyre_mat3 I_inv; // its inverse, R Ibody^-1 R^T: no matrix is inverted
} gyre_auxiliary;

// ---- flattening ----
// One at a time: with NULL nothing happens.

/// The notes' State_to_Array and Array_to_State: one particle or body to a row of numbers and back, bit-exact both
/// ways.
void gyre_particle_to_array(const gyre_particle *particle, double out_y[GYRE_PARTICLE_SIZE]);
void gyre_array_to_particle(const double y[GYRE_PARTICLE_SIZE], gyre_particle *out_particle);
void gyre_state_to_array(const gyre_state *state, double out_y[GYRE_STATE_SIZE]);
void gyre_array_to_state(const double y[GYRE_STATE_SIZE], gyre_state *out_state);
void gyre_matrix_state_to_array(const gyre_matrix_state *state, double out_y[GYRE_MATRIX_STATE_SIZE]);
void gyre_array_to_matrix_state(const double y[GYRE_MATRIX_STATE_SIZE], gyre_matrix_state *out_state);

/// The notes' Bodies_to_Array and Array_to_Bodies: many at once. `length` is that of the array and must be count times
/// the size of one, or GYRE_ERR_LENGTH.
gyre_result gyre_particles_to_array(const gyre_particle *particles, size_t count, double *out_y, size_t length);
gyre_result gyre_array_to_particles(const double *y, size_t length, gyre_particle *out_particles, size_t count);
gyre_result gyre_states_to_array(const gyre_state *states, size_t count, double *out_y, size_t length);
gyre_result gyre_array_to_states(const double *y, size_t length, gyre_state *out_states, size_t count);
gyre_result gyre_matrix_states_to_array(const gyre_matrix_state *states, size_t count, double *out_y, size_t length);
gyre_result gyre_array_to_matrix_states(const double *y, size_t length, gyre_matrix_state *out_states, size_t count);

// ---- between the forms ----

/// Quaternion to matrix; GYRE_ERR_ORIENTATION when q has no length.
gyre_result gyre_state_to_matrix_state(const gyre_state *state, gyre_matrix_state *out_state);
/// Matrix to quaternion, through the nearest rotation; GYRE_ERR_ORIENTATION when there is none. Both refuse numbers
/// that are not finite.
gyre_result gyre_matrix_state_to_state(const gyre_matrix_state *state, gyre_state *out_state);
/// P = M v, L = I w, and back.
gyre_result gyre_velocity_state_to_state(const gyre_mass *mass, const gyre_velocity_state *velocities,
                                         gyre_state *out_state);
gyre_result gyre_state_to_velocity_state(const gyre_mass *mass, const gyre_state *state,
                                         gyre_velocity_state *out_velocities);

// ---- what follows from a state (of a free body: locks belong to gyre_rigid_body) ----
// q need not be of unit length: it is normalised before use, here and in every derivative.

/// v, w, R, I and I^-1 of a state. GYRE_ERR_MASS, GYRE_ERR_INERTIA, GYRE_ERR_NOT_FINITE or GYRE_ERR_ORIENTATION when
/// mass or state make no sense.
gyre_result gyre_auxiliary_of(const gyre_mass *mass, const gyre_state *state, gyre_auxiliary *out_auxiliary);
/// The same from 18 numbers. R is used as it is, drift included, as in section 3 of the notes: for a matrix that is no
/// longer a rotation the results are those of gyre_dydt with GYRE_FORM_MATRIX, and I I_inv is not quite 1. Call
/// gyre_mat3_orthonormalize first for the nearest rotation. GYRE_ERR_ORIENTATION when there is no such rotation.
gyre_result gyre_matrix_auxiliary_of(const gyre_mass *mass, const gyre_matrix_state *state,
                                     gyre_auxiliary *out_auxiliary);

/// A point of the body in the world, R p + x, and back; NaN without a state.
gyre_vec3 gyre_point_to_world(const gyre_state *state, gyre_vec3 point_body);
gyre_vec3 gyre_point_to_body(const gyre_state *state, gyre_vec3 point_world);

/// The velocity v + w x (p - x) [m/s] of the body's point that is at p in the world now.
gyre_result gyre_point_velocity(const gyre_mass *mass, const gyre_state *state, gyre_vec3 point_world,
                                gyre_vec3 *out_velocity);
/// The same from 18 numbers, as gyre_matrix_auxiliary_of.
gyre_result gyre_matrix_point_velocity(const gyre_mass *mass, const gyre_matrix_state *state, gyre_vec3 point_world,
                                       gyre_vec3 *out_velocity);

/// 1/2 M v^2 + 1/2 w . I w [J].
gyre_result gyre_kinetic_energy(const gyre_mass *mass, const gyre_state *state, double *out_energy);
/// The same from 18 numbers, as gyre_matrix_auxiliary_of.
gyre_result gyre_matrix_kinetic_energy(const gyre_mass *mass, const gyre_matrix_state *state, double *out_energy);

/// Angular momentum about any world point: L + (x - point) x P; NaN without a state.
gyre_vec3 gyre_angular_momentum_about(const gyre_state *state, gyre_vec3 point_world);

/// Newton and Euler: I^-1 (torque - w x I w) [rad/s^2], world.
gyre_result gyre_angular_acceleration(const gyre_mass *mass, const gyre_state *state, gyre_vec3 torque,
                                      gyre_vec3 *out_acceleration);

/// A set of particles seen as one: the centre of mass, its velocity sum of m v / M, and the total mass M [kg] (may be
/// NULL). GYRE_ERR_MASS unless every mass is finite and >= 0 and their sum is > 0.
gyre_result gyre_particles_center(const gyre_particle *particles, const double *masses, size_t count,
                                  gyre_particle *out_center, double *out_mass);

/// Totals of a set of particles: sum of m v and of (x - point) x m v.
gyre_result gyre_particles_momentum(const gyre_particle *particles, const double *masses, size_t count,
                                    gyre_vec3 point_world, gyre_vec3 *out_P, gyre_vec3 *out_L);

/// Adds every number of the state to a hash.
void gyre_hash_add_state(gyre_hash *hash, const gyre_state *state);

GYRE_END_DECLS
