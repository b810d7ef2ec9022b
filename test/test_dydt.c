/// Layers 4 and 5: forces and the equations of motion.
#include "body_helpers.h"
#include "check.h"
#include "host.h"

// The value that y' has in the mean between two states that lie h apart, for comparison with a derivative.
static void central_difference(const double *ahead, const double *behind, double h, size_t count, double *out) {
    for (size_t i = 0; i < count; i++)
        out[i] = (ahead[i] - behind[i]) / (2 * h);
}

TEST(spec_1_a_particle_falls_like_the_closed_form) {
    double mass = 3;
    gyre_particle_system system = gyre_particle_system_default();
    system.masses = &mass;
    system.count = 1;
    system.gravity = (gyre_vec3){0, 0, -9.81};
    double y[6] = {1, 2, 3, 4, 5, 6}, ydot[6], end[6];
    CHECK_OK(gyre_particle_dydt(0, y, ydot, &system));
    double expected[6] = {4, 5, 6, 0, 0, -9.81}; // (v, F/m)
    CHECK_BYTES(ydot, expected, sizeof expected);
    CHECK_OK(gyre_ode(y, end, 6, 0, 2, gyre_particle_dydt, &system, NULL, NULL));
    CHECK_NEAR(end[0], 1 + 4 * 2, 1e-14);
    CHECK_NEAR(end[2], 3 + 6 * 2 - 0.5 * 9.81 * 4, 1e-13);
    CHECK_NEAR(end[5], 6 - 9.81 * 2, 1e-13);
}

static gyre_result pull_to_origin(double t, size_t index, const gyre_particle *particle, const double *y,
                                  gyre_vec3 *force, void *user) {
    (void)t, (void)index, (void)y, (void)user;
    *force = plus(*force, scaled(-1, particle->x));
    return GYRE_OK;
}

TEST(spec_2_many_particles_move_independently) {
    enum { COUNT = 50 };
    double masses[COUNT], y[6 * COUNT], end[6 * COUNT];
    random_source r = {3};
    for (int i = 0; i < COUNT; i++)
        masses[i] = 1 + i;
    for (int i = 0; i < 6 * COUNT; i++)
        y[i] = random_between(&r, -1, 1);
    gyre_particle_system system = gyre_particle_system_default();
    system.masses = masses;
    system.count = COUNT;
    system.add_forces = pull_to_origin;
    CHECK_OK(gyre_ode(y, end, 6 * COUNT, 0, 1.5, gyre_particle_dydt, &system, NULL, NULL));
    for (int i = 0; i < COUNT; i++) { // x cos(wt) + v/w sin(wt), with w = 1/sqrt(m)
        double w = 1 / sqrt(masses[i]);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(end[6 * i + k], y[6 * i + k] * cos(1.5 * w) + y[6 * i + 3 + k] / w * sin(1.5 * w), 1e-8);
    }
}

// F(t) = t^3: the force must get the times at which the solver evaluates the derivative.
typedef struct time_record {
    double times[16];
    int count;
} time_record;

static gyre_result cubic_force(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                               void *user) {
    (void)index, (void)s, (void)y;
    time_record *record = user;
    if (record->count < 16) record->times[record->count++] = t;
    wrench->force.x += t * t * t;
    return GYRE_OK;
}

TEST(spec_4_a_force_sees_the_solvers_own_time) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    time_record record = {.count = 0};
    system.add_forces = cubic_force;
    system.user = &record;
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_rk4;
    options.step = 1;
    gyre_state s = {.q = {1, 0, 0, 0}};
    double y[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_advance(&system, y, y, 13, 2, 3, &options, NULL));
    double asked[4] = {2, 2.5, 2.5, 3};
    CHECK_EQ(record.count, 4);
    CHECK_BYTES(record.times, asked, sizeof asked);
    // Simpson's rule is exact for cubics: P = (3^4 - 2^4)/4
    CHECK_NEAR(y[7], (81.0 - 16.0) / 4, 1e-13);
}

TEST(spec_4_forces_are_sums) {
    gyre_point_force forces[2] = {{{1, 2, 3}, {1, 0, 0}}, {{-4, 5, -6}, {0, 1, 0}}};
    gyre_rigid_body body = tumbling_brick();
    body.forces = forces;
    body.force_count = 2;
    gyre_system system = system_of(&body, 1);
    system.gravity = (gyre_vec3){0, 0, -10};
    time_record record = {.count = 0};
    system.add_forces = cubic_force;
    system.user = &record;
    gyre_state s = {.q = {1, 0, 0, 0}};
    double y[13], ydot[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_dydt(2, y, ydot, &system));
    // F = sum of the two + M g + (t^3, 0, 0); tau = x^ x F1 + y^ x F2 = (0,-3,2) + (-6,0,4)
    double expected[6] = {1 - 4 + 8, 2 + 5, 3 - 6 - 20, -6, -3, 6};
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(ydot[7 + i], expected[i], 1e-14);
}

