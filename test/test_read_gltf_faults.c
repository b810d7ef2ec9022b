/// Layer 9: glTF files with mistakes in them, truncated, damaged, or crafted to exhaust memory.
#include "gltf_sample.h"
#include "host.h"
#include "random.h"

// The rule of src/mesh/gltf.h, said again.
enum { GLTF_TEST_FREE = 1 << 18, GLTF_TEST_PER_BYTE = 16 };

// Two triangles, a square, over four vertices: 48 bytes of positions, 12 of indices (two bytes each).
static const char square[] = "{\n"
                             " \"asset\": {\"version\": \"2.0\"},\n"
                             " \"scene\": 0,\n"
                             " \"scenes\": [{\"nodes\": [0]}],\n"
                             " \"nodes\": [{\"mesh\": 0, \"children\": [1]}, {\"name\": \"leaf\"}],\n"
                             " \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}]}],\n"
                             " \"accessors\": [\n"
                             "  {\"bufferView\": 0, \"componentType\": 5126, \"count\": 4, \"type\": \"VEC3\"},\n"
                             "  {\"bufferView\": 1, \"componentType\": 5123, \"count\": 6, \"type\": \"SCALAR\"}],\n"
                             " \"bufferViews\": [\n"
                             "  {\"buffer\": 0, \"byteLength\": 48},\n"
                             "  {\"buffer\": 0, \"byteOffset\": 48, \"byteLength\": 12}],\n"
                             " \"buffers\": [{\"byteLength\": 60, \"uri\": \"data:;base64,"
                             "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAgD8AAAAAAAABAAIAAAACAAMA\"}]\n"
                             "}\n";

static gyre_result read_exactly(const void *bytes, size_t size, const gyre_model_options *options,
                                gyre_model_error *error) {
    uint8_t *copy = malloc(size ? size : 1);
    CHECK(copy);
    memcpy(copy, bytes, size);
    gyre_model model = {0};
    gyre_result r = gyre_model_read(copy, size, options, &model, error);
    if (r == GYRE_OK) {
        CHECK(model.mesh.triangle_count > 0);
        for (size_t i = 0; i < 3 * model.mesh.triangle_count; i++)
            CHECK(model.mesh.triangles[i] < model.mesh.vertex_count);
        for (size_t i = 0; i < 3 * model.mesh.vertex_count; i++)
            CHECK(isfinite(model.mesh.positions[i]));
    }
    gyre_model_clear(&model);
    free(copy);
    return r;
}

// ---- mistakes ----

typedef struct mistake {
    const char *instead_of, *with; // in the square
    const char *at;                // where the error points, in the changed text
    const char *text;
} mistake;

