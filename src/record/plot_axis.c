/// Computes the range of an axis and its ticks.
#include "record/plot_axis.h"

#include "math/lanes.h"

// Relative differences below FLAT are rounding errors and are not shown; differences below CLOSE get an enlarged axis
// with an offset.
#define FLAT 1e-9
#define CLOSE 0.2
// Smaller values are drawn as 0 and larger values as the limit, because their squares, sums and powers of ten are out
// of range.
#define SMALLEST 1e-280
#define LARGEST 1e280

static double value_of(decimal d) { return gyre_times_ten_to((double)d.digits, d.exponent); }

static int64_t round_down(double a) {
    int64_t whole = (int64_t)a;
    return (double)whole > a ? whole - 1 : whole;
}

// Returns the number among 1, 2, 5, 10, ... whose ratio to a > 0 is nearest to 1.
static decimal nearest_step(double a) {
    decimal step = {1, gyre_order_of_ten(a)};
    double first = gyre_times_ten_to(a, -step.exponent), square = first * first; // 1 <= first < 10, up to rounding
    if (square > 50)
        step.exponent++;
    else if (square > 10)
        step.digits = 5;
    else if (square > 2)
        step.digits = 2;
    return step;
}

// Returns the common power of ten of the labels: 0 for labels between 0.01 and 99999, else a multiple of three.
static int label_exponent_of(double largest_label) {
    if (largest_label == 0) return 0;
    int order = gyre_order_of_ten(largest_label);
    if (order >= -2 && order < 5) return 0;
    int thirds = order >= 0 ? order / 3 : -((2 - order) / 3);
    return 3 * thirds;
}

static plot_axis ticked(double low, double high, double offset_near, int tick_count) {
    plot_axis axis = {.low = low, .high = high, .step = nearest_step((high - low) / tick_count)};
    double step = value_of(axis.step);
    if (offset_near != 0) { // an offset with two digits fewer than the ticks
        axis.offset.exponent = axis.step.exponent + 2;
        axis.offset.digits = round_down(gyre_times_ten_to(offset_near, -axis.offset.exponent) + 0.5);
    }
    double offset = value_of(axis.offset), slack = 1e-9;
    axis.first = -round_down((offset - low) / step + slack);
    axis.last = round_down((high - offset) / step + slack);
    axis.label_exponent = label_exponent_of(step * (double)(axis.last > -axis.first ? axis.last : -axis.first));
    return axis;
}

plot_axis gyre_plot_axis_of_values(double low, double high, int tick_count) {
    low = larger(smaller(low, LARGEST), -LARGEST);
    high = larger(smaller(high, LARGEST), -LARGEST);
    double size = larger(magnitude(low), magnitude(high)), offset = 0;
    if (!(low <= high) || size < SMALLEST) return ticked(-1, 1, 0, 2);

    if (high - low < FLAT * size || high - low > size / 2) { // the values differ by rounding errors only, or 0 is near
        low = smaller(low, 0);
        high = larger(high, 0);
    } else if (high - low < CLOSE * size) {
        offset = low / 2 + high / 2;
    }
    double room = 0.07 * (high - low);
    return ticked(low - room, high + room, offset, tick_count);
}

plot_axis gyre_plot_axis_of_times(double low, double high, int tick_count) {
    double size = larger(magnitude(low), magnitude(high));
    if (!(high - low > FLAT * size) || !(size > SMALLEST)) high = low + larger(1, 1e-6 * size);
    return ticked(low, high, high - low < 1e-3 * size ? low : 0, tick_count);
}

double gyre_plot_tick(const plot_axis *axis, int64_t index) {
    return value_of(axis->offset) + value_of((decimal){axis->step.digits * index, axis->step.exponent});
}

void gyre_plot_tick_text(const plot_axis *axis, int64_t index, char out_text[DECIMAL_TEXT_MAX]) {
    gyre_decimal_text((decimal){axis->step.digits * index, axis->step.exponent - axis->label_exponent}, out_text);
}
