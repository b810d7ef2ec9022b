/// The exact drift of several lane-groups side by side.
///
/// One after the other they would each be a chain of some three hundred dependent operations, longer than a CPU looks
/// ahead. In passes over a few groups (spin, twist, turn) there is another group to go on with. And lanes that turn too
/// far for the usual formula find others of their kind in the flock, to be turned together at full width.
#pragma once

#include "kernels/body_drift.h"

enum { FLOCK = 8 }; // lane-groups; their numbers stay in the first-level cache

typedef struct flock {
    state Y[FLOCK];
    vec3 m[FLOCK]; // carried
    // between the passes of a drift
    free_spin spin[FLOCK];
    rotor c[FLOCK];
    damped linear[FLOCK], angular[FLOCK];
    real g[FLOCK]; // twist
    twist_end end[FLOCK];
    // of groups in which some lanes do not turn by the short rule
    unsigned mixed, far; // one bit each; far: not one of its lanes is short
    real class[FLOCK];
    quat q_other[FLOCK];
    vec3 m_other[FLOCK];
} flock;

// ---- lanes that turn far ----

/// Lanes of one class, from anywhere in the flock.
typedef struct lane_pack {
    int count;
    int group[GYRE_LANES], lane[GYRE_LANES];
} lane_pack;

PURE void move_lane(real *to, int to_lane, const real *from, int from_lane) {
    put_lane_in(to, to_lane, lane_in(from, from_lane));
}

PURE void move_lane_vec3(vec3 *to, int to_lane, const vec3 *from, int from_lane) {
    move_lane(&to->x, to_lane, &from->x, from_lane);
    move_lane(&to->y, to_lane, &from->y, from_lane);
    move_lane(&to->z, to_lane, &from->z, from_lane);
}

PURE void move_lane_quat(quat *to, int to_lane, const quat *from, int from_lane) {
    move_lane(&to->w, to_lane, &from->w, from_lane);
    move_lane(&to->x, to_lane, &from->x, from_lane);
    move_lane(&to->y, to_lane, &from->y, from_lane);
    move_lane(&to->z, to_lane, &from->z, from_lane);
}

// Turns what is in the pack; places that are left are filled with the first lane once more.
RARE void turn_pack(flock *f, lane_pack *pack) {
    rotor c = f->c[pack->group[0]];
    real h = f->angular[pack->group[0]].time;
    quat q = f->Y[pack->group[0]].q;
    vec3 m = f->spin[pack->group[0]].m;
    for (int k = 0; k < GYRE_LANES; k++) {
        int from = k < pack->count ? k : 0, group = pack->group[from], in = pack->lane[from];
        move_lane_vec3(&c.inertia, k, &f->c[group].inertia, in);
        move_lane_vec3(&c.inv_inertia, k, &f->c[group].inv_inertia, in);
        move_lane_vec3(&c.b, k, &f->c[group].b, in);
        move_lane(&h, k, &f->angular[group].time, in);
        move_lane_quat(&q, k, &f->Y[group].q, in);
        move_lane_vec3(&m, k, &f->spin[group].m, in);
    }
    turn_mixed_lanes(&c, &h, &q, &m);
    for (int k = 0; k < pack->count; k++) {
        move_lane_quat(&f->q_other[pack->group[k]], pack->lane[k], &q, k);
        move_lane_vec3(&f->m_other[pack->group[k]], pack->lane[k], &m, k);
    }
    pack->count = 0;
}

