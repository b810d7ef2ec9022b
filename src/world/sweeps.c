#include "world/sweeps.h"

#include "world/body_layout.h"
#include "world/parallel.h"
#include "world/progress.h"

#include <string.h>

enum { PORTION = 1024 };       // blocks between two calls of on_progress; about 15 ms of work
enum { CACHE_MAX = 64 << 20 }; // [bytes] larger than most CPU caches

// Calls one kernel function for the bodies of a block.
typedef struct sweep_job sweep_job;
typedef size_t (*block_sweep)(const sweep_job *job, const sweep *s);

typedef struct block_result {
    size_t bad; // first slot with a non-finite number, or NO_BODY
} block_result;

struct sweep_job {
    const kernel_table *kernel;
    block_sweep run;
    const sweep *all; // one per awake partition
    kick_drift kick_drift;
    split_step split_step;
    gyre_vec3 gravity;
    double kick;
    const double *momenta;
    const uniform_forces *forces;
    const solver_streams *vector;
    kick_account *accounts; // NULL: no accounts
    int kick_count;         // number of accounts
    size_t first_block;     // first block of the current portion
    block_result *results;
    kick_account *of_blocks; // the accounts of each block, in the order of blocks
};

static size_t run_kick_drift(const sweep_job *job, const sweep *s) {
    return job->kernel->kick_drift(s, &job->kick_drift), s->end;
}
static size_t run_set_weights(const sweep_job *job, const sweep *s) {
    return job->kernel->set_weights(s, job->gravity), s->end;
}
static size_t run_add_forces(const sweep_job *job, const sweep *s) {
    return job->kernel->add_forces(s, job->momenta, job->forces), s->end;
}
static size_t run_account_powers(const sweep_job *job, const sweep *s) {
    return job->kernel->account_powers(s, job->momenta, job->forces, job->kick), s->end;
}
static size_t run_predict_momenta(const sweep_job *job, const sweep *s) {
    return job->kernel->predict_momenta(s, job->kick), s->end;
}
static size_t run_first_bad(const sweep_job *job, const sweep *s) { return job->kernel->first_bad(s); }
static size_t run_split_step(const sweep_job *job, const sweep *s) {
    return job->kernel->split_step(s, &job->split_step);
}

static size_t run_normalize(const sweep_job *job, const sweep *s) { return job->kernel->normalize(s, job->vector); }
static size_t run_differentiate(const sweep_job *job, const sweep *s) {
    return job->kernel->differentiate(s, job->vector);
}

// ---- blocks ----

sweep gyre_world_sweep(const gyre_world *world, partition p, const double *from, double *to) {
    const body_store *bodies = &world->bodies;
    const feature_counts *have = &bodies->features[p];
    size_t lanes = (size_t)world->kernel_now->lanes;
    size_t begin = bodies->ranges[p].begin, count = bodies->ranges[p].end - begin;
    return (sweep){
        .from = from,
        .to = to,
        .fixed = bodies->fixed,
        .stride = bodies->stride,
        .begin = begin,
        .end = begin + (count + lanes - 1) / lanes * lanes,
        .has_locks = have->locked > 0,
        .has_driven = have->driven > 0,
        .has_damping = have->damped > 0,
        .has_pivots = have->pivot > 0,
        .has_carried = have->carried > 0,
        .has_applied = bodies->has_applied,
        .features = bodies->groups[GROUP_FEATURES],
        .applied = bodies->groups[GROUP_APPLIED],
        .wrench = bodies->groups[GROUP_WRENCH],
        .predicted = bodies->groups[GROUP_PREDICTED],
    };
}

static size_t block_count_of(const sweep *all) { return (all->end - all->begin + BLOCK_SIZE - 1) / BLOCK_SIZE; }

static size_t block_count(const gyre_world *world) {
    size_t count = 0;
    for (int p = 0; p < AWAKE_PARTITIONS; p++)
        count += (world->bodies.ranges[p].end - world->bodies.ranges[p].begin + (size_t)BLOCK_SIZE - 1) / BLOCK_SIZE;
    return count;
}

