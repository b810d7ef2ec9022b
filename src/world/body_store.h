/// Where bodies are kept: streams and records by slot. With kernels/ the only place that knows the layout.
#pragma once

#include "world/body_spec.h"
#include "world/world.h"

/// Room for `count` bodies in all.
gyre_result gyre_body_store_reserve(gyre_world *world, size_t count);
/// The same without room for ids.
gyre_result gyre_body_store_make_room(gyre_world *world, size_t count);
void gyre_body_store_free(gyre_world *world);

/// The state of one body in a buffer of moving streams, and back; reference point, not centre of mass. m is L in the
/// body frame: given as exactly as it is known, for bodies that carry it.
state gyre_store_load(const gyre_world *world, const double *moving, uint32_t slot);
void gyre_store_save(gyre_world *world, double *moving, uint32_t slot, const state *Y, vec3 m);

/// The same for the present state; saving also makes it the past, so that drawing does not interpolate across an edit.
state gyre_store_get(const gyre_world *world, uint32_t slot);
void gyre_store_set(gyre_world *world, uint32_t slot, const state *Y, vec3 m);

mass_props gyre_store_props(const gyre_world *world, uint32_t slot);

/// Whether m is carried from step to step for this body.
bool gyre_store_carries(const gyre_world *world, uint32_t slot);

/// Everything about one body.
body_spec gyre_store_spec(const gyre_world *world, uint32_t slot);

/// Memory for what a body like this has, if it is not there yet: streams, and `extras` of the spec. On failure nothing
/// has changed.
gyre_result gyre_store_reserve_for(gyre_world *world, body_spec *spec);

/// Changes record and constants of a body; memory was reserved. Returns its slot, which differs if it belongs to
/// another partition now; other bodies may have moved, too. The caller owns the path.
uint32_t gyre_store_change(gyre_world *world, uint32_t slot, const body_spec *spec);

/// The partition to which such a body belongs.
partition gyre_store_partition(const body_spec *spec);

/// Adds a body with a new id (memory was reserved) and takes ownership of what the spec owns. Returns its slot.
uint32_t gyre_store_add(gyre_world *world, const body_spec *spec, const state *Y, vec3 m);

/// Writes record and constants of a new body to a slot of its partition that holds none; the caller writes its state.
void gyre_store_place(gyre_world *world, uint32_t slot, const body_spec *spec);

/// Places a body in the next slot of its partition and returns that slot.
uint32_t gyre_store_append(gyre_world *world, const body_spec *spec);

/// The present becomes the past of one body.
void gyre_store_forget_past(gyre_world *world, uint32_t slot);

/// Frees what the record owns and moves the last body into its place.
void gyre_store_remove(gyre_world *world, uint32_t slot);

/// What was applied for the next step, and the sum of the forces, about the reference point.
wrench gyre_store_applied(const gyre_world *world, uint32_t slot);
gyre_result gyre_store_reserve_applied(gyre_world *world); // before the first is set
void gyre_store_set_applied(gyre_world *world, uint32_t slot, wrench W);
void gyre_store_clear_applied(gyre_world *world);

/// As forces see the body: pose from `moving`, velocities from `momenta` (P, then L, in streams).
placed gyre_store_placed(const gyre_world *world, const double *moving, const double *momenta, uint32_t slot);

/// The same with nothing known of its motion: cheaper.
placed gyre_store_placed_at_rest(const gyre_world *world, const double *moving, uint32_t slot);
