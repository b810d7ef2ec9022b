/// Forces that act on every body alike: the kernel evaluates them, several bodies at a time.
#pragma once

#include "world/step.h"

/// Whether the kernel can: on every body, with the same parameters for all, and neither mutual nor a callback.
bool gyre_force_is_uniform(const force_record *record);

/// The uniform forces from slot `first` on that follow each other, at time t; as many as one sweep takes. Returns the
/// slot behind the last one.
uint32_t gyre_uniform_run(const gyre_world *world, uint32_t first, double t, uniform_forces *out_forces);

/// Whether a flight takes all forces of the world.
bool gyre_all_forces_are_uniform(const gyre_world *world);

/// All of them, at every kick of a step; returns how often they are evaluated.
int gyre_uniform_step(const step_run *run, const composition *c, uniform_forces *out_forces);
