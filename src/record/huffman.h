/// Huffman codes as deflate wants them: of limited length, told by the lengths alone (RFC 1951, section 3.2.2).
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HUFFMAN_SYMBOLS_MAX = 288, HUFFMAN_LENGTH_MAX = 15 };

typedef struct huffman_code {
    uint16_t bits[HUFFMAN_SYMBOLS_MAX];   // the first bit to be sent is the lowest one
    uint8_t lengths[HUFFMAN_SYMBOLS_MAX]; // 0: the symbol does not occur
} huffman_code;

/// The best lengths, but for those that had to be cut to `length_max`, for symbols that occur so often (less than 2^32
/// times in all). At least two symbols get a code, also when fewer occur: no reader has trouble with a code that is
/// complete.
void gyre_huffman_lengths(const uint32_t *frequencies, size_t count, int length_max, uint8_t *out_lengths);

/// Fills in the bits that belong to the first `count` lengths.
void gyre_huffman_bits(huffman_code *code, size_t count);
