/// UTF-8, strictly: no surrogates, no overlong forms, nothing above U+10FFFF (RFC 3629).
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes of the code point at `text` (1 to 4), or 0 when what is there is not UTF-8 or goes beyond `end`.
/// `text` < `end`. *out_code is written when the result is not 0.
size_t gyre_utf8_decode(const char *text, const char *end, uint32_t *out_code);

/// Writes a code point that is no surrogate and not above 0x10ffff; returns its number of bytes.
size_t gyre_utf8_encode(uint32_t code, char out[4]);
