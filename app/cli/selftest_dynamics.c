/// Items 60 to 69: the laws of motion.
#include "selftest.h"

#include <math.h>

static const gyre_vec3 NOWHERE = {0, 0, 0};

static gyre_body_def tumbling_brick(void) {
    gyre_body_def def = brick();
    def.velocity = (gyre_vec3){1, -2, 0.5};
    def.angular_velocity = (gyre_vec3){0.1, 3, 0.2};
    return def;
}

static gyre_state state_of(verdict *v, const gyre_world *world, gyre_body_id body) {
    gyre_state state = {0};
    must(v, gyre_body_get_state(world, body, &state));
    return state;
}

static void item_60(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, NOWHERE);
    gyre_body_def def = tumbling_brick();
    gyre_body_id body = add_body(v, world, &def);
    gyre_force_def push = gyre_force_def_default(GYRE_FORCE_force), twist = gyre_force_def_default(GYRE_FORCE_torque);
    push.parameters.force.force = (gyre_vec3){1, 2, 3};
    twist.parameters.torque.torque = (gyre_vec3){0.5, -1, 2};
    add_force(v, world, &push);
    add_force(v, world, &twist);
    take_steps_of(v, world, 1.0 / 64, 128);
    gyre_state state = state_of(v, world, body);
    gyre_vec3 P = {2 * 1 + 2 * 1, 2 * -2 + 2 * 2, 2 * 0.5 + 2 * 3};   // M v + F t
    gyre_vec3 L = {0.1 + 2 * 0.5, 1.5 * 3 + 2 * -1, 2 * 0.2 + 2 * 2}; // I w + tau t
    double error = fmax(length_of(minus(state.P, P)), length_of(minus(state.L, L)));
    expect_that(v, error < 1e-13, "P0 + F t, L0 + tau t", "error %.1e", error);
    gyre_world_destroy(world);
}

// True if L keeps its bits and w changes.
static int keeps_L(verdict *v, gyre_method method, double *out_change) {
    gyre_world *world = begin_world(v, method, NOWHERE);
    gyre_body_def def = tumbling_brick();
    gyre_body_id body = add_body(v, world, &def);
    gyre_vec3 before = state_of(v, world, body).L;
    take_steps_of(v, world, 1.0 / 60, 60);
    gyre_vec3 after = state_of(v, world, body).L;
    *out_change = length_of(minus(motion_of(v, world, body).angular_velocity, def.angular_velocity));
    gyre_world_destroy(world);
    return has_same_bits(&before, &after, 3) && *out_change > 0.1;
}

static void item_61(verdict *v) {
    int count = 0;
    double change = 0;
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        count += keeps_L(v, (gyre_method)m, &change);
    expect_that(v, count == GYRE_METHOD_COUNT, "L has same bits, w changes", "in %d of %d methods", count,
                GYRE_METHOD_COUNT);
}

// The state a time h later under a torque; the error of rk4 is negligible here.
static gyre_auxiliary later(verdict *v, gyre_vec3 torque, double h) {
    gyre_world *world = begin_world(v, GYRE_METHOD_rk4, NOWHERE);
    gyre_body_def def = tumbling_brick();
    gyre_body_id body = add_body(v, world, &def);
    gyre_force_def twist = gyre_force_def_default(GYRE_FORCE_torque);
    twist.parameters.torque.torque = torque;
    add_force(v, world, &twist);
    take_steps_of(v, world, h, 1);
    gyre_mass mass = {2, {1, 1.5, 2}};
    gyre_state state = state_of(v, world, body);
    gyre_auxiliary A = {0};
    must(v, gyre_auxiliary_of(&mass, &state, &A));
    gyre_world_destroy(world);
    return A;
}

static void item_62(verdict *v) {
    const double h = 1e-4;
    const gyre_vec3 torque = {0.5, -1, 2};
    gyre_mass mass = {2, {1, 1.5, 2}};
    gyre_state now = {.q = {1, 0, 0, 0}, .L = {0.1, 4.5, 0.4}};
    gyre_auxiliary A = {0}, before = later(v, torque, -h), after = later(v, torque, h);
    gyre_vec3 alpha = {0};
    must(v, gyre_auxiliary_of(&mass, &now, &A));
    must(v, gyre_angular_acceleration(&mass, &now, torque, &alpha));
    gyre_vec3 step = minus(after.w, before.w);
    double error = length_of(minus(alpha, (gyre_vec3){step.x / (2 * h), step.y / (2 * h), step.z / (2 * h)}));
    gyre_mat3 star = gyre_star(A.w), left = matrix_product(&star, &A.I), right = matrix_product(&A.I, &star), slope,
              rate;
    for (int i = 0; i < 9; i++) {
        slope.m[i / 3][i % 3] = (after.I.m[i / 3][i % 3] - before.I.m[i / 3][i % 3]) / (2 * h);
        rate.m[i / 3][i % 3] = left.m[i / 3][i % 3] - right.m[i / 3][i % 3];
    }
    double rate_error = matrix_distance(&slope, &rate);
    // error h^2/6 times third derivatives of the order of |w|^3 |I|
    expect_that(v, error < 1e-6 && rate_error < 1e-6, "finite differences agree", "errors %.1e, %.1e", error,
                rate_error);
}

