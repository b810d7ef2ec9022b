/// Items 20 to 29: kinematics and algebra.
#include "selftest.h"

#include <math.h>

static const gyre_quat TURNED = {0.5, -0.5, 0.5, 0.5}; // a third of a turn
static const gyre_vec3 SPIN = {0.3, -1.2, 0.7};        // [rad/s]
static const double STEP = 1e-4; // of central differences; error h^2/6 times third derivatives of order |w|^3

static double pi(void) { return 4 * gyre_atan2(1, 1); }

// The orientation after rotating from TURNED for a time t with the constant angular velocity SPIN, in world axes.
static gyre_quat turned_after(double t) {
    return gyre_quat_multiply(gyre_quat_from_rotation_vector((gyre_vec3){SPIN.x * t, SPIN.y * t, SPIN.z * t}), TURNED);
}

static void item_20(verdict *v) {
    gyre_state state = {{1, 2, 3}, {0.6, 0, 0, 0.8}, {0, 0, 0}, {0, 0, 0}};
    gyre_mat3 R = gyre_quat_to_mat3(state.q);
    gyre_vec3 axis_x = minus(gyre_point_to_world(&state, (gyre_vec3){1, 0, 0}), state.x), p = {0.3, -0.4, 5};
    double error = length_of(minus(axis_x, (gyre_vec3){R.m[0][0], R.m[1][0], R.m[2][0]}));
    error = fmax(error, length_of(minus(gyre_point_to_body(&state, gyre_point_to_world(&state, p)), p)));
    expect_that(v, error < 4e-15, "round trip; columns = axes", "error %.1e", error);
}

static void item_21(verdict *v) {
    gyre_vec3 b = {4, -5, 6};
    gyre_mat3 star = gyre_star(SPIN), R = gyre_quat_to_mat3(TURNED);
    gyre_mat3 before = gyre_quat_to_mat3(turned_after(-STEP)), after = gyre_quat_to_mat3(turned_after(STEP));
    gyre_mat3 slope, expected = matrix_product(&star, &R);
    for (int i = 0; i < 9; i++)
        slope.m[i / 3][i % 3] = (after.m[i / 3][i % 3] - before.m[i / 3][i % 3]) / (2 * STEP);
    double error =
        fmax(length_of(minus(matrix_times(&star, b), cross_of(SPIN, b))), matrix_distance(&slope, &expected));
    expect_that(v, error < 1e-7, "a* b = a x b, R' = w* R", "error %.1e", error);
}

static void item_22(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, (gyre_vec3){0, 0, 0});
    gyre_body_def def = brick();
    def.position = (gyre_vec3){1, 1, 0};
    def.velocity = (gyre_vec3){1, 0, 0};
    def.angular_velocity = (gyre_vec3){0, 0, 2};
    gyre_vec3 velocity = {0};
    must(v, gyre_body_velocity_at(world, add_body(v, world, &def), (gyre_vec3){1, 4, 0}, &velocity));
    expect_number(v, 1 - 2 * 3, velocity.x, 1e-15); // (v + w x r).x with r = (0, 3, 0)
    gyre_world_destroy(world);
}

static void item_23(verdict *v) {
    gyre_quat first = {0}, second = {0};
    must(v, gyre_quat_from_axis_angle((gyre_vec3){0, 0, 3}, pi() / 2, &first));  // x to y
    must(v, gyre_quat_from_axis_angle((gyre_vec3){1, 0, 0}, pi() / 2, &second)); // y to z
    gyre_vec3 p = gyre_quat_rotate(gyre_quat_multiply(second, first), (gyre_vec3){1, 0, 0});
    double error = length_of(minus(p, (gyre_vec3){0, 0, 1}));
    expect_that(v, error < 1e-15, "x -> y -> z: (0, 0, 1)", "(%.3g, %.3g, %.3g)", fabs(p.x) < 1e-15 ? 0 : p.x,
                fabs(p.y) < 1e-15 ? 0 : p.y, p.z);
}

