/// Layer 10: shapes that are meshes of files: mass properties, messages about unreadable files, writing, drawing.
#include "gltf_sample.h"
#include "gyre/record.h"
#include "host.h"
#include "scene_shelf.h"

// To a few roundings of the integrals; `size` is that of the body.
static void check_near_mass(gyre_mass_properties got, gyre_mass_properties want, double size) {
    const double *I = &got.inertia.xx, *J = &want.inertia.xx, slack = 1e-13;
    CHECK_NEAR(got.mass, want.mass, slack * want.mass);
    CHECK_NEAR(got.center.x, want.center.x, slack * size);
    CHECK_NEAR(got.center.y, want.center.y, slack * size);
    CHECK_NEAR(got.center.z, want.center.z, slack * size);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(I[i], J[i], slack * want.mass * size * size);
}

static void check_same_text(shelf *s, const char *text, const char *other, double size) {
    check_near_mass(mass_of_text(s, text), mass_of_text(s, other), size);
}

// ---- weight ----

TEST(a_mesh_has_the_mass_of_its_shape) {
    shelf *s = shelf_with_blocks();
    static const char box[] = BODY("\"density\":7,\"shape\":{\"type\":\"box\",\"size\":[1,2,3]}");
    static const char box_by_mass[] = BODY("\"mass\":5,\"shape\":{\"type\":\"box\",\"size\":[1,2,3]}");
    check_same_text(s, BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\"}"), box, 3);
    check_same_text(s, BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"parts/block.stl\"}"), box, 3);
    check_same_text(s, BODY("\"mass\":5,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\"}"), box_by_mass, 3);
    CHECK_EQ(s->warnings[0], 0);
    shelf_clear(s);
}

TEST(units_and_scale_multiply_lengths) {
    shelf *s = shelf_with_blocks();
    static const struct {
        const char *keys;
        double factor;
    } cases[] = {{"", 1},
                 {",\"unit\":\"m\"", 1},
                 {",\"unit\":\"mm\"", 1e-3},
                 {",\"unit\":\"cm\"", 1e-2},
                 {",\"unit\":\"in\"", 0.0254},
                 {",\"unit\":\"um\"", 1e-6},
                 {",\"unit\":\"inch\"", 0.0254},
                 {",\"unit\":\"feet\"", 0.3048},
                 {",\"unit\":\"micron\"", 1e-6},
                 {",\"scale\":2.5", 2.5},
                 {",\"scale\":20,\"unit\":\"cm\"", 0.2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char mesh[300], box[300];
        double f = cases[i].factor;
        snprintf(mesh, sizeof mesh, BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\"%s}"),
                 cases[i].keys);
        snprintf(box, sizeof box, BODY("\"density\":7,\"shape\":{\"type\":\"box\",\"size\":[%.17g,%.17g,%.17g]}"),
                 f * block_size.x, f * block_size.y, f * block_size.z);
        check_same_text(s, mesh, box, 3 * f);
    }
    shelf_clear(s);
}

TEST(a_hollow_mesh_is_its_triangles) {
    shelf *s = shelf_with_blocks();
    check_same_text(s, BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\",\"hollow\":true}"),
                    BODY("\"density\":7,\"shape\":{\"type\":\"box\",\"size\":[1,2,3],\"hollow\":true}"), 3);
    check_same_text(
        s, BODY("\"mass\":2,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\",\"hollow\":true,\"unit\":\"cm\"}"),
        BODY("\"mass\":2,\"shape\":{\"type\":\"box\",\"size\":[0.01,0.02,0.03],\"hollow\":true}"), 0.03);
    // an open sheet has nothing to warn of
    gyre_mass_properties sheet =
        mass_of_text(s, BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"open.obj\",\"hollow\":true}"));
    CHECK_NEAR(sheet.mass, 7 * (22 - 3), 1e-12); // without half of a face of 2 by 3
    CHECK_EQ(s->warnings[0], 0);
    shelf_clear(s);
}

TEST(a_mesh_may_be_a_part_of_a_compound) {
    shelf *s = shelf_with_blocks();
#define PARTS(first)                                                                                                   \
    BODY("\"density\":3,\"shape\":{\"type\":\"compound\",\"parts\":[{" first                                           \
         ",\"position\":[1,-2,0.5],\"orientation\":[0.8,0,0.6,0],\"density\":9},{\"type\":\"sphere\",\"radius\":1}]}")
    check_same_text(s, PARTS("\"type\":\"mesh\",\"file\":\"block.obj\""), PARTS("\"type\":\"box\",\"size\":[1,2,3]"),
                    4);
    shelf_clear(s);
}

