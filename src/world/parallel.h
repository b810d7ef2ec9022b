/// Runs a world's tasks in parallel, on its threads or with the host's parallel_for.
#pragma once

#include "world/world.h"

/// Reserves memory for tasks, before a step that uses them. GYRE_ERR_NO_MEMORY.
gyre_result gyre_parallel_reserve(gyre_world *world, size_t count);

/// True if this number of tasks would run on several threads.
bool gyre_is_parallel(const gyre_world *world, size_t count);

/// Calls task(index, context) once for each index below `count` and returns when all tasks are done. Memory for `count`
/// tasks must have been reserved. Tasks must write to separate memory and must not depend on their order or threads.
void gyre_parallel(gyre_world *world, size_t count, gyre_task task, void *context);

/// Starts world->def.threads threads if it is > 1; logs a warning in a build without threads. GYRE_ERR_NO_MEMORY.
gyre_result gyre_threads_start(gyre_world *world);
void gyre_threads_stop(gyre_world *world);
