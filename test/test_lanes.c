/// Written once, compiled many times: every lane at every width gives the bytes of the scalar kernel.
#include "check.h"
#include "lanes_probe.h"
#include "motion/short_turn.h"
#include "random.h"

enum { COUNT = 40000 };
static double in[COUNT][PROBE_INPUTS], expected[COUNT][PROBE_OUTPUTS], got[COUNT][PROBE_OUTPUTS];

// Arguments for the elementary functions mix all ranges, so that neighbours in a group take different ways.
static double any_argument(random_source *r) {
    double size = pow(10, random_between(r, -20, 20));
    switch (random_u64(r) % 8) {
    case 0:
        return 0;
    case 1:
        return -0.0;
    case 2:
        return random_between(r, -1, 1) * size;
    case 3:
        return random_between(r, -1, 1) * 1e300;
    case 4:
        return INFINITY;
    default:
        return random_between(r, -10, 10);
    }
}

static void fill_inputs(void) {
    random_source r = {31};
    for (int i = 0; i < COUNT; i++) {
        in[i][0] = any_argument(&r);
        in[i][1] = any_argument(&r);
        for (int j = 2; j < 15; j++)
            in[i][j] = random_between(&r, -3, 3);
        for (int j = 15; j < 19; j++)
            in[i][j] = random_between(&r, 1, 2);
        in[i][19] = random_u64(&r) % 2 ? 1 : 0; // free, or planar
        in[i][20] = random_u64(&r) % 4 ? 1 : 0; // three different moments, or two equal ones
        // times from a thousandth of a turn to many turns; often the same range for all neighbours, as in a calm world
        double spread = i / 4 % 2 ? 5 : 1;
        in[i][21] = pow(10, random_between(&r, -3, -3 + spread)) * (random_u64(&r) % 2 ? 1 : -1);
    }
}

static void check_width(void (*probe)(const double *, double *, size_t)) {
    fill_inputs();
    probe_f64(&in[0][0], &expected[0][0], COUNT);
    memset(got, 0, sizeof got);
    probe(&in[0][0], &got[0][0], COUNT);
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < PROBE_OUTPUTS; j++) {
            // NaNs carry no information in their sign and payload
            if (expected[i][j] != expected[i][j] && got[i][j] != got[i][j]) continue;
            if (memcmp(&got[i][j], &expected[i][j], sizeof got[i][j]) != 0)
                fail_msg("body %d, output %d: %a, scalar %a", i, j, got[i][j], expected[i][j]);
        }
}

TEST(two_lanes_give_the_bytes_of_one) { check_width(probe_f64x2); }
TEST(four_lanes_give_the_bytes_of_one) { check_width(probe_f64x4); }
TEST(eight_lanes_give_the_bytes_of_one) { check_width(probe_f64x8); }

// The bytes above mean little unless every formula of motion/drift.h has had its turn.
TEST(the_turns_compared_are_of_every_kind) {
    fill_inputs();
    probe_f64(&in[0][0], &expected[0][0], COUNT);
    const double limits[] = {SHORT_THETA, 0.25, 1, 8, INFINITY};
    int counts[2][5] = {{0}};
    for (int i = 0; i < COUNT; i++) {
        int k = 0;
        while (!(expected[i][PROBE_THETA] <= limits[k]))
            k++;
        counts[in[i][20] < 0.5][k]++;
    }
    for (int is_round = 0; is_round < 2; is_round++)
        for (int k = 0; k < 5; k++)
            CHECK(counts[is_round][k] > 200);
}

#ifdef HAVE_AVX2_PROBE
TEST(four_lanes_in_avx2_give_the_bytes_of_one) {
    if (!__builtin_cpu_supports("avx2")) skip();
    check_width(probe_f64x4_avx2);
}
#endif

#ifdef HAVE_AVX512_PROBE
TEST(eight_lanes_in_avx512_give_the_bytes_of_one) {
    if (!__builtin_cpu_supports("avx512dq")) skip();
    check_width(probe_f64x8_avx512);
}
#endif

RUN_TESTS("lanes")
