/// Layer 11: animations as glTF, read back from their bytes. The Khronos validator looks at them in check_glb.sh.
#include "body_helpers.h"
#include "check.h"
#include "drawn_scene.h"
#include "host.h"
#include "record/shape_mesh.h"

#include <float.h>

// ---- reading back ---------------------------------------------------------------------------------------------------

typedef struct glb {
    char *json;
    const uint8_t *numbers; // the binary chunk, or NULL
    size_t numbers_size;
    gyre_memory_sink bytes;
} glb;

static uint32_t u32_at(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static float float_at(const uint8_t *bytes) {
    uint32_t bits = u32_at(bytes);
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static glb glb_of(gyre_memory_sink bytes) {
    glb file = {.bytes = bytes};
    size_t json_size = u32_at(bytes.bytes + 12);
    file.json = malloc(json_size + 1);
    CHECK(file.json);
    memcpy(file.json, bytes.bytes + 20, json_size);
    file.json[json_size] = '\0';
    if (bytes.size > 20 + json_size) {
        file.numbers_size = u32_at(bytes.bytes + 20 + json_size);
        file.numbers = bytes.bytes + 28 + json_size;
    }
    return file;
}

static glb recorded(gyre_scene *scene, size_t frame_count) {
    return glb_of(drawn_recording(scene, GYRE_FORMAT_glb, frame_count, 0));
}

static void glb_free(glb *file) {
    free(file->json);
    free(file->bytes.bytes);
}

static size_t count_of(const glb *file, const char *text) {
    size_t count = 0;
    for (const char *at = file->json; (at = strstr(at, text)); at++)
        count++;
    return count;
}

static const char *after(const char *json, const char *text) {
    const char *at = strstr(json, text);
    if (!at) fail_msg("%s is missing in %s", text, json);
    return at ? at + strlen(text) : json; // fail_msg does not return, which gcc does not know
}

// The `count` numbers that follow a key, in brackets or not.
static void numbers_after(const char *json, const char *text, int count, double *out) {
    const char *at = after(json, text);
    for (int i = 0; i < count; i++) {
        at += *at == '[' || *at == ',';
        char *end;
        out[i] = strtod(at, &end);
        CHECK(end != at);
        at = end;
    }
}

// Offset of an accessor within the binary chunk.
static size_t accessor_at(const glb *file, int index, double *out_count) {
    double view, offset, view_offset;
    const char *at = after(file->json, "\"accessors\":[");
    for (int i = 0; i < index; i++)
        at = after(at, "\"type\":");
    numbers_after(at, "\"bufferView\":", 1, &view);
    numbers_after(at, "\"byteOffset\":", 1, &offset);
    numbers_after(at, "\"count\":", 1, out_count);
    at = after(file->json, "\"bufferViews\":[");
    for (int i = 0; i < (int)view; i++)
        at = after(at, "\"byteLength\":");
    numbers_after(at, "\"byteOffset\":", 1, &view_offset);
    return (size_t)view_offset + (size_t)offset;
}

// The numbers of one frame of the track that moves a node along a path ("translation", "rotation").
static void track_at(const glb *file, int node, const char *path, size_t frame, int count, double *out) {
    char target[80];
    snprintf(target, sizeof target, ",\"target\":{\"node\":%d,\"path\":\"%s\"}}", node, path);
    const char *at = strstr(file->json, target);
    if (!at) fail_msg("node %d has no %s", node, path);
    while (strncmp(at, "{\"sampler\":", 11) != 0)
        at--;
    int sampler = (int)strtol(at + 11, NULL, 10);
    at = after(file->json, "\"samplers\":[");
    for (int i = 0; i < sampler; i++)
        at = after(at, "\"output\":");
    double output, frame_count;
    numbers_after(at, "\"output\":", 1, &output);
    const uint8_t *samples = file->numbers + accessor_at(file, (int)output, &frame_count);
    CHECK((double)frame < frame_count);
    for (int i = 0; i < count; i++)
        out[i] = (double)float_at(samples + 4 * (frame * (size_t)count + (size_t)i));
}

static const gyre_vec3 weightless = {0, 0, 0};
static const gyre_pose here = {{0, 0, 0}, {1, 0, 0, 0}};

// A hammer whose centre of mass is not the origin of its model, tumbling and falling.
static gyre_scene *hammer_scene(void) {
    static const gyre_look_part box = {{GYRE_SHAPE_box, 0, {1, 2, 3}}, {{0, 0, 0}, {1, 0, 0, 0}}, NULL, 0};
    gyre_scene *scene = drawn_scene("hammer", (gyre_vec3){0, 0, -9.81});
    gyre_body_def def = drawn_body("hammer");
    def.mass.center = (gyre_vec3){0.1, 0.2, 0.6};
    def.mass.inertia = (gyre_tensor){.xx = 0.5, .yy = 0.4, .zz = 0.3, .xy = 0.02, .xz = -0.03, .yz = 0.01};
    def.orientation = (gyre_quat){0.5, 0.5, -0.5, 0.5};
    def.angular_velocity = (gyre_vec3){1, 7, 2};
    def.velocity = (gyre_vec3){3, 2, 1};
    drawn_scene_add(scene, &def, (gyre_look){&box, 1, {1, 0.5, 0}});
    return scene;
}

// ---- the container --------------------------------------------------------------------------------------------------

TEST(a_glb_file_states_its_lengths) {
    gyre_scene *scene = hammer_scene();
    glb file = recorded(scene, 3);
    const uint8_t *bytes = file.bytes.bytes;
    CHECK_BYTES(bytes, "glTF\2\0\0\0", 8);
    CHECK_EQ(u32_at(bytes + 8), file.bytes.size);
    size_t json_size = u32_at(bytes + 12);
    CHECK_BYTES(bytes + 16, "JSON", 4);
    CHECK_EQ(json_size % 4, 0);
    CHECK_BYTES(bytes + 24 + json_size, "BIN\0", 4);
    CHECK_EQ(28 + json_size + file.numbers_size, file.bytes.size);
    CHECK_EQ(file.numbers_size % 4, 0);
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(a_scene_without_bodies_has_no_numbers) {
    gyre_scene *scene = drawn_scene("", weightless);
    glb file = recorded(scene, 3);
    CHECK(!file.numbers);
    CHECK_EQ(count_of(&file, "buffer"), 0);
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(title_and_step_are_in_the_extras) {
    gyre_scene *scene = drawn_scene("a \"title\" \\ \n\xff", weightless);
    glb file = glb_of(drawn_recording(scene, GYRE_FORMAT_glb, 2, 1));
    double dt, fps, frames;
    CHECK(strstr(file.json, "\"extras\":{\"title\":\"a \\\"title\\\" \\\\ \\u000a\xef\xbf\xbd\","));
    numbers_after(file.json, "\"dt\":", 1, &dt);
    numbers_after(file.json, "\"fps\":", 1, &fps);
    numbers_after(file.json, "\"frames\":", 1, &frames);
    CHECK_SAME(dt, 1.0 / 60);
    CHECK(fps == 60 && frames == 2);
    CHECK(strstr(file.json, "\"is_early\":true"));
    glb_free(&file);
    drawn_scene_free(scene);
}

// ---- motion ---------------------------------------------------------------------------------------------------------

TEST(nodes_follow_the_model_frame_to_the_precision_of_floats) {
    enum { FRAMES = 200 };
    gyre_scene *scene = hammer_scene(), *again = hammer_scene();
    glb file = recorded(scene, FRAMES);
    for (size_t k = 0; k < FRAMES; k++) {
        double x[3], q[4];
        gyre_motion want;
        if (k > 0) CHECK_OK(gyre_world_step(again->world, again->settings.dt, NULL));
        CHECK_OK(gyre_body_get_motion(again->world, again->bodies[0], &want));
        track_at(&file, 1, "translation", k, 3, x);
        track_at(&file, 1, "rotation", k, 4, q);
        // half a unit in the last place of each component: 2^-24 of the vector; the angle is twice that of q
        CHECK_BELOW(distance((gyre_vec3){x[0], x[1], x[2]}, want.position), norm(want.position) * (double)FLT_EPSILON);
        CHECK_BELOW(angle_between((gyre_quat){q[3], q[0], q[1], q[2]}, want.orientation), (double)FLT_EPSILON);
    }
    glb_free(&file);
    drawn_scene_free(scene);
    drawn_scene_free(again);
}

TEST(the_root_turns_z_up_into_y_up) {
    gyre_scene *scene = hammer_scene();
    glb file = recorded(scene, 1);
    double q[4];
    numbers_after(file.json, "\"rotation\":", 4, q);
    gyre_quat turn = {q[3], q[0], q[1], q[2]};
    CHECK_BELOW(distance(gyre_quat_rotate(turn, (gyre_vec3){0, 0, 1}), (gyre_vec3){0, 1, 0}), 1e-15);
    CHECK_BELOW(distance(gyre_quat_rotate(turn, (gyre_vec3){1, 0, 0}), (gyre_vec3){1, 0, 0}), 1e-15);
    glb_free(&file);
    drawn_scene_free(scene);
}

static gyre_recording *begun(gyre_scene *scene, gyre_memory_sink *memory) {
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_glb);
    gyre_recording *recording;
    def.sink = gyre_sink_to_memory(memory);
    CHECK_OK(gyre_recording_begin(&def, scene, &recording));
    return recording;
}

static glb ended(gyre_recording *recording, gyre_memory_sink *memory) {
    CHECK_OK(gyre_recording_end(recording, 0));
    gyre_recording_destroy(recording);
    return glb_of(*memory);
}

TEST(orientations_keep_their_sign_from_frame_to_frame) {
    gyre_scene *scene = hammer_scene();
    gyre_memory_sink memory = {0};
    gyre_recording *recording = begun(scene, &memory);
    for (int k = 0; k < 20; k++) {
        gyre_motion m;
        CHECK_OK(gyre_body_get_motion(scene->world, scene->bodies[0], &m));
        gyre_quat q = m.orientation, other = {-q.w, -q.x, -q.y, -q.z};
        if (k % 2 == 0) CHECK_OK(gyre_body_set_pose(scene->world, scene->bodies[0], (gyre_pose){m.position, other}));
        CHECK_OK(gyre_recording_frame(recording));
        CHECK_OK(gyre_world_step(scene->world, 1.0 / 60, NULL));
    }
    glb file = ended(recording, &memory);
    for (size_t k = 1; k < 20; k++) {
        double p[4], q[4];
        track_at(&file, 1, "rotation", k - 1, 4, p);
        track_at(&file, 1, "rotation", k, 4, q);
        CHECK(p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] > 0.9); // 7 rad/s for 1/60 s
    }
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(bodies_at_rest_are_not_animated) {
    gyre_scene *scene = drawn_scene("", weightless);
    gyre_body_def still = drawn_body("still"), sliding = drawn_body("sliding"), turning = drawn_body("turning");
    gyre_body_def fixed = gyre_body_def_default();
    fixed.name = "fixed", fixed.kind = GYRE_BODY_STATIC;
    sliding.velocity.x = 1;
    turning.angular_velocity.z = 1;
    const gyre_body_def *const defs[] = {&still, &sliding, &turning, &fixed};
    for (int i = 0; i < 4; i++)
        drawn_scene_add(scene, defs[i], (gyre_look){0});
    glb file = recorded(scene, 5);
    CHECK_EQ(count_of(&file, "\"sampler\":"), 2);
    CHECK(strstr(file.json, "{\"node\":2,\"path\":\"translation\"}"));
    CHECK(strstr(file.json, "{\"node\":3,\"path\":\"rotation\"}"));
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(one_frame_is_a_picture_without_animation) {
    gyre_scene *scene = hammer_scene();
    glb file = recorded(scene, 1);
    double x[3], q[4];
    gyre_motion want;
    CHECK(!strstr(file.json, "animations"));
    CHECK_OK(gyre_body_get_motion(scene->world, scene->bodies[0], &want));
    const char *node = after(file.json, "{\"name\":\"hammer\"");
    node = after(node, "{\"name\":\"hammer\""); // the scene has the same name
    numbers_after(node, "\"translation\":", 3, x);
    numbers_after(node, "\"rotation\":", 4, q);
    CHECK_BELOW(distance((gyre_vec3){x[0], x[1], x[2]}, want.position), (double)FLT_EPSILON);
    CHECK_BELOW(angle_between((gyre_quat){q[3], q[0], q[1], q[2]}, want.orientation), (double)FLT_EPSILON);
    glb_free(&file);
    drawn_scene_free(scene);
}

static void check_times(const glb *file, size_t count, const double *want) {
    double got_count, offset;
    const char *at = after(file->json, "\"accessors\":[");
    numbers_after(at, "\"count\":", 1, &got_count);
    CHECK_EQ(got_count, count);
    numbers_after(after(file->json, "\"bufferViews\":["), "\"byteOffset\":", 1, &offset);
    for (size_t k = 0; k < count; k++)
        CHECK_NEAR((double)float_at(file->numbers + (size_t)offset + 4 * k), want[k], 1e-7 * want[k]);
}

TEST(times_begin_at_zero_whenever_the_world_began) {
    gyre_scene *scene = drawn_scene("", weightless);
    gyre_body_def def = drawn_body("ball");
    def.velocity.x = 1;
    drawn_scene_add(scene, &def, (gyre_look){0});
    CHECK_OK(gyre_world_step(scene->world, 1000, NULL));
    glb file = recorded(scene, 3);
    check_times(&file, 3, (double[]){0, 1.0 / 60, 2.0 / 60});
    glb_free(&file);
    drawn_scene_free(scene);
}

// At 10^5 s floats are 1/128 s apart.
TEST(frames_with_equal_times_as_floats_are_left_out) {
    gyre_scene *scene = drawn_scene("", weightless);
    gyre_body_def def = drawn_body("ball");
    gyre_memory_sink memory = {0};
    def.velocity.x = 1;
    drawn_scene_add(scene, &def, (gyre_look){0});
    gyre_recording *recording = begun(scene, &memory);
    CHECK_OK(gyre_recording_frame(recording));
    CHECK_OK(gyre_world_step(scene->world, 100000, NULL));
    for (int k = 0; k < 3; k++) {
        CHECK_OK(gyre_recording_frame(recording));
        CHECK_OK(gyre_world_step(scene->world, 0.001, NULL));
    }
    CHECK_OK(gyre_world_step(scene->world, 1, NULL));
    CHECK_OK(gyre_recording_frame(recording));
    glb file = ended(recording, &memory);
    check_times(&file, 3, (double[]){0, 100000, 100001.003});
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(a_removed_body_is_drawn_at_its_last_pose) {
    gyre_scene *scene = drawn_scene("", weightless);
    gyre_body_def def = drawn_body("ball");
    gyre_memory_sink memory = {0};
    def.velocity.x = 60;
    drawn_scene_add(scene, &def, (gyre_look){0});
    gyre_recording *recording = begun(scene, &memory);
    for (int k = 0; k < 4; k++) {
        if (k == 2) CHECK_OK(gyre_world_remove_body(scene->world, scene->bodies[0]));
        CHECK_OK(gyre_recording_frame(recording));
        CHECK_OK(gyre_world_step(scene->world, 1.0 / 60, NULL));
    }
    glb file = ended(recording, &memory);
    for (size_t k = 0; k < 4; k++) {
        double x[3];
        track_at(&file, 1, "translation", k, 3, x);
        CHECK_NEAR(x[0], k < 1 ? 0 : 1, 1e-7);
    }
    glb_free(&file);
    drawn_scene_free(scene);
}

// ---- looks ----------------------------------------------------------------------------------------------------------

// Bodies with one shape each; colours by grey level.
static gyre_scene *row_of(const gyre_shape *shapes, const double *greys, int count) {
    static gyre_look_part parts[DRAWN_BODIES_MAX];
    gyre_scene *scene = drawn_scene("", weightless);
    for (int i = 0; i < count; i++) {
        gyre_body_def def = drawn_body(NULL);
        parts[i] = (gyre_look_part){shapes[i], here, NULL, 0};
        drawn_scene_add(scene, &def, (gyre_look){&parts[i], 1, {greys[i], greys[i], greys[i]}});
    }
    return scene;
}

static void check_counts(gyre_scene *scene, size_t meshes, size_t materials, size_t geometries) {
    glb file = recorded(scene, 1);
    CHECK_EQ(count_of(&file, "\"primitives\":"), meshes);
    CHECK_EQ(count_of(&file, "\"baseColorFactor\":"), materials);
    CHECK_EQ(count_of(&file, "\"componentType\":5123"), geometries);
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(equal_shapes_of_one_colour_share_a_mesh) {
    gyre_shape cone = {GYRE_SHAPE_cone, 0, {1, 2}}, shell = {GYRE_SHAPE_cone, 1, {1, 2, 77}};
    check_counts(row_of((gyre_shape[]){cone, shell, cone}, (double[]){0.5, 0.5, 0.5}, 3), 1, 1, 1);
}

TEST(equal_shapes_of_two_colours_share_their_triangles) {
    gyre_shape cone = {GYRE_SHAPE_cone, 0, {1, 2}};
    check_counts(row_of((gyre_shape[]){cone, cone, cone}, (double[]){0.5, 0.25, 0.5}, 3), 2, 2, 1);
}

TEST(different_shapes_have_different_meshes) {
    gyre_shape cone = {GYRE_SHAPE_cone, 0, {1, 2}}, taller = {GYRE_SHAPE_cone, 0, {1, 3}};
    check_counts(row_of((gyre_shape[]){cone, taller}, (double[]){0.5, 0.5}, 2), 2, 1, 2);
}

TEST(boxes_and_balls_of_any_size_share_one_mesh_each) {
    gyre_shape shapes[] = {{GYRE_SHAPE_box, 0, {1, 2, 3}},
                           {GYRE_SHAPE_box, 0, {1, 1, 4}},
                           {GYRE_SHAPE_sphere, 0, {0.5}},
                           {GYRE_SHAPE_sphere, 0, {2}},
                           {GYRE_SHAPE_ellipsoid, 0, {2, 3, 4}}};
    gyre_scene *scene = row_of(shapes, (double[]){0, 0, 0, 0, 0}, 5);
    glb file = recorded(scene, 1);
    CHECK_EQ(count_of(&file, "\"primitives\":"), 2);
    CHECK(strstr(file.json, "\"scale\":[1,2,3]") && strstr(file.json, "\"scale\":[2,3,4]"));
    CHECK(strstr(file.json, "\"scale\":[0.5,0.5,0.5]"));
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(the_triangles_are_those_of_the_shapes) {
    static shape_mesh mesh;
    gyre_shape shapes[] = {
        {GYRE_SHAPE_cone, 0, {1, 2}}, {GYRE_SHAPE_torus, 0, {3, 1}}, {GYRE_SHAPE_wedge, 0, {1, 2, 3}}};
    gyre_scene *scene = row_of(shapes, (double[]){0.5, 0.5, 0.5}, 3);
    glb file = recorded(scene, 1);
    for (int i = 0; i < 3; i++) {
        double vertex_count, normal_count, index_count;
        const uint8_t *positions = file.numbers + accessor_at(&file, 3 * i, &vertex_count);
        const uint8_t *normals = file.numbers + accessor_at(&file, 3 * i + 1, &normal_count);
        const uint8_t *indices = file.numbers + accessor_at(&file, 3 * i + 2, &index_count);
        CHECK_OK(gyre_shape_mesh_make(&shapes[i], &mesh));
        CHECK_EQ(vertex_count, mesh.vertex_count);
        CHECK_EQ(normal_count, mesh.vertex_count);
        CHECK_EQ(index_count, 3 * mesh.triangle_count);
        for (size_t k = 0; k < 3 * mesh.vertex_count; k++) {
            CHECK_SAME((double)float_at(positions + 4 * k), (double)((float)mesh.positions[k] + 0.0F));
            CHECK_SAME((double)float_at(normals + 4 * k), (double)((float)mesh.normals[k] + 0.0F));
        }
        for (size_t k = 0; k < 3 * mesh.triangle_count; k++)
            CHECK_EQ(indices[2 * k] | indices[2 * k + 1] << 8, mesh.triangles[k]);
    }
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(a_sheet_is_seen_from_both_sides) {
    gyre_shape shapes[] = {{GYRE_SHAPE_disc, 0, {1}}, {GYRE_SHAPE_cone, 0, {1, 1}}};
    gyre_scene *scene = row_of(shapes, (double[]){0.5, 0.5}, 2);
    glb file = recorded(scene, 1);
    CHECK_EQ(count_of(&file, "\"doubleSided\":true"), 1);
    CHECK_EQ(count_of(&file, "\"baseColorFactor\":"), 2);
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(colours_are_linear) {
    gyre_shape cone = {GYRE_SHAPE_cone, 0, {1, 2}};
    gyre_scene *scene = row_of(&cone, (double[]){0}, 1);
    scene->looks[0].color[0] = 0.5, scene->looks[0].color[1] = 0.03, scene->looks[0].color[2] = 1;
    glb file = recorded(scene, 1);
    double color[4];
    numbers_after(file.json, "\"baseColorFactor\":", 4, color);
    CHECK_NEAR(color[0], pow((0.5 + 0.055) / 1.055, 2.4), 1e-7);
    CHECK_NEAR(color[1], 0.03 / 12.92, 1e-9);
    CHECK(color[2] == 1 && color[3] == 1);
    glb_free(&file);
    drawn_scene_free(scene);
}

TEST(parts_of_a_body_are_placed_in_its_model_frame) {
    static const gyre_look_part parts[] = {{{GYRE_SHAPE_cone, 0, {1, 2}}, {{1, 2, 3}, {0.8, 0.6, 0, 0}}, NULL, 0},
                                           {{GYRE_SHAPE_box, 0, {1, 1, 1}}, {{0, 0, 0}, {1, 0, 0, 0}}, NULL, 0}};
    gyre_scene *scene = drawn_scene("", weightless);
    gyre_body_def first = drawn_body("first"), second = drawn_body("second");
    drawn_scene_add(scene, &first, (gyre_look){parts, 2, {0, 0, 0}});
    drawn_scene_add(scene, &second, (gyre_look){parts, 1, {0, 0, 0}});
    glb file = recorded(scene, 1);
    CHECK(strstr(after(file.json, "\"first\""), "\"children\":[3,4]}"));
    CHECK(strstr(after(file.json, "\"second\""), "\"children\":[5]}"));
    const char *node = after(file.json, "{\"mesh\":0");
    double x[3], q[4];
    numbers_after(node, "\"translation\":", 3, x);
    numbers_after(node, "\"rotation\":", 4, q);
    CHECK(x[0] == 1 && x[1] == 2 && x[2] == 3);
    CHECK_NEAR(q[0], 0.6, 1e-7);
    CHECK_NEAR(q[3], 0.8, 1e-7);
    glb_free(&file);
    drawn_scene_free(scene);
}

// ---- limits ---------------------------------------------------------------------------------------------------------

TEST(a_run_too_large_for_a_file_is_refused_before_it_starts) {
    gyre_scene *scene = hammer_scene();
    gyre_memory_sink memory = {0};
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_glb);
    gyre_recording *recording = NULL;
    def.sink = gyre_sink_to_memory(&memory);
    def.log.write = keep_text;
    scene->frame_count = UINT64_C(1) << 32;
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_TOO_LARGE);
    CHECK(strstr(log_text, "4 GiB"));
    scene->frame_count = UINT64_MAX;
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_TOO_LARGE);
    CHECK(!recording && !memory.bytes);
    drawn_scene_free(scene);
}

TEST(an_unknown_shape_is_refused) {
    gyre_shape shapes[] = {{GYRE_SHAPE_box, 0, {1, -2, 3}}};
    gyre_scene *scene = row_of(shapes, (double[]){0}, 1);
    gyre_memory_sink memory = {0};
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_glb);
    gyre_recording *recording = NULL;
    def.sink = gyre_sink_to_memory(&memory);
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_SHAPE);
    drawn_scene_free(scene);
}

typedef struct metered {
    size_t bytes, blocks;
} metered;

static void *metered_take(size_t size, size_t alignment, void *user) {
    metered *m = user;
    m->bytes += size;
    m->blocks++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
static void metered_give(void *block, void *user) {
    (void)user;
    free(block);
}

TEST(a_frame_takes_28_bytes_of_memory_per_body) {
    enum { FRAMES = 50000, BODIES = 4 };
    gyre_scene *scene = drawn_scene("", weightless);
    gyre_memory_sink memory = {0};
    metered host = {0};
    for (int i = 0; i < BODIES; i++) {
        gyre_body_def def = drawn_body(NULL);
        def.angular_velocity.x = i + 1;
        drawn_scene_add(scene, &def, (gyre_look){0});
    }
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_glb);
    gyre_recording *recording;
    def.sink = gyre_sink_to_memory(&memory);
    def.allocator = (gyre_allocator){metered_take, metered_give, &host};
    CHECK_OK(gyre_recording_begin(&def, scene, &recording));
    size_t before = host.bytes;
    for (int k = 0; k < FRAMES; k++) {
        CHECK_OK(gyre_recording_frame(recording));
        CHECK_OK(gyre_world_step(scene->world, 1.0 / 60, NULL));
    }
    // blocks of 4096 frames at most, of which the last need not be full; four bytes of time per frame
    CHECK_BELOW((double)(host.bytes - before), (FRAMES + 4096) * (28.0 * BODIES + 4) + 100 * (double)host.blocks);
    gyre_recording_destroy(recording);
    drawn_scene_free(scene);
}

RUN_TESTS("record_glb")
