/// Loops over many bodies, one table of functions per width of `real`. Nothing here knows a world: arrays in, arrays
/// out.
#pragma once

#include "gyre/math.h"

#include <stdbool.h>
#include <stddef.h>

/// How a drift turns bodies.
typedef enum turn_kind { TURN_EXACT, TURN_QUATERNION, TURN_EXPONENTIAL } turn_kind;

/// The bodies of a sweep, as streams (kernels/streams.h), and what none of them has: uniform questions are asked once.
typedef struct sweep {
    const double *from; // moving streams to read
    double *to;         // moving streams to write; may be the same
    double *fixed;
    size_t stride; // doubles from one stream to the next
    size_t count;  // of bodies, padded to whole lanes
    bool has_locks, has_driven, has_damping, has_pivots, has_carried, has_applied;
} sweep;

/// First momenta by the wrench for `kick` seconds, then the pose for `drift` seconds. Either may be 0.
typedef struct push {
    double kick, drift;
    turn_kind turn;
} push;

typedef struct kernel_table {
    const char *name;
    int lanes;
    void (*push)(const sweep *s, const push *p);
    /// Sets the wrench of every body in s->from to that of uniform gravity.
    void (*weigh)(const sweep *s, gyre_vec3 gravity);
    /// The momenta that the present wrench would give after `kick` seconds, into the guess streams.
    void (*guess)(const sweep *s, double kick);
    /// The first body of s->to with a number that is none or an orientation that has no length; s->count when all are
    /// well.
    size_t (*first_bad)(const sweep *s);
} kernel_table;

extern const kernel_table gyre_kernel_f64; // kernel_f64.c

/// The kernels this library has; NULL past the last one.
const kernel_table *gyre_kernel(int index);
