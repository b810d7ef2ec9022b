/// Compresses with zlib.
#include "record/compress.h"

#include "base/memory.h"

#include <zlib.h>

enum {
    LEVEL = 9,
    MEMORY_LEVEL = 8, // zlib's default: 256 KiB in total
    WINDOW_ZLIB = 15,
    WINDOW_RAW = -15, // zlib's notation for a stream without header and checksum
};
static const size_t PIECE_MAX = 1u << 30; // zlib's counters may have only 32 bits

static void *take(void *user, uInt count, uInt size) { return gyre_take_array(user, count, size); }
static void give(void *user, void *block) { gyre_give_back(user, block); }

static gyre_result write_stream(z_stream *z, const void *bytes, size_t size, output *out) {
    const uint8_t *next = bytes;
    int code = Z_OK;
    while (code == Z_OK) {
        if (z->avail_in == 0 && size > 0) {
            z->avail_in = (uInt)(size < PIECE_MAX ? size : PIECE_MAX);
            z->next_in = (Bytef *)next; // zlib only reads these bytes; the field is const only with ZLIB_CONST
            next += z->avail_in;
            size -= z->avail_in;
        }
        z->next_out = (Bytef *)gyre_output_room(out, OUTPUT_ROOM_MAX);
        z->avail_out = OUTPUT_ROOM_MAX;
        code = deflate(z, size > 0 ? Z_NO_FLUSH : Z_FINISH);
        gyre_output_fill(out, (const char *)z->next_out);
    }
    return code == Z_STREAM_END ? GYRE_OK : GYRE_ERR_FORMAT;
}

static gyre_result compress_with(int window, const void *bytes, size_t size, const gyre_allocator *allocator,
                                 output *out) {
    gyre_allocator own = *allocator;
    z_stream z = {.zalloc = take, .zfree = give, .opaque = &own};
    int code = deflateInit2(&z, LEVEL, Z_DEFLATED, window, MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
    if (code != Z_OK) return code == Z_MEM_ERROR ? GYRE_ERR_NO_MEMORY : GYRE_ERR_FORMAT;
    gyre_result r = write_stream(&z, bytes, size, out);
    deflateEnd(&z);
    return r;
}

gyre_result gyre_deflate(const void *bytes, size_t size, const gyre_allocator *allocator, output *out) {
    return compress_with(WINDOW_RAW, bytes, size, allocator, out);
}

gyre_result gyre_zlib(const void *bytes, size_t size, const gyre_allocator *allocator, output *out) {
    return compress_with(WINDOW_ZLIB, bytes, size, allocator, out);
}

uint32_t gyre_crc32(uint32_t crc, const void *bytes, size_t size) {
    if (size == 0) return crc; // for NULL zlib returns the initial value
    return (uint32_t)crc32_z(crc, bytes, size);
}

uint32_t gyre_crc32_join(uint32_t crc_a, uint32_t crc_b, uint64_t size_b) {
    // crc(ab) = crc(a) x^(8 size_b) + crc(b) over GF(2), so a long shift can be split into steps that fit any z_off_t
    uLong a = crc_a;
    for (; size_b > PIECE_MAX; size_b -= PIECE_MAX)
        a = crc32_combine(a, 0, (z_off_t)PIECE_MAX);
    return (uint32_t)crc32_combine(a, crc_b, (z_off_t)size_b);
}
