/// In builds without zlib (GYRE_ZLIB=OFF, WebAssembly): writes valid streams of stored, uncompressed blocks.
#include "record/compress.h"

#include <stdbool.h>

enum { STORED_MAX = 65535, ADLER_BASE = 65521 };    // RFC 1951, section 3.2.4; RFC 1950, section 8.2
static const uint32_t CRC_POLYNOMIAL = 0xedb88320u; // without its leading term; bit 31 is the coefficient of x^0

gyre_result gyre_deflate(const void *bytes, size_t size, const gyre_allocator *allocator, output *out) {
    (void)allocator;
    const uint8_t *next = bytes;
    bool is_last;
    do {
        uint16_t count = (uint16_t)(size < STORED_MAX ? size : STORED_MAX);
        is_last = count == size;
        gyre_output_write(out, &(uint8_t){is_last}, 1); // block type 0
        gyre_output_u16(out, count);
        gyre_output_u16(out, (uint16_t)~count);
        if (count > 0) {
            gyre_output_write(out, next, count);
            next += count;
            size -= count;
        }
    } while (!is_last);
    return GYRE_OK;
}

gyre_result gyre_zlib(const void *bytes, size_t size, const gyre_allocator *allocator, output *out) {
    const uint8_t *at = bytes, header[2] = {0x78, 0x01}; // deflate with a window of 32 KiB, lowest level
    gyre_output_write(out, header, sizeof header);
    gyre_deflate(bytes, size, allocator, out);
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + at[i]) % ADLER_BASE;
        b = (b + a) % ADLER_BASE;
    }
    const uint8_t adler[4] = {(uint8_t)(b >> 8), (uint8_t)b, (uint8_t)(a >> 8), (uint8_t)a};
    gyre_output_write(out, adler, sizeof adler);
    return GYRE_OK;
}

// Multiplies a polynomial over GF(2) by x^8.
static uint32_t times_byte(uint32_t a) {
    for (int bit = 0; bit < 8; bit++)
        a = (a >> 1) ^ (a & 1 ? CRC_POLYNOMIAL : 0);
    return a;
}

uint32_t gyre_crc32(uint32_t crc, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    crc = ~crc;
    for (size_t i = 0; i < size; i++)
        crc = times_byte(crc ^ at[i]);
    return ~crc;
}

uint32_t gyre_crc32_join(uint32_t crc_a, uint32_t crc_b, uint64_t size_b) {
    for (; size_b > 0; size_b--) // crc(ab) = crc(a) x^(8 size_b) + crc(b): the initial and final inversions cancel
        crc_a = times_byte(crc_a);
    return crc_a ^ crc_b;
}
