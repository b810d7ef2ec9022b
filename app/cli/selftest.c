/// `gyre selftest`: compares the library's results on this machine with closed forms. The tests of the project cover
/// every requirement of docs/SPEC.md; these checks need only the command.
#include "cli.h"

#include <math.h>
#include <stdio.h>

/// One row. `item` is the requirement's number in docs/SPEC.md.
typedef struct check {
    const char *item, *name;
    double expected, tolerance;
    gyre_result (*measure)(double *out);
} check;

static const gyre_vec3 NOWHERE = {0, 0, 0}, DOWN = {0, 0, -9.81};

// ---- equations ----

static gyre_result particle_falls(double *out) {
    const double mass = 3;
    gyre_particle_system system = gyre_particle_system_default();
    system.masses = &mass;
    system.count = 1;
    system.gravity = DOWN;
    double y[GYRE_PARTICLE_SIZE] = {0, 0, 10, 0, 0, 2};
    gyre_ode_options options = gyre_ode_options_default();
    gyre_result r = gyre_ode(y, y, GYRE_PARTICLE_SIZE, 0, 1, gyre_particle_dydt, &system, &options, NULL);
    *out = y[2];
    return r;
}

static gyre_result growth(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)user;
    ydot[0] = y[0];
    return GYRE_OK;
}

static gyre_result ode_grows(double *out) {
    gyre_ode_options options = gyre_ode_options_default();
    options.rtol = 1e-12;
    *out = 1;
    return gyre_ode(out, out, 1, 0, 1, growth, NULL, &options, NULL);
}

static gyre_result follow_cosine(double t, const double *y, double *ydot, void *user) {
    (void)user;
    ydot[0] = -1e6 * (y[0] - gyre_cos(t)) - gyre_sin(t);
    return GYRE_OK;
}

// The fast mode decays within 1e-6 s; the steps are 1e5 times longer.
static gyre_result stiff_ode(double *out) {
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_esdirk4;
    options.step = 0.1;
    *out = 2;
    return gyre_ode(out, out, 1, 0, 1, follow_cosine, NULL, &options, NULL);
}

// ---- rotations ----

// Rotates x by 90 degrees about z to y, then by 90 degrees about x to z.
static gyre_result two_quarter_turns(double *out) {
    const double quarter = 1.5707963267948966;
    gyre_quat first, second;
    gyre_result r = gyre_quat_from_axis_angle((gyre_vec3){0, 0, 3}, quarter, &first);
    if (r == GYRE_OK) r = gyre_quat_from_axis_angle((gyre_vec3){1, 0, 0}, quarter, &second);
    if (r == GYRE_OK) *out = gyre_quat_rotate(gyre_quat_multiply(second, first), (gyre_vec3){1, 0, 0}).z;
    return r;
}

static gyre_result rotation_vector(double *out) {
    gyre_quat q = gyre_quat_from_rotation_vector((gyre_vec3){0, 0, 10.0 / 60});
    *out = 2 * gyre_atan2(q.z, q.w);
    return GYRE_OK;
}

// ---- mass ----

static gyre_result mass_of(gyre_shape shape, gyre_amount amount, gyre_mass_properties *out) {
    return gyre_mass_of_shape(&shape, amount, out);
}

static gyre_result box_moment(double *out) {
    gyre_mass_properties box;
    gyre_result r = mass_of((gyre_shape){GYRE_SHAPE_box, 0, {2, 3, 4}}, gyre_by_density(1), &box);
    if (r == GYRE_OK) *out = box.inertia.xx;
    return r;
}

static gyre_result ball_moment(double *out) {
    gyre_mass_properties ball;
    gyre_result r = mass_of((gyre_shape){GYRE_SHAPE_sphere, 0, {1}}, gyre_by_mass(1), &ball);
    if (r == GYRE_OK) *out = ball.inertia.xx;
    return r;
}

// The corner tetrahedron of the unit cube.
static gyre_result mesh_volume(double *out) {
    static const double positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const gyre_mesh corner = {positions, 4, triangles, 4};
    gyre_mass_properties mass;
    gyre_result r = gyre_mass_of_mesh(&corner, gyre_by_density(1), NULL, &mass, NULL);
    if (r == GYRE_OK) *out = mass.mass;
    return r;
}

static gyre_result two_cubes(double *out) {
    gyre_mass_properties cube, low, high, both;
    gyre_result r = mass_of((gyre_shape){GYRE_SHAPE_box, 0, {2, 2, 2}}, gyre_by_density(1), &cube);
    if (r == GYRE_OK) r = gyre_mass_translate(&cube, (gyre_vec3){0, 0, -1}, &low);
    if (r == GYRE_OK) r = gyre_mass_translate(&cube, (gyre_vec3){0, 0, 1}, &high);
    if (r == GYRE_OK) r = gyre_mass_add(&low, &high, &both);
    if (r == GYRE_OK) *out = both.inertia.xx;
    return r;
}

