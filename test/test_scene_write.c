/// Layer 10: a scene that is written reads back to the same world, to the last bit.
#include "scene_helpers.h"

// A scene with every key.
static const char everything[] =
    "{\"gyre\":1,\"title\":\"all \\\"of\\\" "
    "it\",\"gravity\":[0.1,0,-9.81],\"dt\":0.01,\"duration\":3,\"fps\":7,\"method\":\"rk4\","
    "\"rtol\":1e-7,\"atol\":1e-8,\"orientation_update\":\"exponential\",\"bodies\":["
    "{\"name\":\"brick\",\"mass\":2,\"inertia\":[1,1.1,1.2,0.01,0.02,-0.03],\"center_of_mass\":[0.1,0.2,-0.3],"
    "\"position\":[1,2,3],"
    "\"orientation\":{\"axis\":[1,2,3],\"angle\":1.3},\"velocity\":[0.1,0.7,-0.3],\"angular_velocity_body\":[1,2,0.3],"
    "\"linear_damping\":0.1,\"angular_damping\":0.2,\"color\":\"#123456\",\"shape\":{\"type\":\"tetrahedron\","
    "\"corners\":[[0,0,0],[1,0,0],[0,1,0],[0,0.1,1]]}},"
    "{\"name\":\"satellite\",\"density\":700,\"shape\":{\"type\":\"compound\",\"parts\":[{\"type\":\"cone\",\"radius\":"
    "0.3,\"height\":1,"
    "\"position\":[0.1,0,0],\"orientation\":{\"axis\":[0,1,1],\"degrees\":33}},{\"type\":\"plate\",\"size\":[1,2],"
    "\"density\":3},"
    "{\"type\":\"sphere\",\"radius\":0.2,\"hollow\":true,\"density\":9,\"position\":[0,0,1]}]},\"position\":[-3,1,2],"
    "\"angular_velocity\":[0.3,-2,1]},"
    "{\"name\":\"needle\",\"mass\":1,\"inertia\":[1,1,0.0005],\"angular_velocity\":[0.1,0.2,9],\"position\":[7,0,0]},"
    "{\"name\":\"planar\",\"mass\":1,\"inertia\":[1,2,3,0.1,0,0],\"lock\":[\"z\",\"rx\",\"ry\"],\"velocity\":[1,2,0],"
    "\"angular_velocity\":[0,0,2],\"orientation\":[0.8,0,0.6,0]},"
    "{\"name\":\"top\",\"mass\":1,\"inertia\":[1,1,2],\"center_of_mass\":[0,0,1],\"pivot\":[0,0.1,0],\"angular_"
    "velocity\":[0.1,0,9]},"
    "{\"name\":\"slider\",\"kind\":\"kinematic\",\"velocity\":[1,0,0.1],\"angular_velocity\":[0,1,0.2],\"center_of_"
    "mass\":[0,0,1]},"
    "{\"name\":\"lift\",\"kind\":\"kinematic\",\"path\":[{\"t\":0},{\"t\":1,\"position\":[0,0,1],\"orientation\":[0.6,"
    "0,0,-0.8]},"
    "{\"t\":2,\"orientation\":{\"axis\":[1,1,0],\"degrees\":200}}]},"
    "{\"name\":\"rock\",\"mass\":3,\"shape\":{\"type\":\"sphere\",\"radius\":0.5},\"position\":[0,0,0.1]},"
    "{\"name\":\"ground\",\"kind\":\"static\",\"shape\":{\"type\":\"box\",\"size\":[9,9,1]},\"orientation\":[0.6,0,0.8,"
    "0]}],"
    "\"forces\":[{\"type\":\"field\",\"body\":\"all\",\"acceleration\":[0.1,0.2,0.3],\"from\":0.013,\"until\":0.7},"
    "{\"type\":\"force\",\"name\":\"push\",\"body\":\"brick\",\"force\":[1,2,3],\"frame\":\"body\",\"at\":[0,0.1,0]},"
    "{\"type\":\"force\",\"body\":\"brick\",\"force\":[1,0,0],\"at\":[0,9,0],\"at_frame\":\"world\",\"profile\":[[0,1],"
    "[0.6,2]]},"
    "{\"type\":\"torque\",\"body\":\"satellite\",\"torque\":[0,1,2],\"frame\":\"body\",\"until\":0.5},"
    "{\"type\":\"spring\",\"body\":\"brick\",\"at\":[1,0,0],\"to\":\"satellite\",\"to_at\":[0,0,1],\"stiffness\":4,"
    "\"damping\":0.1,"
    "\"length\":2},{\"type\":\"spring\",\"body\":\"rock\",\"to\":\"lift\",\"stiffness\":9},"
    "{\"type\":\"spring\",\"body\":\"planar\",\"to_at\":[1,1,1],\"stiffness\":3},"
    "{\"type\":\"torsion\",\"body\":\"satellite\",\"stiffness\":2,\"damping\":0.3,\"reference\":{\"axis\":[0,0,1],"
    "\"degrees\":10}},"
    "{\"type\":\"drag\",\"body\":\"all\",\"quadratic\":0.01},{\"type\":\"wind\",\"body\":\"rock\",\"velocity\":[3,0,0],"
    "\"linear\":0.2},"
    "{\"type\":\"thruster\",\"body\":\"needle\",\"direction\":[0,3,1],\"thrust\":0.2,\"at\":[0,0,0.1]},"
    "{\"type\":\"buoyancy\",\"body\":\"rock\",\"fluid_density\":500,\"drag\":1},"
    "{\"type\":\"buoyancy\",\"body\":\"brick\",\"fluid_density\":5,\"solid\":\"box\",\"size\":[1,1,2],\"at\":[0.1,0,0],"
    "\"turned\":{\"axis\":[0,0,1],\"degrees\":20}},{\"type\":\"attraction\",\"mutual\":true,\"G\":0.1,\"softening\":0."
    "2},"
    "{\"type\":\"attraction\",\"body\":\"rock\",\"to\":[1,1,1],\"mu\":0.1},"
    "{\"type\":\"attraction\",\"body\":\"rock\",\"to\":\"brick\",\"to_at\":[0,0,1],\"mu\":0.1}]}";

