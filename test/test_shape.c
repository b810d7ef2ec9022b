/// Layer 2: mass properties of simple shapes against numerical integrals, textbooks and each other.
#include "body_helpers.h"
#include "check.h"
#include "shape_oracle.h"

#include <float.h>

static const double PI = 3.14159265358979323846;

static gyre_mass_properties mass_of(gyre_shape s, gyre_amount amount) {
    gyre_mass_properties m;
    CHECK_OK(gyre_mass_of_shape(&s, amount, &m));
    return m;
}

// Quadrature must be good to 1e-11; beyond its error there is rounding in 1e5 terms: 1e-13.
static void check_against(gyre_shape s, gyre_mass_properties want, double quadrature_error) {
    gyre_mass_properties got = mass_of(s, gyre_by_density(1));
    double error = difference_of(&got, &want);
    if (!(quadrature_error < 1e-11) || !(error < 2 * quadrature_error + 1e-13))
        fail_msg("%s%s (%g, %g, %g ...): off by %g, where the integral errs by %g", s.is_hollow ? "hollow " : "",
                 gyre_shape_name(s.kind), s.parameters[0], s.parameters[1], s.parameters[2], error, quadrature_error);
}

static void check_against_integral(gyre_shape s) {
    double quadrature_error;
    gyre_mass_properties want = integrated_properties(&s, &quadrature_error);
    check_against(s, want, quadrature_error);
}

enum { SAMPLES = 5 };

TEST(spec_41_every_row_of_the_list_has_an_oracle) {
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        if (!shape_has_oracle((gyre_shape_kind)kind))
            fail_msg("%s is not tested: give it a map in shape_oracle.c", gyre_shape_name((gyre_shape_kind)kind));
}

TEST(spec_41_every_shape_equals_its_numerical_integral) {
    random_source r = {41};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int i = 0; i < SAMPLES; i++)
            check_against_integral(random_shape(&r, (gyre_shape_kind)kind, 0));
}

TEST(spec_41_every_hollow_shape_equals_its_numerical_integral) {
    random_source r = {42};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int i = 0; i < SAMPLES && gyre_shape_dimension((gyre_shape_kind)kind) == 3; i++)
            check_against_integral(random_shape(&r, (gyre_shape_kind)kind, 1));
}

// ---- the ellipsoid's surface, which the library integrates too ------------------------------------------------------

TEST(spec_41_hollow_ellipsoids_are_right_up_to_an_aspect_ratio_of_100) {
    const double radii[][3] = {{1, 1, 100}, {1, 100, 100}, {100, 1, 10}, {0.03, 2, 0.5}, {5, 0.7, 60}, {3, 2, 1}};
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++) {
        gyre_shape s = {GYRE_SHAPE_ellipsoid, 1, {radii[i][0], radii[i][1], radii[i][2]}};
        double quadrature_error;
        gyre_mass_properties want = graded_ellipsoid_surface(&s, &quadrature_error);
        check_against(s, want, quadrature_error);
    }
}

// Spheroids of radius 1 have A = 2 pi (1 + c acos(1/c)/e), e^2 = 1 - 1/c^2, for c > 1 along the axis, and
// A = 2 pi (1 + c^2 atanh(e)/e), e^2 = 1 - c^2, for c < 1.
TEST(spec_41_hollow_spheroids_have_the_area_of_the_closed_form) {
    for (double c = 2; c < 1e8; c *= 3) {
        double area, e = sqrt((1 - 1 / c) * (1 + 1 / c));
        gyre_shape needle = {GYRE_SHAPE_ellipsoid, 1, {1, c, 1}}, lens = {GYRE_SHAPE_ellipsoid, 1, {1 / c, 1, 1}};
        CHECK_OK(gyre_shape_measure(&needle, &area));
        CHECK_NEAR(area / (2 * PI * (1 + c * acos(1 / c) / e)), 1, 1e-14);
        CHECK_OK(gyre_shape_measure(&lens, &area));
        CHECK_NEAR(area / (2 * PI * (1 + log((1 + e) * c) / (c * c * e))), 1, 1e-14); // atanh e = ln((1 + e) c)
    }
}

