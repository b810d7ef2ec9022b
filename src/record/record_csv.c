/// Writes CSV: one row per body and frame. RFC 4180, except that lines end in
/// .
#include "record/record.h"

#include <string.h>

enum { ROW_SIZE = (NUMBER_ROOM + 1) * COLUMN_COUNT };

typedef struct csv_state {
    char *cells;  // the names as cells, each preceded by a comma
    size_t *ends; // end of each body's cell
} csv_state;

// ---- names ----

static bool needs_quotes(const char *name) {
    return strpbrk(name, ",\"\r\n") || name[0] == ' ' || (name[0] != '\0' && name[strlen(name) - 1] == ' ');
}

// True if a spreadsheet would evaluate the name as a formula. A leading apostrophe makes the name text.
static bool looks_like_formula(const char *name) { return name[0] != '\0' && strchr("=+-@\t\r", name[0]); }

// Writes a cell and returns its end; if `out` is NULL, only computes the end.
static size_t put_cell(const char *name, char *out, size_t at) {
    bool is_quoted = needs_quotes(name), is_guarded = looks_like_formula(name);
    if (out && is_quoted) out[at] = '"';
    at += is_quoted;
    if (out && is_guarded) out[at] = '\'';
    at += is_guarded;
    for (const char *c = name; *c; c++) {
        if (out && *c == '"') out[at] = '"'; // a quote is doubled
        at += *c == '"';
        if (out) out[at] = *c;
        at++;
    }
    if (out && is_quoted) out[at] = '"';
    return at + is_quoted;
}

static size_t put_cells(const recording *r, char *out, size_t *ends) {
    size_t at = 0;
    for (size_t i = 0; i < r->body_count; i++) {
        if (out) out[at] = ',';
        at = put_cell(r->names[i], out, at + 1);
        if (ends) ends[i] = at;
    }
    return at;
}

// ---- the file ----

static gyre_result begin_csv(recording *r) {
    csv_state *csv = r->state;
    csv->cells = gyre_recording_take(r, put_cells(r, NULL, NULL), 1);
    csv->ends = gyre_recording_take(r, r->body_count, sizeof *csv->ends);
    if (!csv->cells || !csv->ends) return GYRE_ERR_NO_MEMORY;
    put_cells(r, csv->cells, csv->ends);

    gyre_output_text(&r->out, "t,body");
    for (column c = 0; c < COLUMN_COUNT; c++) {
        gyre_output_text(&r->out, ",");
        gyre_output_text(&r->out, gyre_column_names[c]);
    }
    gyre_output_text(&r->out, "\n");
    return GYRE_OK;
}

static gyre_result frame_csv(recording *r) {
    const csv_state *csv = r->state;
    char time[NUMBER_ROOM];
    size_t time_length = gyre_number_or_nan(r->t, time), start = 0;
    for (size_t row = 0; row < r->body_count; row++) {
        gyre_output_write(&r->out, time, time_length);
        gyre_output_write(&r->out, csv->cells + start, csv->ends[row] - start);
        start = csv->ends[row];
        char *end = gyre_output_room(&r->out, ROW_SIZE + 1);
        for (const double *value = r->columns + row; value < r->columns + COLUMN_COUNT * r->body_count;
             value += r->body_count) {
            *end++ = ',';
            end += gyre_number_or_nan(*value, end);
        }
        *end++ = '\n';
        gyre_output_fill(&r->out, end);
    }
    return GYRE_OK;
}

static void free_csv(recording *r) {
    csv_state *csv = r->state;
    gyre_recording_give(r, csv->ends);
    gyre_recording_give(r, csv->cells);
}

const format_writer gyre_writer_csv = {
    .state_size = sizeof(csv_state),
    .is_sampled = true,
    .begin = begin_csv,
    .frame = frame_csv,
    .free_state = free_csv,
};
