/// Tokenises the text formats: words, lines and numbers.
///
/// A line ends with \n, \r\n or \r. White space is what isspace() accepts in the C locale. Numbers may also be spelled
/// in ways that JSON does not allow: "+1", ".5", "1.", "007" and "1E+05".
#pragma once

#include "mesh/model_builder.h"

#include <string.h>

typedef struct text_scan {
    model_source *source;
    const char *start, *p, *end; // the text, and the current position
    const char *reported;        // position of the last progress report
    size_t pass, pass_count;     // index of this pass over the text, and the number of passes
    bool is_obj; // OBJ rules: a backslash at the end of a line continues it, # at the beginning of a word starts a
                 // comment
} text_scan;

/// A run of bytes without white space. Length 0: no word was found, and `text` points to where the search ended.
typedef struct text_word {
    const char *text;
    size_t length;
} text_word;

/// Starts at a byte of the source; skips a byte order mark.
text_scan gyre_text_begin(model_source *source, size_t byte);

static inline bool text_is_line_end(char c) { return c == '\n' || c == '\r'; }
static inline bool text_is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

static inline size_t text_byte(const text_scan *scan, const char *p) { return (size_t)(p - scan->start); }

/// Reports progress to the host, about once per PROGRESS_BYTES.
static inline void text_progress(text_scan *scan) {
    if (scan->p - scan->reported < PROGRESS_BYTES) return;
    scan->reported = scan->p;
    gyre_model_progress(scan->source, (scan->pass * scan->source->size + text_byte(scan, scan->p)) / scan->pass_count);
}

/// Reads the bytes up to white space or the end.
static inline text_word text_take(text_scan *scan) {
    const char *p = scan->p;
    while (scan->p < scan->end && !text_is_blank(*scan->p) && !text_is_line_end(*scan->p))
        scan->p++;
    return (text_word){p, (size_t)(scan->p - p)};
}

/// Reads the next word, on this line or a later one.
static inline text_word text_next(text_scan *scan) {
    while (scan->p < scan->end && (text_is_blank(*scan->p) || text_is_line_end(*scan->p)))
        scan->p++;
    return text_take(scan);
}

/// Length of the line end at p: 0 to 2 bytes.
size_t gyre_text_line_end(const text_scan *scan, const char *p);

/// Skips a backslash and the line end after it. Returns false if scan->p is not at such a backslash.
bool gyre_text_join(text_scan *scan);

/// Reads the next word of this line; length 0 at the end of the line or at a comment.
static inline text_word text_next_in_line(text_scan *scan) {
    do {
        while (scan->p < scan->end && text_is_blank(*scan->p))
            scan->p++;
    } while (scan->is_obj && scan->p < scan->end && *scan->p == '\\' && gyre_text_join(scan));
    if (scan->is_obj && scan->p < scan->end && *scan->p == '#') return (text_word){scan->p, 0};
    text_word word = text_take(scan);
    // in "1\" at the end of a line, the backslash does not belong to the word
    if (scan->is_obj && word.length > 1 && scan->p[-1] == '\\' && gyre_text_line_end(scan, scan->p) > 0) {
        word.length--;
        scan->p--;
    }
    return word;
}

/// Advances to the beginning of the next line, or to the end.
void gyre_text_skip_line(text_scan *scan);

static inline bool text_is(text_word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

/// Compares without regard to case; `text` must be in lower case.
bool gyre_text_is_any_case(text_word word, const char *text);

/// Parses a finite number. Returns false if the word is not a finite number; *out is then infinite for a number that is
/// too large, else NaN.
bool gyre_text_number(text_word word, double *out);

/// True for the spellings of NaN and infinity that C libraries write: nan, -nan(ind), inf, 1.#INF, 1.#QNAN.
bool gyre_text_is_not_finite(text_word word);

/// Parses an integer with an optional sign. Returns false if the word is not an integer. Magnitudes above 2^62
/// saturate.
bool gyre_text_integer(text_word word, int64_t *out);

enum { TEXT_FOUND_SIZE = 48, TEXT_WHAT_SIZE = 96 };

/// Quotes a word for a message: "'abc'", "the end of the line", "the end of the file". Returns `out`.
const char *gyre_text_found(const text_scan *scan, text_word word, char out[TEXT_FOUND_SIZE]);

/// Reports "expected <what>, found <word>", with a hint if the number is not finite or has a decimal comma.
gyre_result gyre_text_fail_number(text_scan *scan, text_word word, const char *what);
