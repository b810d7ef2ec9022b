/// Base64 (RFC 4648, section 4) to bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes all `length` characters; '=' at the end fills the last four, or is left out. Strict otherwise: no white
/// space, no other alphabet. Fails with *out_bad = the index of the first character that cannot be there, or `length`
/// when one is missing at the end. `out` has room for as many bytes as there are characters (a quarter stays free) and
/// may be the text itself; it is spoilt by a failure.
bool gyre_base64_decode(const char *text, size_t length, uint8_t *out, size_t *out_size, size_t *out_bad);
