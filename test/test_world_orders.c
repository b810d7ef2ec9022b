/// The accuracy of every method in a world, compared with references; scenes that methods refuse.
#include "reference.h"
#include "world_helpers.h"

// ---- orders ----

// A lopsided body on a spring to a point beside its centre, in gravity: a second's end, with steps or by tolerance.
static gyre_state end_after(gyre_method method, int steps, int has_friction, double rtol) {
    gyre_world_def world_def = plain_world_def();
    world_def.method = method;
    world_def.gravity.z = -5;
    world_def.rtol = rtol;
    world_def.atol = rtol / 10;
    gyre_world *world = world_of(&world_def);
    gyre_body_def def = lopsided_def();
    def.position = (gyre_vec3){2, 1, -0.5};
    gyre_body_id id = add_body(world, &def);
    gyre_force_def spring = spring_on(id, no_body, 20, 0.5);
    spring.parameters.spring.at = at_body(0.5, 0.2, 0.1);
    add_force(world, &spring);
    if (has_friction) {
        gyre_force_def drag = force_on(GYRE_FORCE_drag, id), damper = spring_on(id, no_body, 0, 1);
        drag.parameters.drag = (gyre_force_drag){0.5, 0.25, 0.125};
        damper.parameters.spring.damping = 0.5;
        damper.parameters.spring.to_at = at_world(3, 3, 0);
        add_force(world, &drag);
        add_force(world, &damper);
    }
    take_steps(world, 1.0 / steps, steps);
    gyre_state s = state_of(world, id);
    gyre_world_destroy(world);
    return s;
}

static double difference(gyre_state a, gyre_state b) {
    return distance(a.x, b.x) + distance(a.P, b.P) + distance(a.L, b.L) + angle_between(a.q, b.q);
}

static double order_of(gyre_method method, int steps, int has_friction, const gyre_state *reference_end) {
    double coarse = difference(end_after(method, steps, has_friction, 1e-9), *reference_end);
    double fine = difference(end_after(method, 2 * steps, has_friction, 1e-9), *reference_end);
    return log2(coarse / fine);
}

TEST(every_method_has_its_order_in_a_world) {
    gyre_state end = end_after(GYRE_METHOD_dopri5, 64, 0, 1e-14);
    const int steps[] = {0, 256, 128, 0, 64, 0, 32}; // by order: small enough for it, large enough for rounding
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        int order = gyre_method_order((gyre_method)m);
        if (gyre_method_is_adaptive((gyre_method)m)) continue; // by its tolerance, below
        CHECK_NEAR(order_of((gyre_method)m, steps[order], 0, &end), order, 0.1);
    }
}

TEST(methods_keep_their_order_when_forces_depend_on_velocity) {
    gyre_state end = end_after(GYRE_METHOD_dopri5, 64, 1, 1e-14);
    CHECK_NEAR(order_of(GYRE_METHOD_exact, 64, 1, &end), 2, 0.1);
    CHECK_NEAR(order_of(GYRE_METHOD_midpoint, 128, 1, &end), 2, 0.1);
    CHECK_NEAR(order_of(GYRE_METHOD_rk4, 128, 1, &end), 4, 0.1);
}

TEST(dopri5_errs_in_proportion_to_its_tolerance) {
    for (int has_friction = 0; has_friction < 2; has_friction++) {
        gyre_state end = end_after(GYRE_METHOD_dopri5, 64, has_friction, 1e-14);
        for (double rtol = 1e-5; rtol > 1e-12; rtol /= 10)
            CHECK_BELOW(difference(end_after(GYRE_METHOD_dopri5, 4, has_friction, rtol), end), 4 * rtol);
    }
}

TEST(spec_6a_esdirk4_errs_in_proportion_to_its_tolerance_in_a_world) {
    for (int has_friction = 0; has_friction < 2; has_friction++) {
        gyre_state end = end_after(GYRE_METHOD_dopri5, 64, has_friction, 1e-14);
        for (double rtol = 1e-5; rtol > 1e-11; rtol /= 10) {
            double error = difference(end_after(GYRE_METHOD_esdirk4, 4, has_friction, rtol), end);
            print_message("rtol %.0e: %.1e\n", rtol, error);
            CHECK_BELOW(error, 20 * rtol); // eleven times, measured: steps add up
        }
    }
}

