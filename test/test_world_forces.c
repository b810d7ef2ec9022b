/// Every force in a world against its closed form, energy or momentum (item 76).
#include "world_helpers.h"

static const double PI = 3.14159265358979323846;

// ---- springs ----

TEST(spec_76_a_body_on_a_spring_swings_with_the_harmonic_period) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_id id = add_ball_at(world, (gyre_vec3){1, 0, 0});
    gyre_force_def spring = spring_on(id, no_body, 40, 0);
    add_force(world, &spring);
    double w = sqrt(40), period = 2 * PI / w;
    take_steps(world, period / 1000, 1000);
    // the method swings faster by (w h)^2 / 24, which is 1.03e-5 rad after a period
    CHECK_NEAR(position_of(world, id).x, 1, 1e-9);
    CHECK_NEAR(velocity_of(world, id).x / w, 0, 1.1e-5);
    gyre_world_destroy(world);
}

TEST(spec_76_a_damped_spring_decays_as_its_closed_form) {
    gyre_world *world = world_with(0, GYRE_METHOD_rk4);
    gyre_body_id id = add_ball_at(world, (gyre_vec3){1.5, 0, 0});
    gyre_force_def spring = spring_on(id, no_body, 9, 1); // at rest 1 m from the origin
    spring.parameters.spring.damping = 2;
    add_force(world, &spring);
    take_steps(world, 0.001, 1000);
    double w = sqrt(9 - 1); // x = 1 + e^(-t) (cos w t + sin(w t) / w) / 2
    CHECK_NEAR(position_of(world, id).x, 1 + 0.5 * exp(-1) * (cos(w) + sin(w) / w), 1e-12);
    gyre_world_destroy(world);
}

TEST(spec_76_two_bodies_on_a_spring_swing_with_the_reduced_mass) {
    gyre_world *world = world_with(0, GYRE_METHOD_rk4);
    gyre_body_def def = ball_def();
    def.position.x = 2.5;
    gyre_body_id light = add_body(world, &def);
    def.mass = properties_of(3, 1, 1, 1);
    def.position.x = 0;
    gyre_body_id heavy = add_body(world, &def);
    gyre_force_def spring = spring_on(light, heavy, 12, 2);
    gyre_force_id force = add_force(world, &spring);
    double potential, w = sqrt(12 / 0.75), period = 2 * PI / w; // 1 * 3 / (1 + 3)
    CHECK_OK(gyre_force_potential(world, force, &potential));
    CHECK_NEAR(potential, 0.5 * 12 * 0.25, 1e-15);
    take_steps(world, period / 400, 200); // half a period: stretched by 0.5 becomes squeezed by 0.5
    double x_light = position_of(world, light).x, x_heavy = position_of(world, heavy).x;
    CHECK_NEAR(x_light - x_heavy, 1.5, 1e-8);
    CHECK_NEAR(x_light + 3 * x_heavy, 2.5, 1e-13); // the centre of mass stays
    gyre_world_destroy(world);
}

TEST(spec_76_a_spring_to_a_kinematic_body_is_pulled_along) {
    gyre_world *world = world_with(0, GYRE_METHOD_rk4);
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_body_def def = gyre_body_def_default();
    gyre_path_point path[] = {{0, {{0, 0, 0}, {1, 0, 0, 0}}}, {10, {{30, 0, 0}, {1, 0, 0, 0}}}};
    def.kind = GYRE_BODY_KINEMATIC;
    def.path = path;
    def.path_count = 2;
    gyre_body_id hand = add_body(world, &def);
    gyre_force_def spring = spring_on(id, hand, 4, 0);
    add_force(world, &spring);
    take_steps(world, 0.002, 1000);
    CHECK_NEAR(position_of(world, hand).x, 6, 1e-13);
    CHECK_NEAR(position_of(world, id).x, 3 * 2 - 1.5 * sin(4), 1e-10); // u t - u/w sin(w t)
    gyre_world_destroy(world);
}

TEST(spec_76_torsion_swings_a_body_about_its_reference) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_def def = lopsided_def();
    def.angular_velocity = (gyre_vec3){0, 0, 0};
    gyre_body_id at_rest = add_body(world, &def);
    gyre_body_def swinging = body_def_of(properties_of(1, 0.5, 2, 2));
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 0, 0}, 0.3, &swinging.orientation));
    gyre_body_id id = add_body(world, &swinging);
    gyre_force_def here = force_on(GYRE_FORCE_torsion, at_rest), there = force_on(GYRE_FORCE_torsion, id);
    here.parameters.torsion.stiffness = there.parameters.torsion.stiffness = 8;
    here.parameters.torsion.reference = def.orientation; // of the model, for any principal axes
    add_force(world, &here);
    add_force(world, &there);
    double w = sqrt(8 / 0.5);
    take_steps(world, 2 * PI / w / 1000, 500); // half a period
    CHECK_NEAR(2 * atan2(motion_of(world, id).orientation.x, motion_of(world, id).orientation.w), -0.3, 1e-9);
    CHECK_BELOW(norm(motion_of(world, at_rest).angular_velocity), 1e-13);
    gyre_world_destroy(world);
}

