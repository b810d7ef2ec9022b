/// A small inflater, written from RFC 1951 and sharing nothing with the library: the oracle for what it compresses.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct inflater {
    const uint8_t *bytes;
    size_t size, at, bit; // the next byte, the next bit in it
    uint8_t *out;
    size_t room, out_size;
    int blocks[3]; // number of blocks of each kind
    int is_bad;
} inflater;

static inline uint32_t inflate_bits(inflater *z, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; i++) {
        if (z->at >= z->size) {
            z->is_bad = 1;
            return 0;
        }
        value |= (uint32_t)(z->bytes[z->at] >> z->bit & 1) << i;
        if (++z->bit == 8) z->bit = 0, z->at++;
    }
    return value;
}

typedef struct inflate_code {
    uint16_t counts[16], symbols[288];
} inflate_code;

// A code must be complete: nothing left over, nothing twice.
static inline void inflate_code_of(inflater *z, inflate_code *code, const uint8_t *lengths, size_t count) {
    uint16_t starts[16] = {0};
    memset(code->counts, 0, sizeof code->counts);
    for (size_t i = 0; i < count; i++)
        code->counts[lengths[i]]++;
    code->counts[0] = 0;
    int left = 1;
    for (int i = 1; i < 16; i++) {
        left = 2 * left - code->counts[i];
        if (left < 0) z->is_bad = 1;
        if (i > 1) starts[i] = (uint16_t)(starts[i - 1] + code->counts[i - 1]);
    }
    if (left != 0) z->is_bad = 1;
    for (size_t i = 0; i < count; i++)
        if (lengths[i]) code->symbols[starts[lengths[i]]++] = (uint16_t)i;
}

static inline int inflate_symbol(inflater *z, const inflate_code *code) {
    int value = 0, first = 0, index = 0;
    for (int length = 1; length < 16 && !z->is_bad; length++) {
        value |= (int)inflate_bits(z, 1);
        int count = code->counts[length];
        if (value - first < count) return code->symbols[index + value - first];
        index += count;
        first = (first + count) << 1;
        value <<= 1;
    }
    z->is_bad = 1;
    return 256;
}

static inline void inflate_put(inflater *z, uint8_t byte) {
    if (z->out_size == z->room)
        z->is_bad = 1;
    else
        z->out[z->out_size++] = byte;
}

static inline void inflate_match(inflater *z, int symbol, const inflate_code *distances) {
    int length = 258, distance;
    if (symbol < 265) {
        length = symbol - 254;
    } else if (symbol < 285) {
        int extra = (symbol - 261) / 4;
        length = ((4 + (symbol - 265) % 4) << extra) + 3 + (int)inflate_bits(z, extra);
    }
    int code = inflate_symbol(z, distances);
    if (code < 4) {
        distance = code + 1;
    } else {
        int extra = code / 2 - 1;
        distance = ((2 + code % 2) << extra) + 1 + (int)inflate_bits(z, extra);
    }
    if (code > 29 || (size_t)distance > z->out_size) z->is_bad = 1;
    for (; length > 0 && !z->is_bad; length--)
        inflate_put(z, z->out[z->out_size - (size_t)distance]);
}

static inline void inflate_block(inflater *z, const inflate_code *literals, const inflate_code *distances) {
    while (!z->is_bad) {
        int symbol = inflate_symbol(z, literals);
        if (symbol == 256) return;
        if (symbol < 256)
            inflate_put(z, (uint8_t)symbol);
        else
            inflate_match(z, symbol, distances);
    }
}

static inline void inflate_stored(inflater *z) {
    if (z->bit > 0) z->bit = 0, z->at++;
    uint32_t size = inflate_bits(z, 16), check = inflate_bits(z, 16);
    if ((size ^ check) != 0xffff) z->is_bad = 1;
    for (; size > 0 && !z->is_bad; size--)
        inflate_put(z, (uint8_t)inflate_bits(z, 8));
}

static inline void inflate_dynamic(inflater *z) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[288 + 32] = {0}, code_lengths[19] = {0};
    uint32_t literal_count = inflate_bits(z, 5) + 257, distance_count = inflate_bits(z, 5) + 1;
    uint32_t code_count = inflate_bits(z, 4) + 4, count = literal_count + distance_count;
    inflate_code code, literals, distances;
    for (uint32_t i = 0; i < code_count; i++)
        code_lengths[order[i]] = (uint8_t)inflate_bits(z, 3);
    inflate_code_of(z, &code, code_lengths, 19);
    for (uint32_t i = 0; i < count && !z->is_bad;) {
        int symbol = inflate_symbol(z, &code);
        uint8_t value = symbol < 16 ? (uint8_t)symbol : symbol == 16 && i > 0 ? lengths[i - 1] : 0;
        uint32_t run = symbol < 16    ? 1
                       : symbol == 16 ? 3 + inflate_bits(z, 2)
                       : symbol == 17 ? 3 + inflate_bits(z, 3)
                                      : 11 + inflate_bits(z, 7);
        if (i + run > count) z->is_bad = 1;
        for (; run > 0 && !z->is_bad; run--)
            lengths[i++] = value;
    }
    inflate_code_of(z, &literals, lengths, literal_count);
    inflate_code_of(z, &distances, lengths + literal_count, distance_count);
    inflate_block(z, &literals, &distances);
}

static inline void inflate_fixed(inflater *z) {
    uint8_t lengths[288], distance_lengths[32];
    inflate_code literals, distances;
    for (int i = 0; i < 288; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    memset(distance_lengths, 5, sizeof distance_lengths);
    inflate_code_of(z, &literals, lengths, 288);
    inflate_code_of(z, &distances, distance_lengths, 32);
    inflate_block(z, &literals, &distances);
}

/// Inflates one stream; z->at is behind it then. False when it is no deflate stream, or too long for `room`.
static inline int inflate(inflater *z) {
    uint32_t is_last = 0;
    while (!is_last && !z->is_bad) {
        is_last = inflate_bits(z, 1);
        uint32_t kind = inflate_bits(z, 2);
        if (kind > 2) return 0;
        z->blocks[kind]++;
        if (kind == 0)
            inflate_stored(z);
        else if (kind == 1)
            inflate_fixed(z);
        else
            inflate_dynamic(z);
    }
    if (z->bit > 0) z->bit = 0, z->at++;
    return !z->is_bad;
}
