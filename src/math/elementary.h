/// sin, cos, exp, log and atan2, bit-identical on every machine, compiler and lane width.
///
/// libm differs between machines: the C standard does not define the last bits of results, and even glibc selects one
/// of several versions by CPU. The functions here use only + - * / and bit operations, which IEEE 754 defines exactly;
/// NaN results always have the same bits. Each function reduces its argument exactly to a small interval, evaluates a
/// minimax polynomial there, and adds the largest term last, so that the error is little more than the final rounding
/// (0.5 ulp). Rare arguments (huge, subnormal, infinite, NaN) take a second path inside `if (any(...))`, where `pick`
/// chooses per lane, so that the result of a lane depends only on its argument.
///
/// Largest error over all doubles, in units in the last place, measured by `make accuracy`:
///     sin 0.82    cos 0.82    exp 0.80    log 0.84    atan2 0.82
/// All constants come from tools/minimax.py.
#pragma once

#include "math/lanes.h"
#include "math/reduce_large.h"

#define INFINITE splat(__builtin_inf())
#define NOT_A_NUMBER real_of(splat_int(0x7ff8000000000000)) ///< the only NaN returned; hardware NaNs differ in sign

/// 1.5 * 2^52. Doubles of this size have no fraction, so adding ROUNDER to a number rounds it to an integer. The low
/// bits of the sum hold that integer.
#define ROUNDER splat(0x1.8p52)

/// Rounds to the nearest integer, halves to even, for |a| < 2^51 (-0 becomes 0).
PURE real nearest_integer(real a) { return (a + ROUNDER) - ROUNDER; }

/// Converts an integral value to integer lanes, for |a| < 2^51.
PURE ints integer_bits(real a) { return bits_of(a + ROUNDER) - bits_of(ROUNDER); }

/// 2^n for -1022 <= n <= 1023.
PURE real power_of_two(ints n) { return real_of((n + splat_int(1023)) << 52); }

/// Clears the lower 27 bits of the significand; the product of two such numbers is exact.
PURE real upper_half(real a) { return real_of(bits_of(a) & splat_int(-0x8000000)); }

/// Returns the sign bit only.
PURE ints sign_of(real a) { return bits_of(a) & splat_int(INT64_MIN); }

/// Flips the bits of `a` that are set in `change`; a sign bit in `change` negates.
PURE real flip(real a, ints change) { return real_of(bits_of(a) ^ change); }

// sin and cos ---------------------------------------------------------------------------------------------------------

/// angle = turns * pi/2 + high + low; the two lowest bits of `turns` are the quadrant.
typedef struct reduced_angle {
    real high, low;
    ints turns;
} reduced_angle;

/// 2^18 quarter turns [rad]; for larger angles the products in `reduce_angle` are not exact.
#define LARGE_ANGLE 411774.0

/// Repeats the reduction for lanes with large angles, infinities or NaNs; leaves the other lanes unchanged.
PURE void reduce_large_lanes(real angle, reduced_angle *r) {
    real turns = real_of(r->turns);
    for (int i = 0; i < GYRE_LANES; i++) {
        double high, low;
        if (lane(angle, i) < LARGE_ANGLE) continue;
        int quadrant = gyre_reduce_large(lane(angle, i), &high, &low);
        r->high = with_lane(r->high, i, high);
        r->low = with_lane(r->low, i, low);
        turns = with_lane(turns, i, 0x1.8p52 + quadrant);
    }
    r->turns = bits_of(turns);
}

/// Cody and Waite: pi/2 = c1 + c2 + c3, where c1 and c2 have 35 bits, so that k c1 and k c2 are exact for k <= 2^18.
///   r1 = angle - k c1         exact: both are multiples of 2^-53 and the difference is below 1
///   high + low = r1 - k c2    exact: r1 is a multiple of the last bit of k c2, so Dekker's sum applies
///   low -= k c3               the only rounding: below 0.05 ulp of the sum for all k (tools/minimax.py)
PURE reduced_angle reduce_angle(real angle) {
    real rounded = angle * splat(0x1.45f306dc9c883p-1) + ROUNDER; // 2/pi
    real k = rounded - ROUNDER;
    real r1 = angle - k * splat(0x1.921fb54440000p+0);
    real k_c2 = k * splat(0x1.68c234c4c0000p-39);
    real high = r1 - k_c2;
    real low = ((r1 - high) - k_c2) - k * splat(0x1.98a2e03707345p-77);
    return (reduced_angle){high, low, bits_of(rounded)};
}

