/// Vectors of unsigned 64-bit words for hashes, one word per double of a `real`. Arithmetic wraps around and right
/// shifts insert zeros, unlike with the signed `ints` of lanes.h. Only this file and lanes.h use vector types; this
/// file has no intrinsics.
#pragma once

#include "math/lanes.h"

#if GYRE_LANES == 1
typedef uint64_t words;
#else
typedef uint64_t words __attribute__((vector_size(8 * GYRE_LANES)));
#endif

PURE words words_of(real a) {
    words b;
    memcpy(&b, &a, sizeof b);
    return b;
}

/// All bits set in lanes with NaN, else 0.
#if GYRE_LANES == 1
PURE words where_nan(real a) { return a != a ? UINT64_MAX : 0; }
#else
PURE words where_nan(real a) { return (words)(a != a); }
#endif

/// Loads and stores words.
PURE words load_words(const uint64_t *from) {
    words a;
    memcpy(&a, from, sizeof a);
    return a;
}
PURE void store_words(uint64_t *to, words a) { memcpy(to, &a, sizeof a); }
