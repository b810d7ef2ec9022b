/// Huffman codes for deflate: of limited length, and determined by their lengths (RFC 1951, section 3.2.2).
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HUFFMAN_SYMBOLS_MAX = 288, HUFFMAN_LENGTH_MAX = 15 };

typedef struct huffman_code {
    uint16_t bits[HUFFMAN_SYMBOLS_MAX];   // the lowest bit is sent first
    uint8_t lengths[HUFFMAN_SYMBOLS_MAX]; // 0: the symbol does not occur
} huffman_code;

/// Computes the code lengths for the given frequencies (sum below 2^32). They are optimal unless `length_max` is
/// exceeded. At least two symbols get a code, even if fewer occur, because every reader accepts a complete code.
void gyre_huffman_lengths(const uint32_t *frequencies, size_t count, int length_max, uint8_t *out_lengths);

/// Computes the bits of the codes from the first `count` lengths.
void gyre_huffman_bits(huffman_code *code, size_t count);
