/// Memory that runs out: every allocation refused, once and from then on.
///     memory_faults [quick]
/// A refused allocation must make its call return GYRE_ERR_NO_MEMORY, or not change the result;
/// there must be no leak, double free or write beside a block; the world must be unchanged, and the same call must
/// work afterwards with the same result.
#include "memory_trials.h"

#include <execinfo.h>
#include <pthread.h>
#include <time.h>

enum { QUICK_TRIES = 10, STACK_DEPTH = 10, SITES_MAX = 1 << 14 };

bool is_quick;
static long trials, injections, survived, leaks, damages, wrong;

// ---- where it was refused ----

static uint64_t sites[SITES_MAX]; // stacks as hashes; 0: free
static long site_count;

static void note_site(void) {
    void *stack[STACK_DEPTH];
    int depth = backtrace(stack, STACK_DEPTH);
    gyre_hash hash = gyre_hash_begin();
    for (int i = 2; i < depth; i++) // not this function and the allocator
        gyre_hash_add_u64(&hash, (uint64_t)(uintptr_t)stack[i]);
    uint64_t value = gyre_hash_value(&hash) | 1;
    size_t at = value % SITES_MAX;
    while (sites[at] && sites[at] != value)
        at = (at + 1) % SITES_MAX;
    if (!sites[at]) site_count++;
    if (site_count >= SITES_MAX - 1) abort();
    sites[at] = value;
}

// ---- threads that cannot be created ----

long thread_refusals, thread_calls, thread_fail_at = -1;

// the linker calls the second one for every pthread_create, and pthread_create for the first
// NOLINTBEGIN(bugprone-reserved-identifier): the names are the linker's
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *argument) {
    if (thread_calls++ == thread_fail_at) {
        thread_refusals++;
        return 11; // EAGAIN
    }
    return __real_pthread_create(thread, how, run, argument);
}
// NOLINTEND(bugprone-reserved-identifier)

// ---- trials ----

void add_bytes_to_hash(gyre_hash *hash, const void *bytes, size_t size) {
    gyre_hash_add_u64(hash, size);
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + i, size - i < 8 ? size - i : 8);
        gyre_hash_add_u64(hash, word);
    }
}

void trial_complain(trial *t, const char *what) {
    t->wrong++;
    if (!t->complaint) t->complaint = what;
}

world_bytes trial_remember(const trial *t, const gyre_world *world) {
    bool is_over = t->memory.fail_at < 0 || (t->memory.failures > 0 && !t->memory.is_onward);
    return is_over ? (world_bytes){NULL, 0} : world_bytes_of(world);
}

bool trial_may_retry(trial *t, const gyre_world *world, const world_bytes *before, gyre_result result,
                     const char *call) {
    if (result != GYRE_ERR_NO_MEMORY || t->memory.failures == 0) trial_complain(t, call);
    if (world && first_change(world, before) >= 0) trial_complain(t, call);
    t->memory.fail_at = -1;
    return true;
}

// One run; returns its result, and in *outcome what came out.
static gyre_result run_once(trial *t, long fail_at, bool is_onward, uint64_t *outcome) {
    t->memory = (faulty_memory){.fail_at = fail_at, .is_onward = is_onward, .on_failure = note_site};
    t->allocator = faulty_allocator(&t->memory);
    t->wrong = 0;
    t->complaint = NULL;
    gyre_hash hash = gyre_hash_begin();
    gyre_result r = t->run(t, &hash);
    *outcome = gyre_hash_value(&hash);
    long out = faulty_blocks_out(&t->memory);
    leaks += out;
    damages += t->memory.damages;
    wrong += t->wrong;
    if (out || t->memory.damages || t->wrong)
        printf("%s, allocation %ld%s: %ld blocks leaked, %ld damaged, %ld wrong%s%s\n", t->name, fail_at,
               is_onward ? " and after" : "", out, t->memory.damages, t->wrong, t->complaint ? ": " : "",
               t->complaint ? t->complaint : "");
    return r;
}

static void complain(const trial *t, long n, bool is_onward, const char *what, gyre_result r) {
    wrong++;
    printf("%s, allocation %ld%s: %s (%s)\n", t->name, n, is_onward ? " and after" : "", what, gyre_result_name(r));
}

