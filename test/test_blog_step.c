/// The step() of the blog post (blog_step.h), beside a step of ours.
#include "blog_step.h"

#include "world_helpers.h"

static const gyre_vec3 G = {0, 0, -9.81};

static gyre_world *falling_world(gyre_method method) {
    gyre_world_def def = plain_world_def();
    def.method = method;
    def.gravity = G;
    return world_of(&def);
}

// A ball or a racket, as a body of the post and as one of ours.
static gyre_body_def def_of(gyre_vec3 inertia) {
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(2, inertia.x, inertia.y, inertia.z);
    def.orientation = (gyre_quat){0.5, 0.5, -0.5, 0.5};
    def.velocity = (gyre_vec3){1, -0.5, 2};
    def.angular_velocity = (gyre_vec3){0.7, 2, -0.4};
    return def;
}

static blog_body blog_body_of(const gyre_body_def *def) {
    blog_body b = {.x = def->position,
                   .q = def->orientation,
                   .v = def->velocity,
                   .omega = def->angular_velocity,
                   .invMass = 1 / def->mass.mass,
                   .linDamp = def->linear_damping,
                   .angDamp = def->angular_damping};
    b.invInertiaBody.m[0][0] = 1 / def->mass.inertia.xx;
    b.invInertiaBody.m[1][1] = 1 / def->mass.inertia.yy;
    b.invInertiaBody.m[2][2] = 1 / def->mass.inertia.zz;
    return b;
}

TEST(spec_73a_a_ball_moves_equally_in_the_step_of_the_text_and_in_ours) {
    gyre_body_def def = def_of((gyre_vec3){0.3, 0.3, 0.3});
    blog_body b = blog_body_of(&def);
    gyre_world *world = falling_world(GYRE_METHOD_semi_implicit_euler);
    gyre_body_id id = add_body(world, &def);
    for (int i = 0; i < 600; i++) {
        gyre_vec3 force = {sin(0.1 * i), 0.3, -0.2}, at = blog_plus(b.x, (gyre_vec3){0.1, 0.2, -0.1});
        blog_applyGravityAsForce(&b, G);
        blog_applyForceAtPointWorld(&b, force, at);
        CHECK_OK(gyre_body_apply_force(world, id, force, at));
        blog_step(&b, DT);
        take_steps(world, DT, 1);
    }
    gyre_motion ours = motion_of(world, id);
    // the same formulas in another order: 600 roundings of up to 500 m
    CHECK_VEC3_NEAR(ours.velocity, b.v, 1e-11);
    CHECK_VEC3_NEAR(ours.angular_velocity, b.omega, 1e-11);
    CHECK_VEC3_NEAR(ours.position, b.x, 1e-10);
    CHECK_BELOW(angle_between(ours.orientation, b.q), 1e-10);
    gyre_world_destroy(world);
}

// Thrown up with 2 m/s, damped by k = 1/2, for 10 s in steps of 1/60 s.
static const double K = 0.5, V0 = 2, SPAN = 10;
enum { STEPS = 600 };

static double height_of_the_text(int is_swapped) {
    blog_body b = {.q = {1, 0, 0, 0}, .v = {0, 0, V0}, .invMass = 1, .linDamp = is_swapped ? 0 : K};
    for (int i = 0; i < STEPS; i++) {
        blog_applyGravityAsForce(&b, G);
        blog_step(&b, SPAN / STEPS);
        if (is_swapped) b.v = blog_times(b.v, exp(-K * SPAN / STEPS)); // after the pose
    }
    CHECK_NEAR(b.v.z, -19.393239189545266, 1e-12); // in either order
    return b.x.z;
}

static double height_of_ours(gyre_method method, double expected_speed) {
    gyre_world *world = falling_world(method);
    gyre_body_def def = def_of((gyre_vec3){1, 1, 1});
    def.velocity = (gyre_vec3){0, 0, V0};
    def.linear_damping = K;
    gyre_body_id id = add_body(world, &def);
    take_steps(world, SPAN / STEPS, STEPS);
    gyre_motion m = motion_of(world, id);
    CHECK_NEAR(m.velocity.z, expected_speed, 1e-12);
    gyre_world_destroy(world);
    return m.position.z;
}

