/// The loads of every force on one body or two: laws that hold for all of forces.def, then each force separately.
#include "check.h"
#include "force_helpers.h"
#include "forces/net_wrench.h"

enum { SAMPLES = 400 };

#define FOR_EACH_KIND(kind) for (gyre_force_kind kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++)

static const vec3 nowhere = {0, 0, 0};

// Every second body is held at a pivot beside its centre of mass.
static placed body_number(random_source *r, int i) {
    gyre_vec3 center = i % 2 ? random_vec3(r, 1) : (gyre_vec3){0, 0, 0};
    return random_placed(r, center);
}

static placed resting_body(double mass) { return (placed){.q = {1, 0, 0, 0}, .mass = mass}; }

static void check_vec3(vec3 got, vec3 want, double tolerance) {
    CHECK_NEAR(got.x, want.x, tolerance);
    CHECK_NEAR(got.y, want.y, tolerance);
    CHECK_NEAR(got.z, want.z, tolerance);
}

// ---- laws of all forces ---------------------------------------------------------------------------------------------

// The derivative of V along one of six motions of body a (three shifts, three turns), by a five-point rule with h =
// 1e-4: truncation h^4/30 V''''' is below 1e-12 for the smooth potentials here, and rounding 1.5 eps V/h = 3e-12 V.
typedef double (*potential_function)(const placed *a, const void *user);

static double slope(potential_function V, const placed *a, int motion, const void *user) {
    const double h = 1e-4;
    double values[5];
    for (int i = -2; i <= 2; i++) {
        double step[6] = {0};
        step[motion] = i * h;
        placed b = moved(a, (vec3){step[0], step[1], step[2]}, (vec3){step[3], step[4], step[5]});
        values[i + 2] = V(&b, user);
    }
    return (8 * (values[3] - values[1]) - (values[4] - values[0])) / (12 * h);
}

static void check_follows_from(potential_function V, const placed *a, const void *user, const load *conservative,
                               gyre_force_kind kind) {
    wrench W = wrench_of(conservative);
    const double got[6] = {W.F.x, W.F.y, W.F.z, W.tau.x, W.tau.y, W.tau.z};
    double tolerance = 1e-9 * (1 + fabs(V(a, user)));
    for (int motion = 0; motion < 6; motion++) {
        double want = -slope(V, a, motion, user);
        if (!(fabs(got[motion] - want) <= tolerance))
            fail_msg("%s, component %d: %.12g, but the potential gives %.12g", gyre_force_kind_name(kind), motion,
                     got[motion], want);
    }
}

typedef struct one_body {
    gyre_force_kind kind;
    gyre_force_parameters p;
} one_body;

static double potential_of_one(const placed *a, const void *user) {
    const one_body *f = user;
    return pull_of(f->kind, a, &f->p, &test_surroundings).potential;
}

TEST(conservative_loads_follow_from_the_potential) {
    random_source r = {1};
    FOR_EACH_KIND(kind) {
        for (int i = 0; i < SAMPLES; i++) {
            one_body f = {kind, random_parameters(&r, kind, 0)};
            placed a = body_number(&r, i);
            pull got = pull_of(kind, &a, &f.p, &test_surroundings);
            check_follows_from(potential_of_one, &a, &f, &got.conservative, kind);
        }
    }
}

typedef struct two_bodies {
    gyre_force_kind kind;
    gyre_force_parameters p;
    placed other;
    int is_first_fixed;
} two_bodies;

static double potential_of_two(const placed *moving, const void *user) {
    const two_bodies *f = user;
    const placed *a = f->is_first_fixed ? &f->other : moving, *b = f->is_first_fixed ? moving : &f->other;
    return pair_pull_of(f->kind, a, b, &f->p, &test_surroundings).on_a.potential;
}

TEST(conservative_pair_loads_follow_from_the_potential) {
    random_source r = {2};
    FOR_EACH_KIND(kind) {
        if (!gyre_force_may_join(kind)) continue;
        for (int i = 0; i < SAMPLES; i++) {
            two_bodies f = {kind, random_parameters(&r, kind, 1), .is_first_fixed = 0};
            placed a = body_number(&r, i), b = body_number(&r, i / 2);
            pair_pull got = pair_pull_of(kind, &a, &b, &f.p, &test_surroundings);
            f.other = b;
            check_follows_from(potential_of_two, &a, &f, &got.on_a.conservative, kind);
            f.other = a, f.is_first_fixed = 1;
            check_follows_from(potential_of_two, &b, &f, &got.conservative_on_b, kind);
        }
    }
}

