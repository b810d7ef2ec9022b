/// The world: bodies, the forces on them, and the step that moves them.
///
/// A world is an opaque pointer; its bodies and forces are identified by ids. An id stays valid until its body or force
/// is removed; stale ids and ids of other existing worlds are detected. Calls that can fail return a gyre_result; a
/// call that fails changes nothing. Units are SI, angles are in radians, axes are right-handed. There is no collision
/// detection yet: bodies pass through each other.
///
/// A body has two frames. You define and draw it in the *model frame*, whose origin may be anywhere. The *body frame*,
/// used by gyre_state, has its origin at the centre of mass and its axes along the principal axes of inertia. In this
/// header, positions and orientations refer to the model frame, velocities to the centre of mass.
#pragma once

#include "gyre/forces.h"
#include "gyre/ode.h"

GYRE_BEGIN_DECLS

/// A world: bodies, forces, time and ledger. Opaque.
typedef struct gyre_world gyre_world;

/// Id of a body in a world. All zero: no body.
typedef struct gyre_body_id {
    uint32_t index, generation, world; // slot index, its generation, tag of the world
} gyre_body_id;

/// Id of a force in a world. All zero: no force.
typedef struct gyre_force_id {
    uint32_t index, generation, world; // slot index, its generation, tag of the world
} gyre_force_id;

/// Returns 1 if the id is all zero (no body), else 0. gyre_body_is_valid tests whether the body exists.
static inline int gyre_body_is_none(gyre_body_id id) { return id.generation == 0; }
/// Returns 1 if the id is all zero (no force), else 0. gyre_force_is_valid tests whether the force exists.
static inline int gyre_force_is_none(gyre_force_id id) { return id.generation == 0; }

// ---- definitions ----

/// Kinds of bodies.
typedef enum gyre_body_kind {
    GYRE_BODY_DYNAMIC,   // moved by forces
    GYRE_BODY_STATIC,    // does not move
    GYRE_BODY_KINEMATIC, // moves along its path or with constant velocity, regardless of forces
    GYRE_BODY_KIND_COUNT
} gyre_body_kind;

/// A point of the path of a kinematic body. Between two points, the position moves in a straight line and the
/// orientation rotates about one axis, along the shorter arc. Before the first and after the last point the body is at
/// rest.
typedef struct gyre_path_point {
    double t;       // time [s]; must ascend along the path
    gyre_pose pose; // pose of the model frame; the orientation is normalised
} gyre_path_point;

/// Definition of a body: constants and initial state.
typedef struct gyre_body_def {
    uint32_t marker;             // set by gyre_body_def_default
    const char *name;            // unique among bodies, 1 to 255 bytes, not "world"; or NULL; copied
    gyre_body_kind kind;         // kind; default GYRE_BODY_DYNAMIC
    gyre_mass_properties mass;   // mass properties, model frame; may be all zero for static and kinematic bodies
    gyre_vec3 position;          // position of the model origin [m]; default 0
    gyre_quat orientation;       // orientation of the model frame, length within 1e-6 of 1; default identity
    gyre_vec3 velocity;          // velocity of the centre of mass [m/s], world; default 0
    gyre_vec3 angular_velocity;  // angular velocity [rad/s]; default 0
    gyre_frame angular_frame;    // axes of angular_velocity: world or model; default world
    double linear_damping;       // damping of the velocity, k >= 0 in exp(-k t) [1/s]; default 0
    double angular_damping;      // damping of the rotation, k >= 0 in exp(-k t) [1/s]; default 0
    unsigned locks;              // GYRE_LOCK_* bits; GYRE_LOCK_X | _Y | _Z fixes the centre of mass; default 0
    int has_pivot;               // 1: the model point `pivot` is fixed in the world (tops, pendulums); default 0
    gyre_vec3 pivot;             // pivot point [m], model frame
    const gyre_path_point *path; // path of a kinematic body; copied
    size_t path_count;           // number of path points; 0: the body keeps its velocity
    uint64_t user_data;          // user data, passed to callback forces; default 0
} gyre_body_def;

/// Returns a dynamic body at the origin, at rest and without mass. Set `mass`, for example with gyre_mass_of_shape.
gyre_body_def gyre_body_def_default(void);

