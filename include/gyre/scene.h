/// Scene files: a world, how long to run it and how it looks, as one page of JSON. The format is in docs/SCENES.md and,
/// for editors and programs, in the JSON Schema that gyre_scene_write_schema prints from the same lists that read it.
#pragma once

#include "gyre/mesh.h"
#include "gyre/shape.h"
#include "gyre/world.h"

GYRE_BEGIN_DECLS

/// One thing that is wrong with a scene.
typedef struct gyre_problem {
    int line, column; // 1-based; column in characters; 0 when the whole file is meant
    char where[96];   // bodies[3].mass
    char text[520];   // must be > 0, is -2
    int is_limit;     // max_bytes or max_bodies of the options refused it; with larger ones it could be read
} gyre_problem;

/// How a body is drawn: shapes and meshes in its model frame.
typedef struct gyre_look_part {
    gyre_shape shape;      // of a mesh: no kind, and is_hollow
    gyre_pose pose;        // in the model frame
    const gyre_mesh *mesh; // as the file has it, or NULL: then it is a shape. Parts of one file have the same
    double mesh_unit;      // [m] per unit of the mesh
} gyre_look_part;

/// How a body looks.
typedef struct gyre_look {
    const gyre_look_part *parts; // NULL: nothing to draw
    size_t part_count;           // of parts
    double color[3];             // red, green, blue in 0..1, sRGB
} gyre_look;

/// What a scene says besides its world.
typedef struct gyre_scene_settings {
    const char *title; // "" without one; belongs to the scene
    double dt;         // [s]
    double duration;   // [s]
    double fps;        // frames per second
} gyre_scene_settings;

/// A scene that was read: its world and what it says besides.
typedef struct gyre_scene gyre_scene;

/// Limits, and who hears of problems.
typedef struct gyre_scene_options {
    uint32_t marker;          // set by gyre_scene_options_default
    size_t max_bytes;         // of the file; 64 MiB
    size_t max_bodies;        // 10 million
    int max_depth;            // of nested values; 64
    int has_ledger;           // of the world; 1
    gyre_allocator allocator; // for the scene and its world
    gyre_logger log;          // warns of meshes that are broken but can be weighed
    gyre_loader loader; // for the files of meshes, by the name in the scene; all zero: a scene cannot refer to files
    /// Called for every problem, in the order of the file; may be NULL. All problems of a scene are reported, not the
    /// first only.
    void (*on_problem)(const gyre_problem *problem, void *user);
    void *user; // yours: handed to on_problem
} gyre_scene_options;

/// At most 64 MiB, 64 levels, with a ledger, no files.
gyre_scene_options gyre_scene_options_default(void);

/// Reads a scene from bytes and makes its world. GYRE_ERR_SCENE when anything is wrong (every problem went to
/// on_problem), or GYRE_ERR_NO_MEMORY. `options` may be NULL.
gyre_result gyre_scene_read(const void *bytes, size_t size, const gyre_scene_options *options, gyre_scene **out_scene);

/// Frees the scene and its world; NULL is fine.
void gyre_scene_destroy(gyre_scene *scene);

/// The world at t = 0, ready to step; it belongs to the scene.
gyre_world *gyre_scene_world(gyre_scene *scene);
/// What the scene says besides its world, as it is now.
gyre_scene_settings gyre_scene_get_settings(const gyre_scene *scene);
/// Others than the file's. GYRE_ERR_OPTION unless dt and duration are > 0 and fps is in 0 < fps <= 1/dt.
gyre_result gyre_scene_set_settings(gyre_scene *scene, double dt, double duration, double fps);

/// round(duration / dt) steps; frame k is the step nearest to k / fps; the last frame is the last one that fits.
uint64_t gyre_scene_step_count(const gyre_scene *scene);
uint64_t gyre_scene_frame_count(const gyre_scene *scene);
/// The number of steps after which frame k is shown.
uint64_t gyre_scene_step_of_frame(const gyre_scene *scene, uint64_t frame);

/// How a body of the scene's world looks; nothing to draw for bodies that did not come from the scene. The parts belong
/// to the scene. Bodies without a colour get one of a few that people with any colour vision tell apart.
gyre_look gyre_scene_look(const gyre_scene *scene, gyre_body_id body);

/// The scene as JSON, from the world as it is now: reading it back gives the same world to the last bit, but for time
/// and steps, which begin at 0 (windows, profiles and paths move with them), for ids, which are given anew, and for
/// what a file cannot say: user data, what was applied for the next step, and callback forces (GYRE_ERR_FORCE, before
/// the first byte is written). A body without a name gets one; one that a program called "all" is GYRE_ERR_NAME, and
/// names that are not UTF-8 are GYRE_ERR_TEXT. Takes no memory.
gyre_result gyre_scene_write(const gyre_scene *scene, const gyre_sink *sink);

/// The JSON Schema (2020-12) of the format.
gyre_result gyre_scene_write_schema(const gyre_sink *sink);

/// The examples that are built in: scene files as they are in examples/scenes.
typedef struct gyre_example {
    const char *name, *title; // for people and for gyre_example_find
    const char *text;         // JSON
    size_t size;              // of text [bytes]
} gyre_example;
/// NULL past the last one.
const gyre_example *gyre_example_at(size_t index);
/// By its name; NULL when there is none.
const gyre_example *gyre_example_find(const char *name);

GYRE_END_DECLS
