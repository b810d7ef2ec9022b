/// Solvers: gyre_ode solves ordinary differential equations, gyre_system_advance moves rigid bodies with any method,
/// gyre_run_simulation is the notes' RunSimulation, gyre_run_derivative does the same for any derivative.
#pragma once

#include "gyre/motion.h"

GYRE_BEGIN_DECLS

/// Integration methods: the rows of methods.def.
typedef enum gyre_method {
#define X(name, order, family, text) GYRE_METHOD_##name,
#include "gyre/methods.def"
#undef X
    GYRE_METHOD_COUNT
} gyre_method;

/// Returns the name of a method, as in methods.def; NULL if `method` is out of range.
const char *gyre_method_name(gyre_method method);
/// Returns a description of a method in one line; NULL if `method` is out of range.
const char *gyre_method_text(gyre_method method);
/// Returns the nominal order of a method; 0 if `method` is out of range.
int gyre_method_order(gyre_method method);
/// Finds a method by its name. GYRE_ERR_METHOD if the name is unknown.
gyre_result gyre_method_from_name(const char *name, gyre_method *out_method);
/// Returns 1 if gyre_ode can use the method (it does not need the structure of a rigid body), else 0.
int gyre_method_is_general(gyre_method method);
/// Returns 1 if the method can choose its step size from a tolerance, else 0.
int gyre_method_is_adaptive(gyre_method method);
/// Returns 1 if the method is implicit (it solves equations in every step, for stiff systems), else 0.
int gyre_method_is_implicit(gyre_method method);

/// An accepted step, passed to gyre_ode_options.on_step. Valid only during that call.
typedef struct gyre_ode_step {
    size_t index;          // number of the step, from 0
    size_t length;         // length of the state vector
    double t0, t1;         // beginning and end [s]
    const double *y0, *y1; // states at the beginning and at the end
    const void *dense;     // internal, for gyre_ode_interpolate
} gyre_ode_step;

/// Interpolates the state at a time t within a step (dense output). The error is O(h^5) for dopri5, O(h^4) for the
/// other Runge-Kutta methods (cubic Hermite), O(h^2) for splitting methods (linear). Interpolated quaternions have only
/// approximately unit length. GYRE_ERR_TIME if t is outside t0..t1.
gyre_result gyre_ode_interpolate(const gyre_ode_step *step, double t, double *out_y);

/// Orientation updates of semi_implicit_euler.
typedef enum gyre_orientation_update {
    GYRE_ORIENTATION_QUATERNION,  // normalised q + h/2 (0, w) q: rotates by 2 atan(|w| h / 2)
    GYRE_ORIENTATION_EXPONENTIAL, // exponential map: rotates by |w| h
    GYRE_ORIENTATION_UPDATE_COUNT
} gyre_orientation_update;

/// Options of the solvers: method, steps, tolerances, callbacks.
typedef struct gyre_ode_options {
    uint32_t marker;    // set by gyre_ode_options_default
    gyre_method method; // integration method; default dopri5
    /// Maximum step size [s]; the interval is divided into equal steps of at most this size. 0: an adaptive method
    /// chooses its steps from rtol and atol; the other methods need a value > 0.
    double step;
    /// Tolerances. Adaptive methods keep the estimated error of each step below atol + rtol |y| in every component.
    /// Implicit methods solve the equations of a step to 1/100 of this tolerance; with a fixed step, to 1/100000.
    double rtol, atol;   // default 1e-9, 1e-12
    double initial_step; // first step size to try [s]; 0: estimated from the problem
    double max_step;     // maximum step size of an adaptive method [s]; 0: no limit
    size_t max_steps;    // maximum number of accepted and rejected steps per call; default 1000000
    gyre_orientation_update orientation_update; // for semi_implicit_euler; default GYRE_ORIENTATION_QUATERNION
    /// Called after every accepted step; may be NULL. Any result but GYRE_OK ends the run with that result. out_yend is
    /// written only when t1 is reached, so a callback that stops at an event must copy the state from `step`. With this
    /// callback the solver also evaluates the derivative at the end of each step, which interpolation needs.
    gyre_result (*on_step)(const gyre_ode_step *step, void *user);
    /// Called after every accepted step to project y onto its constraints (such as unit length); may be NULL.
    gyre_result (*project)(double t, double *y, void *user);
    void *user;               // user data, passed to on_step, project and jacobian
    gyre_allocator allocator; // for one block of work space
    gyre_logger log;          // receives errors of steps and tolerances
    /// Computes the Jacobian df/dy at (t, y) for implicit methods: out_jacobian[i * length + j] = d ydot[i] / d y[j].
    /// The matrix is zero on entry. NULL: finite differences, at the cost of one derivative per component. Any result
    /// but GYRE_OK ends the run with that result. Explicit methods do not call it.
    gyre_result (*jacobian)(double t, const double *y, double *out_jacobian, void *user);
} gyre_ode_options;

