/// Layer 2: mass of a density, and of a body that an inside test describes.
#include "body_helpers.h"
#include "check.h"

// ---- densities ----

static double gaussian(gyre_vec3 p, void *user) {
    (void)user;
    return exp(-(p.x - 1) * (p.x - 1) - 2 * (p.y + 1) * (p.y + 1) - 3 * p.z * p.z);
}

static double ball(gyre_vec3 p, void *user) { return norm(minus(p, *(gyre_vec3 *)user)) < 1 ? 2 : 0; }

static double linear(gyre_vec3 p, void *user) {
    (void)user;
    return 1 + p.x;
}

TEST(spec_43_a_smooth_density_is_integrated_to_its_tolerance) {
    gyre_mass_properties p;
    gyre_mass_error error;
    gyre_vec3 low = {-7, -6, -5}, high = {9, 4, 5};
    CHECK_OK(gyre_mass_of_density(gaussian, NULL, low, high, 1e-8, 20000000, NULL, &p, &error));
    double pi = acos(-1), mass = pi * sqrt(pi) / sqrt(6); // variances 1/2, 1/4, 1/6
    CHECK_NEAR(p.mass, mass, 1e-8 * mass);
    CHECK_BELOW(distance(p.center, (gyre_vec3){1, -1, 0}), 1e-7);
    CHECK_NEAR(p.inertia.xx, mass * (1.0 / 4 + 1.0 / 6), 2e-8 * mass);
    CHECK_NEAR(p.inertia.zz, mass * (1.0 / 2 + 1.0 / 4), 2e-8 * mass);
    CHECK(fabs(p.mass - mass) <= error.mass); // the estimate is honest
    print_message("%zu evaluations, estimated error %.1e, true error %.1e\n", error.evaluations, error.mass / mass,
                  fabs(p.mass - mass) / mass);
}

static double layers(gyre_vec3 p, void *user) {
    (void)user;
    return exp(-200 * (p.z - 0.3) * (p.z - 0.3));
}

TEST(spec_43a_layers_along_an_axis_are_not_mistaken_for_a_mean) {
    gyre_mass_properties p;
    gyre_mass_error error;
    CHECK_OK(gyre_mass_of_density(layers, NULL, (gyre_vec3){-1, -1, -1}, (gyre_vec3){1, 1, 1}, 1e-4, 20000000, NULL, &p,
                                  &error));
    double mass = 4 * sqrt(acos(-1) / 200); // the mass outside is below 1e-40
    print_message("%zu evaluations, mass off %.1e of %.1e\n", error.evaluations, fabs(p.mass - mass), error.mass);
    CHECK(fabs(p.mass - mass) <= error.mass);
    CHECK_BELOW(error.mass, 1e-4 * mass);
    CHECK(fabs(p.inertia.xx - mass * (1.0 / 3 + 1.0 / 400)) <= error.inertia);
}

TEST(spec_43_a_polynomial_density_is_exact) {
    gyre_mass_properties p;
    CHECK_OK(
        gyre_mass_of_density(linear, NULL, (gyre_vec3){0, 0, 0}, (gyre_vec3){1, 2, 3}, 1e-6, 1000000, NULL, &p, NULL));
    CHECK_NEAR(p.mass, 9, 1e-13);           // 6 * 3/2
    CHECK_NEAR(p.center.x, 5.0 / 9, 1e-14); // (1/2 + 1/3) / (3/2)
    CHECK_NEAR(p.inertia.xx, 9 * (4 + 9) / 12.0, 1e-12);
}

