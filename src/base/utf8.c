/// Strict UTF-8.
#include "base/utf8.h"

#include "base/check.h"

// Decodes the first byte: the length of the sequence, the bits of the code point in it, and the smallest code point
// that may have this length.
typedef struct form {
    size_t size;
    uint32_t code, least;
} form;

static form form_of(unsigned char first) {
    if (first < 0x80) return (form){1, first, 0};
    if (first >= 0xc0 && first < 0xe0) return (form){2, first & 0x1f, 0x80};
    if (first >= 0xe0 && first < 0xf0) return (form){3, first & 0x0f, 0x800};
    if (first >= 0xf0 && first < 0xf8) return (form){4, first & 0x07, 0x10000};
    return (form){0, 0, 0};
}

size_t gyre_utf8_decode(const char *text, const char *end, uint32_t *out_code) {
    form f = form_of((unsigned char)text[0]);
    if (f.size == 0 || (size_t)(end - text) < f.size) return 0;
    for (size_t i = 1; i < f.size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte & 0xc0) != 0x80) return 0;
        f.code = f.code << 6 | (byte & 0x3f);
    }
    if (f.code < f.least || f.code > 0x10ffff || (f.code >= 0xd800 && f.code <= 0xdfff)) return 0;
    *out_code = f.code;
    return f.size;
}

size_t gyre_utf8_encode(uint32_t code, char out[4]) {
    GYRE_ASSERT(code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff));
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf00 >> size & 0xff) | code); // `size` one bits, then a zero
    return size;
}
