/// Names that were crafted to have one hash, to make a table of names slow.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>
#include <string.h>

enum { CRAFTED_NAME_SIZE = 17 };

static inline bool is_crafted_byte_usable(char c, bool is_printable) {
    return is_printable ? c > ' ' && c < 0x7f && c != '"' && c != '\\' : c != 0;
}

/// Writes a name of 16 bytes, another one for each i, whose 64-bit hash is always the same: the hash takes 8 bytes at a
/// time by state = stir(state ^ bytes), so the second 8 can undo the effect of the first. Printable names can be in
/// JSON; one of 3300 attempts gives one.
static inline void name_with_hash(char name[CRAFTED_NAME_SIZE], size_t i, bool is_printable) {
    for (uint64_t attempt = 0;; attempt++) {
        uint64_t letters = 0, rest = ((uint64_t)i << 17) + attempt;
        for (size_t k = 0; k < 8; k++, rest /= 26)
            letters |= (uint64_t)('a' + rest % 26) << 8 * k;
        gyre_hash hash = gyre_hash_begin();
        gyre_hash_add_u64(&hash, 16);
        gyre_hash_add_u64(&hash, letters);
        uint64_t undoing = hash.state ^ UINT64_C(0x123456789abcdef0);
        bool is_usable = true;
        for (size_t k = 0; k < 8; k++) {
            name[k] = (char)(letters >> 8 * k);
            name[8 + k] = (char)(undoing >> 8 * k);
            is_usable = is_usable && is_crafted_byte_usable(name[8 + k], is_printable);
        }
        name[16] = 0;
        if (is_usable) return;
    }
}