static gyre_result principal_moment(double *out) {
    const gyre_mat3 tensor = {{{2, 1, 0}, {1, 2, 0}, {0, 0, 2.5}}};
    gyre_vec3 values;
    gyre_mat3 axes;
    gyre_result r = gyre_symmetric_eigen(&tensor, &values, &axes);
    if (r == GYRE_OK) *out = fmax(values.x, fmax(values.y, values.z));
    return r;
}

static gyre_result impossible_tensor(double *out) {
    const gyre_tensor tensor = {1, 1, 3, 0, 0, 0};
    gyre_inertia_report report = {0};
    int is_refused = gyre_inertia_check(&tensor, &report) == GYRE_ERR_INERTIA;
    *out = report.deficit;
    return is_refused ? GYRE_OK : GYRE_ERR_INERTIA;
}

// ---- worlds with one body of 2 kg ----

/// A world, its body, and the first error.
typedef struct stage {
    gyre_world *world;
    gyre_body_id body;
    gyre_result result;
} stage;

static gyre_body_def body_with(double ixx, double iyy, double izz) {
    gyre_body_def def = gyre_body_def_default();
    def.mass = (gyre_mass_properties){.mass = 2, .inertia = {ixx, iyy, izz, 0, 0, 0}};
    return def;
}

static stage begin(gyre_method method, gyre_vec3 gravity, const gyre_body_def *body) {
    gyre_world_def def = gyre_world_def_default();
    def.method = method;
    def.gravity = gravity;
    stage s = {.world = NULL};
    s.result = gyre_world_create(&def, &s.world);
    if (s.result == GYRE_OK) s.result = gyre_world_add_body(s.world, body, &s.body);
    return s;
}

static void add_force(stage *s, const gyre_force_def *force) {
    gyre_force_id id;
    if (s->result == GYRE_OK) s->result = gyre_world_add_force(s->world, force, &id);
}

// Takes the steps, destroys the world and returns the motion of the body.
static gyre_motion end(stage *s, double h, int steps) {
    gyre_motion motion = {0};
    for (int i = 0; i < steps && s->result == GYRE_OK; i++)
        s->result = gyre_world_step(s->world, h, NULL);
    if (s->result == GYRE_OK) s->result = gyre_body_get_motion(s->world, s->body, &motion);
    gyre_world_destroy(s->world);
    return motion;
}

// A symmetric top: its axis e precesses about L with |L| / I1, and w = L / I1 + (1 - I3 / I1) w3 e. After half a
// precession e is its mirror image about L: with L = (1, 0, 6), e = (12, 0, 35) / 37 and w = (1, 0, 6) - 3 e.
static gyre_result top_precesses(double *out) {
    gyre_body_def def = body_with(1, 1, 2);
    def.angular_velocity = (gyre_vec3){1, 0, 3};
    stage s = begin(GYRE_METHOD_exact, NOWHERE, &def);
    *out = end(&s, 3.141592653589793 / sqrt(37) / 100, 100).angular_velocity.x;
    return s.result;
}

// f z at (-3, 0, -2) and -f z at (3, 0, 2), f = 1.5 N, are a couple with moment 6 f about y.
static gyre_result couple(double *out) {
    gyre_body_def def = body_with(1, 1.5, 2);
    stage s = begin(GYRE_METHOD_exact, NOWHERE, &def);
    gyre_wrench W = {0};
    if (s.result == GYRE_OK)
        s.result = gyre_body_apply_force(s.world, s.body, (gyre_vec3){0, 0, 1.5}, (gyre_vec3){-3, 0, -2});
    if (s.result == GYRE_OK)
        s.result = gyre_body_apply_force(s.world, s.body, (gyre_vec3){0, 0, -1.5}, (gyre_vec3){3, 0, 2});
    if (s.result == GYRE_OK) s.result = gyre_body_get_applied(s.world, s.body, &W);
    *out = W.torque.y;
    gyre_world_destroy(s.world);
    return s.result;
}

static gyre_result energy_of_motion(double *out) {
    gyre_body_def def = body_with(1, 1.5, 2);
    def.velocity = (gyre_vec3){1, 2, 2};
    def.angular_velocity = (gyre_vec3){1, 2, 3};
    stage s = begin(GYRE_METHOD_exact, NOWHERE, &def);
    if (s.result == GYRE_OK) s.result = gyre_body_kinetic_energy(s.world, s.body, out);
    gyre_world_destroy(s.world);
    return s.result;
}

static gyre_result euler_falls(double *out) {
    gyre_body_def def = body_with(1, 1.5, 2);
    stage s = begin(GYRE_METHOD_semi_implicit_euler, DOWN, &def);
    *out = end(&s, 1.0 / 60, 60).position.z;
    return s.result;
}

