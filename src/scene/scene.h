/// What a scene is made of. Only files of this folder look inside.
#pragma once

#include "gyre/model.h"
#include "gyre/scene.h"

#include <stdbool.h>

enum { SCENE_MARKER = 0x47595331 }; // "GYS1"

/// How a body of the file looks and began.
typedef struct scene_body {
    gyre_body_id id;
    size_t first_part, part_count;
    bool has_color;
    double color[3];
    gyre_body_def start; // its pose and velocities as the file gave them; the rest does not count
} scene_body;

/// What a mesh weighs for every unit of density, in units of the mesh; asked for when it is needed.
typedef struct mesh_weight {
    bool is_asked;
    char problem[200]; // why it has none, or ""
    gyre_mass_properties mass;
} mesh_weight;

/// A file that shapes refer to, read once.
typedef struct scene_mesh {
    char *file;          // owned
    char problem[520];   // why it could not be read, or ""
    gyre_model model;    // owned
    double longest_side; // in units of the file
    bool is_size_told;   // that it is doubtful
    mesh_weight solid, hollow;
} scene_mesh;

/// Where the mesh of a part comes from, in the words of the file.
typedef struct part_source {
    scene_mesh *mesh; // NULL: it is no mesh
    double scale;
    int unit; // which of the names that the key has
} part_source;

struct gyre_scene {
    gyre_allocator allocator;
    gyre_world *world;
    char *title; // owned
    double dt, duration, fps;
    scene_body *bodies; // owned; the i-th body of the file, whose id has the index i
    size_t body_count;
    gyre_look_part *parts; // owned; of all bodies
    part_source *sources;  // owned; as many
    size_t part_count;
    scene_mesh **meshes; // owned, both
    size_t mesh_count, mesh_room;
    gyre_logger log;       // the user's
    const void *overheard; // while the scene is read: where the world's words go instead
    void (*overhear)(gyre_log_level level, const char *text, const void *user);
};

/// Are there so few steps that they can be counted exactly? Both times are > 0.
bool gyre_are_steps_countable(double dt, double duration);
/// fps <= 1/dt, up to rounding.
bool gyre_is_frame_rate_possible(double dt, double fps);

/// The body of the file behind an id, or NULL.
const scene_body *gyre_scene_find(const gyre_scene *scene, gyre_body_id body);
