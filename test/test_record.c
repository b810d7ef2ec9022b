/// Layer 11: properties common to all recording formats.
#include "record_helpers.h"

// ---- the list ----

TEST(every_format_has_a_name_an_extension_and_a_text) {
    for (int i = 0; i < GYRE_FORMAT_COUNT; i++) {
        gyre_format format = (gyre_format)i, found = GYRE_FORMAT_COUNT;
        char path[64];
        CHECK(strlen(gyre_format_name(format)) > 0 && strlen(gyre_format_text(format)) > 0);
        CHECK_EQ(gyre_format_extension(format)[0], '.');
        snprintf(path, sizeof path, "a folder/run.2%s", gyre_format_extension(format));
        CHECK_OK(gyre_format_of_path(path, &found));
        CHECK_EQ(found, format);
    }
    CHECK(!gyre_format_name(GYRE_FORMAT_COUNT));
    CHECK(!gyre_format_extension(GYRE_FORMAT_COUNT));
    CHECK(!gyre_format_text((gyre_format)-1));
}

TEST(extensions_match_in_any_case_at_the_end_only) {
    gyre_format format = GYRE_FORMAT_COUNT;
    CHECK_OK(gyre_format_of_path("RUN.NPZ", &format));
    CHECK_EQ(format, GYRE_FORMAT_npz);
    CHECK_OK(gyre_format_of_path(".Csv", &format));
    CHECK_EQ(format, GYRE_FORMAT_csv);
    const char *const none[] = {"", "csv", "run.csv.gz", "run.", "run.csvx", "v"};
    for (size_t i = 0; i < COUNT_OF(none); i++)
        CHECK_RESULT(gyre_format_of_path(none[i], &format), GYRE_ERR_FORMAT);
    CHECK_EQ(format, GYRE_FORMAT_csv);
    CHECK_RESULT(gyre_format_of_path(NULL, &format), GYRE_ERR_NULL_POINTER);
}

// ---- definitions ----

TEST(a_recording_needs_a_valid_definition) {
    gyre_scene *scene = empty_scene(1);
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = NULL;
    gyre_recording_def good = gyre_recording_def_default(GYRE_FORMAT_csv), def;
    good.sink = gyre_sink_to_memory(&memory);
    CHECK_RESULT(gyre_recording_begin(NULL, scene, &recording), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_recording_begin(&good, NULL, &recording), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_recording_begin(&good, scene, NULL), GYRE_ERR_NULL_POINTER);
    def = good, def.marker = 0;
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_DEFINITION);
    def = good, def.format = GYRE_FORMAT_COUNT;
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_FORMAT);
    def = good, def.sink.write = NULL;
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_NULL_POINTER);
    def = good, def.allocator.take = failing_take;
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_ALLOCATOR);
    CHECK(!recording && !memory.bytes);
    gyre_recording_destroy(NULL);
    CHECK_RESULT(gyre_recording_frame(NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_recording_end(NULL, 0), GYRE_ERR_NULL_POINTER);
    gyre_scene_destroy(scene);
}

// ---- every format that this build writes ----

// 1 when the format can be begun.
static int is_written(gyre_format format) {
    gyre_scene *scene = falling_scene(1);
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = NULL;
    gyre_recording_def def = gyre_recording_def_default(format);
    def.sink = gyre_sink_to_memory(&memory);
    gyre_result r = gyre_recording_begin(&def, scene, &recording);
    CHECK(r == GYRE_OK || r == GYRE_ERR_FORMAT);
    gyre_recording_destroy(recording);
    free(memory.bytes);
    gyre_scene_destroy(scene);
    return r == GYRE_OK;
}

#define FOR_EACH_WRITTEN_FORMAT(format)                                                                                \
    for (gyre_format format = (gyre_format)0; format < GYRE_FORMAT_COUNT; format = (gyre_format)(format + 1))          \
        if (is_written(format))

TEST(tables_ledgers_and_snapshots_are_written) {
    CHECK(is_written(GYRE_FORMAT_csv) && is_written(GYRE_FORMAT_npz));
    CHECK(is_written(GYRE_FORMAT_json) && is_written(GYRE_FORMAT_gyre));
}

TEST(recording_changes_nothing) {
    enum { FRAMES = 30 };
    gyre_scene *alone = falling_scene(1);
    step_to_frame(alone, FRAMES - 1);
    FOR_EACH_WRITTEN_FORMAT(format) {
        gyre_scene *scene = falling_scene(1);
        gyre_memory_sink memory = record_frames(scene, format, FRAMES);
        CHECK(memory.size > 0);
        CHECK_ALIKE(gyre_scene_world(scene), gyre_scene_world(alone));
        free(memory.bytes);
        gyre_scene_destroy(scene);
    }
    gyre_scene_destroy(alone);
}

