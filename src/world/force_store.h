/// The forces of a world, in the order they were added (removal keeps the order: sums depend on it).
///
/// Removing a force leaves its record empty. Empty records have no effect on sums and energies; a step and a snapshot
/// close the gaps first, and so does the store before it grows.
#pragma once

#include "world/world.h"

void gyre_force_store_free(gyre_world *world);

/// Frees what the record owns.
void gyre_force_record_free(const gyre_world *world, force_record *record);

/// Appends a force that has its id already, in a world that is being read; checked like a new one. Takes over what the
/// record owns when it succeeds.
gyre_result gyre_force_store_append_as(gyre_world *world, const force_record *record);

/// Removes every force that names the body.
void gyre_force_store_remove_of(gyre_world *world, gyre_body_id body);

/// Closes the gaps that removed forces left.
void gyre_force_store_compact(gyre_world *world);

/// Brings the parameters of the forces that name this body into body frames as they are now.
void gyre_force_store_resolve_of(gyre_world *world, gyre_body_id body);

/// Parameters in the frame of one body, for a force on every body.
gyre_force_parameters gyre_force_resolved_for(const gyre_world *world, const force_record *record, uint32_t slot);

/// Sets for which fraction of the step from t to t + h each force acts. Cached forces are not carried over a window's
/// edge. A force whose potential counted stops counting when the step goes back to before it began.
void gyre_force_store_open_windows(gyre_world *world, double t, double h);

/// After a failed step: the potentials that counted before it count again.
void gyre_force_store_restore_windows(gyre_world *world);

/// The force that has this id index.
gyre_force_id gyre_force_id_at(const gyre_world *world, uint32_t slot);
