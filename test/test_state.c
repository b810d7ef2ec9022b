/// Layer 3: state vectors, their forms, and what follows from a state.
#include "body_helpers.h"
#include "check.h"

static void fill_with_odd_bits(double *y, size_t count) {
    random_source r = {11};
    for (size_t i = 0; i < count; i++)
        y[i] = random_between(&r, -1, 1) * pow(10, random_between(&r, -300, 300));
    y[0] = -0.0; // must survive too
}

TEST(spec_2_n_particles_are_6n_numbers_and_round_trip_bit_for_bit) {
    enum { COUNT = 17 };
    double y[6 * COUNT], again[6 * COUNT];
    gyre_particle particles[COUNT];
    CHECK_EQ(GYRE_PARTICLE_SIZE, 6);
    fill_with_odd_bits(y, 6 * COUNT);
    CHECK_OK(gyre_array_to_particles(y, 6 * COUNT, particles, COUNT));
    CHECK_SAME(particles[3].v.x, y[6 * 3 + 3]); // x first, then v
    CHECK_OK(gyre_particles_to_array(particles, COUNT, again, 6 * COUNT));
    CHECK_BYTES(again, y, sizeof y);
}

TEST(spec_3_rigid_states_round_trip_bit_for_bit) {
    enum { COUNT = 5 };
    double y[18 * COUNT], again[18 * COUNT];
    fill_with_odd_bits(y, 18 * COUNT);
    gyre_state states[COUNT];
    CHECK_OK(gyre_array_to_states(y, 13 * COUNT, states, COUNT));
    CHECK_OK(gyre_states_to_array(states, COUNT, again, 13 * COUNT));
    CHECK_BYTES(again, y, 13 * COUNT * sizeof *y);
    gyre_matrix_state matrix_states[COUNT];
    CHECK_OK(gyre_array_to_matrix_states(y, 18 * COUNT, matrix_states, COUNT));
    CHECK_OK(gyre_matrix_states_to_array(matrix_states, COUNT, again, 18 * COUNT));
    CHECK_BYTES(again, y, sizeof y);
}

TEST(spec_7_a_body_is_13_numbers_with_a_quaternion_and_18_with_a_matrix) {
    CHECK_EQ(GYRE_STATE_SIZE, 13);
    CHECK_EQ(GYRE_MATRIX_STATE_SIZE, 18);
    double y[18];
    for (int i = 0; i < 18; i++)
        y[i] = i;
    gyre_state s;
    gyre_array_to_state(y, &s); // x q P L
    CHECK(s.x.z == 2 && s.q.w == 3 && s.q.z == 6 && s.P.x == 7 && s.L.z == 12);
    gyre_matrix_state m;
    gyre_array_to_matrix_state(y, &m); // x R P L, the matrix row by row
    CHECK(m.x.z == 2 && m.R.m[0][1] == 4 && m.R.m[1][0] == 6 && m.P.x == 12 && m.L.z == 17);
}

TEST(spec_10_the_forms_convert_into_each_other) {
    gyre_state s = tumbling_state(), back;
    gyre_matrix_state m;
    CHECK_OK(gyre_state_to_matrix_state(&s, &m));
    CHECK_OK(gyre_matrix_state_to_state(&m, &back));
    CHECK_BELOW(angle_between(s.q, back.q), 1e-15);
    CHECK_BYTES(&s.L, &back.L, sizeof s.L);
}

TEST(spec_8_auxiliary_quantities_follow_from_the_state) {
    random_source r = {12};
    for (int i = 0; i < 2000; i++) {
        gyre_mass mass = {random_between(&r, 0.1, 10), {random_between(&r, 1, 2), random_between(&r, 1, 2), 1.5}};
        gyre_state s = {random_vec3(&r, 3), random_rotation(&r), random_vec3(&r, 3), random_vec3(&r, 3)};
        gyre_auxiliary A;
        CHECK_OK(gyre_auxiliary_of(&mass, &s, &A));
        CHECK_BELOW(distance(A.v, scaled(1 / mass.mass, s.P)), 1e-14);
        // I = R Ib R^T, element by element, and I I^-1 = 1 without any inversion having happened
        double moments[3] = {mass.inertia.x, mass.inertia.y, mass.inertia.z};
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                double sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += A.R.m[a][k] * moments[k] * A.R.m[b][k];
                CHECK_NEAR(A.I.m[a][b], sum, 1e-14);
            }
        gyre_mat3 product = mat3_times_mat3(&A.I, &A.I_inv), one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        CHECK_BELOW(mat3_difference(&product, &one), 1e-14);
        // L = I w: two tensors of three roundings per entry each, entries up to 2, |L| up to 5
        CHECK_BELOW(distance(mat3_times(&A.I, A.w), s.L), 64 * 2.3e-16 * norm(s.L));
    }
}

