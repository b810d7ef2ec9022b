/// The words of JSON: white space, strings, numbers, and the sentences about what is wrong with them.
#pragma once

#include "json/json.h"

#include <stdbool.h>

typedef struct json_scanner {
    const char *start, *p, *end; // the text, and where it has been read to
    const char *line_start;
    uint32_t line;
    uint32_t continuations; // bytes of the line up to p that begin no code point
    char *strings;          // where the next decoded string goes
    gyre_json_error *error;
} json_scanner;

/// The place of p, which is on the line where the scanner is, outside of strings.
gyre_json_place gyre_json_place_of(const json_scanner *s, const char *p);

/// Records the first error, at p, which is on the line where the scanner is; returns false.
__attribute__((format(printf, 3, 4))) bool gyre_json_fail(json_scanner *s, const char *p, const char *format, ...);

/// Records the first error, somewhere else; returns false.
__attribute__((format(printf, 4, 5))) bool gyre_json_fail_at(json_scanner *s, gyre_json_place place, gyre_result code,
                                                             const char *format, ...);

static inline bool gyre_json_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

enum { JSON_FOUND_SIZE = 48 };

/// What stands at p, in words: "'x'", "the word 'maybe'", "the end of the text". Returns `out`.
const char *gyre_json_found(const json_scanner *s, const char *p, char out[JSON_FOUND_SIZE]);

void gyre_json_skip_space(json_scanner *s);

/// Decodes the string at p, a double quote, into s->strings.
bool gyre_json_scan_string(json_scanner *s, const char **out_text, uint32_t *out_length);

/// Reads the number at p, a minus sign or a digit.
bool gyre_json_scan_number(json_scanner *s, double *out);

/// Reads `word` if it is what stands at p, all of it.
bool gyre_json_scan_word(json_scanner *s, const char *word);