TEST(spec_43_a_density_with_an_edge_converges_and_reports_its_error) {
    gyre_vec3 center = {10, 0, 0};
    gyre_mass_properties p = {.mass = 7};
    gyre_mass_error error;
    gyre_vec3 low = {8.9, -1.2, -1.1}, high = {11.3, 1.1, 1.2};
    CHECK_OK(gyre_mass_of_density(ball, &center, low, high, 2e-2, 20000000, NULL, &p, &error));
    double mass = 2 * 4 * acos(-1) / 3;
    CHECK_NEAR(p.mass, mass, 2e-2 * mass);
    CHECK_NEAR(p.inertia.yy, 0.4 * mass, 4e-2 * mass);
    CHECK(fabs(p.mass - mass) <= error.mass);
    gyre_mass_properties untouched = {.mass = 7};
    CHECK_RESULT(gyre_mass_of_density(ball, &center, low, high, 1e-9, 100000, NULL, &untouched, &error),
                 GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK_SAME(untouched.mass, 7);
    CHECK(error.evaluations <= 100000 && error.mass > 0);
}

static double speck(gyre_vec3 p, void *user) {
    gyre_vec3 middle = {-0.95, -0.95, -0.85};
    double x = p.x - middle.x, y = p.y - middle.y, z = p.z - middle.z;
    (void)user;
    return x * x + y * y + z * z < 0.04 * 0.04 ? 1 : 0;
}

TEST(features_missed_by_the_first_samples_are_searched_within_the_budget) {
    gyre_mass_properties p;
    gyre_vec3 low = {-1, -1, -1}, high = {1, 1, 1};
    CHECK_RESULT(gyre_mass_of_density(speck, NULL, low, high, 0.3, 3500, NULL, &p, NULL), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_density(speck, NULL, low, high, 0.3, 20000, NULL, &p, NULL), // found, not yet measured
                 GYRE_ERR_TOLERANCE_NOT_MET);
}

// ---- inside tests, whose true answers are formulas ----

static const gyre_vec3 CUBE_LOW = {-1, -1, -1}, CUBE_HIGH = {1, 1, 1};

static int in_cylinder(gyre_vec3 p, void *user) {
    (void)user;
    return p.x * p.x + p.y * p.y <= 1;
}

static int in_ball(gyre_vec3 p, void *user) { return inner(p, p) <= *(double *)user * *(double *)user; }

static int in_slab(gyre_vec3 p, void *user) {
    (void)user;
    return fabs(p.z) <= 0.3;
}

static int in_torus(gyre_vec3 p, void *user) {
    double from_ring = sqrt(p.x * p.x + p.y * p.y) - 0.75;
    (void)user;
    return from_ring * from_ring + p.z * p.z <= 0.0625;
}

static int in_shell(gyre_vec3 p, void *user) {
    double r = norm(p);
    (void)user;
    return r <= 1 && r >= 0.99;
}

// A corner of the cube, cut off by a plane along no axis: x + y + z >= 2 with legs of one.
static int in_corner(gyre_vec3 p, void *user) {
    (void)user;
    return p.x + p.y + p.z >= 2;
}

typedef struct inside_case {
    const char *name;
    gyre_inside inside;
    double radius, volume;
    gyre_vec3 center, inertia; // of density one
} inside_case;

static size_t inside_cases(inside_case out[8]) {
    double pi = acos(-1), ball = 4 * pi / 3, hollow = ball * (1 - pow(0.99, 3)), ring = 2 * pi * pi * 0.75 * 0.0625;
    double of_hollow = 2.0 / 5 * ball * (1 - pow(0.99, 5)), slab = 2 * 2 * 0.6, speck = ball * 1e-3;
    double flat = ring * (0.5 * 0.5625 + 5.0 / 8 * 0.0625), corner = 3.0 / 80 / 6 * 2;
    inside_case cases[] = {
        {"cylinder", in_cylinder, 0, 2 * pi, {0, 0, 0}, {2 * pi * 7 / 12, 2 * pi * 7 / 12, pi}},
        {"ball", in_ball, 1, ball, {0, 0, 0}, {0.4 * ball, 0.4 * ball, 0.4 * ball}},
        {"slab", in_slab, 0, slab, {0, 0, 0}, {slab * (4 + 0.36) / 12, slab * (4 + 0.36) / 12, slab * 8 / 12}},
        {"torus", in_torus, 0, ring, {0, 0, 0}, {flat, flat, ring * (0.5625 + 0.75 * 0.0625)}},
        {"shell", in_shell, 0, hollow, {0, 0, 0}, {of_hollow, of_hollow, of_hollow}},
        {"small ball", in_ball, 0.1, speck, {0, 0, 0}, {0.004 * speck, 0.004 * speck, 0.004 * speck}},
        {"corner", in_corner, 0, 1.0 / 6, {0.75, 0.75, 0.75}, {corner, corner, corner}},
    };
    memcpy(out, cases, sizeof cases);
    return sizeof cases / sizeof cases[0];
}

static double inertia_off(const gyre_mass_properties *p, double factor, const inside_case *c) {
    gyre_vec3 moments = {p->inertia.xx, p->inertia.yy, p->inertia.zz};
    gyre_vec3 d = minus(moments, (gyre_vec3){factor * c->inertia.x, factor * c->inertia.y, factor * c->inertia.z});
    return fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
}

typedef struct inside_user {
    gyre_inside inside;
    void *user;
} inside_user;

static double one_inside(gyre_vec3 p, void *user) {
    const inside_user *u = user;
    return u->inside(p, u->user) ? 1 : 0;
}

static void check_bounds(const inside_case *c, double rtol, const gyre_mass_properties *p, const gyre_mass_error *e) {
    double mass_off = fabs(p->mass - c->volume), moment_off = inertia_off(p, 1, c);
    print_message("%-10s rtol %g: mass off %.1e of %.1e, inertia %.1e of %.1e, %zu points\n", c->name, rtol, mass_off,
                  e->mass, moment_off, e->inertia, e->evaluations);
    CHECK(mass_off <= e->mass);
    CHECK(moment_off <= e->inertia);
    CHECK(distance(p->center, c->center) <= e->center);
    CHECK(e->mass <= rtol * p->mass);
}

TEST(spec_43a_the_error_of_an_inside_test_is_a_bound) {
    static const double rtols[] = {5e-2, 1e-2, 1e-3, 3e-4};
    inside_case cases[8];
    size_t count = inside_cases(cases);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < (i == 0 ? 4 : i == 1 ? 3 : 2); k++) {
            inside_case *c = &cases[i];
            size_t points = i == 0 ? 20000000 : 5000000;
            inside_user u = {c->inside, &c->radius};
            gyre_mass_properties p = {.mass = 7}, same;
            gyre_mass_error error;
            gyre_result r =
                gyre_mass_of_density(one_inside, &u, CUBE_LOW, CUBE_HIGH, rtols[k], points, NULL, &p, &error);
            if (r == GYRE_OK)
                check_bounds(c, rtols[k], &p, &error);
            else
                CHECK_RESULT(r, GYRE_ERR_TOLERANCE_NOT_MET);
            CHECK(r == GYRE_OK || c->volume < 0.2); // only what is small in its box may be too dear
            if (gyre_mass_of_inside(c->inside, &c->radius, CUBE_LOW, CUBE_HIGH, rtols[k], points, gyre_by_density(1),
                                    &same, &error) == GYRE_OK)
                check_bounds(c, rtols[k], &same, &error);
            else
                CHECK(r != GYRE_OK);
        }
}

