/// Exact turns that are too long for the short formula.
///
/// Bodies from the whole sweep that need the same formula are listed, and turn together when they fill all lanes of a
/// batch. (Separate lists for each batch of bodies took a third longer at spins up to 60 rad/s.)
#pragma once

#include "kernels/kernel.h"
#include "kernels/streams.h"
#include "kernels/turn_batch.h"
#include "motion/drift.h"

/// Input of the turn of a lane group.
typedef struct turn_input {
    quat q;                    // before the turn
    vec3 m;                    // momentum, body frame
    vec3 inertia, inv_inertia; // principal moments and their inverses
    real time;
    real factor; // damping factor of m after the turn
} turn_input;

enum { TURN_INPUT_REALS = sizeof(turn_input) / sizeof(real) };

/// Bodies that turn by the same formula.
typedef struct turn_list {
    int count;
    size_t body[BATCH * GYRE_LANES];
    turn_input input[BATCH];
} turn_list;

/// One list for each class of turns, and another list for LONG_TURN with several substeps.
enum { SEVERAL_SUBSTEPS = TURN_CLASS_COUNT, TURN_LIST_COUNT };

#define ONE_SUBSTEP_THETA 0.98 ///< below LONG_THETA in spite of rounding errors

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

// Turns by one step of a rule, in two passes: divisions and roots of one group overlap with other operations of the
// next group.
PURE void turn_batch_by_rule(turn_input *in, int groups, const twist_rule *rule) {
    free_spin spin[BATCH];
    orbit_place places[BATCH][PLACES_MAX];
    for (int j = 0; j < groups; j++) {
        rotor c = rotor_of(in[j].inertia, in[j].inv_inertia);
        spin[j] = free_spin_of(in[j].m, &c);
        rule_places(&spin[j], in[j].time, rule, places[j]);
    }
    for (int j = 0; j < groups; j++) {
        rotor c = rotor_of(in[j].inertia, in[j].inv_inertia);
        in[j].q = turn_by_places(&spin[j], &c, in[j].q, &in[j].m, in[j].time, rule, places[j]);
    }
}

PURE void turn_by_class(turn_input *in, int list) {
    rotor c = rotor_of(in->inertia, in->inv_inertia);
    if (list == ROUND_TURN)
        in->q = symmetric_turn(&c, in->q, &in->m, in->time);
    else
        turn_mixed_lanes(&c, &in->time, &in->q, &in->m);
}

// Turns lane groups of one list.
OUT_OF_LINE void turn_inputs(turn_input *in, int groups, int list) {
    if (list == MIDDLE_TURN)
        turn_batch_by_rule(in, groups, &MIDDLE_RULE);
    else if (list == LONG_TURN)
        turn_batch_by_rule(in, groups, &LONG_RULE);
    else
        for (int j = 0; j < groups; j++)
            turn_by_class(&in[j], list);
}

PURE bool is_turn_suspect(const turn_input *in) { return any(negated(ZERO * quat_dot(in->q, in->q) == ZERO)); }

/// Turns the listed bodies and writes their orientations and carried momenta to s->to. Unused lanes repeat the
/// first body.
OUT_OF_LINE void turn_listed(const sweep *s, turn_lists *lists, int which) {
    turn_list *list = &lists->of[which];
    int groups = (list->count + GYRE_LANES - 1) / GYRE_LANES;
    for (int k = list->count; k < groups * GYRE_LANES; k++)
        copy_lane(&list->input[groups - 1], k % GYRE_LANES, &list->input[0], 0);
    turn_inputs(list->input, groups, which);
    for (int j = 0; j < groups; j++) {
        list->input[j].m = scale(list->input[j].factor, list->input[j].m);
        if (is_turn_suspect(&list->input[j])) lists->is_suspect = true;
    }
    for (int k = 0; k < list->count; k++) {
        const turn_input *turned = &list->input[k / GYRE_LANES];
        double *q = s->to + STREAM_Q * s->stride + list->body[k], *m = s->to + STREAM_M * s->stride + list->body[k];
        for (size_t n = 0; n < 4; n++)
            q[n * s->stride] = lane_in(&turned->q.w + n, k % GYRE_LANES);
        for (size_t n = 0; n < 3 && s->has_carried; n++)
            m[n * s->stride] = lane_in(&turned->m.x + n, k % GYRE_LANES);
    }
    list->count = 0;
}

// The same for the group that begins with body i, if all its bodies are on one list.
OUT_OF_LINE void turn_group(const sweep *s, size_t i, turn_input *in, int which, bool *is_suspect) {
    turn_inputs(in, 1, which);
    if (is_turn_suspect(in)) *is_suspect = true;
    store_quat(s->to + STREAM_Q * s->stride, s->stride, i, in->q);
    if (s->has_carried) store_vec3(s->to + STREAM_M * s->stride, s->stride, i, scale(in->factor, in->m));
}

// The index of each lane's list, as a number.
PURE real list_of(const free_spin *spin, const turn_input *input) {
    rotor c = rotor_of(input->inertia, input->inv_inertia);
    real class = turn_class_of(spin, &c, input->time);
    mask is_longer = theta_squared(spin, input->time) > splat(ONE_SUBSTEP_THETA * ONE_SUBSTEP_THETA);
    return pick(both(class == splat(LONG_TURN), is_longer), splat(SEVERAL_SUBSTEPS), class);
}

/// Lists the bodies of the group that begins with body i, and turns those whose list is full. A group turns at once if
/// all its bodies go to the same list and batches do not make that list's formula faster.
PURE void list_turns(turn_lists *lists, const sweep *s, size_t i, const free_spin *spin, turn_input *input) {
    const real which = list_of(spin, input);
    int first = (int)lane(which, 0);
    if (!any(which != splat(first)) && first != MIDDLE_TURN && first != LONG_TURN) {
        turn_group(s, i, input, first, &lists->is_suspect);
        return;
    }
    for (int k = 0; k < GYRE_LANES; k++) {
        int n = (int)lane_in(&which, k);
        turn_list *list = &lists->of[n];
        copy_lane(&list->input[list->count / GYRE_LANES], list->count % GYRE_LANES, input, k);
        list->body[list->count++] = i + (size_t)k;
        if (list->count == BATCH * GYRE_LANES) turn_listed(s, lists, n);
    }
}

/// Turns the bodies that are still listed.
PURE void turn_rest(turn_lists *lists, const sweep *s) {
    for (int n = 0; n < TURN_LIST_COUNT; n++)
        if (lists->of[n].count > 0) turn_listed(s, lists, n);
}
