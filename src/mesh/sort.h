/// Radix sort of 64-bit keys with an index: stable and linear in time.
#pragma once

#include "gyre/base.h"

/// A key and the index of its item.
typedef struct keyed {
    uint64_t key;
    uint32_t index;
} keyed;

/// Sorts by key; `scratch` must have room for `count` items.
void gyre_sort_keyed(keyed *items, keyed *scratch, size_t count);