// ---- attraction ----

TEST(spec_76_a_Kepler_orbit_closes) {
    gyre_world *world = world_with(0, GYRE_METHOD_dopri5);
    gyre_body_def def = body_def_of(properties_of(7, 1, 1, 1)); // the mass does not matter
    def.position.x = 0.5;                                       // a = 1, e = 0.5, at the nearest point
    def.velocity.y = sqrt(3);
    gyre_body_id id = add_body(world, &def);
    gyre_force_def sun = force_on(GYRE_FORCE_attraction, id);
    sun.parameters.attraction.mu = 1;
    add_force(world, &sun);
    take_steps(world, PI / 100, 100); // half: at the farthest point
    CHECK_VEC3_NEAR(position_of(world, id), ((gyre_vec3){-1.5, 0, 0}), 1e-7);
    take_steps(world, PI / 100, 100);
    CHECK_VEC3_NEAR(position_of(world, id), ((gyre_vec3){0.5, 0, 0}), 1e-7); // rtol 1e-9 over some 100 steps
    gyre_world_destroy(world);
}

TEST(spec_76_two_bodies_that_attract_each_other_circle_their_centre) {
    gyre_world *world = world_with(0, GYRE_METHOD_dopri5);
    gyre_force_def mutual = force_on(GYRE_FORCE_attraction, no_body);
    mutual.parameters.attraction.is_mutual = 1;
    mutual.parameters.attraction.G = 2;
    add_force(world, &mutual);
    double period = 2 * PI * sqrt(8 / (2.0 * 4)), w = 2 * PI / period; // d = 2, G M = 2 * 4
    gyre_body_def light = ball_def(), heavy = body_def_of(properties_of(3, 1, 1, 1));
    light.position.x = 1.5;
    light.velocity = (gyre_vec3){0.25, 1.5 * w, 0}; // and all of it drifts along x
    heavy.position.x = -0.5;
    heavy.velocity = (gyre_vec3){0.25, -0.5 * w, 0};
    gyre_body_id a = add_body(world, &light), b = add_body(world, &heavy);
    take_steps(world, period / 64, 16);
    gyre_vec3 apart = minus(position_of(world, a), position_of(world, b));
    CHECK_VEC3_NEAR(apart, ((gyre_vec3){0, 2, 0}), 1e-8); // a quarter turn
    gyre_vec3 centre = scaled(0.25, plus(position_of(world, a), scaled(3, position_of(world, b))));
    CHECK_VEC3_NEAR(centre, ((gyre_vec3){0.25 * period / 4, 0, 0}), 1e-13);
    double kinetic, potential;
    CHECK_OK(gyre_world_energy(world, &kinetic, &potential));
    CHECK_NEAR(potential, -2.0 * 3 / 2, 1e-8); // -G m M / d, each pair once
    gyre_world_destroy(world);
}

TEST(spec_76_attraction_to_a_body_has_an_opposite_reaction) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_id a = add_ball_at(world, (gyre_vec3){2, 0, 0}), b = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_force_def pull = force_on(GYRE_FORCE_attraction, a);
    pull.other = b;
    pull.parameters.attraction.mu = 4;
    add_force(world, &pull);
    take_steps(world, 1e-6, 1);
    CHECK_NEAR(velocity_of(world, a).x, -1e-6, 1e-15); // mu / d^2 = 1
    CHECK_SAME(velocity_of(world, b).x, -velocity_of(world, a).x);
    gyre_world_destroy(world);
}

// ---- media ----

