/// The trials with failing memory. A trial runs a part of the library from creation to destruction, with every block
/// from a separate allocator; memory.c runs it with each allocation refused in turn.
#pragma once

#include "faulty_memory.h"
#include "gyre/gyre.h"
#include "world_bytes.h"

typedef struct trial {
    char name[96];
    gyre_result (*run)(struct trial *t, gyre_hash *outcome); // the outcome must not depend on faults
    const void *subject;
    int choice, variant;
    gyre_allocator allocator;
    faulty_memory memory;
    // told by the trial while it runs
    long wrong;
    const char *complaint;
} trial;

/// A few seconds, not minutes: some of everything.
extern bool is_quick;

/// Runs a trial with every allocation refused, once and from then on.
void try_all(trial *t);

/// In a trial: `call` fails for want of memory only, leaves the world (or NULL) unchanged, and works the second time.
#define WITH_RETRY(t, world, call)                                                                                     \
    do {                                                                                                               \
        const gyre_world *world_ = (world);                                                                            \
        world_bytes before_ = trial_remember(t, world_);                                                               \
        gyre_result result_ = (call);                                                                                  \
        if (result_ != GYRE_OK && trial_may_retry(t, world_, &before_, result_, #call)) result_ = (call);              \
        if (result_ != GYRE_OK) trial_complain(t, #call);                                                              \
        world_bytes_free(&before_);                                                                                    \
    } while (0)

/// The world's bytes, as long as an allocation may still fail.
world_bytes trial_remember(const trial *t, const gyre_world *world);
bool trial_may_retry(trial *t, const gyre_world *world, const world_bytes *before, gyre_result result,
                     const char *call);
void trial_complain(trial *t, const char *what);

void add_bytes_to_hash(gyre_hash *hash, const void *bytes, size_t size);

void try_worlds(void);  // memory_worlds.c
void try_readers(void); // memory_readers.c
void try_writers(void); // memory_writers.c
void try_solvers(void); // memory_solvers.c

/// Number of threads whose creation was refused on purpose.
extern long thread_refusals;
extern long thread_calls, thread_fail_at;
