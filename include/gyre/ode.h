/// gyre_ode solves any system of ordinary differential equations; gyre_system_advance moves rigid bodies with any
/// method; gyre_run_simulation is the notes' RunSimulation, gyre_run_derivative the same for any derivative.
#pragma once

#include "gyre/motion.h"

GYRE_BEGIN_DECLS

/// The integration methods: the rows of methods.def.
typedef enum gyre_method {
#define X(name, order, family, text) GYRE_METHOD_##name,
#include "gyre/methods.def"
#undef X
    GYRE_METHOD_COUNT
} gyre_method;

/// Name as in methods.def, one line of description, nominal order. NULL, NULL and 0 for numbers that are no method.
const char *gyre_method_name(gyre_method method);
const char *gyre_method_text(gyre_method method);
int gyre_method_order(gyre_method method);
/// By its name. GYRE_ERR_METHOD when there is no method of that name.
gyre_result gyre_method_from_name(const char *name, gyre_method *out_method);
/// 1 for methods that gyre_ode can use (they need no rigid-body structure), else 0.
int gyre_method_is_general(gyre_method method);
/// 1 for methods that can choose their own steps by a tolerance, else 0.
int gyre_method_is_adaptive(gyre_method method);
/// 1 for methods that solve equations in every step, for stiff systems; else 0.
int gyre_method_is_implicit(gyre_method method);

/// One step that a solver has just taken, for gyre_ode_options.on_step. Valid during that call only.
typedef struct gyre_ode_step {
    size_t index;          // 0 for the first step
    size_t length;         // of the state vector
    double t0, t1;         // [s]
    const double *y0, *y1; // state at both ends
    const void *dense;     // for gyre_ode_interpolate
} gyre_ode_step;

/// The state at a time t within the step (dense output). It errs by h^5 for dopri5, by h^4 for the other Runge-Kutta
/// methods (cubic Hermite), by h^2 for splitting methods (a straight line). Interpolated quaternions are not exactly of
/// unit length. GYRE_ERR_TIME outside t0..t1.
gyre_result gyre_ode_interpolate(const gyre_ode_step *step, double t, double *out_y);

/// How the orientation update of semi_implicit_euler turns a body.
typedef enum gyre_orientation_update {
    GYRE_ORIENTATION_QUATERNION,  // q + h/2 (0, w) q, normalised: turns by 2 atan(|w| h / 2)
    GYRE_ORIENTATION_EXPONENTIAL, // turns by |w| h
    GYRE_ORIENTATION_UPDATE_COUNT
} gyre_orientation_update;

/// How to solve: method, steps, tolerances, callbacks.
typedef struct gyre_ode_options {
    uint32_t marker;    // set by gyre_ode_options_default
    gyre_method method; // dopri5
    /// Size of every step [s]. The interval is cut into equal steps that are no longer than this. 0 lets an adaptive
    /// method choose by rtol and atol; the others need a value.
    double step;
    /// Adaptive methods keep the estimated error of each step, in every component, below atol + rtol |y|. Implicit ones
    /// solve the equations of a step to a hundredth of that; with a fixed step, to a hundred-thousandth.
    double rtol, atol;                          // 1e-9, 1e-12
    double initial_step;                        // first step to try [s]; 0: chosen from the problem
    double max_step;                            // longest step of an adaptive method [s]; 0: no limit
    size_t max_steps;                           // accepted and rejected together, per call; 1000000
    gyre_orientation_update orientation_update; // for semi_implicit_euler
    /// Called after every accepted step; may be NULL. Any result but GYRE_OK ends the run with that result; who stops
    /// at an event copies what it needs from the step, because out_yend is written at t1 only. Interpolation needs the
    /// derivative at the end of each step, so the solver evaluates it there, at t1 too.
    gyre_result (*on_step)(const gyre_ode_step *step, void *user);
    /// Called after every accepted step to bring y back to where it must lie (say, to unit length); may be NULL.
    gyre_result (*project)(double t, double *y, void *user);
    void *user;               // passed to on_step, project and jacobian
    gyre_allocator allocator; // for one block of work space
    gyre_logger log;          // speaks of steps and tolerances
    /// The matrix df/dy at (t, y) for implicit methods: out_jacobian[i * length + j] = derivative of ydot[i] by y[j].
    /// It comes filled with zeros. NULL: by finite differences, which costs one derivative per component. Any result
    /// but GYRE_OK ends the run with that result. Other methods do not call it.
    gyre_result (*jacobian)(double t, const double *y, double *out_jacobian, void *user);
} gyre_ode_options;

