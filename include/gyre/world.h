/// The world: bodies that live in it, forces between them, and the step that moves them.
///
/// A world is an opaque pointer; bodies and forces in it are ids, which stay valid while their owner lives and are
/// noticed when they are stale or belong to another world that lives. Every call that can fail returns a gyre_result
/// and, on failure, has changed nothing. Units are SI, angles radians, axes right-handed. Bodies pass through each
/// other: there is no collision yet.
///
/// Two frames belong to a body. The *model frame* is the one you draw and define it in; its origin may lie anywhere.
/// The *body frame* has its origin at the centre of mass and its axes along the principal axes; gyre_state speaks of
/// that one. Positions and orientations in this header are the model's, velocities are the centre of mass's.
#pragma once

#include "gyre/forces.h"
#include "gyre/ode.h"

GYRE_BEGIN_DECLS

/// A world: bodies, forces, time, ledger. Opaque.
typedef struct gyre_world gyre_world;

/// A body or a force of a world: which one, which life of that number, which world. All zero means none.
typedef struct gyre_body_id {
    uint32_t index, generation, world; // which one, which life of it, whose
} gyre_body_id;

/// The same for a force.
typedef struct gyre_force_id {
    uint32_t index, generation, world; // which one, which life of it, whose
} gyre_force_id;

/// 1 for the id that means none.
static inline int gyre_body_is_none(gyre_body_id id) { return id.generation == 0; }
static inline int gyre_force_is_none(gyre_force_id id) { return id.generation == 0; }

// ---- definitions ----

/// What moves a body.
typedef enum gyre_body_kind {
    GYRE_BODY_DYNAMIC,   // moved by forces
    GYRE_BODY_STATIC,    // moved by nothing
    GYRE_BODY_KINEMATIC, // moves along its path or with the velocity it was given, whatever pushes it
    GYRE_BODY_KIND_COUNT
} gyre_body_kind;

/// Where the model frame of a kinematic body is at a time. Between two points the position moves in a straight line and
/// the orientation turns about one axis, the shorter way; before the first and after the last point the body rests.
typedef struct gyre_path_point {
    double t;       // [s], ascending along the path
    gyre_pose pose; // of the model frame; the orientation is normalised
} gyre_path_point;

/// What a body is and where it begins.
typedef struct gyre_body_def {
    uint32_t marker;             // set by gyre_body_def_default
    const char *name;            // unique in the world and not "world", or NULL; copied
    gyre_body_kind kind;         // dynamic
    gyre_mass_properties mass;   // model frame; static and kinematic bodies may leave it all zero
    gyre_vec3 position;          // of the model's origin [m]
    gyre_quat orientation;       // of the model frame; its length must be within 1e-6 of 1
    gyre_vec3 velocity;          // of the centre of mass [m/s], world
    gyre_vec3 angular_velocity;  // [rad/s]
    gyre_frame angular_frame;    // of angular_velocity: world, or the model's axes
    double linear_damping;       // k >= 0 in exp(-k t) [1/s]
    double angular_damping;      // likewise
    unsigned locks;              // GYRE_LOCK_* bits; GYRE_LOCK_X | _Y | _Z pins the centre: a free rotor
    int has_pivot;               // 1: the model point `pivot` stays where it is (tops, pendulums, gyroscopes)
    gyre_vec3 pivot;             // [m], model frame
    const gyre_path_point *path; // of a kinematic body; copied
    size_t path_count;           // 0: it keeps its velocity
    uint64_t user_data;          // yours
} gyre_body_def;

/// A dynamic body at the origin, at rest, with no mass yet: set `mass`, say with gyre_mass_of_shape.
gyre_body_def gyre_body_def_default(void);

