/// The table that arguments.py writes, and one cell of it: a call with one thing wrong, or from inside a step.
#pragma once

#include "arguments_stage.h"

#include <stddef.h>
#include <stdio.h>

typedef enum leaf { NUMBER, POINTER, USER, TEXT, BODY, FORCE, ENUM, INT, BITS, MARKER, U64, U32, SIZE } leaf;

enum { OFFSETS_MAX = 5 };

/// Where a value is: an offset in the arguments, then, behind a pointer each, offsets in what they point to.
typedef struct call_slot {
    const char *path;
    int offset_count;
    size_t offsets[OFFSETS_MAX];
    leaf kind;
    int limit;            // of an enum: the first invalid value
    const char *expected; // per value: R refused, O done, E either, S not tried
} call_slot;

typedef struct call_row {
    const char *name;
    void (*fill)(stage *s, void *args);
    gyre_result (*call)(stage *s, void *args);
    void (*after)(stage *s, void *args, gyre_result result);
    size_t size; // of the arguments
    const call_slot *slots;
    size_t slot_count;
    int has_result, may_change_world;
    int world_offset;    // of the first argument that is a world, or -1
    const char *in_step; // per place inside a step, as above; empty when the function takes no world
} call_row;

extern const call_row arguments_rows[];
extern const size_t arguments_row_count, arguments_function_count;
extern const char *const *const value_names[];

/// The result of a cell.
typedef struct verdict {
    const char *wrong; // NULL if the cell passes
    gyre_result result;
    int is_tried; // 0: the good call has no such place (a pointer on the way is NULL)
} verdict;

extern const char *cells_folder;

static inline const char *value_name(leaf kind, int value) { return value_names[kind][value]; }

/// The call with one value wrong, or none (slot NULL).
verdict try_value(const call_row *row, const call_slot *slot, int value, char expected);
/// The good call from inside a step: 0 from a force callback, 1 from the constraint hook.
verdict try_in_step(const call_row *row, int place, char expected);

/// For the table: memory for an output, an input that a failure may change, a text that is read to its end.
void *cell_output(size_t size, int may_change);
void *cell_may_change(void *input, size_t size);
void cell_touch_text(const char *text);