TEST(a_hollow_ellipsoid_with_equal_axes_is_a_hollow_sphere) {
    for (double radius = 1e-30; radius < 1e40; radius *= 1e5) {
        gyre_shape ellipsoid = {GYRE_SHAPE_ellipsoid, 1, {radius, radius, radius}};
        gyre_shape sphere = {GYRE_SHAPE_sphere, 1, {radius}};
        gyre_mass_properties a = mass_of(ellipsoid, gyre_by_density(1)), b = mass_of(sphere, gyre_by_density(1));
        CHECK_BELOW(difference_of(&a, &b), 1e-14); // 160 positive terms, each with a few roundings
    }
}

// ---- meshes: the same bodies as triangles ---------------------------------------------------------------------------

// The error of the mesh with n cells per face: of the solid and of its shell.
static void mesh_errors(gyre_shape solid, size_t n, double out_errors[2]) {
    own_mesh m = mesh_of_shape(&solid, n);
    gyre_shape shell = solid;
    shell.is_hollow = 1;
    gyre_mass_properties by_mesh, by_formula;
    CHECK_OK(gyre_mass_of_closed_mesh(&m.view, gyre_by_density(1), &by_mesh));
    CHECK_OK(gyre_mass_of_shape(&solid, gyre_by_density(1), &by_formula));
    out_errors[0] = difference_of(&by_mesh, &by_formula);
    CHECK_OK(gyre_mass_of_mesh_shell(&m.view, gyre_by_density(1), &by_mesh));
    CHECK_OK(gyre_mass_of_shape(&shell, gyre_by_density(1), &by_formula));
    out_errors[1] = difference_of(&by_mesh, &by_formula);
    mesh_free(&m);
}

TEST(spec_44_every_shape_and_its_mesh_agree_to_the_discretisation) {
    random_source r = {44};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++) {
        if (gyre_shape_dimension((gyre_shape_kind)kind) != 3) continue;
        gyre_shape solid = random_shape(&r, (gyre_shape_kind)kind, 0);
        const char *name = gyre_shape_name(solid.kind);
        double coarse[2], fine[2];
        mesh_errors(solid, 40, coarse);
        mesh_errors(solid, 80, fine);
        print_message("%-20s solid %.1e, %.1e  shell %.1e, %.1e\n", name, coarse[0], fine[0], coarse[1], fine[1]);
        for (int i = 0; i < 2; i++)
            if (shape_is_polyhedron(solid.kind)) {
                if (!(fine[i] < 1e-12)) fail_msg("%s: flat faces, but the mesh is off by %g", name, fine[i]);
            } else { // chords instead of arcs: an error of h^2, divided by four when h is halved
                if (!(fine[i] < 3e-3)) fail_msg("%s: the mesh is off by %g", name, fine[i]);
                if (!(fabs(coarse[i] / fine[i] - 4) < 0.2)) fail_msg("%s: error ratio %g", name, coarse[i] / fine[i]);
            }
    }
}

// ---- known values ---------------------------------------------------------------------------------------------------

TEST(spec_41_a_box_of_2_by_3_by_4_has_the_notes_numbers) {
    gyre_mass_properties m = mass_of((gyre_shape){GYRE_SHAPE_box, 0, {2, 3, 4}}, gyre_by_density(1));
    CHECK_SAME(m.mass, 24);
    CHECK_SAME(m.inertia.xx, 50);
    CHECK_SAME(m.inertia.yy, 40);
    CHECK_SAME(m.inertia.zz, 26);
    CHECK(m.inertia.xy == 0 && m.inertia.xz == 0 && m.inertia.yz == 0 && norm(m.center) == 0);
}