// Fifteen products and sums of numbers that the terms below bound.
static void check_power(const load *a, vec3 v, vec3 w) {
    wrench W = wrench_of(a);
    double size = length(a->F) * (length(v) + length(w) * length(a->arm)) + length(a->couple) * length(w);
    CHECK_NEAR(power_of(a, v, w), dot(W.F, v) + dot(W.tau, w), 16 * DBL_EPSILON * size);
}

TEST(power_at_the_point_is_power_of_the_wrench) {
    random_source r = {3};
    FOR_EACH_KIND(kind) {
        for (int i = 0; i < SAMPLES; i++) {
            placed a = body_number(&r, i), b = body_number(&r, i / 2);
            gyre_force_parameters p = random_parameters(&r, kind, 0);
            pull one = pull_of(kind, &a, &p, &test_surroundings);
            check_power(&one.conservative, a.v, a.w);
            check_power(&one.other, a.v, a.w);
            p = random_parameters(&r, kind, 1);
            pair_pull two = pair_pull_of(kind, &a, &b, &p, &test_surroundings);
            check_power(&two.on_a.conservative, a.v, a.w);
            check_power(&two.on_a.other, a.v, a.w);
            check_power(&two.conservative_on_b, b.v, b.w);
            check_power(&two.other_on_b, b.v, b.w);
        }
    }
}

// The line of action: F and the two arms, seen from a body's reference point.
static void check_internal(const load *on_a, const load *on_b, const placed *a, const placed *b) {
    CHECK_SAME(on_a->F.x + on_b->F.x, 0);
    CHECK_SAME(on_a->F.y + on_b->F.y, 0);
    CHECK_SAME(on_a->F.z + on_b->F.z, 0);
    vec3 place_a = add(a->x, on_a->arm), place_b = add(b->x, on_b->arm);
    double size = length(on_a->F) * (length(place_a) + length(place_b)); // of each product that must cancel
    check_vec3(cross(sub(place_a, place_b), on_a->F), nowhere, 8 * DBL_EPSILON * size);
    wrench W_a = wrench_of(on_a), W_b = wrench_of(on_b);
    vec3 tau = add(add(W_a.tau, cross(a->x, W_a.F)), add(W_b.tau, cross(b->x, W_b.F)));
    double arms = length(a->x) + length(on_a->arm) + length(b->x) + length(on_b->arm);
    check_vec3(tau, nowhere, 16 * DBL_EPSILON * length(on_a->F) * arms);
}

TEST(spec_69_internal_forces_are_opposite_and_collinear_without_net_torque) {
    random_source r = {4};
    FOR_EACH_KIND(kind) {
        if (!gyre_force_may_join(kind)) continue;
        for (int i = 0; i < SAMPLES; i++) {
            placed a = body_number(&r, i), b = body_number(&r, i / 2);
            gyre_force_parameters p = random_parameters(&r, kind, 1);
            pair_pull got = pair_pull_of(kind, &a, &b, &p, &test_surroundings);
            CHECK(length(got.on_a.conservative.F) > 0);
            check_internal(&got.on_a.conservative, &got.conservative_on_b, &a, &b);
            check_internal(&got.on_a.other, &got.other_on_b, &a, &b);
        }
    }
}

TEST(only_forces_marked_in_the_list_depend_on_velocity) {
    random_source r = {5};
    FOR_EACH_KIND(kind) {
        if (kind == GYRE_FORCE_callback) continue; // the function's own word
        int seen = 0;
        for (int i = 0; i < SAMPLES; i++) {
            gyre_force_parameters p = random_parameters(&r, kind, 0);
            placed a = body_number(&r, i);
            pull moving = pull_of(kind, &a, &p, &test_surroundings);
            a.v = vec3_in(random_vec3(&r, 1)), a.w = vec3_in(random_vec3(&r, 1));
            pull otherwise = pull_of(kind, &a, &p, &test_surroundings);
            CHECK_BYTES(&moving.conservative, &otherwise.conservative, sizeof moving.conservative);
            int differs = memcmp(&moving.other, &otherwise.other, sizeof moving.other) != 0;
            if (!gyre_force_depends_on_velocity(kind, &p)) CHECK_EQ(differs, 0);
            seen |= differs;
        }
        gyre_force_parameters p = random_parameters(&r, kind, 0);
        CHECK_EQ(seen, gyre_force_depends_on_velocity(kind, &p));
    }
}

