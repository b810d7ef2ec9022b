/// Random scenes for the soak: which world, how long, how its steps are disturbed; all of it from one seed.
#pragma once

#include "determinism/changes.h"

enum {
    STRETCHES = 8, // of equal length, with a hash at the end of each
    WITH_FORCES = WITH_FIELDS | WITH_SPRINGS | WITH_MUTUAL | WITH_THRUSTERS | WITH_CALLBACK | WITH_PUSHES
};

typedef struct soak_scene {
    uint64_t seed;
    crowd crowd;
    int steps;       // a multiple of STRETCHES
    double h;        // [s]
    int fineness;    // 1, or how many steps are taken for one
    int is_edited;   // bodies are exchanged and changed during the run
    int saved_after; // the stretch after which a snapshot is taken; 0: before the first step
} soak_scene;

static inline int is_one_in(random_source *r, unsigned n) { return random_u64(r) % n == 0; }

static inline size_t random_count(random_source *r, size_t low, size_t high) {
    return low + (size_t)(random_u64(r) % (high - low + 1));
}

static inline int has_steps_backward(gyre_method m) { return m == GYRE_METHOD_rkn4 || m == GYRE_METHOD_rkn6; }

static inline int is_composition(gyre_method m) {
    return has_steps_backward(m) || m == GYRE_METHOD_exact || m == GYRE_METHOD_semi_implicit_euler;
}

// Random features that the method accepts.
static inline unsigned random_features(random_source *r, gyre_method method) {
    unsigned with = 0;
    for (unsigned one = WITH_FIELDS; one <= WITH_DAMPERS; one *= 2)
        if (is_one_in(r, 2)) with |= one;
    if (is_one_in(r, 8)) with |= NOT_TRANSACTIONAL;
    if (is_one_in(r, 2)) with |= WITH_EXPONENTIAL;
    if (is_one_in(r, 8) && is_composition(method)) with |= WITH_CONSTRAINT;
    if (has_steps_backward(method))
        with &= ~(unsigned)(WITH_FIELDS | WITH_DAMPING | WITH_DAMPERS | WITH_CALLBACK | WITH_CONSTRAINT);
    if (gyre_method_is_adaptive(method)) with |= PLAIN_BODIES;
    // forces on needles and rods are not resolved by the steps taken here, nor is their turning by a method that is not
    // exact there: the ledger would show nothing else
    int is_exact_free = is_composition(method) && method != GYRE_METHOD_semi_implicit_euler;
    if (with & WITH_LEDGER && (with & WITH_FORCES || !is_exact_free)) with |= PLAIN_BODIES;
    return with;
}

// One in eight is a crowd that threads share, one in eight has sizes and places over all orders of magnitude.
static inline soak_scene random_scene(uint64_t seed) {
    random_source r = {seed};
    gyre_method method = (gyre_method)(random_u64(&r) % GYRE_METHOD_COUNT);
    soak_scene s = {.seed = seed, .fineness = 1, .crowd = {.name = "random", .method = method, .slowest = -3}};
    crowd *c = &s.crowd;
    c->with = random_features(&r, method);
    c->count = random_count(&r, 9, gyre_method_is_adaptive(method) ? 12 : c->with & WITH_MUTUAL ? 40 : 200);
    c->fastest = random_between(&r, -1, !is_composition(method) ? 0.5 : c->with & PLAIN_BODIES ? 1 : 2.5);
    s.steps = STRETCHES * (int)random_count(&r, 13, 60);
    s.h = random_size(&r, -2.5, -1.5);
    unsigned rare = (unsigned)(random_u64(&r) % 8);
    if (rare == 0 && is_composition(method)) {
        c->with &= WITH_FIELDS | WITH_DAMPING | WITH_LEDGER | WITH_PUSHES | WITH_EXPONENTIAL | PLAIN_BODIES;
        c->count = random_count(&r, 2049, 4700);
        s.steps = STRETCHES * 4;
    } else if (rare == 1 && !gyre_method_is_adaptive(method)) {
        c->with = WITH_EXTREMES | (c->with & (WITH_DAMPING | WITH_EXPONENTIAL));
        c->slowest = -9;
        c->fastest = is_composition(method) ? 4 : 1;
    }
    s.is_edited = !(c->with & (WITH_HELD | WITH_CONSTRAINT | WITH_EXTREMES)) && is_one_in(&r, 3);
    s.saved_after = (int)(random_u64(&r) % STRETCHES);
    return s;
}

/// Edits between two steps: the same for the same scene and step in any world.
static inline void disturb(gyre_world *world, const soak_scene *s, gyre_body_id *bodies, int step) {
    if (step % s->fineness != 0) return;
    step /= s->fineness;
    random_source r = {s->seed + (uint64_t)step * UINT64_C(0x2545f4914f6cdd1d)};
    if (s->crowd.with & WITH_PUSHES) push_by_hand(world, bodies, step);
    if (!s->is_edited) return;
    if (step % 7 == 3) replace_body(world, &r, bodies, &s->crowd, step);
    if (step % 5 == 2 && !(s->crowd.with & PLAIN_BODIES) && !has_steps_backward(s->crowd.method))
        change_body(world, &r, bodies[random_u64(&r) % s->crowd.count], step);
}
