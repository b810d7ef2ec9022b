/// Layer 9: meshes from glTF: every encoding of the same triangles gives the same triangles.
#include "gltf_sample.h"
#include "gyre/record.h"
#include "mesh_helpers.h"
#include "random.h"

static const float cube_corners[24] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0, 0, 0, 3, 1, 0, 3, 0, 2, 3, 1, 2, 3};
static const uint32_t cube_indices[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                          2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
#define ONE_NODE "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}]"
#define CUBE_MESH "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]"

// A block of 1 by 2 by 3, with a corner at the origin.
static gltf_sample cube_sample(size_t index_size, const char *rest) {
    gltf_sample s = {.rest = rest};
    sample_positions(&s, cube_corners, 8);
    sample_indices(&s, cube_indices, 36, index_size);
    return s;
}

static gyre_model read_with(const void *bytes, size_t size, const gyre_model_options *options) {
    gyre_model model = {0};
    gyre_model_error error = {0};
    gyre_result r = gyre_model_read(bytes, size, options, &model, &error);
    if (r != GYRE_OK)
        fail_msg("%s at %zu (%d:%d): %s", gyre_result_name(r), error.byte, error.line, error.column, error.text);
    CHECK_EQ(model.format, GYRE_MODEL_gltf);
    CHECK_EQ(model.is_soup, 1);
    return model;
}

static gyre_model read_file(sample_file file) {
    gyre_model model = read_with(file.bytes, file.size, NULL);
    free(file.bytes);
    return model;
}

static gyre_model read_text(const char *text) { return read_with(text, strlen(text), NULL); }

static void check_same_mesh(const gyre_model *a, const gyre_model *b) {
    CHECK_EQ(a->mesh.vertex_count, b->mesh.vertex_count);
    CHECK_EQ(a->mesh.triangle_count, b->mesh.triangle_count);
    CHECK_BYTES(a->mesh.positions, b->mesh.positions, 24 * a->mesh.vertex_count);
    CHECK_BYTES(a->mesh.triangles, b->mesh.triangles, 12 * a->mesh.triangle_count);
}

// Closed and wound outward, with that volume.
static void check_solid(const gyre_model *model, double volume, double tolerance) {
    gyre_mesh_report report;
    gyre_result r = gyre_mesh_check(&model->mesh, NULL, &report);
    if (r != GYRE_OK) fail_msg("%s", report.text);
    CHECK_NEAR(report.volume, volume, tolerance);
}

static void check_box(const gyre_model *model, gyre_vec3 low, gyre_vec3 high) {
    double want[2][3] = {{low.x, low.y, low.z}, {high.x, high.y, high.z}};
    for (size_t k = 0; k < 3; k++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < model->mesh.vertex_count; i++) {
            least = fmin(least, model->mesh.positions[3 * i + k]);
            most = fmax(most, model->mesh.positions[3 * i + k]);
        }
        CHECK_NEAR(least, want[0][k], 1e-15);
        CHECK_NEAR(most, want[1][k], 1e-15);
    }
}

// ---- containers ----

TEST(a_cube_in_a_data_uri_is_a_cube) {
    gltf_sample s = cube_sample(2, ONE_NODE "," CUBE_MESH);
    gyre_model model = read_file(sample_gltf(&s));
    CHECK_EQ(model.mesh.vertex_count, 8);
    CHECK_EQ(model.mesh.triangle_count, 12);
    CHECK_EQ(model.ignored_count, 0);
    check_solid(&model, 6, 1e-14);
    check_box(&model, (gyre_vec3){0, 0, 0}, (gyre_vec3){1, 2, 3});
    gyre_model_clear(&model);
}

TEST(glb_gives_the_same_bits_as_text) {
    gltf_sample s = cube_sample(2, ONE_NODE "," CUBE_MESH);
    gyre_model text = read_file(sample_gltf(&s)), binary = read_file(sample_glb(&s));
    check_same_mesh(&text, &binary);
    gyre_model_clear(&text);
    gyre_model_clear(&binary);
}