TEST(spec_9_the_derivative_is_v_half_wq_F_tau) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state s = tumbling_state();
    gyre_wrench wrench = {{0.1, 0.2, 0.3}, {-0.4, 0.5, -0.6}};
    double ydot[13];
    CHECK_OK(gyre_ddt_state_to_array(&mass, &s, &wrench, ydot));
    gyre_auxiliary A;
    CHECK_OK(gyre_auxiliary_of(&mass, &s, &A));
    gyre_quat q_dot = gyre_quat_derivative(s.q, A.w);
    double expected[13] = {A.v.x, A.v.y, A.v.z, q_dot.w, q_dot.x, q_dot.y, q_dot.z, 0.1, 0.2, 0.3, -0.4, 0.5, -0.6};
    CHECK_BELOW(array_difference(ydot, expected, 13), 1e-15);
}

// Finite differences of the true motion: very small steps of a high-order method, forward and back.
static void check_derivative_by_differences(gyre_form form) {
    gyre_point_force push = {{0.4, -1, 0.7}, {0.5, 0.2, -0.3}};
    gyre_rigid_body body = tumbling_brick();
    body.forces = &push;
    body.force_count = 1;
    gyre_system system = system_of(&body, 1);
    system.form = form;
    system.gravity = (gyre_vec3){0, 0, -9.81};
    gyre_state s = tumbling_state();
    gyre_matrix_state m;
    CHECK_OK(gyre_state_to_matrix_state(&s, &m));
    double y[18], ydot[18], ahead[18], behind[18], difference[18];
    size_t n = gyre_system_length(&system);
    if (form == GYRE_FORM_MATRIX)
        gyre_matrix_state_to_array(&m, y);
    else
        gyre_state_to_array(&s, y);
    CHECK_OK(gyre_dydt(0, y, ydot, &system));
    double h = 1e-5;
    CHECK_OK(gyre_system_advance(&system, y, ahead, n, 0, h, NULL, NULL));
    CHECK_OK(gyre_system_advance(&system, y, behind, n, 0, -h, NULL, NULL));
    central_difference(ahead, behind, h, n, difference);
    CHECK_BELOW(array_difference(ydot, difference, n), 2e-9);
}

TEST(spec_9_finite_differences_agree_for_the_quaternion_form) { check_derivative_by_differences(GYRE_FORM_QUATERNION); }
TEST(spec_9_finite_differences_agree_for_the_matrix_form) { check_derivative_by_differences(GYRE_FORM_MATRIX); }

TEST(spec_9_matrix_and_quaternion_forms_have_one_derivative) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state s = tumbling_state();
    gyre_matrix_state m;
    gyre_wrench wrench = {{0.1, 0.2, 0.3}, {-0.4, 0.5, -0.6}};
    double by_quaternion[13], by_matrix[18];
    CHECK_OK(gyre_state_to_matrix_state(&s, &m));
    CHECK_OK(gyre_ddt_state_to_array(&mass, &s, &wrench, by_quaternion));
    CHECK_OK(gyre_ddt_matrix_state_to_array(&mass, &m, &wrench, by_matrix));
    CHECK_BYTES(by_matrix, by_quaternion, 3 * sizeof(double));          // v
    CHECK_BYTES(by_matrix + 12, by_quaternion + 7, 6 * sizeof(double)); // F, tau
    gyre_auxiliary A;
    CHECK_OK(gyre_auxiliary_of(&mass, &s, &A));
    gyre_mat3 star = gyre_star(A.w), R_dot = mat3_times_mat3(&star, &A.R);
    CHECK_BELOW(array_difference(by_matrix + 3, &R_dot.m[0][0], 9), 1e-15);
}

