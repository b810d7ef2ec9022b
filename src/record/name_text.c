/// Decodes names as characters.
#include "record/name_text.h"

#include "base/utf8.h"

enum { NO_CHARACTER = 0xfffd, CHARACTER_BYTES = 4 };

uint32_t gyre_next_character(const char **text) {
    size_t left = 0;
    while (left < CHARACTER_BYTES && (*text)[left] != '\0')
        left++;
    uint32_t code;
    size_t size = gyre_utf8_decode(*text, *text + left, &code);
    *text += size > 0 ? size : 1;
    return size > 0 ? code : NO_CHARACTER;
}

const char *gyre_clean_text(const char *text, char *out, size_t size) {
    char *end = out;
    while (*text && size - (size_t)(end - out) > CHARACTER_BYTES)
        end += gyre_utf8_encode(gyre_next_character(&text), end);
    *end = '\0';
    return out;
}