// ---- 26a: straight from the 18 numbers ----

TEST(spec_26a_on_a_rotation_18_numbers_give_what_13_do) {
    random_source r = {26};
    for (int i = 0; i < 2000; i++) {
        gyre_mass mass = {random_between(&r, 0.1, 10), {random_between(&r, 1, 2), random_between(&r, 1, 2), 1.5}};
        gyre_state s = {random_vec3(&r, 3), random_rotation(&r), random_vec3(&r, 3), random_vec3(&r, 3)};
        if (i == 0) // numbers that people type: a quarter turn about z
            mass = (gyre_mass){2, {1, 2, 2.5}}, s = (gyre_state){{1, 2, 3}, {1, 0, 0, 1}, {2, 4, 6}, {1, 2, 5}};
        gyre_matrix_state m;
        gyre_auxiliary A, B;
        gyre_vec3 point = random_vec3(&r, 3), u, v;
        double energy, other_energy;
        CHECK_OK(gyre_state_to_matrix_state(&s, &m));
        CHECK_OK(gyre_auxiliary_of(&mass, &s, &A));
        CHECK_OK(gyre_matrix_auxiliary_of(&mass, &m, &B));
        CHECK_BYTES(&A.v, &B.v, sizeof A.v);
        // q is normalised in two ways: three roundings each, which the products in R double, and a few of the products
        const double entry = 16 * 2.2e-16, w_slack = 6 * entry * norm(s.L); // |dR| < 3 entries, twice; moments >= 1
        CHECK_BELOW(mat3_difference(&A.R, &B.R), entry);
        CHECK_BELOW(distance(A.w, B.w), w_slack);
        CHECK_BELOW(mat3_difference(&A.I, &B.I), 2.5 * 6 * entry);
        CHECK_BELOW(mat3_difference(&A.I_inv, &B.I_inv), 6 * entry);
        CHECK_OK(gyre_point_velocity(&mass, &s, point, &u));
        CHECK_OK(gyre_matrix_point_velocity(&mass, &m, point, &v));
        CHECK_BELOW(distance(u, v), 2 * w_slack * distance(point, s.x));
        CHECK_OK(gyre_kinetic_energy(&mass, &s, &energy));
        CHECK_OK(gyre_matrix_kinetic_energy(&mass, &m, &other_energy));
        CHECK_NEAR(energy, other_energy, w_slack * norm(s.L));
        if (i > 0) continue;
        // by hand: the body's x lies along y, so that w = (1/2, 2/1, 5/2.5)
        CHECK_BELOW(distance(B.w, (gyre_vec3){0.5, 2, 2}), 1e-15);
        CHECK_NEAR(other_energy, 0.5 * (1 * 2 + 2 * 4 + 3 * 6) + 0.5 * (0.5 * 1 + 2 * 2 + 2 * 5), 1e-14);
    }
}