TEST(spec_76_drag_leads_to_the_terminal_speed) {
    gyre_world *world = world_with(-10, GYRE_METHOD_rk4);
    gyre_body_def def = lopsided_def();
    def.velocity = (gyre_vec3){0, 0, 0};
    gyre_body_id linear = add_body(world, &def), quadratic = add_body(world, &def);
    gyre_force_def slow = force_on(GYRE_FORCE_drag, linear), fast = force_on(GYRE_FORCE_drag, quadratic);
    slow.parameters.drag.linear = 4;      // v = M g / c = 5
    fast.parameters.drag.quadratic = 0.2; // v = sqrt(M g / q) = 10
    add_force(world, &slow);
    add_force(world, &fast);
    take_steps(world, 0.005, 200);
    CHECK_NEAR(velocity_of(world, linear).z, -5 * (1 - exp(-2)), 2e-10); // 0.01^4/120 * 2 of what is left
    CHECK_NEAR(velocity_of(world, quadratic).z, -10 * tanh(1), 2e-10);
    take_steps(world, 0.01, 2000);
    CHECK_NEAR(velocity_of(world, linear).z, -5, 1e-12);
    CHECK_NEAR(velocity_of(world, quadratic).z, -10, 1e-12);
    gyre_world_destroy(world);
}

TEST(spec_76_angular_drag_slows_a_spin) {
    gyre_world *world = world_with(0, GYRE_METHOD_rk4);
    gyre_body_def def = ball_def();
    def.angular_velocity = (gyre_vec3){1, 2, 3};
    gyre_body_id id = add_body(world, &def);
    gyre_force_def drag = force_on(GYRE_FORCE_drag, id);
    drag.parameters.drag.angular = 0.7;
    add_force(world, &drag);
    take_steps(world, 0.005, 200);
    CHECK_VEC3_NEAR(motion_of(world, id).angular_velocity, scaled(exp(-0.7), def.angular_velocity), 1e-11);
    gyre_world_destroy(world);
}

TEST(spec_76_wind_carries_bodies_along) {
    gyre_world *world = world_with(0, GYRE_METHOD_rk4);
    gyre_body_id linear = add_ball_at(world, (gyre_vec3){0, 0, 0}),
                 quadratic = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_force_def breeze = force_on(GYRE_FORCE_wind, linear), gale = force_on(GYRE_FORCE_wind, quadratic);
    breeze.parameters.wind.velocity = gale.parameters.wind.velocity = (gyre_vec3){3, 0, 4};
    breeze.parameters.wind.linear = 0.5;
    gale.parameters.wind.quadratic = 0.1;
    add_force(world, &breeze);
    add_force(world, &gale);
    take_steps(world, 0.01, 200);
    double s = 1 - exp(-1), r = 1 - 1 / (1 + 0.1 * 5 * 2); // u' = -u/2 and u' = -u^2/10 for the relative speed 5
    CHECK_VEC3_NEAR(velocity_of(world, linear), ((gyre_vec3){3 * s, 0, 4 * s}), 1e-10);
    CHECK_VEC3_NEAR(velocity_of(world, quadratic), ((gyre_vec3){3 * r, 0, 4 * r}), 1e-10);
    gyre_world_destroy(world);
}

static gyre_force_def lift_on(gyre_body_id body, double drag) {
    gyre_force_def lift = force_on(GYRE_FORCE_buoyancy, body);
    lift.parameters.buoyancy.fluid_density = 1000;
    lift.parameters.buoyancy.drag = drag;
    lift.parameters.buoyancy.radius = 1;
    lift.parameters.buoyancy.size = (gyre_vec3){1, 2, 1};
    return lift;
}

TEST(spec_76_a_floating_box_bobs_with_its_period) {
    gyre_world *world = world_with(-9.81, GYRE_METHOD_exact);
    gyre_body_def def = body_def_of(properties_of(1000, 400, 200, 400)); // half as dense as water
    def.position.z = 0.1;
    def.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z; // a cube would roll over
    gyre_body_id id = add_body(world, &def);
    gyre_force_def lift = lift_on(id, 0);
    lift.parameters.buoyancy.solid = GYRE_SOLID_BOX;
    add_force(world, &lift);
    double w = sqrt(1000 * 9.81 * 2 / 1000); // rho g A / M
    take_steps(world, 2 * PI / w / 1000, 500);
    CHECK_NEAR(position_of(world, id).z, -0.1, 1e-9);
    take_steps(world, 2 * PI / w / 1000, 500);
    CHECK_NEAR(position_of(world, id).z, 0.1, 1e-9);
    gyre_world_destroy(world);
}

