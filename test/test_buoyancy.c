/// Submerged volume and buoyancy of balls and boxes.
#include "check.h"
#include "force_helpers.h"

#define TURN 6.28318530717958647692

static const quat unturned = {1, 0, 0, 0};
static const gyre_vec3 brick = {2, 3, 1.5}; // volume 9

// ---- the ball -------------------------------------------------------------------------------------------------------

TEST(half_a_ball_under_water_is_half_its_volume) {
    submerged s = submerged_sphere(0, 2);
    CHECK_NEAR(s.volume, TURN / 3 * 8, 1e-14);
    CHECK_NEAR(s.moment.z / s.volume, -0.375 * 2, 1e-15); // the centroid of a half ball: 3/8 r
    CHECK_SAME(s.moment.x, 0);
    CHECK_SAME(s.moment.y, 0);
}

TEST(a_ball_above_the_water_displaces_nothing) {
    submerged s = submerged_sphere(-2.0001, 2);
    CHECK_SAME(s.volume, 0);
    CHECK_SAME(s.depth, 0);
    CHECK(s.moment.z == 0);
}

TEST(a_ball_under_water_displaces_all_of_it_around_its_centre) {
    submerged s = submerged_sphere(7, 2);
    CHECK_NEAR(s.volume, TURN * 2 / 3 * 8, 4e-14);
    CHECK_SAME(s.moment.z, -0.0);
    CHECK_NEAR(s.depth, 7 * s.volume, 1e-12);
}

// Discs of radius^2 = r^2 - z^2, by Simpson's rule: the integrands are polynomials of degree 2 and 3, so it is exact.
TEST(the_cap_of_a_ball_is_the_sum_of_its_discs) {
    const double r = 1.3;
    for (double center_depth = -1.2; center_depth < 1.3; center_depth += 0.1) {
        double low = -r, high = center_depth, middle = (low + high) / 2;
        double z[3] = {low, middle, high}, weights[3] = {1, 4, 1}, volume = 0, moment = 0, depth = 0;
        for (int i = 0; i < 3; i++) {
            double disc = TURN / 2 * (r * r - z[i] * z[i]) * weights[i] * (high - low) / 6;
            volume += disc, moment += disc * z[i], depth += disc * (center_depth - z[i]);
        }
        submerged s = submerged_sphere(center_depth, r);
        CHECK_NEAR(s.volume, volume, 1e-14);
        CHECK_NEAR(s.moment.z, moment, 1e-14);
        CHECK_NEAR(s.depth, depth, 1e-14);
    }
}

// ---- the box --------------------------------------------------------------------------------------------------------

TEST(a_level_box_is_under_water_up_to_its_waterline) {
    submerged s = submerged_box(-0.25, unturned, brick); // 0.5 m deep
    CHECK_NEAR(s.volume, 3, 1e-15);
    CHECK_NEAR(s.depth, 6 * 0.5 * 0.25, 1e-15);
    CHECK_NEAR(s.moment.z, -3 * 0.5, 2e-15);
    CHECK_NEAR(s.moment.x, 0, 1e-15);
    CHECK_NEAR(s.moment.y, 0, 1e-15);
}

TEST(a_box_above_the_water_displaces_nothing) {
    random_source r = {1};
    for (int i = 0; i < 100; i++) {
        submerged s = submerged_box(-2, quat_in(random_rotation(&r)), brick); // half a diagonal is 1.95
        CHECK(s.volume == 0 && s.depth == 0);
        CHECK(s.moment.x == 0 && s.moment.y == 0 && s.moment.z == 0);
    }
}

TEST(a_box_under_water_displaces_all_of_it_around_its_centre) {
    random_source r = {2};
    for (int i = 0; i < 100; i++) {
        submerged s = submerged_box(1000, quat_in(random_rotation(&r)), brick);
        CHECK_SAME(s.volume, 9);
        CHECK_SAME(s.depth, 9000);
        CHECK(s.moment.x == 0 && s.moment.y == 0 && s.moment.z == 0);
    }
}

