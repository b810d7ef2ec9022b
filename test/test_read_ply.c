/// Layer 9: PLY files.
#include "model_helpers.h"
#include "model_samples.h"

#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES(count) "element face " #count "\nproperty list uchar int vertex_indices\nend_header\n"
#define TEXT "ply\nformat ascii 1.0\n"
#define THREE "element vertex 3\n" XYZ
#define POINTS "0 0 0\n1 0 0\n0 1 0\n"

// ---- types ----

typedef struct written_type {
    const char *names[2];
    const char *little; // the bytes of the numbers 2, 1 and 0
    size_t size;
} written_type;

static const written_type written_types[] = {
    {{"char", "int8"}, "\2\1\0", 1},
    {{"uchar", "uint8"}, "\2\1\0", 1},
    {{"short", "int16"}, "\2\0\1\0\0\0", 2},
    {{"ushort", "uint16"}, "\2\0\1\0\0\0", 2},
    {{"int", "int32"}, "\2\0\0\0\1\0\0\0\0\0\0\0", 4},
    {{"uint", "uint32"}, "\2\0\0\0\1\0\0\0\0\0\0\0", 4},
    {{"float", "float32"}, "\0\0\0\100\0\0\200\077\0\0\0\0", 4},
    {{"double", "float64"}, "\0\0\0\0\0\0\0\100\0\0\0\0\0\0\360\077\0\0\0\0\0\0\0\0", 8},
};

// One of the numbers 2, 1, 0 in a type and byte order.
static size_t put_number(uint8_t *out, const written_type *type, int number, int is_big) {
    const char *bytes = type->little + (size_t)(2 - number) * type->size;
    for (size_t i = 0; i < type->size; i++)
        out[i] = (uint8_t)bytes[is_big ? type->size - 1 - i : i];
    return type->size;
}

TEST(every_type_is_read_in_both_spellings_and_byte_orders) {
    for (size_t c = 0; c < 8; c++)
        for (size_t i = 0; i < 8; i++)
            for (int k = 0; k < 4; k++) {
                const written_type *coordinate = &written_types[c], *index = &written_types[i];
                int is_big = k & 1, spelling = k >> 1;
                uint8_t bytes[512];
                size_t at =
                    (size_t)snprintf((char *)bytes, sizeof bytes,
                                     "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty %s x\n"
                                     "property %s y\nproperty %s z\nelement face 1\n"
                                     "property list uchar %s vertex_index\nend_header\n",
                                     is_big ? "big" : "little", coordinate->names[spelling],
                                     coordinate->names[spelling], coordinate->names[spelling], index->names[spelling]);
                for (int n = 0; n < 9; n++)
                    at += put_number(bytes + at, coordinate, n % 3, is_big);
                bytes[at++] = 3;
                for (int n = 2; n >= 0; n--)
                    at += put_number(bytes + at, index, n, is_big);
                gyre_model model = model_of(bytes, at);
                for (int n = 0; n < 9; n++)
                    CHECK_SAME(model.mesh.positions[n], n % 3);
                for (int n = 0; n < 3; n++)
                    CHECK_EQ(model.mesh.triangles[n], 2 - n);
                gyre_model_clear(&model);
                for (size_t size = 0; size < at; size++)
                    CHECK(!check_survives(bytes, size));
            }
}