TEST(spec_76_a_floating_ball_bobs_with_its_period) {
    gyre_world *world = world_with(-9.81, GYRE_METHOD_exact);
    double half_of_the_water = 1000 * 2.0 / 3 * PI, amplitude = 1e-3;
    gyre_body_def def = body_def_of(properties_of(half_of_the_water, 800, 800, 800));
    def.position.z = amplitude;
    gyre_body_id id = add_body(world, &def);
    gyre_force_def lift = lift_on(id, 0);
    add_force(world, &lift);
    double w = sqrt(1.5 * 9.81); // rho g pi R^2 / M
    take_steps(world, 2 * PI / w / 1000, 250);
    // a quarter: a^2/16 of the phase by the shape, (w h)^2/24 by the method
    CHECK_NEAR(position_of(world, id).z / amplitude, 0, 1e-5);
    CHECK_NEAR(velocity_of(world, id).z / (amplitude * w), -1, 6e-6); // (w h)^2/8 = 4.9e-6
    gyre_world_destroy(world);
}

TEST(spec_76_water_slows_a_floating_body) {
    gyre_world *world = world_with(-9.81, GYRE_METHOD_rk4);
    double mass = 1000 * 4.0 / 3 * PI; // as dense as water: neither sinks nor rises
    gyre_body_def def = body_def_of(properties_of(mass, mass, mass, mass));
    def.position.z = -5;
    def.velocity.x = 2;
    gyre_body_id id = add_body(world, &def);
    gyre_force_def lift = lift_on(id, mass);
    add_force(world, &lift);
    take_steps(world, 0.01, 100);
    CHECK_VEC3_NEAR(velocity_of(world, id), ((gyre_vec3){2 * exp(-1), 0, 0}), 1e-9);
    gyre_world_destroy(world);
}

// ---- pushing ----

TEST(spec_76_a_thruster_follows_its_body_and_its_profile) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_def def = ball_def();
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, PI / 2, &def.orientation));
    gyre_body_id id = add_body(world, &def);
    gyre_profile_point profile[] = {{0, 0}, {2, 1}};
    gyre_force_def thruster = force_on(GYRE_FORCE_thruster, id);
    thruster.parameters.thruster.direction.x = 7; // any length
    thruster.parameters.thruster.direction.y = thruster.parameters.thruster.direction.z = 0;
    thruster.parameters.thruster.thrust = 6;
    thruster.profile = profile;
    thruster.profile_count = 2;
    add_force(world, &thruster);
    take_steps(world, 0.25, 8);
    CHECK_VEC3_NEAR(velocity_of(world, id), ((gyre_vec3){0, 6, 0}), 1e-14); // 6 N rising from 0 in 2 s, on 1 kg
    take_steps(world, 0.25, 4);
    CHECK_VEC3_NEAR(velocity_of(world, id), ((gyre_vec3){0, 12, 0}), 1e-14);
    gyre_world_destroy(world);
}

TEST(spec_76_an_off_centre_thruster_spins_its_body_up) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_force_def thruster = force_on(GYRE_FORCE_thruster, id);
    thruster.parameters.thruster.direction = (gyre_vec3){1, 0, 0};
    thruster.parameters.thruster.thrust = 3;
    thruster.parameters.thruster.at = at_body(0, 0.5, 0);
    add_force(world, &thruster);
    take_steps(world, 0.01, 100);
    CHECK_NEAR(motion_of(world, id).angular_velocity.z, -1.5, 1e-13); // r x F = -1.5 z throughout
    CHECK_NEAR(2 * atan2(motion_of(world, id).orientation.z, motion_of(world, id).orientation.w), -0.75, 1e-13);
    CHECK(velocity_of(world, id).y < -0.1); // the thrust has turned with the body
    gyre_world_destroy(world);
}

// Three equal numbers are the same in many frames, among them one that was once used to find out whether the frame
// matters. The body starts at rest with a tensor full of products, so its principal axes are not the model's.
TEST(spec_76_a_force_on_all_bodies_in_their_own_axes_acts_in_the_axes_of_each) {
    gyre_body_def def = ball_def();
    def.mass.inertia = (gyre_tensor){3, 2, 2.5, 0.7, 0.3, -0.2};
    const gyre_force_kind kinds[] = {GYRE_FORCE_thruster, GYRE_FORCE_force, GYRE_FORCE_torque};
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        gyre_world *world = world_with(0, GYRE_METHOD_exact);
        gyre_body_id id = add_body(world, &def);
        gyre_force_def on_all = force_on(kinds[k], no_body);
        if (kinds[k] == GYRE_FORCE_thruster) {
            on_all.parameters.thruster.direction = (gyre_vec3){1, 1, 1};
            on_all.parameters.thruster.thrust = sqrt(3);
        } else if (kinds[k] == GYRE_FORCE_force) {
            on_all.parameters.force.force = (gyre_vec3){1, 1, 1};
            on_all.parameters.force.frame = GYRE_FRAME_BODY;
        } else {
            on_all.parameters.torque.torque = (gyre_vec3){1, 1, 1};
            on_all.parameters.torque.frame = GYRE_FRAME_BODY;
        }
        add_force(world, &on_all);
        take_steps(world, DT, 1);
        gyre_state s = state_of(world, id); // h F, or h tau: within the one step the axes turn by less than h^2
        CHECK_VEC3_NEAR(kinds[k] == GYRE_FORCE_torque ? s.L : s.P, ((gyre_vec3){DT, DT, DT}), DT * DT * DT);
        if (kinds[k] != GYRE_FORCE_torque) {
            take_steps(world, DT, 59);
            CHECK_VEC3_NEAR(position_of(world, id), ((gyre_vec3){0.5, 0.5, 0.5}), 1e-13); // t^2 / 2
        }
        gyre_world_destroy(world);
    }
}

