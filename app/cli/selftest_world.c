/// Items 70 to 77a: the step, the clock, forces, and messages about invalid input.
#include "selftest.h"

#include <math.h>

static const gyre_vec3 NOWHERE = {0, 0, 0}, DOWN = {0, 0, -9.81};

static void item_70(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, NOWHERE);
    gyre_body_def wall = brick();
    wall.kind = GYRE_BODY_STATIC;
    gyre_body_id body = add_brick(v, world), fixed = add_body(v, world, &wall);
    gyre_wrench left = {0}, left_on_static = {0};
    must(v, gyre_body_apply_force_at_center(world, body, (gyre_vec3){4, 0, 0}));
    must(v, gyre_body_apply_force_at_center(world, body, (gyre_vec3){4, 0, 0})); // the forces add up
    must(v, gyre_body_apply_force_at_center(world, fixed, (gyre_vec3){4, 0, 0}));
    take_steps_of(v, world, 0.5, 1);
    must(v, gyre_body_get_applied(world, body, &left));
    must(v, gyre_body_get_applied(world, fixed, &left_on_static));
    take_steps_of(v, world, 0.5, 1); // no force acts in this step
    double speed = motion_of(v, world, body).velocity.x, rest = length_of(left.force) + length_of(left_on_static.force);
    expect_that(v, speed == 2 && rest == 0, "v = 2 from 8 N, then 0 N", "v = %g from 8 N, then %g N", speed, rest);
    gyre_world_destroy(world);
}

static void item_71(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_semi_implicit_euler, DOWN);
    gyre_body_id body = add_brick(v, world);
    take_steps_of(v, world, 1.0 / 60, 60);
    gyre_motion m = motion_of(v, world, body);
    int is_right = fabs(m.velocity.z + 9.81) < 1e-13 && fabs(m.position.z + 4.98675) < 1e-13; // 60 roundings
    expect_that(v, is_right, "v = -9.81, x = -4.98675", "v = %.6g, x = %.6g", m.velocity.z, m.position.z);
    gyre_world_destroy(world);
}

static void item_72(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, NOWHERE);
    gyre_body_def def = brick();
    def.velocity.x = 1;
    def.linear_damping = 0.5;
    gyre_body_id body = add_body(v, world, &def), none;
    take_steps_of(v, world, 1.0 / 60, 60);
    double speed = motion_of(v, world, body).velocity.x;
    def.linear_damping = -0.5;
    int is_refused = gyre_world_add_body(world, &def, &none) == GYRE_ERR_DAMPING;
    expect_that(v, is_refused && fabs(speed - 0.606531) < 5e-7, "v = 0.606531; k < 0 refused", "v = %.6f; %s", speed,
                is_refused ? "refused" : "accepted");
    gyre_world_destroy(world);
}

static void item_72a(verdict *v) {
    double k = 0, none = 0;
    must(v, gyre_damping_from_factor(0.1, 1, &k));
    int is_refused = gyre_damping_from_factor(1.5, 1, &none) == GYRE_ERR_DAMPING_FACTOR;
    expect_that(v, is_refused && fabs(gyre_exp(-k) - 0.9) < 1e-15, "x 0.9; d = 1.5 refused", "x %.6g; %s", gyre_exp(-k),
                is_refused ? "refused" : "accepted");
}

// Records the velocity after the forces, and replaces it.
static gyre_result replace_velocity(gyre_world *world, double h, void *user) {
    double *seen = user;
    (void)h;
    gyre_body_id body = gyre_world_next_body(world, (gyre_body_id){0});
    gyre_motion motion;
    gyre_result r = gyre_body_get_motion(world, body, &motion);
    if (r != GYRE_OK) return r;
    *seen = motion.velocity.z;
    return gyre_body_set_velocity(world, body, (gyre_vec3){0, 0, 3}, NOWHERE);
}

