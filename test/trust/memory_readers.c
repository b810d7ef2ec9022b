/// Readers without memory: JSON, scenes, models, snapshots, files.
#include "determinism/files.h"
#include "gltf_sample.h"
#include "gyre/gyre.h"
#include "json/json.h"
#include "memory_trials.h"

#include <unistd.h>

// ---- text ----

static void ignore_problem(const gyre_problem *problem, void *user) { (void)problem, (void)user; }

typedef struct text_case {
    const char *name, *text;
    size_t size;
    const byte_buffer *mesh; // the contents of "part"
} text_case;

static gyre_result load_part(const char *reference, const void **out_bytes, size_t *out_size,
                             char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    const byte_buffer *part = user;
    (void)reference, (void)out_text;
    *out_bytes = part->bytes;
    *out_size = part->size;
    return GYRE_OK;
}

static void unload_part(const void *bytes, void *user) { (void)bytes, (void)user; }

static gyre_result run_scene_reader(trial *t, gyre_hash *outcome) {
    const text_case *c = t->subject;
    gyre_scene_options options = gyre_scene_options_default();
    gyre_scene *scene = NULL;
    options.allocator = t->allocator;
    options.on_problem = ignore_problem;
    if (c->mesh) options.loader = (gyre_loader){load_part, unload_part, (void *)c->mesh};
    gyre_result r = gyre_scene_read(c->text, c->size, &options, &scene);
    if (r != GYRE_OK) return r;
    gyre_hash_add_u64(outcome, gyre_world_hash(gyre_scene_world(scene)));
    gyre_scene_destroy(scene);
    return GYRE_OK;
}

static gyre_result run_json_reader(trial *t, gyre_hash *outcome) {
    const text_case *c = t->subject;
    gyre_json *json;
    gyre_json_error error;
    gyre_result r = gyre_json_read(c->text, c->size, NULL, &t->allocator, &json, &error);
    if (r != GYRE_OK) return r;
    gyre_hash_add_u64(outcome, gyre_json_node_count(json));
    gyre_json_destroy(json);
    return GYRE_OK;
}

static void try_text(const text_case *c) {
    trial t = {.run = run_scene_reader, .subject = c};
    snprintf(t.name, sizeof t.name, "scene %s", c->name);
    try_all(&t);
    t.run = run_json_reader;
    snprintf(t.name, sizeof t.name, "JSON %s", c->name);
    try_all(&t);
}

static const char WITH_MESHES[] =
    "{\"gyre\":1,\"title\":\"parts\",\"gravity\":[0,0,-9.8],\"bodies\":[{\"name\":\"a\",\"density\":1000,\"shape\":{"
    "\"type\":\"mesh\",\"file\":\"part\"}},{\"name\":\"b\",\"mass\":2,\"position\":[1,2,3],\"shape\":{\"type\":"
    "\"mesh\","
    "\"file\":\"part\",\"unit\":0.001}}]}";

static const char WITH_PROBLEMS[] =
    "{\"gyre\":2,\"title\":\"x\",\"bodies\":[{},{\"name\":\"a\",\"kind\":\"kinematic\",\"path\":[{\"t\":0},{\"t\":0}]},"
    "{\"name\":\"b\",\"mass\":1,\"shape\":{\"type\":\"box\",\"size\":[1,1,0]}}],\"forces\":[{\"type\":\"drag\","
    "\"name\":\"d\",\"body\":\"c\",\"profile\":[[0,1],[0,2]]}]}";

static void try_texts(const byte_buffer *mesh) {
    for (size_t k = 0; gyre_example_at(k); k++) {
        const gyre_example *example = gyre_example_at(k);
        text_case c = {example->name, example->text, example->size, NULL};
        try_text(&c);
    }
    text_case meshes = {"with meshes", WITH_MESHES, sizeof WITH_MESHES - 1, mesh};
    text_case problems = {"with problems", WITH_PROBLEMS, sizeof WITH_PROBLEMS - 1, NULL};
    try_text(&meshes);
    try_text(&problems);
}

// ---- models ----

typedef struct model_case {
    const void *bytes;
    size_t size;
    const byte_buffer *buffer; // of a .gltf
} model_case;

static gyre_result run_model_reader(trial *t, gyre_hash *outcome) {
    const model_case *c = t->subject;
    gyre_model_options options = gyre_model_options_default();
    options.allocator = t->allocator;
    if (c->buffer) options.loader = (gyre_loader){load_part, unload_part, (void *)c->buffer};
    gyre_model model = {0};
    gyre_model_error error;
    gyre_result r = gyre_model_read(c->bytes, c->size, &options, &model, &error);
    if (r != GYRE_OK) {
        if (error.code != r || model.mesh.positions) trial_complain(t, "the error is not the result");
        return r;
    }
    add_bytes_to_hash(outcome, model.mesh.positions, 3 * model.mesh.vertex_count * sizeof *model.mesh.positions);
    add_bytes_to_hash(outcome, model.mesh.triangles, 3 * model.mesh.triangle_count * sizeof *model.mesh.triangles);
    gyre_model_clear(&model);
    return GYRE_OK;
}

