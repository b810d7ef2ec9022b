/// Scans the tokens of JSON (white space, strings, numbers, words) and formats error messages.
#pragma once

#include "json/json.h"

#include <stdbool.h>

typedef struct json_scanner {
    const char *start, *p, *end; // the text and the current position
    const char *line_start;
    uint32_t line;
    uint32_t continuations; // bytes of the current line before p that continue a code point
    char *strings;          // position for the next decoded string
    gyre_json_error *error;
} json_scanner;

/// Returns the position of p, which must be on the scanner's line and outside of strings.
gyre_json_place gyre_json_place_of(const json_scanner *s, const char *p);

/// Records the first error at p, which must be on the scanner's line; returns false.
__attribute__((format(printf, 3, 4))) bool gyre_json_fail(json_scanner *s, const char *p, const char *format, ...);

/// Records the first error at another position; returns false.
__attribute__((format(printf, 4, 5))) bool gyre_json_fail_at(json_scanner *s, gyre_json_place place, gyre_result code,
                                                             const char *format, ...);

static inline bool gyre_json_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

enum { JSON_FOUND_SIZE = 48 };

/// Describes what is at p: "'x'", "the word 'maybe'", "the end of the text". Returns `out`.
const char *gyre_json_found(const json_scanner *s, const char *p, char out[JSON_FOUND_SIZE]);

void gyre_json_skip_space(json_scanner *s);

/// Decodes the string whose opening quote is at p into s->strings.
bool gyre_json_scan_string(json_scanner *s, const char **out_text, uint32_t *out_length);

/// Reads the number at p, which is a minus sign or a digit.
bool gyre_json_scan_number(json_scanner *s, double *out);

/// Reads `word` if it is the complete word at p.
bool gyre_json_scan_word(json_scanner *s, const char *word);
