/// Runs the functions of the world's kernel over all awake bodies, partition by partition. Each partition is divided
/// into blocks of fixed size. Threads share the blocks, and their sums are added in a fixed order, so that results do
/// not depend on the number of threads.
#pragma once

#include "world/body_subset.h"
#include "world/world.h"

enum { BLOCK_SIZE = 512 }; // bodies, a multiple of STREAM_PADDING; a block in free motion takes about 15 us
#define NO_BODY SIZE_MAX   // no slot

/// Account of a kick with its drift: sums over all bodies.
typedef struct kick_account {
    double sums[ACCOUNT_COUNT];
    double conservative[UNIFORM_FORCES_MAX], other[UNIFORM_FORCES_MAX]; // powers of forces [W]
} kick_account;

/// Reserves memory for the blocks of a step with that many kicks. GYRE_ERR_NO_MEMORY.
gyre_result gyre_sweeps_reserve(gyre_world *world, int kick_count);

/// Returns the sweep over a partition, the argument of the kernel functions.
sweep gyre_world_sweep(const gyre_world *world, partition p, const double *from, double *to);

// With accounts (one per kick, or NULL) the kicks and drifts are added to them. Functions that check the bodies return
// the first slot with a non-finite number, or NO_BODY.
void gyre_sweep_kick_drift(gyre_world *world, const double *from, double *to, const kick_drift *k,
                           kick_account *account);
void gyre_sweep_set_weights(gyre_world *world, const double *from);
void gyre_sweep_add_forces(gyre_world *world, const double *from, const double *momenta, const uniform_forces *forces);
void gyre_sweep_account_powers(gyre_world *world, const double *from, const double *momenta,
                               const uniform_forces *forces, double kick, kick_account *account);
void gyre_sweep_predict_momenta(gyre_world *world, const double *from, double *to, double kick);
size_t gyre_sweep_first_bad(gyre_world *world, double *to);
size_t gyre_sweep_normalize(gyre_world *world, const solver_streams *v);
size_t gyre_sweep_differentiate(gyre_world *world, const solver_streams *v);
size_t gyre_sweep_split_step(gyre_world *world, const double *from, double *to, const split_step *f,
                             kick_account *accounts);

/// Do the same for the bodies of a subset, with the states stored in the subset, and write the accounts.
void gyre_subset_kick_drift(const gyre_world *world, body_subset *subset, const kick_drift *k,
                            kick_account *out_account);
void gyre_subset_split_step(const gyre_world *world, body_subset *subset, const split_step *f,
                            kick_account *out_accounts);

/// Multiplies all numbers of an account by a factor.
void gyre_account_scale(kick_account *account, double factor);

/// Computes the sums over dynamic bodies (enum total_sum) for a buffer of moving streams. Runs on the calling thread
/// and only reads the world.
void gyre_sum_up(const gyre_world *world, const double *moving, double out_totals[TOTAL_COUNT]);

/// Returns the sum of the digests of all bodies. Each digest is seeded with the id of the body.
uint64_t gyre_sum_of_digests(const gyre_world *world);

/// Returns a sum of hashes of the ids of sleeping bodies; 0 if no body sleeps.
uint64_t gyre_sum_of_sleepers(const gyre_world *world);
