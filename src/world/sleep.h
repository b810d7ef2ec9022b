/// Sleeping bodies: dynamic bodies at rest, which no step looks at until something wakes them.
#pragma once

#include "world/world.h"

/// Wakes the body at a slot if it sleeps. Returns its slot, which differs if it slept; other bodies may have moved,
/// too.
uint32_t gyre_wake(gyre_world *world, uint32_t slot);

/// Wakes all bodies.
void gyre_wake_all(gyre_world *world);

/// Wakes the bodies on which a force acts.
void gyre_wake_for(gyre_world *world, const gyre_force_def *force);

/// Wakes the bodies of forces whose window opened in a step from t to t + h.
void gyre_wake_for_windows(gyre_world *world, double t, double h);
