/// Buffers the bytes of a recording and passes them to a sink.
#include "record/output.h"

#include "base/check.h"
#include "base/memory.h"
#include "base/number_text.h"

#include <string.h>

enum { BUFFER_SIZE = 1 << 16, FIRST_CAPACITY = 1 << 12 };

// ---- bytes in memory ----

static gyre_result grow(gyre_memory_sink *memory, size_t needed) {
    if (needed <= memory->capacity) return GYRE_OK;
    size_t capacity = memory->capacity > 0 ? memory->capacity : FIRST_CAPACITY;
    while (capacity < needed)
        if (!size_multiply(capacity, 2, &capacity)) return GYRE_ERR_TOO_LARGE;
    uint8_t *bytes = gyre_take_array(&memory->allocator, capacity, 1);
    if (!bytes) return GYRE_ERR_NO_MEMORY;
    if (memory->size > 0) memcpy(bytes, memory->bytes, memory->size);
    gyre_give_back(&memory->allocator, memory->bytes);
    memory->bytes = bytes;
    memory->capacity = capacity;
    return GYRE_OK;
}

static gyre_result append_to_memory(const void *bytes, size_t size, void *user) {
    gyre_memory_sink *memory = user;
    size_t end;
    if (!size_add(memory->size, size, &end)) return GYRE_ERR_TOO_LARGE;
    gyre_result r = grow(memory, end);
    if (r != GYRE_OK || size == 0) return r;
    memcpy(memory->bytes + memory->size, bytes, size);
    memory->size = end;
    return GYRE_OK;
}

static gyre_result patch_memory(uint64_t offset, const void *bytes, size_t size, void *user) {
    gyre_memory_sink *memory = user;
    if (offset > memory->size || size > memory->size - offset) return GYRE_ERR_LENGTH;
    if (size > 0) memcpy(memory->bytes + offset, bytes, size);
    return GYRE_OK;
}

gyre_sink gyre_sink_to_memory(gyre_memory_sink *memory) { return (gyre_sink){append_to_memory, patch_memory, memory}; }

// ---- output ----

size_t gyre_number_or_nan(double value, char out[NUMBER_ROOM]) {
    size_t length = gyre_number_format(value, out);
    if (length > 0) return length;
    const char *text = value != value ? "nan" : value > 0 ? "inf" : "-inf";
    length = strlen(text);
    memcpy(out, text, length);
    return length;
}

gyre_result gyre_output_begin(output *out, const gyre_sink *sink, const gyre_allocator *allocator, bool needs_patch) {
    uint8_t *buffer = gyre_take_array(allocator, BUFFER_SIZE, 1);
    if (!buffer) return GYRE_ERR_NO_MEMORY;
    *out = (output){.sink = *sink, .final = *sink, .gathered = {.allocator = *allocator}, .buffer = buffer};
    out->is_gathering = needs_patch && !sink->patch;
    if (out->is_gathering) out->sink = gyre_sink_to_memory(&out->gathered);
    return GYRE_OK;
}

void gyre_output_free(output *out) {
    gyre_give_back(&out->gathered.allocator, out->gathered.bytes);
    gyre_give_back(&out->gathered.allocator, out->buffer);
    out->gathered.bytes = out->buffer = NULL;
}

uint64_t gyre_output_offset(const output *out) { return out->passed_on + out->used; }

static void pass_on(output *out, const void *bytes, size_t size) {
    if (out->result == GYRE_OK && size > 0) out->result = out->sink.write(bytes, size, out->sink.user);
    out->passed_on += size;
}

static void empty_buffer(output *out) {
    size_t size = out->used;
    out->used = 0;
    pass_on(out, out->buffer, size);
}

void gyre_output_write(output *out, const void *bytes, size_t size) {
    if (size > BUFFER_SIZE - out->used) empty_buffer(out);
    if (size > BUFFER_SIZE) {
        pass_on(out, bytes, size);
        return;
    }
    if (size > 0) memcpy(out->buffer + out->used, bytes, size);
    out->used += size;
}

void gyre_output_text(output *out, const char *text) { gyre_output_write(out, text, strlen(text)); }

void gyre_output_number(output *out, double value) {
    char *room = gyre_output_room(out, NUMBER_ROOM);
    gyre_output_fill(out, room + gyre_number_or_nan(value, room));
}

void gyre_output_zeros(output *out, uint64_t count) {
    while (count > 0) {
        if (out->used == BUFFER_SIZE) empty_buffer(out);
        size_t size = BUFFER_SIZE - out->used;
        if (count < size) size = (size_t)count;
        memset(out->buffer + out->used, 0, size);
        out->used += size;
        count -= size;
        if (out->result != GYRE_OK) return; // large data may arrive in many pieces
    }
}

static void write_integer(output *out, uint64_t value, size_t size) {
    uint8_t bytes[sizeof value];
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
    gyre_output_write(out, bytes, size);
}

void gyre_output_u16(output *out, uint16_t value) { write_integer(out, value, sizeof value); }
void gyre_output_u32(output *out, uint32_t value) { write_integer(out, value, sizeof value); }

void gyre_output_patch(output *out, uint64_t offset, const void *bytes, size_t size) {
    GYRE_ASSERT(out->sink.patch && offset + size <= gyre_output_offset(out));
    if (offset + size > out->passed_on) empty_buffer(out);
    if (out->result == GYRE_OK && size > 0) out->result = out->sink.patch(offset, bytes, size, out->sink.user);
}

char *gyre_output_room(output *out, size_t size) {
    GYRE_ASSERT(size <= OUTPUT_ROOM_MAX);
    if (size > BUFFER_SIZE - out->used) empty_buffer(out);
    return (char *)out->buffer + out->used;
}

void gyre_output_fill(output *out, const char *end) {
    out->used = (size_t)((const uint8_t *)end - out->buffer);
    GYRE_ASSERT(out->used <= BUFFER_SIZE);
}

gyre_result gyre_output_end(output *out) {
    empty_buffer(out);
    if (out->is_gathering && out->result == GYRE_OK)
        out->result = out->final.write(out->gathered.bytes, out->gathered.size, out->final.user);
    return out->result;
}
