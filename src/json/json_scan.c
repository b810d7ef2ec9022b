/// Scans the tokens of JSON.
#include "json/json_scan.h"

#include "base/number_text.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SHOWN = 20 }; // maximum letters of a word in a message

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// True for the bytes of a code point after its first.
static bool is_continuation(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

// True for ASCII characters that a string can contain unescaped.
static bool is_plain(char c) { return (unsigned char)c >= 0x20 && (unsigned char)c < 0x80 && c != '"' && c != '\\'; }

// ---- positions and messages ----

gyre_json_place gyre_json_place_of(const json_scanner *s, const char *p) {
    return (gyre_json_place){s->line, (uint32_t)(p - s->line_start) - s->continuations + 1, (uint32_t)(p - s->start)};
}

static bool fail_with(json_scanner *s, gyre_json_place place, gyre_result code, const char *format, va_list arguments) {
    s->error->code = code;
    s->error->place = place;
    vsnprintf(s->error->text, sizeof s->error->text, format, arguments);
    return false;
}

bool gyre_json_fail(json_scanner *s, const char *p, const char *format, ...) {
    // within a string s->continuations is not up to date, so count here
    gyre_json_place place = {s->line, 1, (uint32_t)(p - s->start)};
    for (const char *c = s->line_start; c < p; c++)
        place.column += !is_continuation(*c);
    va_list arguments;
    va_start(arguments, format);
    fail_with(s, place, GYRE_ERR_JSON, format, arguments);
    va_end(arguments);
    return false;
}

bool gyre_json_fail_at(json_scanner *s, gyre_json_place place, gyre_result code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_with(s, place, code, format, arguments);
    va_end(arguments);
    return false;
}

const char *gyre_json_found(const json_scanner *s, const char *p, char out[JSON_FOUND_SIZE]) {
    uint32_t code = 0;
    if (p == s->end) {
        snprintf(out, JSON_FOUND_SIZE, "the end of the text");
    } else if (gyre_json_is_letter(*p)) {
        int length = 0;
        while (p + length < s->end && (gyre_json_is_letter(p[length]) || is_digit(p[length])))
            length++;
        snprintf(out, JSON_FOUND_SIZE, "the word '%.*s%s'", length < WORD_SHOWN ? length : WORD_SHOWN, p,
                 length > WORD_SHOWN ? "..." : "");
    } else if (*p == '#' || (*p == '/' && p + 1 < s->end && (p[1] == '/' || p[1] == '*'))) {
        snprintf(out, JSON_FOUND_SIZE, "a comment, which JSON does not allow");
    } else if (*p == '\'') {
        snprintf(out, JSON_FOUND_SIZE, "a single quote");
    } else if (*p >= ' ' && *p < 0x7f) {
        snprintf(out, JSON_FOUND_SIZE, "'%c'", *p);
    } else if (gyre_utf8_decode(p, s->end, &code) == 0) {
        snprintf(out, JSON_FOUND_SIZE, "byte 0x%02x, which is not UTF-8", (unsigned)(unsigned char)*p);
    } else {
        snprintf(out, JSON_FOUND_SIZE, "the character U+%04X", (unsigned)code);
    }
    return out;
}

// ---- white space and words ----

void gyre_json_skip_space(json_scanner *s) {
    for (; s->p < s->end; s->p++) {
        char c = *s->p;
        if (c == ' ' || c == '\t') continue;
        if (c != '\n' && c != '\r') return;
        if (c == '\r' && s->p + 1 < s->end && s->p[1] == '\n') continue; // the \n of \r\n ends the line
        s->line++;
        s->line_start = s->p + 1;
        s->continuations = 0;
    }
}

bool gyre_json_scan_word(json_scanner *s, const char *word) {
    size_t length = strlen(word);
    const char *behind = s->p + length;
    if ((size_t)(s->end - s->p) < length || memcmp(s->p, word, length) != 0) return false;
    if (behind < s->end && (gyre_json_is_letter(*behind) || is_digit(*behind))) return false;
    s->p = behind;
    return true;
}

// ---- numbers ----

// Skips at least one digit.
static bool scan_digits(json_scanner *s, const char *after) {
    char found[JSON_FOUND_SIZE];
    if (s->p == s->end || !is_digit(*s->p))
        return gyre_json_fail(s, s->p, "expected a digit after %s, found %s", after, gyre_json_found(s, s->p, found));
    while (s->p < s->end && is_digit(*s->p))
        s->p++;
    return true;
}

static bool scan_number_parts(json_scanner *s) {
    bool is_negative = *s->p == '-';
    if (is_negative) s->p++;
    bool begins_with_zero = s->p < s->end && *s->p == '0';
    if (begins_with_zero && s->p + 1 < s->end && is_digit(s->p[1]))
        return gyre_json_fail(s, s->p, "found a number that begins with 0: remove the 0");
    if (!scan_digits(s, "'-'")) return false;
    if (s->p < s->end && *s->p == '.') {
        s->p++;
        if (!scan_digits(s, "the decimal point")) return false;
    }
    if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) {
        s->p++;
        if (s->p < s->end && (*s->p == '+' || *s->p == '-')) s->p++;
        if (!scan_digits(s, "the 'e' of a number")) return false;
    }
    return true;
}

