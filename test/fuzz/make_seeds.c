/// Seeds for fuzzing that need not be kept, since other parts of the project make them: `make_seeds FOLDER` writes the
/// samples of the tests, the examples and what our own writers make of them to FOLDER/TARGET.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature macro
#include "fuzz.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "gltf_sample.h"
#include "json_documents.h"
#include "model_samples.h"
#include "scene_mistakes.h"

enum { SEED_MAX = 6000, SNAPSHOT_STEPS = 2 }; // larger ones make fuzzing slow

static const char *folder;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) { return (void)bytes, (void)size, 0; }

static void write_seed(const char *target, const char *name, const void *bytes, size_t size) {
    char path[4096];
    if (size > SEED_MAX) return;
    snprintf(path, sizeof path, "%s/%s", folder, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static void write_numbered(const char *target, const char *name, size_t number, const void *bytes, size_t size) {
    char full[64];
    snprintf(full, sizeof full, "%s-%03zu", name, number);
    write_seed(target, full, bytes, size);
}

// ---- scenes, and the snapshots and files of their worlds ----

static void write_snapshot(const char *name, gyre_world *world) {
    size_t size, written;
    FUZZ_CHECK(gyre_world_snapshot_size(world, &size) == GYRE_OK);
    void *bytes = malloc(size);
    FUZZ_CHECK(bytes && gyre_world_save(world, bytes, size, &written) == GYRE_OK);
    write_seed("snapshot", name, bytes, size);
    free(bytes);
}

static void write_scenes(void) {
    for (size_t i = 0; gyre_example_at(i); i++) {
        const gyre_example *example = gyre_example_at(i);
        gyre_scene *scene = NULL;
        FUZZ_CHECK(gyre_scene_read(example->text, example->size, NULL, &scene) == GYRE_OK);
        write_seed("json", example->name, example->text, example->size);
        write_seed("scene", example->name, example->text, example->size);
        fuzz_bytes text = {0};
        gyre_sink sink = fuzz_sink(&text);
        FUZZ_CHECK(gyre_scene_write(scene, &sink) == GYRE_OK);
        write_numbered("scene", example->name, 1, text.bytes, text.size);
        fuzz_bytes_free(&text);
        for (int k = 0; k < SNAPSHOT_STEPS; k++)
            FUZZ_CHECK(gyre_world_step(gyre_scene_world(scene), 0.01, NULL) == GYRE_OK);
        write_snapshot(example->name, gyre_scene_world(scene));
        gyre_scene_destroy(scene);
    }
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[8192];
        const char *const *wrap = wraps[mistakes[i].wrap];
        int length = snprintf(text, sizeof text, "%s%s%s", wrap[0], mistakes[i].text, wrap[1]);
        if (length > 0 && (size_t)length < sizeof text) write_numbered("scene", "mistake", i, text, (size_t)length);
    }
}

// ---- meshes ----

static void write_models(void) {
    for (size_t i = 0; i < MODEL_SAMPLE_COUNT; i++)
        write_numbered(gyre_model_format_name(model_samples[i].format), "sample", i, model_samples[i].bytes,
                       model_samples[i].size);
    static const float corners[12] = {0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4};
    static const uint32_t indices[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    for (size_t size = 1; size <= 4; size *= 2) {
        gltf_sample s = {.rest =
                             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
                             "\"nodes\":[{\"mesh\":0,\"children\":[1],\"translation\":[1,2,3],\"rotation\":[0,0,0,1]},"
                             "{\"mesh\":0,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],"
                             "\"scene\":0,\"scenes\":[{\"nodes\":[0]}]"};
        sample_positions(&s, corners, 4);
        sample_indices(&s, indices, 12, size);
        sample_file text = sample_gltf(&s), binary = sample_glb(&s);
        write_numbered("gltf", "sample-gltf", size, text.bytes, text.size);
        write_numbered("gltf", "sample-glb", size, binary.bytes, binary.size);
        free(text.bytes);
        free(binary.bytes);
    }
}

int main(int argc, char **argv) {
    (void)registered_tests, (void)registered_test_count; // check.h brings them, and samples bring check.h
    if (argc != 2) return 2;
    folder = argv[1];
    mkdir(folder, 0777);
    for (size_t i = 0; i < sizeof json_documents / sizeof json_documents[0]; i++)
        write_numbered("json", "document", i, json_documents[i].text, json_documents[i].size);
    write_scenes();
    write_models();
    return 0;
}
