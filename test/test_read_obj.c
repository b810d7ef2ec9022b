/// Layer 9: Wavefront OBJ files.
#include "host.h"
#include "model_helpers.h"
#include "model_samples.h"

#define THREE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

static void check_triangles(const gyre_model *model, const uint32_t *want, size_t count) {
    CHECK_EQ(model->mesh.triangle_count, count);
    for (size_t i = 0; i < 3 * count; i++)
        CHECK_EQ(model->mesh.triangles[i], want[i]);
}

// ---- what is read ----

TEST(vertices_are_exact_and_colours_and_weights_are_ignored) {
    gyre_model model =
        MODEL_OF("v 0.1 -1e-3 .5\nv 1. +2 3 0.5\nv 4 5 6 1 0 0\nv 7 8 9 1 0.5 0.5 0.5 # r g b\nf 1 2 3\n");
    static const double want[] = {0.1, -1e-3, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    CHECK_EQ(model.mesh.vertex_count, 4);
    for (size_t i = 0; i < 12; i++)
        CHECK_SAME(model.mesh.positions[i], want[i]);
    CHECK_EQ(model.format, GYRE_MODEL_obj);
    CHECK_EQ(model.is_soup, 0);
    gyre_model_clear(&model);
}

TEST(colours_that_are_not_finite_cause_a_warning) {
    gyre_model model = MODEL_OF("v 0 0 0 nan 0 0\nv 1 0 0 0 -1.#IND 1e999\nv 0 1 0 1 1 1 inf\nf 1 2 3\n");
    CHECK_EQ(model.mesh.triangle_count, 1);
    CHECK_EQ(model.warning_count, 4);
    CHECK_EQ(model.warning.code, GYRE_OK);
    CHECK_EQ(model.warning.line, 1);
    CHECK_EQ(model.warning.column, 9);
    CHECK_EQ(model.warning.byte, 8);
    assert_string_equal(model.warning.text, "the colour or weight of vertex 1 is 'nan', which is not finite; ignored");
    gyre_model_clear(&model);
    CHECK_READING("v 0 0 0 1 1 1 1 nan\n", "1:17: expected the end of the line after x y z of vertex 1 and a weight or "
                                           "colour, found 'nan'");
    CHECK_READING("v 0 0 nan\n", "1:7: expected a number for z of vertex 1, found 'nan', which is not finite");
}

TEST(corners_have_four_spellings) {
    gyre_model model =
        MODEL_OF(THREE "vt 0 0\nvn 0 0 1\nf 1 2 3\nf 2/1 3/1 1/1\nf 3//1 1//1 2//1\nf 1/1/1 2/1/1 3/1/1\n"
                       "f 1/ 2/-1 3/-1/-1\n");
    check_triangles(&model, (const uint32_t[]){0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2, 0, 1, 2}, 5);
    gyre_model_clear(&model);
}

TEST(negative_indices_count_from_the_last_vertex_so_far) {
    gyre_model model = MODEL_OF(THREE "f -3 -2 -1\nv 5 5 5\nf -4 -3 -1\nv 6 6 6\nf -1 -2 -3\n");
    check_triangles(&model, (const uint32_t[]){0, 1, 2, 0, 1, 3, 4, 3, 2}, 3);
    gyre_model_clear(&model);
}

TEST(faces_may_name_vertices_that_come_later) {
    gyre_model model = MODEL_OF("f 1 2 4 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n");
    CHECK_EQ(model.mesh.triangle_count, 2);
    gyre_model_clear(&model);
}

TEST(lines_have_any_line_ending_and_may_be_continued) {
    gyre_model model =
        MODEL_OF("# c:\\folder\\\nv 0 0 0\r\nv 1 0 \\\r\n0\rv 0 \\\n \\\n1 0\n\n\r\nf 1\\\n 2 3\\\n\nf 1 2 \\\r3");
    check_triangles(&model, (const uint32_t[]){0, 1, 2, 0, 1, 2}, 2);
    CHECK_SAME(model.mesh.positions[7], 1);
    gyre_model_clear(&model);
}

TEST(elements_without_a_surface_are_counted_as_ignored) {
    CHECK_READING(THREE "o a\ng b c\ns 1\nusemtl m\nmtllib x.mtl\nf 1 2 3\nl 1 2\np 1 2 3\nf 1 2\nsomething else\n",
                  "3 vertices, 1 triangles, 4 ignored");
}

TEST(corners_that_repeat_make_no_triangle) {
    CHECK_READING(THREE "v 1 1 0\nf 1 1 2 2 4 3 3 1\n", "4 vertices, 2 triangles, 0 ignored");
    CHECK_READING(THREE "f 1 2 3\nf 1 1 1 1\nf 1 2 2 1\n", "3 vertices, 1 triangles, 2 ignored");
}

// ---- what is wrong ----

TEST(vertex_mistakes_have_line_and_column) {
    CHECK_READING("v 0 0\nf 1 1 1\n", "1:6: expected a number for z of vertex 1, found the end of the line");
    CHECK_READING(THREE "v 1 2 three\n", "4:7: expected a number for z of vertex 4, found 'three'");
    CHECK_READING(THREE "\n  v 1 nan 3", "5:7: expected a number for y of vertex 4, found 'nan', which is not finite");
    CHECK_READING("v 1 2", "1:6: expected a number for z of vertex 1, found the end of the file");
    CHECK_READING("v 0 0 0 1 1 1 1 1\n", "1:17: expected the end of the line after x y z of vertex 1 and a weight or "
                                         "colour, found '1'");
    CHECK_READING("v 0 0 0 red\n", "1:9: expected the end of the line after x y z of vertex 1 and a weight or colour, "
                                   "found 'red'");
}

TEST(face_mistakes_have_line_and_column) {
    CHECK_READING(THREE "f 1 2 0\n", "4:7: the face refers to vertex 0, but vertices are counted from 1 (there are 3)");
    CHECK_READING(THREE "f 1 2 4\n", "4:7: the face refers to vertex 4, but the file has only 3");
    CHECK_READING(THREE "f 1 2 99999999999999999999999/1\n",
                  "4:7: the face refers to vertex 99999999999999999999999, but the file has only 3");
    CHECK_READING(THREE "f 1 2 -4\nv 0 0 0\n",
                  "4:7: the face refers to vertex -4, counted back from this line, but only 3 vertices precede it");
    CHECK_READING(THREE "f 1 2 -9223372036854775809\n", "4:7: the face refers to vertex -9223372036854775809, counted "
                                                        "back from this line, but only 3 vertices precede it");
    CHECK_READING(THREE "f\n", "4:1: the face has no corners");
    static const char *const corners[] = {"x", "1.5", "/1", "1/x", "1/2/3/4", "1//2/", "-", "1/-/2x"};
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        char text[128], want[128];
        int length = snprintf(text, sizeof text, THREE "f 1 2 %s\n", corners[i]);
        snprintf(want, sizeof want, "4:7: expected a corner such as 3, 3/1, 3//2 or 3/1/2, found '%s'", corners[i]);
        CHECK_READING_BYTES(text, (size_t)length, want);
    }
}

