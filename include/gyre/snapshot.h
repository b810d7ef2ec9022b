/// Everything in a world as bytes, and back. A world that is restored goes on with the same bits as one that never
/// stopped.
///
/// The bytes begin with a magic number and a version, carry a checksum, and mean the same on every machine. Function
/// pointers cannot be stored: a callback force takes its function and user pointer from a callback force of the same
/// name (or, without names, the same id) and with the same promises in the world that restores, and is refused when
/// there is none.
#pragma once

#include "gyre/world.h"

GYRE_BEGIN_DECLS

/// How many bytes gyre_world_save would write now.
gyre_result gyre_world_snapshot_size(const gyre_world *world, size_t *out_size);

/// Writes the snapshot; GYRE_ERR_LENGTH (and nothing written) when it does not fit.
gyre_result gyre_world_save(const gyre_world *world, void *bytes, size_t capacity, size_t *out_size);

/// Replaces everything in the world: bodies, forces, time, ledger, method, gravity. Ids from then are valid again.
/// Allocator, log, constraint hook and is_transactional stay those of this world. GYRE_ERR_SNAPSHOT for bytes that are
/// no snapshot, are damaged, cut off or of a version this library does not know; then the world is as it was.
gyre_result gyre_world_restore(gyre_world *world, const void *bytes, size_t size);

GYRE_END_DECLS
