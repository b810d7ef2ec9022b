/// Body states as streams: one array of doubles per component, indexed by slot.
///
/// `moving` streams change in a step. A transactional world has two buffers of moving streams: a step reads one buffer
/// and writes the other. `fixed` streams exist once. Moving and fixed streams are in one slab. The other streams come
/// in groups that exist only if a body needs them; without a group every body has the values of a free body. The
/// distance between streams is not a multiple of 4096 bytes, so that the numbers of one body do not fall into the same
/// cache set. Streams are padded to whole lane groups with bodies at rest.
#pragma once

#include "forces/placed.h"
#include "forces/wrench.h"
#include "mass/mass_props.h"
#include "state/state.h"

#include <stdbool.h>
#include <stddef.h>

enum { STREAM_PADDING = 8 }; // bodies: a multiple of the widest lane count

enum moving_stream {
    STREAM_X,      // 3: reference point, the centre of mass or the pivot
    STREAM_Q = 3,  // 4
    STREAM_P = 7,  // 3
    STREAM_L = 10, // 3: about the reference point
    PLAIN_MOVING_STREAMS = 13,
    STREAM_M = 13, // 3: L in the body frame, carried for bodies with extreme moments; exists only if a body carries it
    MOVING_STREAMS = 16
};

enum fixed_stream {
    STREAM_MASS,
    STREAM_INV_MASS,
    STREAM_INERTIA,         // 3
    STREAM_INV_INERTIA = 5, // 3
    FIXED_STREAMS = 8
};

/// Properties of bodies that are not free.
enum feature_stream {
    FEATURE_LINEAR_DAMPING,
    FEATURE_ANGULAR_DAMPING,
    FEATURE_CENTER,         // 3: from the reference point to the centre of mass, body frame
    FEATURE_FREE_X = 5,     // 3: 1 free, 0 locked
    FEATURE_FREE_R = 8,     // 3
    FEATURE_IS_LOCKED = 11, // 1: the body turns about one world axis or not at all
    FEATURE_RESPONDS,       // 1: forces move the body
    FEATURE_CARRIES,        // 1: STREAM_M is in use
    FEATURE_STREAMS
};

/// Groups of streams that exist only if a body needs them. Wrenches are force, then torque; predicted are P, then L.
typedef enum stream_group {
    GROUP_FEATURES,
    GROUP_APPLIED,   // for one step
    GROUP_WRENCH,    // sum of the forces at the last evaluation
    GROUP_PREDICTED, // momenta predicted for the end of the step, for forces that depend on velocity
    GROUP_COUNT
} stream_group;

enum { WRENCH_STREAMS = 6 };

PURE vec3 load_vec3(const double *streams, size_t stride, size_t i) {
    return (vec3){load_real(streams + i), load_real(streams + stride + i), load_real(streams + 2 * stride + i)};
}

PURE void store_vec3(double *streams, size_t stride, size_t i, vec3 a) {
    store_real(streams + i, a.x);
    store_real(streams + stride + i, a.y);
    store_real(streams + 2 * stride + i, a.z);
}

PURE void store_vec3_past_cache(double *streams, size_t stride, size_t i, vec3 a) {
    store_past_cache(streams + i, a.x);
    store_past_cache(streams + stride + i, a.y);
    store_past_cache(streams + 2 * stride + i, a.z);
}

PURE quat load_quat(const double *streams, size_t stride, size_t i) {
    return quat_of(load_real(streams + i), load_vec3(streams + stride, stride, i));
}

PURE void store_quat(double *streams, size_t stride, size_t i, quat q) {
    store_real(streams + i, q.w);
    store_vec3(streams + stride, stride, i, vector_part(q));
}

/// Loads poses from `moving` and momenta (P, then L) from `momenta`.
PURE state load_state(const double *moving, const double *momenta, size_t stride, size_t i) {
    return (state){
        .x = load_vec3(moving + STREAM_X * stride, stride, i),
        .q = load_quat(moving + STREAM_Q * stride, stride, i),
        .P = load_vec3(momenta, stride, i),
        .L = load_vec3(momenta + 3 * stride, stride, i),
    };
}

PURE void store_state(double *moving, size_t stride, size_t i, const state *Y) {
    store_vec3(moving + STREAM_X * stride, stride, i, Y->x);
    store_quat(moving + STREAM_Q * stride, stride, i, Y->q);
    store_vec3(moving + STREAM_P * stride, stride, i, Y->P);
    store_vec3(moving + STREAM_L * stride, stride, i, Y->L);
}

PURE wrench load_wrench(const double *streams, size_t stride, size_t i) {
    return (wrench){load_vec3(streams, stride, i), load_vec3(streams + 3 * stride, stride, i)};
}

PURE void store_wrench(double *streams, size_t stride, size_t i, wrench W) {
    store_vec3(streams, stride, i, W.F);
    store_vec3(streams + 3 * stride, stride, i, W.tau);
}

/// The constants of bodies without locks and pivots.
PURE mass_props load_free_props(const double *fixed, size_t stride, size_t i) {
    return (mass_props){
        .mass = load_real(fixed + STREAM_MASS * stride + i),
        .inv_mass = load_real(fixed + STREAM_INV_MASS * stride + i),
        .inertia = load_vec3(fixed + STREAM_INERTIA * stride, stride, i),
        .inv_inertia = load_vec3(fixed + STREAM_INV_INERTIA * stride, stride, i),
        .free_x = {ONE, ONE, ONE},
        .free_r = {ONE, ONE, ONE},
        .is_rotation_locked = ZERO > ONE,
        .center = {ZERO, ZERO, ZERO},
    };
}

/// The constants of bodies of any kind; all bodies are free if `features` is NULL.
PURE mass_props load_props(const double *fixed, const double *features, size_t stride, size_t i) {
    mass_props m = load_free_props(fixed, stride, i);
    if (!features) return m;
    m.free_x = load_vec3(features + FEATURE_FREE_X * stride, stride, i);
    m.free_r = load_vec3(features + FEATURE_FREE_R * stride, stride, i);
    m.is_rotation_locked = load_real(features + FEATURE_IS_LOCKED * stride + i) > HALF;
    m.center = load_vec3(features + FEATURE_CENTER * stride, stride, i);
    return m;
}