TEST(spec_41_textbook_values_come_out) {
    gyre_mass_properties m = mass_of((gyre_shape){GYRE_SHAPE_sphere, 0, {1}}, gyre_by_mass(1));
    CHECK_SAME(m.inertia.xx, 0.4);
    m = mass_of((gyre_shape){GYRE_SHAPE_sphere, 1, {1}}, gyre_by_mass(1));
    CHECK_SAME(m.inertia.yy, 2.0 / 3);
    m = mass_of((gyre_shape){GYRE_SHAPE_rod, 0, {6}}, gyre_by_mass(2));
    CHECK_SAME(m.inertia.xx, 6); // M L^2/12
    CHECK_SAME(m.inertia.zz, 0);
    m = mass_of((gyre_shape){GYRE_SHAPE_cylinder, 0, {2, 3}}, gyre_by_mass(4));
    CHECK_SAME(m.inertia.zz, 8); // M r^2/2
    m = mass_of((gyre_shape){GYRE_SHAPE_disc, 0, {2}}, gyre_by_density(1));
    CHECK_SAME(m.inertia.xx, m.mass); // M r^2/4
    m = mass_of((gyre_shape){GYRE_SHAPE_plate, 0, {2, 3}}, gyre_by_density(2));
    CHECK_SAME(m.inertia.zz, 13); // M (x^2 + y^2)/12
    m = mass_of((gyre_shape){GYRE_SHAPE_cone, 0, {1, 4}}, gyre_by_mass(10));
    CHECK_SAME(m.center.z, -1); // a quarter of the height above the base
    CHECK_NEAR(m.inertia.zz, 3, 4 * DBL_EPSILON);
    m = mass_of((gyre_shape){GYRE_SHAPE_hemisphere, 0, {8}}, gyre_by_mass(1));
    CHECK_SAME(m.center.z, 3);
    m = mass_of((gyre_shape){GYRE_SHAPE_torus, 0, {2, 1}}, gyre_by_mass(4));
    CHECK_SAME(m.inertia.zz, 19); // M (R^2 + 3/4 r^2)
    m = mass_of((gyre_shape){GYRE_SHAPE_box, 1, {2, 2, 2}}, gyre_by_mass(3));
    CHECK_NEAR(m.inertia.xx, 10.0 / 3, 8 * DBL_EPSILON); // M 5/18 a^2
}

TEST(spec_41_mass_and_density_mean_the_same) {
    random_source r = {3};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int is_hollow = 0; is_hollow < (gyre_shape_dimension((gyre_shape_kind)kind) == 3 ? 2 : 1); is_hollow++) {
            gyre_shape s = random_shape(&r, (gyre_shape_kind)kind, is_hollow);
            double measure;
            CHECK_OK(gyre_shape_measure(&s, &measure));
            gyre_mass_properties a = mass_of(s, gyre_by_density(7)), b = mass_of(s, gyre_by_mass(7 * measure));
            CHECK_BYTES(&a, &b, sizeof a);
        }
}

TEST(two_cubes_make_a_box) {
    gyre_mass_properties cube = mass_of((gyre_shape){GYRE_SHAPE_box, 0, {2, 2, 2}}, gyre_by_density(3)), a, b, both;
    gyre_mass_properties box = mass_of((gyre_shape){GYRE_SHAPE_box, 0, {2, 2, 4}}, gyre_by_density(3));
    CHECK_OK(gyre_mass_translate(&cube, (gyre_vec3){0, 0, 1}, &a));
    CHECK_OK(gyre_mass_translate(&cube, (gyre_vec3){0, 0, -1}, &b));
    CHECK_OK(gyre_mass_add(&a, &b, &both));
    CHECK_BELOW(difference_of(&both, &box), 4 * DBL_EPSILON);
}

// ---- special cases --------------------------------------------------------------------------------------------------

static void check_same_shape(gyre_shape a, gyre_shape b, double tolerance) {
    for (int is_hollow = 0; is_hollow < 2; is_hollow++) {
        a.is_hollow = b.is_hollow = is_hollow;
        gyre_mass_properties x = mass_of(a, gyre_by_density(1)), y = mass_of(b, gyre_by_density(1));
        CHECK_BELOW(difference_of(&x, &y), tolerance);
    }
}