// A few frames of an example, with every format at once when `is_recorded`.
static uint64_t run_example(const gyre_example *example, int is_recorded) {
    gyre_scene *scene = NULL;
    CHECK_OK(gyre_scene_read(example->text, example->size, NULL, &scene));
    gyre_memory_sink memories[GYRE_FORMAT_COUNT] = {0};
    gyre_recording *recordings[GYRE_FORMAT_COUNT] = {0};
    FOR_EACH_WRITTEN_FORMAT(format)
    if (is_recorded) recordings[format] = begin_recording(scene, format, gyre_sink_to_memory(&memories[format]));
    for (uint64_t k = 0; k < 10 && k < gyre_scene_frame_count(scene); k++) {
        step_to_frame(scene, k);
        for (int i = 0; i < GYRE_FORMAT_COUNT; i++)
            if (recordings[i]) CHECK_OK(gyre_recording_frame(recordings[i]));
    }
    for (int i = 0; i < GYRE_FORMAT_COUNT; i++) {
        if (recordings[i]) CHECK_OK(gyre_recording_end(recordings[i], 1));
        gyre_recording_destroy(recordings[i]);
        free(memories[i].bytes);
    }
    uint64_t hash = gyre_world_hash(gyre_scene_world(scene));
    gyre_scene_destroy(scene);
    return hash;
}

TEST(every_example_can_be_recorded_and_runs_the_same) {
    const gyre_example *example = gyre_example_at(0);
    CHECK(example);
    for (size_t i = 0; (example = gyre_example_at(i)); i++)
        if (run_example(example, 1) != run_example(example, 0)) fail_msg("%s runs otherwise", example->name);
}

TEST(the_same_run_gives_the_same_bytes) {
    FOR_EACH_WRITTEN_FORMAT(format) {
        if (format == GYRE_FORMAT_gyre)
            continue; // a snapshot contains the number of its world, and these are two worlds
        gyre_scene *a = falling_scene(1), *b = falling_scene(1);
        gyre_memory_sink bytes_a = record_frames(a, format, 20), bytes_b = record_frames(b, format, 20);
        CHECK_EQ(bytes_a.size, bytes_b.size);
        CHECK_BYTES(bytes_a.bytes, bytes_b.bytes, bytes_a.size);
        free(bytes_a.bytes);
        free(bytes_b.bytes);
        gyre_scene_destroy(a);
        gyre_scene_destroy(b);
    }
}

TEST(a_sink_that_cannot_seek_gets_the_same_bytes) {
    FOR_EACH_WRITTEN_FORMAT(format) {
        gyre_scene *scene = falling_scene(1);
        gyre_memory_sink memories[2] = {0};
        gyre_recording *recordings[2];
        for (int i = 0; i < 2; i++) {
            gyre_sink sink = gyre_sink_to_memory(&memories[i]);
            if (i == 1) sink.patch = NULL;
            recordings[i] = begin_recording(scene, format, sink);
        }
        for (uint64_t k = 0; k < 20; k++) {
            step_to_frame(scene, k);
            CHECK_OK(gyre_recording_frame(recordings[0]));
            CHECK_OK(gyre_recording_frame(recordings[1]));
        }
        for (int i = 0; i < 2; i++) {
            CHECK_OK(gyre_recording_end(recordings[i], 1));
            gyre_recording_destroy(recordings[i]);
        }
        CHECK_EQ(memories[1].size, memories[0].size);
        CHECK_BYTES(memories[1].bytes, memories[0].bytes, memories[0].size);
        free(memories[0].bytes);
        free(memories[1].bytes);
        gyre_scene_destroy(scene);
    }
}

TEST(after_the_end_there_are_no_frames) {
    FOR_EACH_WRITTEN_FORMAT(format) {
        gyre_scene *scene = falling_scene(1);
        gyre_memory_sink memory = {.allocator = {0}};
        gyre_recording *recording = begin_recording(scene, format, gyre_sink_to_memory(&memory));
        CHECK_OK(gyre_recording_frame(recording));
        CHECK_OK(gyre_recording_end(recording, 1));
        size_t size = memory.size;
        CHECK_RESULT(gyre_recording_frame(recording), GYRE_ERR_STOPPED);
        CHECK_RESULT(gyre_recording_end(recording, 1), GYRE_ERR_STOPPED);
        CHECK_EQ(memory.size, size);
        gyre_recording_destroy(recording);
        free(memory.bytes);
        gyre_scene_destroy(scene);
    }
}

// ---- failures ----

// A full disk at the n-th write or patch.
typedef struct full_disk {
    int calls, fail_at;
} full_disk;

static gyre_result full_write(const void *bytes, size_t size, void *user) {
    (void)bytes, (void)size;
    full_disk *disk = user;
    return disk->calls++ == disk->fail_at ? GYRE_ERR_LENGTH : GYRE_OK; // any code that nothing else gives here
}

static gyre_result full_patch(uint64_t offset, const void *bytes, size_t size, void *user) {
    (void)offset;
    return full_write(bytes, size, user);
}