static void item_73(verdict *v) {
    double seen = 0;
    gyre_world_def def = gyre_world_def_default();
    def.gravity = (gyre_vec3){0, 0, -8};
    def.solve_constraints = replace_velocity;
    def.user = &seen;
    gyre_world *world = NULL;
    must(v, gyre_world_create(&def, &world));
    gyre_body_id body = add_brick(v, world);
    take_steps_of(v, world, 0.25, 1);
    double height = motion_of(v, world, body).position.z;
    expect_that(v, seen == -2 && height == 0.75, "v = g h = -2; x = 3 h", "v = %g; x = %g h", seen, height / 0.25);
    gyre_world_destroy(world);
}

// The step of the blog post in one dimension, its swapped order, and ours.
static void item_73a(verdict *v) {
    const double h = 1.0 / 60, fade = gyre_exp(-0.5 * h);
    double speed = 2, text = 0, swapped = 0;
    gyre_world *world = begin_world(v, GYRE_METHOD_semi_implicit_euler, DOWN);
    gyre_body_def def = brick();
    def.velocity.z = speed;
    def.linear_damping = 0.5;
    gyre_body_id body = add_body(v, world, &def);
    take_steps_of(v, world, h, 600);
    double ours = motion_of(v, world, body).position.z;
    for (int i = 0; i < 600; i++) { // both orders have the same velocities
        speed += DOWN.z * h;
        swapped += speed * h;
        speed *= fade;
        text += speed * h;
    }
    int is_right = fabs(text + 152.775) < 5e-4 && fabs(swapped + 154.054) < 5e-4 && fabs(ours + 153.414) < 5e-4;
    expect_that(v, is_right, "-152.775 -154.054 -153.414", "%.3f %.3f %.3f", text, swapped, ours);
    gyre_world_destroy(world);
}

static void item_74(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, DOWN);
    gyre_body_def wall = brick(), upright = brick(), rotor = brick();
    wall.kind = GYRE_BODY_STATIC;
    upright.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z;
    rotor.locks = GYRE_LOCK_X | GYRE_LOCK_Y | GYRE_LOCK_Z;
    gyre_body_id ids[3] = {add_body(v, world, &wall), add_body(v, world, &upright), add_body(v, world, &rotor)};
    for (int i = 0; i < 3; i++)
        must(v, gyre_body_apply_force(world, ids[i], (gyre_vec3){0, 5, 0}, (gyre_vec3){1, 0, 0}));
    take_steps_of(v, world, 0.1, 1);
    gyre_motion a = motion_of(v, world, ids[0]), b = motion_of(v, world, ids[1]), c = motion_of(v, world, ids[2]);
    int is_static = length_of(a.position) == 0 && length_of(a.angular_velocity) == 0;
    int is_upright = length_of(b.angular_velocity) == 0 && b.velocity.y > 0 && b.velocity.z < 0;
    int is_pinned = length_of(c.position) == 0 && c.angular_velocity.z > 0;
    expect_that(v, is_static && is_upright && is_pinned, "static, upright, pinned", "%s, %s, %s",
                is_static ? "static" : "moved", is_upright ? "upright" : "no", is_pinned ? "pinned" : "no");
    gyre_world_destroy(world);
}

static void item_75(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, DOWN);
    add_brick(v, world);
    gyre_clock clock = gyre_clock_default();
    gyre_clock_report report = {0};
    must(v, gyre_clock_advance(&clock, world, 2.5 * clock.step, &report));
    double alpha = report.alpha;
    int steps = report.steps;
    must(v, gyre_clock_advance(&clock, world, 10, &report)); // a frame that took ten seconds
    // at most 8 steps are taken; the remaining time is dropped, except for alpha steps
    double lost = 10 + 2.5 * clock.step - gyre_world_time(world) - report.alpha * clock.step;
    int is_right = steps == 2 && fabs(alpha - 0.5) < 1e-12 && report.steps == 8 && fabs(report.dropped - lost) < 1e-12;
    expect_that(v, is_right, "2 steps, alpha 0.5; 8 steps", "%d steps, alpha %.3g; %d steps", steps, alpha,
                report.steps);
    gyre_world_destroy(world);
}

