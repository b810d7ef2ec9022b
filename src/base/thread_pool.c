/// A thread pool with POSIX threads. Without GYRE_THREADS it has no threads and needs no system functions.
#include "base/thread_pool.h"

#include "base/memory.h"

#if defined(GYRE_THREADS)

#include <pthread.h>
#include <stdatomic.h>

// Number of times a thread polls for the next job, or for the end of the current job, before it sleeps: a few
// microseconds, less time than a wake-up takes.
enum { LOOKS_BEFORE_SLEEP = 2000 };

// Runs of adjacent tasks per thread. Adjacent data stays with one thread, and a thread that finishes early takes
// another run.
enum { RUNS_PER_THREAD = 16 };

struct thread_pool {
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    // the job; written under the lock while no thread works on it
    gyre_task task;
    void *context;
    size_t count, run;
    bool is_open;      // 1: threads may still join the job
    atomic_int in_job; // threads that have joined; changed under the lock
    bool is_ending;    // 1: the pool is being destroyed
    atomic_uint job;   // number of the job; polled without the lock
    atomic_size_t next;
    int thread_count; // without the caller
    pthread_t threads[];
};

bool gyre_thread_pool_exists(void) { return true; }

static void work(thread_pool *pool) {
    for (;;) {
        size_t begin = atomic_fetch_add_explicit(&pool->next, pool->run, memory_order_relaxed);
        if (begin >= pool->count) return;
        size_t end = pool->count - begin > pool->run ? begin + pool->run : pool->count;
        for (size_t index = begin; index < end; index++)
            pool->task(index, pool->context);
    }
}

static void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void look_for_job(thread_pool *pool, unsigned last) {
    for (int i = 0; i < LOOKS_BEFORE_SLEEP; i++) {
        if (atomic_load_explicit(&pool->job, memory_order_relaxed) != last) return;
        pause_briefly();
    }
}

static void *thread_main(void *argument) {
    thread_pool *pool = argument;
    unsigned last = 0;
    for (;;) {
        look_for_job(pool, last);
        pthread_mutex_lock(&pool->lock);
        while (atomic_load_explicit(&pool->job, memory_order_relaxed) == last && !pool->is_ending)
            pthread_cond_wait(&pool->wake, &pool->lock);
        last = atomic_load_explicit(&pool->job, memory_order_relaxed);
        bool is_ending = pool->is_ending, is_in = pool->is_open; // a thread that wakes up late finds the job closed
        if (is_in) atomic_fetch_add(&pool->in_job, 1);
        pthread_mutex_unlock(&pool->lock);
        if (is_ending) return NULL;
        if (!is_in) continue;
        work(pool);
        pthread_mutex_lock(&pool->lock);
        if (atomic_fetch_sub(&pool->in_job, 1) == 1) pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->lock);
    }
}

void gyre_thread_pool_run(thread_pool *pool, size_t count, gyre_task task, void *context) {
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    pool->count = count;
    pool->run = count / ((size_t)(pool->thread_count + 1) * RUNS_PER_THREAD) + 1;
    pool->is_open = true;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&pool->job, 1, memory_order_relaxed);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    work(pool);
    pthread_mutex_lock(&pool->lock);
    pool->is_open = false;
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < LOOKS_BEFORE_SLEEP && atomic_load_explicit(&pool->in_job, memory_order_relaxed) > 0; i++)
        pause_briefly();
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->in_job) > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

thread_pool *gyre_thread_pool_create(int threads, const gyre_allocator *allocator) {
    size_t count = threads > 1 ? (size_t)threads - 1 : 0, size;
    if (!size_multiply(count, sizeof(pthread_t), &size) || !size_add(size, sizeof(thread_pool), &size)) return NULL;
    thread_pool *pool = gyre_take_array(allocator, size, 1);
    if (!pool) return NULL;
    *pool = (thread_pool){.thread_count = 0};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->done, NULL);
    atomic_init(&pool->in_job, 0);
    atomic_init(&pool->job, 0);
    atomic_init(&pool->next, 0);
    while ((size_t)pool->thread_count < count &&
           pthread_create(&pool->threads[pool->thread_count], NULL, thread_main, pool) == 0)
        pool->thread_count++;
    return pool;
}

void gyre_thread_pool_destroy(thread_pool *pool, const gyre_allocator *allocator) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->is_ending = true;
    pool->is_open = false;
    atomic_fetch_add_explicit(&pool->job, 1, memory_order_relaxed); // stops the threads that poll
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    gyre_give_back(allocator, pool);
}

#else

bool gyre_thread_pool_exists(void) { return false; }

thread_pool *gyre_thread_pool_create(int threads, const gyre_allocator *allocator) {
    (void)threads, (void)allocator;
    return NULL;
}

void gyre_thread_pool_destroy(thread_pool *pool, const gyre_allocator *allocator) { (void)pool, (void)allocator; }

void gyre_thread_pool_run(thread_pool *pool, size_t count, gyre_task task, void *context) {
    (void)pool;
    for (size_t i = 0; i < count; i++)
        task(i, context);
}

#endif
