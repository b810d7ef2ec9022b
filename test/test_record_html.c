/// Layer 11: the page that replays a run. Its data are read back by a reader of the test's own; that the page works in
/// a browser: test/web.
#include "base/base64.h"
#include "inflate.h"
#include "record/replay_columns.h"
#include "record/replay_page.h"
#include "record_helpers.h"

enum { NUMBERS = 17, WORLD_NUMBERS = 9, FRAMES_MAX = 131072 };
static const double PRECISION = 0x1p-20; // as docs/OUTPUTS.md states it

// ---- reading ----

typedef struct cursor {
    const uint8_t *bytes;
    size_t size, at;
} cursor;

static uint64_t take(cursor *c, size_t size) {
    uint64_t value = 0;
    CHECK(size <= c->size - c->at);
    for (size_t i = size; i-- > 0;)
        value = value << 8 | c->bytes[c->at + i];
    c->at += size;
    return value;
}

static double take_double(cursor *c) {
    uint64_t bits = take(c, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int64_t take_multiple(cursor *c) {
    uint64_t value = 0, byte;
    int shift = 0;
    do {
        byte = take(c, 1);
        value |= (byte & 127) << shift;
        shift += 7;
    } while (byte & 128);
    return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

// One quantity to out[(first + component) * frames + k]; `stated` gets the error that the step allows.
static void read_quantity(cursor *c, size_t components, size_t count, double *out, double *stated) {
    double first[4];
    int16_t exponent = (int16_t)take(c, 2);
    for (size_t i = 0; i < components; i++)
        first[i] = take_double(c);
    double step = exponent == COLUMN_CONSTANT ? 0 : ldexp(1, exponent);
    for (size_t i = 0; i < components; i++) {
        int64_t n[5000] = {0};
        CHECK(count <= COUNT_OF(n));
        if (step > 0) {
            int order = (int)take(c, 1);
            for (size_t k = 1; k < count; k++)
                n[k] = take_multiple(c);
            for (; order > 0; order--)
                for (size_t k = 1; k < count; k++)
                    n[k] += n[k - 1];
        }
        for (size_t k = 0; k < count; k++)
            out[i * count + k] = first[i] + (double)n[k] * step;
    }
    *stated = step / 2;
}

// ---- quantities ----

typedef double (*motion_function)(random_source *r, size_t k);
static double smooth(random_source *r, size_t k) { return (void)r, 3 * sin(0.02 * (double)k) - 7e3; }
static double noisy(random_source *r, size_t k) { return (void)k, random_between(r, -1e-12, 1e-12); }
static double huge(random_source *r, size_t k) { return (k % 2 ? 1 : -1) * random_between(r, 0, 9e299); }
static double resting(random_source *r, size_t k) { return (void)r, (void)k, 0.1; }
static double tiny(random_source *r, size_t k) { return (void)r, 1e-306 * (double)k; }
static double far_away(random_source *r, size_t k) { return (void)r, 4e12 + 0.25 * (double)(k * k); }

static void quantities_come_back(motion_function f, size_t count) {
    enum { COMPONENTS = 3, MOST = 400 };
    static double values[COMPONENTS * MOST], got[COMPONENTS * MOST];
    static int32_t scratch[2 * MOST];
    random_source r = {17};
    double change = 0, stated;
    for (size_t i = 0; i < COMPONENTS * count; i++) {
        values[i] = f(&r, i % count);
        change = fmax(change, fabs(values[i] - values[i / count * count]));
    }
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    gyre_allocator from_libc = {0};
    output out;
    CHECK_OK(gyre_output_begin(&out, &sink, &from_libc, false));
    gyre_columns_put(&out, values, count, COMPONENTS, scratch);
    CHECK_OK(gyre_output_end(&out));
    gyre_output_free(&out);
    cursor c = {memory.bytes, memory.size, 0};
    read_quantity(&c, COMPONENTS, count, got, &stated);
    CHECK_EQ(c.at, c.size);
    CHECK(stated <= PRECISION * change);
    for (size_t i = 0; i < COMPONENTS * count; i++)
        CHECK_NEAR(got[i], values[i], fmax(stated, 0x1p-1000) + 0x1p-52 * fabs(values[i]));
    free(memory.bytes);
}

TEST(quantities_are_restored_within_the_stated_error) {
    const motion_function all[] = {smooth, noisy, huge, resting, tiny, far_away};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        for (size_t count = 1; count <= 400; count = count < 8 ? count + 1 : count * 7)
            quantities_come_back(all[i], count);
}

// ---- pages ----

static bool is_there(void) { return gyre_replay_script[0] != '\0'; }

TEST(a_build_without_the_page_reports_the_missing_tools) {
    if (is_there()) return;
    gyre_scene *scene = empty_scene(1);
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = NULL;
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_html);
    def.sink = gyre_sink_to_memory(&memory);
    def.log.write = keep_text;
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_FORMAT);
    CHECK(strstr(log_text, "html: this build has no replay page") && strstr(log_text, "./bootstrap web"));
    CHECK(!recording && !memory.bytes);
    gyre_scene_destroy(scene);
}

// The text between the first occurrences of two texts.
static const char *between(const char *text, const char *before, const char *after, size_t *out_size) {
    const char *start = strstr(text, before);
    if (!start) fail_msg("there is no %s", before);
    start += strlen(before);
    const char *end = strstr(start, after);
    CHECK(end);
    *out_size = (size_t)(end - start);
    return start;
}

// A deflated block of the page, to be freed.
static cursor block_of(const char *page, const char *key) {
    char before[32];
    size_t size, bad, room = (size_t)64 << 20;
    snprintf(before, sizeof before, "\"%s\":\"", key);
    const char *text = between(page, before, "\"", &size);
    uint8_t *packed = malloc(size + 1), *bytes = malloc(room);
    CHECK(packed && bytes);
    CHECK(gyre_base64_decode(text, size, packed, &size, &bad));
    inflater z = {.bytes = packed, .size = size, .out = bytes, .room = room};
    CHECK(inflate(&z));
    CHECK_EQ(z.at, size);
    free(packed);
    return (cursor){bytes, z.out_size, 0};
}

static void numbers_of(const gyre_world *world, gyre_body_id body, double out[NUMBERS]) {
    gyre_state s = state_of(world, body);
    gyre_motion m = motion_of(world, body);
    gyre_quat q = m.orientation;
    gyre_vec3 v = m.velocity, w = m.angular_velocity;
    double kinetic, potential;
    CHECK_OK(gyre_world_get_energies(world, &body, 1, &kinetic, &potential));
    const double numbers[NUMBERS] = {s.x.x,
                                     s.x.y,
                                     s.x.z,
                                     q.w,
                                     q.x,
                                     q.y,
                                     q.z,
                                     v.x,
                                     v.y,
                                     v.z,
                                     w.x,
                                     w.y,
                                     w.z,
                                     s.L.x,
                                     s.L.y,
                                     s.L.z,
                                     kinetic + potential};
    memcpy(out, numbers, sizeof numbers);
}

static void world_numbers_of(const gyre_world *world, double out[WORLD_NUMBERS]) {
    gyre_ledger l = ledger_of(world);
    gyre_vec3 P = l.momentum.final, L = l.angular_momentum.final;
    const double numbers[WORLD_NUMBERS] = {l.kinetic, l.potential, l.residual, P.x, P.y, P.z, L.x, L.y, L.z};
    memcpy(out, numbers, sizeof numbers);
}

// All quantities of a body or of the world compared with the measured ones: want[k * numbers + i]. Each is off by no
// more than the page states, and the page states no more than a millionth of how far it moved.
static void quantities_agree(cursor *c, const size_t *quantities, size_t numbers, const double *want, size_t frames) {
    CHECK_EQ(take(c, 4), frames);
    double *got = malloc(4 * frames * sizeof *got);
    for (size_t first = 0; first < numbers; first += *quantities++) {
        double stated, change = 0;
        read_quantity(c, *quantities, frames, got, &stated);
        for (size_t i = 0; i < *quantities; i++)
            for (size_t k = 0; k < frames; k++) {
                double value = want[k * numbers + first + i];
                CHECK_NEAR(got[i * frames + k], value, stated + 0x1p-52 * fabs(value));
                change = fmax(change, fabs(value - want[first + i]));
            }
        CHECK(stated <= PRECISION * change);
    }
    free(got);
}

TEST(a_page_has_the_numbers_of_the_run_within_its_stated_error) {
    if (!is_there()) return;
    enum { FRAMES = 90 };
    static const size_t of_world[] = {1, 1, 1, 3, 3}, of_body[] = {3, 4, 3, 3, 3, 1};
    static double world_want[FRAMES * WORLD_NUMBERS], want[SCENE_BODIES][FRAMES * NUMBERS], times[FRAMES];
    gyre_scene *scene = falling_scene(2);
    gyre_world *world = gyre_scene_world(scene);
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = begin_recording(scene, GYRE_FORMAT_html, gyre_sink_to_memory(&memory));
    for (uint64_t k = 0; k < FRAMES; k++) {
        step_to_frame(scene, k);
        CHECK_OK(gyre_recording_frame(recording));
        times[k] = gyre_world_time(world);
        world_numbers_of(world, &world_want[k * WORLD_NUMBERS]);
        gyre_body_id body = {0};
        for (int i = 0; i < SCENE_BODIES; i++)
            numbers_of(world, body = gyre_world_next_body(world, body), &want[i][k * NUMBERS]);
    }
    CHECK_OK(gyre_recording_end(recording, 1));
    gyre_recording_destroy(recording);
    char *page = text_of(&memory);
    CHECK(strstr(page, "\"is_early\":true"));
    CHECK(strstr(page, "\"precision\":9.5367431640625e-7"));
    cursor c = block_of(page, "tracks");
    CHECK_EQ(take(&c, 4), FRAMES);
    CHECK_EQ(take(&c, 4), SCENE_BODIES);
    for (int k = 0; k < FRAMES; k++)
        CHECK_SAME(take_double(&c), times[k]);
    quantities_agree(&c, of_world, WORLD_NUMBERS, world_want, FRAMES);
    for (int i = 0; i < SCENE_BODIES; i++)
        quantities_agree(&c, of_body, NUMBERS, want[i], FRAMES);
    CHECK_EQ(c.at, c.size);
    free((void *)c.bytes);
    free(page);
    gyre_scene_destroy(scene);
}

TEST(a_removed_body_has_finite_numbers_until_its_removal) {
    if (!is_there()) return;
    gyre_scene *scene = falling_scene(1);
    gyre_world *world = gyre_scene_world(scene);
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = begin_recording(scene, GYRE_FORMAT_html, gyre_sink_to_memory(&memory));
    for (uint64_t k = 0; k < 20; k++) {
        step_to_frame(scene, k);
        if (k == 12) CHECK_OK(gyre_world_remove_body(world, gyre_world_next_body(world, (gyre_body_id){0})));
        CHECK_OK(gyre_recording_frame(recording));
    }
    CHECK_OK(gyre_recording_end(recording, 1));
    gyre_recording_destroy(recording);
    char *page = text_of(&memory);
    cursor c = block_of(page, "tracks");
    static double room[4 * 20];
    static const size_t of_world[] = {1, 1, 1, 3, 3};
    double stated;
    c.at = 8 + 20 * 8;
    CHECK_EQ(take(&c, 4), 20);
    for (size_t i = 0; i < COUNT_OF(of_world); i++)
        read_quantity(&c, of_world[i], 20, room, &stated);
    CHECK_EQ(take(&c, 4), 12); // the first body
    free((void *)c.bytes);
    free(page);
    gyre_scene_destroy(scene);
}

TEST(too_many_frames_are_thinned_and_the_last_one_stays) {
    if (!is_there()) return;
    enum { FRAMES = 2 * FRAMES_MAX + 4 }; // halved twice, and three more than every fourth
    gyre_scene *scene = empty_scene(1);
    add_ball_at(gyre_scene_world(scene), (gyre_vec3){1, 2, 3});
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = begin_recording(scene, GYRE_FORMAT_html, gyre_sink_to_memory(&memory));
    for (int k = 0; k < FRAMES; k++) {
        if (k == FRAMES - 1) take_steps(gyre_scene_world(scene), DT, 1);
        CHECK_OK(gyre_recording_frame(recording));
    }
    CHECK_OK(gyre_recording_end(recording, 0));
    gyre_recording_destroy(recording);
    CHECK(strstr(log_text, "one frame in 4"));
    char *page = text_of(&memory);
    CHECK(strstr(page, "\"stride\":4"));
    cursor c = block_of(page, "tracks");
    uint64_t frames = take(&c, 4);
    CHECK_EQ(frames, FRAMES_MAX / 2 + 1 + 1);
    c.at = 8 + 8 * (frames - 1);
    CHECK_SAME(take_double(&c), DT);
    free((void *)c.bytes);
    free(page);
    gyre_scene_destroy(scene);
}

TEST(a_hundred_bodies_for_ten_seconds_are_under_two_megabytes) {
    if (!is_there()) return;
    enum { BODIES = 100, FRAMES = 600 };
    random_source r = {11};
    gyre_scene *scene = empty_scene(FRAMES * DT);
    gyre_world *world = gyre_scene_world(scene);
    CHECK_OK(gyre_world_set_gravity(world, (gyre_vec3){0, 0, -9.80665}));
    gyre_body_id last = {0};
    for (int i = 0; i < BODIES; i++) { // every number of every body changes
        gyre_body_def def = random_body_def(&r);
        gyre_body_id body = add_body(world, &def);
        gyre_force_def spring = spring_on(body, last, 30, 1);
        spring.parameters.spring.at = at_body(0.1, 0.2, 0.3);
        add_force(world, &spring);
        last = body;
    }
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_html, FRAMES);
    print_message("100 bodies, 600 frames: %zu bytes, %zu of them the page itself\n", memory.size,
                  strlen(gyre_replay_script) + strlen(gyre_replay_style));
    CHECK(memory.size < 2000000);
    free(memory.bytes);
    gyre_scene_destroy(scene);
}

