/// Items 1 to 13a: state, solver, loop.
#include "selftest.h"

#include <math.h>

static const gyre_state TUMBLING = {{1, 2, 3}, {0.5, 0.5, -0.5, 0.5}, {0.3, -1, 2}, {1, 0.25, -0.5}};
static const gyre_rigid_body BRICK = {.mass = {2, {1, 1.5, 2}}};

static gyre_system brick_alone(void) {
    gyre_system system = gyre_system_default();
    system.bodies = &BRICK;
    system.body_count = 1;
    return system;
}

static gyre_ode_options steps_of(gyre_method method, double h) {
    gyre_ode_options options = gyre_ode_options_default();
    options.method = method;
    options.step = h;
    return options;
}

static void item_1(verdict *v) {
    const double mass = 3;
    gyre_particle_system system = gyre_particle_system_default();
    system.masses = &mass;
    system.count = 1;
    system.gravity.z = -9.81;
    double y[GYRE_PARTICLE_SIZE] = {0, 0, 10, 0, 0, 2};
    gyre_ode_options options = steps_of(GYRE_METHOD_rk4, 0.1);
    must(v, gyre_ode(y, y, GYRE_PARTICLE_SIZE, 0, 1, gyre_particle_dydt, &system, &options, NULL));
    expect_number(v, 10 + 2 - 9.81 / 2, y[2], 1e-14); // z0 + v t - g t^2/2; rk4 integrates parabolas exactly
}

static void item_2(verdict *v) {
    const gyre_particle particles[3] = {
        {{1, 2, 3}, {4, 5, 6}}, {{-0.1, 1e300, 7}, {0, 1e-300, 8}}, {{9, 9, 9}, {1, 1, 1}}};
    gyre_particle back[3] = {0};
    double y[3 * GYRE_PARTICLE_SIZE];
    must(v, gyre_particles_to_array(particles, 3, y, 18));
    must(v, gyre_array_to_particles(y, 18, back, 3));
    int is_refused = gyre_particles_to_array(particles, 3, y, 17) == GYRE_ERR_LENGTH;
    int is_same = has_same_bits(particles, back, 18);
    expect_that(v, is_same && is_refused, "18 numbers, same bits", "%d numbers, %s", 3 * GYRE_PARTICLE_SIZE,
                is_same ? "same bits" : "different bits");
}

static void item_3(verdict *v) {
    const gyre_state states[2] = {TUMBLING, {{-0.1, 1e300, 1e-310}, {1, 0, 0, 0}, {1.0 / 3, 0, -5}, {7, 8, 9}}};
    gyre_state back[2] = {0};
    gyre_matrix_state matrix, matrix_back;
    double y[2 * GYRE_STATE_SIZE], z[GYRE_MATRIX_STATE_SIZE];
    must(v, gyre_states_to_array(states, 2, y, 26));
    must(v, gyre_array_to_states(y, 26, back, 2));
    must(v, gyre_state_to_matrix_state(&TUMBLING, &matrix));
    gyre_matrix_state_to_array(&matrix, z);
    gyre_array_to_matrix_state(z, &matrix_back);
    int is_same = has_same_bits(states, back, 26) && has_same_bits(&matrix, &matrix_back, 18);
    expect_that(v, is_same, "same bits", "%s", is_same ? "same bits" : "different bits");
}

static gyre_result force_is_time(double t, size_t index, const gyre_state *state, const double *y, gyre_wrench *wrench,
                                 void *user) {
    (void)index, (void)state, (void)y, (void)user;
    wrench->force.x = t;
    return GYRE_OK;
}

// M x'' = t + M g: x = t^3 / (6 M) + g t^2 / 2 is a cubic, exact with rk4 if the force depends on t within the step
static void item_4(verdict *v) {
    gyre_system system = brick_alone();
    system.add_forces = force_is_time;
    system.gravity.x = -1;
    gyre_state state = {.q = {1, 0, 0, 0}};
    double y[GYRE_STATE_SIZE];
    gyre_state_to_array(&state, y);
    gyre_ode_options options = steps_of(GYRE_METHOD_rk4, 1);
    must(v, gyre_system_advance(&system, y, y, GYRE_STATE_SIZE, 0, 1, &options, NULL));
    expect_number(v, 1.0 / 12 - 0.5, y[0], 1e-15);
}

static void item_5(verdict *v) {
    gyre_system system = brick_alone();
    gyre_run run = gyre_run_default();
    run.frame_count = 30;
    run.options.rtol = 1e-12;
    double frames[GYRE_STATE_SIZE], once[GYRE_STATE_SIZE], largest = 0;
    gyre_state_to_array(&TUMBLING, frames);
    gyre_state_to_array(&TUMBLING, once);
    must(v, gyre_run_simulation(&system, &run, frames, GYRE_STATE_SIZE, NULL));
    must(v, gyre_system_advance(&system, once, once, GYRE_STATE_SIZE, 0, 1, &run.options, NULL));
    for (int i = 0; i < GYRE_STATE_SIZE; i++)
        largest = fmax(largest, fabs(frames[i] - once[i]));
    expect_that(v, largest < 1e-10, "30 frames end at Y(1)", "difference %.1e", largest); // 30 times rtol = 1e-12
}

