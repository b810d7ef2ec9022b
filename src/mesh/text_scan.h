/// Words, lines and numbers of the text formats.
///
/// A line ends with \n, \r\n or \r. White space is what C says it is, in no locale. Numbers are looser than JSON's:
/// "+1",
/// ".5", "1.", "007" and "1E+05" are fine too.
#pragma once

#include "mesh/model_builder.h"

#include <string.h>

typedef struct text_scan {
    model_source *source;
    const char *start, *p, *end; // the text, and where it has been read to
    const char *reported;        // up to where the host was told
    size_t pass, pass_count;     // this reading of the text, from 0, of so many
    bool is_obj; // a backslash at the end of a line makes it go on in the next, and # at the begin of a word a comment
} text_scan;

/// A run of bytes without white space; length 0 is no word, at the place where one was looked for.
typedef struct text_word {
    const char *text;
    size_t length;
} text_word;

/// Begins at a byte of the source; behind the byte order mark, if there is one there.
text_scan gyre_text_begin(model_source *source, size_t byte);

static inline bool text_is_line_end(char c) { return c == '\n' || c == '\r'; }
static inline bool text_is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

static inline size_t text_byte(const text_scan *scan, const char *p) { return (size_t)(p - scan->start); }

/// Tells the host how far it is, now and then.
static inline void text_progress(text_scan *scan) {
    if (scan->p - scan->reported < PROGRESS_BYTES) return;
    scan->reported = scan->p;
    gyre_model_progress(scan->source, (scan->pass * scan->source->size + text_byte(scan, scan->p)) / scan->pass_count);
}

/// The bytes up to white space or the end.
static inline text_word text_take(text_scan *scan) {
    const char *p = scan->p;
    while (scan->p < scan->end && !text_is_blank(*scan->p) && !text_is_line_end(*scan->p))
        scan->p++;
    return (text_word){p, (size_t)(scan->p - p)};
}

/// The next word, on this line or a later one.
static inline text_word text_next(text_scan *scan) {
    while (scan->p < scan->end && (text_is_blank(*scan->p) || text_is_line_end(*scan->p)))
        scan->p++;
    return text_take(scan);
}

/// The line end at p, 0 to 2 bytes.
size_t gyre_text_line_end(const text_scan *scan, const char *p);

/// Steps over a backslash and the line end behind it, if that is what p points at.
bool gyre_text_join(text_scan *scan);

/// The next word on this line; none before a comment.
static inline text_word text_next_in_line(text_scan *scan) {
    do {
        while (scan->p < scan->end && text_is_blank(*scan->p))
            scan->p++;
    } while (scan->is_obj && scan->p < scan->end && *scan->p == '\\' && gyre_text_join(scan));
    if (scan->is_obj && scan->p < scan->end && *scan->p == '#') return (text_word){scan->p, 0};
    text_word word = text_take(scan);
    // "1\" at the end of a line: the backslash is none of the word's
    if (scan->is_obj && word.length > 1 && scan->p[-1] == '\\' && gyre_text_line_end(scan, scan->p) > 0) {
        word.length--;
        scan->p--;
    }
    return word;
}

/// To the beginning of the next line, or the end.
void gyre_text_skip_line(text_scan *scan);

static inline bool text_is(text_word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

/// The same in upper or lower case; `text` is lower case letters.
bool gyre_text_is_any_case(text_word word, const char *text);

/// The finite number that a word is; false when it is none, with *out NaN, or an infinity when it is too large.
bool gyre_text_number(text_word word, double *out);

/// An integer, with a sign or without; false when the word is none. Beyond 2^62 all are alike.
bool gyre_text_integer(text_word word, int64_t *out);

enum { TEXT_FOUND_SIZE = 48, TEXT_WHAT_SIZE = 96 };

/// A word for sentences: "'abc'", "the end of the line", "the end of the file". Returns `out`.
const char *gyre_text_found(const text_scan *scan, text_word word, char out[TEXT_FOUND_SIZE]);

/// "expected <what>, found ...", with a hint where the word is a number that is not finite or has a decimal comma.
gyre_result gyre_text_fail_number(text_scan *scan, text_word word, const char *what);
