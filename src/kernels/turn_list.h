/// Exact turns that are too long for the short formula.
///
/// Bodies that need the same formula are listed until there is one for every lane, wherever in the sweep they are; then
/// they turn together. (Computing every formula that occurs in a group of eight random spins takes twice as long.)
#pragma once

#include "kernels/kernel.h"
#include "kernels/streams.h"
#include "motion/drift.h"

/// Input of the turn of a lane group.
typedef struct turn_input {
    quat q;                    // before the turn
    vec3 m;                    // momentum, body frame
    vec3 inertia, inv_inertia; // principal moments and their inverses
    real time;
    real factor; // of m after the turn, by damping
} turn_input;

enum { TURN_INPUT_REALS = sizeof(turn_input) / sizeof(real) };

/// Bodies of one class.
typedef struct turn_list {
    int count;
    size_t body[GYRE_LANES];
    turn_input input;
} turn_list;

/// LONG_TURN lists bodies with one substep; the two lists after the classes, those with two and with more.
enum { TURN_LIST_COUNT = TURN_CLASS_COUNT + 2 };

typedef struct turn_lists {
    bool is_suspect; // an orientation after a turn may be non-finite
    turn_list of[TURN_LIST_COUNT];
} turn_lists;

PURE void clear_lists(turn_lists *lists) {
    lists->is_suspect = false;
    for (int n = 0; n < TURN_LIST_COUNT; n++)
        lists->of[n].count = 0;
}

PURE void copy_lane(turn_input *to, int to_lane, const turn_input *from, int from_lane) {
    for (int n = 0; n < TURN_INPUT_REALS; n++)
        put_lane_in((real *)to + n, to_lane, lane_in((const real *)from + n, from_lane));
}

// Turns a lane group; returns true if an orientation may be non-finite.
PURE bool turn_lanes(turn_input *in) {
    rotor c = rotor_of(in->inertia, in->inv_inertia);
    turn_mixed_lanes(&c, &in->time, &in->q, &in->m);
    in->m = scale(in->factor, in->m);
    return any(negated(ZERO * quat_dot(in->q, in->q) == ZERO));
}

/// Turns the listed bodies and writes their orientations, and momenta where carried, to s->to. Unused lanes repeat the
/// first body.
OUT_OF_LINE void turn_listed(const sweep *s, turn_list *list, bool *is_suspect) {
    turn_input *in = &list->input;
    for (int k = list->count; k < GYRE_LANES; k++)
        copy_lane(in, k, in, 0);
    if (turn_lanes(in)) *is_suspect = true;
    for (int k = 0; k < list->count; k++) {
        double *q = s->to + STREAM_Q * s->stride + list->body[k], *m = s->to + STREAM_M * s->stride + list->body[k];
        for (size_t n = 0; n < 4; n++)
            q[n * s->stride] = lane_in(&in->q.w + n, k);
        for (size_t n = 0; n < 3 && s->has_carried; n++)
            m[n * s->stride] = lane_in(&in->m.x + n, k);
    }
    list->count = 0;
}

// The same for a group from body i on, all of one class.
OUT_OF_LINE void turn_group(const sweep *s, size_t i, turn_input *in, bool *is_suspect) {
    if (turn_lanes(in)) *is_suspect = true;
    store_quat(s->to + STREAM_Q * s->stride, s->stride, i, in->q);
    if (s->has_carried) store_vec3(s->to + STREAM_M * s->stride, s->stride, i, in->m);
}

// The list of each lane, as a number.
PURE real list_of(const free_spin *spin, const turn_input *input) {
    rotor c = rotor_of(input->inertia, input->inv_inertia);
    real class = turn_class_of(spin, &c, input->time), theta2 = theta_squared(spin, input->time);
    real longer = pick(theta2 > splat(4 * LONG_THETA * LONG_THETA), ONE, ZERO);
    mask has_substeps = both(class == splat(LONG_TURN), theta2 > splat(LONG_THETA * LONG_THETA));
    return pick(has_substeps, splat(TURN_CLASS_COUNT) + longer, class);
}

/// Lists the bodies of the group that begins with body i, and turns those whose list is full. Turns the whole group if
/// all of it belongs to one list.
PURE void list_turns(turn_lists *lists, const sweep *s, size_t i, const free_spin *spin, turn_input *input) {
    const real which = list_of(spin, input);
    if (!any(which != splat(lane(which, 0)))) {
        turn_group(s, i, input, &lists->is_suspect);
        return;
    }
    for (int k = 0; k < GYRE_LANES; k++) {
        turn_list *list = &lists->of[(int)lane_in(&which, k)];
        copy_lane(&list->input, list->count, input, k);
        list->body[list->count++] = i + (size_t)k;
        if (list->count == GYRE_LANES) turn_listed(s, list, &lists->is_suspect);
    }
}

/// Turns the bodies that are still listed.
PURE void turn_rest(turn_lists *lists, const sweep *s) {
    for (int n = 0; n < TURN_LIST_COUNT; n++)
        if (lists->of[n].count > 0) turn_listed(s, &lists->of[n], &lists->is_suspect);
}
