/// Tokenises the text formats: words, lines and numbers.
#include "mesh/text_scan.h"

#include "base/number_text.h"

#include <stdio.h>

enum {
    WORD_SHOWN = 24,       // bytes of a word quoted in a message
    NUMBER_COPY_MAX = 512, // longest number that is rewritten for the JSON parser
};

text_scan gyre_text_begin(model_source *source, size_t byte) {
    const char *start = (const char *)source->bytes;
    text_scan scan = {.source = source, .start = start, .p = start + byte, .end = start + source->size};
    if (byte == 0 && source->size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0) scan.p += 3;
    scan.reported = scan.p;
    scan.pass_count = 1;
    return scan;
}

// ---- lines ----

size_t gyre_text_line_end(const text_scan *scan, const char *p) {
    if (p == scan->end || !text_is_line_end(*p)) return 0;
    return *p == '\r' && p + 1 < scan->end && p[1] == '\n' ? 2 : 1;
}

bool gyre_text_join(text_scan *scan) {
    size_t line_end = gyre_text_line_end(scan, scan->p + 1);
    if (line_end == 0) return false;
    scan->p += 1 + line_end;
    return true;
}

void gyre_text_skip_line(text_scan *scan) {
    // OBJ: a backslash at the end of a line joins the next line, except in a comment, which may end with a Windows path
    bool joins = scan->is_obj;
    while (scan->p < scan->end) {
        if (!text_is_line_end(*scan->p)) {
            joins = joins && *scan->p != '#';
            scan->p++;
            continue;
        }
        bool goes_on = joins && scan->p > scan->start && scan->p[-1] == '\\';
        scan->p += gyre_text_line_end(scan, scan->p);
        if (!goes_on) return;
    }
}

bool gyre_text_is_any_case(text_word word, const char *text) {
    if (strlen(text) != word.length) return false;
    for (size_t i = 0; i < word.length; i++)
        if ((word.text[i] | 0x20) != text[i]) return false;
    return true;
}

// ---- numbers ----

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Rewrites an unsigned number for the JSON parser, with a digit on each side of the point. Returns false if the number
// is too long or has a second sign or point.
static bool mend_number(text_word word, char out[NUMBER_COPY_MAX], size_t *out_length) {
    size_t length = 0;
    bool has_point = false;
    if (word.length == 0 || word.length + 1 > NUMBER_COPY_MAX) return false;
    if (!is_digit(word.text[0]) && word.text[0] != '.') return false;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.text[i];
        bool digit_before = i > 0 && is_digit(word.text[i - 1]);
        bool digit_behind = i + 1 < word.length && is_digit(word.text[i + 1]);
        if (c == '.' && (has_point || (!digit_before && !digit_behind))) return false;
        has_point = has_point || c == '.';
        if (c == '.' && !digit_before) out[length++] = '0';
        out[length++] = c;
        if (c == '.' && !digit_behind) out[length++] = '0';
    }
    *out_length = length;
    return true;
}

bool gyre_text_number(text_word word, double *out) {
    // most numbers are valid JSON; *out is infinite, not NaN, if a number is merely too large
    if (gyre_number_parse(word.text, word.length, out)) return true;
    if (*out == *out) return false;

    bool is_negative = word.length > 0 && word.text[0] == '-';
    if (is_negative || (word.length > 0 && word.text[0] == '+')) word.text++, word.length--;
    while (word.length > 1 && word.text[0] == '0' && is_digit(word.text[1]))
        word.text++, word.length--;
    char mended[NUMBER_COPY_MAX];
    size_t length = 0;
    bool is_fine = word.length > 0 && is_digit(word.text[0]) && gyre_number_parse(word.text, word.length, out);
    if (!is_fine) is_fine = mend_number(word, mended, &length) && gyre_number_parse(mended, length, out);
    if (is_negative) *out = -*out;
    return is_fine;
}

bool gyre_text_integer(text_word word, int64_t *out) {
    const int64_t limit = INT64_C(1) << 62;
    bool is_negative = word.length > 0 && word.text[0] == '-';
    size_t i = is_negative || (word.length > 0 && word.text[0] == '+');
    if (i == word.length) return false;
    int64_t value = 0;
    for (; i < word.length; i++) {
        if (!is_digit(word.text[i])) return false;
        value = value < limit / 10 ? 10 * value + (word.text[i] - '0') : limit;
    }
    *out = is_negative ? -value : value;
    return true;
}

// ---- messages ----

const char *gyre_text_found(const text_scan *scan, text_word word, char out[TEXT_FOUND_SIZE]) {
    if (word.length == 0) {
        bool is_end = word.text == scan->end;
        snprintf(out, TEXT_FOUND_SIZE, "%s", is_end ? "the end of the file" : "the end of the line");
        return out;
    }
    size_t shown = word.length < WORD_SHOWN ? word.length : WORD_SHOWN;
    int at = snprintf(out, TEXT_FOUND_SIZE, "'");
    for (size_t i = 0; i < shown; i++)
        out[at++] = word.text[i] >= ' ' && word.text[i] < 0x7f ? word.text[i] : '?';
    snprintf(out + at, TEXT_FOUND_SIZE - (size_t)at, "%s'", shown < word.length ? "..." : "");
    return out;
}

bool gyre_text_is_not_finite(text_word word) {
    if (word.length > 0 && (word.text[0] == '-' || word.text[0] == '+')) word.text++, word.length--;
    if (word.length >= 3 && memcmp(word.text, "1.#", 3) == 0) return true;
    text_word beginning = {word.text, word.length < 3 ? word.length : 3};
    return gyre_text_is_any_case(beginning, "nan") || gyre_text_is_any_case(beginning, "inf");
}

gyre_result gyre_text_fail_number(text_scan *scan, text_word word, const char *what) {
    char found[TEXT_FOUND_SIZE];
    const char *hint = "";
    double value = 0;
    gyre_text_number(word, &value);
    if (gyre_text_is_not_finite(word))
        hint = ", which is not finite";
    else if (value == value && word.length > 0)
        hint = ", which is too large";
    else if (memchr(word.text, ',', word.length))
        hint = ": decimals have a point, not a comma";
    return gyre_model_fail_at_line(scan->source, text_byte(scan, word.text), "expected %s, found %s%s", what,
                                   gyre_text_found(scan, word, found), hint);
}
