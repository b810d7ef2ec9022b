/// Uniform forces act on every body with the same parameters, so the kernel can evaluate several bodies at a time.
#pragma once

#include "world/step.h"

/// True if the kernel can evaluate the force: it acts on every body with the same parameters, and is neither mutual nor
/// a callback.
bool gyre_force_is_uniform(const force_record *record);

/// Collects consecutive uniform forces from slot `first` on, at time t, up to the limit of a sweep. Returns the slot
/// after the last one.
uint32_t gyre_uniform_run(const gyre_world *world, uint32_t first, double t, uniform_forces *out_forces);

/// True if one sweep can evaluate all forces of the world.
bool gyre_all_forces_are_uniform(const gyre_world *world);

/// Collects all forces with their factors at every kick of a step. Returns the number of kicks that evaluate them.
int gyre_uniform_step(const step_run *run, const composition *c, uniform_forces *out_forces);