static void item_63(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, NOWHERE);
    gyre_body_id at_point = add_brick(v, world), at_center = add_brick(v, world), twisted = add_brick(v, world);
    gyre_wrench W = {0};
    must(v, gyre_body_apply_force(world, at_point, (gyre_vec3){0, 0, 2}, (gyre_vec3){1, 0, 0}));
    must(v, gyre_body_get_applied(world, at_point, &W));
    must(v, gyre_body_apply_force_at_center(world, at_center, (gyre_vec3){0, 0, 2}));
    must(v, gyre_body_apply_torque(world, twisted, (gyre_vec3){0, 3, 0}));
    take_steps_of(v, world, 0.1, 1);
    gyre_motion pushed = motion_of(v, world, at_center), turned = motion_of(v, world, twisted);
    int is_pure = length_of(pushed.angular_velocity) == 0 && pushed.velocity.z > 0 && length_of(turned.velocity) == 0 &&
                  turned.angular_velocity.y > 0;
    expect_that(v, is_pure && W.force.z == 2 && W.torque.y == -2, "F 2, tau -2; v only; w only", "F %g, tau %g; %s",
                W.force.z, W.torque.y, is_pure ? "v only; w only" : "both");
    gyre_world_destroy(world);
}

static uint64_t hash_of_fall(verdict *v, gyre_vec3 gravity, const gyre_force_def *force) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, gravity);
    gyre_body_def def = tumbling_brick();
    add_body(v, world, &def);
    if (force) add_force(v, world, force);
    take_steps_of(v, world, 1.0 / 60, 60);
    uint64_t hash = gyre_world_hash(world);
    gyre_world_destroy(world);
    return hash;
}

static void item_64(verdict *v) {
    const gyre_vec3 g = {0, 0, -9.81};
    gyre_force_def field = gyre_force_def_default(GYRE_FORCE_field), weight = gyre_force_def_default(GYRE_FORCE_force);
    field.parameters.field.acceleration = g;
    weight.parameters.force.force = (gyre_vec3){0, 0, 2 * g.z}; // M g
    uint64_t hash = hash_of_fall(v, g, NULL);
    int same = (hash_of_fall(v, NOWHERE, &field) == hash) + (hash_of_fall(v, NOWHERE, &weight) == hash);
    expect_that(v, same == 2, "M g, field = gravity", "%d of 2 have the same bits", same);
}

// Total wrench about the centre of a body, of the forces f_a z at a and f_b z at b.
static gyre_wrench two_forces(verdict *v, gyre_vec3 a, gyre_vec3 b, double f_a, double f_b) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, NOWHERE);
    gyre_body_id body = add_brick(v, world);
    gyre_wrench W = {0};
    must(v, gyre_body_apply_force(world, body, (gyre_vec3){0, 0, f_a}, a));
    must(v, gyre_body_apply_force(world, body, (gyre_vec3){0, 0, f_b}, b));
    must(v, gyre_body_get_applied(world, body, &W));
    gyre_world_destroy(world);
    return W;
}

static void item_65(verdict *v) {
    gyre_wrench W = two_forces(v, (gyre_vec3){-3, 0, -2}, (gyre_vec3){3, 0, -2}, 1.5, 1.5);
    int is_right = W.force.x == 0 && W.force.y == 0 && W.force.z == 3 && length_of(W.torque) == 0;
    expect_that(v, is_right, "F = (0, 0, 2f), tau = 0", "F = (%g, %g, %gf), tau = %g", W.force.x, W.force.y,
                W.force.z / 1.5, length_of(W.torque));
}

static void item_66(verdict *v) {
    gyre_wrench W = two_forces(v, (gyre_vec3){-3, 0, -2}, (gyre_vec3){3, 0, 2}, 1.5, -1.5);
    int is_right = length_of(W.force) == 0 && W.torque.x == 0 && W.torque.y == 9 && W.torque.z == 0;
    expect_that(v, is_right, "F = 0, tau = (0, 6f, 0)", "F = %g, tau = (%g, %gf, %g)", length_of(W.force), W.torque.x,
                W.torque.y / 1.5, W.torque.z);
}

