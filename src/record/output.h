/// Writes the bytes of a recording to a sink: buffered, counted, and patched if a format needs it.
///
/// The first error is kept in `result`, and later bytes are discarded. A format can therefore write everything and
/// check the result once, at the end.
#pragma once

#include "gyre/record.h"

#include <stdbool.h>

enum {
    OUTPUT_ROOM_MAX = 4096, // largest size for gyre_output_room
    NUMBER_ROOM = 32,       // maximum bytes of a number as text
};

typedef struct output {
    gyre_sink sink;            // the caller's, or `gathered`
    gyre_sink final;           // the caller's
    gyre_memory_sink gathered; // all bytes, if the format patches bytes and the caller's sink cannot patch
    bool is_gathering;
    uint8_t *buffer;
    size_t used;        // bytes in the buffer
    uint64_t passed_on; // bytes passed to the sink
    gyre_result result; // the first error, or GYRE_OK
} output;

/// Writes the shortest digits that read back as the same double, or nan, inf and -inf, which are not valid in JSON. No
/// terminating NUL; returns the length.
size_t gyre_number_or_nan(double value, char out[NUMBER_ROOM]);

/// needs_patch: the caller will use gyre_output_patch. The output must not move in memory.
gyre_result gyre_output_begin(output *out, const gyre_sink *sink, const gyre_allocator *allocator, bool needs_patch);
void gyre_output_free(output *out);

/// Returns the number of bytes written, which is the offset of the next byte.
uint64_t gyre_output_offset(const output *out);

void gyre_output_write(output *out, const void *bytes, size_t size);
void gyre_output_text(output *out, const char *text);
void gyre_output_number(output *out, double value);
void gyre_output_zeros(output *out, uint64_t count);

/// Little endian, for archives and arrays.
void gyre_output_u16(output *out, uint16_t value);
void gyre_output_u32(output *out, uint32_t value);

/// Overwrites bytes written earlier.
void gyre_output_patch(output *out, uint64_t offset, const void *bytes, size_t size);

/// Returns room for `size` <= OUTPUT_ROOM_MAX bytes, to write many small pieces. gyre_output_fill then adds the bytes
/// before `end`. After an error the room is still valid, but its bytes are discarded.
char *gyre_output_room(output *out, size_t size);
void gyre_output_fill(output *out, const char *end);

/// Writes the remaining bytes and returns the result. Call it once, at the end.
gyre_result gyre_output_end(output *out);