// The first result that is not GYRE_OK, from the beginning to the end; checks that it stays.
static gyre_result record_into(gyre_scene *scene, gyre_format format, gyre_sink sink, gyre_allocator allocator,
                               int frames) {
    gyre_recording_def def = gyre_recording_def_default(format);
    gyre_recording *recording = NULL;
    def.sink = sink;
    def.allocator = allocator;
    gyre_result r = gyre_recording_begin(&def, scene, &recording);
    if (r != GYRE_OK) {
        CHECK(!recording);
        return r;
    }
    for (int k = 0; k < frames && r == GYRE_OK; k++)
        r = gyre_recording_frame(recording); // the world may stand still
    gyre_result end = gyre_recording_end(recording, 0);
    if (r != GYRE_OK) CHECK_RESULT(end, r);
    if (end != GYRE_OK) CHECK_RESULT(gyre_recording_frame(recording), end);
    gyre_recording_destroy(recording);
    return end;
}

TEST(a_sink_that_fails_at_any_write_fails_the_recording_and_nothing_leaks) {
    FOR_EACH_WRITTEN_FORMAT(format) {
        gyre_scene *scene = falling_scene(5);
        int frames = (int)gyre_scene_frame_count(scene), attempts = 0;
        gyre_result r;
        do {
            full_disk disk = {.fail_at = attempts};
            failing host = {.fail_at = -1};
            gyre_allocator allocator = {failing_take, failing_give, &host};
            r = record_into(scene, format, (gyre_sink){full_write, full_patch, &disk}, allocator, frames);
            CHECK_EQ(disk.calls, r == GYRE_OK ? attempts : attempts + 1); // nothing follows the failure
            CHECK_EQ(host.live, 0);
            attempts++;
        } while (r == GYRE_ERR_LENGTH);
        CHECK_OK(r);
        CHECK(attempts > 1);
        gyre_scene_destroy(scene);
    }
}

TEST(every_allocation_may_fail_and_nothing_leaks) {
    FOR_EACH_WRITTEN_FORMAT(format) {
        for (int can_patch = 0; can_patch < 2; can_patch++) {
            gyre_scene *scene = falling_scene(1);
            int frames = (int)gyre_scene_frame_count(scene), attempts = 0;
            gyre_result r;
            do {
                full_disk disk = {.fail_at = -1};
                failing host = {.fail_at = attempts++};
                gyre_allocator allocator = {failing_take, failing_give, &host};
                gyre_sink sink = {full_write, can_patch ? full_patch : NULL, &disk};
                r = record_into(scene, format, sink, allocator, frames);
                CHECK_EQ(host.live, 0);
            } while (r == GYRE_ERR_NO_MEMORY);
            CHECK_OK(r);
            CHECK(attempts > 3); // the recording, its buffer, its bodies
            gyre_scene_destroy(scene);
        }
    }
}

// ---- memory ----

typedef struct counting {
    size_t used, peak;
} counting;

enum { COUNT_PREFIX = 64 }; // keeps what follows aligned

static void *counting_take(size_t size, size_t alignment, void *user) {
    counting *c = user;
    CHECK(alignment <= COUNT_PREFIX);
    char *block = aligned_alloc(COUNT_PREFIX, (size + 2 * COUNT_PREFIX - 1) / COUNT_PREFIX * COUNT_PREFIX);
    memcpy(block, &size, sizeof size);
    c->used += size;
    if (c->used > c->peak) c->peak = c->used;
    return block + COUNT_PREFIX;
}

static void counting_give(void *block, void *user) {
    counting *c = user;
    size_t size;
    memcpy(&size, (char *)block - COUNT_PREFIX, sizeof size);
    c->used -= size;
    free((char *)block - COUNT_PREFIX);
}

static size_t peak_memory(gyre_format format, double duration) {
    gyre_scene *scene = falling_scene(duration);
    full_disk disk = {.fail_at = -1};
    counting c = {0};
    gyre_allocator allocator = {counting_take, counting_give, &c};
    gyre_sink sink = {full_write, full_patch, &disk};
    CHECK_OK(record_into(scene, format, sink, allocator, (int)gyre_scene_frame_count(scene)));
    CHECK_EQ(c.used, 0);
    gyre_scene_destroy(scene);
    return c.peak;
}

TEST(memory_of_tables_does_not_grow_with_the_duration) {
    const gyre_format formats[] = {GYRE_FORMAT_csv, GYRE_FORMAT_npz, GYRE_FORMAT_json, GYRE_FORMAT_gyre};
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        size_t peak = peak_memory(formats[i], 50); // more frames than a batch of NPZ holds
        CHECK_EQ(peak_memory(formats[i], 150), peak);
        CHECK_BELOW((double)peak, 2e6);
    }
}

TEST(bytes_in_memory_can_be_overwritten_but_not_beyond_their_end) {
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    CHECK_OK(sink.write("abcdef", 6, sink.user));
    CHECK_OK(sink.patch(2, "XY", 2, sink.user));
    CHECK_OK(sink.patch(6, "", 0, sink.user));
    CHECK_RESULT(sink.patch(5, "ZZ", 2, sink.user), GYRE_ERR_LENGTH);
    CHECK_RESULT(sink.patch(UINT64_MAX, "Z", 1, sink.user), GYRE_ERR_LENGTH);
    CHECK_EQ(memory.size, 6);
    CHECK_BYTES(memory.bytes, "abXYef", 6);
    free(memory.bytes);
}

RUN_TESTS("record")