TEST(unknown_chunks_of_a_glb_are_skipped) {
    gltf_sample s = cube_sample(2, ONE_NODE "," CUBE_MESH);
    sample_file file = sample_glb(&s);
    uint8_t *longer = calloc(file.size + 16, 1);
    memcpy(longer, file.bytes, file.size);
    put_u32(longer + 8, file.size + 16);
    put_u32(longer + file.size, 8), memcpy(longer + file.size + 4, "NEW!", 4);
    gyre_model model = read_with(longer, file.size + 16, NULL);
    CHECK_EQ(model.mesh.triangle_count, 12);
    gyre_model_clear(&model);
    free(longer);
    free(file.bytes);
}

TEST(data_uris_may_lack_a_media_type_or_padding_and_may_be_percent_encoded) {
    static const char *const uris[] = {
        "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA",
        "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA",
        "data:a/b;charset=x;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAA",
        "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAA==",
        "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAA%3D%3d",
        "data:;base64,%41AAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA",
    };
    for (size_t i = 0; i < sizeof uris / sizeof uris[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"%s\"}],"
                 "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,"
                 "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
                 "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}",
                 uris[i]);
        gyre_model model = read_text(text);
        check_box(&model, (gyre_vec3){0, 0, 0}, (gyre_vec3){1, 1, 0});
        gyre_model_clear(&model);
    }
}

// ---- buffers in other files ----

typedef struct shelf {
    const char *name; // the one file that there is
    const uint8_t *bytes;
    size_t size;
    int loads, live;
} shelf;

static gyre_result shelf_load(const char *reference, const void **out_bytes, size_t *out_size,
                              char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    shelf *s = user;
    s->loads++;
    if (strcmp(reference, s->name) != 0) {
        snprintf(out_text, GYRE_LOADER_TEXT_SIZE, "no such file on the shelf");
        return GYRE_ERR_FILE_MISSING;
    }
    s->live++;
    *out_bytes = s->bytes, *out_size = s->size;
    return GYRE_OK;
}

static void shelf_unload(const void *bytes, void *user) {
    (void)bytes;
    ((shelf *)user)->live--;
}

TEST(a_buffer_in_another_file_comes_through_the_loader) {
    gltf_sample s = cube_sample(4, ONE_NODE "," CUBE_MESH);
    gyre_model want = read_file(sample_gltf(&s));
    shelf files = {.name = "parts/my part.bin", .bytes = s.bytes, .size = s.size};
    gyre_model_options options = gyre_model_options_default();
    options.loader = (gyre_loader){shelf_load, shelf_unload, &files};
    static const char *const uris[] = {"\"uri\":\"parts/my%20part.bin\"", "\"uri\":\"parts/my part.bin\"",
                                       "\"uri\":\"./parts/.//my%20part.bin\""};
    for (size_t i = 0; i < 3; i++) {
        s.buffer = uris[i];
        sample_file file = sample_gltf(&s);
        gyre_model model = read_with(file.bytes, file.size, &options);
        check_same_mesh(&model, &want);
        CHECK_EQ(files.live, 0);
        gyre_model_clear(&model);
        free(file.bytes);
    }
    CHECK_EQ(files.loads, 3);
    gyre_model_clear(&want);
}