// The sums in closed form: v_n = s + (v0 - s) e^(-k h n) with the speed s where a step changes nothing.
static double height_by_formula(double metres_per_speed, double speed_before_damping) {
    double h = SPAN / STEPS, e = exp(-K * h), s = G.z * h * e / (1 - e), fade = (1 - exp(-K * SPAN)) / (1 - e);
    // the pose uses v_n + g h (undamped), or e times that, or the mean of the decay: each is a multiple of v_(n+1)
    return metres_per_speed * speed_before_damping * (s * STEPS + (V0 - s) * e * fade);
}

TEST(spec_73a_damping_by_the_order_of_the_text_by_the_swapped_one_and_by_ours_has_three_answers) {
    double h = SPAN / STEPS, e = exp(-K * h);
    double text = height_of_the_text(0), swapped = height_of_the_text(1);
    double ours = height_of_ours(GYRE_METHOD_semi_implicit_euler, -19.393239189545266);
    CHECK_NEAR(text, -152.775, 5e-4);
    CHECK_NEAR(swapped, -154.054, 5e-4);
    CHECK_NEAR(ours, -153.414, 5e-4);
    CHECK_NEAR(text, height_by_formula(h, 1), 1e-10);
    CHECK_NEAR(swapped, height_by_formula(h, 1 / e), 1e-10);
    CHECK_NEAR(ours, height_by_formula((1 - e) / K, 1 / e), 1e-10);
    // the exact solution, and the method with half a kick at either end of a step
    double terminal = G.z / K, truth = terminal * SPAN + (V0 - terminal) * (1 - exp(-K * SPAN)) / K;
    CHECK_NEAR(truth, -153.251, 5e-4);
    CHECK_NEAR(height_of_ours(GYRE_METHOD_exact, -19.474438362378084), truth, 3e-4);
    CHECK(fabs(ours - truth) < fabs(text - truth) && fabs(ours - truth) < fabs(swapped - truth));
}

TEST(spec_73a_without_w_x_I_w_angular_momentum_drifts_in_the_step_of_the_text) {
    gyre_body_def def = def_of((gyre_vec3){1, 2, 3});
    def.orientation = (gyre_quat){1, 0, 0, 0};
    blog_body b = blog_body_of(&def);
    gyre_world *world = world_with(0, GYRE_METHOD_semi_implicit_euler);
    gyre_body_id id = add_body(world, &def);
    gyre_vec3 before = state_of(world, id).L;
    for (int i = 0; i < 60; i++)
        blog_step(&b, DT);
    take_steps(world, DT, 60);
    CHECK_VEC3_SAME(b.omega, def.angular_velocity); // "no torque: w is constant"
    gyre_vec3 w = gyre_quat_rotate_back(b.q, b.omega);
    gyre_vec3 L = gyre_quat_rotate(b.q, (gyre_vec3){w.x, 2 * w.y, 3 * w.z});
    CHECK(distance(L, before) > 1);
    CHECK_VEC3_SAME(state_of(world, id).L, before);
    gyre_world_destroy(world);
}

TEST(spec_73a_a_static_body_keeps_what_was_applied_in_the_step_of_the_text_and_not_in_ours) {
    blog_body b = {.q = {1, 0, 0, 0}, .invMass = 0};
    blog_applyForceAtPointWorld(&b, (gyre_vec3){4, 0, 0}, (gyre_vec3){0, 1, 0});
    blog_step(&b, DT);
    CHECK(b.force.x == 4 && b.torque.z == -4);
    gyre_world *world = world_with(0, GYRE_METHOD_semi_implicit_euler);
    gyre_body_def def = gyre_body_def_default();
    def.kind = GYRE_BODY_STATIC;
    gyre_body_id id = add_body(world, &def);
    CHECK_OK(gyre_body_apply_force(world, id, (gyre_vec3){4, 0, 0}, (gyre_vec3){0, 1, 0}));
    take_steps(world, DT, 1);
    gyre_wrench left;
    CHECK_OK(gyre_body_get_applied(world, id, &left));
    CHECK(norm(left.force) == 0 && norm(left.torque) == 0);
    gyre_world_destroy(world);
}

RUN_TESTS("blog_step")
