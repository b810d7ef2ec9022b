/// Layer 10: the world of a scene has the definitions of its text.
#include "scene_helpers.h"

#define ONE_BODY(keys) "{\"gyre\":1,\"bodies\":[{\"name\":\"a\"," keys "}]}"
#define PLAIN "\"mass\":2,\"inertia\":[1,2,2.5]"

static const double PI = 3.14159265358979323846;

// The definition of the body "a" of a scene that is read and dropped; its pointers are gone.
static gyre_body_def body_a(const char *text) {
    gyre_scene *scene = scene_of(text);
    gyre_body_def def;
    CHECK_OK(gyre_body_get_def(gyre_scene_world(scene), body_of(scene, "a"), &def));
    gyre_scene_destroy(scene);
    return def;
}

static void check_vec3(gyre_vec3 got, double x, double y, double z, double tolerance) {
    CHECK_NEAR(got.x, x, tolerance);
    CHECK_NEAR(got.y, y, tolerance);
    CHECK_NEAR(got.z, z, tolerance);
}

static void check_mass(const gyre_mass_properties *got, const gyre_mass_properties *want, double tolerance) {
    const double *a = &got->mass, *b = &want->mass;
    for (size_t i = 0; i < sizeof *got / sizeof *a; i++)
        CHECK_NEAR(a[i], b[i], tolerance);
}

// ---- the top ----

TEST(an_empty_scene_has_the_documented_defaults) {
    gyre_scene *scene = scene_of("{\"gyre\":1}");
    gyre_scene_settings settings = gyre_scene_get_settings(scene);
    CHECK(strcmp(settings.title, "") == 0);
    CHECK_SAME(settings.dt, 1.0 / 60);
    CHECK_SAME(settings.duration, 10);
    CHECK_SAME(settings.fps, 60);
    gyre_world_def def;
    CHECK_OK(gyre_world_get_def(gyre_scene_world(scene), &def));
    CHECK_EQ(def.method, GYRE_METHOD_exact);
    CHECK_SAME(def.rtol, 1e-9);
    CHECK_SAME(def.atol, 1e-12);
    CHECK_EQ(def.orientation_update, GYRE_ORIENTATION_QUATERNION);
    CHECK_EQ(def.has_ledger, 1);
    check_vec3(def.gravity, 0, 0, 0, 0);
    CHECK_EQ(gyre_world_body_count(gyre_scene_world(scene)), 0);
    gyre_scene_destroy(scene);
}

TEST(settings_are_read) {
    gyre_scene *scene =
        scene_of("{\"gyre\":1,\"$schema\":\"s.json\",\"title\":\"T\xc3\xa4st\",\"gravity\":[1,2,-9.81],\"dt\":0.25,"
                 "\"duration\":3,\"fps\":2,\"method\":\"dopri5\",\"rtol\":1e-6,\"atol\":1e-7,"
                 "\"orientation_update\":\"exponential\"}");
    gyre_scene_settings settings = gyre_scene_get_settings(scene);
    CHECK(strcmp(settings.title, "T\xc3\xa4st") == 0);
    CHECK_SAME(settings.dt, 0.25);
    CHECK_SAME(settings.duration, 3);
    CHECK_SAME(settings.fps, 2);
    gyre_world_def def;
    CHECK_OK(gyre_world_get_def(gyre_scene_world(scene), &def));
    CHECK_EQ(def.method, GYRE_METHOD_dopri5);
    CHECK_SAME(def.rtol, 1e-6);
    CHECK_SAME(def.atol, 1e-7);
    CHECK_EQ(def.orientation_update, GYRE_ORIENTATION_EXPONENTIAL);
    check_vec3(def.gravity, 1, 2, -9.81, 0);
    gyre_scene_destroy(scene);
}

TEST(the_default_frame_rate_is_60_or_one_frame_per_step) {
    gyre_scene *scene = scene_of("{\"gyre\":1,\"dt\":0.125}");
    CHECK_SAME(gyre_scene_get_settings(scene).fps, 8);
    gyre_scene_destroy(scene);
    scene = scene_of("{\"gyre\":1,\"dt\":0.001}");
    CHECK_SAME(gyre_scene_get_settings(scene).fps, 60);
    gyre_scene_destroy(scene);
}