TEST(if_mass_and_inertia_are_given_a_mesh_is_only_drawn) {
    shelf *s = shelf_with_blocks();
    gyre_scene *scene =
        read_scene(s, BODY("\"mass\":2,\"inertia\":[1,1,1],\"shape\":{\"type\":\"mesh\",\"file\":\"open.obj\"}"));
    gyre_look look = gyre_scene_look(scene, body_of(scene, "a"));
    CHECK_EQ(look.part_count, 1);
    CHECK_EQ(look.parts[0].mesh->triangle_count, 11);
    CHECK_SAME(look.parts[0].mesh_unit, 1);
    CHECK_SAME(mass_in(scene, "a").inertia.xx, 1);
    CHECK_EQ(s->warnings[0], 0); // its volume is not used
    gyre_scene_destroy(scene);
    shelf_clear(s);
}

// ---- files ----

TEST(a_file_is_read_once_and_its_mesh_shared) {
    shelf *s = shelf_with_blocks();
    gyre_scene *scene = read_scene(
        s,
        SCENE("{\"name\":\"a\",\"density\":1,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\"}},"
              "{\"name\":\"b\",\"mass\":1,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\",\"hollow\":true}},"
              "{\"name\":\"c\",\"kind\":\"static\",\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\",\"scale\":3}},"
              "{\"name\":\"d\",\"mass\":1,\"shape\":{\"type\":\"sphere\",\"radius\":1}}"));
    CHECK_EQ(s->loads, 1);
    const gyre_look_part *first = gyre_scene_look(scene, body_of(scene, "a")).parts,
                         *third = gyre_scene_look(scene, body_of(scene, "c")).parts;
    CHECK(first->mesh && first->mesh == third->mesh);
    CHECK_SAME(third->mesh_unit, 3);
    CHECK(!gyre_scene_look(scene, body_of(scene, "d")).parts->mesh);
    gyre_scene_destroy(scene);
    shelf_clear(s);
}

TEST(a_scene_with_many_mesh_files_keeps_them_all) {
    enum { FILES = 40 };
    shelf *s = shelf_with_blocks();
    static char names[FILES][16];
    char text[8000] = "{\"gyre\":1,\"bodies\":[";
    for (int i = 0; i < FILES; i++) {
        snprintf(names[i], sizeof names[i], "b%d.obj", i);
        own_mesh m = mesh_of_box((gyre_vec3){1, 1, 1 + i});
        shelf_put_mesh(s, names[i], &m, 12);
        mesh_free(&m);
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%s{\"name\":\"%d\",\"density\":1,\"shape\":{\"type\":\"mesh\",\"file\":\"%s\",\"unit\":\"m\"}}",
                 i ? "," : "", i, names[i]);
    }
    strcat(text, "]}");
    gyre_scene *scene = read_scene(s, text);
    for (int i = 0; i < FILES; i++) {
        char name[8];
        snprintf(name, sizeof name, "%d", i);
        const gyre_mesh *mesh = gyre_scene_look(scene, body_of(scene, name)).parts->mesh;
        double top = 0;
        for (size_t k = 0; k < mesh->vertex_count; k++)
            top = fmax(top, mesh->positions[3 * k + 2]);
        CHECK_SAME(top, 0.5 * (1 + i));
    }
    gyre_scene_destroy(scene);
    shelf_clear(s);
}

TEST(a_problem_of_a_mesh_file_is_reported_at_the_key_that_names_it) {
    shelf *s = shelf_with_blocks();
    shelf_put(s, "bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    shelf_put(s, "text.stl", "nothing of the kind");
    shelf_put(s, "empty.obj", "v 0 0 0\n");
    shelf_put(s, "cut.glb", "glTF\2");
    shelf_put(s, "flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
#define MESH(file) BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"" file "\"}")
    check_problems(s, MESH("none.stl"), "1:75 bodies[0].shape.file: 'none.stl' is not on the shelf\n");
    check_problems(s, MESH("bad.obj"),
                   "1:75 bodies[0].shape.file: bad.obj:4:7: the face refers to vertex 9, but the file has only 3\n");
    check_problems(
        s, MESH("cut.glb"),
        "1:75 bodies[0].shape.file: cut.glb: byte 5: the file is cut off: a GLB header has 12 bytes, found 5\n");
    check_problems(s, MESH("flat.obj"),
                   "1:53 bodies[0].shape: the mass of flat.obj cannot be computed: it encloses no "
                   "volume; for a sheet set \"hollow\": true\n");
    check_problems(s,
                   BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\",\"scale\":1e-300,"
                        "\"unit\":\"mm\"}"),
                   "1:53 bodies[0].shape: is too small or too large to compute its mass\n");
    check_problems(s,
                   BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\",\"scale\":5e-324,"
                        "\"unit\":\"mm\"}"),
                   "1:95 bodies[0].shape.scale: scale times unit is too small or too large\n");
    s->loads = 0;
    check_problems(s,
                   SCENE("{\"name\":\"a\",\"mass\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"none.stl\"}},\n"
                         "{\"name\":\"b\",\"mass\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"none.stl\"}}"),
                   "1:72 bodies[0].shape.file: 'none.stl' is not on the shelf\n"
                   "2:52 bodies[1].shape.file: 'none.stl' is not on the shelf\n");
    CHECK_EQ(s->loads, 1);
    shelf_clear(s);
}

