/// "Nothing has changed" means: the world's snapshot has the same bytes. The hash covers the state only.
#pragma once

#include "gyre/snapshot.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A snapshot; no bytes if the world could not be saved (NULL, or called from inside a step).
typedef struct world_bytes {
    uint8_t *bytes;
    size_t size;
} world_bytes;

__attribute__((unused)) static world_bytes world_bytes_of(const gyre_world *world) {
    world_bytes s = {NULL, 0};
    size_t size;
    if (!world || gyre_world_snapshot_size(world, &size) != GYRE_OK) return s;
    s.bytes = malloc(size);
    if (!s.bytes) abort();
    if (gyre_world_save(world, s.bytes, size, &s.size) != GYRE_OK) abort();
    return s;
}

__attribute__((unused)) static void world_bytes_free(world_bytes *s) {
    free(s->bytes);
    *s = (world_bytes){NULL, 0};
}

/// The first place where two snapshots differ, or -1. The checksum in the header, which differs whenever anything does,
/// is looked at last.
__attribute__((unused)) static long first_difference(const world_bytes *a, const world_bytes *b) {
    enum { HEADER = 24 };
    if (a->size == b->size && (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0)) return -1;
    size_t shorter = a->size < b->size ? a->size : b->size;
    for (size_t i = HEADER; i < shorter; i++)
        if (a->bytes[i] != b->bytes[i]) return (long)i;
    if (a->size != b->size) return (long)shorter;
    for (size_t i = 0; i < shorter && i < HEADER; i++)
        if (a->bytes[i] != b->bytes[i]) return (long)i;
    return -1;
}

/// The first place where the world's snapshot now differs from `before`, or -1. Prints the difference.
__attribute__((unused)) static long first_change(const gyre_world *world, const world_bytes *before) {
    world_bytes now = world_bytes_of(world);
    long at = first_difference(&now, before);
    if (at >= 0)
        fprintf(stderr, "the world has changed: byte %ld of its snapshot (%zu bytes, now %zu)\n", at, before->size,
                now.size);
    world_bytes_free(&now);
    return at;
}
