/// Densities of materials by name.
#include "gyre/materials.h"

#include <stdbool.h>

static const gyre_material materials[] = {
#define X(name, density, other_names, text) {#name, density, other_names, text},
#include "gyre/materials.def"
#undef X
};
enum { MATERIAL_COUNT = sizeof materials / sizeof materials[0] };

const gyre_material *gyre_material_at(size_t index) { return index < MATERIAL_COUNT ? &materials[index] : NULL; }

static bool is_between_words(char c) { return c == '_' || c == '-' || c == ' '; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

// True if `word` equals the first name in `names`; a name ends at a space or at the end of the string.
static bool is_same(const char *word, const char *names) {
    for (;;) {
        while (is_between_words(*word))
            word++;
        while (*names == '_')
            names++;
        bool is_end = *names == ' ' || *names == '\0';
        if (is_end || *word == '\0') return is_end && *word == '\0';
        if (lower(*word++) != *names++) return false;
    }
}

static bool is_among(const char *word, const char *names) {
    while (*names) {
        if (is_same(word, names)) return true;
        while (*names && *names != ' ')
            names++;
        while (*names == ' ')
            names++;
    }
    return false;
}

const gyre_material *gyre_material_find(const char *name) {
    if (!name) return NULL;
    for (size_t i = 0; i < MATERIAL_COUNT; i++)
        if (is_same(name, materials[i].name) || is_among(name, materials[i].other_names)) return &materials[i];
    return NULL;
}