/// Definition of a persistent force: bodies, parameters and times.
typedef struct gyre_force_def {
    uint32_t marker;                  // set by gyre_force_def_default
    gyre_force_kind kind;             // set by gyre_force_def_default
    gyre_force_parameters parameters; // use the member named like the kind, such as parameters.spring.stiffness
    const char *name;                 // unique among forces, 1 to 255 bytes, not "world"; or NULL; copied
    gyre_body_id body;                // body on which it acts; none: every body
    gyre_body_id other;               // other body of a force between two bodies; none: the world
    double from, until; // time window [s]; scales the force by the fraction of the step inside it; default: always
    const gyre_profile_point *profile; // factor over time, piecewise linear; copied
    size_t profile_count;              // number of profile points; 0: factor 1
} gyre_force_def;

/// Returns a definition with the default parameters of a kind; the force always acts, on every body.
gyre_force_def gyre_force_def_default(gyre_force_kind kind);

/// Callback for constraint solvers: called in every step between kick and drift (velocities are already updated, poses
/// not yet). It may read the world and change velocities with gyre_body_set_velocity, gyre_body_apply_impulse and
/// gyre_body_apply_angular_impulse; all other changes, and changes to sleeping bodies, are refused. The ledger records
/// the work of the hook as `hook`. Any result but GYRE_OK fails the step. The hook may be called a second time for a
/// step that fails for another reason. A body whose velocity the hook changes gets the whole kick of the step before
/// its drift (order 1); the other bodies keep the order of the method. If the world has forces between individual
/// bodies or callback forces, all bodies get their whole kick first.
typedef gyre_result (*gyre_constraint_hook)(gyre_world *world, double h, void *user);

/// Callback for progress and cancellation of long calls, from the calling thread: steps, gyre_world_fly,
/// gyre_world_energy, gyre_world_get_energies, gyre_world_get_ledger and gyre_force_potential. `part` is the estimated
/// fraction done, 0 to 1. Any result but GYRE_OK ends the call with that result; use GYRE_ERR_STOPPED. A transactional
/// world is then unchanged, including its ledger; a non-transactional world is left inside the step and can only be
/// restored or destroyed. The hook is called after about 16000 evaluations of a force on a body (less than 0.01 s on
/// most machines) and before each block of bodies of a callback force; short steps of small worlds never call it. It
/// may read the world but not change it. While a hook is set, only one thread at a time may query energies.
typedef gyre_result (*gyre_progress_hook)(double part, void *user);

/// External job system (such as a game's) instead of the world's threads. `run` must call task(index, context)
/// for every index below count, in any order and on any threads, and return when all calls have returned. It is called
/// several times per step, from the stepping thread. Results do not depend on order or threads: a task that is called
/// twice does its work once, and a task that is not called is executed afterwards.
typedef struct gyre_parallel_for {
    void (*run)(size_t count, gyre_task task, void *context, void *user); // NULL: not used
    void *user;                                                           // user data, passed to run
} gyre_parallel_for;

/// Maximum number of threads of a world.
enum { GYRE_THREADS_MAX = 256 };

/// World settings.
typedef struct gyre_world_def {
    uint32_t marker;                            // set by gyre_world_def_default
    gyre_vec3 gravity;                          // [m/s^2]; default 0
    gyre_method method;                         // integration method; default exact
    double rtol, atol;                          // tolerances of dopri5 and esdirk4; default 1e-9, 1e-12
    gyre_orientation_update orientation_update; // for semi_implicit_euler; default GYRE_ORIENTATION_QUATERNION
    int is_transactional; // 1: a failed step leaves the world unchanged; 0: uses less memory; default 1
    int has_ledger;       // 1: keep a ledger (see gyre/ledger.h); default 0
    const char *kernel;   // kernel name, see gyre/kernels.h; NULL: $GYRE_KERNEL, or the widest
    int threads;          // number of threads, including the calling thread; 0 and 1: no other threads; default 0
    gyre_parallel_for parallel_for; // job system instead of threads
    size_t body_capacity; // number of bodies to reserve memory for; free, unnamed bodies then need no more; default 0
    gyre_constraint_hook solve_constraints; // constraint solver; may be NULL
    void *user;                             // user data, passed to solve_constraints
    gyre_allocator allocator;               // for everything in the world
    gyre_logger log;                        // receives errors: the body or force, the problem and the remedy
    gyre_progress_hook on_progress;         // progress hook; may be NULL
    void *progress_user;                    // user data, passed to on_progress
} gyre_world_def;

