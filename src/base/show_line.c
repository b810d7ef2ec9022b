/// Escapes text for display: control characters and invalid UTF-8.
#include "gyre/base.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_invisible(uint32_t code) {
    bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool is_line_end = code == 0x2028 || code == 0x2029;
    bool is_direction = code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
                        (code >= 0x2066 && code <= 0x2069);
    return is_control || is_line_end || is_direction;
}

// Writes the displayed form of the character at `text` to `out`; returns the character's length in the text [bytes].
static size_t show_character(const char *text, const char *end, char out[8]) {
    uint32_t code = 0;
    size_t length = gyre_utf8_decode(text, end, &code);
    if (length == 0) {
        snprintf(out, 8, "\\x%02x", (unsigned)(unsigned char)*text);
        return 1;
    }
    if (is_invisible(code)) {
        snprintf(out, 8, code < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)code);
    } else {
        memcpy(out, text, length);
        out[length] = '\0';
    }
    return length;
}

// True if the text ends inside the character that begins here.
static bool is_beginning(const char *text, const char *end) {
    unsigned char first = (unsigned char)*text;
    ptrdiff_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    return end - text < size;
}

char *gyre_show_line(const char *text, char *out, size_t size) {
    if (!text || !out || size == 0) return out;
    const char *end = text + strlen(text);
    size_t shown = 0;
    while (text < end && !is_beginning(text, end)) {
        char character[8];
        text += show_character(text, end, character);
        size_t more = strlen(character);
        if (shown + more >= size) break;
        memcpy(out + shown, character, more);
        shown += more;
    }
    out[shown] = '\0';
    return out;
}