// A .gltf in a folder names its buffer as seen from there.
TEST(references_of_a_mesh_are_relative_to_its_folder) {
    shelf *s = shelf_with_blocks();
    static const char gltf[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":48,\"uri\":\"a.bin\"}],\"bufferViews\":[{"
        "\"buffer\":0,\"byteLength\":48}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":"
        "\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0}}]}]}";
    shelf_put(s, "parts/a.gltf", gltf);
    static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    char *bytes = malloc(sizeof corners);
    memcpy(bytes, corners, sizeof corners);
    s->files[s->count].name = "parts/a.bin";
    s->files[s->count].bytes = bytes;
    s->files[s->count++].size = sizeof corners;
    gyre_mass_properties mass =
        mass_of_text(s, BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"parts/a.gltf\",\"hollow\":true}"));
    CHECK_NEAR(mass.mass, 7, 1e-14);
    s->files[s->count - 1].name = "a.bin";
    check_problems(s, MESH("parts/a.gltf"),
                   "1:75 bodies[0].shape.file: parts/a.gltf:1:62: buffers[0].uri refers to the file 'a.bin': "
                   "'parts/a.bin' is not on the shelf\n");
    shelf_clear(s);
}

TEST(buoyancy_does_not_take_its_solid_from_a_mesh) {
    shelf *s = shelf_with_blocks();
#define FLOATING(more)                                                                                                 \
    "{\"gyre\":1,\"gravity\":[0,0,-10],\"bodies\":[{\"name\":\"a\",\"density\":700,\"shape\":{\"type\":\"mesh\","      \
    "\"file\":\"block.obj\"}}],\n\"forces\":[{\"type\":\"buoyancy\",\"body\":\"a\",\"fluid_density\":1000,"            \
    "\"surface\":0" more "}]}"
    check_problems(s, FLOATING(""),
                   "2:37 forces[0].body: \"a\" must have the shape of a sphere or a box; otherwise give solid, "
                   "radius or size, and at\n");
    gyre_scene_destroy(read_scene(s, FLOATING(",\"solid\":\"box\",\"size\":[1,2,3]")));
    shelf_clear(s);
}

// ---- writing and drawing ----

TEST(a_mesh_is_written_in_its_original_form) {
    shelf *s = shelf_with_blocks();
    static const char text[] = SCENE(
        "{\"name\":\"a\",\"density\":7,\"angular_velocity\":[1,2,3],\"shape\":{\"type\":\"mesh\",\"file\":"
        "\"block.obj\",\"scale\":0.37,\"unit\":\"in\"}},{\"name\":\"b\",\"mass\":3,\"position\":[4,0,0],\"shape\":{"
        "\"type\":\"compound\",\"parts\":[{\"type\":\"mesh\",\"file\":\"parts/block.stl\",\"hollow\":true,"
        "\"position\":[1,0,0]},{\"type\":\"sphere\",\"radius\":1}]}}");
    gyre_scene *scene = read_scene(s, text);
    run(scene);
    byte_log written = text_of(scene);
    CHECK(strstr(written.bytes,
                 "\"type\": \"mesh\",\n        \"file\": \"block.obj\",\n        \"scale\": 0.37,\n        "
                 "\"unit\": \"in\"\n"));
    gyre_scene *again = read_scene(s, written.bytes);
    byte_log twice = text_of(again);
    assert_string_equal(twice.bytes, written.bytes);
    for (int i = 0; i < 2; i++) {
        gyre_look a = gyre_scene_look(scene, body_of(scene, i ? "b" : "a"));
        gyre_look b = gyre_scene_look(again, body_of(again, i ? "b" : "a"));
        CHECK_SAME(a.parts[0].mesh_unit, b.parts[0].mesh_unit);
        CHECK_EQ(a.parts[0].shape.is_hollow, b.parts[0].shape.is_hollow);
        CHECK_EQ(a.parts[0].mesh->triangle_count, 12);
    }
    // the same steps lead to the same bits
    gyre_body_id bodies[2] = {body_of(scene, "a"), body_of(again, "a")};
    gyre_world *worlds[2] = {gyre_scene_world(scene), gyre_scene_world(again)};
    gyre_state states[2];
    for (int i = 0; i < 2; i++) {
        take_steps(worlds[i], DT, 10);
        states[i] = state_of(worlds[i], bodies[i]);
    }
    CHECK_BYTES(&states[0], &states[1], sizeof states[0]);
    free(written.bytes);
    free(twice.bytes);
    gyre_scene_destroy(scene);
    gyre_scene_destroy(again);
    shelf_clear(s);
}