TEST(a_file_that_several_buffers_name_is_loaded_once) {
    uint8_t bytes[72] = {0};
    float one = 1;
    memcpy(bytes + 12, &one, 4), memcpy(bytes + 28, &one, 4), memcpy(bytes + 36 + 8, &one, 4);
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"a.bin\"},"
        "{\"byteLength\":72,\"uri\":\"./a.bin\"},{\"byteLength\":1,\"uri\":\"never.bin\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":1,\"byteOffset\":36,\"byteLength\":36}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":["
        "{\"attributes\":{\"POSITION\":0}},{\"attributes\":{\"POSITION\":1}}]}]}";
    shelf files = {.name = "a.bin", .bytes = bytes, .size = sizeof bytes};
    gyre_model_options options = gyre_model_options_default();
    options.loader = (gyre_loader){shelf_load, shelf_unload, &files};
    gyre_model model = read_with(text, sizeof text - 1, &options);
    check_box(&model, (gyre_vec3){0, 0, 0}, (gyre_vec3){1, 1, 1});
    CHECK_EQ(files.loads, 1);
    CHECK_EQ(files.live, 0);
    gyre_model_clear(&model);
}

TEST(errors_of_the_loader_are_passed_through) {
    gltf_sample s = cube_sample(4, ONE_NODE "," CUBE_MESH);
    s.buffer = "\"uri\":\"x.bin\"";
    sample_file file = sample_gltf(&s);
    shelf files = {.name = "y.bin"};
    gyre_model_options options = gyre_model_options_default();
    gyre_model model = {0};
    gyre_model_error error;
    options.loader = (gyre_loader){shelf_load, shelf_unload, &files};
    CHECK_RESULT(gyre_model_read(file.bytes, file.size, &options, &model, &error), GYRE_ERR_FILE_MISSING);
    assert_string_equal(error.text, "buffers[0].uri refers to the file 'x.bin': no such file on the shelf");
    CHECK_EQ(error.code, GYRE_ERR_FILE_MISSING);
    CHECK_EQ(files.live, 0);
    CHECK_RESULT(gyre_model_read(file.bytes, file.size, NULL, &model, &error), GYRE_ERR_MODEL);
    assert_string_equal(error.text, "buffers[0].uri refers to the file 'x.bin', which cannot be loaded here; use a "
                                    ".glb, which contains everything");
    files.name = "x.bin", files.size = 10;
    CHECK_RESULT(gyre_model_read(file.bytes, file.size, &options, &model, &error), GYRE_ERR_MODEL);
    assert_string_equal(error.text, "buffers[0].byteLength is 240, but the buffer has only 10 bytes");
    CHECK_EQ(files.live, 0);
    free(file.bytes);
}

// ---- accessors ----

TEST(indices_may_have_one_two_or_four_bytes) {
    gltf_sample samples[3] = {cube_sample(1, ONE_NODE "," CUBE_MESH), cube_sample(2, ONE_NODE "," CUBE_MESH),
                              cube_sample(4, ONE_NODE "," CUBE_MESH)};
    gyre_model first = read_file(sample_glb(&samples[0]));
    for (int i = 1; i < 3; i++) {
        gyre_model model = read_file(sample_glb(&samples[i]));
        check_same_mesh(&model, &first);
        gyre_model_clear(&model);
    }
    gyre_model_clear(&first);
}

TEST(without_indices_vertices_are_taken_in_their_order) {
    gltf_sample s = {.rest = ONE_NODE ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]"};
    float corners[108];
    for (size_t i = 0; i < 108; i++)
        corners[i] = cube_corners[3 * cube_indices[i / 3] + i % 3];
    sample_positions(&s, corners, 36);
    gyre_model model = read_file(sample_glb(&s));
    CHECK_EQ(model.mesh.vertex_count, 36);
    gyre_mass_properties mass;
    CHECK_OK(gyre_mass_of_closed_mesh(&model.mesh, gyre_by_density(1), &mass));
    CHECK_NEAR(mass.mass, 6, 1e-14);
    gyre_model_clear(&model);
}

// Read byte by byte, so that no machine loads a float from an odd address (the sanitizers look on).
TEST(unaligned_accessors_are_read_with_a_warning) {
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint8_t indices[] = {9, 0, 0, 1, 0, 2, 0};
    for (int is_glb = 0; is_glb < 2; is_glb++) {
        gltf_sample s = {.rest = "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]"};
        uint8_t bytes[1 + sizeof corners];
        memcpy(bytes + 1, corners, sizeof corners);
        bytes[0] = 9;
        sample_view(&s, bytes, sizeof bytes, 0);
        sample_view(&s, indices, sizeof indices, 0);
        sample_accessor(&s, 5126, 3, "VEC3", ",\"bufferView\":0,\"byteOffset\":1");
        sample_accessor(&s, 5123, 3, "SCALAR", ",\"bufferView\":1,\"byteOffset\":1");
        gyre_model model = read_file(is_glb ? sample_glb(&s) : sample_gltf(&s));
        CHECK_EQ(model.mesh.triangle_count, 1);
        for (size_t i = 0; i < 9; i++)
            CHECK_SAME(model.mesh.positions[i], (double)corners[i]);
        CHECK_EQ(model.warning_count, 2);
        CHECK_EQ(model.warning.code, GYRE_OK);
        CHECK_EQ(model.warning.line, is_glb ? 0 : 1);
        assert_string_equal(model.warning.text,
                            "accessors[0] begins at byte 1 of its buffer, which should be a multiple of 4");
        gyre_model_clear(&model);
    }
}

TEST(attributes_that_are_not_used_may_be_anything) {
    gltf_sample s = {.rest = "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"COLOR_0\":1,"
                             "\"NORMAL\":2,\"TEXCOORD_0\":99}}]}]"};
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0},
                       colours[9] = {NAN, NAN, NAN, INFINITY, 0, 0, -INFINITY, 0, 0};
    sample_positions(&s, corners, 3);
    sample_positions(&s, colours, 3);
    sample_accessor(&s, 1234, 3, "VEC9", ",\"bufferView\":55");
    gyre_model model = read_file(sample_gltf(&s));
    CHECK_EQ(model.mesh.triangle_count, 1);
    CHECK_EQ(model.warning_count, 0);
    gyre_model_clear(&model);
}

