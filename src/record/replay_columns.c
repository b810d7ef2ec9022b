/// Encodes quantities as multiples of a step, then as differences, then as bytes.
#include "record/replay_columns.h"

#include <math.h>
#include <string.h>

enum { VARINT_MAX = 5 };

static const double SMALLEST_CHANGE = 0x1p-1000; // smaller changes would make the step underflow

void gyre_columns_put_double(output *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    gyre_output_u32(out, (uint32_t)bits);
    gyre_output_u32(out, (uint32_t)(bits >> 32));
}

static double largest_change(const double *values, size_t count, size_t components) {
    double largest = 0;
    for (size_t c = 0; c < components; c++)
        for (size_t k = 1; k < count; k++) {
            double change = fabs(values[c * count + k] - values[c * count]);
            if (change > largest) largest = change;
        }
    return largest;
}

static void take_differences(int32_t *n, size_t count) {
    for (size_t k = count; k-- > 1;)
        n[k] -= n[k - 1];
}

// Estimates the number of bits of the encoded numbers.
static uint64_t cost_of(const int32_t *n, size_t count) {
    uint64_t bits = 0;
    for (size_t k = 1; k < count; k++) {
        uint32_t size = (uint32_t)(n[k] < 0 ? -n[k] : n[k]);
        bits += size > 0 ? 33u - (uint32_t)__builtin_clz(size) : 0;
    }
    return bits;
}

static void put_multiple(output *out, int32_t n) {
    uint32_t rest = (uint32_t)n << 1 ^ (n < 0 ? UINT32_MAX : 0); // 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
    char *room = gyre_output_room(out, VARINT_MAX);
    for (; rest >= 128; rest >>= 7)
        *room++ = (char)(uint8_t)(rest | 128);
    *room++ = (char)(uint8_t)rest;
    gyre_output_fill(out, room);
}

static void put_component(output *out, const double *values, size_t count, double step, int32_t *scratch) {
    int32_t *n = scratch, *best = scratch + count;
    int best_order = 0;
    uint64_t best_cost = UINT64_MAX;
    for (size_t k = 0; k < count; k++)
        n[k] = (int32_t)floor((values[k] - values[0]) / step + 0.5);
    for (int order = 0; order <= COLUMN_ORDER_MAX; order++) {
        if (order > 0) take_differences(n, count);
        uint64_t cost = cost_of(n, count);
        if (cost >= best_cost) continue;
        best_cost = cost;
        best_order = order;
        memcpy(best, n, count * sizeof *n);
    }
    gyre_output_write(out, &(uint8_t){(uint8_t)best_order}, 1);
    for (size_t k = 1; k < count; k++)
        put_multiple(out, best[k]);
}

void gyre_columns_put(output *out, const double *values, size_t count, size_t components, int32_t *scratch) {
    double change = count > 0 ? largest_change(values, count, components) : 0;
    bool is_constant = !(change > SMALLEST_CHANGE);
    int exponent = COLUMN_CONSTANT;
    if (!is_constant) {
        frexp(change, &exponent); // change < 2^exponent
        exponent -= COLUMN_BITS;
    }
    gyre_output_u16(out, (uint16_t)exponent);
    for (size_t c = 0; c < components; c++)
        gyre_columns_put_double(out, count > 0 ? values[c * count] : 0);
    for (size_t c = 0; c < components && !is_constant; c++)
        put_component(out, values + c * count, count, ldexp(1, exponent), scratch);
}
