/// Reads the bodies of a scene.
#pragma once

#include "scene/reader.h"

/// Reads the body at `index` of the file, reports its problems, and adds it to the world if it is valid.
void gyre_read_body(scene_reader *reader, const place *at, size_t index);

/// The world's first message while a body or force is added.
typedef struct overheard {
    bool is_said;
    char text[256];
} overheard;

/// Stores the world's messages in `words`; NULL sends them to the user's log again.
void gyre_overhear(gyre_scene *scene, overheard *words);