static double quat_distance(gyre_quat a, gyre_quat b) {
    return fmax(fmax(fabs(a.w - b.w), fabs(a.x - b.x)), fmax(fabs(a.y - b.y), fabs(a.z - b.z)));
}

static void item_24(verdict *v) {
    gyre_quat a = turned_after(-STEP), b = turned_after(STEP);
    double k = 1 / (2 * STEP);
    gyre_quat slope = {k * (b.w - a.w), k * (b.x - a.x), k * (b.y - a.y), k * (b.z - a.z)};
    gyre_vec3 w_body = gyre_quat_rotate_back(TURNED, SPIN);
    // w in body axes multiplies on the right
    gyre_quat right = gyre_quat_multiply(TURNED, (gyre_quat){0, w_body.x / 2, w_body.y / 2, w_body.z / 2});
    double left_error = quat_distance(slope, gyre_quat_derivative(TURNED, SPIN));
    double right_error = quat_distance(slope, right);
    expect_that(v, left_error < 1e-8 && right_error < 1e-8, "w left, w_body right", "errors %.1e, %.1e", left_error,
                right_error);
}

// One quaternion for each component that can be the largest.
static void item_25(verdict *v) {
    const gyre_quat q[4] = {{0.9, 0.1, -0.3, 0.3}, {0.1, 0.9, 0.3, -0.3}, {-0.3, 0.3, 0.9, 0.1}, {0.3, -0.3, 0.1, 0.9}};
    double worst = 0;
    for (int i = 0; i < 4; i++) {
        gyre_quat unit = {0};
        must(v, gyre_quat_normalize(q[i], &unit));
        gyre_mat3 R = gyre_quat_to_mat3(unit);
        gyre_quat back = gyre_mat3_to_quat(&R), other = {-back.w, -back.x, -back.y, -back.z};
        worst = fmax(worst, fmin(quat_distance(unit, back), quat_distance(unit, other)));
    }
    expect_that(v, worst < 1e-15, "round trip, 4 branches", "error %.1e", worst);
}

static void item_26(verdict *v) {
    const gyre_rigid_body body = {.mass = {2, {1, 1.5, 2}}};
    gyre_system system = gyre_system_default();
    system.bodies = &body;
    system.body_count = 1;
    system.form = GYRE_FORM_MATRIX;
    gyre_matrix_state state = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .L = {0.1, 6, 0.1}};
    double y[GYRE_MATRIX_STATE_SIZE];
    gyre_matrix_state_to_array(&state, y);
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_rk4;
    options.step = 1.0 / 30;
    options.project = gyre_project_nothing;
    must(v, gyre_system_advance(&system, y, y, GYRE_MATRIX_STATE_SIZE, 0, 10, &options, NULL));
    gyre_array_to_matrix_state(y, &state);
    gyre_mat3 mended = {{{0}}};
    must(v, gyre_mat3_orthonormalize(&state.R, &mended));
    double drift = gyre_mat3_orthonormality_error(&state.R), left = gyre_mat3_orthonormality_error(&mended);
    expect_that(v, drift > 1e-6 && left < 1e-15, "drift, then orthonormal", "%.1e, then %.1e", drift, left);
}

// The angle by which semi_implicit_euler rotates a ball with this spin [rad/s] in 1/60 s.
static double turn_in_one_step(verdict *v, gyre_orientation_update update, double spin) {
    gyre_world_def def = gyre_world_def_default();
    def.method = GYRE_METHOD_semi_implicit_euler;
    def.orientation_update = update;
    gyre_world *world = NULL;
    must(v, gyre_world_create(&def, &world));
    gyre_body_def ball = gyre_body_def_default();
    ball.mass = (gyre_mass_properties){.mass = 1, .inertia = {1, 1, 1, 0, 0, 0}};
    ball.angular_velocity.z = spin;
    gyre_body_id body = add_body(v, world, &ball);
    take_steps_of(v, world, 1.0 / 60, 1);
    gyre_vec3 axis;
    double angle;
    gyre_quat_to_axis_angle(motion_of(v, world, body).orientation, &axis, &angle);
    gyre_world_destroy(world);
    return angle;
}