bool gyre_json_scan_number(json_scanner *s, double *out) {
    const char *first = s->p;
    if (!scan_number_parts(s)) return false;
    size_t length = (size_t)(s->p - first);
    if (gyre_number_parse(first, length, out)) return true;
    return gyre_json_fail(s, first, "expected a number up to 1.7976931348623157e308, found %.*s%s, which is too large",
                          length < WORD_SHOWN ? (int)length : WORD_SHOWN, first, length > WORD_SHOWN ? "..." : "");
}

// ---- strings ----

static bool scan_four_digits(json_scanner *s, const char **p, uint32_t *out) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++, ++*p) {
        char c = *p < s->end ? **p : 0;
        uint32_t digit = is_digit(c)              ? (uint32_t)(c - '0')
                         : (c >= 'a' && c <= 'f') ? (uint32_t)(c - 'a') + 10
                         : (c >= 'A' && c <= 'F') ? (uint32_t)(c - 'A') + 10
                                                  : 16;
        char found[JSON_FOUND_SIZE];
        if (digit == 16)
            return gyre_json_fail(s, *p, "expected four hexadecimal digits after \\u, found %s",
                                  gyre_json_found(s, *p, found));
        value = value << 4 | digit;
    }
    *out = value;
    return true;
}

// Decodes the \u escape at *p, or a surrogate pair of two escapes.
static bool scan_unicode_escape(json_scanner *s, const char **p, uint32_t *out) {
    const char *escape = *p;
    *p += 2;
    uint32_t first = 0, second = 0;
    if (!scan_four_digits(s, p, &first)) return false;
    *out = first;
    if (first < 0xd800 || first > 0xdfff) return true;
    if (first >= 0xdc00)
        return gyre_json_fail(s, escape, "found \\u%04x, the second half of a surrogate pair, without the first half",
                              (unsigned)first);
    const char *other = *p;
    if (s->end - other < 2 || other[0] != '\\' || other[1] != 'u')
        return gyre_json_fail(s, escape, "found \\u%04x, the first half of a surrogate pair, without the second half",
                              (unsigned)first);
    *p += 2;
    if (!scan_four_digits(s, p, &second)) return false;
    if (second < 0xdc00 || second > 0xdfff)
        return gyre_json_fail(s, other, "expected \\udc00 to \\udfff after \\u%04x, found \\u%04x", (unsigned)first,
                              (unsigned)second);
    *out = 0x10000 + ((first - 0xd800) << 10 | (second - 0xdc00));
    return true;
}

// Decodes the escape at *p, which is a backslash, to *out.
static bool scan_escape(json_scanner *s, const char **p, char **out) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = *p + 1 < s->end ? (*p)[1] : 0;
    uint32_t code;
    if (c == 'u') {
        if (!scan_unicode_escape(s, p, &code)) return false;
        *out += gyre_utf8_encode(code, *out);
        return true;
    }
    const char *letter = c ? strchr(letters, c) : NULL;
    char found[JSON_FOUND_SIZE];
    if (!letter)
        return gyre_json_fail(s, *p + 1, "expected one of \" \\ / b f n r t u after the backslash, found %s",
                              gyre_json_found(s, *p + 1, found));
    *(*out)++ = meanings[letter - letters];
    *p += 2;
    return true;
}

// Reports the byte at p, which a string cannot contain unescaped.
static bool fail_in_string(json_scanner *s, const char *p, gyre_json_place begin) {
    char found[JSON_FOUND_SIZE];
    if (p == s->end)
        return gyre_json_fail(s, p, "expected '\"', found the end of the text: the string begins at line %u, column %u",
                              (unsigned)begin.line, (unsigned)begin.column);
    if (*p == '\n' || *p == '\r')
        return gyre_json_fail(s, p, "expected '\"', found the end of the line: write \\n for a line break in a string");
    if ((unsigned char)*p < 0x20)
        return gyre_json_fail(s, p, "found the control character U+%04X in a string: write \\u%04x", (unsigned)*p,
                              (unsigned)*p);
    return gyre_json_fail(s, p, "found %s, in a string", gyre_json_found(s, p, found));
}

bool gyre_json_scan_string(json_scanner *s, const char **out_text, uint32_t *out_length) {
    gyre_json_place begin = gyre_json_place_of(s, s->p);
    const char *p = s->p + 1;
    char *out = s->strings;
    uint32_t continuations = 0;
    for (;;) {
        const char *run = p;
        while (p < s->end && is_plain(*p))
            p++;
        memcpy(out, run, (size_t)(p - run));
        out += p - run;
        if (p < s->end && *p == '"') break;
        if (p < s->end && *p == '\\') {
            if (!scan_escape(s, &p, &out)) return false;
            continue;
        }
        uint32_t code;
        size_t size = p < s->end && (unsigned char)*p >= 0x80 ? gyre_utf8_decode(p, s->end, &code) : 0;
        if (size == 0) return fail_in_string(s, p, begin);
        memcpy(out, p, size);
        out += size;
        p += size;
        continuations += (uint32_t)size - 1;
    }
    *out = 0;
    *out_text = s->strings;
    *out_length = (uint32_t)(out - s->strings);
    s->strings = out + 1;
    s->p = p + 1;
    s->continuations += continuations;
    return true;
}