TEST(a_box_that_submerges_has_continuous_buoyancy) {
    random_source r = {3};
    for (int i = 0; i < 100; i++) {
        quat q = quat_in(random_rotation(&r));
        mat3 R = quat_to_mat3(q);
        double reach = (fabs(R.m[2][0]) * brick.x + fabs(R.m[2][1]) * brick.y + fabs(R.m[2][2]) * brick.z) / 2;
        submerged before = submerged_box(reach * (1 - 1e-9), q, brick),
                  after = submerged_box(reach * (1 + 1e-9), q, brick);
        CHECK_NEAR(before.volume, after.volume, 1e-13); // the dry corner has a volume of (1e-9)^3
        CHECK_NEAR(before.depth, after.depth, 1e-7);    // the volume times the way between the two: 9 * 4e-9
        CHECK_NEAR(length(before.moment), 0, 1e-13);
    }
}

// An independent closed form for a tilted box: with depth d - n.u in the box's axes, integrating three times over a
// cuboid gives a sum over its corners of powers of their depth, signs alternating, divided by n_x n_y n_z.
static void corner_formula(double center_depth, quat q, gyre_vec3 size, double *out_volume, double *out_depth) {
    mat3 R = quat_to_mat3(q);
    double volume = 0, depth = 0;
    for (int i = 0; i < 8; i++) {
        double sx = i & 1 ? 1 : -1, sy = i & 2 ? 1 : -1, sz = i & 4 ? 1 : -1;
        double d = center_depth - (sx * size.x * R.m[2][0] + sy * size.y * R.m[2][1] + sz * size.z * R.m[2][2]) / 2;
        double wet = d > 0 ? d : 0;
        volume -= sx * sy * sz * wet * wet * wet;
        depth -= sx * sy * sz * wet * wet * wet * wet;
    }
    double n = R.m[2][0] * R.m[2][1] * R.m[2][2];
    *out_volume = volume / (6 * n);
    *out_depth = depth / (24 * n);
}

TEST(a_tilted_box_agrees_with_the_formula_over_its_corners) {
    random_source r = {4};
    int compared = 0;
    for (int i = 0; i < 2000; i++) {
        quat q = quat_in(random_rotation(&r));
        double center_depth = random_between(&r, -2, 2), volume, depth;
        mat3 R = quat_to_mat3(q);
        double n = fabs(R.m[2][0] * R.m[2][1] * R.m[2][2]);
        if (n < 0.01) continue; // where the formula loses its digits
        corner_formula(center_depth, q, brick, &volume, &depth);
        submerged s = submerged_box(center_depth, q, brick);
        double rounding = 8 * 4 * DBL_EPSILON * 256 / (6 * n); // eight fourth powers of depths up to 4
        CHECK_NEAR(s.volume, volume, rounding);
        CHECK_NEAR(s.depth, depth, rounding);
        compared++;
    }
    CHECK(compared > 1000);
}

// Columns along the box's z axis, cut exactly at the water, over a grid of midpoints: the error of the midpoint rule at
// kinks is of the order of the cell's area.
static submerged sum_of_columns(double center_depth, quat q, gyre_vec3 size) {
    enum { CELLS = 300 };
    submerged sum = {.volume = 0};
    vec3 up_body = rotate_back(q, (vec3){0, 0, 1});
    double cell = size.x * size.y / (CELLS * CELLS);
    for (int i = 0; i < CELLS; i++)
        for (int j = 0; j < CELLS; j++) {
            double x = ((i + 0.5) / CELLS - 0.5) * size.x, y = ((j + 0.5) / CELLS - 0.5) * size.y;
            // wet where up.(x, y, z) < center_depth
            double cut = (center_depth - up_body.x * x - up_body.y * y) / up_body.z;
            double low = -size.z / 2, high = size.z / 2;
            if (up_body.z > 0 && cut < high) high = cut;
            if (up_body.z < 0 && cut > low) low = cut;
            if (!(high > low)) continue;
            double volume = cell * (high - low);
            vec3 middle_body = {x, y, (low + high) / 2};
            vec3 middle = rotate(q, middle_body);
            sum.volume += volume;
            sum.moment = add(sum.moment, scale(volume, middle));
            sum.depth += volume * (center_depth - middle.z);
        }
    return sum;
}

