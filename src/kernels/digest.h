/// A hash of each body's state, one body per lane. Integer operations give the same bits at every width.
#pragma once

#include "kernels/kernel.h"
#include "kernels/streams.h"
#include "math/words.h"

// One bit pattern per number: -0 + 0 is 0, and all NaNs become the same.
PURE words canonical_words(real a) { return words_of(a + ZERO) | where_nan(a); }

// Each step is a bijection of h for a fixed word and of the word for a fixed h, so that two bodies that differ in one
// number have different digests. It uses shifts and sums, because AVX2 and SSE2 cannot multiply 64-bit words.
PURE words digested(words h, words word) {
    h ^= word;
    h += h << 25; // times 2^25 + 1
    return h ^ (h >> 29);
}

// Spreads each bit over the whole word: digests are added, and equal bits of two digests must not cancel.
// The constants are those of Stafford's variant 13 (splitmix64).
PURE words finished_digest(words h) {
    h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 31);
}

static void digest_sweep(const sweep *s, uint64_t *digests) {
    for (size_t i = s->begin; i < s->end; i += GYRE_LANES) {
        words h = load_words(digests + (i - s->begin));
        for (size_t k = 0; k < STREAM_M; k++)
            h = digested(h, canonical_words(load_real(s->from + k * s->stride + i)));
        store_words(digests + (i - s->begin), finished_digest(h));
    }
}
