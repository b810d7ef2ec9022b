/// Loads scenes and applies the options to them.
#include "command_limits.h"
#include "outputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { EXAMPLES_MAX = 100 };

static const double STEPS_MAX = 1e10;

// State of reading one scene.
typedef struct loading {
    const char *who, *file;
    limits *limits;
    gyre_loader files; // of its meshes
    int is_unreadable; // 1 if a mesh is missing or cannot be read
    const text_list *outputs;
    int is_output; // 1 if an output file would replace a mesh
} loading;

static void print_problem(const gyre_problem *problem, void *user) {
    const loading *l = user;
    shown_text file = shown(l->file);
    if (problem->is_limit) l->limits->bodies_refused = 1;
    if (problem->line > 0)
        fprintf(stderr, "%s:%d:%d: ", file.text, problem->line, problem->column);
    else
        fprintf(stderr, "%s: ", file.text);
    fprintf(stderr, "%s%s%s%s\n", problem->severity == GYRE_SEVERITY_WARNING ? "warning: " : "", problem->where,
            problem->where[0] ? ": " : "", problem->text);
}

// True if no output file would replace the mesh; `reference` is relative to the folder of the scene.
static int is_spared(const loading *l, const char *reference) {
    const char *slash = strrchr(l->file, '/');
    char path[4096];
    int length = snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - l->file) + 1 : 0, l->file, reference);
    return length >= (int)sizeof path || outputs_spare(l->who, l->outputs, path) == EXIT_DONE;
}

static gyre_result load_mesh(const char *reference, const void **out_bytes, size_t *out_size,
                             char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    loading *l = user;
    gyre_result r = l->files.load(reference, out_bytes, out_size, out_text, l->files.user);
    limits_note_file(l->limits, r, l->limits->file);
    if (r == GYRE_ERR_FILE_READ || r == GYRE_ERR_FILE_MISSING) l->is_unreadable = 1;
    if (r == GYRE_OK && !is_spared(l, reference)) l->is_output = 1;
    return r;
}

static void unload_mesh(const void *bytes, void *user) {
    const loading *l = user;
    l->files.unload(bytes, l->files.user);
}

// `base_path` is the path of the scene, to which mesh paths are relative; NULL if the scene has no path.
static int read_bytes(loading *l, const char *base_path, const void *bytes, size_t size, gyre_scene **out_scene) {
    gyre_files_beside beside = {
        .base_path = base_path, .max_size = l->limits->file, .allocator = &l->limits->allocator};
    gyre_scene_options how = gyre_scene_options_default();
    how.max_bytes = size; // gyre_file_read has already enforced the limit
    how.max_bodies = l->limits->bodies;
    how.allocator = l->limits->allocator;
    how.on_problem = print_problem;
    how.user = l;
    how.log = (gyre_logger){.write = print_log};
    l->files = gyre_file_loader(&beside);
    if (base_path) how.loader = (gyre_loader){load_mesh, unload_mesh, l};
    gyre_result r = gyre_scene_read(bytes, size, &how, out_scene);
    if (r == GYRE_OK && !l->is_output) return EXIT_DONE;
    if (r == GYRE_OK) { // the reason is already printed
        gyre_scene_destroy(*out_scene);
        return EXIT_USAGE;
    }
    if (r == GYRE_ERR_SCENE) return l->is_unreadable ? EXIT_FILES : EXIT_USAGE;
    fprintf(stderr, "%s: %s: %s\n", l->who, shown(l->file).text, gyre_result_text(r));
    return failure_code(r, EXIT_FAILED);
}

const char *suggest_example(const char *name) {
    const char *names[EXAMPLES_MAX + 1] = {NULL};
    for (size_t i = 0; i < EXAMPLES_MAX && gyre_example_at(i); i++)
        names[i] = gyre_example_at(i)->name;
    return suggest(name, names);
}