/// Maximum length of a state vector for implicit methods, which store a length x length matrix (GYRE_ERR_TOO_LARGE).
#define GYRE_IMPLICIT_LENGTH_MAX ((size_t)1024)

/// Returns the default options: dopri5 with adaptive steps, rtol 1e-9 and atol 1e-12.
gyre_ode_options gyre_ode_options_default(void);

/// Statistics of a run; also filled on failure.
typedef struct gyre_ode_report {
    size_t steps;          // number of accepted steps
    size_t rejected;       // number of rejected steps, repeated with a smaller size
    size_t evaluations;    // number of derivative evaluations
    double t;              // time reached [s]
    double step;           // size of the last step tried [s]
    double next_step;      // proposed next step size of an adaptive method [s]; use it as initial_step of the next call
    size_t component;      // on failure: index in y of the component responsible, or GYRE_NO_COMPONENT
    size_t jacobians;      // implicit methods: number of Jacobians df/dy evaluated
    size_t factorizations; // implicit methods: number of factorizations of I - h gamma df/dy
} gyre_ode_report;

/// Value of gyre_ode_report.component if no single component caused the failure.
#define GYRE_NO_COMPONENT ((size_t)-1)

/// Solves dY/dt = dydt(t, Y), Y(t0) = y0, and writes Y(t1) to out_yend. The notes' ode. Runs backward if t1 < t0;
/// copies y0 if t1 = t0. y0 and out_yend may be the same array. `options` may be NULL (defaults), `report` may be NULL.
/// On failure out_yend is unchanged.
gyre_result gyre_ode(const double *y0, double *out_yend, size_t length, double t0, double t1, gyre_derivative dydt,
                     void *user, const gyre_ode_options *options, gyre_ode_report *report);

/// Solves like gyre_ode and writes the states at several times to out_y: `count` vectors of `length` numbers. The times
/// must ascend or descend from t0. They do not affect the steps; the states are interpolated (dense output).
/// Fails like gyre_ode, and with GYRE_ERR_TIME if the times are out of order.
gyre_result gyre_ode_sample(const double *y0, size_t length, double t0, const double *times, size_t count,
                            double *out_y, gyre_derivative dydt, void *user, const gyre_ode_options *options,
                            gyre_ode_report *report);

/// Moves the rigid bodies of a system from t0 to t1 with any method. After every step, quaternions are normalised and
/// matrices are replaced by the nearest rotation; options->project, if set, replaces this projection. Splitting methods
/// need quaternions (GYRE_ERR_FORM), and semi_implicit_euler cannot run backward (GYRE_ERR_TIME). Forces may depend on
/// velocities, but rkn4 and rkn6 then lose their order.
gyre_result gyre_system_advance(const gyre_system *system, const double *y0, double *out_yend, size_t length, double t0,
                                double t1, const gyre_ode_options *options, gyre_ode_report *report);

/// Does nothing; use it as gyre_ode_options.project to observe the drift of orientations with Runge-Kutta methods.
/// (Splitting methods normalise as part of their step.)
gyre_result gyre_project_nothing(double t, double *y, void *user);

/// Settings of gyre_run_simulation. Frames have a constant rate and are counted with integers (the floating-point loop
/// of the notes shows one frame too many).
typedef struct gyre_run {
    uint32_t marker;          // set by gyre_run_default
    double frames_per_second; // frame rate; default 30
    size_t frame_count;       // number of frames after the initial one; default 300
    gyre_ode_options options; // solver options; step = 0 with a fixed-step method: one step per frame
    /// Called with frame 0 before the start and after every frame; may be NULL. Any result but GYRE_OK ends the run
    /// with that result. The notes' DisplayBodies.
    gyre_result (*on_frame)(size_t frame, double t, const double *y, size_t length, void *user);
    void *user; // user data, passed to on_frame
} gyre_run;

/// Returns the default settings: 10 s at 30 frames per second, dopri5.
gyre_run gyre_run_default(void);

/// Runs a simulation: moves the state vector y (`length` numbers) through all frames. On failure y is unchanged. Frame
/// k is at time k / frames_per_second, correctly rounded. Each frame is one call of gyre_system_advance. `report`
/// contains the sums over all frames; it may be NULL.
gyre_result gyre_run_simulation(const gyre_system *system, const gyre_run *run, double *y, size_t length,
                                gyre_ode_report *report);

/// Runs a simulation of any derivative, like gyre_run_simulation: particles (gyre_particle_dydt with a
/// gyre_particle_system as `user`) or your own equations. Each frame is one call of gyre_ode; `user` is passed to dydt.
/// GYRE_ERR_METHOD_NEEDS_BODIES for methods that need rigid bodies.
gyre_result gyre_run_derivative(gyre_derivative dydt, void *user, const gyre_run *run, double *y, size_t length,
                                gyre_ode_report *report);

GYRE_END_DECLS