TEST(negative_and_large_numbers_keep_their_sign) {
    gyre_model model =
        MODEL_OF("ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty char x\nproperty short y\n"
                 "property int z\nproperty uchar a\n" FACES(1) "\377\377\376\377\377\377\375\0"
                                                               "\200\200\0\200\0\0\0\0"
                                                               "\177\177\377\177\377\377\377\0"
                                                               "\3\0\0\0\0\0\0\0\1\0\0\0\2");
    static const double want[] = {-1, -2, -3, -128, -32768, -2147483648.0, 127, 32767, 2147483647};
    for (size_t i = 0; i < 9; i++)
        CHECK_SAME(model.mesh.positions[i], want[i]);
    gyre_model_clear(&model);
    model = MODEL_OF("ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty uchar x\nproperty ushort y\n"
                     "property uint z\n" FACES(1) "\377\376\377\375\377\377\377\0\0\0\0\0\0\0\1\0\0\0\0\0\0"
                                                  "\3\0\0\0\0\1\0\0\0\2\0\0\0");
    CHECK_SAME(model.mesh.positions[0], 255);
    CHECK_SAME(model.mesh.positions[1], 65534);
    CHECK_SAME(model.mesh.positions[2], 4294967293.0);
    gyre_model_clear(&model);
}

// ---- what is read ----

TEST(text_values_may_be_on_any_lines) {
    CHECK_READING(TEXT THREE FACES(2) "0 0 0 1 0\n0 0 1\r\n0 3 0 1 2\r3\n2 1 0", "3 vertices, 2 triangles, 0 ignored");
}

TEST(values_that_are_not_used_may_be_anything) {
    CHECK_READING(TEXT THREE "property float red\n" FACES(1) "0 0 0 nan 1 0 0 inf 0 1 0 1e999 3 0 1 2",
                  "3 vertices, 1 triangles, 0 ignored");
    static const char binary[] =
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\n" XYZ
        "property float red\nelement face 1\nproperty list uchar uchar vertex_indices\nproperty "
        "float quality\nend_header\n"
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\300\177"
        "\0\0\200\077\0\0\0\0\0\0\0\0\0\0\300\377"
        "\0\0\0\0\0\0\200\077\0\0\0\0\0\0\200\177"
        "\3\0\1\2\0\0\300\177";
    CHECK_READING(binary, "3 vertices, 1 triangles, 0 ignored");
}

TEST(faces_with_fewer_corners_than_three_are_counted) {
    CHECK_READING(TEXT THREE FACES(4) POINTS "2 0 1\n0\n3 0 1 2\n1 0", "3 vertices, 1 triangles, 3 ignored");
}

TEST(polygons_become_triangles) {
    CHECK_READING(TEXT "element vertex 5\n" XYZ FACES(1) "0 0 0 2 0 0 2 2 0 1 1 0 0 2 0 5 0 1 2 3 4",
                  "5 vertices, 3 triangles, 0 ignored");
}

TEST(strips_turn_every_second_triangle_and_end_at_minus_one) {
    gyre_model model = MODEL_OF(TEXT "element vertex 5\n" XYZ "element tristrips 1\n"
                                     "property list int int vertex_indices\nend_header\n"
                                     "0 0 0 1 0 0 0 1 0 1 1 0 0 2 0\n 11 0 1 2 3 4 -1 -1 4 3 3 2\n");
    static const uint32_t want[] = {0, 1, 2, 2, 1, 3, 2, 3, 4};
    CHECK_EQ(model.mesh.triangle_count, 3);
    for (size_t i = 0; i < 9; i++)
        CHECK_EQ(model.mesh.triangles[i], want[i]);
    gyre_model_clear(&model);
}

TEST(bytes_behind_a_binary_file_are_ignored) {
    CHECK_READING(SAMPLE_PLY_BIG "\n", "4 vertices, 4 triangles, 0 ignored");
}

// ---- headers ----

TEST(comments_may_stand_before_the_format) {
    CHECK_READING("ply\ncomment by hand\nobj_info none\nformat ascii 1.0\n" THREE FACES(1) POINTS "3 0 1 2\n",
                  "3 vertices, 1 triangles, 0 ignored");
}

