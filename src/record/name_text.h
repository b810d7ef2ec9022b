/// Decodes names as characters. A name in a world may have any bytes, while formats need valid text.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Returns the next character of a text that is not at its end, and advances *text. A byte that is not UTF-8 gives
/// U+FFFD.
uint32_t gyre_next_character(const char **text);

/// Copies as much of `text` as fits, as valid UTF-8; returns `out`.
const char *gyre_clean_text(const char *text, char *out, size_t size);