/// Sine and cosine of an angle [rad]; computing only one of them costs as much as computing both.
PURE void sincos_real(real angle, real *out_sin, real *out_cos) {
    // reduces |angle| and restores the sign at the end, so that sin(-0) is -0
    real a = magnitude(angle);
    mask large = negated(a < splat(LARGE_ANGLE)); // NaN too
    reduced_angle r = reduce_angle(a);
    if (any(large)) reduce_large_lanes(a, &r);

    // y = high: sin(y + low) = y + y^3 P(y^2) + low cos y,  cos(y + low) = 1 - y^2/2 + y^4 Q(y^2) - low sin y
    // P and Q are split into even and odd powers of z = y^2, which halves the chain of dependent operations.
    real y = r.high, z = y * y, zz = z * z;
    real P =
        (splat(-0.1666666666666663) + zz * (splat(-0.00019841269829358506) + zz * splat(-2.5050734389337505e-08))) +
        z * (splat(0.00833333333332184) + zz * (splat(2.7557313538506462e-06) + zz * splat(1.5895433419126234e-10)));
    real Q = (splat(0.041666666666666595) + zz * (splat(2.480158728900208e-05) + zz * splat(2.087570539571745e-09))) +
             z * (splat(-0.0013888888888873342) +
                  zz * (splat(-2.7557314217038157e-07) + zz * splat(-1.1358749208922917e-11)));

    // 1 - z/2 = c + rest, exact; c also serves as cos y in the small term of the sine
    real half = HALF * z;
    real c = ONE - half;
    real rest = (ONE - c) - half;
    real sine = y + (y * z * P + r.low * c);
    real cosine = c + (rest + (zz * Q - y * r.low));

    // (sin, cos) is (s, c) in quadrant 0, (c, -s) in 1, (-s, -c) in 2 and (-c, s) in 3. Negating an integer copies its
    // lowest set bit upward: bit 0 becomes a mask that exchanges s and c, bit 1 a sign. Two calls of `pick` would be
    // slower.
    ints exchange = (bits_of(sine) ^ bits_of(cosine)) & -(r.turns & splat_int(1));
    ints sin_sign = -(r.turns & splat_int(2)) ^ bits_of(angle);
    ints cos_sign = -((r.turns + splat_int(1)) & splat_int(2));
    sine = flip(sine, exchange ^ (sin_sign & splat_int(INT64_MIN)));
    cosine = flip(cosine, exchange ^ (cos_sign & splat_int(INT64_MIN)));
    if (any(large)) {
        mask finite = a < INFINITE;
        sine = pick(finite, sine, NOT_A_NUMBER);
        cosine = pick(finite, cosine, NOT_A_NUMBER);
    }
    *out_sin = sine;
    *out_cos = cosine;
}

PURE real sin_real(real angle) {
    real sine, cosine;
    sincos_real(angle, &sine, &cosine);
    return sine;
}

PURE real cos_real(real angle) {
    real sine, cosine;
    sincos_real(angle, &sine, &cosine);
    return cosine;
}

// exp -----------------------------------------------------------------------------------------------------------------