/// A force that stays: on whom, when, with which parameters.
typedef struct gyre_force_def {
    uint32_t marker;                   // set by gyre_force_def_default
    gyre_force_kind kind;              // set by gyre_force_def_default
    gyre_force_parameters parameters;  // the member named like the kind, say parameters.spring.stiffness
    const char *name;                  // unique in the world, or NULL; copied
    gyre_body_id body;                 // on whom; none: on every body
    gyre_body_id other;                // for forces between two bodies; none: the world
    double from, until;                // [s]; acts for the fraction of a step that lies between (always)
    const gyre_profile_point *profile; // factor over time, piecewise linear; copied
    size_t profile_count;              // 0: factor 1
} gyre_force_def;

/// The default parameters of a kind, on every body, always.
gyre_force_def gyre_force_def_default(gyre_force_kind kind);

/// Called in the middle of every step, after velocities changed and before poses follow (constraints belong here). It
/// may read everything and may change velocities with gyre_body_set_velocity; anything else is refused. Any result but
/// GYRE_OK fails the step; a step that fails for another reason may call it twice. The whole kick then comes before the
/// hook, so that the method is of first order.
typedef gyre_result (*gyre_constraint_hook)(gyre_world *world, double h, void *user);

/// Called now and then while a call takes long, from the thread that made it: inside a step (also of gyre_world_fly),
/// and inside gyre_world_energy, gyre_world_get_energies, gyre_world_get_ledger and gyre_force_potential. `part` is an
/// estimate of how much of the call is done, 0 to 1. Any result but GYRE_OK ends the call with that result
/// (GYRE_ERR_STOPPED says it best): a step of a transactional world leaves everything as it was before, ledger
/// included; a world that is not transactional is then somewhere inside the step, and can be restored or destroyed.
/// Calls are counted in work, some 16000 forces on bodies apart (below .01 s on most machines) and one before each
/// block of bodies of a callback: short steps of small worlds never call. It may read the world; changing it is
/// refused. While it is set, one thread at a time may ask for energies.
typedef gyre_result (*gyre_progress_hook)(double part, void *user);

/// Threads of your own (a game's job system) in place of the world's: `run` calls task(index, context) for every index
/// below count, in any order and on any threads, and returns when all have returned. It is called several times per
/// step, from the thread that steps. A task that is called twice does its work once, and one that is left out is done
/// afterwards; results never depend on order or threads.
typedef struct gyre_parallel_for {
    void (*run)(size_t count, gyre_task task, void *context, void *user); // NULL: none
    void *user;                                                           // yours: handed to run
} gyre_parallel_for;

enum { GYRE_THREADS_MAX = 256 };

/// How a world is to be.
typedef struct gyre_world_def {
    uint32_t marker;                            // set by gyre_world_def_default
    gyre_vec3 gravity;                          // [m/s^2]; 0
    gyre_method method;                         // exact
    double rtol, atol;                          // of dopri5 and esdirk4; 1e-9, 1e-12
    gyre_orientation_update orientation_update; // of semi_implicit_euler
    int is_transactional;                       // 1: a failed step leaves the world as it was; 0: saves memory
    int has_ledger;                             // 0; see gyre/ledger.h
    const char *kernel;                         // name of a kernel (gyre/kernels.h); NULL: $GYRE_KERNEL, or the widest
    int threads;                            // that move the bodies, the caller among them; 0 and 1: the caller alone
    gyre_parallel_for parallel_for;         // in place of threads of the world's own
    size_t body_capacity;                   // room from the start: free bodies without names need no more; 0
    gyre_constraint_hook solve_constraints; // may be NULL
    void *user;                             // passed to solve_constraints
    gyre_allocator allocator;               // for everything in the world
    gyre_logger log;                        // says in words which body or force was wrong, and what would be right
    gyre_progress_hook on_progress;         // may be NULL
    void *progress_user;                    // passed to on_progress
} gyre_world_def;

/// No gravity, exact, transactional, no ledger, one thread.
gyre_world_def gyre_world_def_default(void);

// ---- the world ----

/// Makes a world; `def` may be NULL (defaults). It copies what it needs. GYRE_ERR_KERNEL when the definition, or
/// where it is silent the environment variable GYRE_KERNEL, names a kernel that this build or this CPU does not have:
/// the log lists those there are.
gyre_result gyre_world_create(const gyre_world_def *def, gyre_world **out_world);

