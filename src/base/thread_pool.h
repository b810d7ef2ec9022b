/// A few threads that share the tasks of a job with the caller, and sleep between jobs.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>

typedef struct thread_pool thread_pool;

/// Whether this build has threads at all (GYRE_THREADS).
bool gyre_thread_pool_exists(void);

/// A pool for `threads` threads in all, the caller of gyre_thread_pool_run among them. It has fewer when the system
/// gives no more; NULL when there is no memory or this build has no threads.
thread_pool *gyre_thread_pool_create(int threads, const gyre_allocator *allocator);
void gyre_thread_pool_destroy(thread_pool *pool, const gyre_allocator *allocator);

/// Calls task(index, context) once for every index below count, on all threads of the pool, and returns when all are
/// done. One job at a time.
void gyre_thread_pool_run(thread_pool *pool, size_t count, gyre_task task, void *context);
