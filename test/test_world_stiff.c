/// Stiff worlds, with steps that are stable for esdirk4 but not for explicit methods.
#include "scene_helpers.h"

// A carriage of 1 kg on a spring of 1e4 N/m and in a damper of 1e4 N s/m, anchored 10 m away: x'' = -1e4 (x - 10) - 1e4
// x'. Overdamped: rates of -1.0001 and -9998.9999 1/s.
static const char *const carriage_scene =
    "{\"gyre\":1,\"dt\":0.016666666666666666,\"duration\":2,\"fps\":30,\"method\":\"%s\",\"rtol\":%s,\"atol\":1e-12,"
    "\"bodies\":[{\"name\":\"carriage\",\"mass\":1,\"shape\":{\"type\":\"sphere\",\"radius\":1},\"position\":[10.5,0,0]"
    "}],"
    "\"forces\":[{\"type\":\"spring\",\"name\":\"damper\",\"body\":\"carriage\",\"to\":\"world\",\"to_at\":[0,0,0],"
    "\"stiffness\":10000,\"damping\":10000,\"length\":10}]}";

static gyre_scene *carriage(const char *method, const char *rtol) {
    char text[1024];
    snprintf(text, sizeof text, carriage_scene, method, rtol);
    return scene_of(text);
}

// From 0.5 m beside the rest position, without velocity.
static double closed_form(double t) {
    double root = sqrt(1e4 * 1e4 - 4 * 1e4), slow = -2e4 / (1e4 + root), fast = -(1e4 + root) / 2;
    return 10 + 0.5 * (fast * exp(slow * t) - slow * exp(fast * t)) / (fast - slow);
}

TEST(spec_6a_an_overdamped_carriage_follows_its_closed_form_where_rk4_explodes) {
    gyre_scene *stiff = carriage("esdirk4", "1e-8"), *explicit = carriage("rk4", "1e-8");
    gyre_world *world = gyre_scene_world(stiff);
    gyre_body_id body = body_of(stiff, "carriage");
    double worst = 0;
    for (int i = 1; i <= 120; i++) {
        take_steps(world, DT, 1);
        worst = fmax(worst, fabs(motion_of(world, body).position.x - closed_form(i * DT)));
    }
    print_message("largest error %.1e m\n", worst);
    CHECK_BELOW(worst, 1e-7); // 10 m times rtol
    gyre_ledger ledger;
    CHECK_OK(gyre_world_get_ledger(world, &ledger));
    CHECK_NEAR(ledger.initial, 1250, 1e-9); // the spring's
    CHECK_NEAR(ledger.residual, 0, 1250 * 1e-7);
    take_steps(gyre_scene_world(explicit), DT, 120);
    CHECK(fabs(motion_of(gyre_scene_world(explicit), body_of(explicit, "carriage")).position.x - 10) > 1e6);
    gyre_scene_destroy(stiff);
    gyre_scene_destroy(explicit);
}

static size_t evaluations_of(const char *method, int steps) {
    gyre_scene *scene = carriage(method, "1e-6");
    size_t sum = 0;
    for (int i = 0; i < steps; i++) {
        gyre_step_report report;
        CHECK_OK(gyre_world_step(gyre_scene_world(scene), DT, &report));
        sum += report.evaluations;
    }
    gyre_scene_destroy(scene);
    return sum;
}

TEST(spec_6a_a_stiff_world_costs_less_than_with_an_explicit_method_of_the_same_tolerance) {
    size_t implicit = evaluations_of("esdirk4", 120), explicit = evaluations_of("dopri5", 120);
    print_message("evaluations: esdirk4 %zu, dopri5 %zu\n", implicit, explicit);
    CHECK_BELOW((double)implicit, (double)explicit / 3);
}

// The sums behind the state are the same quadrature: with and without them the motion has the same bits.
TEST(spec_6a_the_ledger_does_not_move_the_bodies) {
    gyre_world *worlds[2];
    for (int i = 0; i < 2; i++) {
        gyre_world_def def = plain_world_def();
        def.method = GYRE_METHOD_esdirk4;
        def.gravity.z = -5;
        def.has_ledger = i;
        worlds[i] = world_of(&def);
        gyre_body_def brick = lopsided_def();
        gyre_body_id body = add_body(worlds[i], &brick);
        gyre_force_def spring = spring_on(body, no_body, 200, 0.5), drag = force_on(GYRE_FORCE_drag, body);
        spring.parameters.spring.at = at_body(0.5, 0.2, 0.1);
        spring.parameters.spring.damping = 3;
        drag.parameters.drag = (gyre_force_drag){0.5, 0.25, 0.125};
        add_force(worlds[i], &spring);
        add_force(worlds[i], &drag);
        take_steps(worlds[i], DT, 60);
    }
    CHECK_EQ(gyre_world_hash(worlds[0]), gyre_world_hash(worlds[1]));
    gyre_ledger ledger = ledger_of(worlds[1]);
    CHECK(fabs(ledger.initial) > 1);
    CHECK_NEAR(ledger.residual, 0, 1e-6 * fabs(ledger.initial));
    gyre_world_destroy(worlds[0]);
    gyre_world_destroy(worlds[1]);
}

TEST(spec_6a_a_world_with_too_many_bodies_is_refused_and_named) {
    gyre_world *world = world_with(-5, GYRE_METHOD_esdirk4);
    for (int i = 0; i < 78; i++)
        add_ball_at(world, (gyre_vec3){i, 0, 0});
    CHECK_OK(gyre_world_check_method(world, NULL));
    take_steps(world, DT, 1);
    add_ball_at(world, (gyre_vec3){0, 0, 5});
    REMEMBER(was, world);
    gyre_step_report report;
    CHECK_RESULT(gyre_world_check_method(world, &report), GYRE_ERR_METHOD_UNFIT);
    CHECK_RESULT(gyre_world_step(world, DT, &report), GYRE_ERR_METHOD_UNFIT);
    CHECK(strstr(report.text, "the world has 79 bodies, this method is limited to 78") != NULL);
    CHECK_UNCHANGED(world, was);
    CHECK_OK(gyre_world_set_method(world, GYRE_METHOD_rk4));
    take_steps(world, DT, 1);
    gyre_world_destroy(world);
}

// A saved world continues with the same bits: no matrix is carried from step to step behind its back.
TEST(spec_6a_a_restored_world_continues_with_the_same_bits) {
    gyre_scene *scene = carriage("esdirk4", "1e-8"), *other = carriage("esdirk4", "1e-8");
    gyre_world *a = gyre_scene_world(scene);
    take_steps(a, DT, 10);
    size_t size;
    CHECK_OK(gyre_world_snapshot_size(a, &size));
    void *bytes = malloc(size), *after = malloc(size);
    CHECK(bytes && after);
    CHECK_OK(gyre_world_save(a, bytes, size, &size));
    gyre_world *b = gyre_scene_world(other);
    CHECK_OK(gyre_world_restore(b, bytes, size));
    take_steps(a, DT, 10);
    take_steps(b, DT, 10);
    CHECK_OK(gyre_world_save(a, bytes, size, &size));
    CHECK_OK(gyre_world_save(b, after, size, &size));
    CHECK_BYTES(after, bytes, size);
    free(bytes);
    free(after);
    gyre_scene_destroy(scene);
    gyre_scene_destroy(other);
}

RUN_TESTS("world stiff")