TEST(the_same_file_gives_the_same_bits) {
    shelf *s = shelf_with_blocks();
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        gyre_scene *scene =
            read_scene(s, BODY("\"density\":7,\"angular_velocity\":[1,2,3],\"shape\":{\"type\":\"mesh\","
                               "\"file\":\"open.obj\",\"unit\":\"mm\"}"));
        take_steps(gyre_scene_world(scene), DT, 10);
        hashes[i] = gyre_world_hash(gyre_scene_world(scene));
        gyre_scene_destroy(scene);
    }
    CHECK(hashes[0] == hashes[1]);
    shelf_clear(s);
}

static gyre_result record_glb(gyre_scene *scene, gyre_allocator allocator, gyre_memory_sink *memory) {
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_glb);
    gyre_recording *recording = NULL;
    def.allocator = allocator;
    def.sink = gyre_sink_to_memory(memory);
    gyre_result r = gyre_recording_begin(&def, scene, &recording);
    if (r != GYRE_OK) return r;
    r = gyre_recording_frame(recording);
    if (r == GYRE_OK) r = gyre_recording_end(recording, 1);
    gyre_recording_destroy(recording);
    return r;
}

// The recording is a mesh again: two blocks in their places, a tenth of the size and full size.
TEST(a_recording_has_the_triangles_once_for_all_bodies) {
    shelf *s = shelf_with_blocks();
    gyre_scene *scene = read_scene(
        s,
        SCENE(
            "{\"name\":\"a\",\"density\":7,\"position\":[10,0,0],\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\"}},"
            "{\"name\":\"b\",\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\",\"scale\":0.1}}"));
    gyre_memory_sink memory = {.allocator = {0}};
    CHECK_OK(record_glb(scene, (gyre_allocator){0}, &memory));
    gyre_model model;
    CHECK_OK(gyre_model_read(memory.bytes, memory.size, NULL, &model, NULL));
    CHECK_EQ(model.mesh.triangle_count, 24);
    CHECK_EQ(model.mesh.vertex_count, 48); // three normals at every corner
    gyre_mass_properties mass;
    CHECK_OK(gyre_mass_of_closed_mesh(&model.mesh, gyre_by_density(1), &mass));
    CHECK_NEAR(mass.mass, 6 + 0.006, 1e-6);
    CHECK_NEAR(mass.center.x, 60 / 6.006, 1e-5);
    char want[] = "\"count\":24,\"type\":\"VEC3\""; // positions and normals of one block
    size_t found = 0;
    for (size_t i = 0; i + sizeof want <= memory.size; i++)
        found += memcmp(memory.bytes + i, want, sizeof want - 1) == 0;
    CHECK_EQ(found, 2);
    gyre_model_clear(&model);
    free(memory.bytes);
    gyre_scene_destroy(scene);
    shelf_clear(s);
}

// ---- memory ----

static void fail_every_allocation(const char *text, bool is_recorded, int least) {
    shelf *s = shelf_with_blocks();
    for (int n = 0;; n++) {
        failing memory = {.fail_at = n};
        gyre_scene_options options = options_with(s);
        options.allocator = (gyre_allocator){failing_take, failing_give, &memory};
        gyre_scene *scene = NULL;
        gyre_memory_sink sink = {.allocator = {0}};
        gyre_result r = gyre_scene_read(text, strlen(text), &options, &scene);
        if (r == GYRE_OK && is_recorded) r = record_glb(scene, options.allocator, &sink);
        bool is_over = memory.calls <= n;
        gyre_scene_destroy(scene);
        free(sink.bytes);
        CHECK_EQ(memory.live, 0);
        CHECK_EQ(s->live, 0);
        CHECK_RESULT(r, is_over ? GYRE_OK : GYRE_ERR_NO_MEMORY);
        if (!is_over) continue;
        CHECK(n > least);
        break;
    }
    shelf_clear(s);
}

TEST(every_allocation_may_fail_while_the_mass_of_a_mesh_is_computed) {
    fail_every_allocation(BODY("\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"parts/block.stl\"}"), false, 40);
}

// Hollow ones, which need no doctor.
TEST(every_allocation_may_fail_while_meshes_are_read_and_drawn) {
    fail_every_allocation(
        SCENE(
            "{\"name\":\"a\",\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":\"parts/block.stl\",\"hollow\":true}},"
            "{\"name\":\"b\",\"mass\":3,\"position\":[4,0,0],\"shape\":{\"type\":\"compound\",\"parts\":[{\"type\":"
            "\"mesh\",\"file\":\"block.obj\",\"hollow\":true},{\"type\":\"sphere\",\"radius\":1}]}}"),
        true, 40);
}

RUN_TESTS("scene_mesh")