TEST(frames_are_the_steps_nearest_to_their_times) {
    gyre_scene *scene = scene_of("{\"gyre\":1,\"dt\":0.3,\"duration\":1,\"fps\":2}");
    CHECK_EQ(gyre_scene_step_count(scene), 3); // 3.33
    CHECK_EQ(gyre_scene_step_of_frame(scene, 0), 0);
    CHECK_EQ(gyre_scene_step_of_frame(scene, 1), 2); // 0.5 s is 1.67 steps
    CHECK_EQ(gyre_scene_step_of_frame(scene, 2), 3); // 1 s is 3.33 steps
    CHECK_EQ(gyre_scene_frame_count(scene), 3);
    CHECK_OK(gyre_scene_set_settings(scene, 1.0 / 60, 10, 30));
    CHECK_EQ(gyre_scene_step_count(scene), 600);
    CHECK_EQ(gyre_scene_frame_count(scene), 301); // the notes' 300 frames after the initial one
    CHECK_EQ(gyre_scene_step_of_frame(scene, 300), 600);
    CHECK_OK(gyre_scene_set_settings(scene, 1.0 / 60, 60, 60));
    for (uint64_t k = 0; k <= 3600; k++)
        CHECK_EQ(gyre_scene_step_of_frame(scene, k), k);
    CHECK_EQ(gyre_scene_frame_count(scene), 3601);
    CHECK_OK(gyre_scene_set_settings(scene, 1, 0.25, 0.5)); // not even one step
    CHECK_EQ(gyre_scene_step_count(scene), 0);
    CHECK_EQ(gyre_scene_frame_count(scene), 1);
    gyre_scene_destroy(scene);
}

TEST(impossible_settings_are_refused_and_change_nothing) {
    gyre_scene *scene = scene_of("{\"gyre\":1}");
    static const double wrong[][3] = {{0, 1, 1},     {-1, 1, 1},     {NAN, 1, 1},       {INFINITY, 1, 1},
                                      {0.1, 0, 1},   {0.1, NAN, 1},  {0.1, 1, 0},       {0.1, 1, 11},
                                      {0.1, 1, NAN}, {1e-300, 1, 1}, {0.1, INFINITY, 1}};
    gyre_scene_settings before = gyre_scene_get_settings(scene);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        CHECK_REFUSED(gyre_scene_world(scene), gyre_scene_set_settings(scene, wrong[i][0], wrong[i][1], wrong[i][2]),
                      GYRE_ERR_OPTION);
        gyre_scene_settings after = gyre_scene_get_settings(scene);
        CHECK(after.dt == before.dt && after.duration == before.duration && after.fps == before.fps);
    }
    CHECK_RESULT(gyre_scene_set_settings(NULL, 1, 1, 1), GYRE_ERR_NULL_POINTER);
    gyre_scene_destroy(scene);
}

