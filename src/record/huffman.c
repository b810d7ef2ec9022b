/// Code lengths by the in-place method of Moffat and Katajainen; bits in canonical order.
#include "record/huffman.h"

#include <stdlib.h>

typedef struct occurrence {
    uint32_t frequency, symbol;
} occurrence;

// Sorts by frequency, then by symbol, so that the result does not depend on the sorting algorithm.
static int by_frequency(const void *a, const void *b) {
    const occurrence *left = a, *right = b;
    if (left->frequency != right->frequency) return left->frequency < right->frequency ? -1 : 1;
    return left->symbol < right->symbol ? -1 : 1;
}

// Moffat and Katajainen, In-place calculation of minimum-redundancy codes, 1995. `values`: at least two frequencies in
// ascending order, replaced by depths in descending order.
static void depths_of(uint32_t *values, size_t count) {
    // joins the two smallest nodes repeatedly; a joined node stores the index of its parent
    size_t leaf = 0, joined = 0;
    for (size_t next = 0; next < count - 1; next++) {
        uint32_t sum = 0;
        for (int i = 0; i < 2; i++)
            if (leaf >= count || (joined < next && values[joined] < values[leaf])) {
                sum += values[joined];
                values[joined++] = (uint32_t)next;
            } else {
                sum += values[leaf++];
            }
        values[next] = sum;
    }
    // depths of the joined nodes, beginning at the root
    values[count - 2] = 0;
    for (size_t next = count - 2; next-- > 0;)
        values[next] = values[values[next]] + 1;
    // leaves take the places that joined nodes leave free at each depth
    size_t free_count = 1, at = count, inner = count - 1;
    for (uint32_t depth = 0; free_count > 0; depth++) {
        size_t used = 0;
        while (inner > 0 && values[inner - 1] == depth) {
            used++;
            inner--;
        }
        for (; free_count > used; free_count--)
            values[--at] = depth;
        free_count = 2 * used;
    }
}

// Computes the number of codes of each length, none longer than length_max. Shortening the long codes makes the sum of
// 2^-length larger than 1; while it is, one of the longest codes becomes the sibling of a shorter code, which becomes
// longer by one.
static void limited_counts(const uint32_t *depths, size_t count, uint32_t length_max, uint32_t *out_counts) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t length = depths[i] < length_max ? depths[i] : length_max;
        out_counts[length]++;
        sum += UINT64_C(1) << (length_max - length);
    }
    for (; sum > UINT64_C(1) << length_max; sum--) {
        uint32_t shorter = length_max - 1;
        while (out_counts[shorter] == 0)
            shorter--;
        out_counts[length_max]--;
        out_counts[shorter]--;
        out_counts[shorter + 1] += 2;
    }
}

void gyre_huffman_lengths(const uint32_t *frequencies, size_t count, int length_max, uint8_t *out_lengths) {
    occurrence used[HUFFMAN_SYMBOLS_MAX] = {{0, 0}};
    uint32_t values[HUFFMAN_SYMBOLS_MAX] = {0}, counts[HUFFMAN_LENGTH_MAX + 1] = {0};
    size_t used_count = 0, occurring = 0;
    for (size_t i = 0; i < count; i++)
        occurring += frequencies[i] > 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t frequency = frequencies[i];
        if (frequency == 0 && occurring < 2) { // a code needs at least two symbols
            frequency = 1;
            occurring++;
        }
        out_lengths[i] = 0;
        if (frequency > 0) used[used_count++] = (occurrence){frequency, (uint32_t)i};
    }
    qsort(used, used_count, sizeof *used, by_frequency);
    for (size_t i = 0; i < used_count; i++)
        values[i] = used[i].frequency;
    depths_of(values, used_count);
    limited_counts(values, used_count, (uint32_t)length_max, counts);
    size_t at = 0;
    for (int length = length_max; length > 0; length--)
        for (; counts[length] > 0; counts[length]--)
            out_lengths[used[at++].symbol] = (uint8_t)length;
}

static uint16_t reversed(uint32_t bits, int length) {
    uint32_t result = 0;
    for (; length > 0; length--, bits >>= 1)
        result = result << 1 | (bits & 1);
    return (uint16_t)result;
}

void gyre_huffman_bits(huffman_code *code, size_t count) {
    uint32_t next[HUFFMAN_LENGTH_MAX + 2] = {0};
    for (size_t i = 0; i < count; i++)
        next[code->lengths[i] + 1]++;
    next[1] = 0; // symbols without a code are not counted
    for (int length = 1; length <= HUFFMAN_LENGTH_MAX; length++)
        next[length] = (next[length] + next[length - 1]) << 1;
    for (size_t i = 0; i < count; i++) {
        int length = code->lengths[i];
        code->bits[i] = length > 0 ? reversed(next[length]++, length) : 0;
    }
}