/// Returns the default settings: no gravity, method exact, transactional, no ledger, one thread.
gyre_world_def gyre_world_def_default(void);

// ---- the world ----

/// Creates a world. `def` is copied and may be NULL (defaults). GYRE_ERR_KERNEL if this build or this CPU does not
/// support the kernel named by the definition or, without one, by the environment variable GYRE_KERNEL; the log lists
/// the supported kernels.
gyre_result gyre_world_create(const gyre_world_def *def, gyre_world **out_world);

/// Destroys a world and frees everything in it. NULL is allowed. Does nothing while a step runs.
void gyre_world_destroy(gyre_world *world);

/// Returns the simulated time [s]. For n steps of equal size h it is n * h, rounded once; it is not a sum.
double gyre_world_time(const gyre_world *world);
/// Returns the number of steps taken.
uint64_t gyre_world_step_count(const gyre_world *world);
/// Returns the number of bodies.
size_t gyre_world_body_count(const gyre_world *world);
/// Returns the number of forces.
size_t gyre_world_force_count(const gyre_world *world);
/// Returns the gravity [m/s^2].
gyre_vec3 gyre_world_gravity(const gyre_world *world);
/// Returns the integration method; GYRE_METHOD_COUNT if `world` is NULL.
gyre_method gyre_world_method(const gyre_world *world);
/// Sets the gravity [m/s^2] for later steps. GYRE_ERR_NOT_FINITE if it is not finite.
gyre_result gyre_world_set_gravity(gyre_world *world, gyre_vec3 gravity);
/// Sets the integration method for later steps. The next step fails with GYRE_ERR_METHOD_UNFIT if the method does not
/// support the contents of the world.
gyre_result gyre_world_set_method(gyre_world *world, gyre_method method);

/// Returns the name of the kernel. If no kernel was named and the world has fewer bodies than the kernel has lanes,
/// steps use a narrower kernel.
const char *gyre_world_kernel(const gyre_world *world);
/// Sets the kernel for later steps; NULL selects the kernel that gyre_world_create uses by default. All
/// kernels give bit-identical results. GYRE_ERR_KERNEL if this build or this CPU does not support the kernel.
gyre_result gyre_world_set_kernel(gyre_world *world, const char *kernel);

/// Returns the number of threads, 1 to GYRE_THREADS_MAX.
int gyre_world_threads(const gyre_world *world);
/// Sets the number of threads for later steps; 0 means 1. The threads sleep between steps; small worlds (below about
/// 2000 bodies) do not wake them. Results do not depend on the number of threads. A build without threads logs a
/// message and uses one thread. GYRE_ERR_OPTION if `threads` is out of range, GYRE_ERR_NO_MEMORY.
gyre_result gyre_world_set_threads(gyre_world *world, int threads);

/// Sets the progress hook for later calls; NULL removes it. Results do not depend on the hook, unless it stops a call.
gyre_result gyre_world_set_progress(gyre_world *world, gyre_progress_hook on_progress, void *user);

/// Returns the current settings as a definition, to create a similar world. body_capacity is 0.
gyre_result gyre_world_get_def(const gyre_world *world, gyre_world_def *out_def);

/// Returns a hash of time, steps and the stored state (x, q, P, L) and id of every body. For the same sequence of calls
/// it is the same on every machine, and it is cheap enough to compute after every step. It does not depend on the
/// storage order of bodies. Sums over bodies depend on that order: after removals, the energies of the same bodies may
/// differ in the last bits.
uint64_t gyre_world_hash(const gyre_world *world);

/// Computes the kinetic energy [J] of all dynamic bodies, and the potential energy [J] of gravity and of the forces
/// with a potential. A force is included if, when it was added or last changed, it was already acting, had no end and
/// no profile (from <= time, until infinite). Calls the callback forces that have a potential and returns their
/// errors; GYRE_ERR_STEPPING if called from a callback.
gyre_result gyre_world_energy(const gyre_world *world, double *out_kinetic, double *out_potential);

/// Computes the total momentum and the total angular momentum about a world point, of the dynamic bodies. Fixed
/// components are not included: a body with a pivot contributes its angular momentum about the pivot and no linear
/// momentum.
gyre_result gyre_world_momentum(const gyre_world *world, gyre_vec3 point, gyre_vec3 *out_P, gyre_vec3 *out_L);

// ---- stepping ----