TEST(interleaved_vertices_are_found_by_the_stride) {
    gltf_sample plain = cube_sample(2, ONE_NODE "," CUBE_MESH), s = {.rest = ONE_NODE "," CUBE_MESH};
    float mixed[8][6]; // normals first
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            mixed[i][k] = 77, mixed[i][3 + k] = cube_corners[3 * i + k];
    sample_view(&s, mixed, sizeof mixed, 24);
    sample_accessor(&s, 5126, 8, "VEC3", ",\"bufferView\":0,\"byteOffset\":12");
    sample_indices(&s, cube_indices, 36, 2);
    gyre_model want = read_file(sample_glb(&plain)), model = read_file(sample_glb(&s));
    check_same_mesh(&model, &want);
    gyre_model_clear(&want);
    gyre_model_clear(&model);
}

// The cube with one corner replaced, or all corners but those at zero, by sparse elements with indices of all sizes.
TEST(sparse_elements_replace_others_or_zeros) {
    for (int is_over_zeros = 0; is_over_zeros < 2; is_over_zeros++)
        for (size_t size = 1; size <= 4; size *= 2) {
            gltf_sample s = {.rest = ONE_NODE "," CUBE_MESH};
            float spoilt[24];
            memcpy(spoilt, cube_corners, sizeof spoilt);
            spoilt[3 * 5] = 1e6F, spoilt[3 * 7] = -1e6F;
            uint32_t few[2] = {5, 7}, most[7] = {1, 2, 3, 4, 5, 6, 7}, *which = is_over_zeros ? most : few;
            size_t count = is_over_zeros ? 7 : 2;
            float values[21];
            uint8_t indices[28];
            for (size_t i = 0; i < count; i++) {
                memcpy(values + 3 * i, cube_corners + 3 * which[i], 12);
                for (size_t k = 0; k < size; k++)
                    indices[i * size + k] = (uint8_t)(which[i] >> 8 * k);
            }
            sample_view(&s, spoilt, sizeof spoilt, 0);
            sample_view(&s, indices, count * size, 0);
            sample_view(&s, values, 12 * count, 0);
            char more[300];
            snprintf(more, sizeof more,
                     "%s,\"sparse\":{\"count\":%zu,\"indices\":{\"bufferView\":1,\"componentType\":%d},"
                     "\"values\":{\"bufferView\":2}}",
                     is_over_zeros ? "" : ",\"bufferView\":0", count,
                     size == 1   ? 5121
                     : size == 2 ? 5123
                                 : 5125);
            sample_accessor(&s, 5126, 8, "VEC3", more);
            sample_indices(&s, cube_indices, 36, 1);
            gyre_model model = read_file(sample_glb(&s));
            check_solid(&model, 6, 1e-14);
            check_box(&model, (gyre_vec3){0, 0, 0}, (gyre_vec3){1, 2, 3});
            gyre_model_clear(&model);
        }
}

