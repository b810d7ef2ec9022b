/// The list of built-in scenes; the first is what `make run` shows.
#include "scene.h"

#include <string.h>

static const scene *const scenes[] = {
    &scene_tennis_racket,
    &scene_spinning_top,
    &scene_spring_pendulum,
    &scene_satellite,
};

const scene *scene_at(size_t index) { return index < sizeof scenes / sizeof scenes[0] ? scenes[index] : NULL; }

const scene *scene_find(const char *name) {
    for (size_t i = 0; scene_at(i); i++)
        if (strcmp(scene_at(i)->name, name) == 0) return scene_at(i);
    return NULL;
}