/// The quantity that made a step fail.
typedef enum gyre_quantity {
    GYRE_QUANTITY_NONE,
    GYRE_QUANTITY_FORCE,
    GYRE_QUANTITY_TORQUE,
    GYRE_QUANTITY_POSITION,
    GYRE_QUANTITY_ORIENTATION,
    GYRE_QUANTITY_MOMENTUM,
    GYRE_QUANTITY_ANGULAR_MOMENTUM,
    GYRE_QUANTITY_TIME,
    GYRE_QUANTITY_TOLERANCE,
    GYRE_QUANTITY_COUNT
} gyre_quantity;

/// Returns the name of a quantity, such as "force" or "position"; NULL if `quantity` is out of range.
const char *gyre_quantity_name(gyre_quantity quantity);

/// Result of a step. On failure it names the culprit.
typedef struct gyre_step_report {
    gyre_result result;     // result of the call
    uint64_t step;          // number of the step, from 0
    double time;            // time at the beginning of the step [s]
    size_t evaluations;     // number of force evaluations; 0 if only gravity and applied forces act
    gyre_body_id body;      // on failure: the culprit, or none
    gyre_force_id force;    // on failure: the force responsible; none: gravity, an applied force, or no force
    gyre_quantity quantity; // on failure: the quantity that was not finite or did not meet its tolerance
    char text[256];         // on failure: one sentence with names
} gyre_step_report;

/// Advances the world by h seconds. h = 0 does nothing; negative h runs backward, except with semi_implicit_euler or a
/// constraint hook. GYRE_ERR_STEP if h is not finite; there is no upper limit. On failure a transactional world is
/// unchanged: GYRE_ERR_NOT_FINITE (a quantity overflowed or became NaN), GYRE_ERR_TOLERANCE_NOT_MET,
/// GYRE_ERR_STEP_LIMIT, GYRE_ERR_METHOD_UNFIT, or the error of a callback or of on_progress. Forces applied with
/// gyre_body_apply_* act during the whole step and are cleared at its end. After the first step, steps allocate memory
/// only if bodies or forces were added. `report` may be NULL.
gyre_result gyre_world_step(gyre_world *world, double h, gyre_step_report *report);

/// Checks that the world's method supports all bodies, forces and hooks of the world. Otherwise GYRE_ERR_METHOD_UNFIT;
/// the report contains the reason.
gyre_result gyre_world_check_method(const gyre_world *world, gyre_step_report *report);

/// Advances the world by any time t [s] (may be negative) in free flight under uniform gravity, with the closed-form
/// solution: the only error is rounding. GYRE_ERR_METHOD_UNFIT if anything else acts on a body; the report contains the
/// reason.
gyre_result gyre_world_fly(gyre_world *world, double t, gyre_step_report *report);

// ---- bodies: adding, removing, finding ----

/// Adds a body. GYRE_ERR_MASS, _INERTIA, _ORIENTATION, _LOCK, _NAME, _PATH, _DAMPING and others if the definition is
/// invalid; the log names the field. Velocities along locked axes, and the velocity of a body with a pivot unless it
/// follows from the rotation, are ignored with a warning in the log.
gyre_result gyre_world_add_body(gyre_world *world, const gyre_body_def *def, gyre_body_id *out_body);

/// Removes a body and all forces that refer to it.
gyre_result gyre_world_remove_body(gyre_world *world, gyre_body_id body);

/// Returns 1 if the body exists, else 0.
int gyre_body_is_valid(const gyre_world *world, gyre_body_id body);

/// Returns the next body in the order of ids: the first body if `body` is none; none after the last.
gyre_body_id gyre_world_next_body(const gyre_world *world, gyre_body_id body);

/// Finds a body by its name. GYRE_ERR_NAME if no body has this name.
gyre_result gyre_world_find_body(const gyre_world *world, const char *name, gyre_body_id *out_body);

// ---- bodies: pose and velocity ----

/// Pose and velocities of a body, world frame.
typedef struct gyre_motion {
    gyre_vec3 position;         // position of the model origin [m]
    gyre_quat orientation;      // orientation of the model frame; continuous: its sign never flips
    gyre_vec3 velocity;         // velocity of the centre of mass [m/s]
    gyre_vec3 angular_velocity; // angular velocity [rad/s]
} gyre_motion;