// KHR_mesh_quantization: a cube from 0 or -1 to 1 in every type.
TEST(quantised_positions_are_whole_numbers_or_parts_of_one) {
    static const struct {
        int type, low, high;
        size_t size;
        bool is_normalized;
        double want_low, want_high;
    } cases[] = {
        {5120, -128, 127, 1, true, -1, 1},     {5120, -128, 127, 1, false, -128, 127},
        {5121, 0, 255, 1, true, 0, 1},         {5121, 0, 255, 1, false, 0, 255},
        {5122, -32768, 32767, 2, true, -1, 1}, {5122, -300, 300, 2, false, -300, 300},
        {5123, 0, 65535, 2, true, 0, 1},       {5123, 0, 65535, 2, false, 0, 65535},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        gltf_sample s = {.rest = "\"extensionsRequired\":[\"KHR_mesh_quantization\",\"KHR_materials_unlit\","
                                 "\"KHR_texture_transform\"]," ONE_NODE "," CUBE_MESH};
        uint8_t bytes[8 * 8] = {0};
        size_t stride = 4 * cases[c].size;
        for (size_t i = 0; i < 8; i++)
            for (size_t k = 0; k < 3; k++) {
                int value = i >> k & 1 ? cases[c].high : cases[c].low;
                for (size_t b = 0; b < cases[c].size; b++)
                    bytes[i * stride + k * cases[c].size + b] = (uint8_t)(value >> 8 * b);
            }
        sample_view(&s, bytes, 8 * stride, stride);
        sample_accessor(&s, cases[c].type, 8, "VEC3",
                        cases[c].is_normalized ? ",\"bufferView\":0,\"normalized\":true" : ",\"bufferView\":0");
        sample_indices(&s, cube_indices, 36, 1);
        gyre_model model = read_file(sample_glb(&s));
        double l = cases[c].want_low, h = cases[c].want_high, side = h - l;
        check_box(&model, (gyre_vec3){l, l, l}, (gyre_vec3){h, h, h});
        check_solid(&model, side * side * side, 1e-13 * side * side * side);
        gyre_model_clear(&model);
    }
}

// ---- primitives ----

static void check_triangles(const gyre_model *model, const uint32_t *want, size_t count) {
    CHECK_EQ(model->mesh.triangle_count, count);
    CHECK_BYTES(model->mesh.triangles, want, 12 * count);
}

// Vertices are numbered as they come up, here in the order of the file.
TEST(a_strip_turns_every_second_triangle) {
    static const float corners[12] = {0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t strip[6] = {0, 1, 2, 3, 0, 1}, want[12] = {0, 1, 2, 1, 3, 2, 2, 3, 0, 3, 1, 0};
    gltf_sample s = {.rest =
                         "\"meshes\":[{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0},\"indices\":1}]}]"};
    sample_positions(&s, corners, 4);
    sample_indices(&s, strip, 6, 2);
    gyre_model model = read_file(sample_glb(&s));
    check_triangles(&model, want, 4);
    check_solid(&model, 1.0 / 6, 1e-16);
    gyre_model_clear(&model);
}

TEST(seams_of_strips_are_left_out) {
    static const float corners[18] = {0, 0, 0, 0, 1, 0, 1, 0, 0, 5, 0, 0, 5, 1, 0, 6, 0, 0};
    static const uint32_t strip[8] = {0, 1, 2, 2, 3, 3, 4, 5}, want[6] = {0, 1, 2, 3, 4, 5};
    gltf_sample s = {.rest =
                         "\"meshes\":[{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0},\"indices\":1}]}]"};
    sample_positions(&s, corners, 6);
    sample_indices(&s, strip, 8, 2);
    gyre_model model = read_file(sample_glb(&s));
    CHECK_EQ(model.mesh.triangle_count, 2);
    CHECK_BYTES(model.mesh.triangles, want, 12);
    gyre_model_clear(&model);
}

// A pyramid: a fan around the top, and one for the floor, over the same five vertices.
TEST(fans_turn_around_their_first_corner_and_primitives_share_vertices) {
    static const float corners[15] = {0, 0, 3, 1, 1, 0, -1, 1, 0, -1, -1, 0, 1, -1, 0};
    static const uint32_t top[6] = {0, 1, 2, 3, 4, 1}, bottom[4] = {1, 4, 3, 2};
    gltf_sample s = {.rest = "\"meshes\":[{\"primitives\":[{\"mode\":6,\"attributes\":{\"POSITION\":0},\"indices\":1},"
                             "{\"mode\":6,\"attributes\":{\"POSITION\":0},\"indices\":2}]}]"};
    sample_positions(&s, corners, 5);
    sample_indices(&s, top, 6, 2);
    sample_indices(&s, bottom, 4, 1);
    gyre_model model = read_file(sample_glb(&s));
    CHECK_EQ(model.mesh.triangle_count, 6);
    CHECK_EQ(model.mesh.vertex_count, 5);
    check_solid(&model, 4, 1e-14);
    gyre_model_clear(&model);
}

TEST(points_lines_and_leftovers_are_counted_and_ignored) {
    gltf_sample s = cube_sample(
        2, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1},"
           "{\"mode\":0,\"attributes\":{\"POSITION\":0}},{\"mode\":1,\"attributes\":{\"POSITION\":0}},"
           "{\"mode\":3,\"attributes\":{\"POSITION\":99}},{\"attributes\":{\"NORMAL\":0}},"
           "{\"attributes\":{\"POSITION\":0}}]}]"); // eight vertices: two triangles, and two vertices too many
    gyre_model model = read_file(sample_glb(&s));
    CHECK_EQ(model.mesh.triangle_count, 12 + 2);
    CHECK_EQ(model.ignored_count, 5);
    gyre_model_clear(&model);
}

