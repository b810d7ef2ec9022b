/// A scene made by hand, for tests of what is drawn: any world, any looks, no file to read.
#pragma once

#include "gyre/record.h"

enum { DRAWN_BODIES_MAX = 64 };

/// Stands in for the library's gyre_scene in programs that link drawn_scene.c.
struct gyre_scene {
    gyre_world *world;
    gyre_scene_settings settings;
    uint64_t frame_count;
    size_t look_count; // bodies beyond have nothing to draw
    gyre_body_id bodies[DRAWN_BODIES_MAX];
    gyre_look looks[DRAWN_BODIES_MAX];
};

/// An empty world with a ledger; steps of 1/60 s. Aborts when there is no memory, like everything here.
gyre_scene *drawn_scene(const char *title, gyre_vec3 gravity);
gyre_body_id drawn_scene_add(gyre_scene *scene, const gyre_body_def *def, gyre_look look);
void drawn_scene_free(gyre_scene *scene);

/// A body of 1 kg with that look, centred in its model frame, with the inertia of a ball.
gyre_body_def drawn_body(const char *name);

/// A frame now and after each of `frame_count` - 1 steps; the bytes belong to the caller (free).
gyre_memory_sink drawn_recording(gyre_scene *scene, gyre_format format, size_t frame_count, int is_early);
