/// Layer 9: models from bytes: which format, what holds for all of them, and bytes that are broken.
#include "host.h"
#include "model_helpers.h"
#include "model_samples.h"
#include "random.h"

#include "gyre/mesh.h"

// ---- samples ----

TEST(every_sample_has_its_format_counts_and_volume) {
    for (size_t i = 0; i < MODEL_SAMPLE_COUNT; i++) {
        const model_sample *s = &model_samples[i];
        gyre_model model = model_of(s->bytes, s->size);
        CHECK_EQ(model.format, s->format);
        CHECK_EQ(model.mesh.vertex_count, s->vertex_count);
        CHECK_EQ(model.mesh.triangle_count, s->triangle_count);
        CHECK_EQ(model.is_soup, s->format == GYRE_MODEL_stl || s->format == GYRE_MODEL_gltf);
        gyre_mass_properties mass;
        CHECK_OK(gyre_mass_of_closed_mesh(&model.mesh, gyre_by_density(1), &mass));
        CHECK_NEAR(mass.mass, s->volume, 1e-14 * s->volume);
        if (!model.is_soup) CHECK_OK(gyre_mesh_check(&model.mesh, NULL, &(gyre_mesh_report){0}));
        gyre_model_clear(&model);
    }
}

TEST(formats_have_names_and_descriptions) {
    CHECK(strcmp(gyre_model_format_name(GYRE_MODEL_stl), "stl") == 0);
    CHECK(strcmp(gyre_model_format_name(GYRE_MODEL_gltf), "gltf") == 0);
    for (int i = 0; i < GYRE_MODEL_FORMAT_COUNT; i++)
        CHECK(strlen(gyre_model_format_text((gyre_model_format)i)) > 5);
    CHECK(gyre_model_format_name(GYRE_MODEL_FORMAT_COUNT) == NULL);
    CHECK(gyre_model_format_text((gyre_model_format)-1) == NULL);
}

// ---- bytes that are something else ----

#define READS "; Gyre reads STL, OBJ, PLY, glTF and GLB"

#define CAD                                                                                                            \
    ", a CAD model and not a mesh; export it as STL or OBJ from the CAD program, or convert it with FreeCAD or gmsh "  \
    "(gmsh -2 part.step -o part.stl)"
#define NATIVE ", a CAD model and not a mesh; export it as STL or OBJ from the CAD program"
#define BLENDER "; open it in Blender and export it as glTF, STL or OBJ"
#define SLICER "; export it as STL or OBJ from the CAD program or the slicer"
#define MESHLAB "; convert it to STL, OBJ or PLY, for example with MeshLab"

TEST(bytes_of_other_formats_are_named_with_a_way_to_convert_them) {
    CHECK_READING("", "byte 0: the file is empty" READS);
    CHECK_READING("ISO-10303-21;\nHEADER;\n", "byte 0: this is a STEP file" CAD);
    CHECK_READING("\xef\xbb\xbf\r\nISO-10303-21;\n", "byte 0: this is a STEP file" CAD);
    CHECK_READING("DBRep_DrawableShape\n", "byte 0: this is an Open CASCADE BREP file" CAD);
    CHECK_READING("\320\317\021\340\241\261\032\341\0\0",
                  "byte 0: this is an OLE file, perhaps a SolidWorks or Inventor part" NATIVE);
    CHECK_READING("  0\r\nSECTION\r\n", "byte 0: this is a DXF file" NATIVE);
    CHECK_READING("Kaydara FBX Binary  \000\032\000", "byte 0: this is an FBX file" BLENDER);
    CHECK_READING("BLENDER-v300", "byte 0: this is a Blender file" BLENDER);
    CHECK_READING("PK\003\004\024\000\000\000", "byte 0: this is a ZIP archive; unpack it first: Gyre reads STL, OBJ, "
                                                "PLY, glTF and GLB");
    CHECK_READING("PK\003\004\024\000\000\000...3D/3dmodel.model...", "byte 0: this is a 3MF file" SLICER);
    CHECK_READING("\n <?xml version=\"1.0\"?>", "byte 0: this is an unknown XML format" READS);
    CHECK_READING("<?xml version=\"1.0\"?>\n<COLLADA xmlns=", "byte 0: this is a COLLADA file" BLENDER);
    CHECK_READING("\037\213\010\000", "byte 0: this is compressed by gzip; unpack it first: Gyre reads STL, OBJ, PLY, "
                                      "glTF and GLB");
    CHECK_READING("\211PNG\r\n\032\n", "byte 0: this is a PNG picture" READS);
    CHECK_READING("#VRML V2.0 utf8\n", "byte 0: this is a VRML file" MESHLAB);
    CHECK_READING("OFF\n8 6 0\n", "byte 0: this is an OFF file" MESHLAB);
    CHECK_READING("\377\376v\0 \0", "byte 0: this is text in UTF-16; save it as UTF-8");
    char iges[82];
    snprintf(iges, sizeof iges, "%-72sS      1\n", "made by hand");
    CHECK_READING_BYTES(iges, 81, "byte 0: this is an IGES file" CAD);
    snprintf(iges, sizeof iges, "%-72sS0000001\n", "with zeros");
    CHECK_READING_BYTES(iges, 81, "byte 0: this is an IGES file" CAD);
}

