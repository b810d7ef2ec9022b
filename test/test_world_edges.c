/// Corners of the world where two features meet.
#include "world_helpers.h"

#include "gyre/ledger.h"
#include "gyre/snapshot.h"

static gyre_body_id add_rod(gyre_world *world) {
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 5e-4, 1, 1);
    def.angular_velocity = (gyre_vec3){300, 2, 3};
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    return body;
}

static double kinetic_energy(const gyre_world *world, gyre_body_id body) {
    double energy;
    CHECK_OK(gyre_body_kinetic_energy(world, body, &energy));
    return energy;
}

TEST(a_rod_with_carried_momentum_changes_methods_without_a_jump) {
    gyre_world *world = world_with(0, GYRE_METHOD_semi_implicit_euler);
    gyre_body_id rod = add_rod(world);
    take_steps(world, DT, 157);
    double energy = kinetic_energy(world, rod);
    CHECK_OK(gyre_world_set_method(world, GYRE_METHOD_exact));
    take_steps(world, DT, 10);
    CHECK_NEAR(kinetic_energy(world, rod), energy, 1e-9 * energy);
    CHECK_OK(gyre_world_fly(world, 1, NULL));
    CHECK_NEAR(kinetic_energy(world, rod), energy, 1e-9 * energy);
    gyre_world_destroy(world);
}

TEST(the_state_of_a_locked_body_is_about_its_centre_of_mass) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    def.mass = (gyre_mass_properties){2, {1, 0, 1}, {0.4, 0.4, 0.4, 0, 0, 0}};
    def.has_pivot = 1;
    def.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y;
    def.angular_velocity.z = 3;
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    gyre_state s;
    CHECK_OK(gyre_body_get_state(world, body, &s));
    CHECK_NEAR(distance(s.L, (gyre_vec3){0, 0, 1.2}), 0, 1e-15);
    CHECK_NEAR(distance(s.P, (gyre_vec3){0, 6, 0}), 0, 1e-15); // M w x c
    gyre_vec3 P, L;
    CHECK_OK(gyre_body_momentum(world, body, (gyre_vec3){0, 0, 0}, &P, &L));
    CHECK_NEAR(distance(L, (gyre_vec3){-6, 0, 7.2}), 0, 1e-14); // L + c x P
    gyre_world_destroy(world);
}

TEST(drag_that_overshoots_shows_as_residual) {
    for (int method = 0; method < 2; method++) {
        gyre_world *world = world_with(0, method ? GYRE_METHOD_exact : GYRE_METHOD_semi_implicit_euler);
        gyre_body_def def = gyre_body_def_default();
        def.mass = properties_of(1, 1, 1, 1);
        def.velocity.x = 1;
        gyre_body_id body;
        CHECK_OK(gyre_world_add_body(world, &def, &body));
        gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag);
        drag.parameters.drag.linear = 230; // 3.8 in units of M/h: unstable
        gyre_force_id id;
        CHECK_OK(gyre_world_add_force(world, &drag, &id));
        take_steps(world, DT, 5);
        gyre_ledger ledger;
        CHECK_OK(gyre_world_get_ledger(world, &ledger));
        CHECK(ledger.final > 1000);
        CHECK(ledger.residual > 0.9 * ledger.final);
        gyre_world_destroy(world);
    }
}

TEST(a_spring_present_at_the_start_has_a_potential) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    def.position.x = 1;
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.body = body;
    spring.parameters.spring.stiffness = 100;
    spring.from = 0;
    gyre_force_id id;
    CHECK_OK(gyre_world_add_force(world, &spring, &id));
    double kinetic, potential;
    CHECK_OK(gyre_world_energy(world, &kinetic, &potential));
    CHECK_SAME(potential, 50);
    spring.from = 1; // later: its energy is work
    CHECK_OK(gyre_world_add_force(world, &spring, &id));
    CHECK_OK(gyre_world_energy(world, &kinetic, &potential));
    CHECK_SAME(potential, 50);
    gyre_world_destroy(world);
}

static gyre_result push_by_user_data(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force.x += (double)block->user_data[i];
    return GYRE_OK;
}

TEST(a_callback_sees_new_user_data_at_once) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    gyre_force_def push = gyre_force_def_default(GYRE_FORCE_callback);
    push.parameters.callback.function = push_by_user_data;
    push.parameters.callback.is_velocity_dependent = 0;
    gyre_force_id id;
    CHECK_OK(gyre_world_add_force(world, &push, &id));
    take_steps(world, 1, 1);
    CHECK_OK(gyre_body_set_user_data(world, body, 4));
    take_steps(world, 1, 1);
    gyre_motion motion;
    CHECK_OK(gyre_body_get_motion(world, body, &motion));
    CHECK_SAME(motion.velocity.x, 4); // both halves of the kick
    gyre_world_destroy(world);
}

