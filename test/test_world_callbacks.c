/// Callbacks and the constraint hook may read everything during a step, but change nothing.
#include "world_helpers.h"

typedef struct visit {
    gyre_world *world;
    gyre_body_id body;
    gyre_force_id force;
    int calls;
    gyre_result wrong;  // the result of a call that should have been refused
    gyre_result result; // the result that the callback returns
} visit;

static void expect_refusal(visit *v, gyre_result got) {
    if (got != GYRE_ERR_STEPPING && v->wrong == GYRE_ERR_STEPPING) v->wrong = got;
}

// Everything that changes a world, except what the constraint hook may do.
static void try_to_change(visit *v) {
    gyre_world *world = v->world;
    gyre_body_id id = v->body, new_body;
    gyre_force_id new_force;
    gyre_vec3 zero = {0, 0, 0};
    gyre_motion motion;
    gyre_mass_properties mass = properties_of(1, 1, 1, 1);
    gyre_body_def def = ball_def();
    gyre_force_def force = push_on(id, zero, (gyre_point){0});
    uint8_t bytes[8] = {0};
    size_t size;
    v->wrong = GYRE_ERR_STEPPING;
    gyre_body_get_motion(world, id, &motion);
    expect_refusal(v, gyre_world_add_body(world, &def, &new_body));
    expect_refusal(v, gyre_world_remove_body(world, id));
    expect_refusal(v, gyre_world_add_force(world, &force, &new_force));
    expect_refusal(v, gyre_world_remove_force(world, v->force));
    expect_refusal(v, gyre_force_set_parameters(world, v->force, &force.parameters));
    expect_refusal(v, gyre_body_set_motion(world, id, &motion));
    expect_refusal(v, gyre_world_set_motions(world, &id, 1, &motion));
    expect_refusal(v, gyre_body_set_pose(world, id, (gyre_pose){motion.position, motion.orientation}));
    expect_refusal(v, gyre_body_set_mass(world, id, &mass));
    expect_refusal(v, gyre_body_set_kind(world, id, GYRE_BODY_STATIC));
    expect_refusal(v, gyre_body_set_damping(world, id, 1, 1));
    expect_refusal(v, gyre_body_set_locks(world, id, GYRE_LOCK_ALL));
    expect_refusal(v, gyre_body_set_user_data(world, id, 7));
    expect_refusal(v, gyre_body_apply_force(world, id, zero, zero));
    expect_refusal(v, gyre_body_apply_force_at_center(world, id, zero));
    expect_refusal(v, gyre_body_apply_torque(world, id, zero));
    expect_refusal(v, gyre_world_clear_applied(world));
    expect_refusal(v, gyre_world_set_gravity(world, zero));
    expect_refusal(v, gyre_world_set_method(world, GYRE_METHOD_rk4));
    expect_refusal(v, gyre_world_reset_ledger(world));
    expect_refusal(v, gyre_world_step(world, DT, NULL));
    expect_refusal(v, gyre_world_save(world, bytes, sizeof bytes, &size));
    expect_refusal(v, gyre_world_restore(world, bytes, sizeof bytes));
    gyre_world_destroy(world); // refused silently
}

static gyre_result meddle(const gyre_force_block *block, void *user) {
    visit *v = user;
    (void)block;
    v->calls++;
    try_to_change(v);
    expect_refusal(v, gyre_body_set_velocity(v->world, v->body, (gyre_vec3){0, 0, 0}, (gyre_vec3){0, 0, 0}));
    expect_refusal(v, gyre_body_apply_impulse(v->world, v->body, (gyre_vec3){0, 0, 0}, (gyre_vec3){0, 0, 0}));
    expect_refusal(v, gyre_body_apply_angular_impulse(v->world, v->body, (gyre_vec3){0, 0, 0}));
    return v->result;
}

TEST(a_callback_cannot_change_the_world) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-10, (gyre_method)m);
        gyre_body_def def = brick_def();
        visit v = {.world = world};
        v.body = add_body(world, &def);
        gyre_force_def force = callback_on(no_body, meddle, &v);
        force.parameters.callback.is_velocity_dependent = 0;
        v.force = add_force(world, &force);
        take_steps(world, DT, 1);
        CHECK(v.calls > 0);
        CHECK_EQ(v.wrong, GYRE_ERR_STEPPING);
        CHECK_EQ(gyre_world_body_count(world), 1);
        CHECK_EQ(gyre_world_force_count(world), 1);
        gyre_world_destroy(world);
    }
}