TEST(a_tilted_box_agrees_with_numerical_quadrature) {
    random_source r = {5};
    for (int i = 0; i < 40; i++) {
        quat q = quat_in(random_rotation(&r));
        double center_depth = random_between(&r, -1.5, 1.5);
        submerged want = sum_of_columns(center_depth, q, brick), s = submerged_box(center_depth, q, brick);
        double tolerance = 9 * 4.0 / (300 * 300); // a few cells of the volume 9
        CHECK_NEAR(s.volume, want.volume, tolerance);
        CHECK_NEAR(s.depth, want.depth, tolerance);
        CHECK_NEAR(s.moment.x, want.moment.x, tolerance);
        CHECK_NEAR(s.moment.y, want.moment.y, tolerance);
        CHECK_NEAR(s.moment.z, want.moment.z, tolerance);
    }
}

TEST(a_nearly_level_box_keeps_its_digits) {
    for (double tilt = 1e-3; tilt > 1e-17; tilt /= 10) {
        submerged s = submerged_box(0.1, rotation_of((vec3){tilt, tilt / 3, 0}), brick);
        // 0.85 m deep. To first order the waterplane's second moments (4.5 and 2 m^4) shift the centre to the sunken
        // side, and the wet part, centred 0.325 m below the middle, swings to the other.
        double second_order = 40 * tilt * tilt + 1e-15;
        CHECK_NEAR(s.volume, 5.1, second_order);
        CHECK_NEAR(s.moment.y, -tilt * (4.5 - 5.1 * 0.325), second_order);
        CHECK_NEAR(s.moment.x, tilt / 3 * (2 - 5.1 * 0.325), second_order);
    }
}

TEST(wet_and_dry_parts_make_the_whole) {
    random_source r = {6};
    const quat over = {0, 1, 0, 0}; // half a turn about x: upside down
    for (int i = 0; i < 1000; i++) {
        quat q = quat_in(random_rotation(&r));
        double center_depth = random_between(&r, -2, 2);
        submerged wet = submerged_box(center_depth, q, brick),
                  dry = submerged_box(-center_depth, quat_mul(over, q), brick);
        CHECK_NEAR(wet.volume + dry.volume, 9, 1e-13);
        CHECK_NEAR(wet.moment.x + dry.moment.x, 0, 1e-13); // about the centre they balance; z is turned over
        CHECK_NEAR(wet.moment.z - dry.moment.z, 0, 1e-13);
    }
}

TEST(a_corner_that_just_dips_in_has_a_small_volume_to_many_digits) {
    random_source r = {7};
    for (int i = 0; i < 100; i++) {
        quat q = quat_in(random_rotation(&r));
        mat3 R = quat_to_mat3(q);
        double n[3] = {fabs(R.m[2][0]), fabs(R.m[2][1]), fabs(R.m[2][2])};
        if (n[0] * n[1] * n[2] < 0.01) continue;
        double reach = (n[0] * brick.x + n[1] * brick.y + n[2] * brick.z) / 2;
        const double dip = 1e-4; // a tetrahedron with edges dip/n_i
        submerged s = submerged_box(dip - reach, q, brick);
        double volume = dip * dip * dip / (6 * n[0] * n[1] * n[2]);
        CHECK_NEAR(s.volume, volume, volume * 1e-10); // the dip itself is known to 1e-16 / 1e-4
        CHECK_NEAR(s.depth, volume * dip / 4, volume * dip * 1e-10);
    }
}

// ---- the force ------------------------------------------------------------------------------------------------------

static gyre_force_buoyancy water(void) {
    gyre_force_buoyancy p = gyre_force_parameters_default(GYRE_FORCE_buoyancy).buoyancy;
    p.fluid_density = 1000;
    p.solid = GYRE_SOLID_BOX;
    p.size = brick;
    return p;
}

