/// Finds a material by its name, or suggests one.
#include "scene/read_material.h"

#include "scene/suggest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 40 };

// Compares `wrong` with one name of a material, up to a space or the end; keeps the name if it is the nearest so far.
static void consider(const char *wrong, const char *names, suggestion *nearest, char out_nearest[NAME_SIZE]) {
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
    size_t before = nearest->name ? nearest->distance : SIZE_MAX;
    gyre_suggest(nearest, wrong, name);
    if (!nearest->name || nearest->distance >= before) return;
    memcpy(out_nearest, name, sizeof name);
    nearest->name = out_nearest;
}

// Returns the material name nearest to `wrong`, or "".
static const char *nearest_name(const char *wrong, char out_nearest[NAME_SIZE]) {
    suggestion nearest = {0};
    out_nearest[0] = '\0';
    for (size_t i = 0; gyre_material_at(i); i++) {
        consider(wrong, gyre_material_at(i)->name, &nearest, out_nearest);
        for (const char *other = gyre_material_at(i)->other_names; *other; other += *other == ' ') {
            consider(wrong, other, &nearest, out_nearest);
            other += strcspn(other, " ");
        }
    }
    return out_nearest;
}

const gyre_material *gyre_read_material(scene_reader *reader, const place *at) {
    const char *name = at->node->string;
    bool is_whole = strlen(name) == at->node->count; // no \u0000 inside
    const gyre_material *material = is_whole ? gyre_material_find(name) : NULL;
    if (material) return material;
    char buffer[QUOTED_SIZE], nearest[NAME_SIZE];
    const char *meant = gyre_may_suggest(reader) ? nearest_name(name, nearest) : "";
    gyre_quoted(name, buffer);
    if (name[0] && strchr("+-.0123456789", name[0]))
        gyre_problem_at(reader, at, "must be the name of a material or a number without quotes, is %s", buffer);
    else if (meant[0])
        gyre_problem_at(reader, at, "there is no material %s; did you mean \"%s\"?", buffer, meant);
    else
        gyre_problem_at(reader, at,
                        "there is no material %s; known materials: steel, aluminium, brass, abs, oak, glass, concrete, "
                        "water and more, see docs/INERTIA.md",
                        buffer);
    return NULL;
}