static const mistake mistakes[] = {
    // the asset
    {"\"asset\": {\"version\": \"2.0\"},", "", "{", "the file needs 'asset', an object"},
    {"{\"version\": \"2.0\"}", "[]", "[]", "asset must be an object, is an array"},
    {"{\"version\": \"2.0\"}", "{}", "{}", "asset needs 'version', a string"},
    {"\"2.0\"", "2.0", "2.0", "asset.version must be a string, is a number"},
    {"\"2.0\"", "\"1.0\"", "\"1.0\"", "asset.version is '1.0', but only version 2.0 is supported"},
    {"\"2.0\"", "\"2\"", "\"2\"", "asset.version is '2', but only version 2.0 is supported"},
    {"\"2.0\"", "\"2.0\", \"minVersion\": \"2.1\"", "\"2.1\"",
     "asset.minVersion is '2.1', but only version 2.0 is supported"},
    {"\"scene\": 0", "\"extensionsRequired\": [\"KHR_materials_unlit\", \"KHR_draco_mesh_compression\"]", "\"KHR_draco",
     "extensionsRequired[1] is 'KHR_draco_mesh_compression', which is not supported: export the model without this "
     "extension"},
    {"\"scene\": 0", "\"extensionsRequired\": [\"EXT_meshopt_compression\"]", "\"EXT",
     "extensionsRequired[0] is 'EXT_meshopt_compression', which is not supported: export the model without this "
     "extension"},
    {"\"scene\": 0", "\"extensionsRequired\": [\"a\\nb\\u001b[31m\"]", "\"a\\n",
     "extensionsRequired[0] is 'a?b?[31m', which is not supported: export the model without this extension"},
    {"\"scene\": 0", "\"extensionsRequired\": [1]", "1]", "extensionsRequired[0] must be a string, is a number"},
    {"\"scene\": 0", "\"extensionsRequired\": {}", "{},", "extensionsRequired must be an array, is an object"},
    {"]\n}\n", "]\n", "",
     "expected ',' or '}' after the value, found the end of the text: the object begins at line 1, column "
     "1"},
    {" \"scene\": 0,", " \"scene\": 0;", ";",
     "expected ',' or '}' after the value, found ';': the object begins at line 1, column 1"},
    // lists and numbers
    {"\"meshes\": [{", "\"meshes\": [3, {", "3, {", "meshes[0] must be an object, is a number"},
    {"\"nodes\": [{\"mesh\": 0", "\"nodes\": 7, \"n\": [{\"mesh\": 0", "7, \"n\"",
     "nodes must be an array, is a number"},
    {"\"scene\": 0", "\"scene\": 1", "1,", "scene is 1, but the last index of scenes is 0"},
    {"\"scene\": 0", "\"scene\": -1", "-1,", "scene must be a whole number >= 0, is -1"},
    {"\"scene\": 0", "\"scene\": 0.5", "0.5,", "scene must be a whole number >= 0, is 0.5"},
    {"\"scene\": 0", "\"scene\": 1e300", "1e300,", "scene must be a whole number >= 0, is 1e300"},
    {"\"scene\": 0", "\"scene\": \"0\"", "\"0\"", "scene must be a whole number, is a string"},
    {"\"scenes\": [{\"nodes\": [0]}],", "", "0,", "scene is 0, but the file has no scenes"},
    // nodes
    {"{\"nodes\": [0]}", "{\"nodes\": [1]}", "1]}]",
     "scenes[0].nodes[0] is nodes[1], which is not a root but a child of nodes[0]"},
    {"{\"nodes\": [0]}", "{\"nodes\": [0, 0]}", "0]}]", "scenes[0].nodes[1] is nodes[0], which is listed twice"},
    {"{\"nodes\": [0]}", "{\"nodes\": 0}", "0}]", "scenes[0].nodes must be an array, is a number"},
    {"[1]}, {\"name\": \"leaf\"}", "[1]}, {\"children\": [1]}", "1]}]",
     "nodes[1].children[0] is nodes[1], which already is a child of nodes[0]"},
    {"{\"name\": \"leaf\"}", "{}, {\"children\": [3]}, {\"children\": [2]}", "[3]",
     "nodes[2].children lead back to nodes[2]: nodes must not form a cycle"},
    {"{\"mesh\": 0, \"children\": [1]}", "{\"mesh\": 0, \"children\": [0]}", "[0]}, {\"name\"",
     "nodes[0].children lead back to nodes[0]: nodes must not form a cycle"},
    {"\"children\": [1]", "\"children\": [2]", "2]}", "nodes[0].children[0] is 2, but the last index of nodes is 1"},
    {"\"mesh\": 0", "\"mesh\": 1", "1, \"children\"", "nodes[0].mesh is 1, but the last index of meshes is 0"},
    {"\"children\": [1]", "\"scale\": [1, 2]", "[1, 2]", "nodes[0].scale must have 3 numbers, has 2"},
    {"\"children\": [1]", "\"scale\": [1, 2, null]", "null]", "nodes[0].scale[2] must be a number, is null"},
    {"\"children\": [1]", "\"rotation\": [0, 0, 0, 0]", "[0, 0, 0, 0]",
     "nodes[0].rotation must be a quaternion of length 1, has length 0"},
    {"\"children\": [1]", "\"matrix\": [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]", "[1,0",
     "nodes[0].matrix must have 0, 0, 0, 1 as its last row: every fourth number"},
    {"\"children\": [1]", "\"scale\": [1,1,1], \"matrix\": [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", "[1,0",
     "nodes[0].matrix must not be combined with translation, rotation or scale"},
    {"\"children\": [1]", "\"translation\": [1e308,0,0], \"scale\":[-1e308,1,1]", "{\"mesh\"", NULL},
    {"{\"mesh\": 0, \"children\": [1]}", "{\"children\": [1], \"scale\":[1e200,1,1]}", "{",
     "the file has no triangles in its scene, which contains 0 meshes"},
    {"{\"mesh\": 0, \"children\": [1]}, {",
     "{\"children\": [1], \"scale\":[1e200,1,1]}, {\"mesh\":0,\"scale\":[1e200,1,1],", "{\"mesh\"",
     "nodes[1] moves a vertex out of the range of doubles"},
    // meshes and primitives
    {"{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}]}", "{}", "{}",
     "meshes[0] needs 'primitives', an array"},
    {"[{\"attributes\"", "[null, {\"attributes\"", "null", "meshes[0].primitives[0] must be an object, is null"},
    {"\"indices\": 1", "\"indices\": 1, \"mode\": 7", "7}", "meshes[0].primitives[0].mode must be 0 to 6, is 7"},
    {"\"attributes\": {\"POSITION\": 0}", "\"a\": 1", "{\"a\"",
     "meshes[0].primitives[0] needs 'attributes', an object"},
    {"\"POSITION\": 0", "\"POSITION\": 2", "2}",
     "meshes[0].primitives[0].attributes.POSITION is 2, but the last index of accessors is 1"},
    {"\"indices\": 1", "\"indices\": 0", "\"VEC3\"",
     "accessors[0].type must be 'SCALAR' for the indices of a primitive, is 'VEC3'"},
    {"\"indices\": 1", "\"mode\": 1", "{", "the file has no triangles in its scene, which contains 1 meshes"},
    {"\"count\": 4", "\"count\": 3", "1}]}]",
     "meshes[0].primitives[0].indices has the value 3 at position 5, but there are 3 vertices"},
    {"AAIAAAACAAMA\"", "AAIAAAACAP//\"", "1}]}]",
     "meshes[0].primitives[0].indices has the value 65535 at position 5, which glTF does not allow: it would restart "
     "the primitive"},
    // accessors
    {"\"componentType\": 5126, ", "", "{\"bufferView\": 0", "accessors[0] needs 'componentType', a whole number"},
    {"5126", "5124", "5124", "accessors[0].componentType must be 5120 to 5123, 5125 or 5126, is 5124"},
    {"5126", "5125", "5125",
     "accessors[0].componentType must be 5126 (float) for a POSITION, or 5120 to 5123, is 5125"},
    {"5123", "5122", "5122",
     "accessors[1].componentType must be 5121, 5123 or 5125 (unsigned whole numbers) for indices, is 5122"},
    {"\"VEC3\"", "\"VEC2\"", "\"VEC2\"", "accessors[0].type must be 'VEC3' for a POSITION, is 'VEC2'"},
    {"\"VEC3\"", "3", "3}", "accessors[0].type must be a string, is a number"},
    {"\"count\": 4", "\"count\": 0", "0, \"type\"", "accessors[0].count must be at least 1, is 0"},
    {"\"count\": 4", "\"count\": 5000000000", "5000000000",
     "accessors[0].count is 5000000000, must be at most 4294967295"},
    {"\"count\": 4", "\"count\": 5", "{\"bufferView\": 0",
     "accessors[0] needs 5 elements of 12 bytes, but bufferViews[0] has only 48 bytes"},
    {"\"count\": 4", "\"count\": 4294967295", "{\"bufferView\": 0",
     "accessors[0] needs 4294967295 elements of 12 bytes, but bufferViews[0] has only 48 bytes"},
    {"\"count\": 4", "\"byteOffset\": 4, \"count\": 4", "{\"bufferView\": 0",
     "accessors[0] needs 4 elements of 12 bytes, but bufferViews[0] has only 48 bytes"},
    {"\"count\": 4", "\"byteOffset\": 9007199254740992, \"count\": 4", "{\"bufferView\": 0",
     "accessors[0] needs 4 elements of 12 bytes, but bufferViews[0] has only 48 bytes"},
    {"\"bufferView\": 0", "\"bufferView\": 2", "2, \"comp",
     "accessors[0].bufferView is 2, but the last index of bufferViews is 1"},
    {"\"bufferView\": 0, ", "", "1}]}]", NULL}, // zeros: three points in one, but fine
    {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 4", "\"componentType\": 5126, \"count\": 1000000000",
     "1000000000",
     "accessors[0].count is 1000000000 without a bufferView, above the limit of 271952 for a file of this size"},
    {"\"byteLength\": 48}", "\"byteLength\": 48, \"byteStride\": 8}", "{\"bufferView\": 0",
     "accessors[0] has elements of 12 bytes, but a byteStride of only 8 in bufferViews[0]"},
    {"\"byteLength\": 48}", "\"byteLength\": 48, \"byteStride\": 14}", "14}",
     "bufferViews[0].byteStride must be a multiple of 4 from 4 to 252, is 14"},
    {"\"byteLength\": 48}", "\"byteLength\": 48, \"byteStride\": 256}", "256}",
     "bufferViews[0].byteStride must be a multiple of 4 from 4 to 252, is 256"},
    {"\"byteLength\": 12}", "\"byteLength\": 12, \"byteStride\": 4}", "{\"bufferView\": 1",
     "accessors[1] needs 6 elements of 2 bytes, but bufferViews[1] has only 12 bytes"},
    {"6, \"type\": \"SCALAR\"}],\n \"bufferViews\": [\n  {\"buffer\": 0, \"byteLength\": 48},\n  {",
     "3, \"type\": \"SCALAR\"}],\n \"bufferViews\": [\n  {\"buffer\": 0, \"byteLength\": 48},\n  {\"byteStride\": 4, ",
     "{\"bufferView\": 1", "accessors[1] has indices, which must not be in a bufferView with a byteStride"},
    // views and buffers
    {"{\"buffer\": 0, \"byteLength\": 48}", "{\"byteLength\": 48}", "{\"byteLength\": 48}",
     "bufferViews[0] needs 'buffer', an index into buffers"},
    {"\"buffer\": 0, \"byteLength\": 48", "\"buffer\": 1, \"byteLength\": 48", "1, \"byteL",
     "bufferViews[0].buffer is 1, but the last index of buffers is 0"},
    {"\"byteLength\": 48}", "\"byteLength\": 61}", "{\"buffer\": 0, \"byteLength\": 61",
     "bufferViews[0] needs 61 bytes from byte 0 on, but buffers[0] has 60"},
    {"\"byteOffset\": 48", "\"byteOffset\": 52", "{\"buffer\": 0, \"byteOffset\"",
     "bufferViews[1] needs 12 bytes from byte 52 on, but buffers[0] has 60"},
    {"\"byteOffset\": 48", "\"byteOffset\": 9007199254740992", "{\"buffer\": 0, \"byteOffset\"",
     "bufferViews[1] needs 12 bytes from byte 9007199254740992 on, but buffers[0] has 60"},
    {"\"byteLength\": 60", "\"byteLength\": 61", "61", "buffers[0].byteLength is 61, but the buffer has only 60 bytes"},
    {"\"byteLength\": 60, ", "", "{\"uri\"", "buffers[0] needs 'byteLength', a whole number"},
    {"\"uri\": ", "\"url\": ", "{\"byteLength\": 60", "buffers[0] needs a 'uri': this file has no binary chunk"},
    {"data:;base64,AAAA", "data:,AAAA", "\"data:,",
     "buffers[0].uri is a data URI that is not base64: ';base64' must precede the ','"},
    {"data:;base64,AAAA", "data:;base64;AAAA", "\"data:", "buffers[0].uri is a data URI without a ',' before the data"},
    {"base64,AAAA", "base64,AA*A", "\"data:", "buffers[0].uri has an invalid base64 digit at character 2 of its data"},
    {"AAMA\"", "AAMAB\"", "\"data:", "buffers[0].uri has base64 data that is cut off after 81 characters"},
    {"base64,AAAA", "base64,%4xAAAA",
     "\"data:", "buffers[0].uri has a '%' at character 13 without two hexadecimal digits after it"},
    {"AAMA\"", "AAMA%4\"",
     "\"data:", "buffers[0].uri has a '%' at character 93 without two hexadecimal digits after it"},
    {"data:;base64,", "http://x/", "\"http:",
     "buffers[0].uri is 'http://x/AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8...', which is neither a file in the "
     "folder of the glTF file nor a data URI"},
    {"data:;base64,", "%00", "\"%00",
     "buffers[0].uri is '%00AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAA...', which is neither a file in the "
     "folder of the glTF file nor a data URI"},
};

