/// Layer 8: motion along paths.
#include "body_helpers.h"
#include "check.h"
#include "world/path.h"

static const gyre_quat IDENTITY = {1, 0, 0, 0};
static const double ROUNDING = 16 * 2.3e-16; // a handful of roundings of numbers of size 1

static gyre_quat about_z(double angle) { return (gyre_quat){cos(angle / 2), 0, 0, sin(angle / 2)}; }

static gyre_path_point point_at(double t, double x) { return (gyre_path_point){t, {{x, 0, 0}, IDENTITY}}; }

static void check_rests_at(const gyre_path_point *points, size_t count, double t, const gyre_path_point *want) {
    path_motion motion = gyre_path_at(points, count, t);
    gyre_vec3 zero = {0, 0, 0};
    CHECK_BYTES(&motion.pose, &want->pose, sizeof motion.pose);
    CHECK_BYTES(&motion.velocity, &zero, sizeof zero);
    CHECK_BYTES(&motion.angular_velocity, &zero, sizeof zero);
}

TEST(a_path_is_constant_before_its_first_and_after_its_last_point) {
    gyre_path_point points[2] = {{1, {{1, 2, 3}, about_z(1)}}, {2, {{4, 5, 7}, about_z(2)}}};
    check_rests_at(points, 2, -1e300, &points[0]);
    check_rests_at(points, 2, 0.999, &points[0]);
    check_rests_at(points, 2, 2, &points[1]);
    check_rests_at(points, 2, 1e300, &points[1]);
}

TEST(a_path_of_one_point_is_a_fixed_pose) {
    gyre_path_point point = {1, {{1, 2, 3}, about_z(1)}};
    check_rests_at(&point, 1, 0, &point);
    check_rests_at(&point, 1, 1, &point);
    check_rests_at(&point, 1, 2, &point);
}

TEST(between_two_points_the_position_moves_in_a_straight_line) {
    gyre_path_point points[2] = {{1, {{1, -2, 0.5}, IDENTITY}}, {3, {{5, 2, 0.25}, IDENTITY}}};
    path_motion motion = gyre_path_at(points, 2, 1.5); // a quarter of the way; every number here is exact
    gyre_vec3 place = {2, -1, 0.4375}, velocity = {2, 2, -0.125};
    CHECK_BYTES(&motion.pose.position, &place, sizeof place);
    CHECK_BYTES(&motion.velocity, &velocity, sizeof velocity);
    CHECK(norm(motion.angular_velocity) == 0);
}

TEST(between_two_points_the_orientation_turns_at_a_constant_rate) {
    gyre_path_point points[2] = {{0, {{0, 0, 0}, about_z(0.5)}}, {4, {{0, 0, 0}, about_z(2.5)}}};
    path_motion motion = gyre_path_at(points, 2, 1);
    CHECK_BELOW(angle_between(motion.pose.orientation, about_z(1)), ROUNDING);
    CHECK_BELOW(distance(motion.angular_velocity, (gyre_vec3){0, 0, 0.5}), ROUNDING);
}

TEST(the_turn_goes_the_shorter_way) {
    // from 10 to 350 degrees: 20 degrees backward, whichever of the two quaternions of the end is given
    const double degree = 3.14159265358979324 / 180;
    gyre_quat q = about_z(350 * degree), minus_q = {-q.w, -q.x, -q.y, -q.z};
    for (int i = 0; i < 2; i++) {
        gyre_path_point points[2] = {{0, {{0, 0, 0}, about_z(10 * degree)}}, {1, {{0, 0, 0}, i ? minus_q : q}}};
        path_motion motion = gyre_path_at(points, 2, 0.25);
        CHECK_BELOW(angle_between(motion.pose.orientation, about_z(5 * degree)), ROUNDING);
        CHECK_BELOW(distance(motion.angular_velocity, (gyre_vec3){0, 0, -20 * degree}), ROUNDING);
    }
}

