/// Writes PNG: compressed rows in one chunk, without filters, because flat colours compress better without them.
#include "record/png.h"

#include "base/memory.h"
#include "record/compress.h"

#include <string.h>

enum { PIXEL = 4, RGBA = 6, DEPTH = 8 };

static void big_endian(uint32_t value, uint8_t out[4]) {
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void put_chunk(output *out, const char *kind, const uint8_t *bytes, size_t size) {
    uint8_t number[4];
    big_endian((uint32_t)size, number);
    gyre_output_write(out, number, 4);
    gyre_output_write(out, kind, 4);
    gyre_output_write(out, bytes, size);
    big_endian(gyre_crc32(gyre_crc32(0, kind, 4), bytes, size), number);
    gyre_output_write(out, number, 4);
}

static void put_file(output *out, uint32_t width, uint32_t height, const gyre_memory_sink *compressed) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t header[13] = {[8] = DEPTH, [9] = RGBA};
    big_endian(width, header);
    big_endian(height, header + 4);
    gyre_output_write(out, signature, sizeof signature);
    put_chunk(out, "IHDR", header, sizeof header);
    put_chunk(out, "IDAT", compressed->bytes, compressed->size);
    put_chunk(out, "IEND", header, 0);
}

// Compresses into memory, because the size of a chunk comes before its data.
static gyre_result compress_rows(const uint8_t *rows, size_t size, gyre_memory_sink *compressed) {
    output to_memory;
    gyre_sink sink = gyre_sink_to_memory(compressed);
    gyre_result r = gyre_output_begin(&to_memory, &sink, &compressed->allocator, false);
    if (r != GYRE_OK) return r;
    r = gyre_zlib(rows, size, &compressed->allocator, &to_memory);
    if (r == GYRE_OK) r = gyre_output_end(&to_memory);
    gyre_output_free(&to_memory);
    if (r == GYRE_OK && compressed->size > INT32_MAX) r = GYRE_ERR_TOO_LARGE;
    return r;
}

gyre_result gyre_png_write(const uint8_t *pixels, uint32_t width, uint32_t height, const gyre_allocator *allocator,
                           output *out) {
    size_t row, size;
    if (!size_multiply(width, PIXEL, &row) || !size_multiply(row + 1, height, &size)) return GYRE_ERR_TOO_LARGE;
    uint8_t *rows = gyre_take_array(allocator, size, 1);
    if (!rows) return GYRE_ERR_NO_MEMORY;
    for (uint32_t y = 0; y < height; y++) {
        rows[(row + 1) * y] = 0; // the row has no filter
        memcpy(rows + (row + 1) * y + 1, pixels + row * y, row);
    }
    gyre_memory_sink compressed = {.allocator = *allocator};
    gyre_result r = compress_rows(rows, size, &compressed);
    gyre_give_back(allocator, rows);
    if (r == GYRE_OK) put_file(out, width, height, &compressed);
    gyre_give_back(allocator, compressed.bytes);
    return r;
}