TEST(wrong_arguments_are_refused) {
    gyre_scene *scene;
    gyre_scene_options options = {0};
    CHECK_RESULT(gyre_scene_read(NULL, 1, NULL, &scene), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_scene_read("{}", 2, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_scene_read("{}", 2, &options, &scene), GYRE_ERR_DEFINITION);
    gyre_scene_destroy(NULL);
    CHECK(!gyre_scene_world(NULL));
    CHECK_EQ(gyre_scene_step_count(NULL), 0);
}

static void keep_in(gyre_log_level level, const char *text, void *user) {
    (void)level;
    snprintf(user, 100, "%s", text);
}

TEST(after_reading_the_world_speaks_to_the_log_of_the_options) {
    char said[100] = "";
    gyre_scene_options options = gyre_scene_options_default();
    options.log = (gyre_logger){keep_in, said};
    options.has_ledger = 0;
    gyre_scene *scene;
    const char *text = ONE_BODY(PLAIN);
    CHECK_OK(gyre_scene_read(text, strlen(text), &options, &scene));
    CHECK(strcmp(said, "") == 0);
    gyre_world_def def;
    CHECK_OK(gyre_world_get_def(gyre_scene_world(scene), &def));
    CHECK_EQ(def.has_ledger, 0);
    CHECK_REFUSED(gyre_scene_world(scene), gyre_body_set_damping(gyre_scene_world(scene), body_of(scene, "a"), -1, 0),
                  GYRE_ERR_DAMPING);
    CHECK(strncmp(said, "a: linear_damping", 17) == 0);
    gyre_scene_destroy(scene);
}

// ---- mass ----

TEST(mass_inertia_and_centre_are_read) {
    gyre_body_def def = body_a(ONE_BODY("\"mass\":2,\"inertia\":[3,4,5,0.1,-0.2,0.3],\"center_of_mass\":[1,2,3]"));
    gyre_mass_properties want = {2, {1, 2, 3}, {3, 4, 5, 0.1, -0.2, 0.3}};
    CHECK_BYTES(&def.mass, &want, sizeof want);
    def = body_a(ONE_BODY("\"mass\":2,\"inertia\":[3,4,5]"));
    want = (gyre_mass_properties){2, {0, 0, 0}, {3, 4, 5, 0, 0, 0}};
    CHECK_BYTES(&def.mass, &want, sizeof want);
}

static const struct {
    gyre_shape shape;
    const char *text;
} shapes[] = {
    {{GYRE_SHAPE_box, 0, {1, 2, 3}}, "\"type\":\"box\",\"size\":[1,2,3]"},
    {{GYRE_SHAPE_sphere, 0, {2}}, "\"type\":\"sphere\",\"radius\":2"},
    {{GYRE_SHAPE_sphere, 1, {2}}, "\"type\":\"sphere\",\"radius\":2,\"hollow\":true"},
    {{GYRE_SHAPE_cylinder, 0, {2, 3}}, "\"type\":\"cylinder\",\"radius\":2,\"height\":3"},
    {{GYRE_SHAPE_tube, 0, {2, 1, 3}}, "\"type\":\"tube\",\"radius\":2,\"inner_radius\":1,\"height\":3"},
    {{GYRE_SHAPE_capsule, 0, {2, 3}}, "\"type\":\"capsule\",\"length\":3,\"radius\":2"},
    {{GYRE_SHAPE_cone, 0, {2, 3}}, "\"type\":\"cone\",\"radius\":2,\"height\":3"},
    {{GYRE_SHAPE_frustum, 0, {2, 1, 3}}, "\"type\":\"frustum\",\"bottom_radius\":2,\"top_radius\":1,\"height\":3"},
    {{GYRE_SHAPE_ellipsoid, 0, {1, 2, 3}}, "\"type\":\"ellipsoid\",\"radii\":[1,2,3]"},
    {{GYRE_SHAPE_torus, 0, {3, 1}}, "\"type\":\"torus\",\"radius\":3,\"tube_radius\":1"},
    {{GYRE_SHAPE_hemisphere, 0, {2}}, "\"type\":\"hemisphere\",\"radius\":2"},
    {{GYRE_SHAPE_pyramid, 0, {1, 2, 3}}, "\"type\":\"pyramid\",\"size\":[1,2],\"height\":3"},
    {{GYRE_SHAPE_wedge, 0, {1, 2, 3}}, "\"type\":\"wedge\",\"size\":[1,2],\"height\":3"},
    {{GYRE_SHAPE_tetrahedron, 0, {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3}},
     "\"type\":\"tetrahedron\",\"corners\":[[0,0,0],[1,0,0],[0,2,0],[0,0,3]]"},
    {{GYRE_SHAPE_regular_tetrahedron, 0, {2}}, "\"type\":\"regular_tetrahedron\",\"edge\":2"},
    {{GYRE_SHAPE_octahedron, 0, {2}}, "\"type\":\"octahedron\",\"edge\":2"},
    {{GYRE_SHAPE_dodecahedron, 0, {2}}, "\"type\":\"dodecahedron\",\"edge\":2"},
    {{GYRE_SHAPE_icosahedron, 0, {2}}, "\"type\":\"icosahedron\",\"edge\":2"},
    {{GYRE_SHAPE_disc, 0, {2}}, "\"type\":\"disc\",\"radius\":2"},
    {{GYRE_SHAPE_plate, 0, {1, 2}}, "\"type\":\"plate\",\"size\":[1,2]"},
    {{GYRE_SHAPE_triangle, 0, {0, 0, 0, 1, 0, 0, 0, 2, 0}},
     "\"type\":\"triangle\",\"corners\":[[0,0,0],[1,0,0],[0,2,0]]"},
    {{GYRE_SHAPE_rod, 0, {2}}, "\"type\":\"rod\",\"length\":2"},
};

// Turning a part by nothing and moving it by nothing costs no rounding.
TEST(every_shape_has_the_mass_of_its_formula) {
    int seen[GYRE_SHAPE_KIND_COUNT] = {0};
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        seen[shapes[i].shape.kind] = 1;
        for (int is_density = 0; is_density < 2; is_density++) {
            char text[400];
            // a rod cannot turn freely about itself
            snprintf(text, sizeof text, ONE_BODY("\"%s\":7,\"shape\":{%s}%s"), is_density ? "density" : "mass",
                     shapes[i].text, shapes[i].shape.kind == GYRE_SHAPE_rod ? ",\"lock\":[\"rx\",\"ry\",\"rz\"]" : "");
            gyre_body_def def = body_a(text);
            gyre_mass_properties want;
            CHECK_OK(gyre_mass_of_shape(&shapes[i].shape, is_density ? gyre_by_density(7) : gyre_by_mass(7), &want));
            check_mass(&def.mass, &want, 0);
        }
    }
    for (int i = 0; i < GYRE_SHAPE_KIND_COUNT; i++)
        if (!seen[i]) fail_msg("no test of the shape %s", gyre_shape_name((gyre_shape_kind)i));
}