// ---- safety ----

static const char *const hostile[] = {"</script><script>alert(1)</script>", "<!--",           "\"},\"tracks\":\"",
                                      "\\\"<img src=x onerror=alert(1)>",   "a\x01\x1f\x7f",  "\xff\xfe not UTF-8 <",
                                      "\xe2\x80\xa8\xe2\x80\xa9<",          "'\"`;alert(1)//"};

TEST(hostile_names_are_data_in_the_page) {
    if (!is_there()) return;
    gyre_scene *scene = empty_scene(1);
    gyre_world *world = gyre_scene_world(scene);
    for (size_t i = 0; i < COUNT_OF(hostile); i++) {
        gyre_body_def def = ball_def();
        def.name = hostile[i];
        gyre_body_id body = add_body(world, &def);
        gyre_force_def drag = force_on(GYRE_FORCE_drag, body);
        drag.name = hostile[i];
        add_force(world, &drag);
    }
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_html, 2);
    char *page = text_of(&memory);
    size_t size;
    const char *data = between(page, "id=\"replay\">", "</script>", &size);
    CHECK(size > 1000 && data[size - 1] == '}' && !memchr(data, '<', size));
    CHECK(strncmp(data + size + strlen("</script>\n"), "<script>", 8) == 0); // and then the page's own
    for (size_t i = 0; i < size; i++)
        CHECK((uint8_t)data[i] >= 0x20 || data[i] == '\n');
    free(page);
    gyre_scene_destroy(scene);
}

