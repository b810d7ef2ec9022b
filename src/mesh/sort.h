/// Sorting many keys that each carry an index: a radix sort, linear time, equal keys keep their order.
#pragma once

#include "gyre/base.h"

/// A key, and what it belongs to.
typedef struct keyed {
    uint64_t key;
    uint32_t index;
} keyed;

/// Sorts by key; `scratch` has room for as many.
void gyre_sort_keyed(keyed *items, keyed *scratch, size_t count);