TEST(spec_26a_the_drift_of_a_matrix_is_used_and_not_projected_away) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    // after many steps of R + h w* R: stretched and skewed, still near a rotation
    gyre_matrix_state m = {
        {1, 2, 3}, {{{1.1, 0.05, 0}, {-0.02, 0.9, 0.1}, {0.03, -0.08, 1.05}}}, {2, 4, 6}, {1, -2, 0.5}};
    gyre_auxiliary A, rigid;
    CHECK_OK(gyre_matrix_auxiliary_of(&mass, &m, &A));
    CHECK_BYTES(&A.R, &m.R, sizeof m.R);
    // w = R Ibody^-1 R^T L and I = R Ibody R^T, sum by sum
    const double moments[3] = {1, 2, 2.5}, L[3] = {1, -2, 0.5};
    double w[3] = {0, 0, 0};
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            double I = 0, I_inv = 0;
            for (int k = 0; k < 3; k++) {
                I += m.R.m[a][k] * moments[k] * m.R.m[b][k];
                I_inv += m.R.m[a][k] / moments[k] * m.R.m[b][k];
            }
            w[a] += I_inv * L[b];
            CHECK_NEAR(A.I.m[a][b], I, 1e-15 * 4);
            CHECK_NEAR(A.I_inv.m[a][b], I_inv, 1e-15 * 4);
        }
    CHECK_BELOW(distance(A.w, (gyre_vec3){w[0], w[1], w[2]}), 4e-15);
    // which is what the equations of motion use: x' = v and P, L with R as it is
    gyre_rigid_body body = {.mass = mass};
    gyre_system system = gyre_system_default();
    system.bodies = &body;
    system.body_count = 1;
    system.form = GYRE_FORM_MATRIX;
    double y[18], ydot[18];
    gyre_matrix_state_to_array(&m, y);
    CHECK_OK(gyre_dydt(0, y, ydot, &system));
    gyre_mat3 star = gyre_star(A.w), rate = mat3_times_mat3(&star, &m.R);
    for (int i = 0; i < 9; i++)
        CHECK_NEAR(ydot[3 + i], rate.m[i / 3][i % 3], 4e-15);
    gyre_vec3 velocity;
    double energy;
    CHECK_OK(gyre_matrix_point_velocity(&mass, &m, (gyre_vec3){2, 2, 3}, &velocity)); // a metre along x
    CHECK_BELOW(distance(velocity, (gyre_vec3){1, 2 + w[2], 3 - w[1]}), 1e-14);
    CHECK_OK(gyre_matrix_kinetic_energy(&mass, &m, &energy));
    CHECK_NEAR(energy, 0.5 * (2 + 8 + 18) + 0.5 * (w[0] * 1 - w[1] * 2 + w[2] * 0.5), 1e-14);
    // with the drift gone it is another body's motion
    gyre_matrix_state mended = m;
    CHECK_OK(gyre_mat3_orthonormalize(&m.R, &mended.R));
    CHECK_OK(gyre_matrix_auxiliary_of(&mass, &mended, &rigid));
    CHECK(distance(rigid.w, A.w) > 0.05);
}