static gyre_scene *read_again(const gyre_scene *scene) {
    byte_log log = text_of(scene);
    gyre_scene *again = scene_of_bytes(log.bytes, log.size);
    free(log.bytes);
    return again;
}

// The bits of every body: momenta too, which motions would round.
static void check_same_states(gyre_scene *a, gyre_scene *b, const char *when) {
    gyre_world *u = gyre_scene_world(a), *v = gyre_scene_world(b);
    CHECK_EQ(gyre_world_body_count(u), gyre_world_body_count(v));
    gyre_body_id i = gyre_world_next_body(u, no_body), j = gyre_world_next_body(v, no_body);
    for (; !gyre_body_is_none(i); i = gyre_world_next_body(u, i), j = gyre_world_next_body(v, j)) {
        gyre_motion m, n;
        gyre_state s, t;
        CHECK_OK(gyre_body_get_motion(u, i, &m));
        CHECK_OK(gyre_body_get_motion(v, j, &n));
        CHECK_OK(gyre_body_get_state(u, i, &s));
        CHECK_OK(gyre_body_get_state(v, j, &t));
        if (memcmp(&s, &t, sizeof s) != 0 || memcmp(&m, &n, sizeof m) != 0)
            fail_msg("%s: %s differs", when, gyre_body_name(u, i));
        CHECK(strcmp(gyre_body_name(u, i), gyre_body_name(v, j)) == 0);
    }
}

static void check_same_run(gyre_scene *a, gyre_scene *b, int steps, const char *name) {
    double dt = gyre_scene_get_settings(a).dt;
    check_same_states(a, b, name);
    for (int i = 0; i < steps; i++) {
        take_steps(gyre_scene_world(a), dt, 1);
        take_steps(gyre_scene_world(b), dt, 1);
        check_same_states(a, b, name);
    }
}

TEST(every_part_of_a_world_is_restored_unchanged) {
    for (int method = 0; method < GYRE_METHOD_COUNT; method++) {
        gyre_scene *a = scene_of(everything);
        CHECK_OK(gyre_world_set_method(gyre_scene_world(a), (gyre_method)method));
        if (gyre_world_check_method(gyre_scene_world(a), NULL) == GYRE_OK) {
            gyre_scene *b = read_again(a);
            CHECK_EQ(gyre_world_method(gyre_scene_world(b)), method);
            check_same_run(a, b, 100, gyre_method_name((gyre_method)method));
            CHECK(gyre_world_hash(gyre_scene_world(a)) == gyre_world_hash(gyre_scene_world(b)));
            gyre_scene_destroy(b);
        }
        gyre_scene_destroy(a);
    }
}