// ---- nodes ----

static gyre_model cube_with(const char *rest) {
    char all[4096];
    snprintf(all, sizeof all, "%s," CUBE_MESH, rest);
    gltf_sample s = cube_sample(2, all);
    return read_file(sample_glb(&s));
}

// A quarter turn about z takes x to y; then the move.
TEST(scale_comes_first_then_rotation_then_translation) {
    gyre_model model = cube_with("\"nodes\":[{\"mesh\":0,\"translation\":[10,20,30],\"scale\":[2,3,4],"
                                 "\"rotation\":[0,0,0.7071067811865476,0.7071067811865476]}]");
    check_box(&model, (gyre_vec3){10 - 6, 20, 30}, (gyre_vec3){10, 22, 42});
    check_solid(&model, 6 * 24, 1e-11);
    gyre_model_clear(&model);
}

TEST(a_matrix_is_written_column_by_column) {
    gyre_model model = cube_with("\"nodes\":[{\"mesh\":0,\"matrix\":[0,2,0,0, -3,0,0,0, 0,0,4,0, 10,20,30,1]}]");
    check_box(&model, (gyre_vec3){4, 20, 30}, (gyre_vec3){10, 22, 42});
    check_solid(&model, 6 * 24, 1e-11);
    gyre_model_clear(&model);
}

TEST(a_mirrored_part_keeps_outward_triangles) {
    static const char *const nodes[] = {
        "\"nodes\":[{\"mesh\":0,\"scale\":[-1,1,1]}]", "\"nodes\":[{\"mesh\":0,\"scale\":[-1,-1,-1]}]",
        "\"nodes\":[{\"mesh\":0,\"matrix\":[0,1,0,0, 1,0,0,0, 0,0,1,0, 0,0,0,1]}]",
        "\"nodes\":[{\"mesh\":0,\"scale\":[-1,1,1]},{\"children\":[0],\"scale\":[1,-1,1]}]", // twice: not mirrored
    };
    for (size_t i = 0; i < 4; i++) {
        gyre_model model = cube_with(nodes[i]);
        check_solid(&model, 6, 1e-14);
        gyre_model_clear(&model);
    }
    gyre_model tiny = cube_with("\"nodes\":[{\"mesh\":0,\"scale\":[-1e-120,1e-120,1e-120]}]"); // det underflows
    uint32_t flipped[3] = {0, 2, 1};
    check_triangles(&(gyre_model){.mesh = {tiny.mesh.positions, 8, tiny.mesh.triangles, 1}}, flipped, 1);
    gyre_model_clear(&tiny);
}

TEST(one_mesh_stands_in_several_places) {
    gyre_model model = cube_with("\"nodes\":[{\"mesh\":0},{\"mesh\":0,\"translation\":[10,0,0]},"
                                 "{\"children\":[0,1,3],\"scale\":[2,2,2]},{\"mesh\":0,\"translation\":[0,-10,0]}]");
    CHECK_EQ(model.mesh.triangle_count, 36);
    CHECK_EQ(model.mesh.vertex_count, 24);
    check_solid(&model, 3 * 8 * 6, 1e-11);
    check_box(&model, (gyre_vec3){0, -20, 0}, (gyre_vec3){22, 4, 6});
    gyre_model_clear(&model);
}

