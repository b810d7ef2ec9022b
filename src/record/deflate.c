/// LZ77 with hash chains and lazy matching; each block has the shortest of deflate's three forms.
#include "record/deflate.h"

#include "base/memory.h"
#include "record/huffman.h"

#include <string.h>

enum {
    WINDOW = 1 << 15, // maximum distance of a match
    MATCH_MIN = 3,
    MATCH_MAX = 258,
    HASH_BITS = 15,
    CHAIN_MAX = 48,  // candidates compared: 200 make files 1 % smaller and take three times as long
    MATCH_NICE = 64, // a match of this length ends the search
    TOKENS_MAX = 1 << 15,
    STORED_MAX = 65535,
    LITERALS = 286, // bytes, end of block, lengths
    DISTANCES = 30,
    LENGTH_CODES = 19,
    END_OF_BLOCK = 256,
    RUN_OF_LAST = 16, // symbols of the code for the code lengths
    RUN_OF_ZEROS = 17,
    LONG_RUN_OF_ZEROS = 18,
};
static const uint32_t IS_MATCH = UINT32_C(1)
                                 << 31; // a token: a byte, or this | (length - MATCH_MIN) << 16 | distance - 1

// A range of lengths or distances that share a symbol.
typedef struct stretch {
    uint16_t first;
    uint8_t extra_bits;
} stretch;
static const stretch length_stretches[] = {
    {3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1},  {13, 1},
    {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3},  {59, 3},
    {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0},
};
static const stretch distance_stretches[DISTANCES] = {
    {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},      {9, 2},     {13, 2},
    {17, 3},    {25, 3},    {33, 4},    {49, 4},     {65, 5},     {97, 5},     {129, 6},   {193, 6},
    {257, 7},   {385, 7},   {513, 8},   {769, 8},    {1025, 9},   {1537, 9},   {2049, 10}, {3073, 10},
    {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13},
};

typedef struct codes {
    huffman_code literals, distances;
} codes;

// The lengths of both codes, run-length encoded, and the code that encodes them.
typedef struct code_table {
    uint8_t symbols[LITERALS + DISTANCES], extras[LITERALS + DISTANCES];
    size_t symbol_count, literal_count, distance_count, order_count;
    huffman_code code;
} code_table;

typedef struct deflater {
    output *out;
    const uint8_t *bytes;
    size_t size;
    uint64_t bits; // bits that are not yet written, the first one lowest
    int bit_count;
    uint32_t heads[1 << HASH_BITS]; // the latest position with each hash, plus 1
    uint32_t previous[WINDOW];      // by position modulo WINDOW: the previous position with the same hash, plus 1
    uint8_t length_symbols[MATCH_MAX + 1];
    uint32_t tokens[TOKENS_MAX];
    size_t token_count, block_start;
    uint32_t literal_counts[LITERALS], distance_counts[DISTANCES];
} deflater;

// ---- bits -----------------------------------------------------------------------------------------------------------

// Writes at most 32 bits.
static void put_bits(deflater *d, uint32_t value, int count) {
    d->bits |= (uint64_t)value << d->bit_count;
    d->bit_count += count;
    if (d->bit_count < 32) return;
    gyre_output_u32(d->out, (uint32_t)d->bits);
    d->bits >>= 32;
    d->bit_count -= 32;
}

static void finish_byte(deflater *d) {
    for (; d->bit_count > 0; d->bit_count -= 8, d->bits >>= 8) {
        uint8_t byte = (uint8_t)d->bits;
        gyre_output_write(d->out, &byte, 1);
    }
    d->bit_count = 0;
}

static void put_symbol(deflater *d, const huffman_code *code, size_t symbol) {
    put_bits(d, code->bits[symbol], code->lengths[symbol]);
}

// ---- symbols --------------------------------------------------------------------------------------------------------

static size_t distance_symbol(uint32_t distance) {
    uint32_t d = distance - 1;
    if (d < 4) return d;
    uint32_t top = 31 - (uint32_t)__builtin_clz(d); // two symbols per power of two
    return 2 * top + (d >> (top - 1) & 1);
}

static uint32_t length_of(uint32_t token) { return (token >> 16 & 0xff) + MATCH_MIN; }
static uint32_t distance_of(uint32_t token) { return (token & 0xffff) + 1; }