TEST(velocity_dependence_and_potential_follow_the_parameters) {
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_spring);
    p.spring.stiffness = 4;
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_spring, &p), 0);
    CHECK_EQ(gyre_force_has_potential(GYRE_FORCE_spring, &p), 1);
    p.spring.damping = 0.1, p.spring.stiffness = 0;
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_spring, &p), 1);
    CHECK_EQ(gyre_force_has_potential(GYRE_FORCE_spring, &p), 0);
    p = gyre_force_parameters_default(GYRE_FORCE_torsion);
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_torsion, &p), 0);
    p.torsion.damping = 1;
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_torsion, &p), 1);
    p = gyre_force_parameters_default(GYRE_FORCE_buoyancy);
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_buoyancy, &p), 0);
    p.buoyancy.drag = 1;
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_buoyancy, &p), 1);
    p = gyre_force_parameters_default(GYRE_FORCE_callback);
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_callback, &p), 1); // unless it is marked as independent
    CHECK_EQ(gyre_force_has_potential(GYRE_FORCE_callback, &p), 0);
    p.callback.is_velocity_dependent = 0, p.callback.has_potential = 1;
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_callback, &p), 0);
    CHECK_EQ(gyre_force_has_potential(GYRE_FORCE_callback, &p), 1);
}

TEST(a_force_without_potential_has_no_conservative_part) {
    random_source r = {6};
    const load nothing = {.F = {0, 0, 0}};
    FOR_EACH_KIND(kind) {
        gyre_force_parameters p = random_parameters(&r, kind, 0);
        if (gyre_force_has_potential(kind, &p)) continue;
        placed a = body_number(&r, 1);
        pull got = pull_of(kind, &a, &p, &test_surroundings);
        CHECK_SAME(got.potential, 0);
        CHECK_BYTES(&got.conservative, &nothing, sizeof nothing);
    }
}

TEST(dampers_and_drag_never_do_positive_work) {
    const gyre_force_kind resisting[] = {GYRE_FORCE_spring, GYRE_FORCE_torsion, GYRE_FORCE_drag, GYRE_FORCE_buoyancy};
    random_source r = {7};
    for (size_t k = 0; k < sizeof resisting / sizeof *resisting; k++) {
        double total = 0;
        for (int i = 0; i < SAMPLES; i++) {
            gyre_force_parameters p = random_parameters(&r, resisting[k], 0);
            placed a = body_number(&r, i);
            pull got = pull_of(resisting[k], &a, &p, &test_surroundings);
            double power = power_of(&got.other, a.v, a.w);
            CHECK(power <= 0);
            total += power;
        }
        CHECK_BELOW(total, -1); // and it does some
    }
}

TEST(the_damper_of_a_pair_takes_energy_from_both_together) {
    random_source r = {8};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_force_parameters p = random_parameters(&r, GYRE_FORCE_spring, 1);
        placed a = body_number(&r, i), b = body_number(&r, i / 2);
        pair_pull got = pair_pull_of(GYRE_FORCE_spring, &a, &b, &p, &test_surroundings);
        double power = power_of(&got.on_a.other, a.v, a.w) + power_of(&got.other_on_b, b.v, b.w);
        CHECK_BELOW(power, 1e-14); // the two cancel except for the relative velocity
    }
}

TEST(a_scaled_load_scales_wrench_and_power) {
    const load one = {{1, 2, 3}, {0.5, -1, 0.25}, {-2, 0, 1}};
    load twice = load_scaled(2, &one);
    wrench W1 = wrench_of(&one), W2 = wrench_of(&twice);
    check_vec3(W2.F, scale(2, W1.F), 0);
    check_vec3(W2.tau, scale(2, W1.tau), 0);
    const vec3 v = {1, 0, -1}, w = {0.5, 2, 0};
    CHECK_SAME(power_of(&twice, v, w), 2 * power_of(&one, v, w));
}

// ---- forces at points and couples -----------------------------------------------------------------------------------

static wrench push_at(double f, gyre_vec3 point) {
    placed block = resting_body(2);
    gyre_force_force p = {.force = {0, 0, f}, .frame = GYRE_FRAME_WORLD, .at = {GYRE_AT_BODY, point}};
    pull got = force_pull(&block, &p, &test_surroundings);
    return wrench_of(&got.other);
}

static wrench sum_of(wrench a, wrench b) { return (wrench){add(a.F, b.F), add(a.tau, b.tau)}; }