// Reserves the results of the blocks, followed by the accounts of their kicks.
gyre_result gyre_sweeps_reserve(gyre_world *world, int kick_count) {
    size_t count = block_count(world), size = sizeof(block_result);
    if (!gyre_is_parallel(world, count)) return GYRE_OK;
    if (world->def.has_ledger) size += (size_t)kick_count * sizeof(kick_account);
    if (!gyre_scratch_reserve(world, &world->scratch.blocks, count * size)) return GYRE_ERR_NO_MEMORY;
    return gyre_parallel_reserve(world, count);
}

static sweep block_of(const sweep *all, size_t index) {
    sweep s = *all;
    s.begin += index * BLOCK_SIZE;
    if (all->end - s.begin > BLOCK_SIZE) s.end = s.begin + BLOCK_SIZE;
    return s;
}

// Returns the block with this index; indices run through all partitions.
static sweep block_at(const sweep_job *job, size_t index) {
    int p = 0;
    for (; index >= block_count_of(&job->all[p]); p++)
        index -= block_count_of(&job->all[p]);
    return block_of(&job->all[p], index);
}

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

// Sweeps one block; writes its accounts if the job has any. Returns its first bad body, or NO_BODY.
static size_t sweep_block(const sweep_job *job, sweep s, kick_account *out_accounts) {
    lane_account of_kicks[KICKS_MAX];
    int kicks = job->accounts ? job->kick_count : 0;
    memset(of_kicks, 0, (size_t)kicks * sizeof *of_kicks);
    if (job->accounts) s.accounts = of_kicks;
    size_t bad = job->run(job, &s);
    for (int k = 0; k < kicks; k++)
        out_accounts[k] = total_of(&of_kicks[k]);
    return bad == s.end ? NO_BODY : bad;
}

// ---- all blocks ----

// Processes all blocks on the calling thread. Sums are added by blocks, as with several threads; on_progress can stop a
// sweep between blocks.
static size_t run_alone(const gyre_world *world, const sweep_job *job, size_t count) {
    size_t first_bad = NO_BODY;
    for (size_t i = 0; i < count; i++) {
        if (gyre_work(world, BLOCK_SIZE) != GYRE_OK) break;
        kick_account of_block[KICKS_MAX];
        size_t bad = sweep_block(job, block_at(job, i), of_block);
        if (first_bad == NO_BODY) first_bad = bad;
        add_accounts(job, of_block);
    }
    return first_bad;
}

static kick_account *accounts_of_block(const sweep_job *job, size_t index) {
    return job->accounts ? job->of_blocks + index * (size_t)job->kick_count : NULL;
}

static void run_block(size_t index, void *context) {
    const sweep_job *job = context;
    index += job->first_block;
    job->results[index].bad = sweep_block(job, block_at(job, index), accounts_of_block(job, index));
}

static size_t run_shared(gyre_world *world, sweep_job *job, size_t count) {
    job->results = world->scratch.blocks.block;
    if (job->accounts) job->of_blocks = (kick_account *)(void *)(job->results + count); // reserved with the results
    size_t portion = gyre_work_counts(world) ? PORTION : count, first_bad = NO_BODY;
    for (size_t i = 0; i < count; i += portion) {
        size_t blocks = count - i < portion ? count - i : portion;
        if (gyre_work(world, blocks * BLOCK_SIZE) != GYRE_OK) return NO_BODY;
        job->first_block = i;
        gyre_parallel(world, blocks, run_block, job);
    }
    for (size_t i = 0; i < count; i++) {
        add_accounts(job, accounts_of_block(job, i));
        if (first_bad == NO_BODY) first_bad = job->results[i].bad;
    }
    return first_bad;
}

static sweep sweep_of(const gyre_world *world, const sweep_job *job, int p, const double *from, double *to) {
    sweep s = gyre_world_sweep(world, (partition)p, from, to);
    // a step reads one buffer and writes the other; if both exceed the cache, non-temporal writes are faster
    s.is_past_cache =
        job->run == run_split_step && from != to && 2 * STREAM_M * world->bodies.stride * sizeof *to > CACHE_MAX;
    return s;
}

