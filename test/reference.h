/// Reads the reference trajectories of test/data/ref (format: the README there). Programs that include this are given
/// REFERENCE_DIR by the build.
#pragma once

#include "gyre/math.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE_ROWS_MAX = 16 };

typedef struct reference_row {
    double t;
    gyre_vec3 x, P, L, w_body;
    gyre_quat q;
} reference_row;

typedef struct reference {
    gyre_vec3 I, w0, x0, v0;
    gyre_quat q0; // of unit length
    double mass;
    reference_row rows[REFERENCE_ROWS_MAX];
    int row_count;
} reference;

static inline void reference_fail(const char *name, const char *what) {
    fprintf(stderr, "%s/%s: %s\n", REFERENCE_DIR, name, what);
    exit(1);
}

// Reads numbers after the keyword of a line; returns how many there were.
static inline int reference_numbers(const char *text, double *out, int most) {
    int count = 0;
    char *end;
    for (; count < most; count++, text = end) {
        out[count] = strtod(text, &end);
        if (end == text) break;
    }
    return count;
}

static inline gyre_vec3 reference_vec3(const double *v) { return (gyre_vec3){v[0], v[1], v[2]}; }

// One line of a file; returns 0 if it is invalid.
static inline int reference_line(const char *line, reference *ref) {
    double v[17];
    if (strncmp(line, "I ", 2) == 0 && reference_numbers(line + 1, v, 3) == 3) ref->I = reference_vec3(v);
    if (strncmp(line, "w0 ", 3) == 0 && reference_numbers(line + 2, v, 3) == 3) ref->w0 = reference_vec3(v);
    if (strncmp(line, "x0 ", 3) == 0 && reference_numbers(line + 2, v, 3) == 3) ref->x0 = reference_vec3(v);
    if (strncmp(line, "v0 ", 3) == 0 && reference_numbers(line + 2, v, 3) == 3) ref->v0 = reference_vec3(v);
    if (strncmp(line, "mass ", 5) == 0) reference_numbers(line + 4, &ref->mass, 1);
    if (strncmp(line, "q0 ", 3) == 0)
        return reference_numbers(line + 2, v, 4) == 4 &&
               gyre_quat_normalize((gyre_quat){v[0], v[1], v[2], v[3]}, &ref->q0) == GYRE_OK;
    if (strncmp(line, "row ", 4) != 0) return 1;
    int count = reference_numbers(line + 3, v, 17);
    if (ref->row_count == REFERENCE_ROWS_MAX || (count != 8 && count != 17)) return 0;
    ref->rows[ref->row_count++] =
        count == 8 ? (reference_row){.t = v[0], .q = {v[1], v[2], v[3], v[4]}, .w_body = reference_vec3(v + 5)}
                   : (reference_row){.t = v[0],
                                     .x = reference_vec3(v + 1),
                                     .q = {v[4], v[5], v[6], v[7]},
                                     .P = reference_vec3(v + 8),
                                     .L = reference_vec3(v + 11),
                                     .w_body = reference_vec3(v + 14)};
    return 1;
}

static inline reference reference_read(const char *name) {
    char path[512], line[1024];
    snprintf(path, sizeof path, "%s/%s", REFERENCE_DIR, name);
    FILE *file = fopen(path, "r");
    if (!file) reference_fail(name, "cannot be opened");
    reference ref = {.mass = 1};
    while (fgets(line, sizeof line, file))
        if (!reference_line(line, &ref)) reference_fail(name, line);
    fclose(file);
    if (ref.row_count == 0) reference_fail(name, "has no rows");
    return ref;
}
