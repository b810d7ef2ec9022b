/// Snapshots: saving a world to bytes and restoring it. A restored world continues bit-identically to a world that was
/// never interrupted.
///
/// The bytes begin with a magic number and a version, contain a checksum, and can be restored on any machine. Function
/// pointers cannot be stored: a callback force takes its function and user pointer from a callback force of the
/// restoring world that has the same name (without names: the same id) and the same flags (is_velocity_dependent,
/// has_potential). Without such a force the restore fails.
#pragma once

#include "gyre/world.h"

GYRE_BEGIN_DECLS

/// Returns the size of the snapshot that gyre_world_save would write now [bytes].
gyre_result gyre_world_snapshot_size(const gyre_world *world, size_t *out_size);

/// Writes a snapshot. GYRE_ERR_LENGTH, with nothing written, if `capacity` is too small.
gyre_result gyre_world_save(const gyre_world *world, void *bytes, size_t capacity, size_t *out_size);

/// Restores a snapshot. Replaces all contents of the world: bodies, forces, time, ledger, method, gravity. Ids from the
/// time of the snapshot become valid again. This world keeps its allocator, log, kernel, threads, hooks and
/// is_transactional. GYRE_ERR_SNAPSHOT if the bytes are not a snapshot, are damaged, truncated or of an unknown
/// version, or if a callback force is missing; the world is then unchanged.
gyre_result gyre_world_restore(gyre_world *world, const void *bytes, size_t size);

GYRE_END_DECLS
