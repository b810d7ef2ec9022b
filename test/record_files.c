/// Writes recordings into the folder that RECORDINGS names, for check_recordings.py.
#include "record_helpers.h"

enum { EARLY_FRAMES = 7, HUGE_BODIES = 50 };

static FILE *create(const char *folder, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file) fail_msg("cannot create %s", path);
    return file;
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

// Leaves holes for zeros: a file of gigabytes that takes kilobytes.
typedef struct sparse_file {
    FILE *file;
    uint64_t size;
} sparse_file;

static gyre_result write_sparse(const void *bytes, size_t size, void *user) {
    sparse_file *sparse = user;
    const char *b = bytes;
    int is_zero = size == 0 || (b[0] == 0 && memcmp(b, b + 1, size - 1) == 0);
    sparse->size += size;
    return is_zero ? GYRE_OK : patch_file(sparse->size - size, bytes, size, sparse->file);
}

static gyre_result patch_sparse(uint64_t offset, const void *bytes, size_t size, void *user) {
    sparse_file *sparse = user;
    return patch_file(offset, bytes, size, sparse->file);
}

static void record_file(const char *folder, const char *name, gyre_scene *scene, uint64_t frames, int can_patch) {
    gyre_format format;
    FILE *file = create(folder, name);
    CHECK_OK(gyre_format_of_path(name, &format));
    gyre_sink sink = {write_file, can_patch ? patch_file : NULL, file};
    gyre_recording *recording = begin_recording(scene, format, sink);
    for (uint64_t k = 0; k < frames; k++) {
        step_to_frame(scene, k);
        CHECK_OK(gyre_recording_frame(recording));
    }
    CHECK_OK(gyre_recording_end(recording, frames < gyre_scene_frame_count(scene)));
    gyre_recording_destroy(recording);
    CHECK_EQ(fclose(file), 0);
    gyre_scene_destroy(scene);
}

// More than 4 GiB by the settings, the last array beyond them; three frames are recorded.
static void record_huge(const char *folder) {
    gyre_scene *scene = empty_scene(9700);
    for (int i = 0; i < HUGE_BODIES; i++)
        add_ball_at(gyre_scene_world(scene), (gyre_vec3){i, 0, 0});
    sparse_file sparse = {create(folder, "huge.npz"), 0};
    gyre_recording *recording =
        begin_recording(scene, GYRE_FORMAT_npz, (gyre_sink){write_sparse, patch_sparse, &sparse});
    for (int k = 0; k < 3; k++)
        CHECK_OK(gyre_recording_frame(recording));
    CHECK_OK(gyre_recording_end(recording, 1));
    gyre_recording_destroy(recording);
    CHECK_EQ(fclose(sparse.file), 0);
    gyre_scene_destroy(scene);
}

TEST(recordings_are_written_to_files) {
    const char *folder = getenv("RECORDINGS");
    CHECK(folder);
    const double duration = 60; // more frames than a batch holds
    const uint64_t frames = 3601;
    record_file(folder, "run.csv", falling_scene(duration), frames, 1);
    record_file(folder, "run.npz", falling_scene(duration), frames, 1);
    record_file(folder, "appended.npz", falling_scene(duration), frames, 0);
    record_file(folder, "early.csv", falling_scene(duration), EARLY_FRAMES, 1);
    record_file(folder, "early.npz", falling_scene(duration), EARLY_FRAMES, 1);
    record_file(folder, "nobody.npz", empty_scene(1), 61, 1);
    record_file(folder, "run.json", falling_scene(duration), frames, 1);
    record_file(folder, "early.json", falling_scene(duration), EARLY_FRAMES, 1);
    record_huge(folder);
}

RUN_TESTS("record files")
