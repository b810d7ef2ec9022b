/// The notes' simulator end to end: against the notes transcribed literally (textbook.c), and against reference
/// trajectories.
#include "body_helpers.h"
#include "check.h"
#include "forced_cases.h"
#include "reference.h"
#include "textbook.h"

// ---- RunSimulation ----

typedef struct frame_record {
    size_t count;
    double last_t;
    int is_in_order;
} frame_record;

static gyre_result count_frame(size_t frame, double t, const double *y, size_t length, void *user) {
    frame_record *record = user;
    (void)y, (void)length;
    if (frame != record->count || (frame > 0 && !(t > record->last_t))) record->is_in_order = 0;
    record->count++;
    record->last_t = t;
    return GYRE_OK;
}

TEST(spec_11_ten_seconds_at_thirty_are_exactly_300_frames_after_the_first) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    gyre_run run = gyre_run_default();
    frame_record record = {.is_in_order = 1};
    run.options.method = GYRE_METHOD_rk4;
    run.on_frame = count_frame;
    run.user = &record;
    gyre_state s = tumbling_state();
    double y[13];
    gyre_state_to_array(&s, y);
    gyre_ode_report report;
    CHECK_OK(gyre_run_simulation(&system, &run, y, 13, &report));
    CHECK_EQ(record.count, 301);
    CHECK(record.is_in_order);
    CHECK_SAME(record.last_t, 10);
    CHECK_EQ(report.steps, 300); // one step per frame unless told otherwise
    CHECK_EQ(report.evaluations, 1200);
    // the notes' own loop, for(t = 0; t < 10; t += 1./30.), runs 301 times in IEEE double
    int iterations = 0;
    for (double t = 0; t < 10.0; t += 1. / 30.)
        iterations++;
    CHECK_EQ(iterations, 301);
}

TEST(frames_cost_an_adaptive_method_little) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    gyre_run run = gyre_run_default();
    run.options.initial_step = 1; // too long for this tolerance, so that a try is rejected
    run.options.rtol = 1e-12;
    run.options.atol = 1e-14;
    gyre_ode_report by_frames, at_once;
    gyre_state s = tumbling_state();
    double y[13], end[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_advance(&system, y, end, 13, 0, 10, &run.options, &at_once));
    CHECK_OK(gyre_run_simulation(&system, &run, y, 13, &by_frames));
    print_message("evaluations: %zu at once, %zu in 300 frames\n", at_once.evaluations, by_frames.evaluations);
    // six stages per try, and one derivative per step, because the projection moved its end
    CHECK(by_frames.rejected > 0);
    CHECK_EQ(by_frames.evaluations, 6 * (by_frames.steps + by_frames.rejected) + by_frames.steps);
    // it continues with its step size: at worst two steps of 7 evaluations per frame
    CHECK(by_frames.evaluations <= at_once.evaluations + 300 * 14);
    CHECK_BELOW(array_difference(y, end, 13), 1e-9);
}

static gyre_result stop_at_seven(size_t frame, double t, const double *y, size_t length, void *user) {
    (void)t, (void)y, (void)length, (void)user;
    return frame == 7 ? GYRE_ERR_STOPPED : GYRE_OK;
}

TEST(a_run_that_is_stopped_leaves_the_state_untouched) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    gyre_run run = gyre_run_default();
    run.on_frame = stop_at_seven;
    gyre_state s = tumbling_state();
    double y[13], before[13];
    gyre_state_to_array(&s, y);
    memcpy(before, y, sizeof y);
    gyre_ode_report report;
    CHECK_RESULT(gyre_run_simulation(&system, &run, y, 13, &report), GYRE_ERR_STOPPED);
    CHECK_BYTES(y, before, sizeof y);
    CHECK_SAME(report.t, 7.0 / 30);
}

// ---- a run over any derivative ----

static gyre_result decay(double t, const double *y, double *ydot, void *user) {
    (void)t;
    ydot[0] = -*(const double *)user * y[0];
    return GYRE_OK;
}

static gyre_result decay_until_seven(double t, const double *y, double *ydot, void *user) {
    return t > 7 ? GYRE_ERR_STOPPED : decay(t, y, ydot, user);
}

