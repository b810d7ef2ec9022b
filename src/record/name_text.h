/// Names as characters. Worlds take any bytes for a name, formats want text.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The next character of text that goes on (*text is not at its NUL), and moves behind it: U+FFFD for a byte that is
/// not UTF-8.
uint32_t gyre_next_character(const char **text);

/// As much of `text` as fits, as UTF-8 throughout; returns `out`.
const char *gyre_clean_text(const char *text, char *out, size_t size);
