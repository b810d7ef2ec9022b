/// The bytes of a recording on their way to a sink: buffered, counted, and overwritten where a format asks for it.
///
/// Trouble is remembered, not returned: after the first failure nothing more reaches the sink and `result` stays what
/// it was. So a format writes to its end and is asked once, then.
#pragma once

#include "gyre/record.h"

#include <stdbool.h>

enum {
    OUTPUT_ROOM_MAX = 4096, // what gyre_output_room can be asked for
    NUMBER_ROOM = 32,       // what a number as text takes
};

typedef struct output {
    gyre_sink sink;            // the caller's, or `gathered`
    gyre_sink final;           // the caller's
    gyre_memory_sink gathered; // everything, when the format overwrites and the caller's sink cannot
    bool is_gathering;
    uint8_t *buffer;
    size_t used;        // bytes in the buffer
    uint64_t passed_on; // bytes before it
    gyre_result result; // the first failure, or GYRE_OK
} output;

/// The shortest digits that read back as the same double; nan, inf and -inf, which numbers in JSON cannot be. No
/// terminating zero; returns the length.
size_t gyre_number_or_nan(double value, char out[NUMBER_ROOM]);

/// `needs_patch`: gyre_output_patch will be called. The output must stay where it is in memory.
gyre_result gyre_output_begin(output *out, const gyre_sink *sink, const gyre_allocator *allocator, bool needs_patch);
void gyre_output_free(output *out);

/// How many bytes were written: where the next one goes.
uint64_t gyre_output_offset(const output *out);

void gyre_output_write(output *out, const void *bytes, size_t size);
void gyre_output_text(output *out, const char *text);
void gyre_output_number(output *out, double value);
void gyre_output_zeros(output *out, uint64_t count);

/// Little endian, as archives and arrays want them.
void gyre_output_u16(output *out, uint16_t value);
void gyre_output_u32(output *out, uint32_t value);

/// Overwrites bytes that were written before.
void gyre_output_patch(output *out, uint64_t offset, const void *bytes, size_t size);

/// For many small pieces: room for `size` <= OUTPUT_ROOM_MAX bytes, to be filled in and then counted up to `end`. There
/// is room after a failure too; what is put there goes nowhere.
char *gyre_output_room(output *out, size_t size);
void gyre_output_fill(output *out, const char *end);

/// Passes on what is left. Asked once, at the end.
gyre_result gyre_output_end(output *out);