/// Implicit methods keep a matrix of length x length numbers: a longer state vector is refused (GYRE_ERR_TOO_LARGE).
#define GYRE_IMPLICIT_LENGTH_MAX ((size_t)1024)

/// dopri5 with rtol 1e-9 and atol 1e-12.
gyre_ode_options gyre_ode_options_default(void);

/// What a run did; filled on failure too, so that it can be explained.
typedef struct gyre_ode_report {
    size_t steps;          // accepted
    size_t rejected;       // tried again with a smaller size
    size_t evaluations;    // calls of the derivative
    double t;              // time reached [s]
    double step;           // size of the last step that was tried [s]
    double next_step;      // what an adaptive method would try next [s], good as initial_step of the next call
    size_t component;      // on failure: index into y of the culprit, or GYRE_NO_COMPONENT
    size_t jacobians;      // of implicit methods: matrices df/dy that were evaluated
    size_t factorizations; // of implicit methods: of the matrix I - h gamma df/dy
} gyre_ode_report;

/// Of gyre_ode_report: no component is to blame.
#define GYRE_NO_COMPONENT ((size_t)-1)

/// The state at t1 of dY/dt = dydt(t, Y) with Y(t0) = y0: the notes' ode. Runs backward when t1 < t0; t1 = t0 copies.
/// y0 and out_yend may be the same array. `options` may be NULL (defaults), `report` may be NULL. On failure out_yend
/// is untouched.
gyre_result gyre_ode(const double *y0, double *out_yend, size_t length, double t0, double t1, gyre_derivative dydt,
                     void *user, const gyre_ode_options *options, gyre_ode_report *report);

/// The states at several times at once: out_y holds `count` vectors of `length` numbers, one after the other. Times
/// must ascend from t0 (or descend from it). The solver steps as it would without them and interpolates (dense output).
/// Fails like gyre_ode, and with GYRE_ERR_TIME for times out of order.
gyre_result gyre_ode_sample(const double *y0, size_t length, double t0, const double *times, size_t count,
                            double *out_y, gyre_derivative dydt, void *user, const gyre_ode_options *options,
                            gyre_ode_report *report);

/// Rigid bodies from t0 to t1 with any method. After every step orientations are brought back to rotations (quaternions
/// to unit length, matrices to the nearest rotation); options->project, if set, replaces this. Splitting methods run on
/// quaternions only (GYRE_ERR_FORM), and semi_implicit_euler forward only (GYRE_ERR_TIME). Forces may depend on
/// velocity in every method but rkn4 and rkn6, which lose their order then.
gyre_result gyre_system_advance(const gyre_system *system, const double *y0, double *out_yend, size_t length, double t0,
                                double t1, const gyre_ode_options *options, gyre_ode_report *report);

/// A gyre_ode_options.project that does nothing: lets the orientations of Runge-Kutta methods drift, to see how far
/// they go. (Splitting methods normalise as part of their step.)
gyre_result gyre_project_nothing(double t, double *y, void *user);

/// The notes' RunSimulation: frames at a steady rate, counted in integers (the notes' float loop shows one too many).
typedef struct gyre_run {
    uint32_t marker;          // set by gyre_run_default
    double frames_per_second; // 30
    size_t frame_count;       // after the initial one; 300
    gyre_ode_options options; // options.step 0 with a fixed-step method: one step per frame
    /// The notes' DisplayBodies: called with frame 0 before the start and after every frame; may be NULL. Any result
    /// but GYRE_OK ends the run with that result.
    gyre_result (*on_frame)(size_t frame, double t, const double *y, size_t length, void *user);
    void *user; // passed to on_frame
} gyre_run;

/// Ten seconds at 30 frames per second, dopri5.
gyre_run gyre_run_default(void);

/// Moves y (of `length` numbers) through the whole run, or leaves it untouched on failure. Frame k is at k /
/// frames_per_second exactly rounded. Every frame is one call of gyre_system_advance.
/// `report` sums over all frames; may be NULL.
gyre_result gyre_run_simulation(const gyre_system *system, const gyre_run *run, double *y, size_t length,
                                gyre_ode_report *report);

/// The same run over any derivative: particles (gyre_particle_dydt with a gyre_particle_system as `user`), or equations
/// of your own. Every frame is one call of gyre_ode; `user` is passed to dydt. Methods that need rigid bodies are
/// refused (GYRE_ERR_METHOD_NEEDS_BODIES).
gyre_result gyre_run_derivative(gyre_derivative dydt, void *user, const gyre_run *run, double *y, size_t length,
                                gyre_ode_report *report);

GYRE_END_DECLS
