/// Storage of bodies: streams and records, indexed by slot. Only this file and kernels/ depend on the layout.
#pragma once

#include "world/body_spec.h"
#include "world/world.h"

/// Reserves memory and ids for a total of `count` bodies.
gyre_result gyre_body_store_reserve(gyre_world *world, size_t count);
/// Reserves memory for a total of `count` bodies, without ids.
gyre_result gyre_body_store_make_room(gyre_world *world, size_t count);
void gyre_body_store_free(gyre_world *world);

/// Reads or writes the state of one body in a buffer of moving streams, at its reference point (not the centre of
/// mass). m is L in the body frame, in full precision; only bodies with carried momentum store it.
state gyre_store_load(const gyre_world *world, const double *moving, uint32_t slot);
void gyre_store_save(gyre_world *world, double *moving, uint32_t slot, const state *Y, vec3 m);

/// Reads or writes the current state. Writing also replaces the previous state, so that drawing does not interpolate
/// across an edit.
state gyre_store_get(const gyre_world *world, uint32_t slot);
void gyre_store_set(gyre_world *world, uint32_t slot, const state *Y, vec3 m);

mass_props gyre_store_props(const gyre_world *world, uint32_t slot);

/// True if m is carried from step to step for this body.
bool gyre_store_carries(const gyre_world *world, uint32_t slot);

/// Returns all settings and derived quantities of one body.
body_spec gyre_store_spec(const gyre_world *world, uint32_t slot);

/// Allocates the streams that this body needs, and `extras` of the spec, unless they exist. On failure the world is
/// unchanged.
gyre_result gyre_store_reserve_for(gyre_world *world, body_spec *spec);

/// Changes record and constants of a body; memory must have been reserved. Returns its slot, which changes if the body
/// moves to another partition; other bodies may move, too. The caller owns the path.
uint32_t gyre_store_change(gyre_world *world, uint32_t slot, const body_spec *spec);

/// Returns the partition of a body with this spec.
partition gyre_store_partition(const body_spec *spec);

/// Adds a body with a new id and takes ownership of the memory that the spec owns. Memory must have been reserved.
/// Returns its slot.
uint32_t gyre_store_add(gyre_world *world, const body_spec *spec, const state *Y, vec3 m);

/// Writes record and constants of a new body to an empty slot of its partition; the caller writes its state.
void gyre_store_place(gyre_world *world, uint32_t slot, const body_spec *spec);

/// Places a body in the next slot of its partition and returns that slot.
uint32_t gyre_store_append(gyre_world *world, const body_spec *spec);

/// Copies one body's current state to the previous state.
void gyre_store_forget_past(gyre_world *world, uint32_t slot);

/// Removes a body: frees the memory of its record and moves the last body of the partition into its slot.
void gyre_store_remove(gyre_world *world, uint32_t slot);

/// The wrench applied by the user for the next step, about the reference point.
wrench gyre_store_applied(const gyre_world *world, uint32_t slot);
gyre_result gyre_store_reserve_applied(gyre_world *world); // required before gyre_store_set_applied
void gyre_store_set_applied(gyre_world *world, uint32_t slot, wrench W);
void gyre_store_clear_applied(gyre_world *world);

/// Returns pose and velocities for the evaluation of forces: the pose from `moving`, velocities from `momenta` (P, then
/// L, in streams).
placed gyre_store_placed(const gyre_world *world, const double *moving, const double *momenta, uint32_t slot);

/// Returns the pose only, which is cheaper.
placed gyre_store_placed_at_rest(const gyre_world *world, const double *moving, uint32_t slot);
