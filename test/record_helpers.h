/// Scenes to record, and runs that are recorded. Everything goes through the public interface.
#pragma once

#include "gyre/record.h"
#include "world_helpers.h"

// ---- scenes ----

static inline gyre_scene *empty_scene(double duration) {
    static const char text[] = "{ \"gyre\": 1, \"bodies\": [] }";
    gyre_scene *scene = NULL;
    CHECK_OK(gyre_scene_read(text, sizeof text - 1, NULL, &scene));
    CHECK_OK(gyre_scene_set_settings(scene, DT, duration, 1 / DT));
    return scene;
}

static const char *const SCENE_NAMES[] = {"brick", "a \"round\", heavy ball", "floor"};
enum { SCENE_BODIES = 3 };

/// A tumbling brick on a spring to a ball, both falling through drag; and a floor that rests.
static inline gyre_scene *falling_scene(double duration) {
    gyre_scene *scene = empty_scene(duration);
    gyre_world *world = gyre_scene_world(scene);
    CHECK_OK(gyre_world_set_gravity(world, (gyre_vec3){0, 0, -9.80665}));
    gyre_body_def defs[SCENE_BODIES] = {lopsided_def(), ball_def(), gyre_body_def_default()};
    defs[1].position = (gyre_vec3){1, 0.5, 2};
    defs[2].kind = GYRE_BODY_STATIC;
    defs[2].position.z = -1;
    gyre_body_id ids[SCENE_BODIES];
    for (int i = 0; i < SCENE_BODIES; i++) {
        defs[i].name = SCENE_NAMES[i];
        ids[i] = add_body(world, &defs[i]);
    }
    gyre_force_def spring = spring_on(ids[0], ids[1], 40, 1), drag = force_on(GYRE_FORCE_drag, no_body);
    drag.parameters.drag.linear = 0.25;
    drag.name = "air";
    add_force(world, &spring);
    add_force(world, &drag);
    return scene;
}

// ---- runs ----

static inline gyre_recording *begin_recording(gyre_scene *scene, gyre_format format, gyre_sink sink) {
    gyre_recording_def def = gyre_recording_def_default(format);
    gyre_recording *recording = NULL;
    def.sink = sink;
    def.log.write = keep_text;
    gyre_result r = gyre_recording_begin(&def, scene, &recording);
    if (r != GYRE_OK) fail_msg("begin %s: %s: %s", gyre_format_name(format), gyre_result_name(r), log_text);
    return recording;
}

/// Steps to frame k of the scene.
static inline void step_to_frame(gyre_scene *scene, uint64_t k) {
    gyre_world *world = gyre_scene_world(scene);
    uint64_t steps = gyre_scene_step_of_frame(scene, k) - gyre_world_step_count(world);
    take_steps(world, gyre_scene_get_settings(scene).dt, (int)steps);
}

/// The first `frames` frames of a scene as bytes, which end early unless they are all; give memory.bytes back with
/// free.
static inline gyre_memory_sink record_frames(gyre_scene *scene, gyre_format format, uint64_t frames) {
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = begin_recording(scene, format, gyre_sink_to_memory(&memory));
    for (uint64_t k = 0; k < frames; k++) {
        step_to_frame(scene, k);
        CHECK_OK(gyre_recording_frame(recording));
    }
    CHECK_OK(gyre_recording_end(recording, frames < gyre_scene_frame_count(scene)));
    gyre_recording_destroy(recording);
    return memory;
}

/// The bytes as a string that ends; to be freed.
static inline char *text_of(gyre_memory_sink *memory) {
    char *text = malloc(memory->size + 1);
    CHECK(text);
    memcpy(text, memory->bytes, memory->size);
    text[memory->size] = '\0';
    free(memory->bytes);
    return text;
}
