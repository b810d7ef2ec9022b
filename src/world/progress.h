/// Long calls: counts their work and asks the definition's on_progress now and then whether to go on. Counted in work,
/// never in time, so that the hook is called at the same places on every machine.
#pragma once

#include "world/world.h"

/// Units of work between two calls of the hook. A unit is one force on one body, one pair or one body moved: 5 to 50
/// ns.
#define WORK_BETWEEN_CALLS ((size_t)1 << 14)

/// What a callback for a block of bodies counts: nobody knows how long it takes, so the hook is asked every time.
#define WORK_OF_CALLBACK WORK_BETWEEN_CALLS

/// Work of a Runge-Kutta stage per body beside forces: weight, unit orientation, derivative.
#define WORK_OF_DERIVATIVE ((size_t)3)

/// From now on work counts. `expected` is an estimate of all of it; 0: progress is what gyre_work_reached says. False
/// when nobody asks, or when the call is part of another one that counts already.
bool gyre_work_begin(const gyre_world *world, double expected);

/// Work no longer counts. Returns what the hook stopped the call with, else `r`. Only for calls that have begun.
gyre_result gyre_work_end(const gyre_world *world, bool has_begun, gyre_result r);

/// Work of evaluating one force once.
double gyre_work_of_force(const gyre_world *world, uint32_t force_slot);

/// Work of one round over all forces.
double gyre_work_of_round(const gyre_world *world);

/// How far a solver has come that chooses its own steps, 0 to 1.
void gyre_work_reached(const gyre_world *world, double part);

/// Part of gyre_work.
gyre_result gyre_work_count(const gyre_world *world, size_t units);

static inline bool gyre_work_counts(const gyre_world *world) { return world->def.on_progress && world->progress.is_on; }

/// Counts work that is done, or is next. GYRE_OK, or what the hook stopped this call with: then also every later time.
static inline gyre_result gyre_work(const gyre_world *world, size_t units) {
    return gyre_work_counts(world) ? gyre_work_count(world, units) : GYRE_OK;
}

/// What the hook stopped the present call with, or GYRE_OK.
static inline gyre_result gyre_work_result(const gyre_world *world) {
    return gyre_work_counts(world) ? world->progress.result : GYRE_OK;
}