TEST(a_material_name_gives_its_density) {
    const char *text = ONE_BODY("\"density\":\"Stainless Steel\",\"shape\":{\"type\":\"compound\",\"parts\":["
                                "{\"type\":\"box\",\"size\":[1,1,1]},"
                                "{\"type\":\"box\",\"size\":[1,1,1],\"density\":\"oak\"},"
                                "{\"type\":\"plate\",\"size\":[1,1],\"density\":3}]}");
    CHECK_NEAR(body_a(text).mass.mass, 8000 + 720 + 3, 1e-11);
    text = ONE_BODY("\"density\":\"steel\",\"shape\":{\"type\":\"box\",\"size\":[1,2,3]}");
    CHECK_SAME(body_a(text).mass.mass, 7850 * 6.0);
}

// Densities of parts count in proportion when the body has a mass.
TEST(materials_divide_the_mass_of_the_body) {
    const char *text = ONE_BODY("\"mass\":3,\"shape\":{\"type\":\"compound\",\"parts\":["
                                "{\"type\":\"box\",\"size\":[1,1,1],\"density\":\"water\",\"position\":[1,0,0]},"
                                "{\"type\":\"box\",\"size\":[1,1,1],\"density\":2000,\"position\":[-1,0,0]}]}");
    check_vec3(body_a(text).mass.center, -1.0 / 3, 0, 0, 1e-15);
}

TEST(two_cubes_make_the_box) {
    gyre_body_def def = body_a(ONE_BODY("\"density\":1.5,\"shape\":{\"type\":\"compound\",\"parts\":["
                                        "{\"type\":\"box\",\"size\":[2,2,2],\"position\":[0,0,1]},"
                                        "{\"type\":\"box\",\"size\":[2,2,2],\"position\":[0,0,-1],"
                                        "\"orientation\":{\"axis\":[1,2,3],\"angle\":0}}]}"));
    gyre_mass_properties want;
    gyre_shape box = {GYRE_SHAPE_box, 0, {2, 2, 4}};
    CHECK_OK(gyre_mass_of_shape(&box, gyre_by_density(1.5), &want));
    check_mass(&def.mass, &want, 1e-13); // of numbers up to 40: a dozen roundings
}

