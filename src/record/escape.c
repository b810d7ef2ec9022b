/// Reads UTF-8 character by character and writes it escaped.
#include "record/escape.h"

#include <string.h>

enum { REPLACEMENT = 0xfffd };

// Returns the length of the UTF-8 sequence with this first byte, and the byte's payload bits; 0 for an invalid first
// byte.
static int sequence_length(uint8_t first, uint32_t *out_bits) {
    static const struct { uint8_t mask, pattern; } kinds[] = {{0x80, 0x00}, {0xe0, 0xc0}, {0xf0, 0xe0}, {0xf8, 0xf0}};
    for (int i = 0; i < 4; i++)
        if ((first & kinds[i].mask) == kinds[i].pattern) {
            *out_bits = first & (uint8_t)~kinds[i].mask;
            return i + 1;
        }
    return 0;
}

// Reads one character and advances; at an invalid sequence (overlong, surrogate, incomplete) advances by one byte and
// returns U+FFFD.
static uint32_t next_character(const char **text) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t *bytes = (const uint8_t *)*text;
    uint32_t code = 0;
    int length = sequence_length(bytes[0], &code);
    (*text)++;
    if (length == 0) return REPLACEMENT;
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80) return REPLACEMENT; // the NUL at the end stops here too
        code = code << 6 | (bytes[i] & 0x3fu);
    }
    if (code < smallest[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return REPLACEMENT;
    *text += length - 1;
    return code;
}

static void put_character(output *out, uint32_t code) {
    uint8_t bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t leads[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        bytes[i] = (uint8_t)(0x80 | (code & 0x3f));
    bytes[0] = (uint8_t)(leads[length] | code);
    gyre_output_write(out, bytes, length);
}

static void put_json_string(output *out, const char *text, uint32_t also_escaped) {
    static const char hex[] = "0123456789abcdef";
    gyre_output_text(out, "\"");
    while (*text) {
        uint32_t code = next_character(&text);
        if (code < 0x20 || code == also_escaped) {
            gyre_output_text(out, (char[]){'\\', 'u', '0', '0', hex[code >> 4], hex[code & 15], 0});
            continue;
        }
        if (code == '"' || code == '\\') gyre_output_text(out, "\\");
        put_character(out, code);
    }
    gyre_output_text(out, "\"");
}

void gyre_output_json_string(output *out, const char *text) { put_json_string(out, text, 0); }

void gyre_output_json_string_in_page(output *out, const char *text) { put_json_string(out, text, '<'); }

static bool is_xml_character(uint32_t code) {
    return (code >= 0x20 || code == '\t' || code == '\n' || code == '\r') && code != 0xfffe && code != 0xffff;
}

void gyre_output_xml_text(output *out, const char *text, size_t max_characters) {
    for (size_t i = 0; *text; i++) {
        if (i == max_characters) {
            put_character(out, 0x2026);
            return;
        }
        uint32_t code = next_character(&text);
        const char *entity = code == '&' ? "&amp;" : code == '<' ? "&lt;" : code == '>' ? "&gt;" : NULL;
        if (code == '"') entity = "&quot;";
        if (entity)
            gyre_output_text(out, entity);
        else
            put_character(out, is_xml_character(code) ? code : REPLACEMENT);
    }
}