TEST(header_mistakes_have_line_and_column) {
    CHECK_READING("ply\nelement vertex 3\n", "2:1: expected 'format' in the line after 'ply', found 'element'");
    CHECK_READING("ply\nformat binary 1.0\n",
                  "2:8: expected ascii, binary_little_endian or binary_big_endian after 'format', found 'binary'");
    CHECK_READING("ply\nformat ascii 2.0\n", "2:14: expected version 1.0 of PLY, found '2.0'");
    CHECK_READING("ply\nformat ascii 1.0 x\n", "2:18: expected the end of the line, found 'x'");
    CHECK_READING("ply x\n", "1:5: expected the end of the line, found 'x'");
    CHECK_READING(TEXT "elements vertex 3\n",
                  "3:1: expected element, property, comment, obj_info or end_header, found 'elements'");
    CHECK_READING(TEXT "element\n", "3:8: expected the name of an element, found the end of the line");
    CHECK_READING(TEXT "element vertex\n",
                  "3:15: expected the number of elements, a whole number, found the end of the line");
    CHECK_READING(TEXT "element vertex -3\n", "3:16: expected the number of elements, a whole number, found '-3'");
    CHECK_READING(TEXT "element vertex 3\nelement vertex 4\n",
                  "4:9: expected a new name for the element, found 'vertex'");
    CHECK_READING(TEXT "property float x\n", "3:10: the property precedes the first element");
    CHECK_READING(TEXT "element vertex 3\nproperty real x\n",
                  "4:10: expected a type such as float, double, uchar or int, found 'real'");
    CHECK_READING(TEXT "element vertex 3\nproperty list uchar\n",
                  "4:20: expected a type such as float, double, uchar or int, found the end of the line");
    CHECK_READING(TEXT "element vertex 3\nproperty float\n",
                  "4:15: expected the name of a property, found the end of the line");
    CHECK_READING(TEXT "element vertex 3\nproperty float x",
                  "4:17: the file ends inside its header, without end_header");
}

TEST(headers_without_a_mesh_are_errors) {
    CHECK_READING(TEXT "element face 0\nend_header\n", "1:1: the header has no element named vertex");
    CHECK_READING(TEXT THREE "end_header\n" POINTS, "1:1: a cloud of 3 points: the header has no element named face");
    CHECK_READING(TEXT "element vertex 3\nproperty float x\nproperty float y\n" FACES(1) "0 0 1 0 0 1 3 0 1 2",
                  "3:9: vertices need the properties x, y and z, one number each");
    CHECK_READING(TEXT THREE "element face 1\nproperty list uchar int corners\nend_header\n" POINTS "3 0 1 2",
                  "7:9: faces need a property list named vertex_indices or vertex_index");
    CHECK_READING(TEXT THREE "element nothing 9\n" FACES(1) POINTS "3 0 1 2", "7:9: the element has no properties");
    CHECK_READING(TEXT THREE FACES(0) POINTS,
                  "byte 0: the file has no triangles: it has 3 vertices, 0 points or lines, and no faces");
}

TEST(headers_may_have_many_parts_but_not_any_number) {
    static char text[65536];
    size_t at = (size_t)sprintf(text, TEXT);
    for (int i = 0; i < 33; i++)
        at += (size_t)sprintf(text + at, "element e%d 0\n", i);
    CHECK_READING_BYTES(text, at, "35:9: the header has more than 32 elements");
    at = (size_t)sprintf(text, TEXT "element vertex 0\n");
    for (int i = 0; i < 513; i++)
        at += (size_t)sprintf(text + at, "property float p%d\n", i);
    CHECK_READING_BYTES(text, at, "516:10: the header has more than 512 properties");
}

TEST(messages_repeat_names_without_control_characters) {
    CHECK_READING(TEXT THREE "element caf\303\251\033[1m\377 2\nproperty list uchar int \302\205\n" FACES(1) POINTS
                  "-1 0",
                  "15:1: \\x85 of caf\303\251\\x1b[1m\\xff 1 is a list whose length is not a whole number >= 0");
}

// ---- values ----

