/// Forces that act on every body alike, on several bodies at a time.
#pragma once

#include "forces/pulls.h"
#include "kernels/accounts.h"

/// As forces see a lane-group: its pose with momenta that may be others than its own. Without velocities when nobody
/// asks for them, which saves most of the work.
PURE placed placed_group(const sweep *s, size_t i, const state *Y, vec3 P, vec3 L, bool needs_velocities) {
    const vec3 none = {ZERO, ZERO, ZERO};
    mass_props props = load_drift_props(s, i);
    vec3 center = s->has_pivots ? rotate(Y->q, props.center) : none;
    if (!needs_velocities) return (placed){Y->x, Y->q, none, none, center, props.mass};
    mat3 R = quat_to_mat3(normalized(Y->q));
    auxiliary A = auxiliary_from(&R, P, L, &props);
    return (placed){Y->x, Y->q, A.v, A.w, center, props.mass};
}

// Out of line: every force is in here, and nothing else needs to be compiled with it.
OUT_OF_LINE void pull_on_group(gyre_force_kind kind, const gyre_force_parameters *p, double factor, const placed *a,
                               const surroundings *around, pull *out) {
    pull whole = pull_of(kind, a, p, around);
    *out = (pull){
        load_scaled(splat(factor), &whole.conservative),
        load_scaled(splat(factor), &whole.other),
        splat(factor) * whole.potential,
    };
}

/// The k-th evaluation of all forces, at a; pulls of those that do not act are left as they are.
PURE void pulls_on_group(const uniform_forces *forces, int k, const placed *a, pull *out_pulls) {
    const surroundings around = {forces->t[k], forces->gravity};
    for (int n = 0; n < forces->count; n++) {
        const uniform_force *f = &forces->force[n];
        if (f->factor[k] != 0) pull_on_group(f->kind, f->parameters, f->factor[k], a, &around, &out_pulls[n]);
    }
}

/// W and all pulls, where there is a mass: elsewhere (bodies that forces do not move, padding) W as it is.
PURE wrench plus_pulls(wrench W, const uniform_forces *forces, int k, const placed *a, const pull *pulls) {
    wrench sum = W;
    for (int n = 0; n < forces->count; n++) {
        if (forces->force[n].factor[k] == 0) continue;
        wrench conservative = wrench_of(&pulls[n].conservative), other = wrench_of(&pulls[n].other);
        sum.F = add(sum.F, add(conservative.F, other.F));
        sum.tau = add(sum.tau, add(conservative.tau, other.tau));
    }
    mask counts = a->mass > ZERO;
    return (wrench){vec3_pick(counts, sum.F, W.F), vec3_pick(counts, sum.tau, W.tau)};
}

/// Takes down the power of each force during a kick from Y by W.
PURE void account_pulls(lane_account *to, const uniform_forces *forces, int k, const sweep *s, size_t i, const state *Y,
                        const wrench *W, double h, const pull *pulls) {
    auxiliary A = mean_velocities(s, i, Y, W, h);
    mask counts = responds_to_forces(s, i);
    for (int n = 0; n < forces->count; n++) {
        if (forces->force[n].factor[k] == 0) continue;
        real conservative = power_of(&pulls[n].conservative, A.v, A.w), other = power_of(&pulls[n].other, A.v, A.w);
        lane_sum_add(&to->powers[n].conservative, i, pick(counts, conservative, ZERO));
        lane_sum_add(&to->powers[n].other, i, pick(counts, other, ZERO));
    }
}

// ---- in stages ----

static void add_forces_sweep(const sweep *s, const double *momenta, const uniform_forces *forces) {
    double *wrenches = s->wrench;
    pull pulls[UNIFORM_FORCES_MAX];
    for (size_t i = s->begin; i < s->end; i += GYRE_LANES) {
        state Y = load_state(s->from, momenta, s->stride, i);
        placed a = placed_group(s, i, &Y, Y.P, Y.L, forces->need_velocities);
        pulls_on_group(forces, 0, &a, pulls);
        wrench W = load_wrench(wrenches, s->stride, i);
        store_wrench(wrenches, s->stride, i, plus_pulls(W, forces, 0, &a, pulls));
    }
}

static void account_powers_sweep(const sweep *s, const double *momenta, const uniform_forces *forces, double kick) {
    pull pulls[UNIFORM_FORCES_MAX];
    for (size_t i = s->begin; i < s->end; i += GYRE_LANES) {
        state Y = load_state(s->from, s->from + STREAM_P * s->stride, s->stride, i);
        wrench at = load_wrench(momenta, s->stride, i); // P and L
        placed a = placed_group(s, i, &Y, at.F, at.tau, forces->need_velocities);
        pulls_on_group(forces, 0, &a, pulls);
        wrench W = load_net_wrench(s, i);
        account_pulls(&s->accounts[0], forces, 0, s, i, &Y, &W, kick, pulls);
    }
}