TEST(settings_and_drawn_shapes_are_written_and_read_back) {
    gyre_scene *a = scene_of(everything), *b = read_again(a);
    gyre_scene_settings s = gyre_scene_get_settings(a), t = gyre_scene_get_settings(b);
    CHECK(strcmp(s.title, t.title) == 0);
    CHECK(s.dt == t.dt && s.duration == t.duration && s.fps == t.fps);
    gyre_world_def d, e;
    CHECK_OK(gyre_world_get_def(gyre_scene_world(a), &d));
    CHECK_OK(gyre_world_get_def(gyre_scene_world(b), &e));
    CHECK(d.rtol == e.rtol && d.atol == e.atol && d.orientation_update == e.orientation_update);
    static const char *const names[] = {"brick", "satellite", "rock", "ground"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        gyre_look p = gyre_scene_look(a, body_of(a, names[i])), q = gyre_scene_look(b, body_of(b, names[i]));
        CHECK_EQ(p.part_count, q.part_count);
        CHECK_BYTES(p.color, q.color, sizeof p.color);
        for (size_t k = 0; k < p.part_count; k++) {
            CHECK_BYTES(&p.parts[k].shape, &q.parts[k].shape, sizeof p.parts[k].shape);
            CHECK_BYTES(&p.parts[k].pose, &q.parts[k].pose, sizeof p.parts[k].pose);
        }
    }
    gyre_scene_destroy(a);
    gyre_scene_destroy(b);
}

TEST(damping_that_a_pivot_makes_idle_is_not_written) {
    gyre_scene *a = scene_of("{\"gyre\":1,\"bodies\":[]}");
    gyre_body_def def = lopsided_def();
    def.has_pivot = 1;
    def.linear_damping = 0.5;
    def.angular_damping = 0.25;
    add_body(gyre_scene_world(a), &def);
    gyre_scene *b = read_again(a); // the reader refuses what has no effect
    CHECK_EQ(gyre_world_body_count(gyre_scene_world(b)), 1);
    double linear, angular;
    CHECK_OK(gyre_body_get_damping(gyre_scene_world(b), gyre_world_next_body(gyre_scene_world(b), no_body), &linear,
                                   &angular));
    CHECK(angular == 0.25);
    gyre_scene_destroy(a);
    gyre_scene_destroy(b);
}

TEST(writing_a_read_scene_gives_the_same_text) {
    gyre_scene *a = scene_of(everything), *b = read_again(a);
    byte_log first = text_of(a), second = text_of(b);
    CHECK_EQ(first.size, second.size);
    CHECK_BYTES(first.bytes, second.bytes, first.size);
    free(first.bytes);
    free(second.bytes);
    gyre_scene_destroy(a);
    gyre_scene_destroy(b);
}

// A body that was not touched keeps the words of its file; one that moved cannot, in general.
TEST(a_body_at_its_start_is_written_as_the_file_gave_it) {
    gyre_scene *a = scene_of(
        "{\"gyre\":1,\"bodies\":[{\"name\":\"a\",\"mass\":1,\"inertia\":[1,1.5,2,0.1,0,0],\"center_of_mass\":[0.3,0,0],"
        "\"orientation\":[0.6,0.8,0,0],\"angular_velocity_body\":[0.1,2,0.3]}]}");
    byte_log before = text_of(a);
    CHECK(strstr(before.bytes, "\"orientation\": [0.6, 0.8, 0, 0]") != NULL);
    CHECK(strstr(before.bytes, "\"angular_velocity_body\": [0.1, 2, 0.3]") != NULL);
    CHECK(!strstr(before.bytes, "\"state\""));
    take_steps(gyre_scene_world(a), 0.01, 10);
    byte_log after = text_of(a);
    CHECK(strstr(after.bytes, "\"state\"") != NULL);
    free(before.bytes);
    free(after.bytes);
    gyre_scene_destroy(a);
}