TEST(counts_are_compared_with_the_bytes_that_are_there) {
    CHECK_READING(TEXT "element vertex 1000000000000\n" XYZ FACES(1) POINTS "3 0 1 2\n",
                  "3:9: the header announces 1000000000000 of these, which need at least 6000000000000 bytes, but the "
                  "file has 26 left");
    CHECK_READING(
        TEXT THREE FACES(99999) POINTS "3 0 1 2\n",
        "7:9: the header announces 99999 of these, which need at least 199998 bytes, but the file has 9 left");
    CHECK(!check_survives(TEXT "element vertex 9223372036854775807\n" XYZ FACES(1) POINTS,
                          sizeof(TEXT "element vertex 9223372036854775807\n" XYZ FACES(1) POINTS) - 1));
}

TEST(invalid_text_values_have_line_and_column) {
    CHECK_READING(TEXT THREE FACES(1) "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n",
                  "11:3: expected a number for y of vertex 2, found 'nan', which is not finite");
    CHECK_READING(TEXT THREE FACES(1) POINTS "3 0 1 3\n",
                  "13:7: vertex_indices of face 1 refers to vertex 3; the 3 vertices are counted from 0");
    CHECK_READING(TEXT THREE FACES(1) POINTS "3 0 -1 2\n",
                  "13:5: vertex_indices of face 1 refers to vertex -1; the 3 vertices are counted from 0");
    CHECK_READING(TEXT THREE FACES(1) POINTS "3 0 0.5 2\n",
                  "13:5: vertex_indices of face 1 has an index that is not a whole number");
    CHECK_READING(TEXT THREE FACES(1) POINTS "-3 0 1 2\n",
                  "13:1: vertex_indices of face 1 is a list whose length is not a whole number >= 0");
    CHECK_READING(TEXT THREE FACES(1) POINTS "9 0 1 2\n",
                  "13:1: vertex_indices of face 1 is a list that is longer than the rest of the file");
    CHECK_READING(TEXT THREE FACES(2) POINTS "3 0 1 2 3 0 1 \n", "14:1: the file ends inside face 2 of 2");
    CHECK_READING(TEXT THREE FACES(1) POINTS "3 0 1 2\n3 2 1 0\n", "14:1: the file continues after the last element");
}

TEST(binary_values_that_are_wrong_have_their_byte) {
    static const char header[] = "ply\nformat binary_little_endian 1.0\n" THREE FACES(1);
    enum { HEADER = sizeof header - 1, SIZE = HEADER + 36 + 13 };
    uint8_t good[SIZE] = {0}, bytes[SIZE];
    char want[128];
    memcpy(good, header, HEADER);
    good[HEADER + 36] = 3, good[HEADER + 41] = 1, good[HEADER + 45] = 2;
    CHECK_READING_BYTES(good, SIZE, "3 vertices, 1 triangles, 0 ignored");

    memcpy(bytes, good, SIZE);
    bytes[HEADER + 22] = 0x80, bytes[HEADER + 23] = 0x7f;
    snprintf(want, sizeof want, "byte %d: z of vertex 2 is NaN or infinite", HEADER + 20);
    CHECK_READING_BYTES(bytes, SIZE, want);
    memcpy(bytes, good, SIZE);
    bytes[HEADER + 45] = 3;
    snprintf(want, sizeof want,
             "byte %d: vertex_indices of face 1 refers to vertex 3; the 3 vertices are counted from 0", HEADER + 45);
    CHECK_READING_BYTES(bytes, SIZE, want);
    memcpy(bytes, good, SIZE);
    bytes[HEADER + 36] = 4;
    snprintf(want, sizeof want, "byte %d: vertex_indices of face 1 is a list that is longer than the rest of the file",
             HEADER + 36);
    CHECK_READING_BYTES(bytes, SIZE, want);
    snprintf(want, sizeof want, "byte %d: vertex_indices of face 1 is a list that is longer than the rest of the file",
             HEADER + 36);
    CHECK_READING_BYTES(good, SIZE - 1, want);
}

RUN_TESTS("read_ply")