TEST(only_nodes_of_the_scene_are_read) {
    // nodes 0 and 2 are roots, 1 hangs on 0; the names of scenes are for people
    static const char nodes[] = "\"nodes\":[{\"mesh\":0,\"children\":[1]},{\"mesh\":0,\"translation\":[5,0,0]},"
                                "{\"mesh\":0,\"translation\":[0,0,50],\"matrix\":[\"wrong\"]}]";
    char rest[600];
    snprintf(rest, sizeof rest, "\"scenes\":[{\"nodes\":[0]},{\"nodes\":[2]}],%s", nodes);
    gyre_model first = cube_with(rest);
    CHECK_EQ(first.mesh.triangle_count, 24);
    gyre_model_clear(&first);
    gyre_model second = cube_with("\"scene\":1,\"scenes\":[{\"nodes\":[0]},{\"nodes\":[1]}],"
                                  "\"nodes\":[{\"mesh\":77},{\"mesh\":0,\"translation\":[5,0,0]}]");
    check_box(&second, (gyre_vec3){5, 0, 0}, (gyre_vec3){6, 2, 3});
    gyre_model_clear(&second);
}

TEST(a_chain_of_a_hundred_thousand_nodes_is_read) {
    enum { DEPTH = 100000 };
    char *rest = malloc(64 * DEPTH + 1000), *end = rest;
    end += sprintf(end, "\"nodes\":[");
    for (int i = 0; i + 1 < DEPTH; i++)
        end += sprintf(end, "{\"children\":[%d],\"translation\":[1,0,0]},", i + 1);
    sprintf(end, "{\"mesh\":0}]," CUBE_MESH);
    gltf_sample s = cube_sample(2, rest);
    gyre_model model = read_file(sample_gltf(&s));
    check_box(&model, (gyre_vec3){DEPTH - 1, 0, 0}, (gyre_vec3){DEPTH, 2, 3});
    gyre_model_clear(&model);
    free(rest);
}

// ---- our own files ----

TEST(our_own_recordings_are_read_back) {
    static const char text[] =
        "{\"gyre\":1,\"dt\":0.01,\"duration\":0.1,\"fps\":10,\"bodies\":[{\"name\":\"a\",\"position\":[10,20,30],"
        "\"mass\":1,\"shape\":{\"type\":\"box\",\"size\":[1,2,3]}}]}";
    gyre_scene *scene = NULL;
    CHECK_OK(gyre_scene_read(text, sizeof text - 1, NULL, &scene));
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_glb);
    gyre_recording *recording = NULL;
    def.sink = gyre_sink_to_memory(&memory);
    CHECK_OK(gyre_recording_begin(&def, scene, &recording));
    CHECK_OK(gyre_recording_frame(recording));
    CHECK_OK(gyre_recording_end(recording, 1));
    gyre_recording_destroy(recording);
    gyre_scene_destroy(scene);
    gyre_model model = read_with(memory.bytes, memory.size, NULL);
    gyre_mass_properties mass;
    CHECK_OK(gyre_mass_of_closed_mesh(&model.mesh, gyre_by_density(1), &mass));
    CHECK_NEAR(mass.mass, 6, 1e-5);
    CHECK_NEAR(fabs(mass.center.x) + fabs(mass.center.y) + fabs(mass.center.z), 60, 1e-4); // y is up in glTF
    gyre_model_clear(&model);
    free(memory.bytes);
}

static void keep_part(double part, void *user) {
    double *last = user;
    CHECK(part >= *last && part <= 1);
    *last = part;
}

TEST(progress_ends_at_one) {
    gltf_sample s = cube_sample(2, ONE_NODE "," CUBE_MESH);
    sample_file file = sample_glb(&s);
    double last = 0;
    gyre_model_options options = gyre_model_options_default();
    options.on_progress = keep_part, options.user = &last;
    gyre_model model = read_with(file.bytes, file.size, &options);
    CHECK_SAME(last, 1);
    gyre_model_clear(&model);
    free(file.bytes);
}

RUN_TESTS("read_gltf")