// On a rotation the two forms agree; a matrix that is 1 % too long is used as it is.
static void item_26a(verdict *v) {
    gyre_mass mass = {2, {1, 1.5, 2}};
    gyre_state state = {.q = {0.5, 0.5, -0.5, 0.5}, .P = {6, 0, 0}, .L = {1, 2, 3}};
    gyre_matrix_state matrix;
    gyre_auxiliary a = {0}, b = {0};
    double of_q = 0, of_R = 0, of_long_R = 0;
    must(v, gyre_state_to_matrix_state(&state, &matrix));
    must(v, gyre_auxiliary_of(&mass, &state, &a));
    must(v, gyre_matrix_auxiliary_of(&mass, &matrix, &b));
    must(v, gyre_kinetic_energy(&mass, &state, &of_q));
    must(v, gyre_matrix_kinetic_energy(&mass, &matrix, &of_R));
    for (int i = 0; i < 9; i++)
        matrix.R.m[i / 3][i % 3] *= 1.01;
    must(v, gyre_matrix_kinetic_energy(&mass, &matrix, &of_long_R));
    double off = fmax(length_of(minus(a.w, b.w)), fabs(of_q - of_R));
    expect_that(v, off < 1e-14 && of_long_R > of_R + 0.01, "same w and energy", "off by %.1e", off);
}

static void item_27(verdict *v) {
    expect_number(v, 0.166282, turn_in_one_step(v, GYRE_ORIENTATION_QUATERNION, 10), 5e-7); // six digits are printed
}

static void item_28(verdict *v) {
    double angle = turn_in_one_step(v, GYRE_ORIENTATION_EXPONENTIAL, 10);
    double rest = turn_in_one_step(v, GYRE_ORIENTATION_EXPONENTIAL, 0);
    expect_that(v, fabs(angle - 10.0 / 60) < 1e-15 && rest == 0, "0.166667; 0 at w = 0", "%.6f; %g at w = 0", angle,
                rest);
}

static void item_29(verdict *v) {
    gyre_mat3 star = gyre_star((gyre_vec3){1, 0, 0});
    gyre_vec3 z = matrix_times(&star, (gyre_vec3){0, 1, 0});
    gyre_mass mass = {2, {1, 1, 1}};
    gyre_state state = {.q = {1, 0, 0, 0}, .P = {6, 0, 0}}; // 2 kg at 3 m/s
    double energy = 0, sine = gyre_sin(pi() / 2);
    must(v, gyre_kinetic_energy(&mass, &state, &energy));
    expect_that(v, z.z == 1 && sine == 1 && energy == 9, "z = 1; sin = 1; 9 J", "z = %g; sin = %g; %g J", z.z, sine,
                energy);
}

const selftest_item selftest_algebra[] = {
    {"20", "p = R p0 + x and its inverse", item_20},
    {"21", "star operator, R' = w* R", item_21},
    {"22", "velocity of a point, v + w x (p - x)", item_22},
    {"23", "quaternion product: q2 q1 rotates by q1, then q2", item_23},
    {"24", "q' = 1/2 (0, w) q; w_body multiplies on the right", item_24},
    {"25", "quaternion <-> matrix", item_25},
    {"26", "orientation matrix drifts, is orthonormalised", item_26},
    {"26a", "18 numbers without a quaternion, drift included", item_26a},
    {"27", "first-order rotation, 10 rad/s for 1/60 s [rad]", item_27},
    {"28", "exponential rotation [rad], also for w = 0", item_28},
    {"29", "x x y = z, sin(pi/2), energy of 2 kg at 3 m/s", item_29},
    {0, 0, 0},
};
