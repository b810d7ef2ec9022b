/// Strict UTF-8: no surrogates, no overlong forms, nothing above U+10FFFF (RFC 3629).
#pragma once

#include "base/for_io.h"

#include <stddef.h>
#include <stdint.h>

/// Returns the number of bytes of the code point at `text` (1 to 4), or 0 if it is invalid or extends beyond `end`.
/// `text` < `end`. *out_code is written if the result is not 0.
FOR_IO size_t gyre_utf8_decode(const char *text, const char *end, uint32_t *out_code);

/// Encodes a code point that is neither a surrogate nor above 0x10ffff; returns its number of bytes.
FOR_IO size_t gyre_utf8_encode(uint32_t code, char out[4]);
