/// Accounts of energy and momenta along a step. Without a ledger these functions do nothing.
#pragma once

#include "world/sweeps.h"
#include "world/step.h"

/// Fixes the beginning at the first step; later, what was changed by hand since the last step goes into its own column.
gyre_result gyre_ledger_begin_step(step_run *run);

/// Everything that this step has put into the accounts is taken out again.
void gyre_ledger_undo_step(gyre_world *world);

/// What every force will do in a kick that is about to happen: impulse times the mean of the velocities before and
/// after it, which is exactly what the kick does to the kinetic energy. `evaluated` is where the forces were evaluated,
/// `from` the state before the kick. Fails as a callback that is asked once more does, and names it.
gyre_result gyre_ledger_kick(step_run *run, const double *from, const stage *evaluated, double kick);

/// What sweeps took down of a kick and its drift: impulses, what was applied, damping.
void gyre_ledger_add(gyre_world *world, const kick_account *account);

/// What they took down of `count` uniform forces from slot `first` on, in a kick of `kick` seconds.
void gyre_ledger_add_powers(gyre_world *world, uint32_t first, int count, const kick_account *account, double kick);

/// Adds the accounts of all kicks of a step.
void gyre_ledger_add_split_step(gyre_world *world, const split_step *f, const kick_account *accounts);

// For methods that integrate the accounts along with the state: how many sums there are, their rates of change at a
// stage (which fail as a callback that is asked once more does), and the sums themselves.
size_t gyre_ledger_sum_count(const gyre_world *world);
gyre_result gyre_ledger_rates(gyre_world *world, const stage *s, double *out_rates, uint32_t *out_failed);
void gyre_ledger_get_sums(const gyre_world *world, double *out_sums);
void gyre_ledger_set_sums(gyre_world *world, const double *sums);
