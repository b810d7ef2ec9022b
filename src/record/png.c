/// Writes PNG: filtered rows, compressed, in one chunk.
#include "record/png.h"

#include "base/memory.h"
#include "record/crc32.h"
#include "record/deflate.h"

#include <string.h>

enum { PIXEL = 4, FILTERS = 5, RGBA = 6, DEPTH = 8 };

// ---- filters --------------------------------------------------------------------------------------------------------

static uint8_t paeth(int left, int up, int corner) {
    int guess = left + up - corner;
    int to_left = guess > left ? guess - left : left - guess, to_up = guess > up ? guess - up : up - guess;
    int to_corner = guess > corner ? guess - corner : corner - guess;
    if (to_left <= to_up && to_left <= to_corner) return (uint8_t)left;
    return (uint8_t)(to_up <= to_corner ? up : corner);
}

// Returns a byte minus its prediction from its neighbours. `up` is NULL in the first row.
static uint8_t filtered(int filter, const uint8_t *row, const uint8_t *up, size_t i) {
    int a = i >= PIXEL ? row[i - PIXEL] : 0, b = up ? up[i] : 0, c = up && i >= PIXEL ? up[i - PIXEL] : 0;
    switch (filter) {
    case 0:
        return row[i];
    case 1:
        return (uint8_t)(row[i] - a);
    case 2:
        return (uint8_t)(row[i] - b);
    case 3:
        return (uint8_t)(row[i] - (a + b) / 2);
    default:
        return (uint8_t)(row[i] - paeth(a, b, c));
    }
}

// Chooses the filter with the smallest sum of absolute values of the bytes as signed numbers, the usual heuristic.
static void filter_row(const uint8_t *row, const uint8_t *up, size_t size, uint8_t *out) {
    uint64_t best_sum = UINT64_MAX;
    int best = 0;
    for (int filter = 0; filter < FILTERS; filter++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < size && sum < best_sum; i++) {
            uint8_t byte = filtered(filter, row, up, i);
            sum += byte < 128 ? byte : 256u - byte;
        }
        if (sum < best_sum) {
            best_sum = sum;
            best = filter;
        }
    }
    out[0] = (uint8_t)best;
    for (size_t i = 0; i < size; i++)
        out[i + 1] = filtered(best, row, up, i);
}

// ---- chunks ---------------------------------------------------------------------------------------------------------

static void big_endian(uint32_t value, uint8_t out[4]) {
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void put_chunk(output *out, const crc32_tables *tables, const char *kind, const uint8_t *bytes, size_t size) {
    uint8_t number[4];
    big_endian((uint32_t)size, number);
    gyre_output_write(out, number, 4);
    gyre_output_write(out, kind, 4);
    gyre_output_write(out, bytes, size);
    big_endian(gyre_crc32_add(tables, gyre_crc32_add(tables, 0, kind, 4), bytes, size), number);
    gyre_output_write(out, number, 4);
}

static void put_file(output *out, uint32_t width, uint32_t height, const gyre_memory_sink *compressed) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    crc32_tables tables;
    uint8_t header[13] = {[8] = DEPTH, [9] = RGBA};
    gyre_crc32_begin(&tables);
    big_endian(width, header);
    big_endian(height, header + 4);
    gyre_output_write(out, signature, sizeof signature);
    put_chunk(out, &tables, "IHDR", header, sizeof header);
    put_chunk(out, &tables, "IDAT", compressed->bytes, compressed->size);
    put_chunk(out, &tables, "IEND", header, 0);
}

// Compresses into memory, because the size of a chunk comes before its data.
static gyre_result compress(const uint8_t *rows, size_t size, gyre_memory_sink *compressed) {
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
    for (uint32_t y = 0; y < height; y++)
        filter_row(pixels + row * y, y > 0 ? pixels + row * (y - 1) : NULL, row, rows + (row + 1) * y);

    gyre_memory_sink compressed = {.allocator = *allocator};
    gyre_result r = compress(rows, size, &compressed);
    gyre_give_back(allocator, rows);
    if (r == GYRE_OK) put_file(out, width, height, &compressed);
    gyre_give_back(allocator, compressed.bytes);
    return r;
}