static size_t run_blocks(gyre_world *world, sweep_job *job, const double *from, double *to) {
    sweep all[AWAKE_PARTITIONS];
    for (int p = 0; p < AWAKE_PARTITIONS; p++)
        all[p] = sweep_of(world, job, p, from, to);
    job->all = all;
    size_t count = block_count(world);
    return gyre_is_parallel(world, count) ? run_shared(world, job, count) : run_alone(world, job, count);
}

// Runs a sweep over all awake bodies. With one thread, no accounts and no on_progress, each partition is one block.
static size_t run_sweep(gyre_world *world, sweep_job *job, const double *from, double *to) {
    job->kernel = world->kernel_now;
    if (job->accounts || gyre_work_counts(world) || gyre_is_parallel(world, block_count(world)))
        return run_blocks(world, job, from, to);
    size_t first_bad = NO_BODY;
    for (int p = 0; p < AWAKE_PARTITIONS; p++) {
        if (world->bodies.ranges[p].begin == world->bodies.ranges[p].end) continue;
        sweep s = sweep_of(world, job, p, from, to);
        size_t bad = job->run(job, &s);
        if (first_bad == NO_BODY && bad != s.end) first_bad = bad;
    }
    return first_bad;
}

// ---- the sweeps ----

void gyre_sweep_kick_drift(gyre_world *world, const double *from, double *to, const kick_drift *k,
                           kick_account *account) {
    sweep_job job = {.run = run_kick_drift, .kick_drift = *k, .accounts = account, .kick_count = 1};
    run_sweep(world, &job, from, to);
}

void gyre_sweep_set_weights(gyre_world *world, const double *from) {
    run_sweep(world, &(sweep_job){.run = run_set_weights, .gravity = world->def.gravity}, from, NULL);
}

void gyre_sweep_add_forces(gyre_world *world, const double *from, const double *momenta, const uniform_forces *forces) {
    run_sweep(world, &(sweep_job){.run = run_add_forces, .momenta = momenta, .forces = forces}, from, NULL);
}

void gyre_sweep_account_powers(gyre_world *world, const double *from, const double *momenta,
                               const uniform_forces *forces, double kick, kick_account *account) {
    sweep_job job = {.run = run_account_powers, .momenta = momenta, .forces = forces, .kick = kick};
    job.accounts = account;
    job.kick_count = 1;
    run_sweep(world, &job, from, NULL);
}

void gyre_sweep_predict_momenta(gyre_world *world, const double *from, double *to, double kick) {
    run_sweep(world, &(sweep_job){.run = run_predict_momenta, .kick = kick}, from, to);
}

size_t gyre_sweep_first_bad(gyre_world *world, double *to) {
    return run_sweep(world, &(sweep_job){.run = run_first_bad}, to, to);
}

size_t gyre_sweep_normalize(gyre_world *world, const solver_streams *v) {
    return run_sweep(world, &(sweep_job){.run = run_normalize, .vector = v}, NULL, NULL);
}

size_t gyre_sweep_differentiate(gyre_world *world, const solver_streams *v) {
    return run_sweep(world, &(sweep_job){.run = run_differentiate, .vector = v}, NULL, NULL);
}

size_t gyre_sweep_split_step(gyre_world *world, const double *from, double *to, const split_step *f,
                             kick_account *accounts) {
    sweep_job job = {.run = run_split_step, .split_step = *f, .accounts = accounts};
    job.kick_count = f->c->drift_count + 1;
    return run_sweep(world, &job, from, to);
}

// ---- subsets ----

static void run_subset(const gyre_world *world, body_subset *subset, sweep_job *job, kick_account *out_accounts) {
    job->kernel = world->kernel_now;
    job->accounts = out_accounts;
    sweep_block(job, gyre_subset_sweep(world, subset), out_accounts);
}

