/// Finds the known name nearest to a misspelt name.
#pragma once

#include <stddef.h>

/// The nearest name so far; zero-initialise it.
typedef struct suggestion {
    const char *name; // NULL if no name is near
    size_t distance;
} suggestion;

/// Compares one more name. A name is near if it is at most one edit per three letters away (a letter added, missing or
/// wrong, or two exchanged), or if it begins with `wrong`. Case and underscores are ignored.
void gyre_suggest(suggestion *best, const char *wrong, const char *name);