// Its momentum in its own axes is kept beside the one in the world's: sixteen numbers.
TEST(a_rod_is_recovered_with_all_its_numbers) {
    gyre_scene *a = scene_of("{\"gyre\":1,\"bodies\":[{\"name\":\"rod\",\"mass\":1,\"inertia\":[1,1.00005,0.0001],"
                             "\"angular_velocity_body\":[0.1,0.2,300]}]}");
    take_steps(gyre_scene_world(a), 0.01, 10);
    gyre_scene *b = read_again(a);
    byte_log first = text_of(a), second = text_of(b);
    const char *state = strstr(first.bytes, "\"state\"");
    CHECK(state != NULL);
    int commas = 0;
    for (const char *c = state; *c != ']'; c++)
        commas += *c == ',';
    CHECK_EQ(commas, 15);
    CHECK_EQ(first.size, second.size);
    CHECK_BYTES(first.bytes, second.bytes, first.size);
    free(first.bytes), free(second.bytes);
    gyre_scene_destroy(a);
    gyre_scene_destroy(b);
}

TEST(every_example_is_restored_unchanged_at_its_start_and_during_its_run) {
    for (size_t k = 0; gyre_example_at(k); k++)
        for (int before = 0; before <= 37; before += 37) {
            gyre_scene *a = scene_of_example(gyre_example_at(k)->name);
            take_steps(gyre_scene_world(a), gyre_scene_get_settings(a).dt, before);
            gyre_scene *b = read_again(a);
            check_same_run(a, b, 100, gyre_example_at(k)->name);
            if (before == 0) CHECK(gyre_world_hash(gyre_scene_world(a)) == gyre_world_hash(gyre_scene_world(b)));
            gyre_scene_destroy(a);
            gyre_scene_destroy(b);
        }
}

// The written scene begins at time 0: future events keep their distance in time, past ones do not recur.
TEST(windows_profiles_and_paths_move_with_the_time) {
    const char *text = "{\"gyre\":1,\"dt\":0.25,\"bodies\":[{\"name\":\"a\",\"mass\":1,\"inertia\":[1,1,1]},{\"name\":"
                       "\"p\",\"kind\":\"kinematic\","
                       "\"path\":[{\"t\":0},{\"t\":4,\"position\":[8,0,0]}]}],\"forces\":["
                       "{\"type\":\"force\",\"body\":\"a\",\"force\":[1,0,0],\"until\":0.5},"
                       "{\"type\":\"force\",\"body\":\"a\",\"force\":[0,1,0],\"from\":0.75,\"until\":1.5},"
                       "{\"type\":\"force\",\"body\":\"a\",\"force\":[0,0,1],\"from\":2,\"profile\":[[2,0],[4,1]]}]}";
    gyre_scene *a = scene_of(text); // all times are sums of powers of two: nothing rounds
    take_steps(gyre_scene_world(a), 0.25, 4);
    gyre_scene *b = read_again(a);
    check_same_run(a, b, 20, "moved in time");
    gyre_motion motion = motion_in(b, "a");
    CHECK_SAME(motion.velocity.x, 0.5);
    CHECK_SAME(motion.velocity.y, 0.75);
    gyre_scene_destroy(a);
    gyre_scene_destroy(b);
}

TEST(a_body_without_a_name_gets_an_unused_one) {
    gyre_scene *a = scene_of("{\"gyre\":1,\"bodies\":[{\"name\":\"body 2\",\"mass\":1,\"inertia\":[1,1,1]}]}");
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    gyre_body_id id;
    CHECK_OK(gyre_world_add_body(gyre_scene_world(a), &def, &id));
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.parameters.spring.stiffness = 1;
    spring.body = id;
    spring.other = body_of(a, "body 2");
    gyre_force_id force;
    CHECK_OK(gyre_world_add_force(gyre_scene_world(a), &spring, &force));
    gyre_scene *b = read_again(a);
    CHECK_EQ(gyre_world_body_count(gyre_scene_world(b)), 2);
    gyre_force_def got;
    CHECK_OK(gyre_force_get(gyre_scene_world(b), gyre_world_next_force(gyre_scene_world(b), no_force), &got));
    CHECK_EQ(got.body.index, 1);
    CHECK_EQ(got.other.index, 0);
    gyre_scene_destroy(a);
    gyre_scene_destroy(b);
}

