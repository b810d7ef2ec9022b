/// Writes a snapshot of the world at the end.
#include "record/record.h"

#include "gyre/snapshot.h"

static gyre_result end_gyre(recording *r, bool is_early) {
    (void)is_early; // a snapshot is complete at any time
    size_t size;
    gyre_result result = gyre_world_snapshot_size(r->world, &size);
    if (result != GYRE_OK) return result;
    uint8_t *bytes = gyre_recording_take(r, size, 1);
    if (!bytes) return GYRE_ERR_NO_MEMORY;
    result = gyre_world_save(r->world, bytes, size, &size);
    if (result == GYRE_OK) gyre_output_write(&r->out, bytes, size);
    gyre_recording_give(r, bytes);
    return result;
}

const format_writer gyre_writer_gyre = {.end = end_gyre};
