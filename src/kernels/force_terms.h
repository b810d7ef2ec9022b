/// Evaluates forces that act on every body alike, one batch of lane groups at a time.
#pragma once

#include "forces/pulls.h"
#include "kernels/accounts.h"
#include "kernels/turn_batch.h"

/// The sums of forces on a batch, and the terms of these sums for the accounts.
typedef struct force_batch {
    int count;
    placed a[BATCH];
    wrench sum[BATCH];
    pull (*terms)[BATCH]; // of each force; NULL without accounts
} force_batch;

/// A lane group as the input of forces: its pose, with given momenta P and L. Computes velocities only if they are
/// needed (else 0), because they are most of the work.
PURE placed placed_group(const sweep *s, size_t i, const state *Y, quat unit, vec3 P, vec3 L, bool needs_velocities) {
    const vec3 zero = {ZERO, ZERO, ZERO};
    real mass = load_real(s->fixed + STREAM_MASS * s->stride + i);
    vec3 center = zero;
    if (s->has_pivots) center = rotate(Y->q, load_vec3(s->features + FEATURE_CENTER * s->stride, s->stride, i));
    if (!needs_velocities) return (placed){Y->x, Y->q, zero, zero, center, mass};
    mat3 R = quat_to_mat3(unit);
    auxiliary A = velocities_at(s, i, &R, P, L);
    return (placed){Y->x, Y->q, A.v, A.w, center, mass};
}

// Adds factor times a force to a sum, and returns that product in *out_term unless it is NULL.
PURE void add_term(const pull *force, double factor, wrench *sum, pull *out_term) {
    pull term = {
        load_scaled(splat(factor), &force->conservative),
        load_scaled(splat(factor), &force->other),
        splat(factor) * force->potential,
    };
    wrench conservative = wrench_of(&term.conservative), other = wrench_of(&term.other);
    sum->F = add(sum->F, add(conservative.F, other.F));
    sum->tau = add(sum->tau, add(conservative.tau, other.tau));
    if (out_term) *out_term = term;
}

#define TERM_alone(name)                                                                                               \
    case GYRE_FORCE_##name:                                                                                            \
        for (int j = 0; j < batch->count; j++) {                                                                       \
            pull force = name##_pull(&batch->a[j], &f->parameters->name, around);                                      \
            add_term(&force, f->factor[k], &batch->sum[j], terms ? &terms[j] : NULL);                                  \
        }                                                                                                              \
        return;
#define TERM_pair(name) TERM_alone(name)
#define TERM_block(name)

// Adds one force at kick k. Every kind has a separate loop, from which the compiler removes terms that are 0. Out of
// line: callers do not each contain the code of all forces.
OUT_OF_LINE void add_force(force_batch *batch, const uniform_force *f, int k, const surroundings *around, pull *terms) {
    switch ((int)f->kind) {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) TERM_##reach(name)
#include "gyre/forces.def"
    default:
        return;
    }
}

#undef TERM_alone
#undef TERM_pair
#undef TERM_block

/// Adds all forces at kick k.
PURE void add_forces(force_batch *batch, const uniform_forces *forces, int k) {
    const surroundings around = {forces->t[k], forces->gravity};
    for (int n = 0; n < forces->count; n++)
        if (forces->force[n].factor[k] != 0)
            add_force(batch, &forces->force[n], k, &around, batch->terms ? batch->terms[n] : NULL);
}

/// The sum for bodies with a mass; W for all others (bodies that forces do not move, and padding).
PURE wrench sum_or(wrench W, const force_batch *batch, int j) {
    mask responds = batch->a[j].mass > ZERO;
    return (wrench){vec3_pick(responds, batch->sum[j].F, W.F), vec3_pick(responds, batch->sum[j].tau, W.tau)};
}

/// Adds the power of each force during a kick of the j-th group from Y by W.
PURE void account_forces(lane_account *to, const uniform_forces *forces, int k, const sweep *s, size_t i,
                         const state *Y, const wrench *W, double h, const force_batch *batch, int j) {
    auxiliary A = mean_velocities(s, i, Y, W, h);
    mask responds = responds_to_forces(s, i);
    for (int n = 0; n < forces->count; n++) {
        if (forces->force[n].factor[k] == 0) continue;
        const pull *term = &batch->terms[n][j];
        real conservative = power_of(&term->conservative, A.v, A.w), other = power_of(&term->other, A.v, A.w);
        lane_sum_add(&to->powers[n].conservative, i, pick(responds, conservative, ZERO));
        lane_sum_add(&to->powers[n].other, i, pick(responds, other, ZERO));
    }
}

// ---- stage by stage ----

static void add_forces_sweep(const sweep *s, const double *momenta, const uniform_forces *forces) {
    force_batch batch = {.terms = NULL};
    for (size_t i = s->begin; i < s->end; i += BATCH * GYRE_LANES) {
        batch.count = groups_from(s, i);
        for (int j = 0; j < batch.count; j++) {
            size_t at = i + (size_t)j * GYRE_LANES;
            state Y = load_state(s->from, momenta, s->stride, at);
            batch.a[j] = placed_group(s, at, &Y, normalized(Y.q), Y.P, Y.L, forces->need_velocities);
            batch.sum[j] = load_wrench(s->wrench, s->stride, at);
        }
        add_forces(&batch, forces, 0);
        for (int j = 0; j < batch.count; j++) {
            size_t at = i + (size_t)j * GYRE_LANES;
            store_wrench(s->wrench, s->stride, at, sum_or(load_wrench(s->wrench, s->stride, at), &batch, j));
        }
    }
}

static void account_powers_sweep(const sweep *s, const double *momenta, const uniform_forces *forces, double kick) {
    pull terms[UNIFORM_FORCES_MAX][BATCH];
    force_batch batch = {.count = 1, .terms = terms};
    for (size_t i = s->begin; i < s->end; i += GYRE_LANES) {
        state Y = load_state(s->from, s->from + STREAM_P * s->stride, s->stride, i);
        wrench at = load_wrench(momenta, s->stride, i); // P and L
        batch.a[0] = placed_group(s, i, &Y, normalized(Y.q), at.F, at.tau, forces->need_velocities);
        batch.sum[0] = load_net_wrench(s, i);
        const wrench W = batch.sum[0];
        add_forces(&batch, forces, 0);
        account_forces(&s->accounts[0], forces, 0, s, i, &Y, &W, kick, &batch, 0);
    }
}