TEST(spec_43a_an_inside_test_by_mass_has_the_mass_and_the_moments_of_the_shape) {
    inside_case cases[8];
    inside_cases(cases);
    gyre_mass_properties p;
    gyre_mass_error error;
    CHECK_OK(gyre_mass_of_inside(in_cylinder, NULL, CUBE_LOW, CUBE_HIGH, 1e-2, 1000000, gyre_by_mass(3), &p, &error));
    CHECK_SAME(p.mass, 3);
    CHECK_SAME(error.mass, 0);
    double off = inertia_off(&p, 3 / cases[0].volume, &cases[0]);
    CHECK(off <= error.inertia);
    CHECK_BELOW(error.inertia, 2e-2 * 3);
    CHECK(error.evaluations <= 1000000);
    // a box far from the origin, long and thin, at any scale
    gyre_mass_properties far;
    CHECK_OK(gyre_mass_of_inside(in_cylinder, NULL, (gyre_vec3){0, -1, 1e3}, (gyre_vec3){1, 1, 1.1e3}, 1e-2, 1000000,
                                 gyre_by_density(2), &far, &error));
    CHECK(fabs(far.mass - 100 * acos(-1)) <= error.mass);
    CHECK(distance(far.center, (gyre_vec3){4 / (3 * acos(-1)), 0, 1050}) <= error.center);
}

