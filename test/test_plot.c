/// Layer 11: numbers, axes and curves of plots.
#include "check.h"
#include "random.h"
#include "record/plot_axis.h"
#include "record/plot_series.h"

static void check_text(decimal d, const char *want) {
    char text[DECIMAL_TEXT_MAX];
    gyre_decimal_text(d, text);
    assert_string_equal(text, want);
}

static void check_number(double a, int significant, const char *want) {
    check_text(gyre_decimal_of(a, significant), want);
}

// ---- numbers --------------------------------------------------------------------------------------------------------

TEST(numbers_are_rounded_to_the_requested_digits) {
    check_number(0.016666666666666666, 6, "0.0166667");
    check_number(123456, 4, "123500");
    check_number(-2.5, 4, "\u22122.5");
    check_number(0.99996, 4, "1");
    check_number(9.81, 1, "10");
    check_number(0, 4, "0");
    check_number(0.1 + 0.2, 15, "0.3");
}

TEST(far_from_one_numbers_have_a_power_of_ten) {
    check_number(1.25e7, 4, "1.25\u00d710\u2077");
    check_number(-7.105e-15, 4, "\u22127.105\u00d710\u207b\u00b9\u2075");
    check_number(2e-4, 4, "0.0002");
    check_number(2e-5, 4, "2\u00d710\u207b\u2075");
    check_number(1.5e300, 2, "1.5\u00d710\u00b3\u2070\u2070");
    check_number(5e-324, 1, "5\u00d710\u207b\u00b3\u00b2\u2074");
}

TEST(non_finite_values_are_printed_as_zero) {
    check_number(NAN, 4, "0");
    check_number(INFINITY, 4, "0");
}

TEST(the_order_of_ten_is_right_at_and_beside_every_power) {
    for (int k = -300; k <= 300; k++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", k);
        double power = gyre_times_ten_to(1, k);
        CHECK_NEAR(power / strtod(text, NULL), 1, 2e-15 * 14); // fourteen factors of 1e22 at most
        CHECK_EQ(gyre_order_of_ten(power), k);
        CHECK_EQ(gyre_order_of_ten(nextafter(power, 0)), k - 1);
    }
}

// ---- axes -----------------------------------------------------------------------------------------------------------

static void check_ticks(const plot_axis *axis, double low, double high) {
    CHECK(axis->low <= low && high <= axis->high);
    CHECK(axis->step.digits == 1 || axis->step.digits == 2 || axis->step.digits == 5);
    double slack = 1e-6 * (axis->high - axis->low);
    CHECK(gyre_plot_tick(axis, axis->first) >= axis->low - slack &&
          gyre_plot_tick(axis, axis->last) <= axis->high + slack);
    CHECK(gyre_plot_tick(axis, axis->first - 1) < axis->low && gyre_plot_tick(axis, axis->last + 1) > axis->high);
}

TEST(any_range_has_ticks_within_its_ends) {
    random_source r = {7};
    for (int i = 0; i < 20000; i++) {
        double size = gyre_times_ten_to(1, (int)random_between(&r, -250, 250));
        double low = random_between(&r, -size, size),
               spread = size * gyre_times_ten_to(1, -(int)random_between(&r, 0, 12));
        double high = low + random_between(&r, 0, spread);
        plot_axis axis = gyre_plot_axis_of_values(low, high, 5);
        check_ticks(&axis, low, high);
        long count = (long)(axis.last - axis.first + 1);
        if (count < 2 || count > 8) fail_msg("%ld ticks from %.17g to %.17g", count, low, high);
    }
}

TEST(a_nearly_constant_value_is_drawn_flat_with_zero_on_the_axis) {
    plot_axis axis = gyre_plot_axis_of_values(4.07 - 4e-15, 4.07, 5);
    CHECK(axis.low < 0 && axis.high > 4.07);
    CHECK_EQ(axis.offset.digits, 0);
    axis = gyre_plot_axis_of_values(-1e9, -1e9, 5);
    CHECK(axis.low < -1e9 && axis.high > 0);
}

TEST(a_small_change_is_magnified_and_the_axis_is_labelled_so) {
    plot_axis axis = gyre_plot_axis_of_values(1234.5670, 1234.5682, 5);
    CHECK_BELOW(axis.high - axis.low, 0.002);
    check_text(axis.offset, "1234.57");
    char text[DECIMAL_TEXT_MAX];
    gyre_plot_tick_text(&axis, axis.first, text);
    double tick = gyre_plot_tick(&axis, axis.first);
    // the label in units of 10^-3, counted from the offset; behind the minus sign's three bytes
    CHECK_EQ(axis.label_exponent, -3);
    CHECK_NEAR(tick, 1234.57 - strtod(text + 3, NULL) * 1e-3, 1e-9);
}

TEST(the_axis_includes_zero_if_it_is_near) {
    plot_axis axis = gyre_plot_axis_of_values(3, 10, 5);
    CHECK(axis.low < 0);
    axis = gyre_plot_axis_of_values(7, 10, 5);
    CHECK(axis.low > 6 && axis.offset.digits == 0);
}

