/// Recordings: what happens in a scene, frame by frame, as bytes in a format that other programs read.
///
/// A recording writes to a sink: a file, or memory. Memory does not grow with the number of frames, but for glb, which
/// keeps 28 bytes per body and frame until the end, and html, which keeps 136, up to 143 MB: then it drops every second
/// frame (docs/OUTPUTS.md).
#pragma once

#include "gyre/scene.h"

GYRE_BEGIN_DECLS

/// The formats of recordings: the rows of formats.def.
typedef enum gyre_format {
#define X(name, extension, text) GYRE_FORMAT_##name,
#include "gyre/formats.def"
#undef X
    GYRE_FORMAT_COUNT
} gyre_format;

/// "csv", ".csv" and a line of description; NULL for numbers that are no format.
const char *gyre_format_name(gyre_format format);
const char *gyre_format_extension(gyre_format format);
const char *gyre_format_text(gyre_format format);
/// By the end of a file's name, letters in any case. GYRE_ERR_FORMAT when no format has it.
gyre_result gyre_format_of_path(const char *path, gyre_format *out_format);

/// A recording that has begun.
typedef struct gyre_recording gyre_recording;

/// What to write, and where to.
typedef struct gyre_recording_def {
    uint32_t marker;          // set by gyre_recording_def_default
    gyre_format format;       // set by gyre_recording_def_default
    gyre_sink sink;           // npz needs `patch`, or gathers everything in memory without it
    gyre_allocator allocator; // for the recording
    gyre_logger log;          // says why a format cannot be written
} gyre_recording_def;

/// A recording of this format; set the sink.
gyre_recording_def gyre_recording_def_default(gyre_format format);

/// Begins with what is known before the first frame. The scene must live as long as the recording. The bodies that are
/// there now are recorded: one that comes later is not, one that goes has NaN for its numbers from then on. Errors of
/// the sink come back as they are, from here on. GYRE_ERR_FORMAT for a format that this build cannot write (the log
/// says why); GYRE_ERR_OPTION for json of a world without a ledger.
gyre_result gyre_recording_begin(const gyre_recording_def *def, gyre_scene *scene, gyre_recording **out_recording);

/// One frame: the world as it is now, which stays as it is. After a failure every call gives the same one again, but
/// for GYRE_ERR_STOPPED from the world's on_progress: that frame is left out, and the recording can go on or end. After
/// the end GYRE_ERR_STOPPED. npz takes no more frames than the scene had when it began (GYRE_ERR_LENGTH).
gyre_result gyre_recording_frame(gyre_recording *recording);

/// Ends the file properly. is_early: the run was stopped; formats that can say so do. On failure of the sink, here or
/// in a frame, the recording is still to be destroyed.
gyre_result gyre_recording_end(gyre_recording *recording, int is_early);
/// Frees the recording, ended or not; NULL is fine.
void gyre_recording_destroy(gyre_recording *recording);

/// A sink that gathers bytes in memory. All zero but for the allocator is empty; give `bytes` back to the allocator
/// (free, without one) when done.
typedef struct gyre_memory_sink {
    gyre_allocator allocator; // of the bytes
    uint8_t *bytes;           // what was written
    size_t size, capacity;    // of it; room there is [bytes]
} gyre_memory_sink;
/// A sink that appends to this memory, with `patch`; the struct must live as long.
gyre_sink gyre_sink_to_memory(gyre_memory_sink *memory);

GYRE_END_DECLS