TEST(a_callback_cannot_change_the_world_while_its_potential_is_evaluated) {
    gyre_world *world = world_with(-10, GYRE_METHOD_exact);
    gyre_body_def def = brick_def();
    visit v = {.world = world};
    v.body = add_body(world, &def);
    gyre_force_def force = callback_on(no_body, meddle, &v);
    force.parameters.callback.has_potential = 1;
    v.force = add_force(world, &force);
    double kinetic, potential;
    CHECK_OK(gyre_world_energy(world, &kinetic, &potential));
    CHECK_EQ(v.calls, 1);
    CHECK_EQ(v.wrong, GYRE_ERR_STEPPING);
    v.result = GYRE_ERR_STOPPED; // the caller gets the callback's result
    CHECK_RESULT(gyre_world_energy(world, &kinetic, &potential), GYRE_ERR_STOPPED);
    CHECK_RESULT(gyre_force_potential(world, v.force, &potential), GYRE_ERR_STOPPED);
    gyre_step_report report;
    CHECK_REFUSED(world, gyre_world_step(world, DT, &report), GYRE_ERR_STOPPED); // where the ledger needs it
    CHECK_EQ(report.force.generation, v.force.generation);
    gyre_ledger ledger;
    CHECK_RESULT(gyre_world_get_ledger(world, &ledger), GYRE_ERR_STOPPED);
    gyre_world_destroy(world);
}

// Reads what there is to read; the answers must not depend on its being inside a step.
static gyre_result look_around(const gyre_force_block *block, void *user) {
    visit *v = user;
    gyre_motion motion;
    gyre_state state;
    gyre_vec3 P, L;
    double kinetic;
    gyre_body_id found;
    v->calls++;
    v->wrong = GYRE_OK;
    gyre_result results[] = {
        gyre_body_get_motion(v->world, v->body, &motion),
        gyre_body_get_state(v->world, v->body, &state),
        gyre_body_momentum(v->world, v->body, (gyre_vec3){0, 0, 0}, &P, &L),
        gyre_body_kinetic_energy(v->world, v->body, &kinetic),
        gyre_world_find_body(v->world, "looker", &found),
    };
    for (size_t i = 0; i < COUNT_OF(results); i++)
        if (results[i] != GYRE_OK) v->wrong = results[i];
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force = scaled(-1, block->states[i].x);
    return GYRE_OK;
}

TEST(a_callback_may_read_the_world) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_def def = brick_def();
    def.name = "looker";
    visit v = {.world = world};
    v.body = add_body(world, &def);
    gyre_force_def force = callback_on(no_body, look_around, &v);
    v.force = add_force(world, &force);
    take_steps(world, DT, 3);
    CHECK(v.calls >= 3);
    CHECK_EQ(v.wrong, GYRE_OK);
    gyre_world_destroy(world);
}

typedef struct asker {
    gyre_world *world;
    gyre_result answer;
} asker;

// Asks for the energy, which would ask this very callback for its potential, and so on without end.
static gyre_result ask_for_energy(const gyre_force_block *block, void *user) {
    asker *a = user;
    double kinetic, potential;
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force = (gyre_vec3){(double)i + 1, 0, 0};
    a->answer = gyre_world_energy(a->world, &kinetic, &potential);
    return GYRE_OK;
}

TEST(a_callback_that_requests_its_own_potential_is_refused_and_keeps_its_block) {
    gyre_world *world = plain_world();
    gyre_body_id a = add_ball_at(world, (gyre_vec3){0, 0, 0}), b = add_ball_at(world, (gyre_vec3){1, 0, 0});
    asker ask = {.world = world};
    gyre_force_def only_b = callback_on(b, ask_for_energy, &ask), both = callback_on(no_body, ask_for_energy, &ask);
    only_b.parameters.callback.has_potential = both.parameters.callback.has_potential = 1;
    add_force(world, &only_b); // its block is smaller: it would leave traces in the other one's
    add_force(world, &both);
    take_steps(world, 1, 1);
    CHECK_EQ(ask.answer, GYRE_ERR_STEPPING);
    CHECK_SAME(velocity_of(world, a).x, 1);
    CHECK_SAME(velocity_of(world, b).x, 3);
    gyre_world_destroy(world);
}

// ---- failing ----

static gyre_result answer(const gyre_force_block *block, void *user) {
    visit *v = user;
    (void)block;
    v->calls++;
    return v->result;
}