static void try_model(const char *name, const void *bytes, size_t size, const byte_buffer *buffer) {
    model_case c = {bytes, size, buffer};
    trial t = {.run = run_model_reader, .subject = &c};
    snprintf(t.name, sizeof t.name, "model %s", name);
    try_all(&t);
}

// A sphere as glTF: in one file, as text, and as text with its numbers in another file.
static void try_gltf(const own_mesh *m) {
    static gltf_sample s;
    size_t vertices = m->view.vertex_count, corners = 3 * m->view.triangle_count;
    float *xyz = malloc(3 * vertices * sizeof *xyz);
    if (!xyz) abort();
    for (size_t i = 0; i < 3 * vertices; i++)
        xyz[i] = (float)m->positions[i];
    sample_positions(&s, xyz, vertices);
    sample_indices(&s, m->triangles, corners, 2);
    s.rest =
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"nodes\":[{\"mesh\":0},"
        "{\"children\":[0,2],\"translation\":[1,2,3]},{\"mesh\":0,\"scale\":[2,2,2]}],\"scenes\":[{\"nodes\":[1]}],"
        "\"scene\":0";
    sample_file text = sample_gltf(&s), binary = sample_glb(&s);
    try_model("glTF", text.bytes, text.size, NULL);
    try_model("GLB", binary.bytes, binary.size, NULL);
    free(text.bytes);
    s.buffer = "\"uri\":\"numbers.bin\"";
    byte_buffer numbers = {s.bytes, s.size, s.size};
    text = sample_gltf(&s);
    try_model("glTF with a buffer", text.bytes, text.size, &numbers);
    free(text.bytes), free(binary.bytes), free(xyz);
}

static void try_models(void) {
    for (size_t i = 0; i < MODEL_SAMPLE_COUNT; i++)
        try_model(model_samples[i].name, model_samples[i].bytes, model_samples[i].size, NULL);
    for (size_t fineness = 4; fineness <= 40; fineness += 12) { // so large that what is gathered grows
        own_mesh m = mesh_of_sphere(1, fineness);
        byte_buffer obj = obj_of(&m), stl = stl_of(&m), ply = ply_of(&m);
        try_model("OBJ of a sphere", obj.bytes, obj.size, NULL);
        try_model("STL of a sphere", stl.bytes, stl.size, NULL);
        try_model("PLY of a sphere", ply.bytes, ply.size, NULL);
        free(obj.bytes), free(stl.bytes), free(ply.bytes);
        mesh_free(&m);
    }
    own_mesh small = mesh_of_sphere(1, 8);
    try_gltf(&small);
    mesh_free(&small);
}

// ---- files ----

static gyre_result run_file_reader(trial *t, gyre_hash *outcome) {
    const char *path = t->subject;
    void *bytes;
    size_t size;
    gyre_file_error error;
    gyre_result r = t->choice ? gyre_file_read_beside(path, strrchr(path, '/') + 1, 0, SIZE_MAX, &t->allocator, &bytes,
                                                      &size, &error)
                              : gyre_file_read(path, SIZE_MAX, &t->allocator, &bytes, &size, &error);
    if (r != GYRE_OK) {
        if (error.code != r || !strstr(error.text, path + 5)) trial_complain(t, "the error does not name the file");
        return r;
    }
    add_bytes_to_hash(outcome, bytes, size);
    gyre_file_free(&t->allocator, bytes);
    return GYRE_OK;
}

static gyre_result run_file_writer(trial *t, gyre_hash *outcome) {
    const char *path = t->subject;
    gyre_file_writer *writer;
    gyre_result r = gyre_file_writer_open(path, &t->allocator, &writer, NULL);
    if (r != GYRE_OK) return r;
    gyre_hash_add_u64(outcome, (uint64_t)gyre_file_writer_write(writer, "text", 4));
    return gyre_file_writer_commit(writer, NULL);
}

static void try_files(void) {
    char path[] = "/tmp/gyre-memory-XXXXXX";
    int file = mkstemp(path);
    if (file < 0) abort();
    static const char zeros[300000]; // more than the first room
    if (write(file, zeros, sizeof zeros) != (ssize_t)sizeof zeros) abort();
    close(file);
    trial t = {.name = "reading a file", .run = run_file_reader, .subject = path};
    try_all(&t);
    trial w = {.name = "writing a file", .run = run_file_writer, .subject = path};
    try_all(&w);
    unlink(path);
}

void try_readers(void) {
    own_mesh part = mesh_of_torus(1, 0.3, 16, 8);
    byte_buffer obj = obj_of(&part);
    try_texts(&obj);
    try_models();
    try_files();
    free(obj.bytes);
    mesh_free(&part);
}
