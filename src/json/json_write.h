/// Writes JSON to a sink, value by value: shortest digits for numbers, escaped strings, at most one line in memory.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>

/// Pretty: two spaces per level, one member or element per line, a final line break. An array of numbers is on one line
/// if it fits, else on filled lines.
typedef enum gyre_json_style { GYRE_JSON_COMPACT, GYRE_JSON_PRETTY, GYRE_JSON_STYLE_COUNT } gyre_json_style;

enum { JSON_WRITE_DEPTH_MAX = 512, JSON_LINE_MAX = 100, JSON_BUFFER_SIZE = 1024 };

/// A writer in the caller's memory; its fields are private. After the first error later calls do nothing.
typedef struct gyre_json_writer {
    gyre_sink sink;
    gyre_json_style style;
    gyre_result result;
    bool has_key;  // a key was written, its value is missing
    bool has_root; // the root is complete, nothing can follow
    size_t depth;
    uint8_t levels[JSON_WRITE_DEPTH_MAX];
    size_t column;
    size_t held_size; // bytes in `held`: numbers of an array that may still fit on one line
    char held[JSON_LINE_MAX];
    size_t buffer_size;
    char buffer[JSON_BUFFER_SIZE];
} gyre_json_writer;

void gyre_json_writer_init(gyre_json_writer *writer, gyre_sink sink, gyre_json_style style);

void gyre_json_begin_object(gyre_json_writer *writer);
void gyre_json_end_object(gyre_json_writer *writer);
void gyre_json_begin_array(gyre_json_writer *writer);
void gyre_json_end_array(gyre_json_writer *writer);

/// Writes the key of the next value. Keys and strings are UTF-8 (else GYRE_ERR_TEXT). The first function of each pair
/// takes a NUL-terminated text, the second any bytes.
void gyre_json_put_key(gyre_json_writer *writer, const char *key);
void gyre_json_put_key_bytes(gyre_json_writer *writer, const char *key, size_t length);
void gyre_json_put_string(gyre_json_writer *writer, const char *text);
void gyre_json_put_string_bytes(gyre_json_writer *writer, const char *text, size_t length);

/// Writes the shortest text that reads back exactly; GYRE_ERR_NOT_FINITE for NaN and infinities, which JSON does not
/// have.
void gyre_json_put_number(gyre_json_writer *writer, double value);
void gyre_json_put_bool(gyre_json_writer *writer, bool value);
void gyre_json_put_null(gyre_json_writer *writer);

/// Writes the remaining bytes. Returns the first error: the sink's, GYRE_ERR_NOT_FINITE, GYRE_ERR_TEXT,
/// GYRE_ERR_JSON_LIMIT (more than JSON_WRITE_DEPTH_MAX levels) or GYRE_ERR_JSON_ORDER (a value without a key, a key
/// without a value, an end without a beginning, or no root or several roots).
gyre_result gyre_json_writer_finish(gyre_json_writer *writer);
