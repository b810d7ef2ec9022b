/// Fields that all output formats share. A format is one file, record_<name>.c, with one format_writer.
///
/// gyre_recording_frame samples every body once (motions, energies, table columns) and calls the format. The format
/// writes to `out` or keeps data in `state`.
#pragma once

#include "record/output.h"

typedef struct gyre_recording recording;

typedef enum column {
#define X(name) COLUMN_##name,
#include "record/columns.def"
#undef X
    COLUMN_COUNT
} column;

/// Names of the columns: "x", "qw", "energy".
extern const char *const gyre_column_names[COLUMN_COUNT];

/// The functions of a format; NULL if there is nothing to do. free_state is also called for a recording that could not
/// begin. The state is all zero before `begin`.
typedef struct format_writer {
    size_t state_size; // [bytes] of recording.state; 0: no state
    bool needs_patch;  // the format patches bytes that it has written
    bool is_sampled;   // the format needs the bodies of every frame; otherwise frames are only counted
    gyre_result (*begin)(recording *r);
    gyre_result (*frame)(recording *r);
    gyre_result (*end)(recording *r, bool is_early);
    void (*free_state)(recording *r); // frees memory that the state owns, but not the state
} format_writer;

#define X(name, extension, text) extern const format_writer gyre_writer_##name;
#include "gyre/formats.def"
#undef X

struct gyre_recording {
    const format_writer *writer;
    void *state; // state of the format
    output out;
    gyre_allocator allocator;
    gyre_logger log;
    gyre_scene *scene;
    gyre_world *world;
    gyre_result result; // the first error, or GYRE_OK
    bool has_ended;

    // the bodies at the beginning, in the order of ids
    size_t body_count;
    gyre_body_id *bodies;
    const char **names; // copies in name_text; an unnamed body is "body #3"
    char *name_text;

    // frames
    uint64_t frames_expected; // from the scene's settings
    uint64_t frame_count;     // number of finished frames, and index of the frame being written

    // the present frame, by body; a removed body has is_gone set and all numbers NaN
    double t;             // [s]
    gyre_motion *motions; // model frame
    double *kinetic;      // [J]
    double *potential;    // [J]; see gyre_world_get_energies
    double *columns;      // columns[column * body_count + body]
    bool *is_gone;

    // the bodies that still exist, without gaps, and their energies
    size_t here_count;
    size_t *here_rows;
    gyre_body_id *here;
    double *here_energies; // kinetic, then potential
};

/// Returns the numbers of one column in the present frame, one per body.
static inline const double *column_of(const recording *r, column c) { return r->columns + (size_t)c * r->body_count; }

/// Allocates with the recording's allocator. A count of 0 gives a valid pointer. Returns NULL if there is no memory.
void *gyre_recording_take(const recording *r, size_t count, size_t size);
void gyre_recording_give(const recording *r, void *block);

/// Samples the present frame.
gyre_result gyre_sample_frame(recording *r);