void gyre_subset_kick_drift(const gyre_world *world, body_subset *subset, const kick_drift *k,
                            kick_account *out_account) {
    run_subset(world, subset, &(sweep_job){.run = run_kick_drift, .kick_drift = *k, .kick_count = 1}, out_account);
}

void gyre_subset_split_step(const gyre_world *world, body_subset *subset, const split_step *f,
                            kick_account *out_accounts) {
    sweep_job job = {.run = run_split_step, .split_step = *f, .kick_count = f->c->drift_count + 1};
    run_subset(world, subset, &job, out_accounts);
}

void gyre_account_scale(kick_account *account, double factor) {
    for (int n = 0; n < ACCOUNT_COUNT; n++)
        account->sums[n] *= factor;
    for (int n = 0; n < UNIFORM_FORCES_MAX; n++) {
        account->conservative[n] *= factor;
        account->other[n] *= factor;
    }
}

// ---- sums that only read the world ----

void gyre_sum_up(const gyre_world *world, const double *moving, double out_totals[TOTAL_COUNT]) {
    static const partition dynamic[] = {PARTITION_FREE, PARTITION_CONSTRAINED, PARTITION_ASLEEP};
    for (int k = 0; k < TOTAL_COUNT; k++)
        out_totals[k] = 0;
    for (size_t d = 0; d < sizeof dynamic / sizeof dynamic[0]; d++) {
        sweep all = gyre_world_sweep(world, dynamic[d], moving, NULL);
        for (size_t i = 0; i < block_count_of(&all); i++) {
            if (gyre_work(world, BLOCK_SIZE) != GYRE_OK) return; // gyre_work_result tells the caller
            sweep s = block_of(&all, i);
            lane_sum sums[TOTAL_COUNT] = {0};
            world->kernel_now->sum_up(&s, world->def.gravity, sums);
            add_sums(sums, TOTAL_COUNT, out_totals);
        }
    }
}

// Returns the seed of a digest. It depends on the id, so that the sum changes if two bodies exchange states, but not if
// they exchange slots.
static uint64_t seed_of(uint32_t id_index) { return ((uint64_t)id_index + 1) * UINT64_C(0x9e3779b97f4a7c15); }

// Returns the id index of the body at a slot. If the body never moved, the index equals the slot; the pool confirms
// this with fewer memory reads than a look-up in the record.
static uint32_t id_index_at(const gyre_world *world, size_t slot) {
    const id_pool *ids = &world->bodies.ids;
    return slot < ids->slot_count && ids->slots[slot].position == slot ? (uint32_t)slot
                                                                       : world->bodies.records[slot].id_index;
}

static uint64_t sum_of_block(const gyre_world *world, const sweep *s, size_t body_end) {
    uint64_t digests[BLOCK_SIZE] = {0}, sum = 0;
    for (size_t i = s->begin; i < body_end; i++)
        digests[i - s->begin] = seed_of(id_index_at(world, i));
    world->kernel_now->digest(s, digests);
    for (size_t i = s->begin; i < body_end; i++)
        sum += digests[i - s->begin];
    return sum;
}

uint64_t gyre_sum_of_digests(const gyre_world *world) {
    uint64_t sum = 0;
    for (int p = 0; p < PARTITION_COUNT; p++) {
        sweep all = gyre_world_sweep(world, (partition)p, world->bodies.moving[world->bodies.current], NULL);
        size_t end = world->bodies.ranges[p].end;
        for (size_t i = 0; i < block_count_of(&all); i++) {
            sweep s = block_of(&all, i);
            sum += sum_of_block(world, &s, s.end < end ? s.end : end);
        }
    }
    return sum;
}

uint64_t gyre_sum_of_sleepers(const gyre_world *world) {
    slot_range range = world->bodies.ranges[PARTITION_ASLEEP];
    uint64_t sum = 0;
    for (uint32_t slot = range.begin; slot < range.end; slot++)
        sum += seed_of(world->bodies.records[slot].id_index);
    return sum;
}