TEST(an_error_of_a_callback_fails_the_step_and_names_the_force) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-10, (gyre_method)m);
        gyre_body_def def = brick_def();
        add_body(world, &def);
        visit v = {.result = GYRE_ERR_STOPPED};
        gyre_force_def force = callback_on(no_body, answer, &v);
        force.parameters.callback.is_velocity_dependent = 0;
        force.name = "quitter";
        gyre_force_id id = add_force(world, &force);
        REMEMBER(was, world);
        gyre_step_report report;
        CHECK_RESULT(gyre_world_step(world, DT, &report), GYRE_ERR_STOPPED);
        CHECK_EQ(report.result, GYRE_ERR_STOPPED);
        CHECK_EQ(report.force.index, id.index);
        CHECK_EQ(report.force.generation, id.generation);
        CHECK(strstr(report.text, "quitter") != NULL);
        CHECK_UNCHANGED(world, was);
        CHECK_EQ(gyre_world_step_count(world), 0);
        v.result = GYRE_OK; // and it works again without the cause
        take_steps(world, DT, 1);
        gyre_world_destroy(world);
    }
}

// ---- blocks ----

typedef struct block_count {
    size_t bodies, blocks, largest;
} block_count;

static gyre_result push_by_number(const gyre_force_block *block, void *user) {
    block_count *c = user;
    c->blocks++;
    c->bodies += block->count;
    if (block->count > c->largest) c->largest = block->count;
    for (size_t i = 0; i < block->count; i++) {
        if (block->wrenches[i].force.x != 0 || block->wrenches[i].torque.z != 0) return GYRE_ERR_OPTION;
        block->wrenches[i].force.x += (double)block->user_data[i];
    }
    return GYRE_OK;
}

TEST(a_callback_sees_every_dynamic_body_once_also_when_there_are_many) {
    enum { BODIES = 700 };
    gyre_world *world = plain_world();
    gyre_body_id ids[BODIES];
    size_t dynamic = 0;
    for (int i = 0; i < BODIES; i++) {
        gyre_body_def def = ball_def();
        def.user_data = (uint64_t)i;
        if (i % 7 == 3) def.kind = GYRE_BODY_STATIC;
        if (i % 7 != 3) dynamic++;
        ids[i] = add_body(world, &def);
    }
    block_count c = {0};
    gyre_force_def force = callback_on(no_body, push_by_number, &c);
    force.parameters.callback.is_velocity_dependent = 0;
    add_force(world, &force);
    take_steps(world, 1, 1); // evaluated at both ends
    CHECK_EQ(c.bodies, 2 * dynamic);
    CHECK(c.blocks < 2 * dynamic / 50); // blocks, not single bodies
    for (int i = 0; i < BODIES; i++)
        CHECK_SAME(velocity_of(world, ids[i]).x, i % 7 == 3 ? 0 : i); // F = M times the number, for 1 s
    gyre_world_destroy(world);
}

TEST(a_callback_on_one_body_sees_that_body_alone) {
    gyre_world *world = plain_world();
    gyre_body_id first = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_body_def def = ball_def();
    def.user_data = 5;
    gyre_body_id second = add_body(world, &def);
    block_count c = {0};
    gyre_force_def force = callback_on(second, push_by_number, &c);
    add_force(world, &force);
    take_steps(world, 1, 1);
    CHECK_EQ(c.largest, 1);
    CHECK_SAME(velocity_of(world, second).x, 5);
    CHECK_SAME(velocity_of(world, first).x, 0);
    gyre_world_destroy(world);
}

// ---- the constraint hook ----

typedef struct hook_record {
    gyre_body_id body;
    gyre_vec3 seen_velocity, seen_position, set_velocity;
    gyre_result answer;
    int calls;
    visit meddler;
} hook_record;

static gyre_result correct_velocity(gyre_world *world, double h, void *user) {
    hook_record *record = user;
    (void)h;
    record->calls++;
    gyre_motion motion;
    gyre_result r = gyre_body_get_motion(world, record->body, &motion);
    record->seen_velocity = motion.velocity;
    record->seen_position = motion.position;
    if (record->meddler.world) try_to_change(&record->meddler);
    if (r == GYRE_OK) r = gyre_body_set_velocity(world, record->body, record->set_velocity, motion.angular_velocity);
    return r == GYRE_OK ? record->answer : r;
}

static gyre_world *world_with_hook(hook_record *record, int has_ledger) {
    gyre_world_def def = plain_world_def();
    def.gravity.z = -10;
    def.solve_constraints = correct_velocity;
    def.user = record;
    def.has_ledger = has_ledger;
    gyre_world *world = world_of(&def);
    gyre_body_def body = ball_def();
    body.position.z = 5;
    body.velocity.x = 1;
    record->body = add_body(world, &body);
    return world;
}

