/// The ledger closes for every force and method, and does not where something is wrong.
#include "world_scenes.h"

// Pushes and turns with the velocities; no potential.
static gyre_result brake(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++) {
        block->wrenches[i].force = scaled(-0.5, block->velocities[i]);
        block->wrenches[i].torque = scaled(-0.25, block->angular_velocities[i]);
    }
    return GYRE_OK;
}

static double residual_of(gyre_force_kind kind, gyre_method method, double h, double g) {
    scene s = scene_with(method, g);
    gyre_force_def def = force_of_kind(kind, &s);
    add_force(s.world, &def);
    take_steps(s.world, h, (int)(0.5 / h + 0.5));
    gyre_ledger ledger = ledger_of(s.world);
    CHECK(fabs(ledger.kinetic - ledger_of(s.world).initial) > 1e-3); // something happened
    gyre_world_destroy(s.world);
    return fabs(ledger.residual);
}

TEST(the_ledger_closes_for_every_force_as_well_as_the_method_solves_it) {
    for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++) {
        // dopri5 meets its tolerance; rk4 and exact err by h^4 and h^2
        CHECK_BELOW(residual_of((gyre_force_kind)kind, GYRE_METHOD_dopri5, 0.0625, -5), 1e-7);
        CHECK_BELOW(residual_of((gyre_force_kind)kind, GYRE_METHOD_rk4, 1.0 / 128, -5), 1e-6);
        double coarse = residual_of((gyre_force_kind)kind, GYRE_METHOD_exact, 1.0 / 64, -5);
        double fine = residual_of((gyre_force_kind)kind, GYRE_METHOD_exact, 1.0 / 256, -5);
        CHECK_BELOW(fine, coarse / 10 + 1e-11); // at order 2 a quarter of the step leaves a sixteenth
    }
}

TEST(work_without_a_potential_balances_to_rounding_with_kicks) {
    const gyre_force_kind kinds[] = {GYRE_FORCE_force, GYRE_FORCE_torque, GYRE_FORCE_thruster, GYRE_FORCE_drag,
                                     GYRE_FORCE_wind};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) // a kick's work is exactly what it does to the kinetic energy
        CHECK_BELOW(residual_of(kinds[i], GYRE_METHOD_exact, 1.0 / 64, 0), 1e-12);
}

TEST(a_wrong_potential_leaves_a_residual) {
    scene s = scene_with(GYRE_METHOD_dopri5, 0);
    gyre_force_def liar = callback_on(no_body, brake, NULL); // dissipates energy, but declares it as a potential
    liar.parameters.callback.has_potential = 1;
    add_force(s.world, &liar);
    take_steps(s.world, 0.05, 20);
    gyre_ledger ledger = ledger_of(s.world);
    CHECK(ledger.residual < -0.1);
    CHECK_NEAR(ledger.residual, ledger.final - ledger.initial, 1e-12);
    gyre_world_destroy(s.world);
}

TEST(explicit_euler_has_its_energy_gain_in_the_ledger) {
    double residuals[2];
    const gyre_method methods[] = {GYRE_METHOD_explicit_euler, GYRE_METHOD_exact};
    for (int i = 0; i < 2; i++) {
        gyre_world *world = world_with(0, methods[i]);
        gyre_body_id id = add_ball_at(world, (gyre_vec3){1, 0, 0});
        gyre_force_def spring = spring_on(id, no_body, 40, 0);
        add_force(world, &spring);
        take_steps(world, 0.01, 100);
        residuals[i] = ledger_of(world).residual;
        gyre_world_destroy(world);
    }
    // 20 J times (1 + (w h)^2) each step: 20 (1.004^100 - 1) = 9.8 J
    CHECK_NEAR(residuals[0], 20 * (pow(1.004, 100) - 1), 0.01);
    CHECK_BELOW(fabs(residuals[1]), 20 * 0.001); // it oscillates by (w h)^2 / 4 = 0.1 %
}