TEST(spec_13_a_planar_body_has_three_degrees_of_freedom) {
    gyre_point_force push = {{1, 0.5, 3}, {0.2, -0.3, 0.4}}; // pushes and twists along locked axes too
    gyre_rigid_body body = tumbling_brick();
    body.locks = GYRE_LOCK_PLANAR;
    body.forces = &push;
    body.force_count = 1;
    gyre_system system = system_of(&body, 1);
    system.gravity = (gyre_vec3){0, -9.81, -2};
    double angle = 0.3, start_spin = 1.5;
    gyre_quat q0;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, angle, &q0));
    gyre_state s = {.x = {0, 0, 4}, .q = q0, .L = {0, 0, 2.5 * start_spin}};
    double y[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 1, NULL, NULL));
    gyre_array_to_state(y, &s);
    CHECK_SAME(s.x.z, 4); // three coordinates never move
    CHECK(s.q.x == 0 && s.q.y == 0);
    CHECK(s.P.z == 0 && s.L.x == 0 && s.L.y == 0);
    CHECK_NEAR(s.x.x, 0.5 * 0.5, 1e-9);           // a = F/M = 1/2
    CHECK_NEAR(s.x.y, 0.5 * (0.25 - 9.81), 1e-9); // and gravity
    CHECK(fabs(s.L.z - 2.5 * start_spin) > 0.1);  // the third one turns
}

TEST(spec_13_a_body_locked_about_two_axes_turns_with_the_moment_about_the_third) {
    // tilted in the world, so that its principal axes are not the world's
    gyre_rigid_body body = tumbling_brick();
    body.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Z;
    gyre_system system = system_of(&body, 1);
    random_source r = {5};
    gyre_state s = {.q = random_rotation(&r), .L = {0, 3, 0}};
    gyre_mat3 R = gyre_quat_to_mat3(s.q);
    double moment = 1 * R.m[1][0] * R.m[1][0] + 2 * R.m[1][1] * R.m[1][1] + 2.5 * R.m[1][2] * R.m[1][2];
    double y[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 2, NULL, NULL));
    gyre_state end;
    gyre_array_to_state(y, &end);
    gyre_quat turn;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 1, 0}, 2 * 3 / moment, &turn));
    CHECK_BELOW(angle_between(end.q, gyre_quat_multiply(turn, s.q)), 1e-8);
    CHECK_SAME(end.L.y, 3);
}

TEST(spec_13_momentum_along_locked_axes_is_ignored) {
    gyre_rigid_body body = tumbling_brick();
    body.locks = GYRE_LOCK_PLANAR;
    gyre_system system = system_of(&body, 1);
    gyre_state s = {.q = {1, 0, 0, 0}, .P = {1, 2, 5}, .L = {3, 4, 6}};
    double y[13];
    gyre_vec3 P, L;
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_momentum(&system, y, (gyre_vec3){0, 0, 0}, &P, &L));
    CHECK_BELOW(distance(P, (gyre_vec3){1, 2, 0}), 1e-300);
    CHECK_BELOW(distance(L, (gyre_vec3){0, 0, 6}), 1e-300);
}

TEST(spec_13_free_bodies_have_six_degrees_of_freedom_and_fully_locked_ones_zero) {
    gyre_point_force push = {{1, 2, 3}, {0.2, -0.3, 0.4}};
    gyre_rigid_body body = tumbling_brick();
    body.forces = &push;
    body.force_count = 1;
    gyre_system system = system_of(&body, 1);
    gyre_state s = tumbling_state();
    double y[13], ydot[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_dydt(0, y, ydot, &system));
    for (int i = 0; i < 13; i++)
        CHECK(ydot[i] != 0);
    body.locks = GYRE_LOCK_ALL;
    CHECK_OK(gyre_dydt(0, y, ydot, &system));
    for (int i = 0; i < 13; i++)
        CHECK(ydot[i] == 0);
}

TEST(invalid_bodies_are_refused_with_their_index) {
    gyre_rigid_body bodies[3] = {tumbling_brick(), tumbling_brick(), tumbling_brick()};
    gyre_system system = system_of(bodies, 3);
    system.log = (gyre_logger){keep_text, NULL};
    double y[39] = {0}, ydot[39];
    CHECK_OK(gyre_system_check(&system));
    bodies[2].locks = GYRE_LOCK_ROTATION_Y; // one alone
    CHECK_RESULT(gyre_dydt(0, y, ydot, &system), GYRE_ERR_LOCK);
    CHECK(strstr(log_text, "body 2: rotation locks must be") == log_text);
    bodies[2].locks = 64;
    CHECK_RESULT(gyre_system_check(&system), GYRE_ERR_LOCK);
    bodies[2] = tumbling_brick();
    bodies[1].mass.inertia.y = 100;
    CHECK_RESULT(gyre_system_check(&system), GYRE_ERR_INERTIA);
    CHECK(strstr(log_text, "body 1: ") == log_text);
    bodies[1] = tumbling_brick();
    bodies[0].force_count = 1;
    CHECK_RESULT(gyre_system_check(&system), GYRE_ERR_NULL_POINTER);
}