// The lanes of mixed groups that are not short: a group of one class at once, others class by class.
RARE void turn_others(flock *f) {
    lane_pack packs[TURN_CLASS_COUNT] = {{0}};
    for (int j = 0; j < FLOCK; j++) {
        if (!(f->mixed & (1u << j))) continue;
        f->q_other[j] = f->Y[j].q;
        f->m_other[j] = f->spin[j].m;
        if (!any(negated(f->class[j] == splat(lane(f->class[j], 0))))) {
            turn_mixed_lanes(&f->c[j], &f->angular[j].time, &f->q_other[j], &f->m_other[j]);
            continue;
        }
        for (int k = 0; k < GYRE_LANES; k++) {
            int class = (int)lane_in(&f->class[j], k);
            if (class == SHORT_TURN) continue;
            lane_pack *pack = &packs[class];
            pack->group[pack->count] = j;
            pack->lane[pack->count] = k;
            if (++pack->count == GYRE_LANES) turn_pack(f, pack);
        }
    }
    for (int class = 0; class < TURN_CLASS_COUNT; class ++)
        if (packs[class].count > 0) turn_pack(f, &packs[class]);
}

// ---- the passes ----

// Position, and how the body spins.
PURE void begin_drift(flock *f, int j, const sweep *s, size_t i, double h) {
    mass_props props = load_drift_props(s, i);
    state *Y = &f->Y[j];
    load_damped(s, i, h, &f->linear[j], &f->angular[j]);
    Y->x = add(Y->x, scale(f->linear[j].time, scale(props.inv_mass, Y->P)));
    vec3 m = body_momentum(Y, f->m[j], s, i);
    if (s->has_locks) m = vec3_pick(props.is_rotation_locked, (vec3){ZERO, ZERO, ZERO}, m);
    f->c[j] = rotor_of_body(&props);
    f->spin[j] = free_spin_of(m, &f->c[j]);
    if (!any(negated(is_short_turn(&f->spin[j], f->angular[j].time)))) return;
    f->mixed |= 1u << j;
    f->class[j] = turn_class_of(&f->spin[j], &f->c[j], f->angular[j].time);
    if (!any(f->class[j] == splat(SHORT_TURN))) f->far |= 1u << j;
}

// A body with rotation locks turns evenly about its axis; one that stands still keeps its bits.
PURE quat locked_turn(const state *Y, const mass_props *props, real h) {
    mat3 R = quat_to_mat3(Y->q);
    vec3 w = locked_angular_velocity(&R, Y->L, props);
    return quat_pick(is_zero(w), Y->q, exponential_turn(Y->q, w, h));
}

// Orientation, and what damping leaves of the momenta.
PURE void end_drift(flock *f, int j, const sweep *s, size_t i) {
    state *Y = &f->Y[j];
    vec3 m;
    quat q;
    if (f->far & (1u << j)) {
        m = f->m_other[j];
        q = f->q_other[j];
    } else {
        q = turn_by_twist(&f->spin[j], f->g[j], &f->end[j], Y->q, &m, SHORT_RULE.is_short);
        if (f->mixed & (1u << j)) keep_lanes(f->class[j] > splat(SHORT_TURN), f -> q_other[j], f -> m_other[j], &q, &m);
    }
    if (s->has_locks) {
        mass_props props = load_drift_props(s, i);
        if (any(props.is_rotation_locked))
            q = quat_pick(props.is_rotation_locked, locked_turn(Y, &props, f->angular[j].time), q);
    }
    Y->q = q;
    damp_body(Y, &m, s, &f->linear[j], &f->angular[j]);
    if (s->has_carried) f->m[j] = m;
}

/// x and q of `count` groups from body i on, after a time h.
PURE void drift_flock(flock *f, int count, const sweep *s, size_t i, double h) {
    f->mixed = f->far = 0;
    for (int j = 0; j < count; j++)
        begin_drift(f, j, s, i + (size_t)j * GYRE_LANES, h);
    if (f->mixed) turn_others(f);
    for (int j = 0; j < count; j++)
        if (!(f->far & (1u << j)))
            f->g[j] = twist_of(&f->spin[j], &f->c[j], f->angular[j].time, &SHORT_RULE, &f->end[j]);
    for (int j = 0; j < count; j++)
        end_drift(f, j, s, i + (size_t)j * GYRE_LANES);
}