TEST(parts_of_a_compound_have_their_densities_in_proportion_to_the_mass) {
    const char *text = ONE_BODY("\"mass\":6,\"shape\":{\"type\":\"compound\",\"parts\":["
                                "{\"type\":\"sphere\",\"radius\":1,\"position\":[1,0,0],\"density\":10},"
                                "{\"type\":\"sphere\",\"radius\":1,\"position\":[-1,0,0],\"density\":20}]}");
    gyre_body_def def = body_a(text);
    CHECK_SAME(def.mass.mass, 6); // 2 and 4 at 1 and -1
    check_vec3(def.mass.center, -1.0 / 3, 0, 0, 1e-15);
    double ball = 0.4 * 6, apart = 2.0 * 4.0 / 6 * 4;
    CHECK_NEAR(def.mass.inertia.xx, ball, 1e-14);
    CHECK_NEAR(def.mass.inertia.zz, ball + apart, 1e-14);
}

TEST(densities_of_all_parts_give_a_kinematic_body_its_mass_too) {
#define TWO_BOXES(density)                                                                                             \
    "\"kind\":\"kinematic\",\"shape\":{\"type\":\"compound\",\"parts\":["                                              \
    "{\"type\":\"box\",\"size\":[1,1,1],\"position\":[1,0,0],\"density\":10},"                                         \
    "{\"type\":\"box\",\"size\":[1,1,1],\"position\":[-1,0,0]" density "}]}"
    gyre_body_def def = body_a(ONE_BODY(TWO_BOXES(",\"density\":20")));
    CHECK_SAME(def.mass.mass, 30);
    check_vec3(def.mass.center, -1.0 / 3, 0, 0, 1e-15);
    def = body_a(ONE_BODY(TWO_BOXES(""))); // one part without: no mass, and none is needed
    CHECK_SAME(def.mass.mass, 0);
    check_vec3(def.mass.center, 0, 0, 0, 0);
}

TEST(a_part_is_turned_with_its_mass) {
    gyre_body_def def =
        body_a(ONE_BODY("\"shape\":{\"type\":\"compound\",\"parts\":[{\"type\":\"box\",\"size\":[1,2,3],"
                        "\"orientation\":{\"axis\":[0,0,1],\"degrees\":90},\"density\":2}]}"));
    check_vec3((gyre_vec3){def.mass.inertia.xx, def.mass.inertia.yy, def.mass.inertia.zz}, 10, 13, 5, 1e-14);
}

TEST(if_mass_and_inertia_are_given_a_shape_is_only_drawn) {
    gyre_body_def def = body_a(ONE_BODY(PLAIN ",\"shape\":{\"type\":\"cone\",\"radius\":1,\"height\":1}"));
    gyre_mass_properties want = {2, {0, 0, 0}, {1, 2, 2.5, 0, 0, 0}};
    CHECK_BYTES(&def.mass, &want, sizeof want);
}

TEST(a_cone_has_its_own_centre_unless_one_is_given) {
    gyre_body_def def = body_a(ONE_BODY("\"mass\":2,\"shape\":{\"type\":\"cone\",\"radius\":1,\"height\":4}"));
    check_vec3(def.mass.center, 0, 0, -1, 1e-15);
    def = body_a(
        ONE_BODY("\"mass\":2,\"shape\":{\"type\":\"cone\",\"radius\":1,\"height\":4},\"center_of_mass\":[0,0,0.5]"));
    check_vec3(def.mass.center, 0, 0, 0.5, 0);
}

TEST(a_body_that_never_turns_needs_no_inertia) {
    gyre_body_def def = body_a(ONE_BODY("\"mass\":2,\"lock\":[\"rx\",\"ry\",\"rz\"]"));
    CHECK_SAME(def.mass.mass, 2);
    CHECK_SAME(def.mass.inertia.xx, 0);
}