TEST(spec_26a_a_matrix_without_a_nearest_rotation_is_refused_and_nothing_is_written) {
    gyre_mass mass = {2, {1, 2, 2.5}}, no_mass = {0, {1, 2, 2.5}};
    const gyre_matrix_state good = {{1, 2, 3}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {2, 4, 6}, {1, 2, 5}};
    gyre_matrix_state mirror = good, flat = good, not_there = good, huge = good;
    mirror.R.m[2][2] = -1;
    flat.R.m[2][2] = 0;
    not_there.x.y = NAN;
    for (int i = 0; i < 3; i++)
        huge.R.m[i][i] = 1e200;
    gyre_auxiliary A = {.v = {7, 7, 7}};
    gyre_vec3 v = {7, 7, 7};
    double energy = 7;
    const gyre_matrix_state *const bad[] = {&mirror, &flat, &not_there, &huge, NULL};
    const gyre_result expected[] = {GYRE_ERR_ORIENTATION, GYRE_ERR_ORIENTATION, GYRE_ERR_NOT_FINITE,
                                    GYRE_ERR_NOT_FINITE, GYRE_ERR_NULL_POINTER};
    for (int i = 0; i < 5; i++) {
        CHECK_RESULT(gyre_matrix_auxiliary_of(&mass, bad[i], &A), expected[i]);
        CHECK_RESULT(gyre_matrix_point_velocity(&mass, bad[i], v, &v), expected[i]);
        CHECK_RESULT(gyre_matrix_kinetic_energy(&mass, bad[i], &energy), expected[i]);
    }
    CHECK_RESULT(gyre_matrix_auxiliary_of(&no_mass, &good, &A), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_matrix_auxiliary_of(NULL, &good, &A), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_matrix_auxiliary_of(&mass, &good, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_SAME(A.v.x, 7);
    CHECK_SAME(v.x, 7);
    CHECK_SAME(energy, 7);
}

TEST(spec_12_velocities_round_trip) {
    random_source r = {13};
    for (int i = 0; i < 2000; i++) {
        gyre_mass mass = {2, {1, 2, 2.5}};
        gyre_velocity_state in = {random_vec3(&r, 3), gyre_quat_to_mat3(random_rotation(&r)), random_vec3(&r, 3),
                                  random_vec3(&r, 3)};
        gyre_velocity_state out;
        gyre_state s;
        CHECK_OK(gyre_velocity_state_to_state(&mass, &in, &s));
        CHECK_BELOW(distance(s.P, scaled(2, in.v)), 1e-15);
        CHECK_OK(gyre_state_to_velocity_state(&mass, &s, &out));
        CHECK_BYTES(&in.x, &out.x, sizeof in.x);
        CHECK_BELOW(mat3_difference(&in.R, &out.R), 1e-14);
        CHECK_BELOW(distance(in.v, out.v), 1e-14);
        CHECK_BELOW(distance(in.w, out.w), 3e-14);
    }
}

TEST(spec_22_a_point_moves_with_v_plus_w_cross_arm) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state s = tumbling_state();
    gyre_auxiliary A;
    CHECK_OK(gyre_auxiliary_of(&mass, &s, &A));
    gyre_vec3 p_body = {0.4, -1, 2}, p = gyre_point_to_world(&s, p_body), velocity;
    CHECK_OK(gyre_point_velocity(&mass, &s, p, &velocity));
    CHECK_BELOW(distance(velocity, plus(A.v, crossed(A.w, minus(p, s.x)))), 1e-14);
    // finite differences of the point itself, moved by v and turned by w
    double h = 1e-5;
    gyre_state ahead = s, behind = s;
    ahead.x = plus(s.x, scaled(h, A.v));
    ahead.q = gyre_quat_multiply(gyre_quat_from_rotation_vector(scaled(h, A.w)), s.q);
    behind.x = plus(s.x, scaled(-h, A.v));
    behind.q = gyre_quat_multiply(gyre_quat_from_rotation_vector(scaled(-h, A.w)), s.q);
    gyre_vec3 moved = minus(gyre_point_to_world(&ahead, p_body), gyre_point_to_world(&behind, p_body));
    CHECK_BELOW(distance(scaled(0.5 / h, moved), velocity), 1e-9);
}

// A rigid body made of point masses, so that sums over particles can be compared with P, L and I.
enum { DUMBBELL = 6 };
static const gyre_vec3 dumbbell_points[DUMBBELL] = {{1, 0, 0},  {-1, 0, 0},  {0, 2, 0},
                                                    {0, -2, 0}, {0, 0, 0.5}, {0, 0, -0.5}};
static const double dumbbell_masses[DUMBBELL] = {1, 1, 0.5, 0.5, 2, 2};

static gyre_mass dumbbell_mass(void) {
    gyre_mass m = {0, {0, 0, 0}};
    for (int i = 0; i < DUMBBELL; i++) {
        gyre_vec3 p = dumbbell_points[i];
        m.mass += dumbbell_masses[i];
        m.inertia.x += dumbbell_masses[i] * (p.y * p.y + p.z * p.z);
        m.inertia.y += dumbbell_masses[i] * (p.x * p.x + p.z * p.z);
        m.inertia.z += dumbbell_masses[i] * (p.x * p.x + p.y * p.y);
    }
    return m;
}

TEST(spec_60_momenta_are_sums_over_the_particles) {
    gyre_mass mass = dumbbell_mass();
    gyre_state s = tumbling_state();
    gyre_particle particles[DUMBBELL];
    double energy_of_particles = 0, energy;
    for (int i = 0; i < DUMBBELL; i++) {
        particles[i].x = gyre_point_to_world(&s, dumbbell_points[i]);
        CHECK_OK(gyre_point_velocity(&mass, &s, particles[i].x, &particles[i].v));
        energy_of_particles += 0.5 * dumbbell_masses[i] * inner(particles[i].v, particles[i].v);
    }
    gyre_vec3 P, L, far_point = {3, -1, 2};
    CHECK_OK(gyre_particles_momentum(particles, dumbbell_masses, DUMBBELL, s.x, &P, &L));
    CHECK_BELOW(distance(P, s.P), 1e-14); // sum of m v = M v
    CHECK_BELOW(distance(L, s.L), 1e-14); // sum of r x m v = I w
    CHECK_OK(gyre_particles_momentum(particles, dumbbell_masses, DUMBBELL, far_point, &P, &L));
    CHECK_BELOW(distance(L, gyre_angular_momentum_about(&s, far_point)), 1e-13);
    CHECK_OK(gyre_kinetic_energy(&mass, &s, &energy));
    CHECK_NEAR(energy, energy_of_particles, 1e-14);
}

TEST(spec_40a_a_system_of_particles_has_a_centre_and_its_velocity) {
    const double masses[3] = {1, 2, 1};
    const gyre_particle typed[3] = {{{0, 0, 0}, {4, 0, 0}}, {{3, 0, 0}, {0, 2, 0}}, {{2, 4, 8}, {0, 0, 4}}};
    gyre_particle center;
    double mass;
    CHECK_OK(gyre_particles_center(typed, masses, 3, &center, &mass));
    CHECK_SAME(mass, 4);
    CHECK_BYTES(&center, (&(gyre_particle){{2, 1, 2}, {1, 1, 1}}), sizeof center);
    CHECK_OK(gyre_particles_center(typed, masses, 1, &center, NULL));
    CHECK_BYTES(&center, &typed[0], sizeof center);
    // those of a rigid body: x and P / M, at any position
    gyre_mass body = dumbbell_mass();
    gyre_state s = tumbling_state();
    s.x = (gyre_vec3){1e6, -2e6, 3e6};
    gyre_particle particles[DUMBBELL];
    gyre_vec3 P, L;
    for (int i = 0; i < DUMBBELL; i++) {
        particles[i].x = gyre_point_to_world(&s, dumbbell_points[i]);
        CHECK_OK(gyre_point_velocity(&body, &s, particles[i].x, &particles[i].v));
    }
    CHECK_OK(gyre_particles_center(particles, dumbbell_masses, DUMBBELL, &center, &mass));
    CHECK_NEAR(mass, body.mass, 1e-14);
    CHECK_BELOW(distance(center.x, s.x), 4e-9); // points are rounded to 5e-10 here
    CHECK_BELOW(distance(center.v, scaled(1 / body.mass, s.P)), 1e-8);
    // p = M v
    CHECK_OK(gyre_particles_momentum(particles, dumbbell_masses, DUMBBELL, s.x, &P, &L));
    CHECK_BELOW(distance(P, scaled(mass, center.v)), 1e-14);
}

TEST(spec_40a_particles_without_mass_have_no_centre) {
    const double nothing[2] = {0, 0}, negative[2] = {2, -1}, infinite[2] = {1, INFINITY};
    gyre_particle p[2] = {{{1, 0, 0}, {0, 0, 0}}, {{2, 0, 0}, {0, 0, 0}}}, center = {.x = {7, 7, 7}};
    const double good[2] = {1, 1};
    double mass = 7;
    CHECK_RESULT(gyre_particles_center(p, nothing, 2, &center, &mass), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_particles_center(p, negative, 2, &center, &mass), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_particles_center(p, infinite, 2, &center, &mass), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_particles_center(p, good, 0, &center, &mass), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_particles_center(NULL, good, 2, &center, &mass), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_particles_center(p, NULL, 2, &center, &mass), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_particles_center(p, good, 2, NULL, &mass), GYRE_ERR_NULL_POINTER);
    p[1].v.y = NAN;
    CHECK_RESULT(gyre_particles_center(p, good, 2, &center, &mass), GYRE_ERR_NOT_FINITE);
    CHECK_SAME(center.x.x, 7);
    CHECK_SAME(mass, 7);
}

TEST(spec_68_kinetic_energy_is_half_M_v2_plus_half_w_I_w) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_velocity_state v = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .v = {1, 2, 3}, .w = {0.5, -1, 2}};
    gyre_state s;
    double energy;
    CHECK_OK(gyre_velocity_state_to_state(&mass, &v, &s));
    CHECK_OK(gyre_kinetic_energy(&mass, &s, &energy));
    CHECK_NEAR(energy, 0.5 * 2 * 14 + 0.5 * (1 * 0.25 + 2 * 1 + 2.5 * 4), 1e-14);
}