// The text with the change; to be freed.
static char *changed(const char *instead_of, const char *with) {
    const char *found = strstr(square, instead_of);
    if (!found) fail_msg("not in the square: %s", instead_of);
    char *text = malloc(sizeof square + strlen(with));
    CHECK(text);
    sprintf(text, "%.*s%s%s", (int)(found - square), square, with, found + strlen(instead_of));
    return text;
}

static void place_of(const char *text, const char *at, gyre_model_error *out) {
    const char *where = *at ? strstr(text, at) : text + strlen(text);
    CHECK(where);
    out->byte = (size_t)(where - text), out->line = 1, out->column = 1;
    for (const char *c = text; c < where; c++)
        *c == '\n' ? (out->line++, out->column = 1) : out->column++;
}

// Reads the square with a change; false, and both errors printed, when another one comes. No text: it is read.
static bool is_told(const mistake *m) {
    char *text = changed(m->instead_of, m->with);
    gyre_model_error error = {0}, want = {0};
    gyre_result r = read_exactly(text, strlen(text), NULL, &error);
    if (m->text) {
        snprintf(want.text, sizeof want.text, "%s", m->text);
        place_of(text, m->at, &want);
    }
    free(text);
    bool is_same = r == (m->text ? GYRE_ERR_MODEL : GYRE_OK) && strcmp(error.text, want.text) == 0 &&
                   error.byte == want.byte && error.line == want.line && error.column == want.column;
    if (!is_same)
        print_error("%s\n  got  %d:%d (%zu) %s\n  want %d:%d (%zu) %s\n", m->with, error.line, error.column, error.byte,
                    error.text, want.line, want.column, want.byte, want.text);
    return is_same;
}