static gyre_result not_a_number(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                                void *user) {
    (void)t, (void)s, (void)y, (void)user;
    if (index == 1) wrench->torque.z = NAN;
    return GYRE_OK;
}

static gyre_result refuse(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                          void *user) {
    (void)t, (void)index, (void)s, (void)y, (void)wrench, (void)user;
    return GYRE_ERR_STOPPED;
}

TEST(a_non_finite_force_is_reported_with_the_name_of_its_body) {
    gyre_rigid_body bodies[2] = {tumbling_brick(), tumbling_brick()};
    gyre_system system = system_of(bodies, 2);
    system.log = (gyre_logger){keep_text, NULL};
    system.add_forces = not_a_number;
    gyre_state states[2] = {tumbling_state(), tumbling_state()};
    double y[26], ydot[26];
    CHECK_OK(gyre_states_to_array(states, 2, y, 26));
    CHECK_RESULT(gyre_dydt(1.5, y, ydot, &system), GYRE_ERR_NOT_FINITE);
    CHECK(strcmp(log_text, "body 1: the callback's torque at t = 1.5 is not finite") == 0);
    system.add_forces = NULL;
    y[13 + 7] = INFINITY; // P of body 1
    CHECK_RESULT(gyre_dydt(1.5, y, ydot, &system), GYRE_ERR_NOT_FINITE);
    CHECK(strcmp(log_text, "body 1: its velocity at t = 1.5 is not finite") == 0);
    system.add_forces = refuse;
    CHECK_RESULT(gyre_dydt(0, y, ydot, &system), GYRE_ERR_STOPPED);
}

// A spring between two bodies: the callback finds the other body in y.
static gyre_result spring_between(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                                  void *user) {
    (void)t, (void)user;
    gyre_state other;
    gyre_array_to_state(&y[13 * (1 - index)], &other);
    gyre_wrench_add_force_at(wrench, s->x, scaled(5, minus(other.x, s->x)), s->x);
    return GYRE_OK;
}

TEST(spec_60_forces_between_bodies_keep_the_total_momentum) {
    gyre_rigid_body bodies[2] = {tumbling_brick(), tumbling_brick()};
    bodies[1].mass.mass = 5;
    gyre_system system = system_of(bodies, 2);
    system.add_forces = spring_between;
    gyre_state states[2] = {tumbling_state(), tumbling_state()};
    states[1].x = (gyre_vec3){3, 1, -2};
    double y[26];
    CHECK_OK(gyre_states_to_array(states, 2, y, 26));
    gyre_vec3 P0, L0, P1, L1, point = {0.1, 0.2, 0.3};
    CHECK_OK(gyre_system_momentum(&system, y, point, &P0, &L0));
    CHECK_OK(gyre_system_advance(&system, y, y, 26, 0, 5, NULL, NULL));
    CHECK_OK(gyre_system_momentum(&system, y, point, &P1, &L1));
    CHECK_BELOW(distance(P0, P1), 1e-12);
    CHECK_BELOW(distance(L0, L1), 1e-7); // the solver's tolerance, 1e-9, over 5 s
}

TEST(spec_60_force_changes_P_and_torque_changes_L) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state s = tumbling_state();
    gyre_wrench wrench = {{3, -2, 1}, {0.5, 0.25, -4}};
    double ydot[13];
    CHECK_OK(gyre_ddt_state_to_array(&mass, &s, &wrench, ydot));
    CHECK_BYTES(ydot + 7, &wrench, sizeof wrench); // P' = F, L' = tau, to the bit
}

TEST(spec_63_a_push_at_the_centre_moves_without_turning) {
    gyre_point_force centre = {{2, 0, 0}, {0, 0, 0}}, edge = {{2, 0, 0}, {0, 1, 0}};
    gyre_rigid_body body = tumbling_brick();
    body.forces = &centre;
    body.force_count = 1;
    gyre_system system = system_of(&body, 1);
    gyre_state s = {.q = {1, 0, 0, 0}};
    double y[13], ydot[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_dydt(0, y, ydot, &system));
    CHECK(ydot[7] == 2 && ydot[10] == 0 && ydot[11] == 0 && ydot[12] == 0);
    body.forces = &edge;
    CHECK_OK(gyre_dydt(0, y, ydot, &system));
    CHECK(ydot[7] == 2 && ydot[12] == -2); // the same push, and a turn
}

