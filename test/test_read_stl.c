/// Layer 9: STL files.
#include "model_helpers.h"
#include "model_samples.h"
#include "random.h"

// ---- binary ----

static void put_u32(uint8_t *p, uint32_t value) {
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

static void put_float(uint8_t *p, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(p, bits);
}

// Any finite float, subnormal ones and -0 too.
static float random_float(random_source *r) {
    for (;;) {
        uint32_t bits = (uint32_t)random_u64(r);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) return value;
    }
}

TEST(binary_corners_are_exact_and_all_else_is_ignored) {
    enum { COUNT = 500 };
    static uint8_t bytes[84 + 50 * COUNT];
    static float corners[9 * COUNT];
    random_source r = {1};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)random_u64(&r); // header, normals (NaN among them) and attributes
    put_u32(bytes + 80, COUNT);
    for (size_t i = 0; i < 9 * COUNT; i++) {
        corners[i] = random_float(&r);
        put_float(bytes + 84 + 50 * (i / 9) + 12 + 4 * (i % 9), corners[i]);
    }
    gyre_model model = model_of(bytes, sizeof bytes);
    CHECK_EQ(model.format, GYRE_MODEL_stl);
    CHECK_EQ(model.mesh.triangle_count, COUNT);
    CHECK_EQ(model.mesh.vertex_count, 3 * COUNT);
    CHECK_EQ(model.is_soup, 1);
    for (size_t i = 0; i < 9 * COUNT; i++)
        CHECK_SAME(model.mesh.positions[i], (double)corners[i]);
    for (size_t i = 0; i < 3 * COUNT; i++)
        CHECK_EQ(model.mesh.triangles[i], i);
    gyre_model_clear(&model);
}

TEST(binary_numbers_that_are_not_finite_are_errors_with_their_byte) {
    static const uint32_t bad[] = {0x7f800000u, 0xff800000u, 0x7fc00000u, 0xffffffffu, 0x7f800001u};
    uint8_t bytes[sizeof SAMPLE_STL_BINARY - 1];
    for (size_t i = 0; i < 5; i++) {
        memcpy(bytes, SAMPLE_STL_BINARY, sizeof bytes);
        put_u32(bytes + 84 + 50 * 2 + 12 + 4 * 4, bad[i]);
        CHECK_READING_BYTES(bytes, sizeof bytes, "byte 212: y of corner 2 of triangle 3 is NaN or infinite");
    }
}

TEST(bytes_behind_a_binary_file_are_ignored) {
    CHECK_READING(SAMPLE_STL_BINARY "behind", "12 vertices, 4 triangles, 0 ignored");
    CHECK_READING(SAMPLE_STL_BINARY_SOLID "\n", "12 vertices, 4 triangles, 0 ignored");
}

TEST(a_binary_stl_file_may_begin_with_any_text) {
    static const char *const words[] = {"solid", "OFF", "ply\n", "<xml>", "{", "glTF", "PK\3\4", "v 0 0 0"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        uint8_t bytes[sizeof SAMPLE_STL_BINARY - 1];
        memcpy(bytes, SAMPLE_STL_BINARY, sizeof bytes);
        memcpy(bytes, words[i], strlen(words[i]));
        CHECK_READING_BYTES(bytes, sizeof bytes, "12 vertices, 4 triangles, 0 ignored");
    }
}

TEST(a_truncated_binary_file_is_reported_with_the_missing_bytes) {
    CHECK_READING_BYTES(SAMPLE_STL_BINARY, 283,
                        "byte 80: as a binary STL this file is cut off: its 4 triangles need 284 bytes, but it has "
                        "283; Gyre reads STL, OBJ, PLY, glTF and GLB");
    CHECK_READING_BYTES(SAMPLE_STL_BINARY_SOLID, 84,
                        "byte 80: as a binary STL this file is cut off: its 4 triangles need 284 bytes, but it has "
                        "84; Gyre reads STL, OBJ, PLY, glTF and GLB");
    uint8_t empty[84] = "no triangles";
    CHECK_READING_BYTES(empty, sizeof empty, "byte 80: the binary STL has 0 triangles");
}