TEST(shapes_turn_into_each_other) {
    const double ROUNDING = 16 * DBL_EPSILON; // a dozen roundings in either formula
    check_same_shape((gyre_shape){GYRE_SHAPE_frustum, 0, {0.5, 0, 3}}, (gyre_shape){GYRE_SHAPE_cone, 0, {0.5, 3}},
                     ROUNDING);
    check_same_shape((gyre_shape){GYRE_SHAPE_frustum, 0, {2, 2, 3}}, (gyre_shape){GYRE_SHAPE_cylinder, 0, {2, 3}},
                     ROUNDING);
    check_same_shape((gyre_shape){GYRE_SHAPE_tube, 0, {2, 0, 3}}, (gyre_shape){GYRE_SHAPE_cylinder, 0, {2, 3}},
                     ROUNDING);
    check_same_shape((gyre_shape){GYRE_SHAPE_ellipsoid, 0, {2, 2, 2}}, (gyre_shape){GYRE_SHAPE_sphere, 0, {2}}, 1e-14);
    check_same_shape((gyre_shape){GYRE_SHAPE_capsule, 0, {2, 1e-17}}, (gyre_shape){GYRE_SHAPE_sphere, 0, {2}},
                     ROUNDING);
    gyre_shape corners = {GYRE_SHAPE_tetrahedron, 0, {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1}};
    check_same_shape(corners, (gyre_shape){GYRE_SHAPE_regular_tetrahedron, 0, {sqrt(8)}}, ROUNDING);
}

TEST(an_upside_down_frustum_is_the_mirror_image) {
    for (int is_hollow = 0; is_hollow < 2; is_hollow++) {
        gyre_mass_properties a = mass_of((gyre_shape){GYRE_SHAPE_frustum, is_hollow, {0.5, 0, 3}}, gyre_by_mass(1));
        gyre_mass_properties b = mass_of((gyre_shape){GYRE_SHAPE_frustum, is_hollow, {0, 0.5, 3}}, gyre_by_mass(1));
        CHECK_BELOW(a.center.z, -0.1);
        b.center.z = -b.center.z;
        CHECK_BELOW(difference_of(&a, &b), 16 * DBL_EPSILON);
    }
}

TEST(a_torus_may_close_its_hole) {
    check_against_integral((gyre_shape){GYRE_SHAPE_torus, 0, {1, 1}});
    check_against_integral((gyre_shape){GYRE_SHAPE_torus, 1, {1, 1}});
}

TEST(numbers_after_the_last_parameter_do_not_matter) {
    random_source r = {9};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++) {
        gyre_shape a = random_shape(&r, (gyre_shape_kind)kind, 0), b = a;
        for (size_t i = gyre_shape_parameter_count(a.kind); i < GYRE_SHAPE_PARAMETERS_MAX; i++)
            b.parameters[i] = NAN;
        gyre_mass_properties x = mass_of(a, gyre_by_mass(1)), y = mass_of(b, gyre_by_mass(1));
        CHECK_BYTES(&x, &y, sizeof x);
    }
}

TEST(the_wall_of_a_tube_may_be_thin) {
    const double wall = 1e-12;
    gyre_shape tube = {GYRE_SHAPE_tube, 0, {1, 1 - wall, 2}};
    gyre_mass_properties m = mass_of(tube, gyre_by_density(1));
    double exact_wall = 1 - (1 - wall); // 1 - wall after rounding
    CHECK_NEAR(m.mass / (2 * PI * (2 - exact_wall) * exact_wall), 1, 8 * DBL_EPSILON);
    CHECK_NEAR(m.inertia.zz / m.mass, 1 - exact_wall, 8 * DBL_EPSILON);
}

TEST(a_tetrahedron_may_be_a_needle_with_its_tip_at_any_corner) {
    const double w = 0x1p-30; // 1e-9 wide, sqrt 3 long, leaning: the edges at the far end span (1, 1, 1) w^2
    const double corners[4][3] = {{1, 1, 1}, {0, 0, 0}, {w, -w, 0}, {0, w, -w}};
    for (int first = 0; first < 4; first++) {
        gyre_shape needle = {.kind = GYRE_SHAPE_tetrahedron};
        for (int i = 0; i < 12; i++)
            needle.parameters[i] = corners[(first + i / 3) % 4][i % 3];
        double volume;
        CHECK_OK(gyre_shape_measure(&needle, &volume));
        CHECK_NEAR(volume / (w * w / 2), 1, 8 * DBL_EPSILON);
    }
}