TEST(spec_73_the_hook_sees_new_velocities_and_old_poses_and_the_pose_follows_in_the_same_step) {
    hook_record record = {.set_velocity = {0, 3, 0}};
    gyre_world *world = world_with_hook(&record, 1);
    take_steps(world, 0.5, 1);
    CHECK_EQ(record.calls, 1);
    CHECK_VEC3_SAME(record.seen_position, ((gyre_vec3){0, 0, 5}));  // before the pose
    CHECK_VEC3_SAME(record.seen_velocity, ((gyre_vec3){1, 0, -5})); // after the forces: 10 m/s^2 for 0.5 s
    CHECK_VEC3_SAME(position_of(world, record.body), ((gyre_vec3){0, 1.5, 5}));
    CHECK_VEC3_SAME(velocity_of(world, record.body), ((gyre_vec3){0, 3, 0}));
    gyre_world_destroy(world);
}

TEST(spec_73_forces_damping_and_pose_are_applied_in_their_order) {
    hook_record record = {.set_velocity = {2, 0, 0}};
    gyre_world *world = world_with_hook(&record, 0);
    CHECK_OK(gyre_body_set_damping(world, record.body, 3, 0));
    take_steps(world, 0.5, 1);
    // damping comes after the constraint stage and with the pose: x = v (1 - e^(-k h)) / k
    CHECK_NEAR(velocity_of(world, record.body).x, 2 * exp(-1.5), 1e-15);
    CHECK_NEAR(position_of(world, record.body).x, 2 * (1 - exp(-1.5)) / 3, 1e-15);
    CHECK_VEC3_SAME(record.seen_velocity, ((gyre_vec3){1, 0, -5})); // not damped yet
    gyre_world_destroy(world);
}

TEST(the_hook_may_change_momenta_and_nothing_else) {
    hook_record record = {.set_velocity = {0, 3, 0}};
    gyre_world *world = world_with_hook(&record, 1);
    gyre_force_def force = push_on(record.body, (gyre_vec3){0, 0, 0}, (gyre_point){0});
    record.meddler = (visit){.world = world, .body = record.body};
    record.meddler.force = add_force(world, &force);
    take_steps(world, 0.5, 1);
    CHECK_EQ(record.meddler.wrong, GYRE_ERR_STEPPING);
    CHECK_VEC3_SAME(position_of(world, record.body), ((gyre_vec3){0, 1.5, 5}));
    gyre_world_destroy(world);
}

TEST(a_hook_that_fails_fails_the_step_and_nothing_changes) {
    hook_record record = {.set_velocity = {0, 3, 0}, .answer = GYRE_ERR_STOPPED};
    gyre_world *world = world_with_hook(&record, 1);
    REMEMBER(was, world);
    gyre_step_report report;
    CHECK_RESULT(gyre_world_step(world, 0.5, &report), GYRE_ERR_STOPPED);
    CHECK(strstr(report.text, "constraint hook") != NULL);
    CHECK_UNCHANGED(world, was);
    CHECK_SAME(gyre_world_time(world), 0);
    CHECK_SAME(ledger_of(world).edited, 0);
    gyre_world_destroy(world);
}

TEST(the_ledger_books_the_work_of_the_hook_as_its_own) {
    hook_record record = {.set_velocity = {0, 3, 0}};
    gyre_world *world = world_with_hook(&record, 1);
    take_steps(world, 0.5, 1);
    gyre_ledger ledger = ledger_of(world);
    CHECK_NEAR(ledger.hook, 4.5 - 13, 1e-14); // from v = (1, 0, -5) to (0, 3, 0), 1 kg
    CHECK_SAME(ledger.edited, 0);
    CHECK_VEC3_NEAR(ledger.momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-14);
    CHECK_VEC3_NEAR(ledger.angular_momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-13);
    gyre_world_destroy(world);
}

// ---- impulses in the hook, and bodies that it leaves alone ----

typedef struct floor_hook {
    gyre_body_id on_floor; // its velocity downwards is cancelled by an impulse
    int is_off;
} floor_hook;

static gyre_result cancel_fall(gyre_world *world, double h, void *user) {
    floor_hook *f = user;
    gyre_motion motion;
    (void)h;
    if (f->is_off) return GYRE_OK;
    gyre_result r = gyre_body_get_motion(world, f->on_floor, &motion);
    gyre_vec3 impulse = {0, 0, -motion.velocity.z}; // 1 kg
    return r == GYRE_OK ? gyre_body_apply_impulse(world, f->on_floor, impulse, motion.position) : r;
}