// ---- every kind of force ----

static gyre_result pull_home(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++) {
        gyre_vec3 x = block->states[i].x;
        block->wrenches[i].force = (gyre_vec3){-3 * x.x, -3 * x.y, -3 * x.z};
        if (block->potentials) block->potentials[i] = 1.5 * (x.x * x.x + x.y * x.y + x.z * x.z);
    }
    return GYRE_OK;
}

// Parameters with which each kind of force does work. A kind without parameters here fails its check, and so the item.
static gyre_force_parameters busy_parameters(gyre_force_kind kind) {
    gyre_force_parameters p = gyre_force_parameters_default(kind);
    const gyre_vec3 somehow = {1, -2, 0.5};
    switch (kind) {
    case GYRE_FORCE_field:
        p.field.acceleration = somehow;
        break;
    case GYRE_FORCE_force:
        p.force.force = somehow;
        break;
    case GYRE_FORCE_torque:
        p.torque.torque = somehow;
        break;
    case GYRE_FORCE_spring:
        p.spring.stiffness = 20, p.spring.damping = 0.5;
        break;
    case GYRE_FORCE_torsion:
        p.torsion.stiffness = 3, p.torsion.damping = 0.2;
        break;
    case GYRE_FORCE_drag:
        p.drag.linear = 0.4, p.drag.quadratic = 0.1, p.drag.angular = 0.2;
        break;
    case GYRE_FORCE_wind:
        p.wind.velocity = somehow, p.wind.linear = 0.4;
        break;
    case GYRE_FORCE_thruster:
        p.thruster.direction = somehow, p.thruster.thrust = 2;
        break;
    case GYRE_FORCE_buoyancy:
        p.buoyancy.fluid_density = 1, p.buoyancy.radius = 1, p.buoyancy.drag = 0.1;
        break;
    case GYRE_FORCE_attraction:
        p.attraction.mu = 5;
        break;
    case GYRE_FORCE_callback:
        p.callback.function = pull_home, p.callback.has_potential = 1;
        break;
    case GYRE_FORCE_KIND_COUNT:
        break;
    }
    return p;
}

// True if the change of energy equals the work of the force.
static int closes_ledger(verdict *v, gyre_force_kind kind) {
    gyre_world *world = begin_world(v, GYRE_METHOD_dopri5, DOWN);
    gyre_body_def def = brick();
    def.position = (gyre_vec3){2, 0.5, 0.3};
    def.velocity = (gyre_vec3){0, 1, 0};
    def.angular_velocity = (gyre_vec3){0.1, 2, 0.1};
    gyre_force_def force = gyre_force_def_default(kind);
    force.body = add_body(v, world, &def);
    force.parameters = busy_parameters(kind);
    gyre_force_id id = add_force(v, world, &force);
    take_steps_of(v, world, 1.0 / 60, 60);
    gyre_ledger ledger = {0};
    double work = 0;
    must(v, gyre_world_get_ledger(world, &ledger));
    must(v, gyre_force_get_work(world, id, &work, NULL));
    gyre_world_destroy(world);
    // the relative tolerance is 1e-9 per step, the energies are tens of joules
    return fabs(ledger.residual) < 1e-6 && work != 0;
}

static void item_76(verdict *v) {
    int count = 0;
    for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++)
        count += closes_ledger(v, (gyre_force_kind)kind);
    expect_that(v, count == GYRE_FORCE_KIND_COUNT, "all kinds of force", "%d of %d kinds", count,
                GYRE_FORCE_KIND_COUNT);
}

// ---- pitfalls ----

static int is_refused(gyre_world *world, const gyre_body_def *def, gyre_result reason) {
    gyre_body_id none;
    return gyre_world_add_body(world, def, &none) == reason;
}

