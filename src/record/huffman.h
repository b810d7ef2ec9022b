/// Huffman codes for deflate: with limited lengths, which determine the codes (RFC 1951, section 3.2.2).
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HUFFMAN_SYMBOLS_MAX = 288, HUFFMAN_LENGTH_MAX = 15 };

typedef struct huffman_code {
    uint16_t bits[HUFFMAN_SYMBOLS_MAX];   // the lowest bit is sent first
    uint8_t lengths[HUFFMAN_SYMBOLS_MAX]; // 0: the symbol does not occur
} huffman_code;

/// Computes the code lengths for the given frequencies (sum below 2^32). They are optimal if none has to be shortened
/// to `length_max`. At least two symbols get a code, even if fewer occur, because every decoder accepts a complete
/// code.
void gyre_huffman_lengths(const uint32_t *frequencies, size_t count, int length_max, uint8_t *out_lengths);

/// Computes the bits of the codes from the first `count` lengths.
void gyre_huffman_bits(huffman_code *code, size_t count);
