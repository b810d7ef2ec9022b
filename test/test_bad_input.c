/// Bad input to the solvers: a result code, and nothing has changed. Memory that runs out: the same.
#include "body_helpers.h"
#include "check.h"
#include "host.h"

static gyre_result decay(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)user;
    for (int i = 0; i < 2; i++)
        ydot[i] = -y[i];
    return GYRE_OK;
}

// gyre_ode with one thing wrong: the expected result, and the output untouched.
static void ode_refuses(const gyre_ode_options *options, double t0, double t1, gyre_result expected) {
    double y[2] = {1, 2}, end[2] = {7, 8};
    CHECK_RESULT(gyre_ode(y, end, 2, t0, t1, decay, NULL, options, NULL), expected);
    CHECK(end[0] == 7 && end[1] == 8 && y[0] == 1 && y[1] == 2);
}

TEST(ode_refuses_null_pointers_and_length_zero) {
    double y[2] = {1, 2}, end[2] = {7, 8};
    CHECK_RESULT(gyre_ode(NULL, end, 2, 0, 1, decay, NULL, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_ode(y, NULL, 2, 0, 1, decay, NULL, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_ode(y, end, 2, 0, 1, NULL, NULL, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_ode(y, end, 0, 0, 1, decay, NULL, NULL, NULL), GYRE_ERR_LENGTH);
    CHECK(end[0] == 7 && end[1] == 8);
}

TEST(ode_refuses_non_finite_times) {
    double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        ode_refuses(NULL, bad[i], 1, GYRE_ERR_TIME);
        ode_refuses(NULL, 0, bad[i], GYRE_ERR_TIME);
    }
    ode_refuses(NULL, -1.5e308, 1.5e308, GYRE_ERR_TIME); // the difference overflows
}

TEST(ode_refuses_a_non_finite_start_and_names_the_component) {
    double y[2] = {1, NAN}, end[2] = {7, 8};
    gyre_ode_report report;
    CHECK_RESULT(gyre_ode(y, end, 2, 0, 1, decay, NULL, NULL, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.component, 1);
    CHECK(end[0] == 7);
}

TEST(ode_refuses_invalid_tolerances) {
    double bad[][2] = {{0, 0},      {1e-20, 1e-9}, {-1e-9, 1e-9}, {1e-9, -1e-9},
                       {NAN, 1e-9}, {1e-9, NAN},   {INFINITY, 0}, {0, INFINITY}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        gyre_ode_options options = gyre_ode_options_default();
        options.rtol = bad[i][0];
        options.atol = bad[i][1];
        ode_refuses(&options, 0, 1, GYRE_ERR_TOLERANCE);
    }
}

TEST(ode_refuses_steps_of_zero_or_in_the_wrong_direction) {
    double bad[] = {-0.1, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        gyre_ode_options options = gyre_ode_options_default();
        options.step = bad[i];
        ode_refuses(&options, 0, 1, GYRE_ERR_STEP);
        options = gyre_ode_options_default();
        options.initial_step = bad[i];
        ode_refuses(&options, 0, 1, GYRE_ERR_STEP);
        options = gyre_ode_options_default();
        options.max_step = bad[i];
        ode_refuses(&options, 0, 1, GYRE_ERR_STEP);
    }
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_rk4; // has no error estimate, so the step must be given
    ode_refuses(&options, 0, 1, GYRE_ERR_STEP);
    options.step = 0.1;
    options.max_steps = 0;
    ode_refuses(&options, 0, 1, GYRE_ERR_STEP_LIMIT);
}

TEST(ode_refuses_unknown_methods_and_names_those_that_need_bodies) {
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_COUNT;
    ode_refuses(&options, 0, 1, GYRE_ERR_METHOD);
    options.method = (gyre_method)-1;
    ode_refuses(&options, 0, 1, GYRE_ERR_METHOD);
    options.method = GYRE_METHOD_semi_implicit_euler;
    options.step = 0.1;
    options.log = (gyre_logger){keep_text, NULL};
    ode_refuses(&options, 0, 1, GYRE_ERR_METHOD_NEEDS_BODIES);
    CHECK(strstr(log_text, "semi_implicit_euler: this method needs the structure of a rigid body") == log_text);
    options = gyre_ode_options_default();
    options.orientation_update = GYRE_ORIENTATION_UPDATE_COUNT;
    ode_refuses(&options, 0, 1, GYRE_ERR_OPTION);
}

static void *no_memory(size_t size, size_t alignment, void *user) {
    (void)size, (void)alignment, (void)user;
    return NULL;
}
static void give_nothing(void *block, void *user) { (void)block, (void)user; }

TEST(ode_refuses_uninitialised_options_and_incomplete_allocators) {
    gyre_ode_options zero = {.method = GYRE_METHOD_rk4, .step = 0.1, .max_steps = 100};
    ode_refuses(&zero, 0, 1, GYRE_ERR_DEFINITION);
    gyre_ode_options options = gyre_ode_options_default();
    options.allocator.take = no_memory;
    ode_refuses(&options, 0, 1, GYRE_ERR_ALLOCATOR);
    options.allocator.give = give_nothing;
    ode_refuses(&options, 0, 1, GYRE_ERR_NO_MEMORY);
}

TEST(ode_refuses_lengths_that_exceed_memory) {
    double y[2] = {1, 2}, end[2] = {7, 8};
    gyre_ode_options options = gyre_ode_options_default();
    // the check of y0 would read beyond the array: only lengths whose workspace overflows are tried, with a huge one
    // refused before anything is read
    CHECK_RESULT(gyre_ode(y, end, SIZE_MAX / 4, 0, 1, decay, NULL, &options, NULL), GYRE_ERR_TOO_LARGE);
    CHECK(end[0] == 7);
}

// ---- systems of bodies ----

// A valid state, and a system that a test makes invalid.
typedef struct fixture {
    gyre_rigid_body body;
    gyre_system system;
    gyre_ode_options options;
    gyre_run run;
    double y[13], before[13];
} fixture;

static void fixture_init(fixture *f) {
    f->body = tumbling_brick();
    f->system = system_of(&f->body, 1);
    f->options = gyre_ode_options_default();
    f->run = gyre_run_default();
    gyre_state s = tumbling_state();
    gyre_state_to_array(&s, f->y);
    memcpy(f->before, f->y, sizeof f->y);
}

static void advance_refuses(fixture *f, double t0, double t1, gyre_result expected) {
    double end[13] = {7};
    CHECK_RESULT(gyre_system_advance(&f->system, f->y, end, 13, t0, t1, &f->options, NULL), expected);
    CHECK(end[0] == 7);
}

static void run_refuses(fixture *f, size_t length, gyre_result expected) {
    CHECK_RESULT(gyre_run_simulation(&f->system, &f->run, f->y, length, NULL), expected);
    CHECK_BYTES(f->y, f->before, sizeof f->y);
}

TEST(advance_refuses_an_invalid_system) {
    fixture f;
    fixture_init(&f);
    f.system.marker = 0;
    advance_refuses(&f, 0, 1, GYRE_ERR_DEFINITION);
    fixture_init(&f);
    f.system.bodies = NULL;
    advance_refuses(&f, 0, 1, GYRE_ERR_NULL_POINTER);
    fixture_init(&f);
    f.system.body_count = 2;
    advance_refuses(&f, 0, 1, GYRE_ERR_LENGTH);
    fixture_init(&f);
    f.system.body_count = 0;
    advance_refuses(&f, 0, 1, GYRE_ERR_LENGTH);
    fixture_init(&f);
    f.system.form = GYRE_FORM_COUNT;
    advance_refuses(&f, 0, 1, GYRE_ERR_OPTION);
    fixture_init(&f);
    f.system.gravity.z = NAN;
    advance_refuses(&f, 0, 1, GYRE_ERR_NOT_FINITE);
    fixture_init(&f);
    f.body.mass.mass = -1;
    advance_refuses(&f, 0, 1, GYRE_ERR_MASS);
    fixture_init(&f);
    f.y[5] = INFINITY;
    advance_refuses(&f, 0, 1, GYRE_ERR_NOT_FINITE);
    fixture_init(&f);
    advance_refuses(&f, NAN, 1, GYRE_ERR_TIME);
    f.options.rtol = f.options.atol = 0;
    advance_refuses(&f, 0, 1, GYRE_ERR_TOLERANCE);
    double end[13];
    CHECK_RESULT(gyre_system_advance(NULL, f.y, end, 13, 0, 1, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_system_advance(&f.system, NULL, end, 13, 0, 1, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_system_advance(&f.system, f.y, NULL, 13, 0, 1, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_system_advance(&f.system, f.y, end, 12, 0, 1, NULL, NULL), GYRE_ERR_LENGTH);
}

TEST(splitting_methods_refuse_backward_time_and_matrices) {
    fixture f;
    fixture_init(&f);
    f.options.method = GYRE_METHOD_semi_implicit_euler;
    f.options.step = 0.01;
    advance_refuses(&f, 1, 0, GYRE_ERR_TIME);
    f.options.max_steps = 10;
    advance_refuses(&f, 0, 1, GYRE_ERR_STEP_LIMIT);
    f.options.step = 0;
    advance_refuses(&f, 0, 1, GYRE_ERR_STEP);
    gyre_matrix_state m;
    gyre_state s = tumbling_state();
    CHECK_OK(gyre_state_to_matrix_state(&s, &m));
    double y[18], end[18] = {7};
    gyre_matrix_state_to_array(&m, y);
    f.options.step = 0.1;
    f.system.form = GYRE_FORM_MATRIX;
    CHECK_RESULT(gyre_system_advance(&f.system, y, end, 18, 0, 1, &f.options, NULL), GYRE_ERR_FORM);
    CHECK(end[0] == 7);
}

TEST(a_zero_orientation_is_reported_with_the_name_of_the_body) {
    fixture f;
    fixture_init(&f);
    f.options.log = (gyre_logger){keep_text, NULL}; // the system has no log, so this one is used
    memset(&f.y[3], 0, 4 * sizeof f.y[3]);
    advance_refuses(&f, 0, 1, GYRE_ERR_ORIENTATION);
    CHECK(strcmp(log_text, "body 0: its orientation is not a rotation; the identity is q = {1, 0, 0, 0}") == 0);
    f.options.method = GYRE_METHOD_semi_implicit_euler;
    f.options.step = 0.1;
    advance_refuses(&f, 0, 1, GYRE_ERR_ORIENTATION);
    double ydot[13];
    CHECK_RESULT(gyre_dydt(0, f.y, ydot, &f.system), GYRE_ERR_ORIENTATION);
    // a matrix that mirrors
    double y[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1}, end[18] = {7};
    f.system.form = GYRE_FORM_MATRIX;
    CHECK_RESULT(gyre_system_advance(&f.system, y, end, 18, 0, 1, NULL, NULL), GYRE_ERR_ORIENTATION);
    CHECK(end[0] == 7);
}

TEST(an_orientation_whose_square_overflows_is_reported_with_the_name_of_the_body) {
    fixture f;
    fixture_init(&f);
    f.system.log = (gyre_logger){keep_text, NULL};
    double ydot[13];
    for (int i = 0; i < 2; i++) {
        f.y[3] = i == 0 ? 1e200 : 1e-200; // its square is infinite, or 0
        f.y[4] = f.y[5] = f.y[6] = 0;
        log_text[0] = '\0';
        CHECK_RESULT(gyre_dydt(0, f.y, ydot, &f.system), GYRE_ERR_NOT_FINITE);
        CHECK(strstr(log_text, "body 0: the square of |q| must be finite and > 0 at t = 0"));
    }
}

TEST(gyre_ode_checks_the_length_for_the_derivatives_of_the_library) {
    fixture f;
    fixture_init(&f);
    f.system.log = (gyre_logger){keep_text, NULL};
    double end[13] = {7}, mass = 1;
    size_t lengths[] = {1, 6, 7, 12, 14, 26};
    gyre_particle_system particles = gyre_particle_system_default();
    particles.masses = &mass;
    particles.count = 1;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        CHECK_RESULT(gyre_ode(f.y, end, lengths[i], 0, 1, gyre_dydt, &f.system, NULL, NULL), GYRE_ERR_LENGTH);
        if (lengths[i] != 6)
            CHECK_RESULT(gyre_ode(f.y, end, lengths[i], 0, 1, gyre_particle_dydt, &particles, NULL, NULL),
                         GYRE_ERR_LENGTH);
    }
    CHECK(strcmp(log_text, "the state vector has 26 numbers, but 1 bodies of 13 numbers need 13") == 0);
    CHECK(end[0] == 7);
}

static int line_count;
static void count_lines(gyre_log_level level, const char *text, void *user) {
    (void)user;
    line_count++;
    keep_text(level, text, NULL);
}

static gyre_result no_force(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                            void *user) {
    (void)index, (void)s, (void)y, (void)user;
    if (t > 0.5) wrench->force.x = NAN;
    return GYRE_OK;
}

TEST(a_method_that_tries_many_steps_warns_once) {
    fixture f;
    fixture_init(&f);
    f.system.log = (gyre_logger){count_lines, NULL};
    f.system.add_forces = no_force;
    gyre_ode_report report;
    double end[13];
    line_count = 0;
    CHECK_RESULT(gyre_system_advance(&f.system, f.y, end, 13, 0, 1, &f.options, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(line_count, 1);
    CHECK(strstr(log_text, "body 0: the callback's force at t = 0.5") == log_text);
    CHECK(report.component == GYRE_NO_COMPONENT); // the body is named, no component
    CHECK(report.rejected > 3);
}

TEST(non_finite_numbers_are_excluded) {
    fixture f;
    fixture_init(&f);
    f.system.log = (gyre_logger){keep_text, NULL};
    f.y[7] = NAN;
    gyre_ode_report report;
    double end[13];
    CHECK_RESULT(gyre_system_advance(&f.system, f.y, end, 13, 0, 1, NULL, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.component, 7);
    CHECK(strcmp(log_text, "body 0: number 7 of its state is not finite") == 0);
}

TEST(orientations_and_spins_that_overflow_are_refused) {
    fixture f;
    fixture_init(&f);
    for (int i = 3; i < 7; i++)
        f.y[i] = 0.5e200; // its square overflows
    advance_refuses(&f, 0, 1, GYRE_ERR_ORIENTATION);
    fixture_init(&f);
    f.y[12] = 1e160; // so does the square of this turn
    f.options.method = GYRE_METHOD_semi_implicit_euler;
    f.options.step = 1;
    advance_refuses(&f, 0, 1, GYRE_ERR_NOT_FINITE);
}

typedef struct calls {
    size_t steps, projections;
} calls;

static gyre_result count_steps(const gyre_ode_step *step, void *user) {
    calls *c = user;
    CHECK_EQ(step->index, c->steps);
    c->steps++;
    double middle[13]; // splitting methods have a straight line to offer, the others a curve through both ends
    CHECK_OK(gyre_ode_interpolate(step, 0.5 * (step->t0 + step->t1), middle));
    for (int i = 0; i < 13 && !step->dense; i++)
        CHECK_NEAR(middle[i], 0.5 * (step->y0[i] + step->y1[i]), 1e-14);
    return GYRE_OK;
}

static gyre_result count_projections(double t, double *y, void *user) {
    calls *c = user;
    (void)t, (void)y;
    c->projections++;
    return GYRE_OK;
}

static gyre_result spoil(double t, double *y, void *user) {
    (void)t, (void)user;
    y[0] = NAN;
    return GYRE_OK;
}

TEST(callbacks_reach_their_user_in_every_method) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        fixture f;
        fixture_init(&f);
        calls c = {0};
        f.options.method = (gyre_method)m;
        f.options.step = 0.125;
        f.options.on_step = count_steps;
        f.options.project = count_projections;
        f.options.user = &c;
        gyre_ode_report report;
        double end[13];
        CHECK_OK(gyre_system_advance(&f.system, f.y, end, 13, 0, 1, &f.options, &report));
        CHECK_EQ(c.steps, 8);
        CHECK_EQ(c.projections, 8);
        CHECK_EQ(report.steps, 8);
        CHECK_SAME(report.t, 1);
        f.options.on_step = NULL;
        f.options.project = spoil; // a projection that fails to is detected, after the last step too
        advance_refuses(&f, 0, f.options.step, GYRE_ERR_NOT_FINITE); // the only step
    }
}

static gyre_result must_not_be_shown(size_t frame, double t, const double *y, size_t length, void *user) {
    (void)frame, (void)t, (void)y, (void)length, (void)user;
    fail_msg("a frame was shown of a run that cannot start");
    return GYRE_OK;
}

TEST(a_run_that_cannot_start_shows_no_frame) {
    fixture f;
    fixture_init(&f);
    f.run.on_frame = must_not_be_shown;
    f.run.options.marker = 0;
    run_refuses(&f, 13, GYRE_ERR_DEFINITION);
    fixture_init(&f);
    f.run.on_frame = must_not_be_shown;
    f.y[0] = f.before[0] = NAN;
    run_refuses(&f, 13, GYRE_ERR_NOT_FINITE);
    f.run.frame_count = 0;
    run_refuses(&f, 13, GYRE_ERR_NOT_FINITE);
}

TEST(run_simulation_refuses_bad_runs) {
    fixture f;
    double bad_rates[] = {0, -30, NAN, INFINITY, 1e-320};
    for (size_t i = 0; i < sizeof bad_rates / sizeof bad_rates[0]; i++) {
        fixture_init(&f);
        f.run.frames_per_second = bad_rates[i];
        run_refuses(&f, 13, GYRE_ERR_FRAME_RATE);
    }
    fixture_init(&f);
    run_refuses(&f, 12, GYRE_ERR_LENGTH);
    f.run.marker = 0;
    run_refuses(&f, 13, GYRE_ERR_DEFINITION);
    fixture_init(&f);
    f.run.options.marker = 0;
    run_refuses(&f, 13, GYRE_ERR_DEFINITION);
    fixture_init(&f);
    f.run.options.rtol = NAN;
    run_refuses(&f, 13, GYRE_ERR_TOLERANCE);
    CHECK_RESULT(gyre_run_simulation(NULL, &f.run, f.y, 13, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_run_simulation(&f.system, NULL, f.y, 13, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_run_simulation(&f.system, &f.run, NULL, 13, NULL), GYRE_ERR_NULL_POINTER);
    fixture_init(&f);
    f.run.frame_count = 0; // no frame is no error: the initial one is shown
    CHECK_OK(gyre_run_simulation(&f.system, &f.run, f.y, 13, NULL));
}

TEST(derivatives_refuse_null_and_unmarked_systems) {
    fixture f;
    fixture_init(&f);
    double ydot[13] = {7}, masses[1] = {1};
    CHECK_RESULT(gyre_dydt(0, NULL, ydot, &f.system), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_dydt(0, f.y, NULL, &f.system), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_dydt(0, f.y, ydot, NULL), GYRE_ERR_NULL_POINTER);
    gyre_particle_system particles = gyre_particle_system_default();
    CHECK_RESULT(gyre_particle_dydt(0, f.y, ydot, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_particle_dydt(0, f.y, ydot, &particles), GYRE_ERR_NULL_POINTER);
    particles.masses = masses;
    CHECK_RESULT(gyre_particle_dydt(0, f.y, ydot, &particles), GYRE_ERR_LENGTH);
    particles.count = 1;
    masses[0] = 0;
    CHECK_RESULT(gyre_particle_dydt(0, f.y, ydot, &particles), GYRE_ERR_MASS);
    particles.marker = 0;
    CHECK_RESULT(gyre_particle_dydt(0, f.y, ydot, &particles), GYRE_ERR_DEFINITION);
    CHECK(ydot[0] == 7);
}

// ---- every allocation is made to fail once ----

TEST(running_out_of_memory_anywhere_is_an_error) {
    gyre_method methods[] = {GYRE_METHOD_rk4, GYRE_METHOD_dopri5, GYRE_METHOD_semi_implicit_euler};
    for (int m = 0; m < 3; m++) {
        int is_finished = 0;
        for (int n = 0; !is_finished; n++) {
            fixture f;
            fixture_init(&f);
            failing memory = {.fail_at = n};
            f.run.frame_count = 3;
            f.run.options.method = methods[m];
            f.run.options.allocator = (gyre_allocator){failing_take, failing_give, &memory};
            gyre_result r = gyre_run_simulation(&f.system, &f.run, f.y, 13, NULL);
            is_finished = r == GYRE_OK;
            if (!is_finished) {
                CHECK_RESULT(r, GYRE_ERR_NO_MEMORY);
                CHECK_BYTES(f.y, f.before, sizeof f.y);
            }
            CHECK_EQ(memory.live, 0);
            CHECK(!is_finished || n == 4); // the copy and one workspace per frame
        }
    }
}

RUN_TESTS("bad input")