TEST(spec_65_two_equal_forces_lift_without_turning) {
    wrench W = sum_of(push_at(5, (gyre_vec3){-3, 0, -2}), push_at(5, (gyre_vec3){3, 0, -2}));
    check_vec3(W.F, (vec3){0, 0, 10}, 0);
    check_vec3(W.tau, nowhere, 0);
}

TEST(spec_66_two_opposite_forces_turn_about_y_without_lifting) {
    wrench W = sum_of(push_at(5, (gyre_vec3){-3, 0, -2}), push_at(-5, (gyre_vec3){3, 0, 2}));
    check_vec3(W.F, nowhere, 0);
    check_vec3(W.tau, (vec3){0, 30, 0}, 0);
}

TEST(a_force_in_body_axes_turns_with_the_body) {
    placed a = resting_body(1);
    a.q = rotation_of((vec3){0, 0, 1.57079632679489661923}); // a quarter turn: x becomes y
    gyre_force_force p = {.force = {2, 0, 0}, .frame = GYRE_FRAME_BODY, .at = {GYRE_AT_BODY, {0, 1, 0}}};
    pull got = force_pull(&a, &p, &test_surroundings);
    check_vec3(got.other.F, (vec3){0, 2, 0}, 1e-15);
    check_vec3(got.other.arm, (vec3){-1, 0, 0}, 1e-15);
    p.frame = GYRE_FRAME_WORLD;
    got = force_pull(&a, &p, &test_surroundings);
    check_vec3(got.other.F, (vec3){2, 0, 0}, 0);
}

TEST(a_force_at_a_place_of_the_world_has_the_arm_from_the_body) {
    placed a = resting_body(1);
    a.x = (vec3){1, 2, 3};
    gyre_force_force p = {.force = {0, 0, 1}, .at = {GYRE_AT_WORLD, {1.5, 2, 7}}};
    check_vec3(force_pull(&a, &p, &test_surroundings).other.arm, (vec3){0.5, 0, 4}, 0);
}

TEST(a_torque_turns_and_does_not_push) {
    random_source r = {9};
    placed a = body_number(&r, 1);
    gyre_force_torque p = {.torque = {1, 2, 3}, .frame = GYRE_FRAME_WORLD};
    pull got = torque_pull(&a, &p, &test_surroundings);
    wrench W = wrench_of(&got.other);
    check_vec3(W.F, nowhere, 0);
    check_vec3(W.tau, (vec3){1, 2, 3}, 0);
    p.frame = GYRE_FRAME_BODY;
    got = torque_pull(&a, &p, &test_surroundings);
    W = wrench_of(&got.other);
    check_vec3(rotate_back(a.q, W.tau), (vec3){1, 2, 3}, 1e-14);
}

TEST(a_thruster_pushes_along_its_direction_of_the_body) {
    placed a = resting_body(1);
    a.q = rotation_of((vec3){1.57079632679489661923, 0, 0}); // y becomes z
    gyre_force_thruster p = {.at = {GYRE_AT_BODY, {1, 0, 0}}, .direction = {0, 1, 0}, .thrust = 7};
    pull got = thruster_pull(&a, &p, &test_surroundings);
    wrench W = wrench_of(&got.other);
    check_vec3(W.F, (vec3){0, 0, 7}, 4e-15);
    check_vec3(W.tau, (vec3){0, -7, 0}, 4e-15);
}

TEST(gravity_and_a_field_pull_a_body_at_its_centre_of_mass_alike) {
    random_source r = {10};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_vec3 center_body = i % 2 ? random_vec3(&r, 1) : (gyre_vec3){0, 0, 0};
        placed a = random_placed(&r, center_body);
        gyre_force_field p = {.acceleration = test_surroundings.gravity};
        pull got = field_pull(&a, &p, &test_surroundings);
        wrench W = wrench_of(&got.conservative);
        check_vec3(W.tau, cross(a.center, W.F), 0);

        auxiliary A = {.R = quat_to_mat3(a.q)};
        mass_props m = {.mass = a.mass, .center = vec3_in(center_body), .free_x = {1, 1, 1}, .free_r = {1, 1, 1}};
        field gravity = {.gravity = test_surroundings.gravity};
        wrench W_gravity = net_wrench(&A, &m, &gravity);
        CHECK_BYTES(&W_gravity.F, &W.F, sizeof W.F);
        check_vec3(W_gravity.tau, W.tau, 1e-13); // one side rotates the centre by a matrix, the other by a quaternion
    }
}

// ---- springs --------------------------------------------------------------------------------------------------------

