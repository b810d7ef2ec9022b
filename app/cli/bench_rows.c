/// Stores measurements, finds them, and writes them as CSV.
#include "bench.h"
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bench_row bench_row_none(void) {
    return (bench_row){.options = "",
                       .kernel = "",
                       .threads = 1,
                       .ns = -1,
                       .ns_wall = -1,
                       .bytes_per_body = -1,
                       .energy_drift = -1,
                       .momentum_drift = -1,
                       .attitude_error = -1,
                       .rate = 60};
}

void bench_rows_add(bench_rows *rows, bench_row row) {
    if (rows->count == rows->capacity) {
        size_t capacity = rows->capacity ? 2 * rows->capacity : 64;
        bench_row *grown = realloc(rows->rows, capacity * sizeof *grown);
        if (!grown) {
            rows->is_out_of_memory = 1;
            return;
        }
        rows->rows = grown;
        rows->capacity = capacity;
    }
    rows->rows[rows->count++] = row;
}

const bench_row *bench_rows_find(const bench_rows *rows, const char *what, const char *scene, const char *options,
                                 size_t bodies, int threads) {
    const bench_row *found = NULL;
    for (size_t i = 0; i < rows->count; i++) {
        const bench_row *row = &rows->rows[i];
        if (what ? strcmp(row->what, what) != 0 || strcmp(row->options, options) != 0 : !row->is_peer) continue;
        if (strcmp(row->scene, scene) != 0 || row->bodies != bodies || row->threads != threads) continue;
        if (!found || row->ns < found->ns) found = row;
    }
    return found;
}

// ---- CSV ----

typedef struct csv_line {
    char text[1024];
    size_t length;
} csv_line;

// Appends a quoted field, because CPU names contain commas.
static void put_text(csv_line *line, const char *text) {
    size_t room = sizeof line->text - line->length;
    int size = snprintf(line->text + line->length, room, "%s\"", line->length ? "," : "");
    line->length += (size_t)size;
    for (; *text && line->length + 4 < sizeof line->text; text++)
        if (*text != '"') line->text[line->length++] = *text;
    line->text[line->length++] = '"';
    line->text[line->length] = 0;
}

static void put_number(csv_line *line, double value, const char *format) {
    size_t room = sizeof line->text - line->length;
    char digits[40] = "";
    if (value >= 0) snprintf(digits, sizeof digits, format, value);
    int size = snprintf(line->text + line->length, room, ",%s", digits);
    if (size > 0 && (size_t)size < room) line->length += (size_t)size;
}

static void put_row(csv_line *line, const bench_row *row, const bench_machine *machine) {
    line->length = 0;
    put_text(line, machine->commit);
    put_text(line, machine->cpu);
    put_text(line, machine->compiler);
    put_number(line, machine->load, "%.2f");
    put_text(line, row->what);
    put_text(line, row->options);
    put_text(line, row->scene);
    put_number(line, (double)row->bodies, "%.0f");
    put_number(line, row->threads, "%.0f");
    put_text(line, row->kernel);
    put_number(line, row->rate, "%.0f");
    put_number(line, row->ns, "%.3f");
    put_number(line, row->ns_wall, "%.3f");
    put_number(line, row->bytes_per_body, "%.1f");
    put_number(line, row->energy_drift, "%.3e");
    put_number(line, row->momentum_drift, "%.3e");
    put_number(line, row->attitude_error, "%.3e");
    put_number(line, (double)row->steps, "%.0f");
    size_t room = sizeof line->text - line->length;
    int size = snprintf(line->text + line->length, room, ",%016" PRIx64 "\n", row->hash);
    if (size > 0 && (size_t)size < room) line->length += (size_t)size;
}

static const char heading[] =
    "commit,cpu,compiler,load,what,options,scene,bodies,threads,kernel,steps_per_second,ns_per_body_"
    "step,ns_wall,bytes_per_body,"
    "energy_drift,momentum_drift,attitude_error,hash_steps,hash\n";

int bench_rows_write(const bench_rows *rows, const bench_machine *machine, const char *path) {
    gyre_file_writer *writer;
    gyre_file_error error;
    gyre_result r = gyre_file_writer_open(path, NULL, &writer, &error);
    if (r == GYRE_OK) {
        csv_line line;
        gyre_file_writer_write(writer, heading, sizeof heading - 1);
        for (size_t i = 0; i < rows->count; i++) {
            put_row(&line, &rows->rows[i], machine);
            gyre_file_writer_write(writer, line.text, line.length); // commit returns the first error
        }
        r = gyre_file_writer_commit(writer, &error);
    }
    if (r == GYRE_OK) return EXIT_DONE;
    fprintf(stderr, "gyre bench: %s\n", error.text);
    return EXIT_FILES;
}