TEST(momentum_and_angular_momentum_are_in_the_ledger) {
    for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++)
        for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
            scene s = scene_with((gyre_method)m, -5);
            gyre_force_def def = force_of_kind((gyre_force_kind)kind, &s);
            add_force(s.world, &def);
            if (gyre_world_check_method(s.world, NULL) == GYRE_OK) {
                take_steps(s.world, 1.0 / 128, 32);
                gyre_ledger ledger = ledger_of(s.world);
                CHECK_VEC3_NEAR(ledger.momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-12);
                // x x P moves between kicks by x' x P = 0; Runge-Kutta methods integrate it like everything else
                double slack = !gyre_method_is_general((gyre_method)m) ? 1e-12
                               : gyre_method_order((gyre_method)m) < 4 ? 0.5
                                                                       : 1e-6;
                CHECK_VEC3_NEAR(ledger.angular_momentum.residual, ((gyre_vec3){0, 0, 0}), slack);
                gyre_vec3 change = minus(ledger.momentum.final, ledger.momentum.initial);
                CHECK_VEC3_NEAR(change, ledger.momentum.impulse, 1e-12);
                CHECK(norm(change) > 1); // gravity alone: 5 kg * 5 m/s^2 * 0.25 s
            }
            gyre_world_destroy(s.world);
        }
}

TEST(damping_is_in_the_ledger_to_rounding) {
    scene s = scene_with(GYRE_METHOD_exact, 0);
    CHECK_OK(gyre_body_set_damping(s.world, s.a, 0.5, 0.75));
    CHECK_OK(gyre_body_set_damping(s.world, s.b, 0, 2));
    double before = energy_of(s.world);
    take_steps(s.world, 0.05, 40);
    gyre_ledger ledger = ledger_of(s.world);
    CHECK_NEAR(ledger.residual, 0, 1e-13);
    CHECK_NEAR(ledger.dissipated, before - energy_of(s.world), 1e-13);
    CHECK(ledger.dissipated > 1);
    CHECK_VEC3_NEAR(ledger.momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-13);
    CHECK_VEC3_NEAR(ledger.angular_momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-13);
    CHECK_OK(gyre_world_set_method(s.world, GYRE_METHOD_dopri5)); // which integrates it
    CHECK_OK(gyre_world_reset_ledger(s.world));
    take_steps(s.world, 0.05, 10);
    CHECK_NEAR(ledger_of(s.world).residual, 0, 1e-8);
    CHECK(ledger_of(s.world).dissipated > 1e-4);
    gyre_world_destroy(s.world);
}

TEST(applied_forces_do_work_in_the_ledger) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        scene s = scene_with((gyre_method)m, 0);
        double before = energy_of(s.world), applied, driven;
        for (int i = 0; i < 20; i++) {
            CHECK_OK(gyre_body_apply_force_at_center(s.world, s.a, (gyre_vec3){1, 2, 3}));
            take_steps(s.world, 0.01, 1);
        }
        CHECK_OK(gyre_world_get_other_work(s.world, &applied, &driven));
        // a kick's work is exact and so is the drift; other methods err by their order in the energy of the rotation
        int order = gyre_method_order((gyre_method)m);
        double slack = order >= 4 ? 1e-7 : order == 2 ? 1e-4 : 0.2;
        CHECK_NEAR(applied, energy_of(s.world) - before, m == GYRE_METHOD_exact ? 1e-13 : slack);
        CHECK_SAME(driven, 0);
        CHECK_SAME(ledger_of(s.world).work, applied);
        CHECK(applied > 0.1);
        gyre_world_destroy(s.world);
    }
}