TEST(at_a_path_point_the_velocity_is_that_of_the_next_segment) {
    gyre_path_point points[3] = {point_at(0, 0), point_at(1, 1), point_at(2, 4)};
    points[2].pose.orientation = about_z(1);
    path_motion motion = gyre_path_at(points, 3, 1);
    CHECK_SAME(motion.velocity.x, 3);
    CHECK_NEAR(motion.angular_velocity.z, 1, ROUNDING);
    CHECK_SAME(gyre_path_at(points, 3, 0).velocity.x, 1);
}

TEST(on_arrival_at_a_path_point_the_velocity_is_that_of_the_previous_segment) {
    gyre_path_point points[3] = {point_at(0.5, 0), point_at(1, 1), point_at(2, 4)};
    CHECK_SAME(gyre_path_arriving_at(points, 3, 0.5).velocity.x, 0); // from rest
    CHECK_SAME(gyre_path_arriving_at(points, 3, 1).velocity.x, 2);
    CHECK_SAME(gyre_path_arriving_at(points, 3, 2).velocity.x, 3);
    CHECK_SAME(gyre_path_arriving_at(points, 3, 2.5).velocity.x, 0);
}

TEST(a_rounded_time_of_a_step_is_the_time_of_the_point) {
    gyre_path_point points[3] = {point_at(0.3, 0), point_at(0.5, 1), point_at(0.7, 4)};
    double rate = gyre_path_at(points, 3, 0.4).velocity.x, second = gyre_path_at(points, 3, 0.6).velocity.x;
    double after = 3 * 0.1, before = nextafter(0.5, 0);
    CHECK(after > 0.3);
    CHECK_SAME(gyre_path_arriving_at(points, 3, after).velocity.x, 0);
    CHECK_SAME(gyre_path_at(points, 3, after).velocity.x, rate);
    CHECK_SAME(gyre_path_arriving_at(points, 3, before).velocity.x, rate);
    CHECK_SAME(gyre_path_at(points, 3, before).velocity.x, second);
}

enum { MANY = 200 };

static void random_path(random_source *r, gyre_path_point *points, size_t count) {
    double t = random_between(r, -5, 5);
    for (size_t i = 0; i < count; i++, t += random_between(r, 0.05, 1))
        points[i] = (gyre_path_point){t, {random_vec3(r, 3), random_rotation(r)}};
    CHECK_OK(gyre_path_check(points, count));
    gyre_path_prepare(points, count);
}

// The points of a path are written to a file and read back unchanged.
TEST(preparing_a_prepared_path_changes_nothing) {
    random_source r = {5};
    gyre_path_point points[MANY], again[MANY];
    for (int path = 0; path < 50; path++) {
        random_path(&r, points, MANY);
        memcpy(again, points, sizeof points);
        gyre_path_prepare(again, MANY);
        CHECK_BYTES(again, points, sizeof points);
    }
}

// Central differences. The times t +- h are rounded by 1.4e-14, which makes 1e-9 of the velocities (at most 208 m/s,
// for 10.4 m in 0.05 s); the orientation's error is h^2 w^3 / 48 = 3e-7 for half a turn in 0.05 s.
TEST(path_velocities_are_derivatives_of_the_pose) {
    const double h = 0x1p-17, tolerance = 1e-6;
    random_source r = {3};
    gyre_path_point points[MANY];
    random_path(&r, points, MANY);
    for (int i = 0; i < 20000; i++) {
        size_t k = random_u64(&r) % (MANY - 1);
        double t = random_between(&r, points[k].t + 2 * h, points[k + 1].t - 2 * h);
        path_motion a = gyre_path_at(points, MANY, t - h), b = gyre_path_at(points, MANY, t + h);
        path_motion motion = gyre_path_at(points, MANY, t);
        gyre_vec3 difference = scaled(0.5 / h, minus(b.pose.position, a.pose.position));
        CHECK_BELOW(distance(difference, motion.velocity), tolerance);
        gyre_quat q = gyre_quat_derivative(motion.pose.orientation, motion.angular_velocity);
        gyre_quat p = a.pose.orientation, n = b.pose.orientation;
        CHECK_NEAR((n.w - p.w) / (2 * h), q.w, tolerance);
        CHECK_NEAR((n.x - p.x) / (2 * h), q.x, tolerance);
        CHECK_NEAR((n.y - p.y) / (2 * h), q.y, tolerance);
        CHECK_NEAR((n.z - p.z) / (2 * h), q.z, tolerance);
    }
}

