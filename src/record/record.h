/// What all formats of recordings share. A format is one file, record_<name>.c, with one format_writer.
///
/// gyre_recording_frame samples every body once (motions, energies, and the columns of tables) and hands over to the
/// format, which writes to `out` or keeps what it needs in `state`.
#pragma once

#include "record/output.h"

typedef struct gyre_recording recording;

typedef enum column {
#define X(name) COLUMN_##name,
#include "record/columns.def"
#undef X
    COLUMN_COUNT
} column;

/// "x", "qw", "energy".
extern const char *const gyre_column_names[COLUMN_COUNT];

/// How a format is written. Functions may be NULL: nothing to do then. A recording that could not begin is freed with
/// free_state too; the state is all zero before `begin`.
typedef struct format_writer {
    size_t state_size; // [bytes] of recording.state; 0: it has none
    bool needs_patch;  // overwrites what it has written
    bool is_sampled;   // wants the bodies of every frame; without, a frame is only counted
    gyre_result (*begin)(recording *r);
    gyre_result (*frame)(recording *r);
    gyre_result (*end)(recording *r, bool is_early);
    void (*free_state)(recording *r); // what the state owns, not the state itself
} format_writer;

#define X(name, extension, text) extern const format_writer gyre_writer_##name;
#include "gyre/formats.def"
#undef X

struct gyre_recording {
    const format_writer *writer;
    void *state; // the format's own
    output out;
    gyre_allocator allocator;
    gyre_logger log;
    gyre_scene *scene;
    gyre_world *world;
    gyre_result result; // the first failure, or GYRE_OK
    bool has_ended;

    // the bodies that were there at the beginning, in the order of ids
    size_t body_count;
    gyre_body_id *bodies;
    const char **names; // "body #3" for one without a name; copies, all in name_text
    char *name_text;

    // frames
    uint64_t frames_expected; // of the scene's settings
    uint64_t frame_count;     // finished: the number of the present frame while it is being written

    // the present frame, by body; a body that has gone since the beginning is_gone, and its numbers are NaN
    double t;             // [s]
    gyre_motion *motions; // model frame
    double *kinetic;      // [J]
    double *potential;    // [J]; pair potentials: half with each body
    double *columns;      // columns[column * body_count + body]
    bool *is_gone;

    // those that are still here, closed up; what they are asked for
    size_t here_count;
    size_t *here_rows;
    gyre_body_id *here;
    double *here_energies; // kinetic, then potential
};

/// The numbers of one column in the present frame, one per body.
static inline const double *column_of(const recording *r, column c) { return r->columns + (size_t)c * r->body_count; }

/// Memory of the recording's allocator; a count of 0 is fine and gives something. NULL when there is none.
void *gyre_recording_take(const recording *r, size_t count, size_t size);
void gyre_recording_give(const recording *r, void *block);

/// Fills in the present frame.
gyre_result gyre_sample_frame(recording *r);