TEST(spec_13a_a_run_over_any_derivative_has_300_frames_after_the_first) {
    gyre_run run = gyre_run_default();
    frame_record record = {.is_in_order = 1};
    run.options.method = GYRE_METHOD_rk4;
    run.on_frame = count_frame;
    run.user = &record;
    double y = 1, rate = 0.3;
    gyre_ode_report report;
    CHECK_OK(gyre_run_derivative(decay, &rate, &run, &y, 1, &report));
    CHECK_EQ(record.count, 301);
    CHECK(record.is_in_order);
    CHECK_SAME(record.last_t, 10);
    CHECK_EQ(report.steps, 300);
    CHECK_EQ(report.evaluations, 1200);
    CHECK_NEAR(y, exp(-3), 1.3e-11); // k t (k h)^4 / 120 = 2.5e-10 of e^-3
}

TEST(spec_13a_a_run_over_bodies_by_their_derivative_has_the_bits_of_the_solver) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    gyre_run run = gyre_run_default();
    run.frame_count = 10;
    run.options.method = GYRE_METHOD_rk4;
    run.options.project = gyre_project_nothing; // gyre_ode projects only by the callback
    gyre_state s = tumbling_state();
    double by_system[13], by_derivative[13];
    gyre_state_to_array(&s, by_system);
    gyre_state_to_array(&s, by_derivative);
    CHECK_OK(gyre_run_simulation(&system, &run, by_system, 13, NULL));
    CHECK_OK(gyre_run_derivative(gyre_dydt, &system, &run, by_derivative, 13, NULL));
    CHECK_BYTES(by_derivative, by_system, sizeof by_system);
}