TEST(a_triangle_far_away_keeps_its_size) {
    double area, far = 1024;
    gyre_shape triangle = {GYRE_SHAPE_triangle, 0, {far, far, 0, far + 1, far, 0, far, far + 1, 0}};
    gyre_mass_properties m = mass_of(triangle, gyre_by_mass(36));
    CHECK_NEAR(m.inertia.xx, 2, 8 * DBL_EPSILON);
    CHECK_NEAR(m.inertia.xy, 1, 8 * DBL_EPSILON);
    CHECK_OK(gyre_shape_measure(&triangle, &area));
    CHECK_SAME(area, 0.5);
}

TEST(symmetric_shapes_have_symmetric_tensors_to_the_last_bit) {
    random_source r = {5};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++) {
        if (shape_has_corners((gyre_shape_kind)kind) || kind == GYRE_SHAPE_wedge) continue;
        for (int is_hollow = 0; is_hollow < (gyre_shape_dimension((gyre_shape_kind)kind) == 3 ? 2 : 1); is_hollow++) {
            gyre_mass_properties m = mass_of(random_shape(&r, (gyre_shape_kind)kind, is_hollow), gyre_by_mass(1));
            CHECK(m.center.x == 0 && m.center.y == 0);
            CHECK(m.inertia.xy == 0 && m.inertia.xz == 0 && m.inertia.yz == 0);
        }
    }
    gyre_mass_properties capsule = mass_of((gyre_shape){GYRE_SHAPE_capsule, 1, {0.3, 0.7}}, gyre_by_mass(1));
    CHECK(capsule.center.z == 0);
}

// ---- turning is hard or easy ----------------------------------------------------------------------------------------

TEST(spec_50_a_long_box_turns_most_easily_about_its_long_axis) {
    gyre_mass_properties box = mass_of((gyre_shape){GYRE_SHAPE_box, 0, {1, 2, 10}}, gyre_by_mass(1));
    CHECK(box.inertia.zz < box.inertia.yy && box.inertia.yy < box.inertia.xx);
    gyre_mass_properties ball = mass_of((gyre_shape){GYRE_SHAPE_sphere, 0, {3}}, gyre_by_mass(1));
    CHECK(ball.inertia.xx == ball.inertia.yy && ball.inertia.yy == ball.inertia.zz);
}

TEST(spec_50_the_same_push_off_centre_gives_the_same_acceleration_and_another_spin) {
    gyre_mass_properties box = mass_of((gyre_shape){GYRE_SHAPE_box, 0, {1, 1, 10}}, gyre_by_mass(2));
    gyre_mass_properties ball = mass_of((gyre_shape){GYRE_SHAPE_sphere, 0, {1}}, gyre_by_mass(2));
    gyre_mass masses[2];
    gyre_quat axes;
    CHECK_OK(gyre_mass_principal(&box, &masses[0], &axes));
    CHECK_OK(gyre_mass_principal(&ball, &masses[1], &axes));
    gyre_vec3 force = {3, 0, 0}, point = {0, 0, 1}; // tau = (0, 3, 0)
    gyre_auxiliary after[2];
    for (int i = 0; i < 2; i++) { // at rest, after one second under F and tau as they are at the start
        gyre_state s = {.q = {1, 0, 0, 0}, .P = force, .L = crossed(point, force)};
        CHECK_OK(gyre_auxiliary_of(&masses[i], &s, &after[i]));
        CHECK_SAME(after[i].v.x, 1.5);
    }
    CHECK_NEAR(after[0].w.y, 3 / (2 * 101.0 / 12), 4 * DBL_EPSILON);
    CHECK_NEAR(after[1].w.y, 3 / (2 * 0.4), 16 * DBL_EPSILON);
}

// ---- names and bad data ---------------------------------------------------------------------------------------------