TEST(unreadable_lines_have_line_and_column) {
    CHECK_READING(THREE "f 1 2 3\ncstype bspline\n", "5:1: 'cstype' belongs to free-form curves and surfaces, which "
                                                     "are not supported: export the model with polygons");
    CHECK_READING(
        "vp 0 1\n" THREE "f 1 2 3\n",
        "1:1: 'vp' belongs to free-form curves and surfaces, which are not supported: export the model with polygons");
    CHECK_READING(THREE "call other.obj\n", "4:1: 'call' includes another file, which is not supported");
    CHECK_READING(THREE "f 1 2 \n3\n", "5:1: expected a keyword such as v or f, found '3'");
    CHECK_READING(THREE "f 1 2 3\n\001\002\n", "byte 0: unknown binary format; Gyre reads STL, OBJ, PLY, glTF and GLB");
}

// ---- size ----

TEST(a_polygon_of_many_corners_is_read) {
    enum { COUNT = 20000 };
    size_t room = COUNT * 64, at = 0;
    char *text = malloc(room);
    for (int i = 0; i < COUNT; i++) // a staircase there and a straight way back
        at += (size_t)sprintf(text + at, "v %d %d 0\n", (i + 1) / 2, i / 2);
    at += (size_t)sprintf(text + at, "v 0 %d 0\nf", COUNT);
    for (int i = 1; i <= COUNT + 1; i++)
        at += (size_t)sprintf(text + at, " %d", i);
    CHECK(check_survives(text, at));
    gyre_model model = model_of(text, at);
    CHECK_EQ(model.mesh.triangle_count, COUNT - 1);
    gyre_model_clear(&model);
    free(text);
}

TEST(every_allocation_of_a_large_polygon_may_fail) {
    enum { COUNT = 300 };
    char text[COUNT * 40];
    size_t at = 0;
    for (int i = 0; i < COUNT; i++)
        at += (size_t)sprintf(text + at, "v %d %d 0\n", i, i * i);
    at += (size_t)sprintf(text + at, "f");
    for (int i = 1; i <= COUNT; i++)
        at += (size_t)sprintf(text + at, " %d", i);
    for (int n = 0;; n++) {
        failing f = {.fail_at = n};
        gyre_model model = {0};
        gyre_model_options options = gyre_model_options_default();
        options.allocator = (gyre_allocator){failing_take, failing_give, &f};
        gyre_result r = read_model_copy(text, at, &options, &model, NULL);
        gyre_model_clear(&model);
        CHECK_EQ(f.live, 0);
        if (r == GYRE_OK) {
            CHECK(n >= 8); // vertices and corners grow several times; triangles; scratch
            break;
        }
        CHECK_RESULT(r, GYRE_ERR_NO_MEMORY);
    }
}

RUN_TESTS("read_obj")
