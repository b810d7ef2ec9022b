/// Every force at every width gives, in every lane, the bytes of the scalar kernel.
#include "check.h"
#include "force_helpers.h"
#include "forces_probe.h"

enum { CASES = 6, COUNT = 400 };
static double in[COUNT][FORCES_PROBE_INPUTS], expected[COUNT][FORCES_PROBE_OUTPUTS], got[COUNT][FORCES_PROBE_OUTPUTS];

static void put_body(double *out, const placed *a) {
    const double numbers[FORCES_PROBE_BODY] = {a->x.x, a->x.y,      a->x.z,      a->q.w,      a->q.x, a->q.y,
                                               a->q.z, a->v.x,      a->v.y,      a->v.z,      a->w.x, a->w.y,
                                               a->w.z, a->center.x, a->center.y, a->center.z, a->mass};
    memcpy(out, numbers, sizeof numbers);
}

static gyre_vec3 other_end(const forces_probe_case *c) {
    if (c->kind == GYRE_FORCE_spring) return c->one.spring.to_at.p;
    if (c->kind == GYRE_FORCE_attraction) return c->one.attraction.to.p;
    return (gyre_vec3){0, 0, 0};
}

// Special places among the ordinary ones, so that neighbours in a group choose differently: b where a is, a level and
// exactly at the surface, a where a force has its other end.
static void fill_inputs(random_source *r, const forces_probe_case *c) {
    for (int i = 0; i < COUNT; i++) {
        gyre_vec3 center = i % 3 ? random_vec3(r, 1) : (gyre_vec3){0, 0, 0};
        placed a = random_placed(r, center), b = random_placed(r, center);
        switch (random_u64(r) % 6) {
        case 0:
            b = a;
            break;
        case 1:
            a.q = (quat){1, 0, 0, 0};
            a.x.z = c->kind == GYRE_FORCE_buoyancy ? c->one.buoyancy.surface : 0;
            break;
        case 2:
            a.x = sub(vec3_in(other_end(c)), a.center);
            break;
        default:
            break;
        }
        put_body(&in[i][0], &a);
        put_body(&in[i][FORCES_PROBE_BODY], &b);
    }
}

static void compare(const forces_probe_case *c) {
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < FORCES_PROBE_OUTPUTS; j++) {
            if (!isfinite(expected[i][j]))
                fail_msg("%s, body %d, output %d is %g", gyre_force_kind_name(c->kind), i, j, expected[i][j]);
            if (memcmp(&got[i][j], &expected[i][j], sizeof got[i][j]) != 0)
                fail_msg("%s, body %d, output %d: %a, scalar %a", gyre_force_kind_name(c->kind), i, j, got[i][j],
                         expected[i][j]);
        }
}

static void check_width(void (*probe)(const forces_probe_case *, const double *, double *, size_t)) {
    random_source r = {21};
    for (gyre_force_kind kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++)
        for (int i = 0; i < CASES; i++) {
            forces_probe_case c = {kind, random_parameters(&r, kind, 0), random_parameters(&r, kind, 1), {1, 2, -9.81}};
            if (kind == GYRE_FORCE_attraction && i % 2) c.one.attraction.softening = c.two.attraction.softening = 0;
            fill_inputs(&r, &c);
            forces_probe_f64(&c, &in[0][0], &expected[0][0], COUNT);
            memset(got, 0, sizeof got);
            probe(&c, &in[0][0], &got[0][0], COUNT);
            compare(&c);
        }
}

TEST(forces_in_two_lanes_give_the_bytes_of_one) { check_width(forces_probe_f64x2); }
TEST(forces_in_four_lanes_give_the_bytes_of_one) { check_width(forces_probe_f64x4); }
TEST(forces_in_eight_lanes_give_the_bytes_of_one) { check_width(forces_probe_f64x8); }

#ifdef HAVE_AVX2_PROBE
TEST(forces_in_four_lanes_of_avx2_give_the_bytes_of_one) {
    if (!__builtin_cpu_supports("avx2")) skip();
    check_width(forces_probe_f64x4_avx2);
}
#endif

#ifdef HAVE_AVX512_PROBE
TEST(forces_in_eight_lanes_of_avx512_give_the_bytes_of_one) {
    if (!__builtin_cpu_supports("avx512dq")) skip();
    check_width(forces_probe_f64x8_avx512);
}
#endif

RUN_TESTS("force_lanes")
