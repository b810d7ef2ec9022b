/// Sweeps over all bodies, cut into blocks that threads share. Blocks have one size, whoever works on them, and what
/// they find is looked through in their order: results do not depend on threads.
#pragma once

#include "world/world.h"

enum { BLOCK_SIZE = 512 }; // bodies, a multiple of STREAM_PADDING; a block of free flight takes some 15 us

/// What a kick with its drift did, over all bodies.
typedef struct kick_account {
    double sums[ACCOUNT_COUNT];
    double conservative[UNIFORM_FORCES_MAX], other[UNIFORM_FORCES_MAX]; // powers of forces [W]
} kick_account;

/// Memory for the blocks of a step with that many kicks. GYRE_ERR_NO_MEMORY.
gyre_result gyre_blocks_reserve(gyre_world *world, int kick_count);

/// The threads of world->def.threads, or none; said in the log when there can be none. GYRE_ERR_NO_MEMORY.
gyre_result gyre_threads_start(gyre_world *world);
void gyre_threads_stop(gyre_world *world);

// The functions of the world's kernel, over all bodies. With accounts (one per kick, or NULL) what was done is added to
// them, block by block.
void gyre_sweep_push(gyre_world *world, const double *from, double *to, const push *p, kick_account *account);
void gyre_sweep_weigh(gyre_world *world, const double *from);
void gyre_sweep_pull(gyre_world *world, const double *from, const double *momenta, const uniform_forces *forces);
void gyre_sweep_account_pulls(gyre_world *world, const double *from, const double *momenta,
                              const uniform_forces *forces, double kick, kick_account *account);
void gyre_sweep_guess(gyre_world *world, const double *from, double *to, double kick);
size_t gyre_sweep_first_bad(gyre_world *world, double *to);
size_t gyre_sweep_normalize(gyre_world *world, const solver_streams *v);
size_t gyre_sweep_differentiate(gyre_world *world, const solver_streams *v);
size_t gyre_sweep_fly(gyre_world *world, const double *from, double *to, const flight *f, kick_account *accounts);

/// Sums over bodies (enum total_sum) of a buffer of moving streams; on the calling thread, for a world that is only
/// read.
void gyre_sum_up(const gyre_world *world, const double *moving, double out_totals[TOTAL_COUNT]);
