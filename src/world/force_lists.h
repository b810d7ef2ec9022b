/// The forces that name a body, as a list per body: removing a body, or changing its frame, visits its own forces only.
///
/// Lists are derived: a force is linked when it is stored, at the end of its bodies' lists, so that the order of a list
/// is the order of the store. A list belongs to the index of a body's id, which stays when bodies move in memory.
#pragma once

#include "world/world.h"

/// Room to link a force that names these bodies (none is fine) without allocating. False without memory for it.
bool gyre_force_lists_reserve(gyre_world *world, const gyre_force_def *def);
void gyre_force_lists_free(gyre_world *world);

/// Links the force at this slot into the lists of its bodies, and takes it out of them.
void gyre_force_lists_link(gyre_world *world, uint32_t slot);
void gyre_force_lists_unlink(gyre_world *world, uint32_t slot);

/// The slot of the first force that names the body, or of the next one after `*link`; UINT32_MAX after the last.
/// `*link` is the caller's cursor, which begins with 0. The force just returned must not be unlinked in between.
uint32_t gyre_force_lists_next(const gyre_world *world, gyre_body_id body, uint32_t *link);
