/// Measures the largest error of sin, cos, exp, log and atan2 against quad precision, over the whole range of doubles.
///
/// Usage: accuracy_elementary COUNT      (arguments per function; `make accuracy` runs the long measurement)
///
/// Prints one row per function and exits with 1 if an error reaches 1 ulp or a special value is wrong. The error is
/// |got - exact| / ulp(exact), where ulp is the spacing of doubles at the exact value (2^-1074 for subnormals);
/// libquadmath has 113 bits, so its own error is about 2^-60 ulp of a double. Half of the arguments are drawn broadly,
/// half close to where a range reduction changes its mind. The generator is fixed: same COUNT, same numbers.
#include "math/elementary.h"

#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BAR 1.0 // [ulp]
#define INF __builtin_inf()

typedef __float128 quad;

/// One argument, or two for atan2 (y first, as in the call).
typedef struct arguments {
    double y, x;
} arguments;

typedef struct function {
    const char *name;
    int arity;
    arguments (*draw)(void);
    double (*ours)(arguments a);
    quad (*exact)(arguments a);
} function;

// Random numbers ------------------------------------------------------------------------------------------------------

static uint64_t generator_state;

/// splitmix64
static uint64_t random_bits(void) {
    uint64_t z = generator_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/// Uniform between low and high.
static double uniform(double low, double high) { return low + (high - low) * 0x1p-53 * (double)(random_bits() >> 11); }

/// Uniform integer between low and high, both included.
static int uniform_int(int low, int high) { return low + (int)(random_bits() % (uint64_t)(high - low + 1)); }

static double random_sign(double a) { return random_bits() & 1 ? -a : a; }

/// Any finite double, all bit patterns alike: log-uniform from the subnormals to the largest.
static double any_double(void) {
    double a;
    do
        a = real_of((int64_t)random_bits());
    while (!(magnitude(a) <= DBL_MAX));
    return a;
}

/// +-2^uniform(low, high), with a full random significand; subnormal below -1022.
static double log_uniform(int low, int high) {
    return random_sign((double)scalbnq((quad)uniform(1, 2), uniform_int(low, high)));
}

static double subnormal(void) { return random_sign(real_of((int64_t)(random_bits() >> 12))); }

/// A few ulps (or sometimes a few thousand) to either side of a finite a.
static double near(double a) {
    int reach = random_bits() % 8 ? 3 : 3000;
    double b = real_of(bits_of(a) + uniform_int(-reach, reach));
    return b - b == 0 ? b : a;
}

// Arguments -----------------------------------------------------------------------------------------------------------

/// Doubles that come closest to a multiple of pi/2: 2^-51 to 2^-61 away from it. The last is the worst of all doubles,
/// the others lie next to k pi/2 and are the worst below LARGE_ANGLE.
static double hard_angle(void) {
    static const int k[] = {29, 14479, 29327, 87981, 204551};
    uint64_t i = random_bits() % 6;
    return i == 5 ? 6381956970095103 * 0x1p797 : (double)((quad)k[i] * M_PI_2q);
}

static double draw_angle(void) {
    switch (random_bits() % 10) {
    case 0:
        return uniform(-4, 4);
    case 1:
        return uniform(-1000, 1000);
    case 2:
        return uniform(-1e6, 1e6);
    case 3:
        return log_uniform(-60, 60);
    case 4:
        return any_double();
    case 5:
        return near((double)((quad)uniform_int(-64, 64) * M_PI_4q));
    case 6:
        return near((double)((quad)uniform_int(-1100000, 1100000) * M_PI_4q)); // both sides of LARGE_ANGLE
    case 7:
        return near((double)((quad)(random_bits() >> uniform_int(4, 63)) * M_PI_4q));
    case 8:
        return random_sign(near(random_bits() % 2 ? hard_angle() : LARGE_ANGLE));
    default:
        return subnormal();
    }
}

static arguments draw_sincos(void) { return (arguments){draw_angle(), 0}; }

static double draw_exponent(void) {
    static const double edges[] = {708, -708, 709.782712893384, -745.1332191019411, -708.3964185322641, 710, -746, 0.5};
    switch (random_bits() % 9) {
    case 0:
        return uniform(-1, 1);
    case 1:
        return uniform(-745.2, 709.8);
    case 2:
        return uniform(-746, -708); // subnormal results
    case 3:
        return log_uniform(-60, 10);
    case 4:
        return any_double();
    case 5:
        return near((double)((quad)uniform_int(-8, 8) * (M_LN2q / 2)));
    case 6:
        return near((double)((quad)uniform_int(-2150, 2048) * (M_LN2q / 2)));
    case 7:
        return near(edges[random_bits() % (sizeof edges / sizeof *edges)]);
    default:
        return subnormal();
    }
}

static arguments draw_exp(void) { return (arguments){draw_exponent(), 0}; }

static double draw_positive(void) {
    switch (random_bits() % 8) {
    case 0:
        return uniform(0, 4);
    case 1:
        return uniform(0.7, 1.42); // where the exponent is 0
    case 2:
        return 1 + log_uniform(-52, -2);
    case 3:
        return near(1);
    case 4:
        return near((double)scalbnq(sqrtq((quad)0.5), uniform_int(-1073, 1024)));
    case 5:
        return near((double)scalbnq((quad)1, uniform_int(-1074, 1023)));
    case 6:
        return any_double();
    default:
        return subnormal();
    }
}

static arguments draw_log(void) {
    double x = magnitude(draw_positive());
    return (arguments){x > 0 ? x : 1, 0};
}

/// y/x of every kind; scaled, the sizes are of every kind too.
static arguments draw_ratio(void) {
    double a = uniform(1, 2);
    switch (random_bits() % 7) {
    case 0:
        return (arguments){uniform(-1, 1), uniform(-1, 1)};
    case 1:
        return (arguments){near(a), a}; // the diagonals
    case 2:
        return (arguments){near(a), 2 * a}; // where the difference quotient takes over
    case 3:
        return (arguments){a * log_uniform(-60, 0), uniform(1, 2)};
    case 4:
        return (arguments){log_uniform(-1074, -960), uniform(1, 2)}; // subnormal angles
    case 5:
        return (arguments){near(a * 0x1p-64), a}; // where atan(q) = q takes over
    default:
        return (arguments){a * uniform(0.45, 0.55), a}; // where the polynomial is worst
    }
}

static arguments draw_atan2(void) {
    static const int edges[] = {-500, -501, -700, -701, 399, 400, 1000, 1022, -1021, -1073};
    arguments p = draw_ratio();
    int scale = 0;
    switch (random_bits() % 6) {
    case 0:
        p = (arguments){any_double(), any_double()};
        break;
    case 1:
        p = (arguments){subnormal(), subnormal()};
        break;
    case 2:
        scale = uniform_int(-1074, 1022);
        break;
    case 3:
        scale = edges[random_bits() % (sizeof edges / sizeof *edges)];
        break;
    default:
        break;
    }
    p.y = random_sign((double)scalbnq((quad)p.y, scale));
    p.x = random_sign((double)scalbnq((quad)p.x, scale));
    return random_bits() % 2 ? p : (arguments){p.x, p.y};
}

// Measurement ---------------------------------------------------------------------------------------------------------

static double our_sin(arguments a) { return sin_real(a.y); }
static double our_cos(arguments a) { return cos_real(a.y); }
static double our_exp(arguments a) { return exp_real(a.y); }
static double our_log(arguments a) { return log_real(a.y); }
static double our_atan2(arguments a) { return atan2_real(a.y, a.x); }
static quad exact_sin(arguments a) { return sinq((quad)a.y); }
static quad exact_cos(arguments a) { return cosq((quad)a.y); }
static quad exact_exp(arguments a) { return expq((quad)a.y); }
static quad exact_log(arguments a) { return logq((quad)a.y); }
static quad exact_atan2(arguments a) { return atan2q((quad)a.y, (quad)a.x); }

static const function functions[] = {
    {"sin", 1, draw_sincos, our_sin, exact_sin},      {"cos", 1, draw_sincos, our_cos, exact_cos},
    {"exp", 1, draw_exp, our_exp, exact_exp},         {"log", 1, draw_log, our_log, exact_log},
    {"atan2", 2, draw_atan2, our_atan2, exact_atan2},
};
#define FUNCTION_COUNT (int)(sizeof functions / sizeof *functions)

/// |got - exact| in units of the spacing of doubles at `exact`.
static double error_in_ulp(double got, quad exact) {
    quad overflow = scalbnq((quad)1, 1024), size = fabsq(exact), value = (quad)got;
    if (got != got) return INF;
    if (magnitude(got) > DBL_MAX) {
        if (size >= overflow && (got > 0) == (exact > (quad)0)) return 0;
        value = got > 0 ? overflow : -overflow; // infinity stands for the number after the largest
    }
    if (size > overflow) return INF;
    int exponent = 0;
    frexpq(exact, &exponent); // exact = 2^exponent * [1/2, 1)
    if (exponent < -1021) exponent = -1021;
    return (double)(scalbnq(fabsq(value - exact), 53 - exponent));
}

/// Prints the function's row; returns whether it stays below the bar.
static int measure(const function *f, long count) {
    double worst = 0;
    arguments where = {0, 0};
    generator_state = 1;
    for (long i = 0; i < count; i++) {
        arguments a = f->draw();
        double error = error_in_ulp(f->ours(a), f->exact(a));
        if (error > worst) {
            worst = error;
            where = a;
        }
    }
    char text[80];
    if (f->arity == 1)
        snprintf(text, sizeof text, "%a", where.y);
    else
        snprintf(text, sizeof text, "%a, %a", where.y, where.x);
    int passed = worst < BAR;
    printf("%-6s %11ld  %.4f  %-50s %g  %s\n", f->name, count, worst, text, BAR, passed ? "pass" : "FAIL");
    fflush(stdout);
    return passed;
}

// Special values ------------------------------------------------------------------------------------------------------

typedef struct special {
    int function; // index in `functions`
    double y, x, expected;
} special;

enum { SIN, COS, EXP, LOG, ATAN2 };

#define NOT_NUMBER __builtin_nan("") // the positive quiet NaN without payload, on any hardware
#define PI 0x1.921fb54442d18p+1
#define TINY 0x1p-1074

static const special specials[] = {
    {SIN, 0.0, 0, 0.0},
    {SIN, -0.0, 0, -0.0},
    {SIN, INF, 0, NOT_NUMBER},
    {SIN, -INF, 0, NOT_NUMBER},
    {SIN, TINY, 0, TINY},
    {SIN, -TINY, 0, -TINY},
    {SIN, DBL_MIN, 0, DBL_MIN},
    {SIN, NOT_NUMBER, 0, NOT_NUMBER},
    {SIN, -NOT_NUMBER, 0, NOT_NUMBER},
    {COS, 0.0, 0, 1},
    {COS, -0.0, 0, 1},
    {COS, INF, 0, NOT_NUMBER},
    {COS, -INF, 0, NOT_NUMBER},
    {COS, TINY, 0, 1},
    {COS, NOT_NUMBER, 0, NOT_NUMBER},
    {COS, -NOT_NUMBER, 0, NOT_NUMBER},
    {EXP, 0.0, 0, 1},
    {EXP, -0.0, 0, 1},
    {EXP, INF, 0, INF},
    {EXP, -INF, 0, 0.0},
    {EXP, 1000, 0, INF},
    {EXP, -1000, 0, 0.0},
    {EXP, DBL_MAX, 0, INF},
    {EXP, -DBL_MAX, 0, 0.0},
    {EXP, TINY, 0, 1},
    {EXP, NOT_NUMBER, 0, NOT_NUMBER},
    {EXP, -NOT_NUMBER, 0, NOT_NUMBER},
    {LOG, 1, 0, 0.0},
    {LOG, 0.0, 0, -INF},
    {LOG, -0.0, 0, -INF},
    {LOG, INF, 0, INF},
    {LOG, -1, 0, NOT_NUMBER},
    {LOG, -TINY, 0, NOT_NUMBER},
    {LOG, -INF, 0, NOT_NUMBER},
    {LOG, -DBL_MAX, 0, NOT_NUMBER},
    {LOG, NOT_NUMBER, 0, NOT_NUMBER},
    {LOG, -NOT_NUMBER, 0, NOT_NUMBER},
    // C99 annex F.9.1.4: y = 0 or x = 0
    {ATAN2, 0.0, -0.0, PI},
    {ATAN2, -0.0, -0.0, -PI},
    {ATAN2, 0.0, 0.0, 0.0},
    {ATAN2, -0.0, 0.0, -0.0},
    {ATAN2, 0.0, -1, PI},
    {ATAN2, -0.0, -1, -PI},
    {ATAN2, 0.0, 1, 0.0},
    {ATAN2, -0.0, 1, -0.0},
    {ATAN2, 0.0, -TINY, PI},
    {ATAN2, -0.0, -TINY, -PI},
    {ATAN2, 0.0, TINY, 0.0},
    {ATAN2, -0.0, TINY, -0.0},
    {ATAN2, 1, 0.0, PI / 2},
    {ATAN2, -1, 0.0, -PI / 2},
    {ATAN2, 1, -0.0, PI / 2},
    {ATAN2, -1, -0.0, -PI / 2},
    {ATAN2, TINY, 0.0, PI / 2},
    {ATAN2, -TINY, -0.0, -PI / 2},
    // infinities
    {ATAN2, 1, -INF, PI},
    {ATAN2, -1, -INF, -PI},
    {ATAN2, 1, INF, 0.0},
    {ATAN2, -1, INF, -0.0},
    {ATAN2, 0.0, -INF, PI},
    {ATAN2, -0.0, -INF, -PI},
    {ATAN2, 0.0, INF, 0.0},
    {ATAN2, -0.0, INF, -0.0},
    {ATAN2, INF, 1, PI / 2},
    {ATAN2, -INF, 1, -PI / 2},
    {ATAN2, INF, -1, PI / 2},
    {ATAN2, -INF, -0.0, -PI / 2},
    {ATAN2, INF, INF, PI / 4},
    {ATAN2, -INF, INF, -PI / 4},
    {ATAN2, INF, -INF, 0x1.2d97c7f3321d2p+1},
    {ATAN2, -INF, -INF, -0x1.2d97c7f3321d2p+1},
    {ATAN2, DBL_MAX, INF, 0.0},
    {ATAN2, INF, DBL_MAX, PI / 2},
    {ATAN2, DBL_MAX, -INF, PI},
    // the ends of the range
    {ATAN2, DBL_MAX, DBL_MAX, PI / 4},
    {ATAN2, TINY, TINY, PI / 4},
    {ATAN2, TINY, 1, TINY},
    {ATAN2, -TINY, 1, -TINY},
    {ATAN2, TINY, DBL_MAX, 0.0},
    {ATAN2, DBL_MAX, TINY, PI / 2},
    {ATAN2, TINY, -1, PI},
    {ATAN2, DBL_MIN, 1, DBL_MIN},
    // NaN, even beside an infinity or a zero
    {ATAN2, NOT_NUMBER, 1, NOT_NUMBER},
    {ATAN2, 1, NOT_NUMBER, NOT_NUMBER},
    {ATAN2, NOT_NUMBER, INF, NOT_NUMBER},
    {ATAN2, -INF, NOT_NUMBER, NOT_NUMBER},
    {ATAN2, -0.0, NOT_NUMBER, NOT_NUMBER},
    {ATAN2, NOT_NUMBER, 0.0, NOT_NUMBER},
    {ATAN2, -NOT_NUMBER, -NOT_NUMBER, NOT_NUMBER},
};

/// Compares bit by bit, so that signs of zero and NaN count; returns whether all are right.
static int check_specials(void) {
    int count = (int)(sizeof specials / sizeof *specials), wrong = 0;
    for (int i = 0; i < count; i++) {
        special s = specials[i];
        const function *f = &functions[s.function];
        double got = f->ours((arguments){s.y, s.x});
        if (bits_of(got) == bits_of(s.expected)) continue;
        wrong++;
        if (f->arity == 1)
            printf("%s(%a) = %a, expected %a\n", f->name, s.y, got, s.expected);
        else
            printf("%s(%a, %a) = %a, expected %a\n", f->name, s.y, s.x, got, s.expected);
    }
    printf("special values: %d of %d right\n", count - wrong, count);
    return wrong == 0;
}

int main(int argc, char **argv) {
    long count = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (count <= 0) {
        fprintf(stderr, "usage: %s COUNT   (arguments per function)\n", argv[0]);
        return 2;
    }
    int passed = check_specials();
    printf("%-6s %11s  %-6s  %-50s %s\n", "", "arguments", "ulp", "largest error at", "bar");
    for (int i = 0; i < FUNCTION_COUNT; i++)
        passed &= measure(&functions[i], count);
    printf("%.1f s\n", (double)clock() / CLOCKS_PER_SEC);
    return passed ? 0 : 1;
}
