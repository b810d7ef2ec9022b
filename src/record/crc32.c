/// CRC-32 as remainders of polynomials over GF(2). Bit 31 of a word is the coefficient of x^0.
#include "record/crc32.h"

static const uint32_t POLYNOMIAL = 0xedb88320u; // without its leading term
static const uint32_t ONE_TERM = 0x80000000u;   // the polynomial 1
static const uint32_t X_TO_8 = 0x00800000u;     // factor of one more byte

static uint32_t times_x(uint32_t a) { return (a >> 1) ^ (a & 1 ? POLYNOMIAL : 0); }

void gyre_crc32_begin(crc32_tables *out_tables) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++)
            crc = times_x(crc);
        out_tables->of[0][byte] = crc;
    }
    for (int k = 1; k < 8; k++)
        for (uint32_t byte = 0; byte < 256; byte++) {
            uint32_t crc = out_tables->of[k - 1][byte];
            out_tables->of[k][byte] = (crc >> 8) ^ out_tables->of[0][crc & 0xff];
        }
}

static uint32_t little_endian(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

uint32_t gyre_crc32_add(const crc32_tables *tables, uint32_t crc, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    crc = ~crc;
    // one table per byte: eight independent lookups instead of a chain of dependent ones
    for (; size >= 8; size -= 8, at += 8) {
        uint32_t a = crc ^ little_endian(at), b = little_endian(at + 4);
        crc = tables->of[7][a & 0xff] ^ tables->of[6][a >> 8 & 0xff] ^ tables->of[5][a >> 16 & 0xff] ^
              tables->of[4][a >> 24] ^ tables->of[3][b & 0xff] ^ tables->of[2][b >> 8 & 0xff] ^
              tables->of[1][b >> 16 & 0xff] ^ tables->of[0][b >> 24];
    }
    for (; size > 0; size--, at++)
        crc = (crc >> 8) ^ tables->of[0][(crc ^ *at) & 0xff];
    return ~crc;
}

static uint32_t multiply(uint32_t a, uint32_t b) {
    uint32_t product = 0;
    for (uint32_t term = ONE_TERM; term != 0; term >>= 1, b = times_x(b))
        if (a & term) product ^= b;
    return product;
}

// crc(ab) = crc(a) x^(8 size_b) + crc(b): the inversions before and after cancel.
uint32_t gyre_crc32_join(uint32_t crc_a, uint32_t crc_b, uint64_t size_b) {
    uint32_t shift = ONE_TERM;
    for (uint32_t power = X_TO_8; size_b > 0; size_b >>= 1, power = multiply(power, power))
        if (size_b & 1) shift = multiply(shift, power);
    return multiply(crc_a, shift) ^ crc_b;
}
