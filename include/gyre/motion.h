/// The equations of motion: dydt for any number of rigid bodies or particles, ready for gyre_ode.
#pragma once

#include "gyre/forces.h"

GYRE_BEGIN_DECLS

/// The right-hand side of dY/dt = f(t, Y): fills out_ydot (as long as y) and returns GYRE_OK, or any other result to
/// say that there is no derivative here (GYRE_ERR_NOT_FINITE makes an adaptive method try a smaller step, every other
/// result ends the run). It may be called at any t within the interval, in any order, as often as the solver likes.
/// After a failure out_ydot may be half written.
typedef gyre_result (*gyre_derivative)(double t, const double *y, double *out_ydot, void *user);

/// The derivative under a known force and torque, flattened: the notes' ddt_State_to_Array. Fails like
/// gyre_auxiliary_of.
gyre_result gyre_ddt_state_to_array(const gyre_mass *mass, const gyre_state *state, const gyre_wrench *wrench,
                                    double out_ydot[GYRE_STATE_SIZE]);
gyre_result gyre_ddt_matrix_state_to_array(const gyre_mass *mass, const gyre_matrix_state *state,
                                           const gyre_wrench *wrench, double out_ydot[GYRE_MATRIX_STATE_SIZE]);

/// How orientations are kept in the state vector.
typedef enum gyre_form {
    GYRE_FORM_QUATERNION, // 13 numbers per body
    GYRE_FORM_MATRIX,     // 18 numbers per body
    GYRE_FORM_COUNT
} gyre_form;

/// Numbers per body: 13 or 18, or 0 when `form` is none.
size_t gyre_form_size(gyre_form form);

/// Motions that a body may not make, as bits. Rotation locks are about world axes: none, two or all three of them.
/// GYRE_LOCK_PLANAR leaves the 3 degrees of freedom of a body in the x-y plane.
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

/// What dydt must know of one body besides its state.
typedef struct gyre_rigid_body {
    gyre_mass mass;                 // all zero: a static body, which nothing moves
    unsigned locks;                 // GYRE_LOCK_* bits
    const gyre_point_force *forces; // may be NULL when force_count is 0
    size_t force_count;             // of forces
} gyre_rigid_body;

/// The bodies and the forces on them. The caller owns the arrays; Gyre only reads them.
typedef struct gyre_system {
    uint32_t marker;               // set by gyre_system_default
    gyre_form form;                // of the state vector
    const gyre_rigid_body *bodies; // one after the other in the state vector
    size_t body_count;             // of bodies
    gyre_vec3 gravity;             // [m/s^2], world
    gyre_body_callback add_forces; // may be NULL
    void *user;                    // passed to add_forces
    gyre_logger log;               // speaks of bodies and forces; empty: the options' log does
} gyre_system;

/// Quaternion form, no bodies, no gravity.
gyre_system gyre_system_default(void);

/// Checks everything a system can have wrong and says in the log which body it is. Every function below does so itself.
gyre_result gyre_system_check(const gyre_system *system);

/// Length of the system's state vector, or 0 when it is too large or `form` is none.
size_t gyre_system_length(const gyre_system *system);

/// dY/dt of all bodies, a gyre_derivative whose `user` is the gyre_system. GYRE_ERR_NOT_FINITE, and a log line that
/// names the body and the quantity, when a force or a derivative is not a number.
gyre_result gyre_dydt(double t, const double *y, double *out_ydot, void *system);

/// Particles under gravity and a callback: (v, F/m) for each, a state vector of 6 numbers per particle.
typedef struct gyre_particle_system {
    uint32_t marker;      // set by gyre_particle_system_default
    const double *masses; // [kg]
    size_t count;         // of particles
    gyre_vec3 gravity;    // [m/s^2]
    /// Adds the force [N] on one particle at time t; may be NULL.
    gyre_result (*add_forces)(double t, size_t index, const gyre_particle *particle, const double *y, gyre_vec3 *force,
                              void *user);
    void *user;      // yours: handed to add_forces
    gyre_logger log; // names the particle that fails
} gyre_particle_system;

/// No particles, no gravity.
gyre_particle_system gyre_particle_system_default(void);

/// The derivative of all particles, a gyre_derivative whose `user` is the gyre_particle_system.
gyre_result gyre_particle_dydt(double t, const double *y, double *out_ydot, void *system);

/// Where a body that nothing but uniform gravity pushes is after a time t, negative too: the exact solution, not a
/// step. Its error is a few roundings of the angle turned, however long t is (for a long thin rod, whose spin is not
/// known better from L, more), and L keeps its bits. `start` and `out_state` may be the same. Fails like
/// gyre_auxiliary_of, with GYRE_ERR_TIME when t is not finite, and with GYRE_ERR_NOT_FINITE when gravity or the result
/// is not.
gyre_result gyre_free_flight(const gyre_mass *mass, const gyre_state *start, gyre_vec3 gravity, double t,
                             gyre_state *out_state);

/// The time [s] after which the body-frame momentum m = R^T L of a free body is where it was (the attitude then differs
/// by a rotation about L). 0 when m does not move: at rest, in a ball, on a principal axis; infinite on the separatrix,
/// where the body flips once and never comes back. Takes any three moments > 0, else GYRE_ERR_INERTIA;
/// GYRE_ERR_NOT_FINITE when m is not.
gyre_result gyre_free_rotation_period(gyre_vec3 inertia, gyre_vec3 m_body, double *out_period);

/// Total energy of the bodies in state vector y: kinetic, and potential in the system's gravity (zero height is the
/// origin). Point forces and callbacks are not counted.
gyre_result gyre_system_energy(const gyre_system *system, const double *y, double *out_kinetic, double *out_potential);

/// Total momentum and angular momentum about a world point, of what moves: components along locked axes do not count.
gyre_result gyre_system_momentum(const gyre_system *system, const double *y, gyre_vec3 point_world, gyre_vec3 *out_P,
                                 gyre_vec3 *out_L);

GYRE_END_DECLS
