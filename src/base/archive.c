/// Measures, writes or reads binary data with the same sequence of calls.
#include "base/archive.h"

#include "base/check.h"
#include "base/memory.h"

#include <string.h>

archive gyre_archive_measure(void) { return (archive){.mode = ARCHIVE_MEASURE, .size = SIZE_MAX}; }

archive gyre_archive_write(uint8_t *out, size_t size) {
    return (archive){.mode = ARCHIVE_WRITE, .out = out, .size = size};
}

archive gyre_archive_read(const uint8_t *in, size_t size) {
    return (archive){.mode = ARCHIVE_READ, .in = in, .size = size};
}

// Stores or loads the lowest `size` bytes of *value, least significant first, on machines of any byte order.
static void archive_integer(archive *stream, uint64_t *value, size_t size) {
    uint8_t bytes[sizeof *value];
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(*value >> (8 * i));
    gyre_archive_bytes(stream, bytes, size);
    if (stream->mode != ARCHIVE_READ) return;
    *value = 0;
    for (size_t i = 0; i < size; i++)
        *value |= (uint64_t)bytes[i] << (8 * i);
}

void gyre_archive_u8(archive *stream, uint8_t *value) { gyre_archive_bytes(stream, value, 1); }

void gyre_archive_u32(archive *stream, uint32_t *value) {
    uint64_t wide = *value;
    archive_integer(stream, &wide, sizeof *value);
    *value = (uint32_t)wide;
}

void gyre_archive_u64(archive *stream, uint64_t *value) { archive_integer(stream, value, sizeof *value); }

void gyre_archive_double(archive *stream, double *value) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    archive_integer(stream, &bits, sizeof bits);
    memcpy(value, &bits, sizeof bits);
}

void gyre_archive_bytes(archive *stream, void *bytes, size_t count) {
    size_t end;
    if (!size_add(stream->at, count, &end) || end > stream->size) stream->is_bad = true;
    if (count == 0) return; // bytes may be NULL, which memcpy does not allow
    // clang-tidy assumes that bytes can be NULL here, but then count is 0 and the function has returned
    // NOLINTBEGIN(clang-analyzer-core.NonNullParamChecker)
    if (stream->is_bad) {
        if (stream->mode == ARCHIVE_READ) memset(bytes, 0, count);
        return;
    }
    if (stream->mode == ARCHIVE_WRITE) memcpy(stream->out + stream->at, bytes, count);
    if (stream->mode == ARCHIVE_READ) memcpy(bytes, stream->in + stream->at, count);
    // NOLINTEND(clang-analyzer-core.NonNullParamChecker)
    stream->at = end;
}

bool gyre_archive_count(archive *stream, size_t *count, size_t min_bytes_each) {
    GYRE_ASSERT(min_bytes_each > 0);
    uint64_t wide = *count;
    gyre_archive_u64(stream, &wide);
    if (wide > (stream->size - stream->at) / min_bytes_each) stream->is_bad = true;
    if (stream->mode == ARCHIVE_READ) *count = stream->is_bad ? 0 : (size_t)wide;
    return !stream->is_bad;
}

void gyre_archive_string(archive *stream, char **text, size_t max_length, const gyre_allocator *allocator) {
    bool is_reading = stream->mode == ARCHIVE_READ;
    size_t length = !is_reading && *text ? strlen(*text) : 0;
    if (is_reading) *text = NULL;
    if (!gyre_archive_count(stream, &length, 1)) return;
    if (length > max_length) stream->is_bad = true;
    if (length == 0 || stream->is_bad) return;

    if (is_reading) {
        *text = gyre_take_array(allocator, length + 1, 1); // no overflow: at least `length` bytes are left to read
        if (!*text) {
            stream->is_bad = stream->is_out_of_memory = true;
            return;
        }
        (*text)[length] = 0;
    }
    gyre_archive_bytes(stream, *text, length);

    // reject a NUL inside the text: writing the text again would stop at the NUL
    if (is_reading && memchr(*text, 0, length)) {
        gyre_give_back(allocator, *text);
        *text = NULL;
        stream->is_bad = true;
    }
}

uint64_t gyre_archive_checksum(const uint8_t *bytes, size_t size) {
    gyre_hash hash = gyre_hash_begin();
    gyre_hash_add_u64(&hash, size); // distinguishes trailing zeros
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t j = i; j < size && j < i + 8; j++)
            word |= (uint64_t)bytes[j] << (8 * (j - i));
        gyre_hash_add_u64(&hash, word);
    }
    return gyre_hash_value(&hash);
}
