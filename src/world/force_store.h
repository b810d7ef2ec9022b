/// The forces of a world, in the order they were added (removal keeps the order: sums depend on it).
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

/// Brings all parameters into the body frames as they are now.
void gyre_force_store_resolve(gyre_world *world);

/// Parameters in the frame of one body, for a force on every body.
gyre_force_parameters gyre_force_resolved_for(const gyre_world *world, const force_record *record, uint32_t slot);

/// For which fraction of the step from t to t + h each force acts. Cached forces are not carried over a window's edge.
void gyre_force_store_open_windows(gyre_world *world, double t, double h);

/// The force that has this id index.
gyre_force_id gyre_force_id_at(const gyre_world *world, uint32_t slot);
