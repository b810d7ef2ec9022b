/// Edit distance between short names, for suggestions.
#include "scene/suggest.h"

#include <stdbool.h>
#include <string.h>

enum { NAME_MAX_COMPARED = 40 };

// Copies a name in lower case without underscores, dashes and spaces; returns its length.
static size_t plain(const char *name, char out[NAME_MAX_COMPARED]) {
    size_t length = 0;
    for (; *name && length < NAME_MAX_COMPARED; name++) {
        if (*name == '_' || *name == '-' || *name == ' ') continue;
        out[length++] = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
    }
    return length;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

// Optimal string alignment distance: insertions, deletions, replacements and exchanges of neighbours. Only three rows
// of the table are needed at a time.
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][NAME_MAX_COMPARED + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *above_that = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(replaced, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], above_that[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

void gyre_suggest(suggestion *best, const char *wrong, const char *name) {
    char a[NAME_MAX_COMPARED] = {0}, b[NAME_MAX_COMPARED] = {0};
    size_t a_length = plain(wrong, a), b_length = plain(name, b);
    size_t distance = edit_distance(a, a_length, b, b_length);
    size_t allowed = (a_length > b_length ? a_length : b_length) / 3;
    // an abbreviation suggests the full name, unless another name is a single edit away
    bool is_beginning = a_length >= 3 && a_length < b_length && memcmp(a, b, a_length) == 0;
    if (is_beginning && distance > 2) distance = 2;
    if (distance > allowed && !is_beginning) return;
    if (best->name && best->distance <= distance) return;
    *best = (suggestion){name, distance};
}