TEST(spec_76_a_torque_turns_and_does_not_push) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def), spinner = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_state before = state_of(world, id);
    gyre_force_def torque = force_on(GYRE_FORCE_torque, id), own_axes = force_on(GYRE_FORCE_torque, spinner);
    torque.parameters.torque.torque = (gyre_vec3){0.5, -1, 0.25};
    own_axes.parameters.torque.torque = (gyre_vec3){0, 3, 0};
    own_axes.parameters.torque.frame = GYRE_FRAME_BODY;
    CHECK_OK(gyre_body_set_pose(world, spinner, (gyre_pose){{0, 0, 0}, {sqrt(0.5), 0, 0, sqrt(0.5)}}));
    add_force(world, &torque);
    add_force(world, &own_axes);
    take_steps(world, 0.01, 100);
    gyre_state after = state_of(world, id);
    CHECK_VEC3_NEAR(after.L, plus(before.L, (gyre_vec3){0.5, -1, 0.25}), 1e-13);
    CHECK_VEC3_SAME(after.P, before.P);
    CHECK_VEC3_NEAR(state_of(world, spinner).L, ((gyre_vec3){-3, 0, 0}), 1e-13); // model y is world -x
    gyre_world_destroy(world);
}

TEST(spec_76_a_force_on_every_body_acts_at_the_point_of_each) {
    gyre_state together[3], apart[3];
    for (int way = 0; way < 2; way++) {
        gyre_world *world = world_with(0, GYRE_METHOD_exact);
        random_source r = {3};
        gyre_body_id ids[3];
        for (int i = 0; i < 3; i++) {
            gyre_body_def def = random_body_def(&r);
            def.mass.center = random_vec3(&r, 1);
            ids[i] = add_body(world, &def);
        }
        for (int i = 0; i < (way == 0 ? 1 : 3); i++) {
            gyre_force_def spring = spring_on(way == 0 ? no_body : ids[i], no_body, 20, 0.5);
            gyre_force_def thruster = force_on(GYRE_FORCE_thruster, way == 0 ? no_body : ids[i]);
            spring.parameters.spring.at = at_body(0.3, 0.2, 0.1);
            thruster.parameters.thruster.direction = (gyre_vec3){1, 2, 3};
            thruster.parameters.thruster.thrust = 2;
            thruster.parameters.thruster.at = at_body(0, 0.5, 0);
            add_force(world, &spring);
            add_force(world, &thruster);
        }
        take_steps(world, 0.01, 50);
        for (int i = 0; i < 3; i++)
            (way == 0 ? together : apart)[i] = state_of(world, ids[i]);
        gyre_world_destroy(world);
    }
    CHECK_BYTES(together, apart, sizeof apart);
}

// ---- windows ----

TEST(a_window_acts_for_exactly_the_time_it_is_open) {
    // from, until, in steps of 0.25 s: within one step, across some, open at one end, empty
    const double windows[][3] = {{0.3, 0.35, 0.05}, {0.3, 0.7, 0.4},       {0.5, 0.75, 0.25},
                                 {0.9, 99, 0.1},    {-INFINITY, 0.1, 0.1}, {0.4, 0.4, 0}};
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (size_t i = 0; i < COUNT_OF(windows); i++) {
            gyre_world *world = world_with(0, (gyre_method)m);
            gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
            gyre_force_def push = push_on(id, (gyre_vec3){8, 0, 0}, (gyre_point){0});
            push.from = windows[i][0];
            push.until = windows[i][1];
            add_force(world, &push);
            take_steps(world, 0.25, 4);
            CHECK_NEAR(velocity_of(world, id).x, 8 * windows[i][2], 1e-14);
            gyre_world_destroy(world);
        }
}

RUN_TESTS("world forces")
