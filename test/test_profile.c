/// When forces act: profiles and windows.
#include "check.h"
#include "gyre/forces.h"

#include <float.h>

static const gyre_profile_point ramp[] = {{1, 0.1}, {2, 0.7}, {4, -0.3}};
enum { CORNERS = sizeof ramp / sizeof *ramp };

TEST(a_missing_profile_is_a_factor_of_one) { CHECK_SAME(gyre_profile_value(NULL, 0, 3), 1); }

TEST(a_profile_is_exact_at_its_corners) {
    for (int i = 0; i < CORNERS; i++)
        CHECK_SAME(gyre_profile_value(ramp, CORNERS, ramp[i].t), ramp[i].factor);
}

TEST(a_profile_is_linear_between_its_corners) {
    CHECK_NEAR(gyre_profile_value(ramp, CORNERS, 1.25), 0.25, DBL_EPSILON);
    CHECK_NEAR(gyre_profile_value(ramp, CORNERS, 3), 0.2, DBL_EPSILON);
    CHECK_NEAR(gyre_profile_value(ramp, CORNERS, 3.5), -0.05, DBL_EPSILON);
}

TEST(a_profile_is_constant_beyond_its_ends) {
    CHECK_SAME(gyre_profile_value(ramp, CORNERS, 0), 0.1);
    CHECK_SAME(gyre_profile_value(ramp, CORNERS, -INFINITY), 0.1);
    CHECK_SAME(gyre_profile_value(ramp, CORNERS, 4.5), -0.3);
    CHECK_SAME(gyre_profile_value(ramp, CORNERS, INFINITY), -0.3);
    CHECK_SAME(gyre_profile_value(ramp, 1, 7), 0.1);
}

TEST(a_long_profile_finds_every_piece) {
    gyre_profile_point zigzag[101];
    for (int i = 0; i <= 100; i++)
        zigzag[i] = (gyre_profile_point){i, i % 2};
    for (int i = 0; i < 100; i++)
        CHECK_NEAR(gyre_profile_value(zigzag, 101, i + 0.25), i % 2 ? 0.75 : 0.25, 0);
}

TEST(profile_times_must_ascend_and_be_finite) {
    char text[160] = "before";
    CHECK_OK(gyre_profile_check(ramp, CORNERS, text, sizeof text));
    CHECK_EQ(text[0], '\0');
    CHECK_OK(gyre_profile_check(NULL, 0, NULL, 0));
    const gyre_profile_point twice[] = {{1, 0}, {1, 1}};
    CHECK_RESULT(gyre_profile_check(twice, 2, text, sizeof text), GYRE_ERR_TIME);
    assert_string_equal(text, "profile times must ascend, but point 1 has t = 1 after 1");
    const gyre_profile_point no_number[] = {{1, 0}, {2, NAN}};
    CHECK_RESULT(gyre_profile_check(no_number, 2, text, sizeof text), GYRE_ERR_NOT_FINITE);
    CHECK(strstr(text, "profile point 1 must be finite") != NULL);
    const gyre_profile_point no_time[] = {{-INFINITY, 0}, {2, 1}};
    CHECK_RESULT(gyre_profile_check(no_time, 2, NULL, 0), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_profile_check(NULL, 1, text, sizeof text), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_profile_check(ramp, CORNERS, NULL, 3), GYRE_ERR_NULL_POINTER);
}

// ---- windows, here from 1 to 2 --------------------------------------------------------------------------------------

TEST(a_step_inside_the_window_has_weight_one) {
    CHECK_SAME(gyre_window_fraction(1, 2, 1.25, 0.5), 1);
    CHECK_SAME(gyre_window_fraction(1, 2, 1, 1), 1);
    CHECK_SAME(gyre_window_fraction(0, INFINITY, 1e9, 1.0 / 60), 1);
    CHECK_SAME(gyre_window_fraction(-INFINITY, INFINITY, -3, 7), 1);
}

TEST(a_step_outside_the_window_has_weight_zero) {
    CHECK_SAME(gyre_window_fraction(1, 2, 0, 1), 0); // touching it
    CHECK_SAME(gyre_window_fraction(1, 2, 2, 1), 0);
    CHECK_SAME(gyre_window_fraction(1, 2, 5, 1), 0);
    CHECK_SAME(gyre_window_fraction(1, INFINITY, 0, 0.5), 0);
}

TEST(a_step_over_an_edge_of_the_window_is_weighted_by_its_part) {
    CHECK_SAME(gyre_window_fraction(1, 2, 0.75, 1), 0.75);
    CHECK_SAME(gyre_window_fraction(1, 2, 1.75, 1), 0.25);
    CHECK_SAME(gyre_window_fraction(1, 2, 0, 4), 0.25);
    CHECK_SAME(gyre_window_fraction(1, INFINITY, 0.5, 1), 0.5);
}

TEST(a_step_backward_over_a_window_counts_like_the_same_step_forward) {
    CHECK_SAME(gyre_window_fraction(1, 2, 1.75, -1), 0.75);
    CHECK_SAME(gyre_window_fraction(1, 2, 2.75, -1), 0.25);
    CHECK_SAME(gyre_window_fraction(1, 2, 2, -1), 1);
    CHECK_SAME(gyre_window_fraction(1, 2, 1, -1), 0);
}

TEST(a_step_of_length_zero_is_weighted_by_its_time) {
    CHECK_SAME(gyre_window_fraction(1, 2, 1, 0), 1);
    CHECK_SAME(gyre_window_fraction(1, 2, 2, 0), 1);
    CHECK_SAME(gyre_window_fraction(1, 2, 2.5, 0), 0);
    CHECK_SAME(gyre_window_fraction(1, 2, 0.5, 0), 0);
    CHECK_SAME(gyre_window_fraction(0, 1e20, 1e17, 1), 1); // too small to change t
}

TEST(a_window_that_ends_before_it_begins_is_empty) { CHECK_SAME(gyre_window_fraction(2, 1, 0, 4), 0); }

TEST(the_parts_of_all_steps_add_up_to_the_window) {
    double sum = 0;
    for (int i = 0; i < 240; i++)
        sum += gyre_window_fraction(0.3331, 2.7778, i / 60.0, 1 / 60.0) / 60;
    CHECK_NEAR(sum, 2.7778 - 0.3331, 240 * DBL_EPSILON * 4); // times up to 4, one rounding each
}

RUN_TESTS("profile")
