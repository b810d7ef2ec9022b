/// Measures recordings in megabytes per second, compared with writing the same number of bytes to a file.
/// bench_record [BODIES [FRAMES [RUNS]]]: default 100 bodies, 600 frames, minimum of 5 runs.
#define _POSIX_C_SOURCE 200809L // clock_gettime, fseeko

#include "gyre/record.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { NUMBERS = 20 }; // numbers per body and frame

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(gyre_result result, const char *what) {
    if (result == GYRE_OK) return;
    fprintf(stderr, "bench_record: %s: %s\n", what, gyre_result_text(result));
    exit(1);
}

// Tumbling, falling bodies whose coordinates need all 17 digits.
static gyre_scene *make_scene(int bodies, int frames) {
    static const char text[] = "{ \"gyre\": 1, \"bodies\": [] }";
    const double dt = 1.0 / 60;
    random_source r = {7};
    gyre_scene *scene = NULL;
    must(gyre_scene_read(text, sizeof text - 1, NULL, &scene), "scene");
    must(gyre_scene_set_settings(scene, dt, (frames - 1) * dt, 60), "settings");
    gyre_world *world = gyre_scene_world(scene);
    must(gyre_world_set_gravity(world, (gyre_vec3){0.1, 0.2, -9.7}), "gravity");
    for (int i = 0; i < bodies; i++) {
        gyre_body_def def = gyre_body_def_default();
        gyre_body_id id;
        def.mass = (gyre_mass_properties){.mass = 1.3, .inertia = {.xx = 1.1, .yy = 1.7, .zz = 2.3}};
        def.position = random_vec3(&r, 10);
        def.orientation = random_rotation(&r);
        def.velocity = random_vec3(&r, 3);
        def.angular_velocity = random_vec3(&r, 3);
        must(gyre_world_add_body(world, &def, &id), "body");
    }
    must(gyre_world_step(world, dt, NULL), "step");
    return scene;
}

static gyre_result write_file(const void *bytes, size_t size, void *user) {
    FILE *file = user;
    if (fseeko(file, 0, SEEK_END) != 0) return GYRE_ERR_STOPPED;
    return fwrite(bytes, 1, size, file) == size ? GYRE_OK : GYRE_ERR_STOPPED;
}

static gyre_result patch_file(uint64_t offset, const void *bytes, size_t size, void *user) {
    FILE *file = user;
    if (fseeko(file, (off_t)offset, SEEK_SET) != 0) return GYRE_ERR_STOPPED;
    return fwrite(bytes, 1, size, file) == size ? GYRE_OK : GYRE_ERR_STOPPED;
}

// Records frames without stepping the world, to measure only the recording.
static void record(gyre_scene *scene, gyre_format format, int frames, gyre_sink sink) {
    gyre_recording_def def = gyre_recording_def_default(format);
    gyre_recording *recording = NULL;
    def.sink = sink;
    must(gyre_recording_begin(&def, scene, &recording), "begin");
    for (int k = 0; k < frames; k++)
        must(gyre_recording_frame(recording), "frame");
    must(gyre_recording_end(recording, 0), "end");
    gyre_recording_destroy(recording);
}

static FILE *scratch_file(void) {
    FILE *file = tmpfile();
    if (!file) must(GYRE_ERR_STOPPED, "temporary file");
    setvbuf(file, NULL, _IONBF, 0); // unbuffered, because the recording has a buffer
    return file;
}

static double time_recording(gyre_scene *scene, gyre_format format, int frames) {
    FILE *file = scratch_file();
    double start = now();
    record(scene, format, frames, (gyre_sink){write_file, patch_file, file});
    double time = now() - start;
    fclose(file);
    return time;
}

static double time_writing(const gyre_memory_sink *bytes) {
    FILE *file = scratch_file();
    double start = now();
    if (fwrite(bytes->bytes, 1, bytes->size, file) != bytes->size) must(GYRE_ERR_STOPPED, "fwrite");
    double time = now() - start;
    fclose(file);
    return time;
}

int main(int argc, char **argv) {
    int bodies = argc > 1 ? atoi(argv[1]) : 100, frames = argc > 2 ? atoi(argv[2]) : 600;
    int runs = argc > 3 ? atoi(argv[3]) : 5;
    if (bodies < 1 || frames < 1 || runs < 1) {
        fprintf(stderr, "usage: bench_record [bodies [frames [runs]]]\n");
        return 2;
    }
    gyre_scene *scene = make_scene(bodies, frames);
    printf("format,bodies,frames,bytes,seconds,MB_per_s,ns_per_number,fwrite_MB_per_s\n");
    const gyre_format formats[] = {GYRE_FORMAT_csv, GYRE_FORMAT_npz};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        gyre_memory_sink memory = {.allocator = {0}};
        record(scene, formats[i], frames, gyre_sink_to_memory(&memory));
        double best = 1e300, writing = 1e300;
        for (int run = 0; run < runs; run++) {
            double time = time_recording(scene, formats[i], frames), plain = time_writing(&memory);
            if (time < best) best = time;
            if (plain < writing) writing = plain;
        }
        double megabytes = 1e-6 * (double)memory.size, numbers = (double)bodies * frames * NUMBERS;
        printf("%s,%d,%d,%zu,%.4f,%.0f,%.1f,%.0f\n", gyre_format_name(formats[i]), bodies, frames, memory.size, best,
               megabytes / best, 1e9 * best / numbers, megabytes / writing);
        free(memory.bytes);
    }
    gyre_scene_destroy(scene);
    return 0;
}
