/// Layer 10: values of a scene that are valid but probably mistakes.
#include "scene_shelf.h"

TEST(a_broken_mesh_has_a_mass_and_a_warning) {
    shelf *s = shelf_with_blocks();
    gyre_scene *scene = read_scene(s, SCENE("{\"name\":\"a\",\"density\":7,\"shape\":{\"type\":\"mesh\",\"file\":"
                                            "\"open.obj\"}},{\"name\":\"b\",\"density\":7,\"position\":[9,0,0],"
                                            "\"shape\":{\"type\":\"mesh\",\"file\":\"open.obj\",\"unit\":\"mm\"}}"));
    CHECK_NEAR(mass_in(scene, "a").mass, 42, 1e-12); // the hole is flat: closed exactly
    CHECK_NEAR(mass_in(scene, "b").mass, 42e-9, 1e-20);
    static const char want[] =
        "1:53 bodies[0].shape: open.obj: 3 edges belong to one triangle only: the rim of 1 "
        "hole, which was closed by a flat cap. "
        "Use the estimate 'repaired': 1 hole was closed. The surface is now closed and consistently wound. ";
    CHECK_EQ(strncmp(s->warnings, want, sizeof want - 1), 0);
    CHECK_EQ(strchr(s->warnings, '\n') - s->warnings, strlen(s->warnings) - 1); // once for the file
    gyre_scene_destroy(scene);
    shelf_clear(s);
}

TEST(a_colour_that_is_not_finite_causes_a_warning) {
    shelf *s = shelf_with_blocks();
    shelf_put(s, "red.obj", "v 0 0 0 1 nan 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    mass_of_text(s, BODY("\"density\":6,\"shape\":{\"type\":\"mesh\",\"file\":\"red.obj\"}"));
    assert_string_equal(s->warnings, "1:75 bodies[0].shape.file: red.obj:1:11: the colour or weight of vertex 1 is "
                                     "'nan', which is not finite; ignored\n");
    shelf_clear(s);
}

TEST(probable_mistakes_cause_warnings_with_their_position) {
    shelf *s = shelf_with_blocks();
#define LARGE_BLOCK "\"mass\":1,\"shape\":{\"type\":\"mesh\",\"file\":\"block.obj\",\"scale\":"
    mass_of_text(s, BODY(LARGE_BLOCK "1}")); // 3 m
    mass_of_text(s, BODY(LARGE_BLOCK "10,\"unit\":\"m\"}"));
    mass_of_text(s, BODY("\"mass\":1,\"inertia\":[1,1,1],\"orientation\":{\"axis\":[0,0,1],\"angle\":6.28}"));
    mass_of_text(s, BODY("\"mass\":1,\"inertia\":[1,1,1],\"orientation\":{\"axis\":[0,0,1],\"degrees\":900}"));
    assert_string_equal(s->warnings, "");
    mass_of_text(s, SCENE("{\"name\":\"a\"," LARGE_BLOCK "10}},{\"name\":\"b\"," LARGE_BLOCK "10}}"));
    assert_string_equal(s->warnings, "1:50 bodies[0].shape: block.obj is 30 m long; obj files have no unit: "
                                     "set \"unit\": \"mm\" for millimetres, or \"m\" if this size is right\n");
    s->warnings[0] = '\0';
    mass_of_text(s, BODY("\"mass\":1,\"inertia\":[1,1,1],\"orientation\":{\"axis\":[0,0,1],\"angle\":-90}"));
    assert_string_equal(s->warnings, "1:98 bodies[0].orientation.angle: -90 radians are -14.3 turns; for "
                                     "degrees write \"degrees\": -90\n");
    s->warnings[0] = '\0';
    gyre_scene_destroy(read_scene(s, SCENE("")));
    gyre_scene_destroy(read_scene(s, "{\"gyre\":1}"));
    assert_string_equal(s->warnings, "1:20 bodies: the scene has no bodies\n"
                                     "1:1 bodies: the scene has no bodies\n");
    shelf_clear(s);
}