/// e^x; infinity above 709.78, subnormal below -708.4, 0 below about -745.1.
PURE real exp_real(real x) {
    mask extreme = negated(magnitude(x) < splat(708.0)); // e^x or 2^k may be subnormal or overflow
    real a = x;
    if (any(extreme)) a = smaller(larger(x, splat(-746.0)), splat(710.0)); // limits at which e^x is 0 and infinity

    // x = k ln 2 + high - low, where k times the 42-bit first part of ln 2 is exact
    real k = nearest_integer(a * splat(0x1.71547652b82fep+0));
    real high = a - k * splat(0x1.62e42fefa3800p-1);
    real low = k * splat(0x1.ef35793c76730p-45);

    // e^r = 1 + r + r^2 (1/2 + r P(r))
    real r = high - low, rr = r * r;
    real even = splat(0.16666666666666433) +
                rr * (splat(0.008333333333499882) +
                      rr * (splat(0.00019841269466489096) +
                            rr * (splat(2.7557640692301252e-06) + rr * splat(2.4978412070147092e-08))));
    real odd =
        splat(0.04166666666660399) +
        rr * (splat(0.0013888888926779012) + rr * (splat(2.4801508706337463e-05) + rr * splat(2.762517660950661e-07)));
    real quadratic = rr * ((HALF + r * even) + rr * odd);

    // 1 + high = sum + rest, exact
    real sum = ONE + high;
    real rest = (ONE - sum) + high;
    real power = sum + (rest + (quadratic - low));
    if (!any(extreme)) return power * power_of_two(integer_bits(k));

    // 2^k as two factors: only the second product can round, overflow or underflow
    real k1 = nearest_integer(HALF * k);
    real scaled = power * power_of_two(integer_bits(k1)) * power_of_two(integer_bits(k - k1));
    return pick(x == x, scaled, NOT_A_NUMBER);
}

// log -----------------------------------------------------------------------------------------------------------------

/// The natural logarithm of x; -infinity for 0, NaN for negative x.
PURE real log_real(real x) {
    mask extreme = negated(both(x >= splat(DBL_MIN), x <= splat(DBL_MAX)));
    real a = x, bias = splat(0x1p52 + 1023);
    if (any(extreme)) { // scale subnormals by 2^54; arguments without a finite logarithm are handled below
        mask subnormal = both(x > ZERO, x < splat(DBL_MIN));
        a = pick(subnormal, x * splat(0x1p54), pick(extreme, ONE, x));
        bias = bias + pick(subnormal, splat(54), ZERO);
    }

    // x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2): k is found by subtracting the bits of sqrt(1/2)
    ints root_half = bits_of(splat(0x1.6a09e667f3bcdp-1));
    ints b = bits_of(a) + (bits_of(ONE) - root_half);
    real k = real_of((b >> 52 & splat_int(0x7ff)) | bits_of(splat(0x1p52))) - bias;
    real f = real_of((b & splat_int(0x000fffffffffffff)) + root_half) - ONE;

    // s = f/(2+f):  ln(1+f) = ln (1+s)/(1-s) = 2 s + s z P(z) with z = s^2, and since 2 s = f - s f,
    // ln(1+f) = f - (f^2/2 - s (f^2/2 + z P)), where the exact f is by far the largest term
    real s = f / (TWO + f);
    real z = s * s, zz = z * z;
    real P = (splat(0.6666666666666734) +
              zz * (splat(0.2857142874188798) + zz * (splat(0.1818356188245764) + zz * splat(0.14795364896594526)))) +
             z * (splat(0.39999999999417063) + zz * (splat(0.22222198622109576) + zz * splat(0.15314110907755896)));
    real square = HALF * f * f;
    real small = square - (s * (square + z * P) + k * splat(0x1.ef35793c76730p-45));

    // k ln 2 + f = sum + rest, exact
    real k_ln2 = k * splat(0x1.62e42fefa3800p-1);
    real sum = k_ln2 + f;
    real rest = (k_ln2 - sum) + f;
    real result = sum + (rest - small);
    if (!any(extreme)) return result;

    result = pick(x == INFINITE, INFINITE, result);
    result = pick(x == ZERO, -INFINITE, result);
    return pick(x >= ZERO, result, NOT_A_NUMBER);
}

// atan2 ---------------------------------------------------------------------------------------------------------------

/// Legs of a right-angled triangle, 0 <= a <= b.
typedef struct triangle_legs {
    real a, b;
} triangle_legs;