/// Returns pose and velocities of a body.
gyre_result gyre_body_get_motion(const gyre_world *world, gyre_body_id body, gyre_motion *out_motion);
/// Sets pose and velocities of a body. The length of the orientation must be within 1e-6 of 1; it is normalised. Forces
/// use the new pose immediately. GYRE_ERR_PATH if the body follows a path.
gyre_result gyre_body_set_motion(gyre_world *world, gyre_body_id body, const gyre_motion *motion);
/// Sets only the pose; velocities (not momenta) are kept. GYRE_ERR_PATH if the body follows a path.
gyre_result gyre_body_set_pose(gyre_world *world, gyre_body_id body, gyre_pose pose);
/// Sets only the velocities [m/s, rad/s], world frame; the pose is kept. GYRE_ERR_PATH if the body follows a path.
gyre_result gyre_body_set_velocity(gyre_world *world, gyre_body_id body, gyre_vec3 velocity,
                                   gyre_vec3 angular_velocity);

/// Returns pose and velocities of several bodies. If `bodies` is NULL, returns the motions of all bodies in the order
/// of ids; count must then be the number of bodies (GYRE_ERR_LENGTH).
gyre_result gyre_world_get_motions(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                   gyre_motion *out_motions);
/// Sets pose and velocities of several bodies, all or none of them. `bodies` and `count` work as in
/// gyre_world_get_motions. A listed body that follows a path is an error (GYRE_ERR_PATH); if `bodies` is NULL, bodies
/// on paths are skipped.
gyre_result gyre_world_set_motions(gyre_world *world, const gyre_body_id *bodies, size_t count,
                                   const gyre_motion *motions);

/// Interpolates the pose of a body between the beginning (alpha 0) and the end (alpha 1) of the last step, for drawing.
/// A body that was added or moved since then has its current pose. GYRE_ERR_OPTION unless 0 <= alpha <= 1 and the world
/// is transactional (other worlds do not keep the previous state).
gyre_result gyre_body_get_interpolated_pose(const gyre_world *world, gyre_body_id body, double alpha,
                                            gyre_pose *out_pose);
/// Interpolates the poses of several bodies. `bodies` and `count` work as in gyre_world_get_motions.
gyre_result gyre_world_get_interpolated_poses(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                              double alpha, gyre_pose *out_poses);

/// Returns the state of a body: centre of mass, orientation of the body frame, momenta about the centre of mass; world
/// frame. With a pivot, the body frame has the principal axes about the pivot. The momenta of a static or kinematic
/// body without mass are 0.
gyre_result gyre_body_get_state(const gyre_world *world, gyre_body_id body, gyre_state *out_state);

/// Converts a point [m] from model coordinates to world coordinates, at the present pose of the body.
/// GYRE_ERR_NOT_FINITE if a coordinate of the argument or of the result is not finite; the same holds for the next
/// three functions.
gyre_result gyre_body_world_point(const gyre_world *world, gyre_body_id body, gyre_vec3 model_point,
                                  gyre_vec3 *out_world_point);
/// Converts a point [m] from world coordinates to model coordinates.
gyre_result gyre_body_model_point(const gyre_world *world, gyre_body_id body, gyre_vec3 world_point,
                                  gyre_vec3 *out_model_point);
/// Converts a vector (a direction, a force, a velocity) from model axes to world axes.
gyre_result gyre_body_world_vector(const gyre_world *world, gyre_body_id body, gyre_vec3 model_vector,
                                   gyre_vec3 *out_world_vector);
/// Converts a vector from world axes to model axes.
gyre_result gyre_body_model_vector(const gyre_world *world, gyre_body_id body, gyre_vec3 world_vector,
                                   gyre_vec3 *out_model_vector);

/// Computes the velocity [m/s] of the material point of a body that is at a world point.
gyre_result gyre_body_velocity_at(const gyre_world *world, gyre_body_id body, gyre_vec3 point, gyre_vec3 *out_velocity);

/// Computes the momentum P of a body, and its angular momentum about a world point: L + (x - point) x P.
gyre_result gyre_body_momentum(const gyre_world *world, gyre_body_id body, gyre_vec3 point, gyre_vec3 *out_P,
                               gyre_vec3 *out_L);

/// Computes the kinetic energy of a body, M v^2 / 2 + w . I w / 2 [J]. 0 unless the body is dynamic.
gyre_result gyre_body_kinetic_energy(const gyre_world *world, gyre_body_id body, double *out_energy);