TEST(a_quaternion_that_looks_like_x_y_z_w_causes_a_warning) {
    shelf *s = shelf_with_blocks();
    // half turns about x and y, about an axis between them, turns about z and x
    static const char *const usual[] = {"[0,1,0,0]",     "[0,0,1,0]",     "[0,0.6,0.8,0]",
                                        "[0.8,0,0,0.6]", "[0.8,0.6,0,0]", "[1e-17,0,0,1]"};
    for (size_t i = 0; i < COUNT_OF(usual); i++) {
        char text[200];
        snprintf(text, sizeof text, BODY("\"mass\":1,\"inertia\":[1,1,1],\"orientation\":%s"), usual[i]);
        mass_of_text(s, text);
    }
    assert_string_equal(s->warnings, "");
    mass_of_text(s, BODY("\"mass\":1,\"inertia\":[1,1,1],\"orientation\":[0,0,0,1]"));
    assert_string_equal(s->warnings, "1:74 bodies[0].orientation: is read as w, x, y, z: a half turn about "
                                     "[0, 0, 1]; if it is x, y, z, w, write [1, 0, 0, 0]; if a half turn is meant, "
                                     "write {\"axis\": [0, 0, 1], \"degrees\": 180}\n");
    s->warnings[0] = '\0';
    mass_of_text(s, BODY("\"mass\":1,\"inertia\":[1,1,1],\"orientation\":[0,0,0.6,0.8]"));
    assert_string_equal(s->warnings, "1:74 bodies[0].orientation: is read as w, x, y, z: a half turn about "
                                     "[0, 0.6, 0.8]; if it is x, y, z, w, write [0.8, 0, 0, 0.6]; if a half turn is "
                                     "meant, write {\"axis\": [0, 0.6, 0.8], \"degrees\": 180}\n");
    shelf_clear(s);
}

TEST(warnings_of_one_scene_are_limited) {
    shelf *s = shelf_with_blocks();
    char text[4000] = "{\"gyre\":1,\"bodies\":[";
    for (int i = 0; i < 30; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%s{\"name\":\"a%d\",\"kind\":\"static\",\"orientation\":{\"axis\":[0,0,1],\"angle\":45}}",
                 i ? "," : "", i);
    strcat(text, "]}");
    gyre_scene_destroy(read_scene(s, text));
    int lines = 0;
    for (const char *c = s->warnings; *c; c++)
        lines += *c == '\n';
    CHECK_EQ(lines, 11);
    CHECK(strstr(s->warnings, "\n0:0 : and 20 more warnings\n") != NULL);
    shelf_clear(s);
}

// A scene with errors reports its warnings too, all in the order of the file.
TEST(warnings_and_errors_have_their_severity_and_the_order_of_the_file) {
    const char *text =
        "{\"gyre\":1,\"bodies\":[{\"name\":\"a\",\"kind\":\"static\",\n"
        "\"orientation\":{\"axis\":[0,0,1],\"angle\":90}},\n{\"name\":\"b\",\"mass\":-1,\"inertia\":[1,1,1]}]}";
    const problem_log *log = problems_of(text, strlen(text));
    assert_string_equal(log->text, "warning: 2:39 bodies[0].orientation.angle: 90 radians are 14.3 turns; for degrees "
                                   "write \"degrees\": 90\n"
                                   "3:20 bodies[1].mass: must be > 0, is -1\n");
    CHECK_EQ(log->count, 1);
    CHECK_EQ(log->warning_count, 1);
}

static void keep_severity(const gyre_problem *problem, void *user) { *(gyre_severity *)user = problem->severity; }

TEST(a_valid_scene_has_its_warning_as_data) {
    const char *text = "{\"gyre\":1}";
    gyre_scene_options options = gyre_scene_options_default();
    gyre_severity severity = GYRE_SEVERITY_COUNT;
    options.on_problem = keep_severity;
    options.user = &severity;
    gyre_scene *scene;
    CHECK_OK(gyre_scene_read(text, strlen(text), &options, &scene));
    CHECK_EQ(severity, GYRE_SEVERITY_WARNING);
    gyre_scene_destroy(scene);
}

RUN_TESTS("scene_warnings")