static void check_all_told(const mistake *list, size_t count) {
    int missed = 0;
    for (size_t i = 0; i < count; i++)
        missed += !is_told(&list[i]);
    CHECK_EQ(missed, 0);
}

TEST(every_mistake_is_reported_with_its_path) { check_all_told(mistakes, sizeof mistakes / sizeof mistakes[0]); }

// The sparse accessor of the square replaces vertex 2 by the first vertex.
TEST(every_mistake_of_a_sparse_accessor_is_reported) {
#define SPARSE_ANY(count, index_place, value_place)                                                                    \
    "\"sparse\": {\"count\": " count ", \"indices\": {" index_place "}, \"values\": {" value_place "}}, \"count\": 4"
#define SPARSE_PLACE "\"bufferView\": 1, \"componentType\": 5123, \"byteOffset\": 4"
    static const mistake cases[] = {
        {"\"count\": 4", SPARSE_ANY("1", SPARSE_PLACE, "\"bufferView\": 0"), "", NULL},
        {"\"count\": 4", SPARSE_ANY("0", SPARSE_PLACE, "\"bufferView\": 0"), "0, \"indices\"",
         "accessors[0].sparse.count must be from 1 to 4, the number of elements of the accessor, is 0"},
        {"\"count\": 4", SPARSE_ANY("5", SPARSE_PLACE, "\"bufferView\": 0"), "5, \"indices\"",
         "accessors[0].sparse.count must be from 1 to 4, the number of elements of the accessor, is 5"},
        {"\"count\": 4", SPARSE_ANY("3", SPARSE_PLACE, "\"bufferView\": 0"), "{" SPARSE_PLACE,
         "accessors[0].sparse.indices must be in ascending order, but 0 follows 2 at position 1"},
        {"\"count\": 4",
         SPARSE_ANY("2", "\"bufferView\": 1, \"componentType\": 5123, \"byteOffset\": 6", "\"bufferView\": 0"), "",
         NULL},
        {"\"count\": 4",
         SPARSE_ANY("4", "\"bufferView\": 1, \"componentType\": 5123, \"byteOffset\": 8", "\"bufferView\": 0"),
         "{\"bufferView\": 1, \"componentType\": 5123, \"byteOffset\": 8",
         "accessors[0].sparse.indices needs 4 elements of 2 bytes, but bufferViews[1] has only 12 bytes"},
        {"\"count\": 4", SPARSE_ANY("1", "\"bufferView\": 1, \"componentType\": 5125", "\"bufferView\": 0"),
         "{\"bufferView\": 1, \"componentType\": 5125",
         "accessors[0].sparse.indices has the index 65536 at position 0, but the accessor has 4 elements"},
        {"\"count\": 4", SPARSE_ANY("1", "\"bufferView\": 1, \"componentType\": 5126", "\"bufferView\": 0"), "5126}",
         "accessors[0].sparse.indices.componentType must be 5121, 5123 or 5125 (unsigned whole numbers), is 5126"},
        {"\"count\": 4", SPARSE_ANY("1", "\"componentType\": 5125", "\"bufferView\": 0"), "{\"componentType\": 5125",
         "accessors[0].sparse.indices needs 'bufferView', an index into bufferViews"},
        {"\"count\": 4", SPARSE_ANY("1", SPARSE_PLACE, "\"bufferView\": 0, \"byteOffset\": 40"),
         "{\"bufferView\": 0, \"byteOffset\"",
         "accessors[0].sparse.values needs 1 elements of 12 bytes, but bufferViews[0] has only 48 bytes"},
        {"\"count\": 4", "\"sparse\": {\"count\": 1}, \"count\": 4", "{\"count\": 1}",
         "accessors[0].sparse needs 'indices', an object"},
        {"\"count\": 4", "\"sparse\": 1, \"count\": 4", "1, \"count\"",
         "accessors[0].sparse must be an object, is a number"},
    };
    check_all_told(cases, sizeof cases / sizeof cases[0]);
}