// ---- bodies and springs ----

// Tetrahedra are not among the shapes that the page draws by itself: they come as triangles, equal ones once.
TEST(shapes_come_once_as_triangles_and_springs_with_their_ends_and_times) {
    if (!is_there()) return;
    static const char text[] =
        "{\"gyre\":1,\"duration\":1,\"bodies\":["
        "{\"name\":\"a\",\"mass\":1,\"shape\":{\"type\":\"tetrahedron\",\"corners\":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}}"
        ","
        "{\"name\":\"b\",\"mass\":1,\"position\":[3,0,0],"
        "\"shape\":{\"type\":\"tetrahedron\",\"corners\":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}},"
        "{\"name\":\"c\",\"mass\":1,\"position\":[0,0,4],\"shape\":{\"type\":\"compound\",\"parts\":["
        "{\"type\":\"tetrahedron\",\"corners\":[[0,0,0],[2,0,0],[0,1,0],[0,0,1]]},"
        "{\"type\":\"triangle\",\"corners\":[[0,0,0],[1,0,0],[0,1,0]],\"position\":[0,1,0]}]}}],"
        "\"forces\":[{\"type\":\"spring\",\"body\":\"a\",\"to\":\"b\",\"stiffness\":1,\"from\":0.25,\"until\":0.5},"
        "{\"type\":\"spring\",\"body\":\"c\",\"to\":\"world\",\"stiffness\":1}]}";
    gyre_scene *scene = NULL;
    CHECK_OK(gyre_scene_read(text, sizeof text - 1, NULL, &scene));
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_html, 2);
    char *page = text_of(&memory);
    CHECK(strstr(page, "{\"name\":\"a\",") && strstr(page, "\"shapes\":[{\"type\":\"mesh\",\"mesh\":0}]"));
    CHECK(strstr(page,
                 "\"shapes\":[{\"type\":\"mesh\",\"mesh\":1},{\"type\":\"mesh\",\"mesh\":2,\"position\":[0,1,0]}]"));
    CHECK(!strstr(page, "\"mesh\":3"));
    CHECK(strstr(page, "\"springs\":[{\"body\":0,\"at\":[0.25,0.25,0.25],\"other\":1,\"to\":[0.25,0.25,0.25],"
                       "\"from\":0.25,\"until\":0.5},{\"body\":2,"));
    CHECK(strstr(page, "\"other\":-1,\"to\":[0,0,0]}]"));
    cursor c = block_of(page, "meshes");
    static const size_t triangles[] = {4, 4, 1};
    for (size_t i = 0; i < COUNT_OF(triangles); i++) {
        size_t vertices = take(&c, 4), count = take(&c, 4);
        CHECK_EQ(count, triangles[i]);
        c.at += vertices * (3 * sizeof(float) + 3) + 3 * count * sizeof(uint32_t);
    }
    CHECK_EQ(c.at, c.size);
    free((void *)c.bytes);
    free(page);
    gyre_scene_destroy(scene);
}

