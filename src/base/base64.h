/// Base64 decoding (RFC 4648, section 4).
#pragma once

#include "base/for_io.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes `length` characters. Padding with '=' is optional; white space and other alphabets are errors. On failure,
/// *out_bad is the index of the first invalid character, or `length` if characters are missing at the end. `out` needs
/// room for `length` bytes and may be the text itself; its content is undefined after a failure.
FOR_IO bool gyre_base64_decode(const char *text, size_t length, uint8_t *out, size_t *out_size, size_t *out_bad);