TEST(names_lead_back_to_their_shapes) {
    for (int i = 0; i < GYRE_SHAPE_KIND_COUNT; i++) {
        gyre_shape_kind kind = (gyre_shape_kind)i, found = GYRE_SHAPE_KIND_COUNT;
        CHECK_OK(gyre_shape_from_name(gyre_shape_name(kind), &found));
        CHECK_EQ(found, kind);
        CHECK(strlen(gyre_shape_text(kind)) > 0);
        for (size_t k = 0; k < gyre_shape_parameter_count(kind); k++)
            if (!gyre_shape_parameter_name(kind, k))
                fail_msg("%s: parameter %zu has no name in shape.c", gyre_shape_name(kind), k);
        CHECK(!gyre_shape_parameter_name(kind, gyre_shape_parameter_count(kind)));
    }
    assert_string_equal(gyre_shape_parameter_name(GYRE_SHAPE_tube, 1), "inner_radius");
    assert_string_equal(gyre_shape_parameter_name(GYRE_SHAPE_tetrahedron, 11), "dz");
    gyre_shape_kind kind = GYRE_SHAPE_cone;
    CHECK_RESULT(gyre_shape_from_name("blob", &kind), GYRE_ERR_SHAPE);
    CHECK_EQ(kind, GYRE_SHAPE_cone);
    gyre_shape_kind none[] = {GYRE_SHAPE_KIND_COUNT, (gyre_shape_kind)-1};
    for (int i = 0; i < 2; i++) {
        CHECK(!gyre_shape_name(none[i]) && !gyre_shape_text(none[i]) && !gyre_shape_parameter_name(none[i], 0));
        CHECK(gyre_shape_dimension(none[i]) == 0 && gyre_shape_parameter_count(none[i]) == 0);
    }
}

// Both calls fail in the same way and write nothing.
static void check_refused(gyre_shape s, gyre_result want) {
    gyre_mass_properties m, untouched;
    memset(&m, 0x5a, sizeof m);
    memset(&untouched, 0x5a, sizeof untouched);
    double measure = 7;
    gyre_result got = gyre_mass_of_shape(&s, gyre_by_mass(1), &m);
    if (got != want)
        fail_msg("%s%s (%g, %g, %g ...) gives %s, expected %s", s.is_hollow ? "hollow " : "", gyre_shape_name(s.kind),
                 s.parameters[0], s.parameters[1], s.parameters[2], gyre_result_name(got), gyre_result_name(want));
    CHECK_RESULT(gyre_shape_measure(&s, &measure), want);
    CHECK_SAME(measure, 7);
    CHECK_BYTES(&m, &untouched, sizeof m);
}

TEST(invalid_lengths_are_refused) {
    random_source r = {6};
    const double bad[] = {NAN, INFINITY, -INFINITY, -1, 0, -0.0};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (size_t k = 0; k < gyre_shape_parameter_count((gyre_shape_kind)kind); k++)
            for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
                gyre_shape s = random_shape(&r, (gyre_shape_kind)kind, 0);
                s.parameters[k] = bad[i];
                bool may_be_negative = shape_has_corners((gyre_shape_kind)kind);
                bool may_be_zero = (kind == GYRE_SHAPE_tube && k == 1) || (kind == GYRE_SHAPE_frustum && k < 2);
                if ((may_be_negative && i > 2) || (may_be_zero && i > 3)) continue;
                check_refused(s, GYRE_ERR_SHAPE);
                s.is_hollow = 1;
                check_refused(s, GYRE_ERR_SHAPE);
            }
}

TEST(invalid_shape_parameters_are_refused) {
    const gyre_shape bad[] = {
        {GYRE_SHAPE_KIND_COUNT, 0, {1, 1, 1}},
        {(gyre_shape_kind)-1, 0, {1, 1, 1}},
        {GYRE_SHAPE_tube, 0, {1, 1, 1}},
        {GYRE_SHAPE_tube, 0, {1, 2, 1}},
        {GYRE_SHAPE_frustum, 0, {0, 0, 1}},
        {GYRE_SHAPE_torus, 0, {1, 1.0000001}},
        {GYRE_SHAPE_rod, 1, {1}},
        {GYRE_SHAPE_disc, 1, {1}},
        {GYRE_SHAPE_plate, 1, {1, 1}},
        {GYRE_SHAPE_triangle, 1, {0, 0, 0, 1, 0, 0, 0, 1, 0}},
        {GYRE_SHAPE_triangle, 0, {0}},                                           // one point
        {GYRE_SHAPE_triangle, 0, {0, 0, 0, 0.1, 0.1, 0.1, 0.3, 0.3, 0.3}},       // a line
        {GYRE_SHAPE_triangle, 0, {0.1, 0.2, 0.3, 0.4, 0.4, 0.4, 0.7, 0.6, 0.5}}, // a line up to rounding
        {GYRE_SHAPE_tetrahedron, 0, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}},       // a square
        {GYRE_SHAPE_tetrahedron, 1, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}},       // hollow
        {GYRE_SHAPE_tetrahedron, 0, {1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 1}},       // a corner twice
        {GYRE_SHAPE_tetrahedron,
         0,
         {0.1, 0.2, 0.3, 1.1, 0.3, 0.3, 0.3, 1.3, 0.6, 1.3, 1.4, 0.6}}, // flat up to rounding
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        check_refused(bad[i], GYRE_ERR_SHAPE);
}