TEST(spec_60_totals_are_those_of_the_bodies_in_either_form) {
    gyre_rigid_body bodies[2] = {tumbling_brick(), tumbling_brick()};
    gyre_state states[2] = {tumbling_state(), tumbling_state()};
    states[1].x = (gyre_vec3){3, 1, -2};
    states[1].q = (gyre_quat){0.6, 0, 0.8, 0};
    gyre_vec3 point = {0.1, -0.2, 0.3}, P = {0, 0, 0}, L = {0, 0, 0}, got_P, got_L;
    gyre_matrix_state matrices[2];
    double y[36], energy = 0, kinetic, potential;
    for (int i = 0; i < 2; i++) {
        double one;
        P = plus(P, states[i].P);
        L = plus(L, gyre_angular_momentum_about(&states[i], point));
        CHECK_OK(gyre_kinetic_energy(&bodies[i].mass, &states[i], &one));
        CHECK_OK(gyre_state_to_matrix_state(&states[i], &matrices[i]));
        energy += one;
    }
    for (int form = 0; form < GYRE_FORM_COUNT; form++) {
        gyre_system system = system_of(bodies, 2);
        system.form = (gyre_form)form;
        CHECK_OK(form == GYRE_FORM_MATRIX ? gyre_matrix_states_to_array(matrices, 2, y, 36)
                                          : gyre_states_to_array(states, 2, y, 26));
        CHECK_OK(gyre_system_momentum(&system, y, point, &got_P, &got_L));
        CHECK_BELOW(distance(P, got_P), 1e-15);
        CHECK_BELOW(distance(L, got_L), 1e-14);
        CHECK_OK(gyre_system_energy(&system, y, &kinetic, &potential));
        CHECK_NEAR(kinetic, energy, 1e-14);
    }
}

static gyre_result expect_orientation(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                                      void *user) {
    (void)t, (void)index, (void)y, (void)wrench;
    CHECK_BELOW(angle_between(s->q, *(const gyre_quat *)user), 1e-14);
    return GYRE_OK;
}

TEST(callbacks_see_the_orientation_in_the_matrix_form_too) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    gyre_state s = tumbling_state();
    gyre_matrix_state m;
    double y[18], ydot[18];
    CHECK_OK(gyre_state_to_matrix_state(&s, &m));
    gyre_matrix_state_to_array(&m, y);
    system.form = GYRE_FORM_MATRIX;
    system.add_forces = expect_orientation;
    system.user = &s.q;
    CHECK_OK(gyre_dydt(0, y, ydot, &system));
}

static gyre_result no_force(double t, size_t index, const gyre_particle *particle, const double *y, gyre_vec3 *force,
                            void *user) {
    (void)t, (void)particle, (void)y, (void)force, (void)user;
    return index == 1 ? GYRE_ERR_TIME : GYRE_OK;
}

TEST(a_force_on_a_particle_that_fails_ends_the_derivative) {
    double masses[2] = {1, 1}, y[12] = {0}, ydot[12];
    gyre_particle_system particles = gyre_particle_system_default();
    particles.masses = masses;
    particles.count = 2;
    particles.add_forces = no_force;
    CHECK_RESULT(gyre_particle_dydt(0, y, ydot, &particles), GYRE_ERR_TIME);
}

TEST(non_finite_point_forces_and_particles_are_refused) {
    gyre_point_force push = {{NAN, 0, 0}, {0, 0, 0}};
    gyre_rigid_body body = tumbling_brick();
    body.forces = &push;
    body.force_count = 1;
    gyre_system system = system_of(&body, 1);
    system.log = (gyre_logger){keep_text, NULL};
    CHECK_RESULT(gyre_system_check(&system), GYRE_ERR_NOT_FINITE);
    CHECK(strcmp(log_text, "body 0: a point force is not finite") == 0);
    double mass = INFINITY, y[6] = {0}, ydot[6];
    gyre_particle_system particles = gyre_particle_system_default();
    particles.masses = &mass;
    particles.count = 1;
    CHECK_RESULT(gyre_particle_dydt(0, y, ydot, &particles), GYRE_ERR_MASS);
    mass = 1;
    particles.gravity.z = NAN;
    CHECK_RESULT(gyre_particle_dydt(0, y, ydot, &particles), GYRE_ERR_NOT_FINITE);
}

TEST(energy_in_gravity_is_conserved) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    system.gravity = (gyre_vec3){1, 2, -9.81};
    gyre_state s = tumbling_state();
    double y[13], kinetic0, potential0, kinetic1, potential1;
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_energy(&system, y, &kinetic0, &potential0));
    CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 3, NULL, NULL));
    CHECK_OK(gyre_system_energy(&system, y, &kinetic1, &potential1));
    CHECK(fabs(kinetic1 - kinetic0) > 100); // it fell
    CHECK_NEAR(kinetic1 + potential1, kinetic0 + potential0, 1e-8 * kinetic1);
}

RUN_TESTS("dydt")