// A world that keeps no ledger provides energies and momenta, but no residual.
TEST(a_page_of_a_world_without_a_ledger_has_energies_and_no_residual) {
    if (!is_there()) return;
    enum { FRAMES = 5 };
    static const char text[] =
        "{\"gyre\":1,\"duration\":1,\"gravity\":[0,0,-10],\"bodies\":[{\"name\":\"a\",\"mass\":2,"
        "\"shape\":{\"type\":\"sphere\",\"radius\":1},\"velocity\":[3,0,0]}]}";
    gyre_scene_options options = gyre_scene_options_default();
    gyre_scene *scene = NULL;
    options.has_ledger = 0;
    CHECK_OK(gyre_scene_read(text, sizeof text - 1, &options, &scene));
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_html, FRAMES);
    char *page = text_of(&memory);
    cursor c = block_of(page, "tracks");
    double got[3 * FRAMES], stated;
    c.at = 8 + 8 * FRAMES; // frames, bodies, times
    CHECK_EQ(take(&c, 4), FRAMES);
    read_quantity(&c, 1, FRAMES, got, &stated);
    CHECK_NEAR(got[0], 9, stated);
    CHECK_NEAR(got[FRAMES - 1], 9 + pow(10.0 * (FRAMES - 1) / 60, 2), stated + 1e-12); // m g^2 t^2 / 2
    read_quantity(&c, 1, FRAMES, got, &stated);
    read_quantity(&c, 1, FRAMES, got, &stated);
    for (int k = 0; k < FRAMES; k++)
        CHECK_SAME(got[k], 0.0);
    read_quantity(&c, 3, FRAMES, got, &stated);
    CHECK_NEAR(got[FRAMES - 1], 6, stated);
    free((void *)c.bytes);
    free(page);
    gyre_scene_destroy(scene);
}

RUN_TESTS("record html")
