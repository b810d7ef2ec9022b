/// Loops over many bodies, one table of functions per width of `real`. They work on arrays and do not depend on the
/// world.
#pragma once

#include "gyre/forces.h"
#include "gyre/math.h"

#include "integrators/composition.h"
#include "kernels/lane_sum.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The turn of bodies in a drift: exact, or by the angular velocity.
typedef enum turn_kind { TURN_EXACT, TURN_QUATERNION, TURN_EXPONENTIAL } turn_kind;

/// Effects of a kick and the drift after it, summed over bodies, for the energy ledger.
enum account_sum {
    ACCOUNT_IMPULSE,                     // 3 [kg m/s]
    ACCOUNT_ANGULAR_IMPULSE = 3,         // 3, about the origin [kg m^2/s]
    ACCOUNT_APPLIED = 6,                 // work of applied wrenches [J]
    ACCOUNT_DAMPED_IMPULSE,              // 3: impulse of damping
    ACCOUNT_DAMPED_ANGULAR_IMPULSE = 10, // 3
    ACCOUNT_DISSIPATED = 13,             // [J]
    ACCOUNT_COUNT
};

/// Forces that act on every body alike, with times and factors per kick. Evaluation stage by stage uses kick 0.
enum { UNIFORM_FORCES_MAX = 8, KICKS_MAX = COMPOSITION_DRIFTS_MAX + 1 };

typedef struct uniform_force {
    gyre_force_kind kind;                    // not a callback and not mutual
    const gyre_force_parameters *parameters; // resolved, valid for all bodies
    double factor[KICKS_MAX];                // window times profile at each kick; 0: the force does not act
} uniform_force;

typedef struct uniform_forces {
    uniform_force force[UNIFORM_FORCES_MAX];
    int count;
    bool need_velocities;
    double t[KICKS_MAX];
    gyre_vec3 gravity;
} uniform_forces;

/// The power of a force on all bodies [W]: the part with a potential, and the rest.
typedef struct power_sum {
    lane_sum conservative, other;
} power_sum;

typedef struct lane_account {
    lane_sum sums[ACCOUNT_COUNT];
    power_sum powers[UNIFORM_FORCES_MAX];
} lane_account;

/// Sums over the bodies that forces move.
enum total_sum { TOTAL_KINETIC, TOTAL_POTENTIAL, TOTAL_P, TOTAL_L = 5, TOTAL_COUNT = 8 };

/// A range of bodies as streams (kernels/streams.h), and the features that occur among them.
typedef struct sweep {
    const double *from; // moving streams to read
    double *to;         // moving streams to write; may equal `from`
    double *fixed;
    size_t stride;      // doubles from one stream to the next
    size_t begin, end;  // first body and end; multiples of the lane count
    bool is_past_cache; // 1: stores bypass the cache, because the results are not read again soon
    bool has_locks, has_driven, has_damping, has_pivots, has_carried, has_applied;
    // used only for these features and to evaluate forces; otherwise may be NULL
    const double *features, *applied;
    double *wrench, *predicted;
    lane_account *accounts; // one account for each kick with its drift; may be NULL
} sweep;

/// A kick of the momenta by the wrench for `kick` seconds, then a drift of the pose for `drift` seconds. Either may be
/// 0.
typedef struct kick_drift {
    double kick, drift;
    turn_kind turn;
} kick_drift;

/// A whole step of size h by a splitting method, for bodies on which only weight, applied wrenches and uniform forces
/// act.
typedef struct split_step {
    const composition *c;
    double h;
    turn_kind turn;
    gyre_vec3 gravity;
    const uniform_forces *forces; // NULL without forces
} split_step;

/// A state vector of a solver: the streams of states (kernels/streams.h) without carried momenta.
typedef struct solver_streams {
    const double *y;
    size_t stride; // doubles from one stream to the next
    double *out;   // streams to write: states or derivatives
    size_t out_stride;
} solver_streams;

typedef struct kernel_table {
    const char *name;
    int lanes;
    bool is_built; // 0: the table has no functions, because the target of this build lacks the instructions
    /// True if every lane rounds a product before adding to it, as the reproducible results require.
    bool (*rounds_products)(void);
    void (*kick_drift)(const sweep *s, const kick_drift *p);
    /// Sets the wrench of every body in s->from to its weight in uniform gravity.
    void (*set_weights)(const sweep *s, gyre_vec3 gravity);
    /// Adds uniform forces to the wrenches, evaluated at the poses of s->from and at `momenta` (P, then L).
    void (*add_forces)(const sweep *s, const double *momenta, const uniform_forces *forces);
    /// Adds the power of uniform forces, evaluated likewise, to s->accounts, for a kick of `kick` seconds from s->from
    /// by the present wrench.
    void (*account_powers)(const sweep *s, const double *momenta, const uniform_forces *forces, double kick);
    /// Writes the momenta after a kick of `kick` seconds by the present wrench to the predicted streams.
    void (*predict_momenta)(const sweep *s, double kick);
    /// Returns the first bad body of s->to, with a non-finite number or an orientation of length 0; s->end if there is
    /// no bad body.
    size_t (*first_bad)(const sweep *s);
    /// Computes all kicks and drifts of a step, then first_bad; bit-identical to separate calls of set_weights,
    /// add_forces and kick_drift. It does not use the wrench streams, and a body stays in the cache for the whole step.
    size_t (*split_step)(const sweep *s, const split_step *f);
    /// Copies states (in place if y == out) and normalises their orientations. Returns a lane group that may have a
    /// non-finite number or an orientation of length 0, or s->end.
    size_t (*normalize)(const sweep *s, const solver_streams *v);
    /// Evaluates dY/dt with the present wrenches. Returns a lane group whose wrench may be non-finite, or s->end.
    size_t (*differentiate)(const sweep *s, const solver_streams *v);
    /// Hashes the state of each body in s->from, starting with the body's element of `digests`, into this element.
    void (*digest)(const sweep *s, uint64_t *digests);
    /// Adds energies (potential energy in gravity only) and momenta (L about the origin) in s->from to sums.
    void (*sum_up)(const sweep *s, gyre_vec3 gravity, lane_sum sums[TOTAL_COUNT]);
} kernel_table;

#define X(name, lanes) extern const kernel_table gyre_kernel_##name; // kernel_<name>.c
#include "kernels/types.def"
#undef X

/// Returns the i-th row of types.def; NULL after the last.
const kernel_table *gyre_kernel(int index);

/// True if the kernel is in this build and runs on this CPU.
bool gyre_kernel_can_run(const kernel_table *kernel);

/// Returns the widest kernel that can run.
const kernel_table *gyre_kernel_best(void);

/// Returns the kernel with this name; NULL if there is no such kernel or it cannot run.
const kernel_table *gyre_kernel_find(const char *name);

// The name of the table that kernel_<type>.c defines.
#define KERNEL_JOIN(a, b) a##b
#define KERNEL_EXPAND(a, b) KERNEL_JOIN(a, b)
#define KERNEL_TABLE KERNEL_EXPAND(gyre_kernel_, KERNEL_NAME)
#define KERNEL_QUOTE(a) #a
#define KERNEL_QUOTE_VALUE(a) KERNEL_QUOTE(a)
#define KERNEL_TEXT KERNEL_QUOTE_VALUE(KERNEL_NAME)