TEST(spec_62_newton_euler_gives_the_rate_of_w) {
    // alpha against central differences of w(q(t), L(t)) with q turning by w and L growing by tau
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state s = tumbling_state();
    gyre_vec3 tau = {0.3, -0.7, 1.1}, alpha;
    CHECK_OK(gyre_angular_acceleration(&mass, &s, tau, &alpha));
    gyre_auxiliary A, at[2];
    CHECK_OK(gyre_auxiliary_of(&mass, &s, &A));
    double h = 1e-5;
    for (int i = 0; i < 2; i++) {
        double dt = i ? h : -h;
        gyre_state moved = s;
        // second order in dt, so that central differences see nothing of it
        gyre_vec3 turn = plus(scaled(dt, A.w), scaled(dt * dt / 2, alpha));
        moved.q = gyre_quat_multiply(gyre_quat_from_rotation_vector(turn), s.q);
        moved.L = plus(s.L, scaled(dt, tau));
        CHECK_OK(gyre_auxiliary_of(&mass, &moved, &at[i]));
    }
    CHECK_BELOW(distance(scaled(0.5 / h, minus(at[1].w, at[0].w)), alpha), 1e-9);
    // dI/dt = w* I - I w*
    gyre_mat3 star = gyre_star(A.w), left = mat3_times_mat3(&star, &A.I), right = mat3_times_mat3(&A.I, &star);
    for (int i = 0; i < 9; i++) {
        double rate = (at[1].I.m[i / 3][i % 3] - at[0].I.m[i / 3][i % 3]) / (2 * h);
        CHECK_NEAR(rate, left.m[i / 3][i % 3] - right.m[i / 3][i % 3], 1e-8);
    }
}

