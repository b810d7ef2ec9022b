/// Progress of long calls: counts units of work and calls on_progress every WORK_BETWEEN_CALLS units. Intervals are
/// measured in work, not in time, so that every machine calls the hook at the same points.
#pragma once

#include "world/world.h"

/// Units of work between two calls of the hook. A unit is one force on one body, one pair or one body moved: 5 to 50
/// ns.
#define WORK_BETWEEN_CALLS ((size_t)1 << 14)

/// Work of a callback for a block of bodies. The duration of a callback is unknown, so on_progress is called after each
/// block.
#define WORK_OF_CALLBACK WORK_BETWEEN_CALLS

/// Work of a Runge-Kutta stage per body, without forces: weight, unit orientation, derivative.
#define WORK_OF_DERIVATIVE ((size_t)3)

/// Begins to count work. `expected` is an estimate of the total; 0: gyre_work_reached sets the progress. Returns false
/// without on_progress, or inside a call that already counts its work.
bool gyre_work_begin(const gyre_world *world, double expected);

/// Ends counting if `has_begun`. Returns the error with which the hook stopped the call, else `r`.
gyre_result gyre_work_end(const gyre_world *world, bool has_begun, gyre_result r);

/// Returns the work of one evaluation of a force.
double gyre_work_of_force(const gyre_world *world, uint32_t force_slot);

/// Returns the work of one evaluation of all forces.
double gyre_work_of_round(const gyre_world *world);

/// Sets the progress of an adaptive solver, 0 to 1.
void gyre_work_reached(const gyre_world *world, double part);

/// Implements gyre_work for calls that count their work.
gyre_result gyre_work_count(const gyre_world *world, size_t units);

static inline bool gyre_work_counts(const gyre_world *world) { return world->def.on_progress && world->progress.is_on; }

/// Counts work that is done or about to be done. After the hook has stopped the call, always returns the error of the
/// hook; else GYRE_OK.
static inline gyre_result gyre_work(const gyre_world *world, size_t units) {
    return gyre_work_counts(world) ? gyre_work_count(world, units) : GYRE_OK;
}

/// Returns the error with which the hook stopped the current call, or GYRE_OK.
static inline gyre_result gyre_work_result(const gyre_world *world) {
    return gyre_work_counts(world) ? world->progress.result : GYRE_OK;
}