// ---- place and motion ----

TEST(position_is_that_of_the_models_origin_and_velocity_that_of_the_centre) {
    gyre_scene *scene = scene_of(ONE_BODY(PLAIN ",\"center_of_mass\":[1,0,0],\"position\":[5,6,7],\"velocity\":[1,2,3],"
                                                "\"orientation\":{\"axis\":[0,0,2],\"degrees\":90}"));
    gyre_state state;
    CHECK_OK(gyre_body_get_state(gyre_scene_world(scene), body_of(scene, "a"), &state));
    check_vec3(state.x, 5, 7, 7, 1e-15);
    check_vec3(state.P, 2, 4, 6, 0);
    gyre_scene_destroy(scene);
}

TEST(an_orientation_is_given_in_three_ways) {
    static const char *const ways[] = {"[0.5,0.5,0.5,0.5]", "{\"axis\":[3,3,3],\"degrees\":120}",
                                       "{\"axis\":[1,1,1],\"angle\":2.0943951023931953}"};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        char text[200];
        snprintf(text, sizeof text, ONE_BODY(PLAIN ",\"orientation\":%s"), ways[i]);
        gyre_body_def def = body_a(text);
        CHECK_BELOW(angle_between(def.orientation, (gyre_quat){0.5, 0.5, 0.5, 0.5}), 1e-15 * 4);
    }
}

TEST(angular_velocity_is_given_in_world_or_body_axes) {
    gyre_body_def def =
        body_a(ONE_BODY(PLAIN ",\"orientation\":{\"axis\":[0,0,1],\"degrees\":90},\"angular_velocity\":[1,2,3]"));
    check_vec3(def.angular_velocity, 1, 2, 3, 1e-15 * 4);
    def =
        body_a(ONE_BODY(PLAIN ",\"orientation\":{\"axis\":[0,0,1],\"degrees\":90},\"angular_velocity_body\":[1,2,3]"));
    check_vec3(def.angular_velocity, -2, 1, 3, 1e-15 * 4);
}

TEST(damping_locks_and_pivot_are_read) {
    gyre_body_def def =
        body_a(ONE_BODY(PLAIN ",\"linear_damping\":0.5,\"angular_damping\":0.25,\"lock\":[\"z\",\"ry\",\"rx\"]"));
    CHECK_SAME(def.linear_damping, 0.5);
    CHECK_SAME(def.angular_damping, 0.25);
    CHECK_EQ(def.locks, GYRE_LOCK_PLANAR);
    CHECK_EQ(def.has_pivot, 0);
    def = body_a(ONE_BODY(PLAIN ",\"pivot\":[0,1,2]"));
    CHECK_EQ(def.has_pivot, 1);
    check_vec3(def.pivot, 0, 1, 2, 0);
}

TEST(kinds_are_read_and_immovable_bodies_need_no_mass) {
    CHECK_EQ(body_a(ONE_BODY(PLAIN)).kind, GYRE_BODY_DYNAMIC);
    CHECK_EQ(body_a(ONE_BODY(PLAIN ",\"kind\":\"dynamic\"")).kind, GYRE_BODY_DYNAMIC);
    CHECK_EQ(body_a(ONE_BODY("\"kind\":\"static\",\"shape\":{\"type\":\"sphere\",\"radius\":1}")).kind,
             GYRE_BODY_STATIC);
    gyre_body_def def = body_a(ONE_BODY("\"kind\":\"kinematic\",\"velocity\":[1,0,0],\"angular_velocity\":[0,0,2]"));
    CHECK_EQ(def.kind, GYRE_BODY_KINEMATIC);
    check_vec3(def.velocity, 1, 0, 0, 0);
    check_vec3(def.angular_velocity, 0, 0, 2, 0);
}