// Kinetic energy after 10 N for 10 s at a point of a body of 2 kg, and its difference from the work of the force.
static double energy_after_push(verdict *v, gyre_vec3 at, gyre_vec3 *out_velocity, double *out_residual) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, NOWHERE);
    gyre_body_id body = add_brick(v, world);
    gyre_force_def push = gyre_force_def_default(GYRE_FORCE_force);
    push.parameters.force.force = (gyre_vec3){0, 10, 0};
    push.parameters.force.at = (gyre_point){GYRE_AT_BODY, at};
    add_force(v, world, &push);
    take_steps_of(v, world, 1.0 / 1024, 10240);
    gyre_ledger ledger = {0};
    must(v, gyre_world_get_ledger(world, &ledger));
    *out_velocity = motion_of(v, world, body).velocity;
    *out_residual = fabs(ledger.kinetic - ledger.work);
    gyre_world_destroy(world);
    return ledger.kinetic;
}

static void item_67(verdict *v) {
    gyre_vec3 v1, v2;
    double residual1, residual2;
    double E1 = energy_after_push(v, (gyre_vec3){0, 0, 0}, &v1, &residual1);
    double E2 = energy_after_push(v, (gyre_vec3){0.5, 0, 0}, &v2, &residual2);
    // at the centre only 10240 roundings add up; off centre the error of the method is a few h^2 times 10 J
    int is_right = fabs(v1.y - 50) < 1e-9 && fabs(v2.y - 50) < 1e-9 && fabs(E1 - 2500) < 1e-7 && E2 > E1 + 0.1;
    expect_that(v, is_right && residual1 < 1e-7 && residual2 < 1e-5, "50 F^2/M = 2500, larger", "%.6g, %.6g", E1, E2);
}

static void item_68(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, NOWHERE);
    gyre_body_def def = brick();
    def.velocity = (gyre_vec3){1, 2, 2};
    def.angular_velocity = (gyre_vec3){1, 2, 3};
    double energy = 0;
    must(v, gyre_body_kinetic_energy(world, add_body(v, world, &def), &energy));
    expect_number(v, 0.5 * 2 * 9 + 0.5 * (1 + 1.5 * 4 + 2 * 9), energy, 1e-14);
    gyre_world_destroy(world);
}

static void item_69(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, NOWHERE);
    gyre_body_def a = tumbling_brick(), b = brick();
    b.position = (gyre_vec3){3, 1, 0};
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.body = add_body(v, world, &a);
    spring.other = add_body(v, world, &b);
    spring.parameters.spring.at = (gyre_point){GYRE_AT_BODY, {0.5, 0.2, 0}};
    spring.parameters.spring.to_at = (gyre_point){GYRE_AT_BODY, {0, -0.3, 0.4}};
    spring.parameters.spring.stiffness = 50;
    spring.parameters.spring.damping = 1;
    add_force(v, world, &spring);
    gyre_vec3 P0 = {0}, L0 = {0}, P = {0}, L = {0};
    must(v, gyre_world_momentum(world, NOWHERE, &P0, &L0));
    take_steps_of(v, world, 1.0 / 120, 240);
    must(v, gyre_world_momentum(world, NOWHERE, &P, &L));
    double dP = length_of(minus(P, P0)), dL = length_of(minus(L, L0));
    // roundings of 240 steps
    expect_that(v, dP < 1e-12 && dL < 1e-12, "total P, L constant", "change %.1e, %.1e", dP, dL);
    gyre_world_destroy(world);
}

const selftest_item selftest_dynamics[] = {
    {"60", "P = M v, L = I w, P' = F, L' = tau, over 2 s", item_60},
    {"61", "free rotation: L constant, w not", item_61},
    {"62", "Newton-Euler, and dI/dt = w* I - I w*", item_62},
    {"63", "force at a point, at the centre; pure torque", item_63},
    {"64", "gravity as an acceleration and as a force", item_64},
    {"65", "f z at (-3, 0, -2) and at (3, 0, -2)", item_65},
    {"66", "f z at (-3, 0, -2) and -f z at (3, 0, 2)", item_66},
    {"67", "10 N for 10 s at and off centre: same v, more energy", item_67},
    {"68", "kinetic energy M v^2/2 + w.I w/2 [J]", item_68},
    {"69", "internal forces: a spring between two bodies", item_69},
    {0, 0, 0},
};
