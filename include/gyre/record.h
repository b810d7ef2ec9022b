/// Recordings: the motion of a scene, frame by frame, in formats that other programs read.
///
/// A recording writes to a sink: a file or memory. The memory it needs does not grow with the number of frames, except
/// for glb (28 bytes per body and frame until the end) and html (136 bytes, at most 143 MB in total: at the limit it
/// drops every second frame, see docs/OUTPUTS.md).
#pragma once

#include "gyre/scene.h"

GYRE_BEGIN_DECLS

/// Formats of recordings: the rows of formats.def.
typedef enum gyre_format {
#define X(name, extension, text) GYRE_FORMAT_##name,
#include "gyre/formats.def"
#undef X
    GYRE_FORMAT_COUNT
} gyre_format;

/// Returns the name of a format, such as "csv"; NULL if `format` is out of range.
const char *gyre_format_name(gyre_format format);
/// Returns the file extension of a format, such as ".csv"; NULL if `format` is out of range.
const char *gyre_format_extension(gyre_format format);
/// Returns a description of a format in one line; NULL if `format` is out of range.
const char *gyre_format_text(gyre_format format);
/// Finds the format of a file from the extension in its path, in upper or lower case. GYRE_ERR_FORMAT if the extension
/// is unknown.
gyre_result gyre_format_of_path(const char *path, gyre_format *out_format);

/// A recording in progress. Opaque.
typedef struct gyre_recording gyre_recording;

/// Definition of a recording: format and destination.
typedef struct gyre_recording_def {
    uint32_t marker;          // set by gyre_recording_def_default
    gyre_format format;       // set by gyre_recording_def_default
    gyre_sink sink;           // destination; if the sink has no `patch`, npz buffers the whole file in memory
    gyre_allocator allocator; // for the recording
    gyre_logger log;          // receives the reason if a format cannot be written
} gyre_recording_def;

/// Returns a definition for a format; set the sink before use.
gyre_recording_def gyre_recording_def_default(gyre_format format);

/// Begins a recording and writes the data that precedes the first frame. The scene must exist as long as the recording.
/// Records the bodies that exist now: bodies added later are not recorded; bodies removed later have NaN values from
/// then on. This and the following functions return errors of the sink unchanged. GYRE_ERR_FORMAT if this build cannot
/// write the format (the log has the reason); GYRE_ERR_OPTION for json if the world has no ledger.
gyre_result gyre_recording_begin(const gyre_recording_def *def, gyre_scene *scene, gyre_recording **out_recording);

/// Records the current state of the world as one frame; the world does not change. After a failure all further calls
/// return the same error. Exception: if the world's on_progress returns GYRE_ERR_STOPPED, only this frame is skipped,
/// and the recording can continue or end. GYRE_ERR_STOPPED after the end; GYRE_ERR_LENGTH if an npz file gets more
/// frames than the scene had when the recording began.
gyre_result gyre_recording_frame(gyre_recording *recording);

/// Completes the file. is_early: 1 if the run was stopped early; some formats store this flag. The recording must still
/// be destroyed, also after a failure.
gyre_result gyre_recording_end(gyre_recording *recording, int is_early);
/// Frees a recording, ended or not. NULL is allowed.
void gyre_recording_destroy(gyre_recording *recording);

/// Bytes in memory, written by a sink. Initialise with all zero, or with only the allocator set. Free `bytes` with the
/// allocator, or with free if the allocator is all zero.
typedef struct gyre_memory_sink {
    gyre_allocator allocator; // for the bytes
    uint8_t *bytes;           // bytes written
    size_t size, capacity;    // number of bytes written; number of bytes allocated
} gyre_memory_sink;
/// Returns a sink that appends to `memory` and supports `patch`. `memory` must stay valid as long as the sink is used.
gyre_sink gyre_sink_to_memory(gyre_memory_sink *memory);

GYRE_END_DECLS
