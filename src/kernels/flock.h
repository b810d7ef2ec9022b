/// The exact turns of several lane-groups side by side.
///
/// One after the other they would each be a chain of some three hundred dependent operations, longer than a CPU looks
/// ahead. In passes over a few groups (spin, end of the turn, turn) there is another group to go on with. And lanes
/// that turn too far for the usual formula find others of their kind in the flock, to be turned together at full width.
#pragma once

#include "motion/drift.h"

enum { FLOCK = 4 }; // lane-groups; their numbers stay in the first-level cache

/// A group on its way through the passes; its numbers lie together.
typedef struct turning {
    quat q; // before the turn
    free_spin spin;
    vec3 b;
    short_end end;
} turning;

typedef struct flock {
    turning g[FLOCK];
    // of groups in which some lanes do not turn by the short rule
    unsigned mixed, far; // one bit each; far: not one of its lanes is short
    rotor c[FLOCK];
    real time[FLOCK], class[FLOCK];
    quat q_other[FLOCK];
    vec3 m_other[FLOCK];
} flock;

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
OUT_OF_LINE void turn_pack(flock *f, lane_pack *pack) {
    rotor c = f->c[pack->group[0]];
    real h = f->time[pack->group[0]];
    quat q = f->g[pack->group[0]].q;
    vec3 m = f->g[pack->group[0]].spin.m;
    for (int k = 0; k < GYRE_LANES; k++) {
        int from = k < pack->count ? k : 0, group = pack->group[from], in = pack->lane[from];
        move_lane_vec3(&c.inertia, k, &f->c[group].inertia, in);
        move_lane_vec3(&c.inv_inertia, k, &f->c[group].inv_inertia, in);
        move_lane_vec3(&c.b, k, &f->c[group].b, in);
        move_lane(&h, k, &f->time[group], in);
        move_lane_quat(&q, k, &f->g[group].q, in);
        move_lane_vec3(&m, k, &f->g[group].spin.m, in);
    }
    turn_mixed_lanes(&c, &h, &q, &m);
    for (int k = 0; k < pack->count; k++) {
        move_lane_quat(&f->q_other[pack->group[k]], pack->lane[k], &q, k);
        move_lane_vec3(&f->m_other[pack->group[k]], pack->lane[k], &m, k);
    }
    pack->count = 0;
}

// The lanes of mixed groups that are not short: a group of one class at once, others class by class.
OUT_OF_LINE void turn_others(flock *f) {
    lane_pack packs[TURN_CLASS_COUNT] = {{0}};
    for (int j = 0; j < FLOCK; j++) {
        if (!(f->mixed & (1u << j))) continue;
        f->q_other[j] = f->g[j].q;
        f->m_other[j] = f->g[j].spin.m;
        if (!any(negated(f->class[j] == splat(lane(f->class[j], 0))))) {
            turn_mixed_lanes(&f->c[j], &f->time[j], &f->q_other[j], &f->m_other[j]);
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

/// A group to turn: its orientation, its momentum in body axes, and for how long.
PURE void flock_put(flock *f, int j, quat q, vec3 m, const rotor *c, real time) {
    f->g[j].q = q;
    f->g[j].spin = free_spin_of(m, c);
    f->g[j].b = c->b;
    if (!any(negated(is_short_turn(&f->g[j].spin, time)))) return;
    f->mixed |= 1u << j;
    f->c[j] = *c;
    f->time[j] = time;
    f->class[j] = turn_class_of(&f->g[j].spin, c, time);
    if (!any(f->class[j] == splat(SHORT_TURN))) f->far |= 1u << j;
}

/// The bodies of the next flock. Their numbers are asked for while this one turns, a few at a time: more streams are
/// under way than a CPU watches by itself, and a hundred lines at once are more than it can wait for.
typedef struct lookout {
    const double *moving, *fixed; // at the first of those bodies
    size_t stride;
    int is_on;
} lookout;

enum { DOUBLES_PER_LINE = 8 }; // of the cache

// The numbers of the j-th group in some of the streams.
PURE void look_ahead(const lookout *next, const double *streams, size_t begin, size_t end, int j) {
    if (!next->is_on || j * GYRE_LANES % DOUBLES_PER_LINE != 0) return;
    for (size_t k = begin; k < end; k++)
        expect_to_read(streams + k * next->stride + (size_t)j * GYRE_LANES);
}

/// Where the groups get to. The times are those that they were put with. Eight lanes have registers enough to be better
/// off with two short passes; four lanes have not.
PURE void flock_turn(flock *f, int count, const real *times, const lookout *next) {
    if (f->mixed) turn_others(f);
    for (int j = 0; j < count; j++) {
        look_ahead(next, next->moving, 0, 7, j);
        if (f->far & (1u << j)) continue;
        turning *g = &f->g[j];
        g->end = GYRE_LANES < 8 ? short_turn_end(&g->spin, g->b, times[j]) : short_turn_reach(&g->spin, times[j]);
    }
    for (int j = 0; j < count; j++) {
        look_ahead(next, next->moving, 7, 13, j);
        turning *g = &f->g[j];
        if (GYRE_LANES == 8 && !(f->far & (1u << j))) g->end.g = short_twist(&g->spin, g->b, times[j], &g->end);
    }
}

/// The orientation of a group after its turn, and its momentum in body axes.
PURE quat flock_take(const flock *f, int j, vec3 *out_m) {
    *out_m = f->m_other[j];
    if (f->far & (1u << j)) return f->q_other[j];
    quat q = short_turn(&f->g[j].spin, &f->g[j].end, f->g[j].q);
    *out_m = f->g[j].end.m;
    if (f->mixed & (1u << j)) keep_lanes(f->class[j] > splat(SHORT_TURN), f -> q_other[j], f -> m_other[j], &q, out_m);
    return q;
}