static void count_line(gyre_log_level level, const char *text, void *user) {
    int *count = user;
    (void)level;
    *count += text[0] != 0;
}

static void item_77(verdict *v) {
    int lines = 0, met = 0;
    gyre_world_def world_def = gyre_world_def_default();
    world_def.log = (gyre_logger){count_line, &lines};
    gyre_world *world = NULL;
    must(v, gyre_world_create(&world_def, &world));
    gyre_body_def long_q = brick(), degrees = brick(), damping = brick(), inertia = brick(), frame = brick();
    long_q.orientation = (gyre_quat){1, 0.1, 0, 0};
    degrees.orientation = (gyre_quat){90, 0, 0, 1}; // an angle and an axis instead of a quaternion
    damping.angular_damping = -1;
    inertia.mass.inertia.zz = 9;
    frame.angular_frame = GYRE_FRAME_COUNT;
    met += is_refused(world, &long_q, GYRE_ERR_ORIENTATION) + is_refused(world, &degrees, GYRE_ERR_ORIENTATION);
    met += is_refused(world, &damping, GYRE_ERR_DAMPING) + is_refused(world, &inertia, GYRE_ERR_INERTIA);
    met += is_refused(world, &frame, GYRE_ERR_OPTION);
    gyre_force_def lever = gyre_force_def_default(GYRE_FORCE_force); // without a force, and with a NaN lever arm
    lever.parameters.force.at = (gyre_point){GYRE_AT_BODY, {(double)NAN, 0, 0}};
    gyre_force_id none;
    met += gyre_world_add_force(world, &lever, &none) == GYRE_ERR_FORCE;
    met += gyre_world_step(world, (double)NAN, NULL) == GYRE_ERR_STEP; // NaN as the time step
    expect_that(v, met == 7 && lines == 7, "7 errors, 7 messages", "%d errors, %d messages", met, lines);
    gyre_world_destroy(world);
}

static void item_77a(verdict *v) {
    int lines = 0;
    gyre_world_def world_def = gyre_world_def_default();
    world_def.log = (gyre_logger){count_line, &lines};
    world_def.gravity = DOWN;
    gyre_world *world = NULL;
    must(v, gyre_world_create(&world_def, &world));
    gyre_body_def def = brick();
    def.angular_velocity.z = 9;
    gyre_body_id body = add_body(v, world, &def);
    must(v, gyre_body_apply_force(world, body, (gyre_vec3){0, 0, 1}, (gyre_vec3){1, 0, 0}));
    take_steps_of(v, world, 0.0167, 1);
    int before = lines;
    def.angular_velocity.z = 90; // degrees
    add_body(v, world, &def);
    must(v, gyre_body_apply_force(world, body, (gyre_vec3){0, 0, 1}, (gyre_vec3){1000, 0, 0})); // millimetres
    take_steps_of(v, world, 16.7, 1);                                                           // milliseconds
    expect_that(v, before == 0 && lines == 3, "3 slips, 3 warnings", "%d warnings, %d before", lines - before, before);
    gyre_world_destroy(world);
}

const selftest_item selftest_world[] = {
    {"70", "an applied force acts for one step", item_70},
    {"71", "semi-implicit Euler, 1 s of free fall at h = 1/60", item_71},
    {"72", "damping k = 0.5 for 1 s; negative damping", item_72},
    {"72a", "damping by a factor d = 0.1 per second", item_72a},
    {"73", "order in a step: velocities, constraints, pose", item_73},
    {"73a", "thrown and damped for 10 s: blog, swapped, ours [m]", item_73a},
    {"74", "static body, rotation locks, position locks", item_74},
    {"75", "clock: advance by 2.5 steps, then by 10 s", item_75},
    {"76", "energy change = work over 1 s, for every force", item_76},
    {"77", "pitfalls: length of q, degrees, damping, frame, ...", item_77},
    {"77a", "degrees a second, milliseconds, a far lever arm", item_77a},
    {0, 0, 0},
};