TEST(a_non_finite_vertex_is_reported) {
    gltf_sample s = {.rest = "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]"};
    float corners[9] = {0, 0, 0, 1, 0, 0, 0, (float)INFINITY, 0};
    sample_positions(&s, corners, 3);
    sample_file file = sample_glb(&s);
    gyre_model_error error = {0};
    CHECK_RESULT(read_exactly(file.bytes, file.size, NULL, &error), GYRE_ERR_MODEL);
    assert_string_equal(error.text, "accessors[0] has a NaN or infinite coordinate in element 2");
    CHECK_EQ(error.line, 0);
    CHECK_BYTES(file.bytes + error.byte, "{\"componentType\"", 16); // the byte of a GLB leads to the JSON in it
    free(file.bytes);
}

// ---- the container ----

static sample_file square_glb(void) {
    gltf_sample s = {.rest = "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]"};
    static const float corners[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    sample_positions(&s, corners, 4);
    sample_indices(&s, indices, 6, 2);
    return sample_glb(&s);
}

enum { SQUARE_GLB = 460, SQUARE_BIN = 392 }; // its size, and where its second chunk begins

static void check_glb_mistake(size_t at, size_t value, size_t byte, const char *want) {
    sample_file file = square_glb();
    CHECK_EQ(file.size, SQUARE_GLB);
    CHECK_BYTES(file.bytes + SQUARE_BIN + 4, "BIN", 4);
    put_u32(file.bytes + at, value);
    gyre_model_error error = {0};
    CHECK_RESULT(read_exactly(file.bytes, file.size, NULL, &error), GYRE_ERR_MODEL);
    assert_string_equal(error.text, want);
    CHECK_EQ(error.byte, byte);
    CHECK_EQ(error.line, 0);
    free(file.bytes);
}

TEST(a_glb_container_is_checked) {
    check_glb_mistake(4, 1, 4, "GLB version 1 is not supported, must be 2");
    check_glb_mistake(8, 9999, SQUARE_GLB, "the file is cut off: its header states 9999 bytes, found 460");
    check_glb_mistake(8, 100, 8, "the header states 100 bytes, but the file has 460");
    check_glb_mistake(12, 99999, 12, "the chunk header states 99999 bytes, but only 440 are left");
    check_glb_mistake(16, 7, 16, "the first chunk must be of type JSON");
    check_glb_mistake(SQUARE_BIN, 61, SQUARE_BIN, "the chunk header states 61 bytes, but only 60 are left");
    check_glb_mistake(SQUARE_BIN, 56, SQUARE_GLB - 4, "a chunk header has 8 bytes, but only 4 are left");
}

TEST(a_glb_without_bytes_has_no_first_buffer) {
    gyre_model_error error = {0};
    sample_file file =
        glb_of("{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36}],\"bufferViews\":[{"
               "\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
               "\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{"
               "\"POSITION\":0}}]}]}",
               NULL, 0);
    CHECK_RESULT(read_exactly(file.bytes, file.size, NULL, &error), GYRE_ERR_MODEL);
    assert_string_equal(error.text, "buffers[0] needs a 'uri': this file has no binary chunk");
    free(file.bytes);
    CHECK_RESULT(read_exactly("glTF\2\0\0\0\14\0\0\0", 12, NULL, &error), GYRE_ERR_MODEL);
    assert_string_equal(error.text, "the JSON chunk after the header is missing");
}

// ---- damage ----

TEST(a_file_that_is_cut_off_is_a_mistake) {
    gyre_model_error error;
    for (size_t size = 0; size + 2 < sizeof square; size++) // the last byte is a line break
        CHECK_RESULT(read_exactly(square, size, NULL, &error), GYRE_ERR_MODEL);
    CHECK_OK(read_exactly(square, sizeof square - 1, NULL, &error));
    sample_file file = square_glb();
    for (size_t size = 0; size < file.size; size++)
        CHECK_RESULT(read_exactly(file.bytes, size, NULL, &error), GYRE_ERR_MODEL);
    // with a header that has the new length, as a careless tool would write it
    for (size_t size = 20; size < file.size; size++) {
        put_u32(file.bytes + 8, size);
        gyre_result r = read_exactly(file.bytes, size, NULL, &error);
        if (r != GYRE_OK) CHECK_RESULT(r, GYRE_ERR_MODEL);
    }
    free(file.bytes);
}

static void damage(const uint8_t *bytes, size_t size, const char *garbage, size_t garbage_size, int count) {
    random_source r = {size};
    uint8_t *copy = malloc(size);
    CHECK(copy);
    for (int i = 0; i < count; i++) {
        memcpy(copy, bytes, size);
        for (uint64_t n = random_u64(&r) % 4 + 1; n > 0; n--)
            copy[random_u64(&r) % size] = (uint8_t)garbage[random_u64(&r) % garbage_size];
        gyre_model_error error;
        gyre_result result = read_exactly(copy, size, NULL, &error);
        if (result == GYRE_OK) continue;
        CHECK_RESULT(result, GYRE_ERR_MODEL);
        CHECK(error.text[0] && error.byte <= size);
    }
    free(copy);
}

TEST(a_damaged_file_is_read_or_a_mistake) {
    static const char garbage[] = "{}[],:\"\\0123456789-+.eE tfn\x80\xff\x01";
    sample_file file = square_glb();
    damage((const uint8_t *)square, sizeof square - 1, "0123456789", 10, 10000);
    damage((const uint8_t *)square, sizeof square - 1, garbage, sizeof garbage - 1, 5000);
    damage(file.bytes, file.size, garbage, sizeof garbage, 10000);
    free(file.bytes);
}

TEST(every_allocation_may_fail) {
    sample_file file = square_glb();
    const void *texts[2] = {square, file.bytes};
    size_t sizes[2] = {sizeof square - 1, file.size};
    for (int k = 0; k < 2; k++)
        for (int n = 0;; n++) {
            failing memory = {.fail_at = n};
            gyre_model_options options = gyre_model_options_default();
            gyre_model_error error = {0};
            options.allocator = (gyre_allocator){failing_take, failing_give, &memory};
            gyre_result r = read_exactly(texts[k], sizes[k], &options, &error);
            CHECK_EQ(memory.live, 0);
            if (memory.calls <= n) {
                CHECK_OK(r);
                CHECK(n > 8);
                break;
            }
            CHECK_RESULT(r, GYRE_ERR_NO_MEMORY);
        }
    free(file.bytes);
}

// ---- much out of little ----

typedef struct counting {
    size_t live, most;
} counting;

static void *counting_take(size_t size, size_t alignment, void *user) {
    counting *c = user;
    uint8_t *block = aligned_alloc(alignment, (size + 2 * alignment - 1) / alignment * alignment + alignment);
    if (!block) return NULL;
    memcpy(block, &size, sizeof size); // in front of the returned block
    c->live += size;
    if (c->live > c->most) c->most = c->live;
    return block + alignment;
}

static void counting_give(void *block, void *user) {
    size_t size;
    uint8_t *base = (uint8_t *)block - 64;
    memcpy(&size, base, sizeof size);
    ((counting *)user)->live -= size;
    free(base);
}

// The bound of memory for a file of that size: growing arrays of triangles and vertices, JSON, and the tables.
static double bound_of(size_t size) {
    double triangles = GLTF_TEST_FREE + GLTF_TEST_PER_BYTE * (double)size;
    return triangles * (12 + 3 * 24 * 3 + 4) + 200 * (double)size;
}

static void check_bounded(const char *text, const char *want) {
    counting memory = {0};
    gyre_model_options options = gyre_model_options_default();
    options.allocator = (gyre_allocator){counting_take, counting_give, &memory};
    gyre_model_error error = {0};
    gyre_result r = read_exactly(text, strlen(text), &options, &error);
    CHECK_EQ(memory.live, 0);
    CHECK(memory.most > 0);
    CHECK_BELOW((double)memory.most, bound_of(strlen(text)));
    if (!want) CHECK_OK(r);
    if (want && (r != GYRE_ERR_MODEL || !strstr(error.text, want))) fail_msg("%s: %s", gyre_result_name(r), error.text);
}

#define ZEROS(count)                                                                                                   \
    "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":" #count                        \
    ",\"type\":\"VEC3\"}],"                                                                                            \
    "\"meshes\":[{\"primitives\":["

TEST(zeros_of_sparse_accessors_are_limited) {
    check_bounded(ZEROS(100) "{\"attributes\":{\"POSITION\":0}}]}]}", NULL);
    check_bounded(ZEROS(1000000000) "{\"attributes\":{\"POSITION\":0}}]}]}",
                  "is 1000000000 without a bufferView, above the limit");
    check_bounded(ZEROS(1000000000) "{\"attributes\":{\"POSITION\":0},\"mode\":6}]}]}",
                  "is 1000000000 without a bufferView, above the limit");
}

// `count` nodes with one mesh of `primitives` primitives each.
static char *many_nodes(size_t count, const char *primitive, size_t primitives, const char *head) {
    char *text = malloc(strlen(head) + primitives * (strlen(primitive) + 1) + 16 * count + 100), *end = text;
    CHECK(text);
    end += sprintf(end, "%s", head);
    for (size_t i = 0; i < primitives; i++)
        end += sprintf(end, "%s%s", i ? "," : "", primitive);
    end += sprintf(end, "]}],\"nodes\":[");
    for (size_t i = 0; i < count; i++)
        end += sprintf(end, "%s{\"mesh\":0}", i ? "," : "");
    sprintf(end, "]}");
    return text;
}

TEST(instances_are_limited_by_the_bytes_of_the_file) {
    char *text = many_nodes(100, "{\"attributes\":{\"POSITION\":0}}", 1, ZEROS(3000));
    check_bounded(text, NULL); // 100 000 triangles
    free(text);
    text = many_nodes(10000, "{\"attributes\":{\"POSITION\":0}}", 1, ZEROS(30000));
    check_bounded(text,
                  "exceeds the limit of 2024"); // 100 000 000 triangles: refused at the first node that is too much
    free(text);
    text = many_nodes(20000, "{\"attributes\":{}}", 5000, ZEROS(3));
    check_bounded(text, " triangles for a file of "); // nothing, a hundred million times
    free(text);
}

TEST(the_limit_of_triangles_is_kept) {
    gyre_model_options options = gyre_model_options_default();
    gyre_model_error error = {0};
    options.max_triangles = 2;
    CHECK_OK(read_exactly(square, sizeof square - 1, &options, &error));
    options.max_triangles = 1;
    CHECK_RESULT(read_exactly(square, sizeof square - 1, &options, &error), GYRE_ERR_TOO_LARGE);
}

RUN_TESTS("read_gltf_faults")