TEST(zeros_and_empty_data_have_an_axis_too) {
    plot_axis zero = gyre_plot_axis_of_values(0, 0, 5), none = gyre_plot_axis_of_values(INFINITY, -INFINITY, 5);
    CHECK(zero.low == -1 && zero.high == 1 && zero.first == -1 && zero.last == 1);
    CHECK(none.low == -1 && none.high == 1);
}

TEST(tiny_values_have_a_power_of_ten_in_common) {
    plot_axis axis = gyre_plot_axis_of_values(-2e-15, 4.4e-15, 5);
    char text[DECIMAL_TEXT_MAX];
    CHECK_EQ(axis.label_exponent, -15);
    gyre_plot_tick_text(&axis, axis.last, text);
    assert_string_equal(text, "4");
    gyre_plot_tick_text(&axis, 0, text);
    assert_string_equal(text, "0");
}

TEST(common_powers_of_ten_are_multiples_of_three) {
    CHECK_EQ(gyre_plot_axis_of_values(0, 4e-14, 5).label_exponent, -15);
    CHECK_EQ(gyre_plot_axis_of_values(0, 4e-4, 5).label_exponent, -6);
    CHECK_EQ(gyre_plot_axis_of_values(0, 4e-2, 5).label_exponent, 0);
    CHECK_EQ(gyre_plot_axis_of_values(0, 4e4, 5).label_exponent, 0);
    CHECK_EQ(gyre_plot_axis_of_values(0, 4e8, 5).label_exponent, 6);
}

TEST(values_beyond_the_range_do_not_hang_the_axis) {
    plot_axis axis = gyre_plot_axis_of_values(-1e308, 1e308, 5);
    CHECK(axis.last - axis.first < 10);
    axis = gyre_plot_axis_of_values(-5e-324, 5e-324, 5);
    CHECK(axis.low == -1);
}

TEST(times_are_shown_from_the_first_to_the_last) {
    plot_axis axis = gyre_plot_axis_of_times(0, 60, 8);
    CHECK(axis.low == 0 && axis.high == 60 && axis.first == 0);
    axis = gyre_plot_axis_of_times(0, 0.3, 3);
    CHECK_EQ(axis.last, 3); // although 0.3/0.1 is a little less
    axis = gyre_plot_axis_of_times(5, 5, 8);
    CHECK(axis.low == 5 && axis.high == 6);
    axis = gyre_plot_axis_of_times(1e6, 1e6 + 10, 8);
    check_text(axis.offset, "1000000");
    axis = gyre_plot_axis_of_times(1e20, 1e20, 8);
    CHECK(axis.high > axis.low);
}

// ---- curves ---------------------------------------------------------------------------------------------------------

TEST(few_samples_are_all_kept) {
    static plot_series s;
    for (int i = 0; i < PLOT_STRETCHES; i++)
        gyre_plot_series_add(&s, i, i % 7);
    CHECK_EQ(s.stretch_count, PLOT_STRETCHES);
    for (int i = 0; i < PLOT_STRETCHES; i++)
        CHECK(s.stretches[i].low.t == i && s.stretches[i].high.value == i % 7);
}

TEST(a_single_spike_survives_any_number_of_samples) {
    static plot_series s;
    for (int i = 0; i < 1000000; i++)
        gyre_plot_series_add(&s, i, i == 123456 ? 9 : i == 654321 ? -9 : 0);
    int spikes = 0;
    for (size_t i = 0; i < s.stretch_count; i++)
        spikes += (s.stretches[i].high.value == 9 && s.stretches[i].high.t == 123456) +
                  (s.stretches[i].low.value == -9 && s.stretches[i].low.t == 654321);
    CHECK_EQ(spikes, 2);
    CHECK(s.low.value == -9 && s.high.value == 9 && s.last.t == 999999 && s.first.t == 0);
}

TEST(stretches_have_equal_length_and_number_at_least_half_the_limit) {
    static plot_series s;
    for (int i = 0; i < 100000; i++) {
        gyre_plot_series_add(&s, i, i); // rising: a stretch's low is its first sample
        if (i < PLOT_STRETCHES) continue;
        CHECK(s.stretch_count > PLOT_STRETCHES / 2 && s.stretch_count <= PLOT_STRETCHES);
        CHECK_EQ(s.stretches[s.stretch_count - 1].low.t, (s.stretch_count - 1) * s.samples_per_stretch);
    }
}

TEST(non_finite_values_are_left_out) {
    plot_series s = {0};
    gyre_plot_series_add(&s, 0, NAN);
    gyre_plot_series_add(&s, 1, 5);
    gyre_plot_series_add(&s, 2, INFINITY);
    CHECK_EQ(s.sample_count, 1);
    CHECK(s.low.value == 5 && s.high.value == 5);
}

RUN_TESTS("plot")