static void add_token(deflater *d, uint32_t token) {
    d->tokens[d->token_count++] = token;
    if (token & IS_MATCH) {
        d->literal_counts[END_OF_BLOCK + 1 + d->length_symbols[length_of(token)]]++;
        d->distance_counts[distance_symbol(distance_of(token))]++;
    } else {
        d->literal_counts[token]++;
    }
}

static void put_stretch(deflater *d, const stretch *s, uint32_t value) { put_bits(d, value - s->first, s->extra_bits); }

static void put_tokens(deflater *d, const codes *c) {
    for (size_t i = 0; i < d->token_count; i++) {
        uint32_t token = d->tokens[i];
        if (!(token & IS_MATCH)) {
            put_symbol(d, &c->literals, token);
            continue;
        }
        size_t length = d->length_symbols[length_of(token)], distance = distance_symbol(distance_of(token));
        put_symbol(d, &c->literals, END_OF_BLOCK + 1 + length);
        put_stretch(d, &length_stretches[length], length_of(token));
        put_symbol(d, &c->distances, distance);
        put_stretch(d, &distance_stretches[distance], distance_of(token));
    }
    put_symbol(d, &c->literals, END_OF_BLOCK);
}

// Returns the number of bits that put_tokens would write.
static uint64_t cost_of_tokens(const deflater *d, const codes *c) {
    uint64_t bits = 0;
    for (size_t i = 0; i < LITERALS; i++) {
        int extra = i > END_OF_BLOCK ? length_stretches[i - END_OF_BLOCK - 1].extra_bits : 0;
        bits += (uint64_t)d->literal_counts[i] * (uint64_t)(c->literals.lengths[i] + extra);
    }
    for (size_t i = 0; i < DISTANCES; i++)
        bits +=
            (uint64_t)d->distance_counts[i] * (uint64_t)(c->distances.lengths[i] + distance_stretches[i].extra_bits);
    return bits;
}

// ---- codes ----------------------------------------------------------------------------------------------------------

static void fixed_codes(codes *out) {
    for (size_t i = 0; i < HUFFMAN_SYMBOLS_MAX; i++)
        out->literals.lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    for (size_t i = 0; i < DISTANCES; i++)
        out->distances.lengths[i] = 5;
    gyre_huffman_bits(&out->literals, HUFFMAN_SYMBOLS_MAX);
    gyre_huffman_bits(&out->distances, DISTANCES);
}

static void fitting_codes(const deflater *d, codes *out) {
    gyre_huffman_lengths(d->literal_counts, LITERALS, HUFFMAN_LENGTH_MAX, out->literals.lengths);
    gyre_huffman_lengths(d->distance_counts, DISTANCES, HUFFMAN_LENGTH_MAX, out->distances.lengths);
    gyre_huffman_bits(&out->literals, LITERALS);
    gyre_huffman_bits(&out->distances, DISTANCES);
}

static const uint8_t code_order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static int extra_bits_of(size_t symbol) {
    return symbol == RUN_OF_LAST ? 2 : symbol == RUN_OF_ZEROS ? 3 : symbol == LONG_RUN_OF_ZEROS ? 7 : 0;
}

static void add_symbol(code_table *t, size_t symbol, size_t extra) {
    t->symbols[t->symbol_count] = (uint8_t)symbol;
    t->extras[t->symbol_count++] = (uint8_t)extra;
}

// Encodes a run of `run` equal lengths.
static void add_run(code_table *t, uint8_t length, size_t run) {
    if (length > 0) {
        add_symbol(t, length, 0);
        run--;
    }
    while (run >= 3) {
        size_t most = length > 0 ? 6 : run > 10 ? 138 : 10, piece = run < most ? run : most;
        if (length > 0)
            add_symbol(t, RUN_OF_LAST, piece - 3);
        else
            add_symbol(t, run > 10 ? LONG_RUN_OF_ZEROS : RUN_OF_ZEROS, piece - (run > 10 ? 11 : 3));
        run -= piece;
    }
    for (; run > 0; run--)
        add_symbol(t, length, 0);
}

static size_t used_count(const uint8_t *lengths, size_t count, size_t least) {
    while (count > least && lengths[count - 1] == 0)
        count--;
    return count;
}