// The names of a ZIP archive are at its end.
TEST(the_names_at_the_end_of_an_archive_are_found) {
    enum { SIZE = 200000 };
    char *zip = calloc(SIZE, 1);
    memcpy(zip, "PK\003\004", 4);
    memcpy(zip + SIZE - 100, "3D/3dmodel.model", 16);
    CHECK_READING_BYTES(zip, SIZE, "byte 0: this is a 3MF file" SLICER);
    free(zip);
}

static void check_named(const char *name, const char *text, const char *want) {
    gyre_model_options options = gyre_model_options_default();
    gyre_model model = {0};
    gyre_model_error error;
    options.file_name = name;
    gyre_result r = read_model_copy(text, strlen(text), &options, &model, &error);
    if (want)
        assert_string_equal(error.text, want);
    else
        CHECK_OK(r);
    gyre_model_clear(&model);
}

TEST(names_decide_only_where_bytes_do_not) {
    check_named("a/b.c/Part.SLDPRT", "\001\002\003", "this is a SolidWorks part (by its name)" NATIVE);
    check_named("part.stp", "no header", "this is a STEP file (by its name)" CAD);
    check_named("part.igs", "no header", "this is an IGES file (by its name)" CAD);
    check_named("part.3mf", "PK\003\004", "this is a 3MF file (by its name)" SLICER);
    check_named("scene.blend", "\050\265\057\375", "this is a Blender file (by its name)" BLENDER);
    check_named("part.step", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", NULL);
    check_named("part.step", "PK\003\004 3D/3dmodel.model", "this is a 3MF file" SLICER);
    check_named("part.xyz", "\001\002\003", "unknown binary format" READS);
    check_named("part.", "\001\002\003", "unknown binary format" READS);
    check_named("st", "\001\002\003", "unknown binary format" READS);
}

TEST(text_and_bytes_of_unknown_formats_are_distinguished) {
    CHECK_READING("\n\n  hello, world\n", "3:3: unknown text format that begins with \"hello, world\"" READS);
    CHECK_READING(" \t\r\n", "1:1: the file contains only white space" READS);
    CHECK_READING("# only a comment\n", "1:1: unknown text format that begins with \"# only a comment\"" READS);
    CHECK_READING("\001\002\003", "byte 0: unknown binary format" READS);
    CHECK_READING("solidarity\n", "1:1: unknown text format that begins with \"solidarity\"" READS);
    char noise[300];
    memset(noise, 0xc1, sizeof noise); // as a count, 3 thousand millions
    CHECK_READING_BYTES(noise, sizeof noise, "byte 0: unknown binary format" READS);
}

TEST(json_and_glb_are_recognised_as_gltf) {
    gyre_model model = {0};
    static const char *const texts[] = {"{}", "\xef\xbb\xbf \n{\"asset\": 1}", "glTF\2\0\0\0"};
    for (size_t i = 0; i < 3; i++) {
        gyre_model_error error;
        CHECK_RESULT(read_model_copy(texts[i], strlen(texts[i]), NULL, &model, &error), GYRE_ERR_MODEL);
        CHECK(strstr(error.text, "unknown") == NULL);
    }
}

TEST(a_model_has_at_least_one_triangle) {
    CHECK_READING("v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n",
                  "byte 0: the file has no triangles: it has 3 vertices, 1 points or lines, and no faces");
    CHECK_READING("solid\nendsolid\n",
                  "byte 0: the file has no triangles: it has 0 vertices, 0 points or lines, and no faces");
}

// ---- options ----

TEST(arguments_are_checked) {
    gyre_model model = {0};
    gyre_model_error error;
    const model_sample *s = &model_samples[0];
    CHECK_RESULT(gyre_model_read(NULL, 5, NULL, &model, &error), GYRE_ERR_NULL_POINTER);
    CHECK_EQ(error.code, GYRE_ERR_NULL_POINTER);
    CHECK(strcmp(error.text, gyre_result_text(GYRE_ERR_NULL_POINTER)) == 0);
    CHECK_RESULT(gyre_model_read(s->bytes, s->size, NULL, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_model_read(NULL, 0, NULL, &model, NULL), GYRE_ERR_MODEL);
    CHECK_RESULT(gyre_model_read(s->bytes, s->size, &(gyre_model_options){0}, &model, NULL), GYRE_ERR_DEFINITION);
    gyre_model_options options = gyre_model_options_default();
    options.allocator.take = failing_take;
    CHECK_RESULT(gyre_model_read(s->bytes, s->size, &options, &model, NULL), GYRE_ERR_ALLOCATOR);
    gyre_model_clear(&model);
    gyre_model_clear(NULL);
}

TEST(the_limit_of_triangles_holds_exactly) {
    for (size_t i = 0; i < MODEL_SAMPLE_COUNT; i++) {
        const model_sample *s = &model_samples[i];
        for (size_t limit = 0; limit <= s->triangle_count; limit++) {
            gyre_model model = {0};
            gyre_model_error error;
            gyre_model_options options = gyre_model_options_default();
            options.max_triangles = limit;
            gyre_result r = read_model_copy(s->bytes, s->size, &options, &model, &error);
            CHECK_RESULT(r, limit == s->triangle_count ? GYRE_OK : GYRE_ERR_TOO_LARGE);
            char want[128];
            snprintf(want, sizeof want,
                     "more than %zu triangles (the limit in the options) or more than 2^32 - 1 vertices", limit);
            if (r != GYRE_OK) CHECK(strcmp(error.text, want) == 0);
            gyre_model_clear(&model);
        }
    }
}

TEST(every_allocation_may_fail) {
    for (size_t i = 0; i < MODEL_SAMPLE_COUNT; i++) {
        const model_sample *s = &model_samples[i];
        for (int n = 0;; n++) {
            failing f = {.fail_at = n};
            gyre_model model = {0};
            gyre_model_options options = gyre_model_options_default();
            options.allocator = (gyre_allocator){failing_take, failing_give, &f};
            gyre_result r = read_model_copy(s->bytes, s->size, &options, &model, NULL);
            if (r == GYRE_OK)
                CHECK(n >= 2); // vertices and triangles, at least
            else
                CHECK_RESULT(r, GYRE_ERR_NO_MEMORY);
            gyre_model_clear(&model);
            CHECK_EQ(f.live, 0);
            if (r == GYRE_OK) break;
        }
    }
}

typedef struct heard {
    int calls;
    double last;
} heard;

static void hear(double part, void *user) {
    heard *h = user;
    CHECK(part >= h->last && part <= 1);
    h->calls++;
    h->last = part;
}

// A beginning, a middle repeated up to so many bytes, and an end; read with ears open.
static void check_progress(const char *beginning, const char *middle, size_t count, const char *end) {
    size_t length = strlen(middle), at = strlen(beginning), size = at + count * length + strlen(end);
    char *text = malloc(size + 1);
    memcpy(text, beginning, at);
    for (size_t i = 0; i < count; i++, at += length)
        memcpy(text + at, middle, length);
    memcpy(text + at, end, strlen(end));
    heard h = {0};
    gyre_model_options options = gyre_model_options_default();
    options.on_progress = hear, options.user = &h;
    gyre_model model = {0};
    gyre_model_error error;
    if (gyre_model_read(text, size, &options, &model, &error) != GYRE_OK) fail_msg("%s", error.text);
    size_t megabytes = size >> 20;
    CHECK(h.calls >= (int)megabytes && h.calls <= (int)(2 * megabytes + 2)); // about once per megabyte and pass
    CHECK_SAME(h.last, 1);
    gyre_model_clear(&model);
    free(text);
}

TEST(progress_increases_and_ends_with_the_total) {
    check_progress("solid\n", "facet outer loop vertex 0 0 0 vertex 0 0 1 vertex 0 1 0 endloop endfacet\n", 40000,
                   "endsolid\n");
    check_progress("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "f 1 2 3\n", 400000, "");
    check_progress("ply\nformat ascii 1.0\nelement face 400000\nproperty list int int vertex_index\nelement vertex 3\n"
                   "property int x\nproperty int y\nproperty int z\nend_header\n",
                   "3 0 1 2\n", 400000, "0 0 0 1 0 0 0 1 0\n");
    const size_t count = 60000;
    size_t size = 84 + 50 * count;
    uint8_t *bytes = calloc(1, size);
    bytes[80] = (uint8_t)count, bytes[81] = (uint8_t)(count >> 8), bytes[82] = (uint8_t)(count >> 16);
    heard h = {0};
    gyre_model_options options = gyre_model_options_default();
    options.on_progress = hear, options.user = &h;
    gyre_model model = {0};
    CHECK_OK(gyre_model_read(bytes, size, &options, &model, NULL));
    CHECK(h.calls >= 3 && h.calls <= 5);
    CHECK_SAME(h.last, 1);
    gyre_model_clear(&model);
    free(bytes);
}

// ---- broken bytes ----

TEST(files_that_are_cut_off_are_refused_or_read) {
    for (size_t i = 0; i < MODEL_SAMPLE_COUNT; i++) {
        const model_sample *s = &model_samples[i];
        for (size_t size = 0; size < s->size; size++)
            if (check_survives(s->bytes, size) && s->is_binary) fail_msg("%s is read from %zu bytes", s->name, size);
    }
}

// A few bytes turned over, put in, taken out or copied from elsewhere.
static size_t spoil(random_source *r, char *bytes, size_t size, size_t room) {
    size_t changes = 1 + random_u64(r) % 4;
    for (size_t k = 0; k < changes && size > 0; k++) {
        size_t at = random_u64(r) % size, from = random_u64(r) % size;
        switch (random_u64(r) % 5) {
        case 0:
            bytes[at] = (char)(bytes[at] ^ 1 << random_u64(r) % 8);
            break;
        case 1:
            bytes[at] = (char)random_u64(r);
            break;
        case 2:
            bytes[at] = "0123456789-+.eE/\\#\n\r \377"[random_u64(r) % 22];
            break;
        case 3:
            if (size == room) break;
            memmove(bytes + at + 1, bytes + at, size - at);
            bytes[at] = bytes[from];
            size++;
            break;
        default:
            memmove(bytes + at, bytes + at + 1, size - at - 1);
            size--;
        }
    }
    return size;
}

TEST(damaged_files_are_refused_or_read_in_little_memory) {
    enum { ROUNDS = 6000, ROOM = 4096 };
    random_source r = {20};
    size_t fine = 0, refused = 0;
    for (size_t i = 0; i < MODEL_SAMPLE_COUNT; i++)
        for (int k = 0; k < ROUNDS; k++) {
            const model_sample *s = &model_samples[i];
            char bytes[ROOM];
            memcpy(bytes, s->bytes, s->size);
            size_t size = spoil(&r, bytes, s->size, ROOM);
            if (check_survives(bytes, size))
                fine++;
            else
                refused++;
        }
    CHECK(fine > 1000 && refused > 1000); // both happen
}

TEST(random_bytes_are_refused) {
    random_source r = {21};
    for (int k = 0; k < 20000; k++) {
        uint8_t bytes[200];
        size_t size = random_u64(&r) % sizeof bytes;
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)random_u64(&r);
        CHECK(!check_survives(bytes, size));
    }
}

RUN_TESTS("model")
