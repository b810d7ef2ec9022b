/// Bodies of a scene.
#pragma once

#include "scene/reader.h"

/// Reads the body at `index` of the file, says what is wrong with it, and adds it to the world when nothing is.
void gyre_read_body(scene_reader *reader, const place *at, size_t index);

/// What the world says while something is added to it.
typedef struct overheard {
    bool is_said;
    char text[256];
} overheard;

/// From here on the world's words go to `words`; NULL: to the user's log again.
void gyre_overhear(gyre_scene *scene, overheard *words);
