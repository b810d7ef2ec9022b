/// Short exact turns of a batch: several lane groups side by side.
///
/// One group alone is a chain of about three hundred dependent operations, more than a CPU can reorder. Passes over a
/// batch (spin, end of the turn, orientation) interleave several such chains.
#pragma once

#include "kernels/kernel.h"
#include "motion/drift.h"

enum { BATCH = 4 }; // lane groups; their numbers stay in the first-level cache

/// Number of lane groups in the batch that begins with body i.
PURE int groups_from(const sweep *s, size_t i) {
    size_t left = (s->end - i) / GYRE_LANES;
    return left < BATCH ? (int)left : BATCH;
}

/// A group between the passes.
typedef struct turning {
    quat q; // before the turn
    free_spin spin;
    vec3 b;
    real time;
    short_end end;
} turning;

/// Prefetches the bodies of the next batch during the current batch, a few streams at a time: the hardware
/// prefetcher follows fewer streams than a step reads, and a hundred requests at once would stall.
typedef struct prefetch {
    const double *moving, *fixed; // at the first body of the next batch
    size_t stride;
    int is_on;
} prefetch;

enum { DOUBLES_PER_LINE = 8 }; // of the cache

/// Prefetches the j-th group in streams begin to end.
PURE void prefetch_streams(const prefetch *next, const double *streams, size_t begin, size_t end, int j) {
    if (!next->is_on || j * GYRE_LANES % DOUBLES_PER_LINE != 0) return;
    for (size_t k = begin; k < end; k++)
        expect_to_read(streams + k * next->stride + (size_t)j * GYRE_LANES);
}

/// Begins the turn of a group from its orientation q and its momentum m in body axes. Returns the lanes whose turn is
/// too long for the short formula.
PURE mask begin_turn(turning *g, quat q, vec3 m, const rotor *c, real time) {
    g->q = q;
    g->spin = free_spin_of(m, c);
    g->b = c->b;
    g->time = time;
    return negated(is_short_turn(&g->spin, time));
}

/// Computes the ends of the short turns, except for the groups in the bit set `skipped`. Two shorter passes are
/// faster than one with eight lanes, but not with four lanes, where there are fewer registers.
PURE void reach_ends(turning *batch, int count, unsigned skipped, const prefetch *next) {
    for (int j = 0; j < count; j++) {
        prefetch_streams(next, next->moving, 0, 7, j);
        if (skipped & (1u << j)) continue;
        turning *g = &batch[j];
        g->end = GYRE_LANES < 8 ? short_turn_end(&g->spin, g->b, g->time) : short_turn_reach(&g->spin, g->time);
    }
    for (int j = 0; j < count; j++) {
        prefetch_streams(next, next->moving, 7, 13, j);
        turning *g = &batch[j];
        if (GYRE_LANES == 8 && !(skipped & (1u << j))) g->end.g = short_twist(&g->spin, g->b, g->time, &g->end);
    }
}

/// Returns the orientation of a group after its turn.
PURE quat end_turn(const turning *g) { return short_turn(&g->spin, &g->end, g->q); }
