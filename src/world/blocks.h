/// Sweeps over all bodies, cut into blocks that threads share. Blocks have one size, whoever works on them, and what
/// they find is looked through in their order: results do not depend on threads.
#pragma once

#include "world/world.h"

enum { BLOCK_SIZE = 512 }; // bodies, a multiple of STREAM_PADDING; a block of free flight takes some 15 us

/// Memory for the blocks of a step. GYRE_ERR_NO_MEMORY.
gyre_result gyre_blocks_reserve(gyre_world *world);

/// The threads of world->def.threads, or none; said in the log when there can be none. GYRE_ERR_NO_MEMORY.
gyre_result gyre_threads_start(gyre_world *world);
void gyre_threads_stop(gyre_world *world);

// The functions of the world's kernel, over all bodies. With accounts (ACCOUNT_COUNT numbers, or NULL) the sums of what
// was done are added to them, block by block.
void gyre_sweep_push(gyre_world *world, const double *from, double *to, const push *p, double *accounts);
void gyre_sweep_weigh(gyre_world *world, const double *from);
void gyre_sweep_guess(gyre_world *world, const double *from, double *to, double kick);
size_t gyre_sweep_first_bad(gyre_world *world, double *to);
size_t gyre_sweep_fly(gyre_world *world, const double *from, double *to, const flight *f, double *accounts);

/// Sums over bodies (enum total_sum) of a buffer of moving streams; on the calling thread, for a world that is only
/// read.
void gyre_sum_up(const gyre_world *world, const double *moving, double out_totals[TOTAL_COUNT]);
