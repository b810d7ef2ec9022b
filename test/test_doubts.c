/// Input that is allowed but hardly meant is warned of, and sensible input is not.
#include "random.h"
#include "scene_helpers.h"

// ---- a log that keeps all lines ----

typedef struct warning_log {
    int count;
    char text[2048];
} warning_log;

static void note_warning(gyre_log_level level, const char *text, void *user) {
    warning_log *log = user;
    if (level != GYRE_LOG_WARNING) fail_msg("an error: %s", text);
    log->count++;
    size_t length = strlen(log->text);
    snprintf(log->text + length, sizeof log->text - length, "%s\n", text);
}

static gyre_world *world_with_log(warning_log *log, double gravity, gyre_method method) {
    gyre_world_def def = plain_world_def();
    memset(log, 0, sizeof *log);
    def.log = (gyre_logger){note_warning, log};
    def.gravity.z = gravity;
    def.method = method;
    return world_of(&def);
}

// Of radius of gyration 1.
static gyre_body_def unit_def(const char *name) {
    gyre_body_def def = gyre_body_def_default();
    def.name = name;
    def.mass = properties_of(2, 2, 2, 2);
    return def;
}

// ---- degrees ----

static int warnings_for(gyre_vec3 w, warning_log *log) {
    gyre_world *world = world_with_log(log, 0, GYRE_METHOD_exact);
    gyre_body_def def = unit_def("rotor");
    def.angular_velocity = w;
    add_body(world, &def);
    gyre_world_destroy(world);
    return log->count;
}

TEST(spec_77a_an_angular_velocity_in_degrees_causes_a_warning_with_its_value_in_radians) {
    static const double degrees[] = {45, 90, -90, 135, 180, -180, 225, 270, 315, 360, 540, 720, 1080, 3600};
    warning_log log;
    for (size_t i = 0; i < COUNT_OF(degrees); i++) {
        CHECK_EQ(warnings_for((gyre_vec3){degrees[i], 0, 0}, &log), 1);
        CHECK_EQ(warnings_for((gyre_vec3){0.01, -2, degrees[i]}, &log), 1);
    }
    CHECK_EQ(warnings_for((gyre_vec3){0, 90, 0}, &log), 1);
    assert_string_equal(log.text,
                        "rotor: angular_velocity: y is 90 rad/s, 14.3 turns a second; if degrees a second were "
                        "meant, give 1.5707963267948966\n");
}

TEST(spec_77a_common_angular_velocities_in_radians_cause_no_warning) {
    static const double sensible[] = {
        0,  0.5, 1,   2,   3,   5,   10,  12,   15,   20,   25,    30,   40,
        50, 60,  80,  100, 120, 150, 200, 250,  300,  400,  450,   500,  600,
        44, 91,  359, 800, 900, 1e3, 2e3, 2500, 5000, 7200, 10000, 45.5, 3.141592653589793};
    warning_log log;
    for (size_t i = 0; i < COUNT_OF(sensible); i++)
        CHECK_EQ(warnings_for((gyre_vec3){sensible[i], 1, -sensible[i]}, &log), 0);
}

TEST(spec_77a_degrees_cause_one_warning_per_world) {
    warning_log log;
    gyre_world *world = world_with_log(&log, 0, GYRE_METHOD_exact);
    gyre_body_def def = unit_def(NULL);
    def.angular_velocity.z = 360;
    add_body(world, &def);
    add_body(world, &def);
    CHECK_EQ(log.count, 1);
    CHECK(strncmp(log.text, "body: ", 6) == 0);
    gyre_world_destroy(world);
    CHECK_OK(gyre_world_create(NULL, &world));
    add_body(world, &def);
    gyre_world_destroy(world);
}

// ---- steps ----

// Warnings for one step of a world with a body that may turn, and a spring on it to the world or to another body.
static int warnings_for_step(warning_log *log, double h, double gravity, double spin, double stiffness,
                             gyre_method method) {
    gyre_world *world = world_with_log(log, gravity, method);
    gyre_body_def def = unit_def("block");
    def.angular_velocity.z = spin;
    gyre_body_id id = add_body(world, &def);
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.name = "spring";
    spring.body = id;
    spring.parameters.spring.stiffness = stiffness;
    if (stiffness > 0) add_force(world, &spring);
    take_steps(world, h, 1);
    take_steps(world, h, 1); // warns once
    gyre_world_destroy(world);
    return log->count;
}