/// Computes the kinetic and potential energy [J] of several bodies, evaluating each force once. The potential energy of
/// a dynamic body contains gravity, forces from the world and from bodies that are not dynamic, and half of its
/// potential with each other dynamic body; bodies of other kinds have potential energy 0. The energies of all bodies
/// add up to gyre_world_energy. `bodies` and `count` work as in gyre_world_get_motions. Allocates one number per body
/// during the call (GYRE_ERR_NO_MEMORY).
gyre_result gyre_world_get_energies(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                    double *out_kinetic, double *out_potential);

// ---- bodies: properties ----

/// Returns the current body as a definition, to add a similar body. The angular velocity is in world axes. Pose and
/// velocities are rounded. The world owns name and path; they are valid until the body is changed or removed.
gyre_result gyre_body_get_def(const gyre_world *world, gyre_body_id body, gyre_body_def *out_def);
/// Returns mass, centre and inertia, model frame.
gyre_result gyre_body_get_mass(const gyre_world *world, gyre_body_id body, gyre_mass_properties *out_mass);
/// Sets mass, centre and inertia, model frame. The pose and the velocities of the body's points are kept; the momenta
/// change.
gyre_result gyre_body_set_mass(gyre_world *world, gyre_body_id body, const gyre_mass_properties *mass);
/// Returns the kind of a body.
gyre_result gyre_body_get_kind(const gyre_world *world, gyre_body_id body, gyre_body_kind *out_kind);
/// Sets the kind of a body. A body that becomes static stops; a body that becomes dynamic needs a mass and keeps its
/// velocity; a body that is no longer kinematic loses its path. In each world, the first body with damping, locks, a
/// kind other than dynamic or very different moments needs memory for all bodies: GYRE_ERR_NO_MEMORY leaves the body
/// unchanged.
gyre_result gyre_body_set_kind(gyre_world *world, gyre_body_id body, gyre_body_kind kind);
/// Converts a damping factor to k [1/s] in exp(-k t). `factor` is the fraction of the velocity lost per `period` [s]:
/// exp(-k period) = 1 - factor. For v *= pow(1 - factor, h) use period 1; for v *= 1 - factor in every step use the
/// step size; if your factor is the fraction that remains, pass 1 - factor. GYRE_ERR_DAMPING_FACTOR unless 0 <= factor
/// < 1, GYRE_ERR_STEP unless period is finite and > 0 and k is finite.
gyre_result gyre_damping_from_factor(double factor, double period, double *out_k);
/// Returns the damping k in exp(-k t) [1/s] of velocity and angular velocity.
gyre_result gyre_body_get_damping(const gyre_world *world, gyre_body_id body, double *out_linear, double *out_angular);
/// Sets the damping k in exp(-k t) [1/s] of velocity and angular velocity. GYRE_ERR_DAMPING unless both are finite and
/// >= 0; GYRE_ERR_NO_MEMORY as in gyre_body_set_kind.
gyre_result gyre_body_set_damping(gyre_world *world, gyre_body_id body, double linear, double angular);
/// Returns the locks of a body, as GYRE_LOCK_* bits.
gyre_result gyre_body_get_locks(const gyre_world *world, gyre_body_id body, unsigned *out_locks);
/// Sets the locks of a body, as GYRE_LOCK_* bits. GYRE_ERR_LOCK for unknown bits or if exactly one rotation is locked;
/// GYRE_ERR_NO_MEMORY as in gyre_body_set_kind.
gyre_result gyre_body_set_locks(gyre_world *world, gyre_body_id body, unsigned locks);
/// Puts a dynamic body to sleep (0) or wakes it (1). A sleeping body stays where it is, without velocity, and costs no
/// time in steps; its forces still act on other bodies. It wakes when its motion or a property is set, a force, torque
/// or impulse is applied to it, a force on it is added, changed or removed, the time window of such a force opens, or
/// gravity is set. GYRE_ERR_OPTION for static and kinematic bodies.
gyre_result gyre_body_set_awake(gyre_world *world, gyre_body_id body, int is_awake);
/// Returns 0 for a body that sleeps, else 1.
gyre_result gyre_body_get_awake(const gyre_world *world, gyre_body_id body, int *out_is_awake);
/// Returns the name of a body, or "" if it has no name. Valid until the body is removed. NULL if the id is not valid.
const char *gyre_body_name(const gyre_world *world, gyre_body_id body);
/// Returns the user data of a body.
gyre_result gyre_body_get_user_data(const gyre_world *world, gyre_body_id body, uint64_t *out_user_data);
/// Sets the user data of a body, which is passed to callback forces.
gyre_result gyre_body_set_user_data(gyre_world *world, gyre_body_id body, uint64_t user_data);