static gyre_result damped_flight(double *out) {
    gyre_body_def def = body_with(1, 1.5, 2);
    def.velocity.x = 1;
    def.linear_damping = 0.5;
    stage s = begin(GYRE_METHOD_exact, NOWHERE, &def);
    *out = end(&s, 1.0 / 60, 60).velocity.x;
    return s.result;
}

// x = cos(2 t) on a spring of 8 N/m.
static gyre_result spring_swings(double *out) {
    gyre_body_def def = body_with(1, 1.5, 2);
    def.position.x = 1;
    stage s = begin(GYRE_METHOD_rkn6, NOWHERE, &def);
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.body = s.body;
    spring.parameters.spring.stiffness = 8;
    add_force(&s, &spring);
    *out = end(&s, 0.01, 100).position.x;
    return s.result;
}

// v = -M g / k (1 - exp(-k t / M)), with k = 5 N s/m.
static gyre_result drag_limits_speed(double *out) {
    gyre_body_def def = body_with(1, 1.5, 2);
    stage s = begin(GYRE_METHOD_dopri5, DOWN, &def);
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag);
    drag.parameters.drag.linear = 5;
    add_force(&s, &drag);
    *out = end(&s, 0.1, 4).velocity.z;
    return s.result;
}

// ---- the command ----

static const check checks[] = {
    {"1", "particle in free fall: z0 + v t - g t^2/2", 7.095, 1e-13, particle_falls},
    {"6", "y' = y by dopri5: y(1) = e", 2.718281828459045, 1e-10, ode_grows},
    {"6a", "stiff y' = -1e6 (y - cos t) - sin t by esdirk4: cos 1", 0.5403023058681398, 1e-6, stiff_ode},
    {"23", "x turned about z, then about x: z", 1, 1e-15, two_quarter_turns},
    {"28", "10 rad/s for 1/60 s as a rotation [rad]", 1.0 / 6, 1e-15, rotation_vector},
    {"41", "box 2 x 3 x 4 m of density 1: Ixx [kg m^2]", 50, 1e-13, box_moment},
    {"41", "ball of 1 kg and 1 m: 2/5 M r^2 [kg m^2]", 0.4, 1e-15, ball_moment},
    {"44", "mesh of a corner of a cube: volume 1/6 [m^3]", 1.0 / 6, 1e-15, mesh_volume},
    {"45", "two cubes as one body: M (2^2 + 4^2)/12 [kg m^2]", 80.0 / 3, 1e-13, two_cubes},
    {"46", "largest eigenvalue of a tensor with Ixy = 1", 3, 1e-14, principal_moment},
    {"47", "impossible tensor 1, 1, 3: excess", 1, 0, impossible_tensor},
    {"61", "free top after half a precession: w_x = 1/37 [rad/s]", 1.0 / 37, 1e-12, top_precesses},
    {"66", "two forces that form a couple: 6 f [N m]", 9, 1e-14, couple},
    {"68", "kinetic energy M v^2/2 + w.I w/2 [J]", 21.5, 1e-13, energy_of_motion},
    {"71", "semi-implicit Euler, 1 s of free fall [m]", -4.98675, 1e-13, euler_falls},
    {"72", "damping k = 0.5 for 1 s: exp(-1/2) [m/s]", 0.6065306597126334, 1e-14, damped_flight},
    {"76", "spring of frequency 2 by rkn6: cos 2 [m]", -0.4161468365471424, 1e-11, spring_swings},
    {"76", "falling in drag: M g/k (1 - exp(-k t/M)) [m/s]", -2.4804410728432607, 1e-8, drag_limits_speed},
};

enum { CHECK_COUNT = sizeof checks / sizeof checks[0] };

static int run_check(const check *c) {
    double got = 0;
    gyre_result r = c->measure(&got);
    int is_passed = r == GYRE_OK && fabs(got - c->expected) <= c->tolerance;
    printf("%3s  %-54s %10.6g ", c->item, c->name, c->expected);
    if (r != GYRE_OK)
        printf("%22s", gyre_result_name(r));
    else // prints all digits after a failure, because the numbers may agree in their first six digits
        printf(is_passed ? "%22.6g" : "%22.17g", got);
    printf("  %s\n", is_passed ? "ok" : "FAIL");
    return is_passed;
}

int selftest_command(const cli_options *asked) {
    (void)asked;
    int passed = 0;
    printf("%3s  %-54s %10s %22s\n", "#", "closed form", "expected", "computed");
    for (int i = 0; i < CHECK_COUNT; i++)
        passed += run_check(&checks[i]);
    printf("%d of %d results are right\n", passed, CHECK_COUNT);
    return passed == CHECK_COUNT ? EXIT_DONE : EXIT_FAILED;
}