TEST(a_box_of_half_the_density_floats_half_way) {
    placed a = {.q = unturned, .mass = 4500};
    gyre_force_buoyancy p = water();
    pull got = buoyancy_pull(&a, &p, &test_surroundings);
    CHECK_NEAR(got.conservative.F.z, 4500 * 9.81, 1e-10);
    CHECK_SAME(got.conservative.F.x, 0); // gravity has an x component there, which a level surface cannot answer
    CHECK_NEAR(got.conservative.arm.z, -0.375, 1e-15);
}

// A ship's metacentre: the torque against a small heel is rho g V (I/V - BG) times the angle, where I is the second
// moment of the waterplane and BG the height of the centre of mass above the centre of buoyancy.
TEST(a_heeling_box_rights_itself_by_its_metacentric_height) {
    const double heel = 1e-5;
    placed a = {.q = rotation_of((vec3){heel, 0, 0}), .mass = 4500};
    gyre_force_buoyancy p = water();
    pull got = buoyancy_pull(&a, &p, &test_surroundings);
    double volume = 4.5, waterplane = 2 * 27 / 12.0, BG = 0.375;
    double stiffness = 1000 * 9.81 * volume * (waterplane / volume - BG);
    CHECK_NEAR(wrench_of(&got.conservative).tau.x, -stiffness * heel, 1e-8 * stiffness * heel); // heel^2, and rounding
}

TEST(a_box_turned_in_its_body_is_that_box_in_the_world) {
    random_source r = {8};
    gyre_quat q = random_rotation(&r), turned = random_rotation(&r);
    gyre_force_buoyancy p = water(), straight = p;
    p.turned = turned;
    placed a = {.q = quat_in(q), .mass = 1}, b = {.q = quat_mul(a.q, quat_in(turned)), .mass = 1};
    pull got = buoyancy_pull(&a, &p, &test_surroundings), want = buoyancy_pull(&b, &straight, &test_surroundings);
    CHECK_BYTES(&got, &want, sizeof got);
}

TEST(buoyancy_acts_on_the_solid_where_it_is_on_the_body) {
    placed a = {.x = {1, 2, -5}, .q = unturned, .mass = 1};
    gyre_force_buoyancy p = water();
    p.at = (gyre_point){GYRE_AT_BODY, {0.5, 0, 1}};
    p.surface = -3;
    pull got = buoyancy_pull(&a, &p, &test_surroundings);
    CHECK_NEAR(got.conservative.F.z, 1000 * 9.81 * 9, 1e-9); // 1 m below the surface, wholly
    CHECK_SAME(got.conservative.arm.x, 0.5);
    CHECK_SAME(got.conservative.arm.z, 1);
    CHECK_NEAR(got.potential, 1000 * 9.81 * 9, 1e-9);
}

TEST(drag_in_water_is_proportional_to_the_submerged_volume) {
    placed a = {.q = unturned, .v = {2, 0, 0}, .w = {0, 1, 0}, .mass = 1};
    gyre_force_buoyancy p = water();
    p.drag = 10;
    pull half = buoyancy_pull(&a, &p, &test_surroundings);
    CHECK_NEAR(half.other.F.x, -5 * (2 - 0.375), 1e-14); // at the centre of the wet half
    p.solid = GYRE_SOLID_SPHERE, p.radius = 2;
    half = buoyancy_pull(&a, &p, &test_surroundings);
    CHECK_NEAR(half.other.F.x, -5 * (2 - 0.75), 1e-14);
    a.x.z = -10;
    CHECK_NEAR(buoyancy_pull(&a, &p, &test_surroundings).other.F.x, -10 * 2, 1e-14);
}

TEST(a_body_above_water_has_zero_load_without_nan) {
    placed a = {.x = {0, 0, 10}, .q = unturned, .v = {2, 0, 0}, .mass = 1};
    for (int solid = 0; solid < GYRE_SOLID_COUNT; solid++) {
        gyre_force_buoyancy p = water();
        p.solid = (gyre_solid)solid, p.radius = 1, p.drag = 3;
        pull got = buoyancy_pull(&a, &p, &test_surroundings);
        CHECK(length(got.conservative.F) == 0 && length(got.other.F) == 0 && got.potential == 0);
        CHECK(length(got.conservative.arm) == 0);
    }
}

RUN_TESTS("buoyancy")
