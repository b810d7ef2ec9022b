/// Finds the built-in example scenes.
#include "scene/examples.h"

#include <string.h>

const gyre_example *gyre_example_at(size_t index) { return index < gyre_example_count ? &gyre_examples[index] : NULL; }

const gyre_example *gyre_example_find(const char *name) {
    for (size_t i = 0; name && i < gyre_example_count; i++)
        if (strcmp(gyre_examples[i].name, name) == 0) return &gyre_examples[i];
    return NULL;
}