TEST(spec_77a_a_step_of_seconds_with_too_much_motion_causes_a_warning) {
    warning_log log;
    CHECK_EQ(warnings_for_step(&log, 16.7, -9.81, 0, 0, GYRE_METHOD_exact), 1);
    assert_string_equal(log.text,
                        "world: the step is 16.7 s, and in one step gravity changes velocities by 164 m/s; if "
                        "milliseconds were meant, give 0.0167\n");
    CHECK_EQ(warnings_for_step(&log, 16, 0, 1, 1e-9, GYRE_METHOD_exact), 1); // a force that may turn it
    CHECK_EQ(warnings_for_step(&log, 16, 0, 1, 0, GYRE_METHOD_rk4), 1);
    CHECK_EQ(warnings_for_step(&log, 16, 0, 1, 0, GYRE_METHOD_semi_implicit_euler), 1);
    assert_string_equal(log.text,
                        "world: the step is 16 s, and in one step block turns 2.55 times; if milliseconds were "
                        "meant, give 0.016\n");
    CHECK_EQ(warnings_for_step(&log, 5, 0, 0, 2, GYRE_METHOD_exact), 1); // w = 1: 5 rad, beyond the limit of 2
    assert_string_equal(log.text,
                        "world: the step is 5 s, and in one step spring would swing 0.796 times; if milliseconds "
                        "were meant, give 0.005\n");
    CHECK_EQ(warnings_for_step(&log, -16.7, -9.81, 0, 0, GYRE_METHOD_exact), 1); // backward
}

TEST(spec_77a_a_long_step_with_little_motion_causes_no_warning) {
    warning_log log;
    CHECK_EQ(warnings_for_step(&log, 21600, 0, 7.3e-5, 0, GYRE_METHOD_exact), 0); // the Earth in steps of six hours
    CHECK_EQ(warnings_for_step(&log, 2, -9.81, 0, 0, GYRE_METHOD_exact), 0);      // a flight of minutes
    CHECK_EQ(warnings_for_step(&log, 2, 0, 3, 1e-9, GYRE_METHOD_exact), 0);
    CHECK_EQ(warnings_for_step(&log, 16, 0, 1, 0, GYRE_METHOD_exact), 0); // free rotation is exact at any step
    CHECK_EQ(warnings_for_step(&log, 16, 0, 1, 0, GYRE_METHOD_dopri5), 0);
    CHECK_EQ(warnings_for_step(&log, 1.9, 0, 0, 2, GYRE_METHOD_exact), 0);
    CHECK_EQ(warnings_for_step(&log, 5, 0, 0, 2, GYRE_METHOD_dopri5), 0); // chooses its own steps
    CHECK_EQ(warnings_for_step(&log, 5, 0, 0, 2, GYRE_METHOD_esdirk4), 0);
    CHECK_EQ(warnings_for_step(&log, 1, -9.81, 300, 0, GYRE_METHOD_exact), 0); // a second is no slip of milliseconds
    CHECK_EQ(warnings_for_step(&log, DT, -1e5, 2e4, 0, GYRE_METHOD_exact), 0);
}

TEST(spec_77a_a_top_at_a_pivot_is_turned_by_its_weight) {
    for (int is_held = 0; is_held < 2; is_held++) {
        warning_log log;
        gyre_world *world = world_with_log(&log, -1, GYRE_METHOD_exact);
        gyre_body_def def = unit_def("top");
        def.angular_velocity.z = 1;
        def.has_pivot = is_held;
        def.pivot.z = -1;
        add_body(world, &def);
        take_steps(world, 16, 1);
        CHECK_EQ(log.count, is_held);
        gyre_world_destroy(world);
    }
}

TEST(spec_77a_a_spring_between_two_bodies_swings_faster_than_either_alone) {
    for (int other = 0; other < 3; other++) {
        warning_log log;
        gyre_world *world = world_with_log(&log, 0, GYRE_METHOD_exact);
        gyre_body_def def = unit_def("one");
        gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
        spring.body = add_body(world, &def);
        def = unit_def("two");
        def.position.x = 3;
        if (other == 1) def.kind = GYRE_BODY_STATIC;
        if (other == 2) def.locks = GYRE_LOCK_X; // moves along the line no more than a static one
        spring.other = add_body(world, &def);
        spring.parameters.spring.stiffness = 1; // w h = 1.1 with both masses of 2 kg, 0.78 with one: above 2 or not
        add_force(world, &spring);
        take_steps(world, 2.2, 1);
        CHECK_EQ(log.count, other == 0 ? 1 : 0);
        gyre_world_destroy(world);
    }
}

// ---- lever arms ----

static void push_at(gyre_world *world, gyre_body_id id, gyre_vec3 point) {
    CHECK_OK(gyre_body_apply_force(world, id, (gyre_vec3){0, 0, 1}, point));
}