// Returns the number of bits that put_table would write.
static uint64_t table_of(const codes *c, code_table *out) {
    uint8_t lengths[LITERALS + DISTANCES];
    out->literal_count = used_count(c->literals.lengths, LITERALS, END_OF_BLOCK + 1);
    out->distance_count = used_count(c->distances.lengths, DISTANCES, 1);
    size_t count = out->literal_count + out->distance_count;
    memcpy(lengths, c->literals.lengths, out->literal_count);
    memcpy(lengths + out->literal_count, c->distances.lengths, out->distance_count);
    out->symbol_count = 0;
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count && lengths[end] == lengths[start];)
            end++;
        add_run(out, lengths[start], end - start);
    }

    uint32_t counts[LENGTH_CODES] = {0};
    for (size_t i = 0; i < out->symbol_count; i++)
        counts[out->symbols[i]]++;
    gyre_huffman_lengths(counts, LENGTH_CODES, 7, out->code.lengths);
    gyre_huffman_bits(&out->code, LENGTH_CODES);
    out->order_count = LENGTH_CODES;
    while (out->order_count > 4 && out->code.lengths[code_order[out->order_count - 1]] == 0)
        out->order_count--;
    uint64_t bits = 14 + 3 * out->order_count;
    for (size_t i = 0; i < LENGTH_CODES; i++)
        bits += counts[i] * (uint64_t)(out->code.lengths[i] + extra_bits_of(i));
    return bits;
}

static void put_table(deflater *d, const code_table *t) {
    put_bits(d, (uint32_t)t->literal_count - 257, 5);
    put_bits(d, (uint32_t)t->distance_count - 1, 5);
    put_bits(d, (uint32_t)t->order_count - 4, 4);
    for (size_t i = 0; i < t->order_count; i++)
        put_bits(d, t->code.lengths[code_order[i]], 3);
    for (size_t i = 0; i < t->symbol_count; i++) {
        put_symbol(d, &t->code, t->symbols[i]);
        put_bits(d, t->extras[i], extra_bits_of(t->symbols[i]));
    }
}

// ---- blocks ---------------------------------------------------------------------------------------------------------

static void put_stored(deflater *d, size_t end, bool is_last) {
    do {
        size_t size = end - d->block_start < STORED_MAX ? end - d->block_start : STORED_MAX;
        put_bits(d, is_last && d->block_start + size == end, 3);
        finish_byte(d);
        gyre_output_u16(d->out, (uint16_t)size);
        gyre_output_u16(d->out, (uint16_t)~size);
        gyre_output_write(d->out, d->bytes + d->block_start, size);
        d->block_start += size;
    } while (d->block_start < end);
}

// Writes the tokens of the bytes before `end` as a block.
static void finish_block(deflater *d, size_t end, bool is_last) {
    codes fixed = {0}, fitting = {0};
    code_table table;
    d->literal_counts[END_OF_BLOCK] = 1;
    fixed_codes(&fixed);
    fitting_codes(d, &fitting);
    uint64_t fitting_cost = table_of(&fitting, &table) + cost_of_tokens(d, &fitting);
    uint64_t fixed_cost = cost_of_tokens(d, &fixed), stored_cost = 8 * (end - d->block_start) + 40;
    if (stored_cost < fitting_cost && stored_cost < fixed_cost) {
        put_stored(d, end, is_last);
    } else if (fixed_cost <= fitting_cost) {
        put_bits(d, is_last | 1 << 1, 3);
        put_tokens(d, &fixed);
    } else {
        put_bits(d, is_last | 2 << 1, 3);
        put_table(d, &table);
        put_tokens(d, &fitting);
    }
    d->token_count = 0;
    d->block_start = end;
    memset(d->literal_counts, 0, sizeof d->literal_counts);
    memset(d->distance_counts, 0, sizeof d->distance_counts);
}

// ---- matches --------------------------------------------------------------------------------------------------------

typedef struct match {
    uint32_t length, distance; // length 0: no match
} match;

static uint32_t hash_at(const uint8_t *bytes) {
    uint32_t three = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
    return (three * UINT32_C(2654435761)) >> (32 - HASH_BITS);
}

// Adds a position to the hash chains. Positions are modulo 2^32: in larger inputs a chain may contain wrong ones, which
// cost a comparison.
static void remember(deflater *d, size_t place) {
    if (place + MATCH_MIN > d->size) return;
    uint32_t *head = &d->heads[hash_at(d->bytes + place)];
    d->previous[place % WINDOW] = *head;
    *head = (uint32_t)place + 1;
}

static uint32_t common_length(const uint8_t *a, const uint8_t *b, size_t most) {
    uint32_t length = 0;
    while (length < most && a[length] == b[length])
        length++;
    return length;
}