TEST(a_count_without_bytes_takes_no_memory) {
    uint8_t bytes[sizeof SAMPLE_STL_BINARY - 1];
    memcpy(bytes, SAMPLE_STL_BINARY, sizeof bytes);
    for (uint32_t count = 5; count >= 5; count = count > UINT32_MAX / 3 ? 0 : 3 * count) {
        put_u32(bytes + 80, count);
        CHECK(!check_survives(bytes, sizeof bytes));
    }
}

// ---- text ----

#define FACET(a, b, c) "facet normal 0 0 1\nouter loop\n" a b c "endloop\nendfacet\n"
#define A "vertex 0 0 0\n"
#define B "vertex 1 0 0\n"
#define C "vertex 0 1 0\n"

TEST(text_numbers_are_the_closest_doubles) {
    gyre_model model = MODEL_OF("solid s\nfacet normal 0 0 0 outer loop\n"
                                "vertex 0.1 -1e-3 +12345678901234567890\n"
                                "vertex .5 5. -.25e2\n"
                                "vertex 1E+05 -0 000012.50\n endloop endfacet endsolid s\n");
    static const double want[] = {0.1, -1e-3, 12345678901234567890.0, 0.5, 5, -25, 1e5, -0.0, 12.5};
    for (size_t i = 0; i < 9; i++)
        CHECK_SAME(model.mesh.positions[i], want[i]);
    gyre_model_clear(&model);
}