TEST(spec_77a_a_lever_arm_far_beyond_the_body_causes_one_warning) {
    warning_log log;
    gyre_world *world = world_with_log(&log, 0, GYRE_METHOD_exact);
    gyre_body_def def = unit_def("block");
    def.position.x = 1000;
    gyre_body_id id = add_body(world, &def);
    push_at(world, id, (gyre_vec3){1099, 0, 0});
    CHECK_EQ(log.count, 0);
    push_at(world, id, (gyre_vec3){100, 0, 0}); // a point of the body where one of the world belongs
    assert_string_equal(log.text, "block: the point of application is 900 m from the body's centre, 900 times its "
                                  "radius of gyration (1 m): is it in another frame or unit?\n");
    push_at(world, id, (gyre_vec3){0.5, 0, 0});
    CHECK_EQ(log.count, 1);
    gyre_world_destroy(world);
    world = world_with_log(&log, 0, GYRE_METHOD_exact);
    id = add_body(world, &def);
    CHECK_OK(gyre_body_apply_impulse(world, id, (gyre_vec3){0, 0, 1}, (gyre_vec3){0.5, 0, 0}));
    CHECK_EQ(log.count, 1);
    gyre_world_destroy(world);
}

// Of a force `kind` whose point is `at`; `by` is what the body is.
static int warnings_for_point(warning_log *log, gyre_force_kind kind, gyre_point at, gyre_body_def def) {
    gyre_world *world = world_with_log(log, 0, GYRE_METHOD_exact);
    gyre_force_def force = gyre_force_def_default(kind);
    force.name = "force";
    force.body = add_body(world, &def);
    if (kind == GYRE_FORCE_force) force.parameters.force.force = (gyre_vec3){0, 0, 1}, force.parameters.force.at = at;
    if (kind == GYRE_FORCE_spring) force.parameters.spring.stiffness = 1, force.parameters.spring.at = at;
    if (kind == GYRE_FORCE_thruster) {
        force.parameters.thruster.direction = (gyre_vec3){0, 0, 1}, force.parameters.thruster.thrust = 1;
        force.parameters.thruster.at = at;
    }
    add_force(world, &force);
    gyre_world_destroy(world);
    return log->count;
}

static gyre_point in_body(double x) { return (gyre_point){GYRE_AT_BODY, {x, 0, 0}}; }

TEST(spec_77a_a_force_far_beyond_its_body_causes_a_warning_that_names_the_parameter) {
    warning_log log;
    gyre_body_def block = unit_def("block"), off_centre = unit_def("off centre"), away = unit_def("away");
    off_centre.mass.center.x = 500;
    away.position.x = 500;
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_force, in_body(500), block), 1); // millimetres
    assert_string_equal(log.text,
                        "force: at: is 500 m from the body's centre, 500 times its radius of gyration (1 m): is "
                        "it in another frame or unit?\n");
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_spring, in_body(500), block), 1);
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_thruster, in_body(500), block), 1);
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_force, in_body(0.5), off_centre), 1);
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_force, (gyre_point){GYRE_AT_WORLD, {0.5, 0, 0}}, away), 1);
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_force, in_body(99), block), 0);
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_force, in_body(500.5), off_centre), 0);
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_force, (gyre_point){GYRE_AT_WORLD, {500.5, 0, 0}}, away), 0);
}

TEST(spec_77a_a_far_point_of_a_body_that_cannot_turn_or_is_pinned_there_causes_no_warning) {
    warning_log log;
    gyre_body_def particle = unit_def("particle"), pendulum = unit_def("pendulum");
    particle.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z;
    pendulum.has_pivot = 1;
    pendulum.pivot.x = 500;
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_force, in_body(500), particle), 0);
    CHECK_EQ(warnings_for_point(&log, GYRE_FORCE_force, in_body(0.5), pendulum), 0); // the arm is the pendulum's own
}

// ---- scenes ----

static gyre_scene *scene_with_log(const char *text, size_t size, warning_log *log) {
    memset(log, 0, sizeof *log);
    gyre_scene_options options = gyre_scene_options_default();
    options.log = (gyre_logger){note_warning, log};
    gyre_scene *scene = NULL;
    gyre_result r = gyre_scene_read(text, size, &options, &scene);
    if (r != GYRE_OK) fail_msg("reading gives %s:\n%s", gyre_result_name(r), text);
    return scene;
}