/// Frees the world and everything in it; NULL is fine. Refused (silently) while a step runs.
void gyre_world_destroy(gyre_world *world);

/// Seconds since the beginning. With equal steps h it is n*h by one multiplication, not a sum.
double gyre_world_time(const gyre_world *world);
/// Steps taken.
uint64_t gyre_world_step_count(const gyre_world *world);
/// How many bodies, or forces, there are now.
size_t gyre_world_body_count(const gyre_world *world);
size_t gyre_world_force_count(const gyre_world *world);
/// What holds now.
gyre_vec3 gyre_world_gravity(const gyre_world *world);
gyre_method gyre_world_method(const gyre_world *world);
/// From now on. GYRE_ERR_NOT_FINITE.
gyre_result gyre_world_set_gravity(gyre_world *world, gyre_vec3 gravity);
/// Takes effect with the next step, which refuses a method that cannot honour what is in the world.
gyre_result gyre_world_set_method(gyre_world *world, gyre_method method);

/// The name of the kernel that moves the bodies, and another one from the next step on (NULL: as if the definition said
/// nothing). Fewer bodies than it has lanes are moved by a narrower one, unless this one was named. Every kernel gives
/// the same bits. GYRE_ERR_KERNEL when there is none of this name here.
const char *gyre_world_kernel(const gyre_world *world);
gyre_result gyre_world_set_kernel(gyre_world *world, const char *kernel);

/// How many threads move the bodies, 1 to GYRE_THREADS_MAX, and another number from the next step on (0 means 1). They
/// sleep between steps; small worlds (below some 2000 bodies) do not wake them. Results never depend on them. A build
/// without threads says so in the log and does with one. GYRE_ERR_OPTION, GYRE_ERR_NO_MEMORY.
int gyre_world_threads(const gyre_world *world);
gyre_result gyre_world_set_threads(gyre_world *world, int threads);

/// Another on_progress from the next call on; NULL: none. Results never depend on it, unless it stops a call.
gyre_result gyre_world_set_progress(gyre_world *world, gyre_progress_hook on_progress, void *user);

/// The definition of a world like this one: gravity, method, tolerances as they are now; body_capacity is 0.
gyre_result gyre_world_get_def(const gyre_world *world, gyre_world_def *out_def);

/// A hash over time, steps and the state of every body (x, q, P, L as they are stored) under its id: the same on every
/// machine for the same calls, and cheap enough to be taken after every step. Where bodies are stored does not matter
/// to it. It does to sums over bodies, which run in the order of storage: after removals the same bodies may have other
/// energies in the last bits.
uint64_t gyre_world_hash(const gyre_world *world);

/// Kinetic energy of all dynamic bodies, and potential energy in gravity and in the forces that have one [J]. A force
/// counts if, when it was added or changed, it acted from then on for good (from <= now, no end, no profile). Callbacks
/// with a potential are asked for it, and what they return is handed on; inside a callback that is GYRE_ERR_STEPPING.
gyre_result gyre_world_energy(const gyre_world *world, double *out_kinetic, double *out_potential);

/// Total momentum and angular momentum about a world point, of the dynamic bodies. What is held does not count: a body
/// at a pivot contributes its angular momentum about the pivot and no linear momentum.
gyre_result gyre_world_momentum(const gyre_world *world, gyre_vec3 point, gyre_vec3 *out_P, gyre_vec3 *out_L);

// ---- stepping ----

/// What can go wrong in a step: what was not finite, or could not be met.
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

/// "force", "position" and so on; NULL for numbers that are no quantity.
const char *gyre_quantity_name(gyre_quantity quantity);

/// What a step did, or why it failed.
typedef struct gyre_step_report {
    gyre_result result;     // the same that the call returned
    uint64_t step;          // its number, counted from 0
    double time;            // at its beginning [s]
    size_t evaluations;     // how often the forces were evaluated; 0 when nothing but weight and what was applied acts
    gyre_body_id body;      // the culprit on failure, or none
    gyre_force_id force;    // the force to blame, or none: gravity, something applied, or no force at all
    gyre_quantity quantity; // what was not finite
    char text[256];         // one sentence with names
} gyre_step_report;