// One rounding of t (1.4e-14) times the velocities above, and the roundings of the pose.
TEST(the_pose_runs_through_every_point_without_a_jump_even_of_sign) {
    random_source r = {4};
    gyre_path_point points[MANY];
    for (int path = 0; path < 20; path++) {
        random_path(&r, points, MANY);
        for (size_t i = 1; i < MANY; i++) {
            path_motion before = gyre_path_at(points, MANY, nextafter(points[i].t, -INFINITY));
            path_motion at = gyre_path_at(points, MANY, points[i].t);
            gyre_quat a = before.pose.orientation, b = at.pose.orientation, c = points[i].pose.orientation;
            CHECK_BELOW(distance(before.pose.position, points[i].pose.position), 4e-12);
            CHECK_BYTES(&at.pose.position, &points[i].pose.position, sizeof(gyre_vec3));
            CHECK_BELOW(angle_between(a, c), 2e-12);
            CHECK_BELOW(angle_between(b, c), ROUNDING);
            CHECK(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z > 0.9);
        }
    }
}

TEST(orientations_on_a_path_have_unit_length) {
    random_source r = {5};
    gyre_path_point points[MANY];
    random_path(&r, points, MANY);
    for (int i = 0; i < 20000; i++) {
        gyre_quat q = gyre_path_at(points, MANY, random_between(&r, points[0].t, points[MANY - 1].t)).pose.orientation;
        CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, ROUNDING);
    }
}

TEST(the_stretch_at_a_time_is_found_in_paths_of_any_length) {
    gyre_path_point points[MANY];
    for (size_t count = 2; count <= MANY; count++) {
        for (size_t i = 0; i < count; i++)
            points[i] = point_at((double)i, (double)(i * i)); // between i and i + 1 the speed is 2 i + 1
        for (size_t i = 0; i + 1 < count; i++) {
            CHECK_SAME(gyre_path_at(points, count, (double)i).velocity.x, (double)(2 * i + 1));
            CHECK_SAME(gyre_path_at(points, count, (double)i + 0.999).velocity.x, (double)(2 * i + 1));
        }
    }
}

TEST(a_path_evaluated_at_nan_is_harmless) {
    gyre_path_point points[3] = {point_at(0, 0), point_at(1, 1), point_at(2, 4)};
    check_rests_at(points, 3, NAN, &points[2]);
    check_rests_at(points, 1, NAN, &points[0]);
}

TEST(preparing_normalises_and_keeps_the_rotations) {
    random_source r = {6};
    gyre_path_point points[MANY], before[MANY];
    for (size_t i = 0; i < MANY; i++) {
        gyre_quat q = random_rotation(&r);
        double s = 1 + random_between(&r, -9e-7, 9e-7);
        points[i] = (gyre_path_point){(double)i, {random_vec3(&r, 3), {s * q.w, s * q.x, s * q.y, s * q.z}}};
    }
    memcpy(before, points, sizeof points);
    gyre_path_prepare(points, MANY);
    for (size_t i = 0; i < MANY; i++) {
        gyre_quat q = points[i].pose.orientation, p = before[i].pose.orientation;
        CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, ROUNDING);
        CHECK_BELOW(angle_between(q, p), ROUNDING);
        CHECK_BYTES(&points[i].pose.position, &before[i].pose.position, sizeof(gyre_vec3));
        CHECK_SAME(points[i].t, before[i].t);
    }
    CHECK(points[0].pose.orientation.w * before[0].pose.orientation.w > 0); // the first keeps its sign
}