// A body on a damped spring whose other end goes back and forth along a path with a corner on a step.
static double end_of_ride(int steps, double *out_residual) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    const gyre_path_point path[] = {
        {0, {{0, 0, 0}, {1, 0, 0, 0}}}, {0.5, {{1, 0, 0}, {1, 0, 0, 0}}}, {1, {{0, 0, 0}, {1, 0, 0, 0}}}};
    gyre_body_def def = gyre_body_def_default();
    def.kind = GYRE_BODY_KINEMATIC;
    def.path = path;
    def.path_count = 3;
    gyre_body_id hand, body;
    CHECK_OK(gyre_world_add_body(world, &def, &hand));
    def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    def.position.y = 1; // the ends never meet: a damper of no length has no direction
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.body = body;
    spring.other = hand;
    spring.parameters.spring.length = 1;
    spring.parameters.spring.stiffness = 40;
    spring.parameters.spring.damping = 3;
    gyre_force_id id;
    CHECK_OK(gyre_world_add_force(world, &spring, &id));
    take_steps(world, 1.0 / steps, steps);
    gyre_motion motion;
    CHECK_OK(gyre_body_get_motion(world, body, &motion));
    gyre_ledger ledger;
    CHECK_OK(gyre_world_get_ledger(world, &ledger));
    *out_residual = ledger.residual;
    gyre_world_destroy(world);
    return motion.position.x;
}

TEST(corners_of_a_path_keep_the_order_of_motion_and_ledger) {
    double coarse_residual, fine_residual, finest_residual;
    double coarse = end_of_ride(100, &coarse_residual), fine = end_of_ride(200, &fine_residual);
    double finest = end_of_ride(400, &finest_residual);
    CHECK_NEAR(log2((coarse - fine) / (fine - finest)), 2, 0.1);
    CHECK_BELOW(fabs(finest_residual), 0.3 * fabs(fine_residual)); // second order: a quarter
}

TEST(a_world_that_cannot_be_restored_is_not_saved) {
    gyre_world_def def = plain_world_def();
    def.is_transactional = 0;
    gyre_world *world = world_of(&def);
    gyre_body_def block = gyre_body_def_default();
    block.mass = properties_of(1, 1, 1, 1);
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &block, &body));
    CHECK_OK(gyre_body_apply_force_at_center(world, body, (gyre_vec3){1e308, 0, 0}));
    CHECK_RESULT(gyre_world_step(world, 1e10, NULL), GYRE_ERR_NOT_FINITE);
    size_t size = 7;
    CHECK_RESULT(gyre_world_snapshot_size(world, &size), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(size, 7);
    gyre_world_destroy(world);
}

TEST(applied_forces_are_removed_with_their_body) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    CHECK_OK(gyre_body_apply_torque(world, body, (gyre_vec3){1, 0, 0}));
    CHECK_OK(gyre_world_remove_body(world, body));
    unsigned char bytes[4096];
    size_t size;
    CHECK_OK(gyre_world_save(world, bytes, sizeof bytes, &size));
    CHECK_OK(gyre_world_restore(world, bytes, size));
    take_steps(world, DT, 1);
    CHECK_OK(gyre_world_fly(world, 1, NULL));
    gyre_world_destroy(world);
}

TEST(applied_forces_keep_their_point_when_the_centre_moves) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    CHECK_OK(gyre_body_apply_force(world, body, (gyre_vec3){0, 1, 0}, (gyre_vec3){2, 0, 0}));
    gyre_mass_properties moved = properties_of(1, 1, 1, 1);
    moved.center.x = 1;
    CHECK_OK(gyre_body_set_mass(world, body, &moved));
    gyre_wrench applied;
    CHECK_OK(gyre_body_get_applied(world, body, &applied));
    CHECK_SAME(applied.torque.z, 1);
    gyre_world_destroy(world);
}

TEST(checking_the_method_fills_the_report) {
    gyre_world *world = plain_world();
    gyre_step_report report;
    memset(&report, 0x55, sizeof report);
    CHECK_OK(gyre_world_check_method(world, &report));
    CHECK(report.result == GYRE_OK && report.text[0] == 0 && gyre_body_is_none(report.body));
    gyre_world_destroy(world);
}

TEST(setting_an_equal_value_changes_no_bit) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    def.mass = (gyre_mass_properties){1, {0.1, 0.2, 0.3}, {1, 2, 2.5, 0.1, 0.2, 0.3}};
    def.angular_velocity = (gyre_vec3){1, 2, 3};
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    take_steps(world, DT, 100);
    REMEMBER(was, world);
    CHECK_OK(gyre_body_set_kind(world, body, GYRE_BODY_DYNAMIC));
    CHECK_OK(gyre_body_set_locks(world, body, 0));
    CHECK_UNCHANGED(world, was);
    gyre_world_destroy(world);
}

TEST(spec_77_a_lever_arm_that_would_be_lost_is_refused) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    gyre_force_def force = gyre_force_def_default(GYRE_FORCE_force);
    force.body = body;
    force.parameters.force.force = (gyre_vec3){0, 0, 1};
    force.parameters.force.at.p.x = 1; // and the kind left at the centre
    gyre_force_id id;
    CHECK_REFUSED(world, gyre_world_add_force(world, &force, &id), GYRE_ERR_FORCE);
    CHECK(strstr(log_text, "GYRE_AT_BODY"));
    gyre_world_destroy(world);
}

TEST(spec_77_an_ineffective_setting_causes_a_warning) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    def.mass = properties_of(1, 1, 1, 1);
    def.has_pivot = 1;
    def.pivot.z = -1;
    def.linear_damping = 5;
    gyre_body_id body;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    CHECK(strstr(log_text, "no effect: linear_damping"));
    def = gyre_body_def_default();
    def.kind = GYRE_BODY_STATIC;
    CHECK_OK(gyre_world_add_body(world, &def, &body));
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag);
    drag.body = body;
    gyre_force_id id;
    CHECK_OK(gyre_world_add_force(world, &drag, &id));
    CHECK(strstr(log_text, "no effect: its bodies are not dynamic"));
    gyre_world_destroy(world);
}

RUN_TESTS("world_edges")
