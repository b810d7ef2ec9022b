/// One sweep over all bodies: at once, or block by block on several threads.
#include "world/blocks.h"

#include "base/log.h"
#include "base/thread_pool.h"
#include "world/progress.h"

#include <stdatomic.h>
#include <string.h>

enum { BLOCKS_MIN = 4 };       // fewer are done sooner than threads wake up
enum { PORTION = 1024 };       // blocks that threads share between two calls of on_progress; some 15 ms of work
enum { CACHE_MAX = 64 << 20 }; // [bytes] larger than what is left of most caches

// What happens to the bodies of a block; one of these per kernel function.
typedef struct sweep_job sweep_job;
typedef size_t (*block_sweep)(const sweep_job *job, const sweep *s);

struct sweep_job {
    const kernel_table *kernel;
    sweep all;
    block_sweep run;
    push push;
    flight flight;
    gyre_vec3 gravity;
    double kick;
    const double *momenta;
    const uniform_forces *forces;
    const solver_streams *vector;
    kick_account *accounts; // NULL: nobody wants to know
    int kick_count;         // that have accounts
    struct block_state *blocks;
    size_t first_block, end_block; // what threads share now
    kick_account *of_blocks;       // the accounts of each block, one block after the other
};

struct block_state {
    atomic_flag is_taken; // a hook that runs a block twice does no harm
    atomic_bool is_done;
    size_t bad; // what the sweep returned
};

static size_t run_push(const sweep_job *job, const sweep *s) { return job->kernel->push(s, &job->push), s->end; }
static size_t run_weigh(const sweep_job *job, const sweep *s) { return job->kernel->weigh(s, job->gravity), s->end; }
static size_t run_pull(const sweep_job *job, const sweep *s) {
    return job->kernel->pull(s, job->momenta, job->forces), s->end;
}
static size_t run_account_pulls(const sweep_job *job, const sweep *s) {
    return job->kernel->account_pulls(s, job->momenta, job->forces, job->kick), s->end;
}
static size_t run_guess(const sweep_job *job, const sweep *s) { return job->kernel->guess(s, job->kick), s->end; }
static size_t run_first_bad(const sweep_job *job, const sweep *s) { return job->kernel->first_bad(s); }
static size_t run_fly(const sweep_job *job, const sweep *s) { return job->kernel->fly(s, &job->flight); }

static size_t run_normalize(const sweep_job *job, const sweep *s) { return job->kernel->normalize(s, job->vector); }
static size_t run_differentiate(const sweep_job *job, const sweep *s) {
    return job->kernel->differentiate(s, job->vector);
}

static size_t block_count(const gyre_world *world) { return ((size_t)world->body_count + BLOCK_SIZE - 1) / BLOCK_SIZE; }

static bool is_parallel(const gyre_world *world) {
    return (world->pool || world->def.parallel_for.run) && block_count(world) >= BLOCKS_MIN;
}