TEST(a_body_follows_a_path_and_keeps_the_parts_the_path_lacks) {
    gyre_scene *scene =
        scene_of("{\"gyre\":1,\"dt\":0.5,\"bodies\":[{\"name\":\"a\",\"kind\":\"kinematic\",\"position\":[7,8,9],"
                 "\"orientation\":{\"axis\":[0,0,1],\"degrees\":90},\"path\":[{\"t\":0},"
                 "{\"t\":1,\"position\":[9,8,9],\"orientation\":{\"axis\":[0,0,1],\"degrees\":180}}]}]}");
    check_vec3(motion_in(scene, "a").position, 7, 8, 9, 0);
    take_steps(gyre_scene_world(scene), 0.5, 1);
    gyre_motion motion = motion_in(scene, "a");
    check_vec3(motion.position, 8, 8, 9, 1e-15 * 8);
    CHECK_BELOW(angle_between(motion.orientation, (gyre_quat){cos(PI * 3 / 8), 0, 0, sin(PI * 3 / 8)}), 1e-15 * 8);
    gyre_scene_destroy(scene);
}

TEST(state_gives_the_stored_numbers) {
    gyre_scene *scene = scene_of(ONE_BODY(PLAIN ",\"state\":[1,2,3,0.6,0,0.8,0,4,5,6,7,8,9]"));
    gyre_state state;
    CHECK_OK(gyre_body_get_state(gyre_scene_world(scene), body_of(scene, "a"), &state));
    gyre_state want = {{1, 2, 3}, {0.6, 0, 0.8, 0}, {4, 5, 6}, {7, 8, 9}};
    CHECK_BYTES(&state, &want, sizeof want);
    gyre_scene_destroy(scene);
}

// ---- looks ----

TEST(drawn_shapes_are_placed_in_the_model_frame) {
    gyre_scene *scene = scene_of(
        "{\"gyre\":1,\"bodies\":[{\"name\":\"a\"," PLAIN "},{\"name\":\"b\"," PLAIN
        ",\"color\":\"#ff8000\",\"shape\":{\"type\":\"compound\",\"parts\":[{\"type\":\"sphere\",\"radius\":1},"
        "{\"type\":\"box\",\"size\":[1,2,3],\"position\":[4,5,6],\"orientation\":[0,1,0,0]}]}},"
        "{\"name\":\"c\"," PLAIN ",\"color\":[0.25,0.5,1],\"shape\":{\"type\":\"cone\",\"radius\":1,\"height\":2}}]}");
    CHECK_EQ(gyre_scene_look(scene, body_of(scene, "a")).part_count, 0);
    CHECK(!gyre_scene_look(scene, body_of(scene, "a")).parts);
    gyre_look look = gyre_scene_look(scene, body_of(scene, "b"));
    CHECK_EQ(look.part_count, 2);
    CHECK_EQ(look.parts[0].shape.kind, GYRE_SHAPE_sphere);
    CHECK_EQ(look.parts[1].shape.kind, GYRE_SHAPE_box);
    CHECK_SAME(look.parts[1].shape.parameters[2], 3);
    check_vec3(look.parts[1].pose.position, 4, 5, 6, 0);
    CHECK_SAME(look.parts[1].pose.orientation.x, 1);
    CHECK_SAME(look.color[0], 1);
    CHECK_SAME(look.color[1], 128 / 255.0);
    look = gyre_scene_look(scene, body_of(scene, "c"));
    CHECK_EQ(look.parts[0].shape.kind, GYRE_SHAPE_cone);
    CHECK_SAME(look.color[0], 0.25);
    // of a body that is gone, or came otherwise, there is nothing to draw
    gyre_body_id gone = body_of(scene, "b"), added;
    CHECK_OK(gyre_world_remove_body(gyre_scene_world(scene), gone));
    CHECK_EQ(gyre_scene_look(scene, gone).part_count, 0);
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    CHECK_OK(gyre_world_add_body(gyre_scene_world(scene), &def, &added));
    CHECK_EQ(added.index, gone.index);
    CHECK_EQ(gyre_scene_look(scene, added).part_count, 0);
    gyre_scene_destroy(scene);
}

RUN_TESTS("scene")