// Returns the longest match at a position that is not yet in the chains, if it is longer than `length_before`.
static match find_match(const deflater *d, size_t place, uint32_t length_before) {
    match best = {0, 0};
    size_t most = d->size - place < MATCH_MAX ? d->size - place : MATCH_MAX;
    if (most < MATCH_MIN || length_before >= most) return best;
    const uint8_t *here = d->bytes + place;
    uint32_t best_length = length_before < MATCH_MIN - 1 ? MATCH_MIN - 1 : length_before, last_distance = 0;
    uint32_t candidate = d->heads[hash_at(here)];
    for (int i = 0; i < CHAIN_MAX && candidate != 0; i++) {
        uint32_t distance = (uint32_t)place - (candidate - 1);
        if (distance <= last_distance || distance > WINDOW || distance > place)
            break; // outside the window, or a wrong position
        const uint8_t *there = here - distance;
        if (best_length < most && there[best_length] == here[best_length]) {
            uint32_t length = common_length(there, here, most);
            if (length > best_length) best = (match){best_length = length, distance};
            if (length >= MATCH_NICE) break;
        }
        last_distance = distance;
        candidate = d->previous[(place - distance) % WINDOW];
    }
    return best;
}

// Lazy matching: each match is held until the next position is searched; if that has a longer match, one byte is
// written instead.
static void compress(deflater *d) {
    match waiting = {0, 0}; // match at the previous position
    size_t place = 0;
    while (place < d->size) {
        match found = waiting.length >= MATCH_NICE ? (match){0, 0} : find_match(d, place, waiting.length);
        remember(d, place);
        if (waiting.length > 0 && found.length == 0) {
            add_token(d, IS_MATCH | (waiting.length - MATCH_MIN) << 16 | (waiting.distance - 1));
            size_t end = place - 1 + waiting.length;
            for (place++; place < end; place++)
                remember(d, place);
        } else {
            if (waiting.length > 0) add_token(d, d->bytes[place - 1]);
            if (found.length == 0) add_token(d, d->bytes[place]);
            place++;
        }
        waiting = found;
        // a pending match has no token yet, so a block cannot end after it
        if (d->token_count >= TOKENS_MAX - 2 && waiting.length == 0) finish_block(d, place, false);
        if (d->token_count >= TOKENS_MAX - 2) finish_block(d, place - 1, false);
    }
    finish_block(d, d->size, true); // no match is pending: the last byte cannot begin one
    finish_byte(d);
}

gyre_result gyre_deflate(const void *bytes, size_t size, const gyre_allocator *allocator, output *out) {
    deflater *d = gyre_take_array(allocator, 1, sizeof *d);
    if (!d) return GYRE_ERR_NO_MEMORY;
    memset(d, 0, sizeof *d);
    d->out = out;
    d->bytes = bytes;
    d->size = size;
    for (size_t i = 0; i < sizeof length_stretches / sizeof *length_stretches; i++)
        for (size_t length = length_stretches[i].first; length <= MATCH_MAX; length++)
            d->length_symbols[length] = (uint8_t)i; // later symbols overwrite earlier ones
    compress(d);
    gyre_give_back(allocator, d);
    return GYRE_OK;
}

// ---- zlib -----------------------------------------------------------------------------------------------------------

static uint32_t adler32(const uint8_t *bytes, size_t size) {
    enum { MODULUS = 65521, WITHOUT_OVERFLOW = 5552 };
    uint32_t a = 1, b = 0;
    while (size > 0) {
        size_t piece = size < WITHOUT_OVERFLOW ? size : WITHOUT_OVERFLOW;
        size -= piece;
        for (; piece > 0; piece--) {
            a += *bytes++;
            b += a;
        }
        a %= MODULUS;
        b %= MODULUS;
    }
    return b << 16 | a;
}

gyre_result gyre_zlib(const void *bytes, size_t size, const gyre_allocator *allocator, output *out) {
    gyre_output_write(out, (const uint8_t[]){0x78, 0x9c}, 2); // deflate with a window of 32 kB, default compression
    gyre_result r = gyre_deflate(bytes, size, allocator, out);
    if (r != GYRE_OK) return r;
    uint32_t sum = adler32(bytes, size);
    gyre_output_write(
        out, (const uint8_t[]){(uint8_t)(sum >> 24), (uint8_t)(sum >> 16), (uint8_t)(sum >> 8), (uint8_t)sum}, 4);
    return GYRE_OK;
}