// The states of blocks, then the accounts of their kicks.
gyre_result gyre_blocks_reserve(gyre_world *world, int kick_count) {
    if (!is_parallel(world)) return GYRE_OK;
    size_t size = sizeof(struct block_state);
    if (world->def.has_ledger) size += (size_t)kick_count * sizeof(kick_account);
    return gyre_scratch_reserve(world, &world->tasks, block_count(world) * size) ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static sweep block_of(const sweep *all, size_t index) {
    sweep s = *all;
    s.begin = index * BLOCK_SIZE;
    if (all->end - s.begin > BLOCK_SIZE) s.end = s.begin + BLOCK_SIZE;
    return s;
}

static size_t block_count_of(const sweep *all) { return (all->end + BLOCK_SIZE - 1) / BLOCK_SIZE; }

// ---- accounts ----

static void add_sums(const lane_sum *sums, int count, double *to) {
    for (int k = 0; k < count; k++)
        to[k] += lane_sum_total(&sums[k]);
}

static kick_account total_of(const lane_account *a) {
    kick_account total = {0};
    add_sums(a->sums, ACCOUNT_COUNT, total.sums);
    for (int n = 0; n < UNIFORM_FORCES_MAX; n++) {
        total.conservative[n] = lane_sum_total(&a->powers[n].conservative);
        total.other[n] = lane_sum_total(&a->powers[n].other);
    }
    return total;
}

static void add_accounts(const sweep_job *job, const kick_account *of_block) {
    for (int k = 0; k < job->kick_count && job->accounts; k++) {
        kick_account *to = &job->accounts[k];
        for (int n = 0; n < ACCOUNT_COUNT; n++)
            // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): written by sweep_block if a job has any
            to->sums[n] += of_block[k].sums[n];
        for (int n = 0; n < UNIFORM_FORCES_MAX; n++) {
            to->conservative[n] += of_block[k].conservative[n];
            to->other[n] += of_block[k].other[n];
        }
    }
}

// One block, and what was done there into `out_accounts` if the job wants it; returns the first bad body, or all.end.
static size_t sweep_block(const sweep_job *job, size_t index, kick_account *out_accounts) {
    sweep s = block_of(&job->all, index);
    lane_account of_kicks[KICKS_MAX];
    int kicks = job->accounts ? job->kick_count : 0;
    memset(of_kicks, 0, (size_t)kicks * sizeof *of_kicks);
    if (job->accounts) s.accounts = of_kicks;
    size_t bad = job->run(job, &s);
    for (int k = 0; k < kicks; k++)
        out_accounts[k] = total_of(&of_kicks[k]);
    return bad == s.end ? job->all.end : bad;
}

// ---- all blocks ----

static kick_account *accounts_of_block(const sweep_job *job, size_t index) {
    return job->accounts ? job->of_blocks + index * (size_t)job->kick_count : NULL;
}

static void run_block(size_t index, void *context) {
    const sweep_job *job = context;
    index += job->first_block;
    if (index >= job->end_block) return;
    struct block_state *block = &job->blocks[index];
    if (atomic_flag_test_and_set(&block->is_taken)) return;
    block->bad = sweep_block(job, index, accounts_of_block(job, index));
    atomic_store(&block->is_done, true);
}

// The first block that has a bad body names it.
static size_t first_bad_of_blocks(const sweep_job *job, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (job->blocks[i].bad < job->all.end) return job->blocks[i].bad;
    return job->all.end;
}

// Without accounts nothing is cut into blocks; with them sums are those of the blocks, as several threads make them.
// What on_progress may stop goes block by block, too.
static size_t run_alone(const gyre_world *world, const sweep_job *job) {
    if (!job->accounts && !gyre_work_counts(world)) return job->run(job, &job->all);
    size_t first_bad = job->all.end;
    for (size_t i = 0; i < block_count_of(&job->all); i++) {
        if (gyre_work(world, BLOCK_SIZE) != GYRE_OK) break;
        kick_account of_block[KICKS_MAX];
        size_t bad = sweep_block(job, i, of_block);
        if (first_bad == job->all.end) first_bad = bad;
        add_accounts(job, of_block);
    }
    return first_bad;
}

// So many blocks from the first one on, by all threads.
static void share_blocks(gyre_world *world, sweep_job *job, size_t first, size_t count) {
    job->first_block = first;
    job->end_block = first + count;
    const gyre_parallel_for *hook = &world->def.parallel_for;
    if (hook->run)
        hook->run(count, run_block, job, hook->user);
    else
        gyre_thread_pool_run(world->pool, count, run_block, job);
    for (size_t i = 0; i < count; i++) { // what a hook left out
        if (!atomic_load(&job->blocks[first + i].is_done)) run_block(i, job);
    }
}

static size_t run_sweep(gyre_world *world, sweep_job *job) {
    job->kernel = gyre_world_kernel_now(world);
    if (!is_parallel(world)) return run_alone(world, job);
    size_t count = block_count_of(&job->all);
    job->blocks = world->tasks.block;
    if (job->accounts) job->of_blocks = (kick_account *)(void *)(job->blocks + count); // reserved with the blocks
    for (size_t i = 0; i < count; i++) {
        job->blocks[i] = (struct block_state){.is_taken = ATOMIC_FLAG_INIT, .bad = job->all.end};
        atomic_init(&job->blocks[i].is_done, false);
    }
    size_t portion = gyre_work_counts(world) ? PORTION : count;
    for (size_t i = 0; i < count; i += portion) {
        size_t blocks = count - i < portion ? count - i : portion;
        if (gyre_work(world, blocks * BLOCK_SIZE) != GYRE_OK) return job->all.end;
        share_blocks(world, job, i, blocks);
    }
    for (size_t i = 0; i < count; i++)
        add_accounts(job, accounts_of_block(job, i));
    return first_bad_of_blocks(job, count);
}

// ---- the sweeps ----

void gyre_sweep_push(gyre_world *world, const double *from, double *to, const push *p, kick_account *account) {
    sweep_job job = {.all = gyre_world_sweep(world, from, to), .run = run_push, .push = *p};
    job.accounts = account;
    job.kick_count = 1;
    run_sweep(world, &job);
}

void gyre_sweep_weigh(gyre_world *world, const double *from) {
    run_sweep(world, &(sweep_job){
                         .all = gyre_world_sweep(world, from, NULL), .run = run_weigh, .gravity = world->def.gravity});
}

void gyre_sweep_pull(gyre_world *world, const double *from, const double *momenta, const uniform_forces *forces) {
    sweep_job job = {.all = gyre_world_sweep(world, from, NULL), .run = run_pull, .momenta = momenta};
    job.forces = forces;
    run_sweep(world, &job);
}

void gyre_sweep_account_pulls(gyre_world *world, const double *from, const double *momenta,
                              const uniform_forces *forces, double kick, kick_account *account) {
    sweep_job job = {.all = gyre_world_sweep(world, from, NULL), .run = run_account_pulls, .momenta = momenta};
    job.forces = forces;
    job.kick = kick;
    job.accounts = account;
    job.kick_count = 1;
    run_sweep(world, &job);
}

void gyre_sweep_guess(gyre_world *world, const double *from, double *to, double kick) {
    run_sweep(world, &(sweep_job){.all = gyre_world_sweep(world, from, to), .run = run_guess, .kick = kick});
}

size_t gyre_sweep_first_bad(gyre_world *world, double *to) {
    return run_sweep(world, &(sweep_job){.all = gyre_world_sweep(world, to, to), .run = run_first_bad});
}

size_t gyre_sweep_normalize(gyre_world *world, const solver_streams *v) {
    return run_sweep(world,
                     &(sweep_job){.all = gyre_world_sweep(world, NULL, NULL), .run = run_normalize, .vector = v});
}

size_t gyre_sweep_differentiate(gyre_world *world, const solver_streams *v) {
    return run_sweep(world,
                     &(sweep_job){.all = gyre_world_sweep(world, NULL, NULL), .run = run_differentiate, .vector = v});
}

size_t gyre_sweep_fly(gyre_world *world, const double *from, double *to, const flight *f, kick_account *accounts) {
    sweep_job job = {.all = gyre_world_sweep(world, from, to), .run = run_fly, .flight = *f};
    // both buffers come through the cache in a step, unless what is written goes past it
    job.all.is_past_cache = from != to && 2 * STREAM_M * world->stride * sizeof *to > CACHE_MAX;
    job.accounts = accounts;
    job.kick_count = f->c->drift_count + 1;
    return run_sweep(world, &job);
}

void gyre_sum_up(const gyre_world *world, const double *moving, double out_totals[TOTAL_COUNT]) {
    sweep all = gyre_world_sweep(world, moving, NULL);
    for (int k = 0; k < TOTAL_COUNT; k++)
        out_totals[k] = 0;
    for (size_t i = 0; i < block_count_of(&all); i++) {
        if (gyre_work(world, BLOCK_SIZE) != GYRE_OK) return; // whoever asked finds out by gyre_work_result
        sweep s = block_of(&all, i);
        lane_sum sums[TOTAL_COUNT] = {0};
        gyre_world_kernel_now(world)->sum_up(&s, world->def.gravity, sums);
        add_sums(sums, TOTAL_COUNT, out_totals);
    }
}

// ---- threads ----

gyre_result gyre_threads_start(gyre_world *world) {
    if (world->def.threads < 2 || world->def.parallel_for.run) return GYRE_OK;
    if (!gyre_thread_pool_exists()) {
        gyre_log_line(&world->def.log, GYRE_LOG_WARNING, "world: threads: this build supports one thread only");
        return GYRE_OK;
    }
    world->pool = gyre_thread_pool_create(world->def.threads, &world->def.allocator);
    return world->pool ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

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
    if (r != GYRE_OK) return r;
    gyre_world changed = *world;
    changed.def.threads = threads;
    changed.pool = NULL;
    r = gyre_threads_start(&changed);
    if (r != GYRE_OK) return r;
    gyre_threads_stop(world);
    world->def.threads = threads;
    world->pool = changed.pool;
    return GYRE_OK;
}
