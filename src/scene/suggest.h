/// Finds the name that a misspelt name was probably meant to be.
#pragma once

#include <stddef.h>

/// The nearest name so far; zero-initialise it.
typedef struct suggestion {
    const char *name; // NULL if no name is near
    size_t distance;
} suggestion;

/// Compares one more name. A name is near if it differs by at most one slip (a letter added, missing, wrong, or two
/// exchanged) per three letters, or if `wrong` is its beginning. Case and underscores are ignored.
void gyre_suggest(suggestion *best, const char *wrong, const char *name);
