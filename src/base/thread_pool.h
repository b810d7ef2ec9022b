/// Threads that share the tasks of a job with the caller and sleep between jobs.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>

typedef struct thread_pool thread_pool;

/// True if this build has threads (GYRE_THREADS).
bool gyre_thread_pool_exists(void);

/// Creates a pool for `threads` threads in total, including the caller of gyre_thread_pool_run; fewer if the system
/// does not provide them. Returns NULL if out of memory or if this build has no threads.
thread_pool *gyre_thread_pool_create(int threads, const gyre_allocator *allocator);
void gyre_thread_pool_destroy(thread_pool *pool, const gyre_allocator *allocator);

/// Calls task(index, context) once for every index below `count`, on all threads of the pool, and returns when all are
/// done. Runs one job at a time.
void gyre_thread_pool_run(thread_pool *pool, size_t count, gyre_task task, void *context);