TEST(spec_63_a_force_at_the_centre_has_no_torque_and_a_couple_no_force) {
    gyre_vec3 x = {1, 2, 3}, F = {0.5, -2, 1};
    gyre_wrench w = {{0, 0, 0}, {0, 0, 0}};
    gyre_wrench_add_force_at(&w, x, F, x);
    CHECK_BYTES(&w.force, &F, sizeof F);
    CHECK(norm(w.torque) == 0);
    gyre_wrench couple = {{0, 0, 0}, {0, 0, 0}};
    gyre_vec3 arm = {0, 0.5, 0};
    gyre_wrench_add_force_at(&couple, x, (gyre_vec3){1, 0, 0}, plus(x, arm));
    gyre_wrench_add_force_at(&couple, x, (gyre_vec3){-1, 0, 0}, minus(x, arm));
    CHECK(norm(couple.force) == 0);
    CHECK_BELOW(distance(couple.torque, (gyre_vec3){0, 0, -1}), 1e-15); // 2 * (0,.5,0) x (1,0,0)
}

TEST(wrong_lengths_and_null_pointers_are_refused) {
    double y[36] = {0};
    gyre_state s[2];
    gyre_particle p[2] = {{{0, 0, 0}, {0, 0, 0}}};
    double masses[2] = {1, 1};
    gyre_vec3 P, L;
    CHECK_RESULT(gyre_array_to_states(y, 25, s, 2), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_array_to_states(y, 0, s, 0), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_array_to_states(NULL, 26, s, 2), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_array_to_states(y, 26, NULL, 2), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_array_to_particles(y, 13, p, 2), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_states_to_array(s, SIZE_MAX / 13 + 2, y, 13), GYRE_ERR_LENGTH); // the product wraps
    CHECK_RESULT(gyre_particles_momentum(p, masses, 0, (gyre_vec3){0, 0, 0}, &P, &L), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_particles_momentum(p, NULL, 2, (gyre_vec3){0, 0, 0}, &P, &L), GYRE_ERR_NULL_POINTER);
}