static gyre_result growth(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)user;
    ydot[0] = y[0];
    return GYRE_OK;
}

static void item_6(verdict *v) {
    int count = 0;
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_method method = (gyre_method)m;
        gyre_ode_options options = steps_of(method, 0.01);
        double y = 1, error_bound = 3 * pow(0.01, gyre_method_order(method));
        if (!gyre_method_is_general(method)) continue;
        must(v, gyre_ode(&y, &y, 1, 0, 1, growth, NULL, &options, NULL));
        count += fabs(y - gyre_exp(1)) < error_bound; // e h^p times a constant below 1
    }
    expect_that(v, count >= 4, "y(1) = e by >= 4 methods", "%d methods", count);
}

static gyre_result follow_cosine(double t, const double *y, double *ydot, void *user) {
    (void)user;
    ydot[0] = -1e6 * (y[0] - gyre_cos(t)) - gyre_sin(t);
    return GYRE_OK;
}

// The fast mode dies within 1e-6 s; the steps are a hundred thousand times as long.
static void item_6a(verdict *v) {
    gyre_ode_options options = steps_of(GYRE_METHOD_esdirk4, 0.1);
    double y = 2;
    must(v, gyre_ode(&y, &y, 1, 0, 1, follow_cosine, NULL, &options, NULL));
    expect_number(v, gyre_cos(1), y, 1e-6);
}

static void item_7(verdict *v) {
    size_t quaternion = gyre_form_size(GYRE_FORM_QUATERNION), matrix = gyre_form_size(GYRE_FORM_MATRIX);
    expect_that(v, quaternion == 13 && matrix == 18, "13 and 18", "%zu and %zu", quaternion, matrix);
}

static void item_8(verdict *v) {
    gyre_auxiliary A = {0};
    must(v, gyre_auxiliary_of(&BRICK.mass, &TUMBLING, &A));
    const gyre_mat3 one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    gyre_mat3 product = matrix_product(&A.I, &A.I_inv);
    double worst = fmax(matrix_distance(&product, &one), length_of(minus(matrix_times(&A.I, A.w), TUMBLING.L)));
    worst = fmax(worst, fabs(A.v.y - TUMBLING.P.y / 2));
    expect_that(v, worst < 1e-15, "I I^-1 = 1, I w = L, v = P/M", "error %.1e", worst);
}

static void item_9(verdict *v) {
    const double h = 1e-4;
    gyre_system system = brick_alone();
    gyre_ode_options options = steps_of(GYRE_METHOD_rk4, h);
    options.project = gyre_project_nothing;
    double y[GYRE_STATE_SIZE], before[GYRE_STATE_SIZE], after[GYRE_STATE_SIZE], ydot[GYRE_STATE_SIZE], largest = 0;
    gyre_state_to_array(&TUMBLING, y);
    must(v, gyre_dydt(0, y, ydot, &system));
    must(v, gyre_system_advance(&system, y, before, GYRE_STATE_SIZE, 0, -h, &options, NULL));
    must(v, gyre_system_advance(&system, y, after, GYRE_STATE_SIZE, 0, h, &options, NULL));
    for (int i = 0; i < GYRE_STATE_SIZE; i++)
        largest = fmax(largest, fabs((after[i] - before[i]) / (2 * h) - ydot[i]));
    expect_that(v, largest < 1e-8, "finite differences agree", "error %.1e", largest); // h^2 times y'''/6
}

static void item_10(verdict *v) {
    gyre_system system = brick_alone();
    const gyre_wrench none = {{0, 0, 0}, {0, 0, 0}};
    double y[GYRE_STATE_SIZE], from_system[GYRE_STATE_SIZE], from_body[GYRE_STATE_SIZE];
    gyre_state_to_array(&TUMBLING, y);
    must(v, gyre_dydt(0, y, from_system, &system));
    must(v, gyre_ddt_state_to_array(&BRICK.mass, &TUMBLING, &none, from_body));
    int is_same = has_same_bits(from_system, from_body, GYRE_STATE_SIZE);
    expect_that(v, is_same, "dydt = ddt_State_to_Array", "%s", is_same ? "same bits" : "different bits");
}

static gyre_result count_frame(size_t frame, double t, const double *y, size_t length, void *user) {
    int *count = user;
    (void)t, (void)y, (void)length;
    if (frame > 0) ++*count;
    return GYRE_OK;
}

