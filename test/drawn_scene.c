/// The few functions of scene.h that recordings call, over a scene made by hand.
#include "drawn_scene.h"

#include <stdio.h>
#include <stdlib.h>

static void must(gyre_result r) {
    if (r == GYRE_OK) return;
    fprintf(stderr, "%s\n", gyre_result_text(r));
    abort();
}

gyre_world *gyre_scene_world(gyre_scene *scene) { return scene->world; }
gyre_scene_settings gyre_scene_get_settings(const gyre_scene *scene) { return scene->settings; }
uint64_t gyre_scene_frame_count(const gyre_scene *scene) { return scene->frame_count; }

gyre_look gyre_scene_look(const gyre_scene *scene, gyre_body_id body) {
    for (size_t i = 0; i < scene->look_count; i++)
        if (scene->bodies[i].index == body.index && scene->bodies[i].generation == body.generation)
            return scene->looks[i];
    return (gyre_look){0};
}

gyre_scene *drawn_scene(const char *title, gyre_vec3 gravity) {
    gyre_scene *scene = calloc(1, sizeof *scene);
    if (!scene) abort();
    gyre_world_def def = gyre_world_def_default();
    def.gravity = gravity;
    def.has_ledger = 1;
    must(gyre_world_create(&def, &scene->world));
    scene->settings = (gyre_scene_settings){.title = title, .dt = 1.0 / 60, .duration = 10, .fps = 60};
    scene->frame_count = 601;
    return scene;
}

gyre_body_id drawn_scene_add(gyre_scene *scene, const gyre_body_def *def, gyre_look look) {
    gyre_body_id body;
    if (scene->look_count == DRAWN_BODIES_MAX) abort();
    must(gyre_world_add_body(scene->world, def, &body));
    scene->bodies[scene->look_count] = body;
    scene->looks[scene->look_count++] = look;
    return body;
}

void drawn_scene_free(gyre_scene *scene) {
    gyre_world_destroy(scene->world);
    free(scene);
}

gyre_body_def drawn_body(const char *name) {
    gyre_body_def def = gyre_body_def_default();
    def.name = name;
    def.mass = (gyre_mass_properties){.mass = 1, .inertia = {.xx = 0.4, .yy = 0.4, .zz = 0.4}};
    return def;
}

gyre_memory_sink drawn_recording(gyre_scene *scene, gyre_format format, size_t frame_count, int is_early) {
    gyre_memory_sink memory = {0};
    gyre_recording_def def = gyre_recording_def_default(format);
    def.sink = gyre_sink_to_memory(&memory);
    gyre_recording *recording;
    must(gyre_recording_begin(&def, scene, &recording));
    for (size_t i = 0; i < frame_count; i++) {
        if (i > 0) must(gyre_world_step(scene->world, scene->settings.dt, NULL));
        must(gyre_recording_frame(recording));
    }
    must(gyre_recording_end(recording, is_early));
    gyre_recording_destroy(recording);
    return memory;
}