TEST(a_kinematic_end_of_a_spring_does_work) {
    const gyre_method methods[] = {GYRE_METHOD_exact, GYRE_METHOD_dopri5};
    for (int i = 0; i < 2; i++) {
        gyre_world *world = world_with(0, methods[i]);
        gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
        gyre_path_point path[] = {{0, {{0, 0, 0}, {1, 0, 0, 0}}}, {10, {{30, 0, 0}, {1, 0, 0, 0}}}};
        gyre_body_def def = gyre_body_def_default();
        def.kind = GYRE_BODY_KINEMATIC;
        def.path = path;
        def.path_count = 2;
        gyre_body_id hand = add_body(world, &def);
        gyre_force_def spring = spring_on(id, hand, 4, 0);
        add_force(world, &spring);
        take_steps(world, 0.001, 1000);
        double driven;
        CHECK_OK(gyre_world_get_other_work(world, NULL, &driven));
        // x = 3 t - 1.5 sin 2t, F = 4 (3 t - x) = 6 sin 2t, work = integral of F * 3 = 9 (1 - cos 2t)
        CHECK_NEAR(driven, 9 * (1 - cos(2)), 1e-4);
        CHECK_NEAR(ledger_of(world).residual, 0, i == 0 ? 2e-5 : 1e-7);
        gyre_world_destroy(world);
    }
}

TEST(edits_between_steps_have_their_own_column) {
    scene s = scene_with(GYRE_METHOD_exact, -5);
    take_steps(s.world, 0.01, 5);
    double before = energy_of(s.world);
    gyre_ledger first = ledger_of(s.world);
    CHECK_SAME(first.edited, 0);
    CHECK_OK(gyre_body_set_velocity(s.world, s.a, (gyre_vec3){5, 0, 0}, (gyre_vec3){0, 0, 0}));
    CHECK_OK(gyre_body_apply_impulse(s.world, s.b, (gyre_vec3){0, 3, 0}, (gyre_vec3){0, 0, 0}));
    gyre_body_id new_body = add_ball_at(s.world, (gyre_vec3){0, 0, 4});
    gyre_force_def spring = spring_on(new_body, no_body, 10, 0);
    gyre_force_id force = add_force(s.world, &spring);
    double edited = energy_of(s.world) - before;
    CHECK_NEAR(ledger_of(s.world).edited, edited, 1e-12); // also before the next step
    take_steps(s.world, 0.001, 5);
    CHECK_NEAR(ledger_of(s.world).edited, edited, 1e-12);
    CHECK_NEAR(ledger_of(s.world).residual, first.residual, 1e-4); // 80 J in the spring, 5 steps of order 2
    CHECK_VEC3_NEAR(ledger_of(s.world).momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-12);
    before = energy_of(s.world);
    CHECK_OK(gyre_world_remove_force(s.world, force));
    CHECK_OK(gyre_world_remove_body(s.world, s.b));
    CHECK_OK(gyre_world_set_gravity(s.world, (gyre_vec3){0, 0, -1}));
    gyre_mass_properties mass = properties_of(4, 1, 1, 1);
    CHECK_OK(gyre_body_set_mass(s.world, s.a, &mass));
    CHECK_NEAR(ledger_of(s.world).edited, edited + energy_of(s.world) - before, 1e-12);
    take_steps(s.world, 0.001, 5);
    CHECK_NEAR(ledger_of(s.world).residual, first.residual, 1e-4);
    CHECK_VEC3_NEAR(ledger_of(s.world).angular_momentum.residual, ((gyre_vec3){0, 0, 0}), 1e-12);
    gyre_world_destroy(s.world);
}

