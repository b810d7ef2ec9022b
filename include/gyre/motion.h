/// The equations of motion dY/dt of rigid bodies or particles, for use with gyre_ode.
#pragma once

#include "gyre/forces.h"

GYRE_BEGIN_DECLS

/// Callback for the right-hand side of dY/dt = f(t, Y). Writes the derivative to out_ydot, which is as long as y, and
/// returns GYRE_OK. GYRE_ERR_NOT_FINITE makes an adaptive method try a smaller step; any other error ends the run. The
/// solver may call it any number of times, at any t within the interval, in any order. After a failure out_ydot may be
/// partially written.
typedef gyre_result (*gyre_derivative)(double t, const double *y, double *out_ydot, void *user);

/// Computes the derivative of a state for a given wrench, as 13 numbers. Fails like gyre_auxiliary_of. The notes'
/// ddt_State_to_Array.
gyre_result gyre_ddt_state_to_array(const gyre_mass *mass, const gyre_state *state, const gyre_wrench *wrench,
                                    double out_ydot[GYRE_STATE_SIZE]);
/// Computes the derivative of a matrix state for a given wrench, as 18 numbers. Fails like gyre_matrix_auxiliary_of.
gyre_result gyre_ddt_matrix_state_to_array(const gyre_mass *mass, const gyre_matrix_state *state,
                                           const gyre_wrench *wrench, double out_ydot[GYRE_MATRIX_STATE_SIZE]);

/// Representation of orientations in a state vector.
typedef enum gyre_form {
    GYRE_FORM_QUATERNION, // 13 numbers per body
    GYRE_FORM_MATRIX,     // 18 numbers per body
    GYRE_FORM_COUNT
} gyre_form;

/// Returns the length of one body's state in a state vector, 13 or 18; 0 if `form` is out of range.
size_t gyre_form_size(gyre_form form);

/// Locked degrees of freedom, as bits. The axes are world axes. Lock none, two or all three rotations. GYRE_LOCK_PLANAR
/// leaves the 3 degrees of freedom of planar motion in the x-y plane.
enum {
    GYRE_LOCK_X = 1,
    GYRE_LOCK_Y = 2,
    GYRE_LOCK_Z = 4,
    GYRE_LOCK_ROTATION_X = 8,
    GYRE_LOCK_ROTATION_Y = 16,
    GYRE_LOCK_ROTATION_Z = 32,
    GYRE_LOCK_PLANAR = GYRE_LOCK_Z | GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y,
    GYRE_LOCK_ALL = 63
};

/// Constants of a body in a gyre_system.
typedef struct gyre_rigid_body {
    gyre_mass mass;                 // mass and moments; all zero: a static body
    unsigned locks;                 // GYRE_LOCK_* bits
    const gyre_point_force *forces; // constant forces; may be NULL if force_count is 0
    size_t force_count;             // number of constant forces
} gyre_rigid_body;

/// A system of rigid bodies and the forces on them. The caller owns the arrays; Gyre only reads them.
typedef struct gyre_system {
    uint32_t marker;               // set by gyre_system_default
    gyre_form form;                // representation of orientations in the state vector
    const gyre_rigid_body *bodies; // bodies, in the order of the state vector
    size_t body_count;             // number of bodies
    gyre_vec3 gravity;             // [m/s^2], world
    gyre_body_callback add_forces; // callback for other forces; may be NULL
    void *user;                    // user data, passed to add_forces
    gyre_logger log;               // receives errors of bodies and forces; all zero: gyre_ode_options.log receives them
} gyre_system;

/// Returns a system in quaternion form without bodies or gravity.
gyre_system gyre_system_default(void);

/// Validates a system and logs the first invalid body. gyre_dydt, the energy and momentum functions below and the
/// solvers of gyre/ode.h also validate the system.
gyre_result gyre_system_check(const gyre_system *system);

/// Returns the length of the system's state vector; 0 if it overflows or `form` is out of range.
size_t gyre_system_length(const gyre_system *system);

/// Computes dY/dt of all bodies. This is a gyre_derivative whose `user` is the gyre_system. GYRE_ERR_NOT_FINITE if a
/// force or a derivative is not finite; the log names the body and the quantity.
gyre_result gyre_dydt(double t, const double *y, double *out_ydot, void *system);

/// A system of particles under gravity and a callback force. Its state vector has 6 numbers per particle.
typedef struct gyre_particle_system {
    uint32_t marker;      // set by gyre_particle_system_default
    const double *masses; // masses [kg]
    size_t count;         // number of particles
    gyre_vec3 gravity;    // [m/s^2]
    /// Adds the force [N] on one particle at time t; may be NULL.
    gyre_result (*add_forces)(double t, size_t index, const gyre_particle *particle, const double *y, gyre_vec3 *force,
                              void *user);
    void *user;      // user data, passed to add_forces
    gyre_logger log; // receives errors, with the index of the particle
} gyre_particle_system;

/// Returns a system without particles or gravity.
gyre_particle_system gyre_particle_system_default(void);

/// Computes dY/dt = (v, F/m) of all particles. This is a gyre_derivative whose `user` is the gyre_particle_system.
gyre_result gyre_particle_dydt(double t, const double *y, double *out_ydot, void *system);

/// Computes the state of a body after a time t (may be negative) under uniform gravity alone, with the closed-form
/// solution. For any t, the error is a few roundings of the total rotation angle; it is larger for a long thin rod,
/// because L determines the spin about the rod's axis less accurately. L is preserved bit for bit. `start` and
/// `out_state` may be the same. Fails like gyre_auxiliary_of; GYRE_ERR_TIME if t is not finite, GYRE_ERR_NOT_FINITE if
/// gravity or the result is not finite.
gyre_result gyre_free_flight(const gyre_mass *mass, const gyre_state *start, gyre_vec3 gravity, double t,
                             gyre_state *out_state);

/// Computes the period [s] of the body-frame angular momentum m = R^T L of a free body. After one period the
/// orientation differs by a rotation about L. The period is 0 if m is constant (at rest, equal moments, or m along a
/// principal axis), and infinite on the separatrix, where the body flips once and never returns. GYRE_ERR_INERTIA
/// unless all moments are > 0, GYRE_ERR_NOT_FINITE if m is not finite.
gyre_result gyre_free_rotation_period(gyre_vec3 inertia, gyre_vec3 m_body, double *out_period);

/// Computes the total energy [J] of the bodies in state vector y: the kinetic energy, and the potential energy in the
/// system's gravity (0 at the origin). Point forces and callbacks are not included.
gyre_result gyre_system_energy(const gyre_system *system, const double *y, double *out_kinetic, double *out_potential);

/// Computes the total momentum and the total angular momentum about a world point. Components along locked axes are not
/// included.
gyre_result gyre_system_momentum(const gyre_system *system, const double *y, gyre_vec3 point_world, gyre_vec3 *out_P,
                                 gyre_vec3 *out_L);

GYRE_END_DECLS
