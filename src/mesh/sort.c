/// Radix sort, least significant byte first; skips bytes that are equal in all keys.
#include "mesh/sort.h"

#include <string.h>

enum { BUCKETS = 256, BYTES = 8 };

static uint8_t byte_of(uint64_t key, int byte) { return (uint8_t)(key >> (8 * byte)); }

void gyre_sort_keyed(keyed *items, keyed *scratch, size_t count) {
    if (count < 2) return;
    size_t counts[BYTES][BUCKETS] = {0};
    for (size_t i = 0; i < count; i++)
        for (int b = 0; b < BYTES; b++)
            counts[b][byte_of(items[i].key, b)]++;
    keyed *from = items, *to = scratch;
    for (int b = 0; b < BYTES; b++) {
        if (counts[b][byte_of(items[0].key, b)] == count) continue;
        size_t starts[BUCKETS], next = 0;
        for (int value = 0; value < BUCKETS; value++) {
            starts[value] = next;
            next += counts[b][value];
        }
        for (size_t i = 0; i < count; i++)
            to[starts[byte_of(from[i].key, b)]++] = from[i];
        keyed *other = from;
        from = to;
        to = other;
    }
    if (from != items) memcpy(items, from, count * sizeof *items);
}