TEST(sizes_beyond_the_range_of_doubles_are_refused) {
    const double scales[] = {1e300, 1e160, 1e-300, 1e-160}; // squares overflow or underflow
    random_source r = {7};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int is_hollow = 0; is_hollow < (gyre_shape_dimension((gyre_shape_kind)kind) == 3 ? 2 : 1); is_hollow++)
            for (int i = 0; i < 4; i++) {
                gyre_shape s = random_shape(&r, (gyre_shape_kind)kind, is_hollow);
                for (int k = 0; k < GYRE_SHAPE_PARAMETERS_MAX; k++)
                    s.parameters[k] *= scales[i];
                check_refused(s, GYRE_ERR_NOT_FINITE);
            }
    gyre_shape half_the_world = {GYRE_SHAPE_triangle, 0, {-1.7e308, 0, 0, 1.7e308, 0, 0, 0, 1.7e308, 0}};
    check_refused(half_the_world, GYRE_ERR_NOT_FINITE);
}

TEST(large_and_small_shapes_are_right_while_their_mass_properties_are_finite) {
    random_source r = {8};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int is_hollow = 0; is_hollow < (gyre_shape_dimension((gyre_shape_kind)kind) == 3 ? 2 : 1); is_hollow++)
            for (int sign = -1; sign <= 1; sign += 2) {
                gyre_shape s = random_shape(&r, (gyre_shape_kind)kind, is_hollow), scaled_shape = s;
                double factor = ldexp(1, sign * 320); // 2e96: its cube is in range, its fourth power not
                for (int k = 0; k < GYRE_SHAPE_PARAMETERS_MAX; k++)
                    scaled_shape.parameters[k] *= factor;
                gyre_mass_properties a = mass_of(s, gyre_by_mass(1)), b = mass_of(scaled_shape, gyre_by_mass(1));
                for (int k = 0; k < 6; k++)
                    CHECK_SAME((&b.inertia.xx)[k], (&a.inertia.xx)[k] * factor * factor); // powers of two are exact
            }
}

TEST(wrong_amounts_and_null_pointers_are_refused) {
    gyre_shape s = {GYRE_SHAPE_sphere, 0, {1}};
    gyre_mass_properties m = {.mass = 7};
    double measure;
    gyre_shape_kind kind;
    const double bad[] = {NAN, INFINITY, 0, -1};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_RESULT(gyre_mass_of_shape(&s, gyre_by_mass(bad[i]), &m), GYRE_ERR_MASS);
        CHECK_RESULT(gyre_mass_of_shape(&s, gyre_by_density(bad[i]), &m), GYRE_ERR_MASS);
    }
    CHECK_RESULT(gyre_mass_of_shape(&s, (gyre_amount){GYRE_AMOUNT_KIND_COUNT, 1}, &m), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_shape(&s, gyre_by_density(DBL_MAX), &m), GYRE_ERR_NOT_FINITE);
    CHECK_SAME(m.mass, 7);
    CHECK_RESULT(gyre_mass_of_shape(NULL, gyre_by_mass(1), &m), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_shape(&s, gyre_by_mass(1), NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_shape_measure(NULL, &measure), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_shape_measure(&s, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_shape_from_name(NULL, &kind), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_shape_from_name("box", NULL), GYRE_ERR_NULL_POINTER);
}

RUN_TESTS("shape")