static void try_one(trial *t, long n, bool is_onward, gyre_result want, uint64_t want_outcome) {
    uint64_t outcome;
    gyre_result r = run_once(t, n, is_onward, &outcome);
    injections++;
    if (t->memory.failures == 0) {
        complain(t, n, is_onward, "was not requested again", r);
        return;
    }
    if (r == want) { // called again within the trial, or done without
        survived++;
        if (outcome != want_outcome) complain(t, n, is_onward, "another outcome", r);
        return;
    }
    if (r != GYRE_ERR_NO_MEMORY) complain(t, n, is_onward, "another result", r);
    r = run_once(t, -1, false, &outcome);
    if (r != want || outcome != want_outcome) complain(t, n, is_onward, "another outcome afterwards", r);
}

// Of `calls` allocations every so many, so that a trial takes some hundredths of a second.
static long quick_stride(long calls, clock_t time_of_one) {
    double wanted = 0.02 * CLOCKS_PER_SEC / (double)(4 * time_of_one + 1);
    long tries = wanted > QUICK_TRIES ? QUICK_TRIES : wanted > 1 ? (long)wanted : 1;
    return calls > tries ? (calls + tries - 1) / tries : 1;
}

void try_all(trial *t) {
    uint64_t want_outcome;
    clock_t start = clock();
    gyre_result want = run_once(t, -1, false, &want_outcome);
    long calls = t->memory.calls, stride = is_quick ? quick_stride(calls, clock() - start) : 1;
    trials++;
    if (want != GYRE_OK && want != GYRE_ERR_SCENE && want != GYRE_ERR_MODEL) complain(t, -1, false, "fails", want);
    for (int is_onward = 0; is_onward < 2; is_onward++)
        for (long n = stride > 1 ? trials % stride : 0; n < calls; n += stride)
            try_one(t, n, is_onward, want, want_outcome);
}

// ---- controls: each of these mistakes must be seen ----

typedef enum mistake { MISTAKE_LEAK, MISTAKE_OVERRUN, MISTAKE_TWICE, MISTAKE_SILENCE, MISTAKE_COUNT } mistake;

static gyre_result make_mistake(trial *t, gyre_hash *outcome) {
    unsigned char *a = t->allocator.take(10, 64, t->allocator.user), *b = t->allocator.take(8, 8, t->allocator.user);
    gyre_hash_add_u64(outcome, a && b);
    if (a && b && t->choice == MISTAKE_OVERRUN) a[10] = 0;
    if (b) t->allocator.give(b, t->allocator.user);
    if (a && (b || t->choice != MISTAKE_LEAK)) t->allocator.give(a, t->allocator.user);
    if (t->choice == MISTAKE_TWICE) {
        memory_block copy[4] = {{.magic = BLOCK_BACK}}; // as it lies there afterwards
        t->allocator.give(block_bytes(copy), t->allocator.user);
    }
    return (a && b) || t->choice == MISTAKE_SILENCE ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static bool are_mistakes_seen(void) {
    bool is_seen = true;
    for (int m = 0; m < MISTAKE_COUNT; m++) {
        trial t = {.run = make_mistake, .choice = m};
        snprintf(t.name, sizeof t.name, "control %d (a mistake on purpose)", m);
        long before = leaks + damages + wrong;
        try_all(&t);
        if (leaks + damages + wrong == before) {
            printf("control %d: the mistake was not detected\n", m);
            is_seen = false;
        }
    }
    trials = injections = survived = leaks = damages = wrong = site_count = 0;
    memset(sites, 0, sizeof sites);
    return is_seen;
}

static void tell(const char *what, void (*run)(void)) {
    struct timespec start, end;
    long injections_before = injections, trials_before = trials;
    clock_gettime(CLOCK_MONOTONIC, &start);
    run();
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%-8s %5ld trials %7ld injections %6.1f s\n", what, trials - trials_before, injections - injections_before,
           (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec));
    fflush(stdout);
}

int main(int argc, char **argv) {
    is_quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    if (!are_mistakes_seen()) return 1;
    tell("worlds", try_worlds);
    tell("readers", try_readers);
    tell("writers", try_writers);
    tell("solvers", try_solvers);
    printf("library: injections %ld sites %ld done-without-or-again %ld threads %ld leaks %ld damages %ld wrong %ld\n",
           injections, site_count, survived, thread_refusals, leaks, damages, wrong);
    return leaks + damages + wrong > 0;
}