/// Moves the world by h seconds. h = 0 does nothing at all; negative h runs backward (semi_implicit_euler and worlds
/// with a constraint hook refuse it); NaN and infinities are GYRE_ERR_STEP. There is no upper limit: what becomes too
/// large to be a number fails the step. On failure (GYRE_ERR_NOT_FINITE, GYRE_ERR_TOLERANCE_NOT_MET,
/// GYRE_ERR_STEP_LIMIT, GYRE_ERR_METHOD_UNFIT, what a callback or on_progress returned) a transactional world is
/// exactly as it was. Forces applied to bodies act during the whole step and are cleared at its end. Nothing is
/// allocated after the first step unless something was added. `report` may be NULL.
gyre_result gyre_world_step(gyre_world *world, double h, gyre_step_report *report);

/// GYRE_OK when the world's method can honour everything in it, else GYRE_ERR_METHOD_UNFIT and the reason in the
/// report.
gyre_result gyre_world_check_method(const gyre_world *world, gyre_step_report *report);

/// Moves the world by any time t, forward or backward, in one go and exact to rounding: free flight under uniform
/// gravity. GYRE_ERR_METHOD_UNFIT, and the reason in the report, when anything else acts on a body.
gyre_result gyre_world_fly(gyre_world *world, double t, gyre_step_report *report);

// ---- bodies: life ----

/// Adds a body. GYRE_ERR_MASS, _INERTIA, _ORIENTATION, _LOCK, _NAME, _PATH, _DAMPING, ...: the log says which field.
/// Velocity along a locked axis, or of a body at a pivot other than its rotation gives, does not count; the log warns.
gyre_result gyre_world_add_body(gyre_world *world, const gyre_body_def *def, gyre_body_id *out_body);

/// Removes the body and every force that names it.
gyre_result gyre_world_remove_body(gyre_world *world, gyre_body_id body);

/// 1 while the body exists, else 0.
int gyre_body_is_valid(const gyre_world *world, gyre_body_id body);

/// The body after `body` in the order of ids, the first one for none, none after the last.
gyre_body_id gyre_world_next_body(const gyre_world *world, gyre_body_id body);

/// The body of this name. GYRE_ERR_NAME when there is none.
gyre_result gyre_world_find_body(const gyre_world *world, const char *name, gyre_body_id *out_body);

// ---- bodies: where they are and how they move ----

/// The pose of the model frame, the velocity of the centre of mass, the angular velocity; world.
typedef struct gyre_motion {
    gyre_vec3 position;         // of the model's origin [m]
    gyre_quat orientation;      // never flipped to its negative
    gyre_vec3 velocity;         // of the centre of mass [m/s]
    gyre_vec3 angular_velocity; // [rad/s]
} gyre_motion;

/// Where the body is and how it moves.
gyre_result gyre_body_get_motion(const gyre_world *world, gyre_body_id body, gyre_motion *out_motion);
/// The orientation's length must be within 1e-6 of 1 (it is normalised). The body's forces see the new place at once.
/// GYRE_ERR_PATH for a body that follows a path, here and in the next two calls: it is where its path says.
gyre_result gyre_body_set_motion(gyre_world *world, gyre_body_id body, const gyre_motion *motion);
/// The pose alone; velocities (not momenta) stay.
gyre_result gyre_body_set_pose(gyre_world *world, gyre_body_id body, gyre_pose pose);
/// The velocities alone [m/s, rad/s], world; the pose stays.
gyre_result gyre_body_set_velocity(gyre_world *world, gyre_body_id body, gyre_vec3 velocity,
                                   gyre_vec3 angular_velocity);

/// The same for many bodies in one call. `bodies` NULL: all of them in the order of ids, and count must be their number
/// (GYRE_ERR_LENGTH). Setting changes all or none. Of all bodies those on a path stay as they are; naming one is
/// GYRE_ERR_PATH.
gyre_result gyre_world_get_motions(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                   gyre_motion *out_motions);
gyre_result gyre_world_set_motions(gyre_world *world, const gyre_body_id *bodies, size_t count,
                                   const gyre_motion *motions);

