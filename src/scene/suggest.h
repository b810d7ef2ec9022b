/// What somebody may have meant: the nearest of several names.
#pragma once

#include <stddef.h>

/// The best so far; all zero to begin with.
typedef struct suggestion {
    const char *name; // NULL: nothing is near
    size_t distance;
} suggestion;

/// Considers one more name. Near means: at most one slip (a letter more, less, wrong, or two exchanged) per three
/// letters, or `wrong` is how the name begins; case and underscores do not count.
void gyre_suggest(suggestion *best, const char *wrong, const char *name);
