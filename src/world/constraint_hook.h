/// The user's constraint hook: reads the world after the kick of a step, and changes momenta before the drift.
#pragma once

#include "world/step.h"

/// Reserves memory for the bodies that a hook changes. GYRE_ERR_NO_MEMORY.
gyre_result gyre_hook_reserve(gyre_world *world);

/// Records that the hook changes the momenta of a body from `before` to `after`; only inside the hook.
void gyre_hook_record(gyre_world *world, uint32_t slot, const state *before, const state *after);