TEST(a_method_that_keeps_its_forces_evaluates_them_once_per_kick) {
    gyre_world *world = world_with(-5, GYRE_METHOD_exact);
    gyre_body_id id = add_ball_at(world, (gyre_vec3){1, 0, 0});
    gyre_force_def spring = spring_on(id, no_body, 20, 0.5);
    gyre_force_id force = add_force(world, &spring);
    gyre_step_report report;
    CHECK_OK(gyre_world_step(world, DT, &report));
    CHECK_EQ(report.evaluations, 2); // at both ends
    CHECK_OK(gyre_world_step(world, DT, &report));
    CHECK_EQ(report.evaluations, 1); // the beginning is known from the last step
    spring.parameters.spring.stiffness = 30;
    CHECK_OK(gyre_force_set_parameters(world, force, &spring.parameters));
    CHECK_OK(gyre_world_step(world, DT, &report));
    CHECK_EQ(report.evaluations, 2); // until something changes
    spring.parameters.spring.damping = 1;
    CHECK_OK(gyre_force_set_parameters(world, force, &spring.parameters));
    CHECK_OK(gyre_world_step(world, DT, &report));
    CHECK_OK(gyre_world_step(world, DT, &report));
    CHECK_EQ(report.evaluations, 2); // velocities at the end are a guess
    gyre_world_destroy(world);
}

// ---- references ----

// Mass 1, gravity 8, centre 0.375 m from the pivot: M g l = 3, and moments 1, 1, 0.5 about the pivot, all exact.
static double heavy_top_error(gyre_method method) {
    reference ref = reference_read("forced01_heavy_top.txt");
    gyre_world_def world_def = plain_world_def();
    world_def.gravity.z = -8;
    world_def.method = method;
    gyre_world *world = world_of(&world_def);
    gyre_body_def def = body_def_of(properties_of(1, 1 - 0.375 * 0.375, 1 - 0.375 * 0.375, 0.5));
    def.mass.center.z = 0.375;
    def.has_pivot = 1;
    def.orientation = ref.q0;
    def.angular_velocity = ref.w0;
    def.angular_frame = GYRE_FRAME_BODY;
    gyre_body_id id = add_body(world, &def);
    double worst = 0;
    for (int i = 0, steps = 0; i < ref.row_count; i++) {
        int wanted = (int)(ref.rows[i].t * 60 + 0.5);
        take_steps(world, DT, wanted - steps);
        steps = wanted;
        worst = fmax(worst, angle_between(motion_of(world, id).orientation, ref.rows[i].q));
    }
    CHECK_NEAR(gyre_world_time(world), 600, 1e-12);
    gyre_world_destroy(world);
    return worst;
}

TEST(a_heavy_top_on_its_pivot_meets_the_bars_at_600_seconds) {
    CHECK_BELOW(heavy_top_error(GYRE_METHOD_exact), 1.1e-2);
    CHECK_BELOW(heavy_top_error(GYRE_METHOD_rkn4), 1e-8);
    CHECK_BELOW(heavy_top_error(GYRE_METHOD_rkn6), 2e-10);
}

// The spring of forced03 as a scene.
static gyre_world *spring_scene(gyre_method method, reference *ref, gyre_body_id *out_body) {
    *ref = reference_read("forced03_spring.txt");
    gyre_world_def world_def = plain_world_def();
    world_def.method = method;
    world_def.rtol = 1e-13;
    world_def.atol = 1e-14;
    gyre_world *world = world_of(&world_def);
    gyre_body_def def = body_def_of(properties_of(ref->mass, ref->I.x, ref->I.y, ref->I.z));
    def.position = ref->x0;
    def.orientation = ref->q0;
    def.velocity = ref->v0;
    def.angular_velocity = ref->w0;
    def.angular_frame = GYRE_FRAME_BODY;
    *out_body = add_body(world, &def);
    gyre_force_def spring = spring_on(*out_body, no_body, 40, 0);
    spring.parameters.spring.at = at_body(0.3, 0.1, -0.2);
    add_force(world, &spring);
    return world;
}

TEST(a_spring_follows_its_reference) {
    // after 1 s at dt = 1/60, about twice the measured errors: they grow as e^(0.8 t), so later bounds are weak
    const struct {
        gyre_method method;
        double bar;
    } rows[] = {
        {GYRE_METHOD_exact, 8e-3}, {GYRE_METHOD_rkn4, 3e-8}, {GYRE_METHOD_rkn6, 8e-11}, {GYRE_METHOD_dopri5, 5e-13}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        reference ref;
        gyre_body_id id;
        gyre_world *world = spring_scene(rows[i].method, &ref, &id);
        take_steps(world, DT, 60);
        gyre_state s = state_of(world, id);
        CHECK_SAME(ref.rows[0].t, 1);
        CHECK_BELOW(distance(s.x, ref.rows[0].x) + angle_between(s.q, ref.rows[0].q), rows[i].bar);
        gyre_world_destroy(world);
    }
}