TEST(spec_13a_a_run_over_a_derivative_refuses_and_fails_as_the_solver_does) {
    gyre_run run = gyre_run_default();
    double y = 1, rate = 0.3, not_a_number = NAN;
    gyre_ode_report report;
    frame_record record = {.is_in_order = 1};
    run.on_frame = count_frame;
    run.user = &record;
    CHECK_RESULT(gyre_run_derivative(NULL, &rate, &run, &y, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_run_derivative(decay, &rate, NULL, &y, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_run_derivative(decay, &rate, &run, NULL, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_run_derivative(decay, &rate, &run, &y, 0, NULL), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_run_derivative(decay, &rate, &run, &not_a_number, 1, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.component, 0);
    gyre_particle_system none = gyre_particle_system_default();
    CHECK_RESULT(gyre_run_derivative(gyre_particle_dydt, &none, &run, &y, 1, NULL), GYRE_ERR_LENGTH);
    run.options.method = GYRE_METHOD_exact;
    run.options.step = 0.01;
    CHECK_RESULT(gyre_run_derivative(decay, &rate, &run, &y, 1, NULL), GYRE_ERR_METHOD_NEEDS_BODIES);
    run = gyre_run_default();
    run.frames_per_second = 0;
    CHECK_RESULT(gyre_run_derivative(decay, &rate, &run, &y, 1, NULL), GYRE_ERR_FRAME_RATE);
    CHECK_EQ(record.count, 0); // nothing was shown
    run = gyre_run_default();
    CHECK_RESULT(gyre_run_derivative(decay_until_seven, &rate, &run, &y, 1, &report), GYRE_ERR_STOPPED);
    CHECK(report.t > 6.9 && report.t <= 7);
    CHECK(y == 1); // untouched
}

// Two masses on a spring and a drop in drag, all of them falling: a system of three particles.
enum { LEFT, RIGHT, DROP, PARTICLES, LENGTH = PARTICLES * GYRE_PARTICLE_SIZE };
static const double particle_masses[PARTICLES] = {1, 3, 0.5}, stiffness = 12, rest_length = 2, drag = 0.25;

static gyre_result spring_and_drag(double t, size_t index, const gyre_particle *particle, const double *y,
                                   gyre_vec3 *force, void *user) {
    (void)t, (void)user;
    if (index == DROP) {
        *force = scaled(-drag, particle->v);
        return GYRE_OK;
    }
    gyre_particle other;
    gyre_array_to_particle(&y[(index == LEFT ? RIGHT : LEFT) * GYRE_PARTICLE_SIZE], &other);
    gyre_vec3 d = minus(other.x, particle->x);
    *force = scaled(stiffness * (norm(d) - rest_length) / norm(d), d);
    return GYRE_OK;
}

static gyre_result compare_particles(size_t frame, double t, const double *y, size_t length, void *user) {
    double *worst = user;
    gyre_particle p[PARTICLES];
    (void)frame;
    CHECK_OK(gyre_array_to_particles(y, length, p, PARTICLES));
    double rate = sqrt(stiffness * (1 / particle_masses[LEFT] + 1 / particle_masses[RIGHT]));
    double terminal = particle_masses[DROP] * 9.81 / drag, fade = exp(-drag / particle_masses[DROP] * t);
    *worst = fmax(*worst, fabs(p[RIGHT].x.x - p[LEFT].x.x - rest_length - 0.5 * cos(rate * t)));
    *worst = fmax(*worst, fabs(0.25 * p[LEFT].x.x + 0.75 * p[RIGHT].x.x - 0.75 * 2.5)); // the centre only falls
    *worst = fmax(*worst, fabs(p[LEFT].x.z + 9.81 * t * t / 2));
    *worst = fmax(*worst, fabs(p[DROP].v.z + terminal * (1 - fade)));
    return GYRE_OK;
}

TEST(spec_13a_masses_on_a_spring_swing_and_a_drop_reaches_its_terminal_speed) {
    gyre_particle_system system = gyre_particle_system_default();
    system.masses = particle_masses;
    system.count = PARTICLES;
    system.gravity.z = -9.81;
    system.add_forces = spring_and_drag;
    gyre_particle p[PARTICLES] = {[RIGHT] = {.x = {rest_length + 0.5, 0, 0}}};
    double y[LENGTH], worst = 0;
    CHECK_OK(gyre_particles_to_array(p, PARTICLES, y, LENGTH));
    gyre_run run = gyre_run_default();
    run.frame_count = 600; // twenty seconds: ten times m / c
    run.on_frame = compare_particles;
    run.user = &worst;
    CHECK_OK(gyre_run_derivative(gyre_particle_dydt, &system, &run, y, LENGTH, NULL));
    print_message("particles: %.1e from the closed form\n", worst);
    CHECK_BELOW(worst, 2e-8); // 1e-9 of 20 m/s; the fall of 2000 m is a parabola, which has no error
    CHECK_OK(gyre_array_to_particles(y, LENGTH, p, PARTICLES));
    CHECK_NEAR(p[DROP].v.z / (-9.81 * 0.5 / 0.25), 1, 1e-4); // e^-10
}

// ---- comparison with the transcribed notes ----

static const gyre_point_force PUSH = {{0.4, -1, 0.7}, {0.5, 0.2, -0.3}};

// Two bodies, one of them pushed at a point, in gravity: the same for both programs.
static void two_bodies(gyre_rigid_body bodies[2], gyre_state states[2]) {
    bodies[0] = tumbling_brick();
    bodies[1] = tumbling_brick();
    bodies[1].mass = (gyre_mass){5, {3, 2, 4}};
    bodies[1].forces = &PUSH;
    bodies[1].force_count = 1;
    states[0] = tumbling_state();
    states[1] = (gyre_state){{1, 2, 3}, {0.1, 0.7, -0.1, 0.7}, {-1, 0, 2}, {0.5, 3, -1}};
    CHECK_OK(gyre_quat_normalize(states[1].q, &states[1].q));
}

static textbook_run notes_of(const gyre_rigid_body bodies[2], const gyre_state states[2], int use_quaternion) {
    textbook_run notes = {.gravity = {0, 0, -9.81}, .body_count = 2, .use_quaternion = use_quaternion};
    notes.frames_per_second = 30;
    notes.frame_count = 60;
    notes.substeps_per_frame = 2;
    for (int i = 0; i < 2; i++) {
        textbook_body *b = &notes.bodies[i];
        gyre_matrix_state m;
        CHECK_OK(gyre_state_to_matrix_state(&states[i], &m));
        b->mass = bodies[i].mass.mass;
        b->Ibody[0][0] = bodies[i].mass.inertia.x;
        b->Ibody[1][1] = bodies[i].mass.inertia.y;
        b->Ibody[2][2] = bodies[i].mass.inertia.z;
        memcpy(b->x, &m.x, sizeof b->x);
        memcpy(b->R, &m.R, sizeof b->R);
        memcpy(b->P, &m.P, sizeof b->P);
        memcpy(b->L, &m.L, sizeof b->L);
    }
    memcpy(notes.bodies[1].force, &PUSH.force, sizeof PUSH.force);
    memcpy(notes.bodies[1].force_at, &PUSH.at, sizeof PUSH.at);
    return notes;
}

static void compare_with_the_notes(gyre_form form) {
    gyre_rigid_body bodies[2];
    gyre_state states[2];
    two_bodies(bodies, states);
    textbook_run notes = notes_of(bodies, states, form == GYRE_FORM_QUATERNION);
    double expected[36], y[36], ydot[36], expected_ydot[36];
    textbook_run_simulation(&notes, NULL, NULL, expected);

    gyre_system system = system_of(bodies, 2);
    system.form = form;
    system.gravity = (gyre_vec3){0, 0, -9.81};
    gyre_run run = gyre_run_default();
    run.frame_count = 60;
    run.options.method = GYRE_METHOD_rk4;
    run.options.step = 1.0 / 60;
    run.options.project = gyre_project_nothing; // the notes do not normalise
    size_t n = gyre_system_length(&system);
    gyre_matrix_state matrices[2];
    for (int i = 0; i < 2; i++)
        CHECK_OK(gyre_state_to_matrix_state(&states[i], &matrices[i]));
    CHECK_OK(form == GYRE_FORM_MATRIX ? gyre_matrix_states_to_array(matrices, 2, y, n)
                                      : gyre_states_to_array(states, 2, y, n));
    // one derivative, then the whole run. The same formulas in another order: rounding, grown over 120 steps.
    CHECK_OK(gyre_dydt(0, y, ydot, &system));
    textbook_dydt(&notes, 0, y, expected_ydot);
    CHECK_BELOW(array_difference(ydot, expected_ydot, n), 1e-14);
    CHECK_OK(gyre_run_simulation(&system, &run, y, n, NULL));
    // the textbook's quaternion comes from its matrix: the sign may differ
    if (form == GYRE_FORM_QUATERNION)
        for (size_t i = 0; i < 2; i++)
            if (y[13 * i + 3] * expected[13 * i + 3] < 0)
                for (size_t k = 3; k < 7; k++)
                    expected[13 * i + k] = -expected[13 * i + k];
    CHECK_BELOW(array_difference(y, expected, n), 1e-11);
}

TEST(spec_10_the_matrix_form_runs_as_in_the_notes) { compare_with_the_notes(GYRE_FORM_MATRIX); }
TEST(spec_10_the_quaternion_form_runs_as_in_the_notes) { compare_with_the_notes(GYRE_FORM_QUATERNION); }

TEST(spec_10_star_and_the_conversions_are_those_of_the_notes) {
    random_source r = {21};
    for (int i = 0; i < 5000; i++) {
        gyre_vec3 a = random_vec3(&r, 2);
        double as_array[3] = {a.x, a.y, a.z}, star[3][3], m[3][3], q_array[4];
        gyre_mat3 ours = gyre_star(a);
        textbook_star(as_array, star);
        CHECK_BELOW(array_difference(&ours.m[0][0], &star[0][0], 9), 1e-300);
        gyre_quat q = random_rotation(&r), back;
        gyre_mat3 R = gyre_quat_to_mat3(q);
        double q_in[4] = {q.w, q.x, q.y, q.z};
        textbook_quaternion_to_matrix(q_in, m);
        CHECK_BELOW(array_difference(&R.m[0][0], &m[0][0], 9), 2e-15);
        textbook_matrix_to_quaternion((const double(*)[3])R.m, q_array);
        back = gyre_mat3_to_quat(&R);
        CHECK_BELOW(angle_between(back, (gyre_quat){q_array[0], q_array[1], q_array[2], q_array[3]}), 1e-15);
    }
}

TEST(spec_26_matrices_drift_more_than_quaternions_and_correction_stops_it) {
    gyre_rigid_body body = tumbling_brick();
    gyre_state s = tumbling_state();
    gyre_matrix_state m;
    CHECK_OK(gyre_state_to_matrix_state(&s, &m));
    gyre_run run = gyre_run_default();
    run.options.method = GYRE_METHOD_rk4;
    double y[18], skew[2], length_error[2];
    for (int is_mended = 0; is_mended < 2; is_mended++) {
        run.options.project = is_mended ? NULL : gyre_project_nothing;
        gyre_system system = system_of(&body, 1);
        gyre_state_to_array(&s, y);
        CHECK_OK(gyre_run_simulation(&system, &run, y, 13, NULL));
        length_error[is_mended] = fabs(sqrt(y[3] * y[3] + y[4] * y[4] + y[5] * y[5] + y[6] * y[6]) - 1);
        system.form = GYRE_FORM_MATRIX;
        gyre_matrix_state_to_array(&m, y);
        CHECK_OK(gyre_run_simulation(&system, &run, y, 18, NULL));
        gyre_matrix_state end;
        gyre_array_to_matrix_state(y, &end);
        skew[is_mended] = gyre_mat3_orthonormality_error(&end.R);
    }
    print_message("drift: matrix %.1e, quaternion %.1e; corrected: %.1e, %.1e\n", skew[0], length_error[0], skew[1],
                  length_error[1]);
    CHECK(skew[0] > 10 * length_error[0]);
    CHECK(length_error[0] > 1e-9);
    CHECK_BELOW(skew[1], 1e-15);
    CHECK_BELOW(length_error[1], 1e-15);
}

// ---- against reference trajectories with 22 digits (test/data/ref) ----

// Runs from row to row up to t_max and returns the largest angle error [rad]; *out_rows counts what was compared.
static double angle_error(const char *name, gyre_body_callback add_forces, double t_max, int *out_rows) {
    reference ref = reference_read(name);
    gyre_rigid_body body = {.mass = {ref.mass, ref.I}};
    gyre_system system = system_of(&body, 1);
    system.add_forces = add_forces;
    gyre_ode_options options = gyre_ode_options_default();
    options.rtol = 1e-13;
    options.atol = 1e-14;
    gyre_velocity_state start = {ref.x0, gyre_quat_to_mat3(ref.q0), ref.v0, gyre_quat_rotate(ref.q0, ref.w0)};
    gyre_state s;
    CHECK_OK(gyre_velocity_state_to_state(&body.mass, &start, &s));
    double y[13], t = 0, worst = 0;
    gyre_state_to_array(&s, y);
    *out_rows = 0;
    for (int i = 0; i < ref.row_count && ref.rows[i].t <= t_max; i++) {
        CHECK_OK(gyre_system_advance(&system, y, y, 13, t, ref.rows[i].t, &options, NULL));
        t = ref.rows[i].t;
        gyre_array_to_state(y, &s);
        worst = fmax(worst, angle_between(s.q, ref.rows[i].q));
        ++*out_rows;
    }
    return worst;
}

TEST(free_rotation_agrees_with_the_reference_trajectories) {
    // Local errors of 1e-13 over about 1e4 steps and the growth along each trajectory; free11 spins at 1e4 rad/s and is
    // left to the exact flow, free10 and free14 are no physical bodies, free02 runs along a separatrix.
    static const struct {
        const char *name;
        double t_max, bar;
    } cases[] = {
        {"free01_generic.txt", 60, 1e-10},    {"free02_near_separatrix.txt", 10, 1e-8},
        {"free04_oblate.txt", 60, 1e-10},     {"free06_sphere.txt", 60, 1e-10},
        {"free07_flat_plate.txt", 60, 1e-10}, {"free12_slow_1e-6.txt", 600, 1e-12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int rows;
        double error = angle_error(cases[i].name, NULL, cases[i].t_max, &rows);
        print_message("%-28s %d rows, angle error %.1e rad\n", cases[i].name, rows, error);
        CHECK(rows >= 2);
        CHECK_BELOW(error, cases[i].bar);
    }
}

TEST(forced_motion_agrees_with_the_reference_trajectories) {
    int rows;
    double top = angle_error("forced01_heavy_top.txt", heavy_top_torque, 10, &rows);
    CHECK_EQ(rows, 2);
    double spring = angle_error("forced03_spring.txt", spring_force, 5, &rows); // chaotic: errors grow
    CHECK_EQ(rows, 2);
    print_message("heavy top %.1e rad at 10 s, spring %.1e rad at 5 s\n", top, spring);
    CHECK_BELOW(top, 1e-9);
    CHECK_BELOW(spring, 1e-9);
}

RUN_TESTS("simulation")