static void item_11(verdict *v) {
    gyre_system system = brick_alone();
    gyre_run run = gyre_run_default(); // 10 s at 30 frames per second
    int count = 0;
    run.options.method = GYRE_METHOD_rk4;
    run.on_frame = count_frame;
    run.user = &count;
    double y[GYRE_STATE_SIZE];
    gyre_state_to_array(&TUMBLING, y);
    must(v, gyre_run_simulation(&system, &run, y, GYRE_STATE_SIZE, NULL));
    expect_number(v, 300, count, 0);
}

static void item_12(verdict *v) {
    gyre_velocity_state velocities = {0};
    gyre_state back = {0};
    must(v, gyre_state_to_velocity_state(&BRICK.mass, &TUMBLING, &velocities));
    must(v, gyre_velocity_state_to_state(&BRICK.mass, &velocities, &back));
    double error = fmax(length_of(minus(back.P, TUMBLING.P)), length_of(minus(back.L, TUMBLING.L)));
    expect_that(v, error < 1e-15, "(x,R,v,w) <-> (x,q,P,L)", "error %.1e", error);
}

// Number of the six velocity components that change under a force and a torque along all axes.
static int degrees_of_freedom(verdict *v, unsigned locks) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, (gyre_vec3){0, 0, 0});
    gyre_body_def def = brick();
    def.locks = locks;
    gyre_body_id body = add_body(v, world, &def);
    must(v, gyre_body_apply_force_at_center(world, body, (gyre_vec3){1, 1, 1}));
    must(v, gyre_body_apply_torque(world, body, (gyre_vec3){1, 1, 1}));
    take_steps_of(v, world, 0.01, 1);
    gyre_motion m = motion_of(v, world, body);
    gyre_world_destroy(world);
    return (m.velocity.x != 0) + (m.velocity.y != 0) + (m.velocity.z != 0) + (m.angular_velocity.x != 0) +
           (m.angular_velocity.y != 0) + (m.angular_velocity.z != 0);
}

static void item_13(verdict *v) {
    int planar = degrees_of_freedom(v, GYRE_LOCK_PLANAR), all = degrees_of_freedom(v, 0);
    expect_that(v, planar == 3 && all == 6, "3 and 6", "%d and %d", planar, all);
}

// Two masses of 1 kg on a spring of 2 N/m: w = 2; and one of 1 kg in drag of 5 N s/m: v = g / 5.
static gyre_result spring_and_drag(double t, size_t index, const gyre_particle *particle, const double *y,
                                   gyre_vec3 *force, void *user) {
    (void)t, (void)user;
    if (index == 2)
        force->z = -5 * particle->v.z;
    else
        force->x = 2 * (y[index == 0 ? GYRE_PARTICLE_SIZE : 0] - particle->x.x - (index == 0 ? 1 : -1));
    return GYRE_OK;
}

static void item_13a(verdict *v) {
    const double masses[3] = {1, 1, 1};
    gyre_particle_system system = gyre_particle_system_default();
    system.masses = masses;
    system.count = 3;
    system.gravity.z = -10;
    system.add_forces = spring_and_drag;
    double y[3 * GYRE_PARTICLE_SIZE] = {[GYRE_PARTICLE_SIZE] = 1.5};
    int frames = 0;
    gyre_run run = gyre_run_default();
    run.on_frame = count_frame;
    run.user = &frames;
    must(v, gyre_run_derivative(gyre_particle_dydt, &system, &run, y, 3 * GYRE_PARTICLE_SIZE, NULL));
    double swing = y[GYRE_PARTICLE_SIZE] - y[0] - 1 - 0.5 * gyre_cos(2 * 10.0);
    double off = fmax(fabs(swing), fabs(y[2 * GYRE_PARTICLE_SIZE + 5] + 2));
    expect_that(v, frames == 300 && off < 1e-6, "300 frames, closed form", "%d frames, off by %.1e", frames, off);
}

const selftest_item selftest_state[] = {
    {"1", "particle: free fall, z0 + v t - g t^2/2", item_1},
    {"2", "3 particles as an array of 6 numbers each", item_2},
    {"3", "state to array and back", item_3},
    {"4", "forces add up and get the time within the step", item_4},
    {"5", "Y(1) in one call, or frame by frame", item_5},
    {"6", "ode solves any equation: y' = y", item_6},
    {"6a", "stiff y' = -1e6 (y - cos t) - sin t, steps of 0.1", item_6a},
    {"7", "size of the state: quaternion and matrix form", item_7},
    {"8", "auxiliary quantities R, I, v, w", item_8},
    {"9", "derivative (v, w q/2, F, tau)", item_9},
    {"10", "dydt and ddt_State_to_Array of the notes agree", item_10},
    {"11", "number of frames in 10 s, one every 1/30 s", item_11},
    {"12", "state with velocities instead of momenta", item_12},
    {"13", "degrees of freedom in 2D (by locks) and in 3D", item_13},
    {"13a", "particles: a spring, and drag at its final speed", item_13a},
    {0, 0, 0},
};
