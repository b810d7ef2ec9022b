/// The fields of a scene, private to this folder.
#pragma once

#include "gyre/model.h"
#include "gyre/scene.h"

#include <stdbool.h>

enum { SCENE_MARKER = 0x47595331 }; // "GYS1"

/// Drawing data and initial state of a body in the file.
typedef struct scene_body {
    gyre_body_id id;
    size_t first_part, part_count;
    bool has_color;
    double color[3];
    gyre_body_def start; // pose and velocities from the file; other fields are unused
} scene_body;

/// Mass properties of a mesh for density 1, in units of the mesh; computed when first needed.
typedef struct mesh_weight {
    bool is_asked;
    char problem[200]; // reason why it cannot be computed, or ""
    gyre_mass_properties mass;
} mesh_weight;

/// A mesh file, read once.
typedef struct scene_mesh {
    char *file;            // owned
    char problem[520];     // reason why it could not be read, or ""
    gyre_model model;      // owned
    double longest_side;   // in units of the file
    bool is_size_reported; // a warning about the size was given
    mesh_weight solid, hollow;
} scene_mesh;

/// Mesh file, scale and unit of a part, as given in the scene.
typedef struct part_source {
    scene_mesh *mesh; // NULL: not a mesh
    double scale;
    int unit; // index of the unit among the choices of key `unit`
} part_source;

struct gyre_scene {
    gyre_allocator allocator;
    gyre_world *world;
    char *title; // owned
    double dt, duration, fps;
    scene_body *bodies; // owned; bodies[i] is body i of the file, and its id has the index i
    size_t body_count;
    gyre_look_part *parts; // owned; parts of all bodies
    part_source *sources;  // owned; one for each part
    size_t part_count;
    scene_mesh **meshes; // array and meshes are owned
    size_t mesh_count, mesh_room;
    gyre_logger log;       // log of the user
    const void *overheard; // receives the world's messages while the scene is read
    void (*overhear)(gyre_log_level level, const char *text, const void *user);
};

/// True if the number of steps is an exact double. Both times must be > 0.
bool gyre_are_steps_countable(double dt, double duration);
/// True if fps <= 1/dt, up to rounding.
bool gyre_is_frame_rate_possible(double dt, double fps);

/// Returns the body of the file with this id, or NULL.
const scene_body *gyre_scene_find(const gyre_scene *scene, gyre_body_id body);