TEST(a_ledger_can_begin_again) {
    scene s = scene_with(GYRE_METHOD_exact, -5);
    gyre_force_def push = push_on(s.a, (gyre_vec3){1, 2, 3}, (gyre_point){0});
    gyre_force_id force = add_force(s.world, &push);
    take_steps(s.world, 0.01, 5);
    CHECK_EQ(ledger_of(s.world).steps, 5);
    CHECK_NEAR(ledger_of(s.world).time, 0.05, 1e-15);
    CHECK_OK(gyre_world_reset_ledger(s.world));
    gyre_ledger ledger = ledger_of(s.world);
    double work;
    CHECK_OK(gyre_force_get_work(s.world, force, &work, NULL));
    CHECK_SAME(work, 0);
    CHECK_EQ(ledger.steps, 0);
    CHECK_SAME(ledger.initial, ledger.final);
    take_steps(s.world, 0.01, 1);
    CHECK_EQ(ledger_of(s.world).steps, 1);
    gyre_world_destroy(s.world);
}

// The ledger of some damped bodies that fall; others came and went before it began, and left their places in the lanes.
static gyre_ledger ledger_of_stayers(gyre_method method, int staying, int leaving) {
    gyre_world *world = world_with(-5, method);
    gyre_body_def def = brick_def();
    def.linear_damping = def.angular_damping = method == GYRE_METHOD_exact ? 0.5 : 0;
    gyre_body_id gone[8];
    for (int i = 0; i < staying; i++)
        add_body(world, &def);
    for (int i = 0; i < leaving; i++) {
        gone[i] = add_body(world, &def);
        CHECK_OK(gyre_body_apply_torque(world, gone[i], (gyre_vec3){1, 2, 3}));
    }
    for (int i = 0; i < leaving; i++)
        CHECK_OK(gyre_world_remove_body(world, gone[i]));
    CHECK_OK(gyre_world_reset_ledger(world));
    take_steps(world, DT, 3);
    gyre_ledger ledger = ledger_of(world);
    gyre_world_destroy(world);
    return ledger;
}

TEST(removed_bodies_leave_no_residual_in_the_ledger) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (int staying = 1; staying < 20; staying++) {
            gyre_ledger alone = ledger_of_stayers((gyre_method)m, staying, 0);
            gyre_ledger after = ledger_of_stayers((gyre_method)m, staying, 5);
            CHECK_BYTES(&after.dissipated, &alone.dissipated, sizeof alone.dissipated);
            CHECK_BYTES(&after.momentum, &alone.momentum, sizeof alone.momentum);
            CHECK_BYTES(&after.angular_momentum, &alone.angular_momentum, sizeof alone.angular_momentum);
        }
}

TEST(reading_a_missing_ledger_is_an_error) {
    gyre_world *world = plain_world();
    gyre_ledger ledger;
    CHECK_RESULT(gyre_world_get_ledger(world, &ledger), GYRE_ERR_OPTION);
    CHECK_REFUSED(world, gyre_world_reset_ledger(world), GYRE_ERR_OPTION);
    CHECK_RESULT(gyre_world_get_other_work(world, NULL, NULL), GYRE_ERR_OPTION);
    gyre_world_destroy(world);
}

TEST(a_ledger_does_not_change_a_bit_of_the_motion) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        uint64_t hashes[2];
        for (int has_ledger = 0; has_ledger < 2; has_ledger++) {
            gyre_world_def def = plain_world_def();
            def.gravity.z = -5;
            def.method = (gyre_method)m;
            def.has_ledger = has_ledger;
            scene s = {.world = world_of(&def)};
            gyre_body_def body = lopsided_def();
            s.a = add_body(s.world, &body);
            body.position.x = 2;
            s.b = add_body(s.world, &body);
            for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++) {
                gyre_force_def force = force_of_kind((gyre_force_kind)kind, &s);
                gyre_force_id id = add_force(s.world, &force);
                if (gyre_world_check_method(s.world, NULL) != GYRE_OK) CHECK_OK(gyre_world_remove_force(s.world, id));
            }
            take_steps(s.world, 0.01, 20);
            hashes[has_ledger] = gyre_world_hash(s.world);
            gyre_world_destroy(s.world);
        }
        CHECK(hashes[0] == hashes[1]);
    }
}

RUN_TESTS("world ledger")