/// The pose between the last step's beginning (alpha 0) and its end (alpha 1), for drawing between fixed steps. A body
/// that was set or added since is where it is. GYRE_ERR_OPTION in a world that is not transactional: it has no past.
gyre_result gyre_body_get_interpolated_pose(const gyre_world *world, gyre_body_id body, double alpha,
                                            gyre_pose *out_pose);
gyre_result gyre_world_get_interpolated_poses(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                              double alpha, gyre_pose *out_poses);

/// The notes' state: centre of mass, body frame, momenta about the centre of mass; world. (At a pivot the body frame
/// has the principal axes about the pivot.) For a static or kinematic body without mass the momenta are 0.
gyre_result gyre_body_get_state(const gyre_world *world, gyre_body_id body, gyre_state *out_state);

/// Velocity of the body's material point that is at `point` (world) now.
gyre_result gyre_body_velocity_at(const gyre_world *world, gyre_body_id body, gyre_vec3 point, gyre_vec3 *out_velocity);

/// Momentum, and angular momentum about a world point: L + (x - point) x P.
gyre_result gyre_body_momentum(const gyre_world *world, gyre_body_id body, gyre_vec3 point, gyre_vec3 *out_P,
                               gyre_vec3 *out_L);

/// M v^2 / 2 + w . I w / 2 [J]; 0 for bodies that are not dynamic.
gyre_result gyre_body_kinetic_energy(const gyre_world *world, gyre_body_id body, double *out_energy);

/// Kinetic and potential energy of each of many bodies [J], in one round over the forces. A dynamic body has the
/// potential of gravity, of forces from the world and from bodies that are not dynamic, and half of the potential
/// between it and another dynamic body; other bodies have 0. The energies of all bodies add up to gyre_world_energy.
/// `bodies` NULL: all of them in the order of ids, and count must be their number (GYRE_ERR_LENGTH). GYRE_ERR_NO_MEMORY
/// for one number per body that is needed meanwhile.
gyre_result gyre_world_get_energies(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                    double *out_kinetic, double *out_potential);

// ---- bodies: what they are ----

/// The definition of a body like this one as it is now, angular velocity in the world's axes. Pose and velocities are
/// rounded; name and path belong to the world and live until the body is changed or removed.
gyre_result gyre_body_get_def(const gyre_world *world, gyre_body_id body, gyre_body_def *out_def);
/// Mass, centre and inertia, model frame.
gyre_result gyre_body_get_mass(const gyre_world *world, gyre_body_id body, gyre_mass_properties *out_mass);
/// At run time: the model's pose and the motion of its points stay, momenta follow the new mass.
gyre_result gyre_body_set_mass(gyre_world *world, gyre_body_id body, const gyre_mass_properties *mass);
/// What moves the body.
gyre_result gyre_body_get_kind(const gyre_world *world, gyre_body_id body, gyre_body_kind *out_kind);
/// A body that becomes static stops; one that becomes dynamic needs a mass and keeps its velocity. A path goes when the
/// body stops being kinematic. What no body of the world had before (damping, locks, another kind, moments far apart)
/// takes memory for all of them: GYRE_ERR_NO_MEMORY leaves the body as it was. The same goes for damping and locks.
gyre_result gyre_body_set_kind(gyre_world *world, gyre_body_id body, gyre_body_kind kind);
/// The k [1/s] of damping that takes the part `factor` of a velocity in every `period` [s]: exp(-k period) = 1 -
/// factor. Give a period of 1 for v *= pow(1 - factor, h), the step size h for v *= 1 - factor in every step, and 1 -
/// factor when the factor is what remains. GYRE_ERR_DAMPING_FACTOR unless 0 <= factor < 1, GYRE_ERR_STEP unless the
/// period is finite and > 0 and k is finite.
gyre_result gyre_damping_from_factor(double factor, double period, double *out_k);
/// k in exp(-k t) [1/s], of velocity and of spin. GYRE_ERR_DAMPING unless finite and >= 0.
gyre_result gyre_body_get_damping(const gyre_world *world, gyre_body_id body, double *out_linear, double *out_angular);
gyre_result gyre_body_set_damping(gyre_world *world, gyre_body_id body, double linear, double angular);
/// GYRE_LOCK_* bits. GYRE_ERR_LOCK for bits that are none, or one rotation locked alone.
gyre_result gyre_body_get_locks(const gyre_world *world, gyre_body_id body, unsigned *out_locks);
gyre_result gyre_body_set_locks(gyre_world *world, gyre_body_id body, unsigned locks);
/// The name, or "" when it has none; valid until the body goes. NULL for an id that is not valid.
const char *gyre_body_name(const gyre_world *world, gyre_body_id body);
/// A number of yours, which callbacks see too.
gyre_result gyre_body_get_user_data(const gyre_world *world, gyre_body_id body, uint64_t *out_user_data);
gyre_result gyre_body_set_user_data(gyre_world *world, gyre_body_id body, uint64_t user_data);

