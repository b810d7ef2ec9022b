/// Lists of the forces that act on each body: removing a body or changing its frame visits only its forces.
///
/// Snapshots do not contain the lists. A stored force is appended to the lists of its bodies, so a list has the order
/// of the store. Lists are indexed by the index of a body's id, which does not change when bodies move in memory.
#pragma once

#include "world/world.h"

/// Reserves memory to link a force of these bodies; either body can be absent. False if out of memory.
bool gyre_force_lists_reserve(gyre_world *world, const gyre_force_def *def);
void gyre_force_lists_free(gyre_world *world);

/// Add the force at this slot to the lists of its bodies, or remove it from them.
void gyre_force_lists_link(gyre_world *world, uint32_t slot);
void gyre_force_lists_unlink(gyre_world *world, uint32_t slot);

/// Returns the slot of the next force of the body, or UINT32_MAX after the last. `*link` is the caller's cursor,
/// initially 0. The caller must not unlink the returned force before the next call.
uint32_t gyre_force_lists_next(const gyre_world *world, gyre_body_id body, uint32_t *link);
