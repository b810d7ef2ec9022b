/// Decodes Base64: four characters of six bits become three bytes.
#include "base/base64.h"

// Returns the value of a digit, or -1.
static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Length without the padding: one or two '=' that make the length a multiple of four.
static size_t length_without_padding(const char *text, size_t length) {
    if (length == 0 || length % 4 != 0 || text[length - 1] != '=') return length;
    return text[length - 2] == '=' ? length - 2 : length - 1;
}

bool gyre_base64_decode(const char *text, size_t length, uint8_t *out, size_t *out_size, size_t *out_bad) {
    size_t count = length_without_padding(text, length), size = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < count; i++) {
        int digit = digit_of(text[i]);
        if (digit < 0) {
            *out_bad = i;
            return false;
        }
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4 != 0) out[size++] = (uint8_t)(bits >> (6 - i % 4 * 2));
    }
    // a single remaining character has six bits, less than a byte
    if (count % 4 == 1) {
        *out_bad = length;
        return false;
    }
    *out_size = size;
    return true;
}
