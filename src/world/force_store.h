/// The forces of a world, in the order in which they were added. Removal keeps the order, because rounding errors of
/// sums depend on it.
///
/// A removed force leaves an empty record, which has no effect on sums and energies. Empty records are removed before a
/// step, before a snapshot and before the store grows.
#pragma once

#include "world/world.h"

void gyre_force_store_free(gyre_world *world);

/// Frees the memory that the record owns.
void gyre_force_record_free(const gyre_world *world, force_record *record);

/// Appends a force that already has an id, while a snapshot is read; checks it like a new force. On success takes
/// ownership of the memory of the record.
gyre_result gyre_force_store_append_as(gyre_world *world, const force_record *record);

/// Removes every force of the body.
void gyre_force_store_remove_of(gyre_world *world, gyre_body_id body);

/// Removes the empty records of removed forces.
void gyre_force_store_compact(gyre_world *world);

/// Recomputes the resolved parameters of the forces of this body, after its frame has changed.
void gyre_force_store_resolve_of(gyre_world *world, gyre_body_id body);

/// Returns the parameters of a force on every body, resolved in the frame of one body.
gyre_force_parameters gyre_force_resolved_for(const gyre_world *world, const force_record *record, uint32_t slot);

/// Sets the fraction of the step from t to t + h for which each force acts, and invalidates cached forces if a fraction
/// changes. The potential of a force is removed from the world's energy if a backward step reaches a time before
/// `from`.
void gyre_force_store_open_windows(gyre_world *world, double t, double h);

/// Restores the potentials that were part of the world's energy before a failed step.
void gyre_force_store_restore_windows(gyre_world *world);

/// Returns the force with this id index.
gyre_force_id gyre_force_id_at(const gyre_world *world, uint32_t slot);