TEST(spec_77a_a_scene_reports_all_three_warnings_with_line_and_column_and_its_world_none) {
    static const char text[] = "{\"gyre\":1,\"gravity\":[0,0,-9.81],\n \"dt\":20,\n"
                               "\"bodies\":[{\"name\":\"a\",\"mass\":2,\"inertia\":[2,2,2],\n"
                               "  \"angular_velocity_body\":[0,180,0]}],\n"
                               "\"forces\":[{\"type\":\"force\",\"body\":\"a\",\"force\":[0,0,1],\n"
                               "  \"at\":[250,0,0]}]}";
    warning_log log;
    gyre_scene *scene = scene_with_log(text, strlen(text), &log);
    assert_string_equal(log.text,
                        "line 2, column 7: dt: is 20 s, and in one step gravity changes velocities by 196 m/s; if "
                        "milliseconds were meant, give 0.02\n"
                        "line 4, column 27: bodies[0].angular_velocity_body: y is 180 rad/s, 28.6 turns a second; if "
                        "degrees a second were meant, give 3.141592653589793\n"
                        "line 6, column 8: forces[0].at: is 250 m from the body's centre, 250 times its radius of "
                        "gyration (1 m): is it in another frame or unit?\n");
    take_steps(gyre_scene_world(scene), 20, 2);
    CHECK_EQ(log.count, 3);
    gyre_scene_destroy(scene);
}

TEST(spec_77a_the_world_of_a_plausible_scene_warns_of_later_changes) {
    static const char text[] =
        "{\"gyre\":1,\"gravity\":[0,0,-9.81],\"bodies\":[{\"name\":\"a\",\"mass\":2,\"inertia\":[2,2,2]}]}";
    warning_log log;
    gyre_scene *scene = scene_with_log(text, strlen(text), &log);
    CHECK_EQ(log.count, 0);
    take_steps(gyre_scene_world(scene), 20, 1);
    CHECK_EQ(log.count, 1);
    push_at(gyre_scene_world(scene), body_of(scene, "a"), (gyre_vec3){0, 900, 0});
    CHECK_EQ(log.count, 2);
    gyre_scene_destroy(scene);
}

TEST(spec_77a_no_example_causes_a_warning_when_read_or_run) {
    for (size_t i = 0; gyre_example_at(i); i++) {
        const gyre_example *example = gyre_example_at(i);
        warning_log log;
        gyre_scene *scene = scene_with_log(example->text, example->size, &log);
        take_steps(gyre_scene_world(scene), gyre_scene_get_settings(scene).dt, 2);
        if (log.count > 0) fail_msg("%s: %s", example->name, log.text);
        gyre_scene_destroy(scene);
    }
}

// A round number between 1 and 8 times a power of ten.
static double round_number(random_source *r, int lowest, int highest) {
    static const double digits[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
    double digit = digits[random_u64(r) % COUNT_OF(digits)];
    int exponent = lowest + (int)(random_u64(r) % (unsigned)(highest - lowest + 1));
    return digit * pow(10, exponent);
}

TEST(spec_77a_random_scenes_of_round_numbers_cause_no_warning) {
    random_source r = {77};
    for (int i = 0; i < 2000; i++) {
        char text[1024];
        double size = round_number(&r, -2, 1), spin = round_number(&r, -2, 2);
        snprintf(
            text, sizeof text,
            "{\"gyre\":1,\"gravity\":[0,0,%g],\"dt\":%g,\"fps\":1,\"bodies\":[{\"name\":\"a\",\"mass\":%g,\"shape\":{"
            "\"type\":\"box\",\"size\":[%g,%g,%g]},\"position\":[%g,0,%g],\"angular_velocity\":[%g,0,%g]}],"
            "\"forces\":[{\"type\":\"spring\",\"body\":\"a\",\"at\":[%g,0,0],\"to\":\"world\",\"to_at\":[0,0,%g],"
            "\"stiffness\":%g},{\"type\":\"thruster\",\"body\":\"a\",\"at\":[0,%g,0],\"direction\":[1,0,0],"
            "\"thrust\":%g}]}",
            -round_number(&r, 0, 1), round_number(&r, -4, -2), round_number(&r, -2, 3), size, size, 2 * size,
            round_number(&r, -1, 3), round_number(&r, -1, 3), spin, -spin, size / 2, round_number(&r, -1, 2),
            round_number(&r, 0, 3), 4 * size, round_number(&r, -1, 3));
        warning_log log;
        gyre_scene *scene = scene_with_log(text, strlen(text), &log);
        take_steps(gyre_scene_world(scene), gyre_scene_get_settings(scene).dt, 1);
        if (log.count > 0) fail_msg("%s\n%s", log.text, text);
        gyre_scene_destroy(scene);
    }
}

RUN_TESTS("doubts")
