/// Accounts of energy and momenta along a step. Without a ledger these functions do nothing.
#pragma once

#include "world/sweeps.h"
#include "world/step.h"

/// Begins the entries of a step. The first step records the initial energy and momenta; later steps record the changes
/// by edits since the last step.
gyre_result gyre_ledger_begin_step(step_run *run);

/// Restores the accounts to their values before the step.
void gyre_ledger_undo_step(gyre_world *world);

/// Records the work of every force in the next kick: impulse times the mean of the velocities before and after the
/// kick. This work is exactly the change of kinetic energy. `evaluated` is the stage at which the forces were
/// evaluated, `from` the state before the kick. Evaluates callbacks again; if one fails, returns the callback's error
/// and names the callback in the report.
gyre_result gyre_ledger_kick(step_run *run, const double *from, const stage *evaluated, double kick);

/// Adds the entries for a kick and its drift: impulses, work of applied wrenches, damping.
void gyre_ledger_add(gyre_world *world, const kick_account *account);

/// Adds the work of `count` uniform forces, beginning with slot `first`, in a kick of `kick` seconds.
void gyre_ledger_add_powers(gyre_world *world, uint32_t first, int count, const kick_account *account, double kick);

/// Adds the accounts of all kicks of a step.
void gyre_ledger_add_split_step(gyre_world *world, const split_step *f, const kick_account *accounts);

// For methods that integrate the accounts along with the state: the number of sums, their rates of change at a stage,
// and the sums. Computing the rates evaluates callbacks again and fails if a callback fails.
size_t gyre_ledger_sum_count(const gyre_world *world);
gyre_result gyre_ledger_rates(gyre_world *world, const stage *s, double *out_rates, uint32_t *out_failed);
void gyre_ledger_get_sums(const gyre_world *world, double *out_sums);
void gyre_ledger_set_sums(gyre_world *world, const double *sums);