/// Scales the legs so that b is far from overflow and underflow. If b is infinite, the ratio a/b becomes 1 if a is
/// infinite too, else 0.
PURE triangle_legs scale_legs(triangle_legs t) {
    mask infinite = t.b == INFINITE;
    real a = pick(infinite, pick(t.a == INFINITE, ONE, ZERO), t.a);
    real b = pick(either(infinite, t.b == ZERO), ONE, t.b);
    real scale = pick(b > splat(0x1p1000), splat(0x1p-100), pick(b < splat(0x1p-700), splat(0x1p600), ONE));
    return (triangle_legs){a * scale, b * scale};
}

/// atan(z) minus the leading bits of z, for |z| <= 1/2: low + z^3 P(z^2), where `low` holds the remaining bits of z.
PURE real atan_tail(real z, real low) {
    real w = z * z, ww = w * w;
    real odd = splat(0.19999999999903106) +
               ww * (splat(0.1111111065958841) +
                     ww * (splat(0.07692073881618121) +
                           ww * (splat(0.05858296155313633) +
                                 ww * (splat(0.04186464025547152) + ww * splat(0.0101163429123015)))));
    real even = splat(-0.14285714276385195) +
                ww * (splat(-0.09090896243121349) +
                      ww * (splat(-0.06663810251547411) +
                            ww * (splat(-0.051219924083845875) + ww * splat(-0.027434263674769595))));
    return low + z * w * (splat(-0.3333333333333298) + (w * odd + ww * even));
}

/// The angle of the vector (x, y) [rad], -pi to pi, with the signed zeros and infinities of C99 annex F.
PURE real atan2_real(real y, real x) {
    // reflect into the first octant
    real up = magnitude(y), along = magnitude(x);
    mask steep = up > along;
    triangle_legs t = {pick(steep, along, up), pick(steep, up, along)};
    mask extreme = negated(both(t.a >= splat(0x1p-500), t.a + t.b < splat(0x1p400))); // NaN too
    if (any(extreme)) t = scale_legs(t);

    // atan(a/b) = pi/4 + atan((a-b)/(a+b)), used for a >= b/2, where a - b is exact; a + b = sum + lost, exact
    mask folded = t.a + t.a > t.b;
    real sum = t.a + t.b;
    real lost = pick(folded, t.a - (sum - t.b), ZERO);
    real numerator = pick(folded, t.a - t.b, t.a);
    real denominator = pick(folded, sum, t.b);

    // angle = C +- atan(z), where C is a multiple of pi/4; every reflection changes the sign of z
    mask backward = with_sign(ONE, x) < ZERO;
    real eighths = pick(folded, ONE, ZERO);
    eighths = pick(steep, TWO - eighths, eighths);
    eighths = pick(backward, splat(4) - eighths, eighths);
    numerator = flip(pick(steep, -numerator, numerator), sign_of(x));

    // z = numerator/denominator = high + low to about 75 bits. `high` is the upper half of a first quotient, so that
    // its products with the halves of the denominator are exact; `low` is the remainder divided by the denominator.
    real inverse = ONE / denominator;
    real high = upper_half(numerator * inverse);
    real d1 = upper_half(denominator), d2 = denominator - d1;
    real low = (((numerator - high * d1) - high * d2) - high * lost) * inverse;

    // C + high = top + rest, exact, because C is 0 or larger than high; eighths times the first part of pi/4 is exact
    real C = eighths * splat(0x1.921fb54442d18p-1);
    real top = C + high;
    real rest = (C - top) + high;
    real tail = eighths * splat(0x1.1a62633145c07p-55) + atan_tail(high + low, low);
    real angle = top + (rest + tail);
    if (!any(extreme)) return with_sign(angle, y);

    // a tiny quotient q may be subnormal; then atan(q) = q, and the division rounds q correctly
    angle = pick(both(t.a < t.b * splat(0x1p-64), eighths == ZERO), t.a / t.b, angle);
    return pick(both(x == x, y == y), with_sign(angle, y), NOT_A_NUMBER);
}