// ---- pushing ----

/// A force [N] at a world point, a torque [N m], for the next step only; they add up. They act with this direction and
/// lever arm throughout that step. The first one in a world takes memory for all of its bodies (GYRE_ERR_NO_MEMORY).
gyre_result gyre_body_apply_force(gyre_world *world, gyre_body_id body, gyre_vec3 force, gyre_vec3 point);
gyre_result gyre_body_apply_force_at_center(gyre_world *world, gyre_body_id body, gyre_vec3 force);
gyre_result gyre_body_apply_torque(gyre_world *world, gyre_body_id body, gyre_vec3 torque);
/// A blow [N s] at a world point, or a twist [N m s]: momenta change at once.
gyre_result gyre_body_apply_impulse(gyre_world *world, gyre_body_id body, gyre_vec3 impulse, gyre_vec3 point);
gyre_result gyre_body_apply_angular_impulse(gyre_world *world, gyre_body_id body, gyre_vec3 impulse);
/// What has been applied for the next step, about the centre of mass.
gyre_result gyre_body_get_applied(const gyre_world *world, gyre_body_id body, gyre_wrench *out_wrench);
/// Forgets what was applied to any body.
gyre_result gyre_world_clear_applied(gyre_world *world);

// ---- forces ----

/// Adds a force that stays. GYRE_ERR_FORCE for a parameter out of range, GYRE_ERR_STALE_ID for a body that is gone,
/// GYRE_ERR_TIME unless from <= until and the profile's times ascend; the log says which field.
gyre_result gyre_world_add_force(gyre_world *world, const gyre_force_def *def, gyre_force_id *out_force);
/// Removes it; what it did stays in the ledger.
gyre_result gyre_world_remove_force(gyre_world *world, gyre_force_id force);
/// 1 while the force exists, else 0.
int gyre_force_is_valid(const gyre_world *world, gyre_force_id force);
/// In the order of ids, like gyre_world_next_body.
gyre_force_id gyre_world_next_force(const gyre_world *world, gyre_force_id force);
/// The force of this name. GYRE_ERR_NAME when there is none.
gyre_result gyre_world_find_force(const gyre_world *world, const char *name, gyre_force_id *out_force);
/// The definition as it was given; its pointers belong to the world and live until the force is changed or removed.
gyre_result gyre_force_get(const gyre_world *world, gyre_force_id force, gyre_force_def *out_def);
/// Other parameters for the same kind, say a new throttle.
gyre_result gyre_force_set_parameters(gyre_world *world, gyre_force_id force, const gyre_force_parameters *parameters);
/// The name, or "" when it has none; NULL for an id that is not valid.
const char *gyre_force_name(const gyre_world *world, gyre_force_id force);
/// The potential energy stored in the force now [J]; 0 for kinds without one.
gyre_result gyre_force_potential(const gyre_world *world, gyre_force_id force, double *out_potential);

GYRE_END_DECLS
