/// An atomic flag per task ensures that it runs exactly once: a second call of the same task does nothing, and tasks
/// that parallel_for omits run afterwards on the calling thread.
#include "world/parallel.h"

#include "base/log.h"
#include "base/thread_pool.h"

#include <stdatomic.h>

enum { TASKS_MIN = 4 }; // a smaller number of tasks finishes before other threads wake up

typedef struct task_state {
    atomic_flag is_claimed;
    atomic_bool is_done;
} task_state;

typedef struct job {
    gyre_task task;
    void *context;
    size_t count;
    task_state *states;
} job;

bool gyre_is_parallel(const gyre_world *world, size_t count) {
    return (world->pool || world->def.parallel_for.run) && count >= TASKS_MIN;
}

gyre_result gyre_parallel_reserve(gyre_world *world, size_t count) {
    if (!gyre_is_parallel(world, count)) return GYRE_OK;
    void *memory = gyre_scratch_reserve(world, &world->scratch.tasks, count * sizeof(task_state));
    return memory ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static void run_once(size_t index, void *context) {
    const job *j = context;
    if (index >= j->count || atomic_flag_test_and_set(&j->states[index].is_claimed)) return;
    j->task(index, j->context);
    atomic_store(&j->states[index].is_done, true);
}

void gyre_parallel(gyre_world *world, size_t count, gyre_task task, void *context) {
    if (!gyre_is_parallel(world, count)) {
        for (size_t i = 0; i < count; i++)
            task(i, context);
        return;
    }
    job j = {task, context, count, world->scratch.tasks.block};
    for (size_t i = 0; i < count; i++) {
        j.states[i] = (task_state){.is_claimed = ATOMIC_FLAG_INIT};
        atomic_init(&j.states[i].is_done, false);
    }
    const gyre_parallel_for *hook = &world->def.parallel_for;
    if (hook->run)
        hook->run(count, run_once, &j, hook->user);
    else
        gyre_thread_pool_run(world->pool, count, run_once, &j);
    for (size_t i = 0; i < count; i++)
        if (!atomic_load(&j.states[i].is_done)) run_once(i, &j);
}

// ---- threads ----

static gyre_result create_pool(const gyre_world *world, int threads, struct thread_pool **out_pool) {
    *out_pool = NULL;
    if (threads < 2 || world->def.parallel_for.run) return GYRE_OK;
    if (!gyre_thread_pool_exists()) {
        gyre_log_line(&world->def.log, GYRE_LOG_WARNING, "world: threads: this build supports one thread only");
        return GYRE_OK;
    }
    *out_pool = gyre_thread_pool_create(threads, &world->def.allocator);
    return *out_pool ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

gyre_result gyre_threads_start(gyre_world *world) { return create_pool(world, world->def.threads, &world->pool); }

void gyre_threads_stop(gyre_world *world) {
    gyre_thread_pool_destroy(world->pool, &world->def.allocator);
    world->pool = NULL;
}

int gyre_world_threads(const gyre_world *world) {
    return world ? (world->def.threads > 1 ? world->def.threads : 1) : 0;
}

gyre_result gyre_world_set_threads(gyre_world *world, int threads) {
    gyre_result r = gyre_world_check_idle(world);
    if (r == GYRE_OK) r = gyre_choice_check(&world->def.log, "world", "threads", threads, GYRE_THREADS_MAX);
    struct thread_pool *pool;
    if (r == GYRE_OK) r = create_pool(world, threads, &pool);
    if (r != GYRE_OK) return r;
    gyre_threads_stop(world);
    world->def.threads = threads;
    world->pool = pool;
    return GYRE_OK;
}