TEST(a_path_needs_a_point) {
    gyre_path_point point = point_at(0, 0);
    CHECK_RESULT(gyre_path_check(&point, 0), GYRE_ERR_PATH);
    CHECK_RESULT(gyre_path_check(NULL, 0), GYRE_ERR_PATH);
    CHECK_RESULT(gyre_path_check(NULL, 1), GYRE_ERR_NULL_POINTER);
    CHECK_OK(gyre_path_check(&point, 1));
}

TEST(a_path_needs_finite_numbers) {
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++)
        for (int field = 0; field < 8; field++)
            for (int at = 0; at < 3; at++) {
                gyre_path_point points[3] = {point_at(0, 0), point_at(1, 1), point_at(2, 4)}, *p = &points[at];
                double *numbers[8] = {&p->t,
                                      &p->pose.position.x,
                                      &p->pose.position.y,
                                      &p->pose.position.z,
                                      &p->pose.orientation.w,
                                      &p->pose.orientation.x,
                                      &p->pose.orientation.y,
                                      &p->pose.orientation.z};
                CHECK_OK(gyre_path_check(points, 3));
                *numbers[field] = bad[i];
                CHECK_RESULT(gyre_path_check(points, 3), GYRE_ERR_PATH);
                CHECK_RESULT(gyre_path_check(p, 1), GYRE_ERR_PATH);
            }
}

TEST(times_on_a_path_ascend) {
    gyre_path_point points[3] = {point_at(0, 0), point_at(1, 1), point_at(1, 4)};
    CHECK_RESULT(gyre_path_check(points, 3), GYRE_ERR_PATH); // two places at once
    points[2].t = 0.5;
    CHECK_RESULT(gyre_path_check(points, 3), GYRE_ERR_PATH);
    points[2].t = nextafter(1, 2);
    CHECK_OK(gyre_path_check(points, 3));
}

TEST(orientations_on_a_path_are_within_a_millionth_of_unit_length) {
    const struct {
        double length;
        gyre_result want;
    } cases[] = {{1 + 0.9e-6, GYRE_OK},
                 {1 - 0.9e-6, GYRE_OK},
                 {1 + 1.1e-6, GYRE_ERR_PATH},
                 {1 - 1.1e-6, GYRE_ERR_PATH},
                 {0, GYRE_ERR_PATH},
                 {1e200, GYRE_ERR_PATH},
                 {-1, GYRE_OK},
                 {1e-200, GYRE_ERR_PATH}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gyre_path_point points[2] = {point_at(0, 0), point_at(1, 1)};
        points[1].pose.orientation = (gyre_quat){0.6 * cases[i].length, 0, -0.8 * cases[i].length, 0};
        CHECK_RESULT(gyre_path_check(points, 2), cases[i].want);
    }
}

TEST(a_path_that_takes_an_infinite_velocity_or_time_is_refused) {
    gyre_path_point far[2] = {point_at(0, -1e308), point_at(1, 1e308)};
    CHECK_RESULT(gyre_path_check(far, 2), GYRE_ERR_PATH); // the way overflows
    gyre_path_point fast[2] = {point_at(0, 0), point_at(1e-9, 1e300)};
    CHECK_RESULT(gyre_path_check(fast, 2), GYRE_ERR_PATH); // the speed does
    gyre_path_point quick[2] = {point_at(0, 0), point_at(1e-308, 0)};
    quick[1].pose.orientation = about_z(3);
    CHECK_RESULT(gyre_path_check(quick, 2), GYRE_ERR_PATH); // the angular velocity does
    gyre_path_point slow[2] = {point_at(-1e308, 0), point_at(1e308, 1)};
    CHECK_RESULT(gyre_path_check(slow, 2), GYRE_ERR_PATH); // the duration does
}

RUN_TESTS("path")
