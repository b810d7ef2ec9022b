/// Layer 11: arrays for numpy. That numpy itself agrees: check_recordings.sh.
#include "checksum.h"
#include "record_helpers.h"

// ---- archives ----

static uint64_t little_endian(const uint8_t *bytes, size_t size) {
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

typedef struct member {
    const uint8_t *bytes; // the array: 128 bytes of header, then numbers
    size_t size;
    const char *header;
} member;

// The n-th member by the archive's own list, its checksum verified.
static member member_at(const gyre_memory_sink *zip, size_t n, const char *name) {
    const uint8_t *end = zip->bytes + zip->size - 22;
    CHECK_EQ(little_endian(end, 4), 0x06054b50);
    CHECK(n < little_endian(end + 10, 2));
    const uint8_t *entry = zip->bytes + little_endian(end + 16, 4);
    for (; n > 0; n--)
        entry += 46 + little_endian(entry + 28, 2) + little_endian(entry + 30, 2);
    CHECK_EQ(little_endian(entry, 4), 0x02014b50);
    CHECK_EQ(little_endian(entry + 28, 2), strlen(name));
    CHECK_BYTES(entry + 46, name, strlen(name));
    const uint8_t *local = zip->bytes + little_endian(entry + 42, 4);
    CHECK_EQ(little_endian(local, 4), 0x04034b50);
    CHECK_BYTES(local + 4, entry + 6, 26); // both say the same
    CHECK_BYTES(local + 30, name, strlen(name));
    member m = {local + 30 + strlen(name), (size_t)little_endian(entry + 24, 4), NULL};
    m.header = (const char *)m.bytes + 10;
    CHECK_EQ(crc_of(m.bytes, m.size), little_endian(entry + 16, 4));
    CHECK_BYTES(m.bytes, "\x93NUMPY\x01\0\x76\0", 10);
    CHECK_EQ(m.bytes[127], '\n');
    return m;
}

static double number_at(const member *m, size_t index) {
    uint64_t bits = little_endian(m->bytes + 128 + 8 * index, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

enum { MEMBERS = 22 };
static const char *const MEMBER_NAMES[MEMBERS] = {
    "t.npy",  "body.npy", "x.npy",  "y.npy",  "z.npy",  "qw.npy", "qx.npy", "qy.npy", "qz.npy", "vx.npy", "vy.npy",
    "vz.npy", "wx.npy",   "wy.npy", "wz.npy", "Px.npy", "Py.npy", "Pz.npy", "Lx.npy", "Ly.npy", "Lz.npy", "energy.npy"};

TEST(npz_has_one_array_per_column_of_frames_times_bodies) {
    gyre_scene *scene = falling_scene(1);
    CHECK_EQ(gyre_scene_frame_count(scene), 61);
    gyre_memory_sink zip = record_frames(scene, GYRE_FORMAT_npz, 61);
    for (size_t i = 0; i < MEMBERS; i++) {
        member m = member_at(&zip, i, MEMBER_NAMES[i]);
        const char *shape = i == 0 ? "'shape': (61,), }" : i == 1 ? "'shape': (3,), }" : "'shape': (61, 3), }";
        CHECK(strstr(m.header, i == 1 ? "{'descr': '<U21', 'fortran_order': False, "
                                      : "{'descr': '<f8', 'fortran_order': False, "));
        CHECK(strstr(m.header, shape));
        CHECK_EQ(m.size, 128 + (i == 0 ? 61 * 8 : i == 1 ? 3 * 21 * 4 : 61 * 3 * 8));
    }
    free(zip.bytes);
    gyre_scene_destroy(scene);
}

TEST(npz_of_a_run_that_ends_early_has_the_frames_that_were_recorded) {
    gyre_scene *scene = falling_scene(1), *again = falling_scene(1);
    gyre_memory_sink zip = record_frames(scene, GYRE_FORMAT_npz, 7);
    member t = member_at(&zip, 0, "t.npy"), z = member_at(&zip, 4, "z.npy");
    CHECK(strstr(t.header, "'shape': (7,), }"));
    CHECK(strstr(z.header, "'shape': (7, 3), }"));
    CHECK_EQ(z.size, 128 + 7 * 3 * 8);
    gyre_body_id brick;
    CHECK_OK(gyre_world_find_body(gyre_scene_world(again), "brick", &brick));
    for (size_t k = 0; k < 7; k++) {
        step_to_frame(again, k);
        CHECK_SAME(number_at(&t, k), gyre_world_time(gyre_scene_world(again)));
        CHECK_SAME(number_at(&z, 3 * k), state_of(gyre_scene_world(again), brick).x.z);
        CHECK_SAME(number_at(&z, 3 * k + 2), -1.0); // the floor
    }
    free(zip.bytes);
    gyre_scene_destroy(scene);
    gyre_scene_destroy(again);
}

TEST(npz_of_no_frames_and_no_bodies_is_whole) {
    gyre_scene *scene = empty_scene(1);
    gyre_memory_sink zip = record_frames(scene, GYRE_FORMAT_npz, 0);
    for (size_t i = 0; i < MEMBERS; i++) {
        member m = member_at(&zip, i, MEMBER_NAMES[i]);
        CHECK_EQ(m.size, 128);
        CHECK(strstr(m.header, i < 2 ? "'shape': (0,), }" : "'shape': (0, 0), }"));
    }
    free(zip.bytes);
    gyre_scene_destroy(scene);
}

TEST(npz_names_are_characters_not_bytes) {
    const char *const names[] = {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xbe", "\xc0\x80z\xe2\x82"};
    const uint32_t want[2][5] = {{0xe4, 0x20ac, 0x1f3be},                // two, three and four bytes
                                 {0xfffd, 0xfffd, 'z', 0xfffd, 0xfffd}}; // overlong, cut off: one by one
    gyre_scene *scene = empty_scene(1);
    for (size_t i = 0; i < 2; i++) {
        gyre_body_def def = ball_def();
        def.name = names[i];
        add_body(gyre_scene_world(scene), &def);
    }
    gyre_memory_sink zip = record_frames(scene, GYRE_FORMAT_npz, 1);
    member m = member_at(&zip, 1, "body.npy");
    CHECK(strstr(m.header, "'<U5'"));
    for (size_t i = 0; i < 2; i++)
        for (size_t c = 0; c < 5; c++)
            CHECK_EQ(little_endian(m.bytes + 128 + 4 * (5 * i + c), 4), want[i][c]);
    free(zip.bytes);
    gyre_scene_destroy(scene);
}

TEST(npz_takes_no_more_frames_than_the_scene_has) {
    gyre_scene *scene = falling_scene(DT);
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = begin_recording(scene, GYRE_FORMAT_npz, gyre_sink_to_memory(&memory));
    CHECK_OK(gyre_recording_frame(recording));
    CHECK_OK(gyre_recording_frame(recording));
    CHECK_RESULT(gyre_recording_frame(recording), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_recording_end(recording, 0), GYRE_ERR_LENGTH);
    gyre_recording_destroy(recording);
    free(memory.bytes);
    gyre_scene_destroy(scene);
}

RUN_TESTS("record npz")
