/// Decodes names as characters. Names in a world may contain any bytes, but formats need valid text.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Returns the next character and advances *text, which must not be at its end. A byte that is not UTF-8 becomes
/// U+FFFD.
uint32_t gyre_next_character(const char **text);

/// Copies as much of `text` as fits, as valid UTF-8; returns `out`.
const char *gyre_clean_text(const char *text, char *out, size_t size);