static gyre_force_spring spring_to(double x, double stiffness, double length) {
    return (gyre_force_spring){.to_at = {GYRE_AT_WORLD, {x, 0, 0}}, .stiffness = stiffness, .length = length};
}

TEST(a_spring_pulls_with_stiffness_times_stretch) {
    placed a = resting_body(1);
    gyre_force_spring p = spring_to(5, 8, 3); // stretched by 2
    pull got = spring_pull(&a, &p, &test_surroundings);
    check_vec3(got.conservative.F, (vec3){16, 0, 0}, 4e-15);
    CHECK_SAME(got.potential, 16);
    p.length = 5;
    got = spring_pull(&a, &p, &test_surroundings);
    check_vec3(got.conservative.F, nowhere, 0);
    CHECK_SAME(got.potential, 0);
}

TEST(a_spring_without_rest_length_is_linear_to_the_last_bit) {
    random_source r = {11};
    placed a = body_number(&r, 0);
    gyre_force_spring p = {.to_at = {GYRE_AT_WORLD, {0, 0, 0}}, .stiffness = 3};
    pull got = spring_pull(&a, &p, &test_surroundings);
    CHECK_SAME(got.conservative.F.x, -3 * a.x.x);
    CHECK_SAME(got.conservative.F.y, -3 * a.x.y);
    CHECK_SAME(got.conservative.F.z, -3 * a.x.z);
}

TEST(a_spring_of_no_extent_has_no_direction_and_no_force) {
    placed a = resting_body(1);
    a.v = (vec3){1, 2, 3};
    for (int length = 0; length <= 2; length += 2) {
        gyre_force_spring p = spring_to(0, 8, length);
        p.damping = 3;
        pull got = spring_pull(&a, &p, &test_surroundings);
        check_vec3(got.conservative.F, nowhere, 0);
        check_vec3(got.other.F, nowhere, 0);
        CHECK_SAME(got.potential, 4.0 * length * length);
    }
}

TEST(a_damper_resists_along_its_line_only) {
    placed a = resting_body(1);
    gyre_force_spring p = spring_to(5, 0, 0);
    p.damping = 3;
    a.v = (vec3){2, 0, 0};
    check_vec3(spring_pull(&a, &p, &test_surroundings).other.F, (vec3){-6, 0, 0}, 4e-15);
    a.v = (vec3){0, 2, 1};
    check_vec3(spring_pull(&a, &p, &test_surroundings).other.F, nowhere, 0);
}

TEST(a_torsion_spring_turns_back_the_shorter_way) {
    placed a = resting_body(1);
    a.w = (vec3){0, 0, 2};
    gyre_force_torsion p = {.stiffness = 4, .damping = 0.5, .reference = {1, 0, 0, 0}};
    for (int sign = -1; sign <= 1; sign += 2) { // q and -q are one orientation
        a.q = quat_scale(sign, rotation_of((vec3){0, 0.5, 0}));
        pull got = torsion_pull(&a, &p, &test_surroundings);
        check_vec3(got.conservative.couple, (vec3){0, -2, 0}, 1e-15);
        check_vec3(got.other.couple, (vec3){0, 0, -1}, 0);
        CHECK_NEAR(got.potential, 0.5, 1e-15);
    }
    a.q = rotation_of((vec3){0, 4, 0}); // more than half a turn: 2 pi - 4 the other way
    check_vec3(torsion_pull(&a, &p, &test_surroundings).conservative.couple, (vec3){0, 4 * 2.2831853071795865, 0},
               1e-14);
}

// ---- media ----------------------------------------------------------------------------------------------------------

TEST(drag_is_linear_and_quadratic_against_the_motion_of_the_centre) {
    placed a = resting_body(1);
    a.v = (vec3){3, 0, 4};
    a.w = (vec3){0, 1, 0};
    gyre_force_drag p = {.linear = 0.5, .quadratic = 0.1, .angular = 2};
    pull got = drag_pull(&a, &p, &test_surroundings);
    check_vec3(got.other.F, (vec3){-3, 0, -4}, 1e-15); // 0.5 + 0.1 * 5 = 1
    check_vec3(got.other.couple, (vec3){0, -2, 0}, 0);
    // at a pivot it is the centre of mass that moves
    a = (placed){.q = {1, 0, 0, 0}, .w = {0, 0, 2}, .center = {1, 0, 0}, .mass = 1};
    p.quadratic = 0;
    got = drag_pull(&a, &p, &test_surroundings);
    check_vec3(got.other.F, (vec3){0, -1, 0}, 0);
    check_vec3(got.other.arm, (vec3){1, 0, 0}, 0);
}