TEST(invalid_states_are_refused_and_nothing_is_written) {
    gyre_mass mass = {2, {1, 2, 2.5}}, no_mass = {0, {1, 1, 1}};
    gyre_state good = tumbling_state(), bad = good;
    double energy = 7;
    gyre_auxiliary A = {.v = {7, 7, 7}};
    bad.q = (gyre_quat){0, 0, 0, 0};
    CHECK_RESULT(gyre_kinetic_energy(&mass, &bad, &energy), GYRE_ERR_ORIENTATION);
    CHECK_RESULT(gyre_auxiliary_of(&mass, &bad, &A), GYRE_ERR_ORIENTATION);
    bad = good;
    bad.L.y = NAN;
    CHECK_RESULT(gyre_kinetic_energy(&mass, &bad, &energy), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_kinetic_energy(&no_mass, &good, &energy), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_kinetic_energy(NULL, &good, &energy), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_kinetic_energy(&mass, NULL, &energy), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_kinetic_energy(&mass, &good, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_angular_acceleration(&mass, &good, (gyre_vec3){0, 0, 0}, NULL), GYRE_ERR_NULL_POINTER);
    gyre_velocity_state v = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}};
    CHECK_RESULT(gyre_velocity_state_to_state(&mass, &v, &bad), GYRE_ERR_ORIENTATION);
    v = (gyre_velocity_state){.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .w = {INFINITY, 0, 0}};
    CHECK_RESULT(gyre_velocity_state_to_state(&mass, &v, &bad), GYRE_ERR_NOT_FINITE);
    CHECK_SAME(energy, 7);
    CHECK_SAME(A.v.x, 7);
}

TEST(non_finite_results_are_refused) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state s = tumbling_state(), huge = s, not_there = s;
    gyre_vec3 nowhere = {NAN, 0, 0}, out = {7, 7, 7};
    gyre_wrench wrench = {{0, NAN, 0}, {0, 0, 0}};
    gyre_matrix_state m = {.x = {7, 7, 7}};
    double energy = 7, ydot[13] = {7};
    huge.P.x = 1e200;
    not_there.x.y = NAN;
    CHECK_RESULT(gyre_point_velocity(&mass, &s, nowhere, &out), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_angular_acceleration(&mass, &s, nowhere, &out), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_kinetic_energy(&mass, &huge, &energy), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_ddt_state_to_array(&mass, &s, &wrench, ydot), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_state_to_matrix_state(&not_there, &m), GYRE_ERR_NOT_FINITE);
    huge.q = (gyre_quat){1e200, 0, 0, 0}; // its square overflows
    CHECK_RESULT(gyre_kinetic_energy(&mass, &huge, &energy), GYRE_ERR_ORIENTATION);
    CHECK(out.x == 7 && energy == 7 && ydot[0] == 7 && m.x.x == 7);
}

TEST(hash_of_a_state_sees_all_13_numbers) {
    gyre_state s = tumbling_state();
    gyre_hash first = gyre_hash_begin();
    gyre_hash_add_state(&first, &s);
    double y[13];
    for (int i = 0; i < 13; i++) {
        gyre_state_to_array(&s, y);
        y[i] = nextafter(y[i], 10);
        gyre_state changed;
        gyre_array_to_state(y, &changed);
        gyre_hash other = gyre_hash_begin();
        gyre_hash_add_state(&other, &changed);
        CHECK(gyre_hash_value(&first) != gyre_hash_value(&other));
    }
}

TEST(a_null_state_changes_nothing_and_gives_nan_points) {
    gyre_vec3 p = {1, 2, 3};
    double y[GYRE_MATRIX_STATE_SIZE] = {7};
    gyre_state_to_array(NULL, y);
    gyre_matrix_state_to_array(NULL, y);
    gyre_particle_to_array(NULL, y);
    gyre_array_to_state(NULL, NULL);
    CHECK(y[0] == 7);
    CHECK(isnan(gyre_point_to_world(NULL, p).x));
    CHECK(isnan(gyre_point_to_body(NULL, p).x));
    CHECK(isnan(gyre_angular_momentum_about(NULL, p).x));
    gyre_hash hash = gyre_hash_begin();
    gyre_hash_add_state(&hash, NULL);
    CHECK(gyre_hash_value(&hash) == gyre_hash_value(&(gyre_hash){gyre_hash_begin().state}));
}

TEST(a_non_finite_matrix_state_is_refused) {
    gyre_state s = tumbling_state(), out = {{7, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    gyre_matrix_state m;
    CHECK_OK(gyre_state_to_matrix_state(&s, &m));
    m.L.y = NAN;
    CHECK_RESULT(gyre_matrix_state_to_state(&m, &out), GYRE_ERR_NOT_FINITE);
    CHECK(out.x.x == 7);
}

RUN_TESTS("state")
