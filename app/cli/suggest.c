/// Suggestions for misspelled words.
#include "options.h"

#include <string.h>

enum { WORD_MAX = 40 };

static int least(int a, int b, int c) {
    int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

// Returns the edit distance between two words: letters changed, added or removed, and neighbours swapped.
static int distance(const char *a, const char *b) {
    int rows[3][WORD_MAX + 1]; // rows of the table: the current row and the two before it
    int length_a = (int)strlen(a), length_b = (int)strlen(b);
    if (length_a > WORD_MAX || length_b > WORD_MAX) return WORD_MAX;
    for (int j = 0; j <= length_b; j++)
        rows[0][j] = j;
    for (int i = 1; i <= length_a; i++) {
        int *row = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= length_b; j++) {
            row[j] = least(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
            int is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swapped && earlier[j - 2] + 1 < row[j]) row[j] = earlier[j - 2] + 1;
        }
    }
    return rows[length_a % 3][length_b];
}

const char *suggest(const char *word, const char *const *candidates) {
    const char *best = NULL;
    size_t length = strlen(word);
    int best_distance = length < 4 ? 2 : 3; // only candidates closer than this are suggested
    for (; *candidates; candidates++) {
        int is_beginning = length >= 3 && strncmp(word, *candidates, length) == 0;
        int d = is_beginning ? 1 : distance(word, *candidates);
        if (d >= best_distance) continue;
        best = *candidates;
        best_distance = d;
    }
    return best;
}
