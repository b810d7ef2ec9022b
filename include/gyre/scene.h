/// Scene files: a world, the duration of its simulation and the look of its bodies, as JSON. docs/SCENES.md describes
/// the format. gyre_scene_write_schema writes the format as JSON Schema, for editors and programs.
#pragma once

#include "gyre/mesh.h"
#include "gyre/shape.h"
#include "gyre/world.h"

GYRE_BEGIN_DECLS

/// Severity of a problem in a scene file.
typedef enum gyre_severity {
    GYRE_SEVERITY_ERROR,   // the scene is invalid
    GYRE_SEVERITY_WARNING, // the scene is valid, but this is probably a mistake
    GYRE_SEVERITY_COUNT
} gyre_severity;

/// A problem in a scene file.
typedef struct gyre_problem {
    int line, column;       // position, from 1; the column counts characters; 0: the whole file
    char where[96];         // the value concerned, such as "bodies[3].mass"
    char text[520];         // the error, such as "must be > 0, is -2"
    int is_limit;           // 1: a limit of the options was exceeded (max_bytes, max_bodies)
    gyre_severity severity; // error or warning
} gyre_problem;

/// A part of the look of a body: a shape or a mesh in the model frame.
typedef struct gyre_look_part {
    gyre_shape shape;      // shape; for a mesh only is_hollow is valid
    gyre_pose pose;        // pose in the model frame
    const gyre_mesh *mesh; // mesh in the file's units, or NULL for a shape; parts with the same file share one mesh
    double mesh_unit;      // length of one mesh unit [m]
} gyre_look_part;

/// Look of a body.
typedef struct gyre_look {
    const gyre_look_part *parts; // parts to draw; NULL if part_count is 0
    size_t part_count;           // number of parts
    double color[3];             // red, green, blue in 0..1, sRGB
} gyre_look;

/// Settings of a scene for running it.
typedef struct gyre_scene_settings {
    const char *title; // title, or ""; owned by the scene
    double dt;         // step size [s]
    double duration;   // simulated time [s]
    double fps;        // frames per second of simulated time
} gyre_scene_settings;

/// A scene: a world, its settings and the look of its bodies. Opaque.
typedef struct gyre_scene gyre_scene;

/// Options of gyre_scene_read.
typedef struct gyre_scene_options {
    uint32_t marker;          // set by gyre_scene_options_default
    size_t max_bytes;         // maximum size of the file [bytes]; default 64 MiB
    size_t max_bodies;        // maximum number of bodies; default 10 million
    int max_depth;            // maximum depth of nested JSON values; default 64
    int has_ledger;           // 1: the world keeps a ledger; default 1
    gyre_allocator allocator; // for the scene and its world
    gyre_logger log;          // receives the world's messages; without on_problem, also warnings from reading
    gyre_loader loader;       // loads mesh files by the name in the scene; all zero: references to files are errors
    /// Called for each problem (at most 10000 errors and 10 warnings), in the order of the file; may be NULL. A valid
    /// scene can have warnings.
    void (*on_problem)(const gyre_problem *problem, void *user);
    void *user; // user data, passed to on_problem
} gyre_scene_options;

/// Returns the default options: at most 64 MiB, 10 million bodies and 64 levels; with a ledger; no references to files.
gyre_scene_options gyre_scene_options_default(void);

/// Reads a scene and creates its world. GYRE_ERR_SCENE if the file has problems (all were reported to on_problem), or
/// GYRE_ERR_NO_MEMORY. `options` may be NULL (defaults).
gyre_result gyre_scene_read(const void *bytes, size_t size, const gyre_scene_options *options, gyre_scene **out_scene);

/// Frees a scene and its world. NULL is allowed.
void gyre_scene_destroy(gyre_scene *scene);

/// Returns the world of a scene, which the scene owns. After reading, the world is at t = 0, ready to step.
gyre_world *gyre_scene_world(gyre_scene *scene);
/// Returns the current settings of a scene.
gyre_scene_settings gyre_scene_get_settings(const gyre_scene *scene);
/// Overrides the settings of the file. GYRE_ERR_OPTION unless dt and duration are finite and > 0, duration / dt is at
/// most 2^53, and 0 < fps <= 1/dt.
gyre_result gyre_scene_set_settings(gyre_scene *scene, double dt, double duration, double fps);

/// Returns the number of steps: round(duration / dt).
uint64_t gyre_scene_step_count(const gyre_scene *scene);
/// Returns the number of frames, from frame 0 to the last frame within the duration.
uint64_t gyre_scene_frame_count(const gyre_scene *scene);
/// Returns the step after which a frame is shown: the step nearest to time frame / fps.
uint64_t gyre_scene_step_of_frame(const gyre_scene *scene, uint64_t frame);

/// Returns the look of a body; the scene owns the parts. Bodies that were not in the scene file have no parts. Bodies
/// without a colour get a colour from a palette that is safe for colour-blind people; static bodies are grey.
gyre_look gyre_scene_look(const gyre_scene *scene, gyre_body_id body);

/// Writes the scene with the current state of its world as JSON. Reading it back gives a bit-identical world, with
/// these exceptions: time and steps begin at 0 (windows, profiles and paths are shifted), ids are new, and user data
/// and forces applied for the next step are lost. GYRE_ERR_FORCE, with nothing written, if the world has a callback
/// force. Gives names to unnamed bodies. GYRE_ERR_NAME if a body has the name "all", GYRE_ERR_TEXT if a name is not
/// valid UTF-8. Allocates no memory.
gyre_result gyre_scene_write(const gyre_scene *scene, const gyre_sink *sink);

/// Writes the JSON Schema (2020-12) of scene files.
gyre_result gyre_scene_write_schema(const gyre_sink *sink);

/// A built-in example: a scene file of examples/scenes.
typedef struct gyre_example {
    const char *name, *title; // name for gyre_example_find; title
    const char *text;         // JSON
    size_t size;              // size of the text [bytes]
} gyre_example;
/// Returns a built-in example; NULL if `index` is out of range.
const gyre_example *gyre_example_at(size_t index);
/// Finds a built-in example by its name; NULL if the name is unknown.
const gyre_example *gyre_example_find(const char *name);

GYRE_END_DECLS