// ---- applied forces and impulses ----

/// Applies a force [N] at a world point during the next step. Applied forces and torques add up; direction and lever
/// arm are constant during the step. The first applied force in a world allocates memory for all bodies
/// (GYRE_ERR_NO_MEMORY).
gyre_result gyre_body_apply_force(gyre_world *world, gyre_body_id body, gyre_vec3 force, gyre_vec3 point);
/// Applies a force [N] at the centre of mass during the next step.
gyre_result gyre_body_apply_force_at_center(gyre_world *world, gyre_body_id body, gyre_vec3 force);
/// Applies a torque [N m], world frame, during the next step.
gyre_result gyre_body_apply_torque(gyre_world *world, gyre_body_id body, gyre_vec3 torque);
/// Applies an impulse [N s] at a world point immediately. Does nothing to static and kinematic bodies.
gyre_result gyre_body_apply_impulse(gyre_world *world, gyre_body_id body, gyre_vec3 impulse, gyre_vec3 point);
/// Applies an angular impulse [N m s], world frame, immediately. Does nothing to static and kinematic bodies.
gyre_result gyre_body_apply_angular_impulse(gyre_world *world, gyre_body_id body, gyre_vec3 impulse);
/// Applies a force [N], world axes, at a point of the model during the next step.
gyre_result gyre_body_apply_force_at_model_point(gyre_world *world, gyre_body_id body, gyre_vec3 force,
                                                 gyre_vec3 model_point);
/// Applies an impulse [N s], world axes, at a point of the model immediately. Use this function for a point on the
/// body: gyre_body_apply_impulse with the world point (0.5, 0, 0) on a body at x = 100 has a lever arm of 99.5 m, and
/// an impulse of 1 N s then spins a cube of 1 kg and 1 m at -597 rad/s.
gyre_result gyre_body_apply_impulse_at_model_point(gyre_world *world, gyre_body_id body, gyre_vec3 impulse,
                                                   gyre_vec3 model_point);
/// Returns the sum of the forces and torques applied for the next step, about the centre of mass.
gyre_result gyre_body_get_applied(const gyre_world *world, gyre_body_id body, gyre_wrench *out_wrench);
/// Removes the forces and torques applied to all bodies for the next step.
gyre_result gyre_world_clear_applied(gyre_world *world);

// ---- forces ----

/// Adds a persistent force. GYRE_ERR_FORCE if a parameter is out of range, GYRE_ERR_STALE_ID if a body does not exist,
/// GYRE_ERR_TIME unless from <= until and the times of the profile ascend; the log names the field.
gyre_result gyre_world_add_force(gyre_world *world, const gyre_force_def *def, gyre_force_id *out_force);
/// Removes a force. The work of the force stays in the ledger.
gyre_result gyre_world_remove_force(gyre_world *world, gyre_force_id force);
/// Returns 1 if the force exists, else 0.
int gyre_force_is_valid(const gyre_world *world, gyre_force_id force);
/// Returns the next force in the order of ids: the first force if `force` is none; none after the last.
gyre_force_id gyre_world_next_force(const gyre_world *world, gyre_force_id force);
/// Finds a force by its name. GYRE_ERR_NAME if no force has this name.
gyre_result gyre_world_find_force(const gyre_world *world, const char *name, gyre_force_id *out_force);
/// Returns the definition of a force. The world owns its pointers; they are valid until the force is changed or
/// removed.
gyre_result gyre_force_get(const gyre_world *world, gyre_force_id force, gyre_force_def *out_def);
/// Sets the parameters of a force, such as its thrust; the kind does not change. Fails like gyre_world_add_force.
gyre_result gyre_force_set_parameters(gyre_world *world, gyre_force_id force, const gyre_force_parameters *parameters);
/// Returns the name of a force, or "" if it has no name. NULL if the id is not valid.
const char *gyre_force_name(const gyre_world *world, gyre_force_id force);
/// Computes the current potential energy of a force [J]; 0 for forces without a potential.
gyre_result gyre_force_potential(const gyre_world *world, gyre_force_id force, double *out_potential);

GYRE_END_DECLS