static int refuse_file(const char *who, const char *name, const gyre_file_error *error) {
    const char *meant = error->code == GYRE_ERR_FILE_MISSING ? suggest_example(name) : NULL;
    fprintf(stderr, "%s: %s", who, error->text);
    if (meant) fprintf(stderr, "; did you mean the example %s?", meant);
    if (strcmp(name, "tumbling-block") == 0)
        fprintf(stderr, "; the tumbling block is the program examples/tumbling_block.c");
    else if (!meant && error->code == GYRE_ERR_FILE_MISSING)
        fprintf(stderr, "; gyre examples lists the built-in scenes");
    fprintf(stderr, "\n");
    return EXIT_FILES;
}

int has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), size = strlen(ending);
    if (length < size) return 0;
    for (size_t i = 0; i < size; i++) {
        char c = path[length - size + i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != ending[i]) return 0;
    }
    return 1;
}

int is_mesh_name(const char *path) {
    static const char *const endings[] = {".stl", ".obj", ".ply", ".glb", ".gltf"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (has_ending(path, endings[i])) return 1;
    return 0;
}

// Explains the JSON error that a mesh given as a scene causes.
static void hint_at_mesh(const char *who, const char *name) {
    if (!is_mesh_name(name)) return;
    fprintf(stderr, "%s: %s looks like a mesh: use gyre inertia, or a scene with a body of this shape\n", who,
            shown(name).text);
}

int scene_load(const char *who, const char *name, const cli_options *asked, gyre_scene **out_scene) {
    limits *kept = asked->limits;
    loading l = {
        .who = who, .file = strcmp(name, "-") == 0 ? "stdin" : name, .limits = kept, .outputs = &asked->output};
    const gyre_example *example = gyre_example_find(name);
    if (example) return read_bytes(&l, NULL, example->text, example->size, out_scene);
    int code = outputs_spare(who, &asked->output, name);
    if (code != EXIT_DONE) return code;
    gyre_file_error error = {GYRE_OK, ""};
    void *bytes;
    size_t size;
    size_t limit = limit_of_input(kept, name, kept->scene);
    gyre_result r = gyre_file_read(name, limit, &kept->allocator, &bytes, &size, &error);
    limits_note_file(kept, r, limit);
    if (r != GYRE_OK) return refuse_file(who, name, &error);
    code = read_bytes(&l, name, bytes, size, out_scene);
    if (code == EXIT_USAGE) hint_at_mesh(who, name);
    gyre_file_free(&kept->allocator, bytes);
    return code;
}

static double or_else(double given, double otherwise) { return given != 0 ? given : otherwise; }

int scene_adjust(const char *who, gyre_scene *scene, const cli_options *asked) {
    gyre_scene_settings own = gyre_scene_get_settings(scene);
    double dt = or_else(asked->dt, own.dt), duration = or_else(asked->duration, own.duration);
    // if --dt exceeds the scene's time between frames, every step is a frame
    double fps = or_else(asked->fps, fmin(own.fps, asked->dt != 0 ? 1 / dt : own.fps));
    double steps = round(duration / dt);
    if (!(steps >= 1 && steps <= STEPS_MAX)) {
        fprintf(stderr, "%s: a duration of %g s with dt = %g s gives %.4g steps; must be 1 to %g\n", who, duration, dt,
                steps, STEPS_MAX);
        return EXIT_USAGE;
    }
    if (asked->fps != 0 && fps * dt > 1 + 1e-9) {
        fprintf(stderr, "%s: --fps must be <= 1/dt = %g, is %g: frames are steps and are never interpolated\n", who,
                1 / dt, fps);
        return EXIT_USAGE;
    }
    gyre_result r = gyre_scene_set_settings(scene, dt, duration, fps);
    if (r == GYRE_OK && asked->method.is_given) r = gyre_world_set_method(gyre_scene_world(scene), asked->method.value);
    if (r == GYRE_OK && asked->threads) r = gyre_world_set_threads(gyre_scene_world(scene), asked->threads);
    if (r == GYRE_OK && asked->kernel) r = gyre_world_set_kernel(gyre_scene_world(scene), asked->kernel);
    if (r == GYRE_OK) return EXIT_DONE;
    fprintf(stderr, "%s: %s\n", who, gyre_result_text(r));
    return failure_code(r, EXIT_USAGE);
}