static void add_nameless(gyre_world *world) {
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    gyre_body_id id;
    CHECK_OK(gyre_world_add_body(world, &def, &id));
}

TEST(bodies_without_names_get_unused_names) {
    static const char *const of_others[] = {"body 5",     "body 1000008", "body 6 (3)",
                                            "body 5 (1)", "body 5 (4)",   "body 5 (99999999999999999999)",
                                            ")",          "(7)"};
    gyre_scene *a = scene_of("{\"gyre\":1}");
    gyre_world *world = gyre_scene_world(a);
    for (int i = 0; i < 4; i++)
        add_nameless(world);
    for (size_t i = 0; i < COUNT_OF(of_others); i++) {
        gyre_body_def def = gyre_body_def_default();
        def.mass = properties_of(1, 1, 1, 1);
        def.name = of_others[i];
        gyre_body_id id;
        CHECK_OK(gyre_world_add_body(world, &def, &id));
    }
    gyre_scene *b = read_again(a); // none is taken: the bodies are 1 to 4
    CHECK_EQ(body_of(b, "body 1").index, 0);
    CHECK_EQ(body_of(b, "body 4").index, 3);
    gyre_scene_destroy(b);
    CHECK_OK(gyre_world_remove_body(world, body_of(a, "(7)")));
    CHECK_OK(gyre_world_remove_body(world, body_of(a, "body 6 (3)")));
    CHECK_OK(gyre_world_remove_body(world, body_of(a, "body 1000008")));
    for (int i = 0; i < 3; i++)
        add_nameless(world); // in the places of 6, 7 and 12
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    def.name = "body 7";
    gyre_body_id id;
    CHECK_OK(gyre_world_add_body(world, &def, &id));
    b = read_again(a); // 7 is taken, and of the suffixes 1 and 4
    CHECK_EQ(gyre_world_body_count(gyre_scene_world(b)), gyre_world_body_count(world));
    CHECK_EQ(body_of(b, "body 1 (5)").index, 0);
    CHECK_EQ(body_of(b, "body 7 (5)").index, 6);
    gyre_scene_destroy(a);
    gyre_scene_destroy(b);
}

static gyre_result nothing(const gyre_force_block *block, void *user) { return (void)block, (void)user, GYRE_OK; }

TEST(a_scene_that_a_file_cannot_express_is_refused_before_the_first_byte) {
    gyre_scene *a = scene_of("{\"gyre\":1}");
    byte_log log = {0};
    gyre_sink sink = sink_to(&log);
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_callback);
    def.parameters.callback.function = nothing;
    gyre_force_id id;
    CHECK_OK(gyre_world_add_force(gyre_scene_world(a), &def, &id));
    CHECK_RESULT(gyre_scene_write(a, &sink), GYRE_ERR_FORCE);
    CHECK_OK(gyre_world_remove_force(gyre_scene_world(a), id));
    gyre_body_def all = gyre_body_def_default();
    all.name = "all";
    all.kind = GYRE_BODY_STATIC;
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(gyre_scene_world(a), &all, &body));
    CHECK_RESULT(gyre_scene_write(a, &sink), GYRE_ERR_NAME);
    CHECK_EQ(log.size, 0);
    CHECK_RESULT(gyre_scene_write(NULL, &sink), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_scene_write(a, NULL), GYRE_ERR_NULL_POINTER);
    gyre_scene_destroy(a);
}

TEST(a_sink_that_fails_ends_the_writing_with_its_result) {
    gyre_scene *a = scene_of(everything);
    byte_log whole = {.fail_at = (size_t)-1};
    gyre_sink sink = sink_to(&whole);
    CHECK_OK(gyre_scene_write(a, &sink));
    CHECK(whole.pieces > 1);
    for (size_t n = 1; n <= whole.pieces; n++) {
        byte_log log = {.fail_at = n};
        gyre_sink failing_sink = sink_to(&log);
        CHECK_RESULT(gyre_scene_write(a, &failing_sink), GYRE_ERR_STOPPED);
        CHECK_EQ(log.pieces, n); // and nothing is tried after it
        free(log.bytes);
    }
    free(whole.bytes);
    gyre_scene_destroy(a);
}

RUN_TESTS("scene_write")