static gyre_world *world_over_a_floor(floor_hook *f, gyre_method method, int has_drag) {
    gyre_world_def def = plain_world_def();
    def.method = method;
    def.gravity.z = -10;
    def.solve_constraints = cancel_fall;
    def.user = f;
    def.has_ledger = 1;
    gyre_world *world = world_of(&def);
    gyre_body_def body = brick_def();
    body.mass = properties_of(1, 0.4, 0.5, 0.6);
    body.velocity = (gyre_vec3){0, 0, 0};
    body.angular_velocity = (gyre_vec3){1, 2, 3};
    for (int i = 0; i < 70; i++) { // more than one subset
        body.position = (gyre_vec3){3.0 * i, 0, 5};
        gyre_body_id id = add_body(world, &body);
        if (i == 35) f->on_floor = id;
    }
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag);
    drag.parameters.drag.linear = 0.25;
    if (has_drag) add_force(world, &drag);
    return world;
}

TEST(bodies_that_the_hook_leaves_alone_move_as_without_it) {
    for (int has_drag = 0; has_drag < 2; has_drag++) {
        floor_hook f = {.is_off = 0}, off = {.is_off = 1};
        gyre_world *held = world_over_a_floor(&f, GYRE_METHOD_exact, has_drag);
        gyre_world *without = world_over_a_floor(&off, GYRE_METHOD_exact, has_drag);
        gyre_world_def def;
        CHECK_OK(gyre_world_get_def(without, &def));
        take_steps(held, DT, 60);
        take_steps(without, DT, 60);
        gyre_body_id a = {0}, b = {0};
        for (int i = 0; i < 70; i++) {
            a = gyre_world_next_body(held, a);
            b = gyre_world_next_body(without, b);
            if (i == 35) continue;
            CHECK_VEC3_SAME(position_of(held, a), position_of(without, b));
            CHECK_VEC3_SAME(velocity_of(held, a), velocity_of(without, b));
        }
        CHECK_NEAR(position_of(held, f.on_floor).z, 5, 1e-15);
        CHECK_NEAR(velocity_of(held, f.on_floor).z, 0, 1e-15);
        if (!has_drag) CHECK_NEAR(position_of(without, b).z, 5 - 5 * 1.0, 1e-12); // exact under gravity
        gyre_world_destroy(held);
        gyre_world_destroy(without);
    }
}

// In each step the kick of the weight gives the held body (g h)^2 / 2 of kinetic energy without moving it, which is an
// error of the method, and the hook takes it away: 60 steps of 1/60 s, 1 kg, 10 m/s^2.
TEST(the_ledger_closes_with_bodies_that_the_hook_holds_and_others) {
    for (int has_drag = 0; has_drag < 2; has_drag++) {
        floor_hook f = {.is_off = 0};
        gyre_world *world = world_over_a_floor(&f, GYRE_METHOD_exact, has_drag);
        take_steps(world, DT, 60);
        gyre_ledger ledger = ledger_of(world);
        if (!has_drag) CHECK_NEAR(ledger.hook, -60 * 0.5 * (10 * DT) * (10 * DT), 1e-12);
        CHECK_SAME(ledger.edited, 0);
        if (!has_drag) CHECK_NEAR(ledger.residual, -ledger.hook, 1e-9);
        CHECK_VEC3_NEAR(ledger.momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-10);
        CHECK_VEC3_NEAR(ledger.angular_momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-7);
        gyre_world_destroy(world);
    }
}

TEST(a_hook_refuses_methods_without_its_stage_and_steps_backward) {
    hook_record record = {.set_velocity = {0, 0, 0}};
    gyre_world *world = world_with_hook(&record, 0);
    gyre_step_report report;
    CHECK_REFUSED(world, gyre_world_step(world, -DT, &report), GYRE_ERR_STEP);
    CHECK_OK(gyre_world_set_method(world, GYRE_METHOD_rk4));
    CHECK_REFUSED(world, gyre_world_step(world, DT, &report), GYRE_ERR_METHOD_UNFIT);
    CHECK(strstr(report.text, "rk4") != NULL && strstr(report.text, "constraint hook") != NULL);
    CHECK_EQ(record.calls, 0);
    gyre_world_destroy(world);
}

RUN_TESTS("world callbacks")