TEST(a_body_that_drifts_with_the_wind_has_no_wind_force) {
    random_source r = {12};
    for (int i = 0; i < 2; i++) { // the second is held at a pivot
        placed a = body_number(&r, i);
        gyre_force_wind p = {.velocity = vec3_out(velocity_at(&a, a.center)), .linear = 3, .quadratic = 2};
        check_vec3(wind_pull(&a, &p, &test_surroundings).other.F, nowhere, 0);
    }
}

TEST(wind_on_a_body_at_rest_is_drag_of_a_body_that_moves_the_other_way) {
    random_source r = {13};
    placed a = body_number(&r, 1);
    a.v = a.w = nowhere;
    placed b = a;
    b.v = (vec3){-1, 2, -3};
    gyre_force_wind wind = {.velocity = {1, -2, 3}, .linear = 3, .quadratic = 2};
    gyre_force_drag drag = {.linear = 3, .quadratic = 2};
    pull in_wind = wind_pull(&a, &wind, &test_surroundings), in_motion = drag_pull(&b, &drag, &test_surroundings);
    check_vec3(in_wind.other.F, in_motion.other.F, 0);
    check_vec3(in_wind.other.arm, in_motion.other.arm, 0);
}

// ---- attraction -----------------------------------------------------------------------------------------------------

TEST(attraction_falls_with_the_square_of_the_distance) {
    placed a = resting_body(2);
    gyre_force_attraction p = {.to = {GYRE_AT_WORLD, {0, 3, 0}}, .mu = 18};
    pull got = attraction_pull(&a, &p, &test_surroundings);
    check_vec3(got.conservative.F, (vec3){0, 4, 0}, 1e-15); // 18 * 2 / 9
    CHECK_NEAR(got.potential, -12, 2e-15);
    p.softening = 4; // distance 5
    got = attraction_pull(&a, &p, &test_surroundings);
    check_vec3(got.conservative.F, (vec3){0, 36 * 3 / 125.0, 0}, 1e-15);
    CHECK_NEAR(got.potential, -36 / 5.0, 1e-15);
}

TEST(attraction_at_distance_zero_is_finite) {
    placed a = resting_body(2);
    gyre_force_attraction p = {.mu = 18};
    pull got = attraction_pull(&a, &p, &test_surroundings);
    check_vec3(got.conservative.F, nowhere, 0);
    CHECK_SAME(got.potential, 0);
}

TEST(mutual_attraction_is_newtons_between_the_centres_of_mass) {
    placed a = resting_body(3), b = resting_body(5);
    b.x = (vec3){0, 0, 2};
    gyre_force_attraction p = {.is_mutual = 1, .G = 0.5, .mu = 100, .to = {GYRE_AT_BODY, {7, 7, 7}}};
    pair_pull got = attraction_pair_pull(&a, &b, &p, &test_surroundings);
    check_vec3(got.on_a.conservative.F, (vec3){0, 0, 0.5 * 15 / 4}, 1e-15);
    CHECK_NEAR(got.on_a.potential, -0.5 * 15 / 2, 1e-15);
    check_vec3(attraction_pull(&b, &p, &test_surroundings).conservative.F, nowhere, 0); // not to the world
}

TEST(attraction_to_a_body_is_proportional_to_mu_and_the_mass_of_the_attracted) {
    placed a = resting_body(3), b = resting_body(5);
    b.x = (vec3){0, 0, 2};
    gyre_force_attraction p = {.mu = 8, .G = 100};
    pair_pull got = attraction_pair_pull(&a, &b, &p, &test_surroundings);
    check_vec3(got.on_a.conservative.F, (vec3){0, 0, 6}, 1e-15); // 8 * 3 / 4
}

TEST(a_callback_and_unknown_kinds_give_no_load) {
    random_source r = {14};
    placed a = body_number(&r, 1);
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_callback);
    const pull nothing = {.potential = 0};
    pull got = pull_of(GYRE_FORCE_callback, &a, &p, &test_surroundings);
    CHECK_BYTES(&got, &nothing, sizeof got);
    got = pull_of(GYRE_FORCE_KIND_COUNT, &a, &p, &test_surroundings);
    CHECK_BYTES(&got, &nothing, sizeof got);
    pair_pull two = pair_pull_of(GYRE_FORCE_drag, &a, &a, &p, &test_surroundings);
    CHECK_BYTES(&two.on_a, &nothing, sizeof nothing);
}

RUN_TESTS("forces")
