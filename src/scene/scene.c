/// A scene after reading: its world, times and drawing data.
#include "scene/scene.h"

#include "base/memory.h"
#include "math/finite.h"

void gyre_scene_destroy(gyre_scene *scene) {
    if (!scene) return;
    gyre_allocator allocator = scene->allocator;
    gyre_world_destroy(scene->world);
    for (size_t i = 0; i < scene->mesh_count; i++) {
        gyre_model_clear(&scene->meshes[i]->model);
        gyre_give_back(&allocator, scene->meshes[i]->file);
        gyre_give_back(&allocator, scene->meshes[i]);
    }
    gyre_give_back(&allocator, scene->meshes);
    gyre_give_back(&allocator, scene->sources);
    gyre_give_back(&allocator, scene->parts);
    gyre_give_back(&allocator, scene->bodies);
    gyre_give_back(&allocator, scene->title);
    gyre_give_back(&allocator, scene);
}

gyre_world *gyre_scene_world(gyre_scene *scene) { return scene ? scene->world : NULL; }

// ---- times ----

gyre_scene_settings gyre_scene_get_settings(const gyre_scene *scene) {
    if (!scene) return (gyre_scene_settings){.title = ""};
    return (gyre_scene_settings){scene->title ? scene->title : "", scene->dt, scene->duration, scene->fps};
}

bool gyre_are_steps_countable(double dt, double duration) { return duration / dt <= 0x1p53; }

bool gyre_is_frame_rate_possible(double dt, double fps) { return fps * dt <= 1 + 1e-9; }

gyre_result gyre_scene_set_settings(gyre_scene *scene, double dt, double duration, double fps) {
    if (!scene) return GYRE_ERR_NULL_POINTER;
    const double values[3] = {dt, duration, fps};
    for (int i = 0; i < 3; i++)
        if (!(values[i] > 0) || !is_finite(values[i])) return GYRE_ERR_OPTION;
    if (!gyre_are_steps_countable(dt, duration) || !gyre_is_frame_rate_possible(dt, fps)) return GYRE_ERR_OPTION;
    scene->dt = dt;
    scene->duration = duration;
    scene->fps = fps;
    return GYRE_OK;
}

// Rounds half up. The argument is below 2^53 by the checks above.
static uint64_t rounded(double a) {
    uint64_t whole = (uint64_t)a;
    return a - (double)whole >= 0.5 ? whole + 1 : whole;
}

uint64_t gyre_scene_step_count(const gyre_scene *scene) { return scene ? rounded(scene->duration / scene->dt) : 0; }

uint64_t gyre_scene_step_of_frame(const gyre_scene *scene, uint64_t frame) {
    if (!scene) return 0;
    double steps = (double)frame / scene->fps / scene->dt;
    return steps < 0x1p53 ? rounded(steps) : UINT64_C(1) << 53;
}

uint64_t gyre_scene_frame_count(const gyre_scene *scene) {
    if (!scene) return 0;
    uint64_t steps = gyre_scene_step_count(scene);
    // a first guess: rounding may make it one frame too low or too high
    uint64_t last = rounded((double)steps * scene->dt * scene->fps) + 1;
    while (last > 0 && gyre_scene_step_of_frame(scene, last) > steps)
        last--;
    return last + 1;
}

// ---- drawing ----

const scene_body *gyre_scene_find(const gyre_scene *scene, gyre_body_id body) {
    if (!scene || gyre_body_is_none(body) || body.index >= scene->body_count) return NULL;
    const scene_body *known = &scene->bodies[body.index];
    // only the world can check the id's world tag: loading a snapshot may have changed it
    return known->id.generation == body.generation && gyre_body_is_valid(scene->world, body) ? known : NULL;
}

// Default colours, distinguishable with any colour vision (Okabe and Ito).
static const double palette[][3] = {
    {0.902, 0.624, 0.000}, {0.337, 0.706, 0.914}, {0.000, 0.620, 0.451}, {0.941, 0.894, 0.259},
    {0.000, 0.447, 0.698}, {0.835, 0.369, 0.000}, {0.800, 0.475, 0.655},
};

gyre_look gyre_scene_look(const gyre_scene *scene, gyre_body_id body) {
    const scene_body *known = gyre_scene_find(scene, body);
    gyre_look look = {NULL, 0, {0.6, 0.6, 0.6}};
    if (!known) return look;
    if (known->part_count > 0) look.parts = scene->parts + known->first_part;
    look.part_count = known->part_count;
    gyre_body_kind kind = GYRE_BODY_DYNAMIC;
    gyre_body_get_kind(scene->world, body, &kind);
    const double *color = known->has_color ? known->color : palette[body.index % (sizeof palette / sizeof palette[0])];
    if (!known->has_color && kind == GYRE_BODY_STATIC) color = look.color; // ground is grey
    look.color[0] = color[0], look.color[1] = color[1], look.color[2] = color[2];
    return look;
}