TEST(spec_43a_an_inside_test_over_its_budget_reports_its_error) {
    gyre_mass_properties p = {.mass = 7};
    gyre_mass_error error;
    double tiny = 1e-3, one = 1;
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, 1e-6, 100000, gyre_by_density(1), &p, &error),
                 GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK(error.evaluations <= 100000 && error.evaluations > 50000);
    CHECK(error.mass > 1e-6 && error.mass < 0.1);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &tiny, CUBE_LOW, CUBE_HIGH, 1e-2, 100, gyre_by_density(1), &p, &error),
                 GYRE_ERR_MASS);
    CHECK_SAME(p.mass, 7);
}

TEST(bad_inside_tests_are_refused) {
    gyre_mass_properties p = {.mass = 7};
    double one = 1;
    gyre_amount unit = gyre_by_density(1), none = gyre_by_density(0), odd = {(gyre_amount_kind)9, 1};
    CHECK_RESULT(gyre_mass_of_inside(NULL, NULL, CUBE_LOW, CUBE_HIGH, 0.1, 1000, unit, &p, NULL),
                 GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, 0.1, 1000, unit, NULL, NULL),
                 GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_HIGH, CUBE_LOW, 0.1, 1000, unit, &p, NULL), GYRE_ERR_SHAPE);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, -1, 1000, unit, &p, NULL), GYRE_ERR_TOLERANCE);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, (gyre_vec3){NAN, 0, 0}, CUBE_HIGH, 0.1, 1000, unit, &p, NULL),
                 GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, 0.1, 1000, none, &p, NULL), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, 0.1, 1000, odd, &p, NULL), GYRE_ERR_MASS);
    CHECK_SAME(p.mass, 7);
}

static double nowhere(gyre_vec3 p, void *user) {
    (void)p;
    return *(double *)user;
}

static void *no_memory(size_t size, size_t alignment, void *user) {
    (void)size, (void)alignment, (void)user;
    return NULL;
}
static void give_nothing(void *block, void *user) { (void)block, (void)user; }

TEST(bad_densities_are_refused) {
    gyre_mass_properties p = {.mass = 7};
    gyre_vec3 low = {0, 0, 0}, high = {1, 1, 1};
    double zero = 0, negative = -1, nan = NAN;
    gyre_allocator none = {no_memory, give_nothing, NULL};
    CHECK_RESULT(gyre_mass_of_density(nowhere, &zero, low, high, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_density(nowhere, &negative, low, high, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_density(nowhere, &nan, low, high, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_mass_of_density(nowhere, &zero, high, low, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_SHAPE);
    CHECK_RESULT(gyre_mass_of_density(nowhere, &zero, low, high, 0, 100000, NULL, &p, NULL), GYRE_ERR_TOLERANCE);
    CHECK_RESULT(gyre_mass_of_density(NULL, NULL, low, high, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_density(linear, NULL, low, high, 1e-3, 100000, &none, &p, NULL), GYRE_ERR_NO_MEMORY);
    CHECK_SAME(p.mass, 7);
}

RUN_TESTS("mass_density")