// An invalid number is copied and respelt, which adds at most one character per decimal point.
TEST(long_words_are_numbers_or_refused) {
    static const struct {
        const char *pattern;
        bool is_number;
    } words[] = {{"1.@", false}, {"1.", false}, {".1", false}, {".", false}, {"7", true}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        for (size_t length = 300; length < 530; length++) {
            char text[900], word[532] = "+"; // JSON has no such sign: it is removed
            for (size_t i = 0; i < length; i++)
                word[i + 1] = words[k].pattern[i % strlen(words[k].pattern)];
            if (words[k].is_number) word[1] = '.';
            int size = snprintf(
                text, sizeof text,
                "solid s\nfacet normal 0 0 0 outer loop\nvertex %s 0 0\n" B C "endloop endfacet endsolid s\n", word);
            gyre_model model;
            gyre_model_error error;
            gyre_result r = gyre_model_read(text, (size_t)size, NULL, &model, &error);
            if (r == GYRE_OK) {
                CHECK_NEAR(model.mesh.positions[0], 7.0 / 9, 1e-15);
                gyre_model_clear(&model);
            } else {
                CHECK(strstr(error.text, "expected a number"));
            }
            CHECK_EQ(r == GYRE_OK, words[k].is_number && length < 512); // room for one digit more
        }
}

TEST(several_solids_are_one_mesh) {
    CHECK_READING("solid a\n" FACET(A, B, C) "endsolid a\n\nsolid\n" FACET(B, C, A) FACET(C, A, B) "endsolid",
                  "9 vertices, 3 triangles, 0 ignored");
}

TEST(truncated_text_is_reported_with_its_position) {
    CHECK_READING("solid a\n" FACET(A, B, C),
                  "9:1: the file ends after triangle 1 without 'endsolid': it may be cut off");
    CHECK_READING("solid a\n" FACET(A, B, C) "facet normal 0 0 1\n  outer",
                  "10:8: the file ends inside triangle 2: expected 'loop' after 'outer'");
    CHECK_READING("solid a\nfacet normal 0 0 1 outer loop\n" A B,
                  "5:1: the file ends inside triangle 1: expected 'vertex'");
    CHECK_READING("solid a\nfacet normal 0 0 1 outer loop\nvertex 1",
                  "3:9: expected a number for y of corner 1 of triangle 1, found the end of the file");
}

TEST(text_mistakes_have_line_and_column) {
    CHECK_READING("solid a\r\nfacets\r\n", "2:1: expected 'facet' or 'endsolid' after triangle 0, found 'facets'");
    CHECK_READING("solid a\rfacet normal 0 0 1\router loop\r\rvertices",
                  "5:1: expected 'vertex' in triangle 1, found 'vertices'");
    CHECK_READING("solid a\nfacet normal 0 0 1 0 0 0\n", "2:20: expected 'outer loop' in triangle 1, found '0'");
    CHECK_READING("solid a\n" FACET(A, "vertex 1 x 0\n", C),
                  "5:10: expected a number for y of corner 2 of triangle 1, found 'x'");
    CHECK_READING("solid a\n" FACET(A, "vertex 1,5 0 0\n", C),
                  "5:8: expected a number for x of corner 2 of triangle 1, "
                  "found '1,5': decimals have a point, not a comma");
    CHECK_READING("solid a\n" FACET(A, B, "vertex 0 -inf 0\n"),
                  "6:10: expected a number for y of corner 3 of triangle 1, found '-inf', which is not finite");
    CHECK_READING("solid a\n" FACET(A, B, "vertex 0 0 -1.#IND\n"),
                  "6:12: expected a number for z of corner 3 of triangle 1, found '-1.#IND', which is not finite");
    CHECK_READING("solid a\n" FACET(A, B, "vertex 0 0 1e999\n"),
                  "6:12: expected a number for z of corner 3 of triangle 1, found '1e999', which is too large");
    CHECK_READING("solid a\n" FACET(A, B, C A), "7:1: triangle 1 has a fourth corner: in STL every facet has three");
    CHECK_READING("solid a\nfacet outer loop\n" A B C "end", "6:1: expected 'endloop' in triangle 1, found 'end'");
    CHECK_READING("solid a\nfacet outer loop\n" A B C "endloop\n\tfacet",
                  "7:2: expected 'endfacet' in triangle 1, found 'facet'");
    CHECK_READING("solid a\n" FACET(A, B, C) "endsolid\n\303\251a b\n",
                  "10:1: expected 'solid' or the end of the file after 'endsolid', found '?"
                  "?a'");
}

TEST(columns_count_characters_not_bytes) {
    CHECK_READING("solid a\nfacet \303\251\303\251\303\251 outer loupe",
                  "2:17: expected 'loop' after 'outer' in triangle 1, found 'loupe'");
    CHECK_READING("\xef\xbb\xbfsolid\n\xef\xbb\xbfsolid",
                  "2:1: expected 'facet' or 'endsolid' after triangle 0, found '?"
                  "?"
                  "?solid'");
}

TEST(invalid_spellings_of_numbers_are_refused) {
    static const char *const words[] = {"+",     "-",    ".",     "-.",  "+-1", "--1", "1e",  "1e+", "e5",   "0x10",
                                        "1.2.3", "1..2", "1_000", ".e5", "1 .", "1f",  "..5", "5..", "\"1\""};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[256], want[256];
        int length = snprintf(text, sizeof text,
                              "solid a\nfacet outer loop\n" A B "vertex %s 0 0\nendloop endfacet endsolid", words[i]);
        snprintf(want, sizeof want, "5:8: expected a number for x of corner 3 of triangle 1, found '%s'", words[i]);
        if (strcmp(words[i], "1 .") == 0) continue; // two words, below
        CHECK_READING_BYTES(text, (size_t)length, want);
    }
    CHECK_READING("solid a\n" FACET(A, B, "vertex 1 . 0\n"),
                  "6:10: expected a number for y of corner 3 of triangle 1, found '.'");
}

TEST(numbers_of_any_length_are_read) {
    enum { DIGITS = 2000 };
    static char text[DIGITS + 256];
    size_t at = (size_t)sprintf(text, "solid\nfacet outer loop vertex -000");
    for (int i = 0; i < DIGITS; i++)
        at += (size_t)sprintf(text + at, i == 1 ? ".5" : "0");
    at += (size_t)sprintf(text + at, "e1 0 0 vertex 0 1 0 vertex 0 0 1 endloop endfacet endsolid");
    gyre_model model = model_of(text, at);
    CHECK_SAME(model.mesh.positions[0], -5);
    gyre_model_clear(&model);
}

RUN_TESTS("read_stl")