static double spring_energy_error(gyre_method method) {
    reference ref;
    gyre_body_id id;
    gyre_world *world = spring_scene(method, &ref, &id);
    double start = energy_of(world), worst = 0;
    for (int i = 0; i < 10000; i++) {
        take_steps(world, DT, 10);
        worst = fmax(worst, fabs(energy_of(world) / start - 1));
    }
    gyre_world_destroy(world);
    return worst;
}

TEST(the_energy_of_a_spring_meets_the_bars_over_1e5_steps) {
    CHECK_BELOW(spring_energy_error(GYRE_METHOD_exact), 4e-3);
    CHECK_BELOW(spring_energy_error(GYRE_METHOD_rkn4), 1e-8);
    CHECK_BELOW(spring_energy_error(GYRE_METHOD_rkn6), 1e-11);
}

// ---- what methods refuse ----

static const gyre_method backward_methods[] = {GYRE_METHOD_rkn4, GYRE_METHOD_rkn6};

TEST(methods_with_steps_backward_refuse_damping_and_name_the_body) {
    for (size_t i = 0; i < COUNT_OF(backward_methods); i++) {
        gyre_world *world = world_with(-5, backward_methods[i]);
        add_ball_at(world, (gyre_vec3){0, 0, 0});
        gyre_body_def def = brick_def();
        def.name = "slowpoke";
        def.angular_damping = 0.5;
        gyre_body_id id = add_body(world, &def);
        gyre_step_report report;
        REMEMBER(was, world);
        CHECK_RESULT(gyre_world_check_method(world, &report), GYRE_ERR_METHOD_UNFIT);
        CHECK_RESULT(gyre_world_step(world, DT, &report), GYRE_ERR_METHOD_UNFIT);
        CHECK(strstr(report.text, "slowpoke") != NULL && strstr(report.text, "damped") != NULL);
        CHECK(strstr(report.text, gyre_method_name(backward_methods[i])) != NULL);
        CHECK(is_same_id(report.body, id));
        CHECK_UNCHANGED(world, was);
        CHECK_OK(gyre_body_set_damping(world, id, 0, 0));
        CHECK_OK(gyre_world_check_method(world, &report));
        take_steps(world, DT, 1);
        gyre_world_destroy(world);
    }
}

static gyre_result do_nothing(const gyre_force_block *block, void *user) {
    (void)block, (void)user;
    return GYRE_OK;
}

TEST(methods_with_steps_backward_refuse_forces_of_velocity_and_name_them) {
    for (size_t i = 0; i < COUNT_OF(backward_methods); i++)
        for (int k = 0; k < 4; k++) {
            gyre_world *world = world_with(-5, backward_methods[i]);
            gyre_body_id id = add_ball_at(world, (gyre_vec3){1, 0, 0});
            gyre_force_def drag = force_on(GYRE_FORCE_drag, id), spring = spring_on(id, no_body, 1, 0);
            gyre_force_def callback = callback_on(id, do_nothing, NULL), wind = force_on(GYRE_FORCE_wind, id);
            spring.parameters.spring.damping = 0.1;
            wind.parameters.wind.velocity = (gyre_vec3){1, 0, 0};
            gyre_force_def *defs[] = {&drag, &spring, &callback, &wind};
            defs[k]->name = "culprit";
            gyre_force_id force = add_force(world, defs[k]);
            gyre_step_report report;
            CHECK_REFUSED(world, gyre_world_step(world, DT, &report), GYRE_ERR_METHOD_UNFIT);
            CHECK(strstr(report.text, "culprit") != NULL && strstr(report.text, "velocity") != NULL);
            CHECK_EQ(report.force.index, force.index);
            spring.parameters.spring.damping = 0;
            callback.parameters.callback.is_velocity_dependent = 0;
            if (k == 1 || k == 2) { // the same kinds are welcome without velocities
                CHECK_OK(gyre_force_set_parameters(world, force, &defs[k]->parameters));
                take_steps(world, DT, 1);
            }
            gyre_world_destroy(world);
        }
}

TEST(semi_implicit_euler_does_not_run_backward_and_the_others_do) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-5, (gyre_method)m);
        gyre_body_def def = brick_def();
        add_body(world, &def);
        gyre_result want = m == GYRE_METHOD_semi_implicit_euler ? GYRE_ERR_STEP : GYRE_OK;
        REMEMBER(was, world);
        CHECK_RESULT(gyre_world_step(world, -DT, NULL), want);
        if (want != GYRE_OK) CHECK_UNCHANGED(world, was);
        CHECK_SAME(gyre_world_time(world), want == GYRE_OK ? -DT : 0);
        gyre_world_destroy(world);
    }
}

RUN_TESTS("world orders")
