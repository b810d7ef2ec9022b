/// Loops over many bodies, one table of functions per width of `real`. Nothing here knows a world: arrays in, arrays
/// out.
#pragma once

#include "gyre/forces.h"
#include "gyre/math.h"

#include "integrators/composition.h"
#include "kernels/lane_sum.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a drift turns bodies.
typedef enum turn_kind { TURN_EXACT, TURN_QUATERNION, TURN_EXPONENTIAL } turn_kind;

/// What a kick and the drift after it do to the accounts of a ledger, summed over bodies.
enum account_sum {
    ACCOUNT_IMPULSE,                     // 3 [kg m/s]
    ACCOUNT_ANGULAR_IMPULSE = 3,         // 3, about the origin [kg m^2/s]
    ACCOUNT_APPLIED = 6,                 // work of what was applied [J]
    ACCOUNT_DAMPED_IMPULSE,              // 3: the same by damping
    ACCOUNT_DAMPED_ANGULAR_IMPULSE = 10, // 3
    ACCOUNT_DISSIPATED = 13,             // [J]
    ACCOUNT_COUNT
};

/// Forces that act on every body alike, at the kicks of a flight; in stages at kick 0.
enum { UNIFORM_FORCES_MAX = 8, KICKS_MAX = COMPOSITION_DRIFTS_MAX + 1 };

typedef struct uniform_force {
    gyre_force_kind kind;                    // that acts on one body: neither a callback nor mutual
    const gyre_force_parameters *parameters; // resolved, and right for all bodies
    double factor[KICKS_MAX];                // window and profile; 0: does not act
} uniform_force;

typedef struct uniform_forces {
    uniform_force force[UNIFORM_FORCES_MAX];
    int count;
    bool need_velocities;
    double t[KICKS_MAX];
    gyre_vec3 gravity;
} uniform_forces;

/// The power of a force on all bodies [W]: of what follows from its potential, and of the rest.
typedef struct power_sum {
    lane_sum conservative, other;
} power_sum;

typedef struct lane_account {
    lane_sum sums[ACCOUNT_COUNT];
    power_sum powers[UNIFORM_FORCES_MAX];
} lane_account;

/// Sums over the bodies that forces move.
enum total_sum { TOTAL_KINETIC, TOTAL_POTENTIAL, TOTAL_P, TOTAL_L = 5, TOTAL_COUNT = 8 };

/// The bodies of a sweep, as streams (kernels/streams.h), and what none of them has: uniform questions are asked once.
typedef struct sweep {
    const double *from; // moving streams to read
    double *to;         // moving streams to write; may be the same
    double *fixed;
    size_t stride;      // doubles from one stream to the next
    size_t begin, end;  // of the bodies; both are multiples of the lanes
    bool is_past_cache; // what is written is not read again for long: it need not stay in the cache
    bool has_locks, has_driven, has_damping, has_pivots, has_carried, has_applied;
    // read only where the above say so, and where forces are evaluated: NULL in worlds that have none
    const double *features, *applied;
    double *wrench, *guess;
    lane_account *accounts; // where each kick with its drift is taken down; NULL: nobody wants to know
} sweep;

/// First momenta by the wrench for `kick` seconds, then the pose for `drift` seconds. Either may be 0.
typedef struct push {
    double kick, drift;
    turn_kind turn;
} push;

/// A whole step of size h, for bodies on which nothing acts but weight, what was applied, and uniform forces.
typedef struct flight {
    const composition *c;
    double h;
    turn_kind turn;
    gyre_vec3 gravity;
    const uniform_forces *forces; // NULL: none
} flight;

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
    bool is_built; // else it has no functions: the target of this build lacks the instructions
    /// Whether a product is rounded before something is added to it, in every lane: it was compiled as it must be.
    bool (*rounds_products)(void);
    void (*push)(const sweep *s, const push *p);
    /// Sets the wrench of every body in s->from to that of uniform gravity.
    void (*weigh)(const sweep *s, gyre_vec3 gravity);
    /// Adds forces to the wrenches: poses from s->from, momenta (P, then L) from elsewhere.
    void (*pull)(const sweep *s, const double *momenta, const uniform_forces *forces);
    /// Takes down their power, evaluated there, in a kick of `kick` seconds from s->from by the present wrench.
    void (*account_pulls)(const sweep *s, const double *momenta, const uniform_forces *forces, double kick);
    /// The momenta that the present wrench would give after `kick` seconds, into the guess streams.
    void (*guess)(const sweep *s, double kick);
    /// The first body of s->to with a number that is none or an orientation that has no length; s->end when all are
    /// well.
    size_t (*first_bad)(const sweep *s);
    /// Weigh and push for every kick and drift of a composition, then first_bad, with the same bits, but in one go:
    /// every number of a body is read once and written once, and the wrench streams are not touched.
    size_t (*fly)(const sweep *s, const flight *f);
    /// Copies states, which may stay where they are, and brings orientations to unit length. Returns a lane group that
    /// may have a non-finite number or an orientation without length, or s->end.
    size_t (*normalize)(const sweep *s, const solver_streams *v);
    /// Evaluates dY/dt with the present wrenches. Returns a lane group whose wrench may be non-finite, or s->end.
    size_t (*differentiate)(const sweep *s, const solver_streams *v);
    /// A hash of the state in s->from, body by body; each begins with what `digests` holds, from the first body on.
    void (*digest)(const sweep *s, uint64_t *digests);
    /// Energies (potential: in gravity) and momenta (L about the origin) in s->from, added to sums.
    void (*sum_up)(const sweep *s, gyre_vec3 gravity, lane_sum sums[TOTAL_COUNT]);
} kernel_table;

#define X(name, lanes) extern const kernel_table gyre_kernel_##name; // kernel_<name>.c
#include "kernels/types.def"
#undef X

/// The i-th row of types.def; NULL past the last one.
const kernel_table *gyre_kernel(int index);

/// Whether the kernel is in this build and runs on this CPU.
bool gyre_kernel_can_run(const kernel_table *kernel);

/// The widest one that can run.
const kernel_table *gyre_kernel_best(void);

/// The one with this name, if it can run; NULL otherwise.
const kernel_table *gyre_kernel_find(const char *name);

// What a kernel_<type>.c calls its table.
#define KERNEL_JOIN(a, b) a##b
#define KERNEL_EXPAND(a, b) KERNEL_JOIN(a, b)
#define KERNEL_TABLE KERNEL_EXPAND(gyre_kernel_, KERNEL_NAME)
#define KERNEL_QUOTE(a) #a
#define KERNEL_QUOTE_VALUE(a) KERNEL_QUOTE(a)
#define KERNEL_TEXT KERNEL_QUOTE_VALUE(KERNEL_NAME)
