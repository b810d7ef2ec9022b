/// Parallel work of a world: the only use of its threads, or of the host's parallel_for.
#pragma once

#include "world/world.h"

/// Reserves memory for tasks, before a step that uses them. GYRE_ERR_NO_MEMORY.
gyre_result gyre_parallel_reserve(gyre_world *world, size_t count);

/// True if that many tasks would be shared between threads.
bool gyre_is_parallel(const gyre_world *world, size_t count);

/// Calls task(index, context) once for each index below `count`, which was reserved, and returns when all are done. The
/// tasks must write to different memory; in which order and on which threads they run must not matter.
void gyre_parallel(gyre_world *world, size_t count, gyre_task task, void *context);

/// Starts the threads of world->def.threads if it asks for any; logs a warning in a build without threads.
/// GYRE_ERR_NO_MEMORY.
gyre_result gyre_threads_start(gyre_world *world);
void gyre_threads_stop(gyre_world *world);
