/// Sums of impulse, work and dissipation of kicks and drifts, for the energy ledger.
#pragma once

#include "kernels/body_drift.h"
#include "kernels/lane_sum_add.h"

/// True for bodies that forces move; all other bodies, and padding, are stored without mass.
PURE mask responds_to_forces(const sweep *s, size_t i) {
    return load_real(s->fixed + STREAM_MASS * s->stride + i) > ZERO;
}

// v and w in the middle of a kick: the means of the values before and after the kick, because velocities are linear in
// the momenta.
PURE auxiliary mean_velocities(const sweep *s, size_t i, const state *Y, const wrench *W, double h) {
    state middle = *Y;
    kick_in_place(&middle, W, splat(0.5 * h));
    mat3 R = quat_to_mat3(normalized(middle.q));
    return velocities_at(s, i, &R, middle.P, middle.L);
}

// Out of line, because few worlds apply wrenches.
OUT_OF_LINE void account_applied(lane_account *to, const sweep *s, size_t i, const state *Y, const wrench *W,
                                 double h) {
    wrench applied = load_wrench(s->applied, s->stride, i);
    auxiliary A = mean_velocities(s, i, Y, W, h);
    real work = splat(h) * (dot(applied.F, A.v) + dot(applied.tau, A.w));
    lane_sum_add(&to->sums[ACCOUNT_APPLIED], i, pick(responds_to_forces(s, i), work, ZERO));
}

/// Adds the impulse of a kick from Y by W, and the work of the applied wrench: impulse times mean velocity, which is
/// the change of the kinetic energy.
PURE void account_kick(lane_account *to, const sweep *s, size_t i, const state *Y, const wrench *W, double h) {
    vec3 J = scale(splat(h), W->F);
    lane_sum_add_vec3(&to->sums[ACCOUNT_IMPULSE], i, J);
    lane_sum_add_vec3(&to->sums[ACCOUNT_ANGULAR_IMPULSE], i, add(scale(splat(h), W->tau), cross(Y->x, J)));
    if (!s->has_applied) return;
    const state copy = *Y; // copies, so that the caller's variables stay in registers
    const wrench copy_of_W = *W;
    account_applied(to, s, i, &copy, &copy_of_W, h);
}

/// Adds the effect of damping during a drift from Y. Momenta shrink by f = exp(-k h), energies by f^2. x moves along P,
/// so that x x P shrinks like P.
OUT_OF_LINE void account_damping(lane_account *to, const sweep *s, size_t i, const state *Y, double h) {
    lane_sum *sums = to->sums;
    mass_props props = load_drift_props(s, i);
    auxiliary A = auxiliary_of(Y, &props);
    damped linear, angular;
    load_damped(s, i, h, &linear, &angular);
    real change = linear.factor - ONE, change_of_spin = angular.factor - ONE;
    lane_sum_add(&sums[ACCOUNT_DISSIPATED], i,
                 HALF * dot(Y->P, A.v) * (ONE - linear.factor * linear.factor) +
                     HALF * dot(Y->L, A.w) * (ONE - angular.factor * angular.factor));
    lane_sum_add_vec3(&sums[ACCOUNT_DAMPED_IMPULSE], i, scale(change, Y->P));
    lane_sum_add_vec3(&sums[ACCOUNT_DAMPED_ANGULAR_IMPULSE], i,
                      add(scale(change_of_spin, Y->L), scale(change, cross(Y->x, Y->P))));
}

/// Increases `sums` by the energies and momenta of the bodies in s->from that forces move.
static inline void sum_up_sweep(const sweep *s, gyre_vec3 gravity, lane_sum sums[TOTAL_COUNT]) {
    vec3 g = vec3_splat(gravity), none = {ZERO, ZERO, ZERO};
    for (size_t i = s->begin; i < s->end; i += GYRE_LANES) {
        state Y = load_state(s->from, s->from + STREAM_P * s->stride, s->stride, i);
        mass_props props = load_drift_props(s, i);
        auxiliary A = auxiliary_of(&Y, &props);
        mask counts = responds_to_forces(s, i);
        vec3 P = vec3_pick(counts, times(props.free_x, Y.P), none);
        vec3 L = vec3_pick(counts, times(props.free_r, Y.L), none);
        // about a pivot, L . w / 2 is all of the kinetic energy; the potential is - M g . c at the centre of mass c
        real kinetic = HALF * (dot(Y.P, A.v) + dot(Y.L, A.w));
        vec3 c = s->has_pivots ? add(Y.x, rotate(Y.q, props.center)) : Y.x;
        lane_sum_add(&sums[TOTAL_KINETIC], i, pick(counts, kinetic, ZERO));
        lane_sum_add(&sums[TOTAL_POTENTIAL], i, pick(counts, -props.mass * dot(g, c), ZERO));
        lane_sum_add_vec3(&sums[TOTAL_P], i, P);
        lane_sum_add_vec3(&sums[TOTAL_L], i, add(L, cross(Y.x, P)));
    }
}
