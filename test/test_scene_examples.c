/// Layer 10: every example agrees with textbook results.
#include "scene_helpers.h"

static const double PI = 3.14159265358979323846;

static gyre_mass_properties mass_in(gyre_scene *scene, const char *name) {
    gyre_mass_properties mass = {0};
    CHECK_OK(gyre_body_get_mass(gyre_scene_world(scene), body_of(scene, name), &mass));
    return mass;
}

static double duration_of(gyre_scene *scene) { return gyre_scene_get_settings(scene).duration; }

// A kick-drift-kick step h gives an oscillation the rate w (1 + (w h)^2/24): after the time t its phase is off by that
// much.
static double phase_error(double w, double h, double t) { return 1.1 * w * t * (w * h) * (w * h) / 24; }

TEST(two_forces_lift_the_block_and_do_not_turn_it) {
    gyre_scene *scene = scene_of_example("two-forces");
    run(scene);
    gyre_motion motion = motion_in(scene, "block");
    CHECK_NEAR(motion.velocity.z, 2 * 3.0 * 4 / 12, 1e-13); // 2 f t / M, 256 roundings
    CHECK_NEAR(motion.position.z, 3.0 * 16 / 12, 1e-13);
    CHECK(norm(motion.angular_velocity) == 0);
    gyre_scene_destroy(scene);
}

TEST(a_couple_turns_the_block_and_does_not_move_it) {
    gyre_scene *scene = scene_of_example("couple");
    run(scene);
    gyre_motion motion = motion_in(scene, "block");
    double alpha = 6 * 2.0 / (36 + 16); // 6 f / Iyy, with Iyy = M/12 (6^2 + 4^2)
    CHECK_BELOW(distance(motion.angular_velocity, (gyre_vec3){0, 4 * alpha, 0}), 1e-13);
    CHECK_BELOW(angle_between(motion.orientation, (gyre_quat){cos(4 * alpha), 0, sin(4 * alpha), 0}), 1e-13);
    CHECK_BELOW(norm(motion.position), 1e-13);
    gyre_scene_destroy(scene);
}

TEST(the_same_impulse_off_centre_gives_the_same_speed_and_more_energy) {
    gyre_scene *on = scene_of_example("push-on-centre"), *off = scene_of_example("push-off-centre");
    run(on);
    run(off);
    gyre_motion a = motion_in(on, "block"), b = motion_in(off, "block");
    CHECK_NEAR(a.velocity.y, 10 * 2.0 / 4, 1e-13); // 10 F / M
    CHECK_SAME(b.velocity.y, a.velocity.y);
    double energy_on, energy_off, potential;
    CHECK_OK(gyre_world_energy(gyre_scene_world(on), &energy_on, &potential));
    CHECK_OK(gyre_world_energy(gyre_scene_world(off), &energy_off, &potential));
    CHECK_NEAR(energy_on, 50 * 4.0 / 4, 1e-11); // 50 F^2 / M
    // the arm turns as a pendulum does: Izz w^2/2 = F r sin(angle) all the time, up to the square of a step (about
    // 1e-4)
    double angle = 2 * atan2(b.orientation.z, b.orientation.w), w = b.angular_velocity.z, Izz = 4.0 / 12 * 5;
    CHECK_NEAR(Izz * w * w / 2, 2 * 0.75 * sin(angle), 1e-3);
    CHECK_NEAR(energy_off - energy_on, Izz * w * w / 2, 1e-11);
    CHECK(energy_off > energy_on + 1);
    gyre_scene_destroy(on);
    gyre_scene_destroy(off);
}

// Landau and Lifshitz, Mechanics, section 37, for L^2 > 2 E I2: the spin about the middle axis is a sine amplitude sn,
// which is zero every 2 K / rate.
static double time_between_flips(double I1, double I2, double I3, gyre_vec3 w) {
    double energy2 = I1 * w.x * w.x + I2 * w.y * w.y + I3 * w.z * w.z;
    double L2 = I1 * I1 * w.x * w.x + I2 * I2 * w.y * w.y + I3 * I3 * w.z * w.z;
    double rate = sqrt((I3 - I2) * (L2 - energy2 * I1) / (I1 * I2 * I3));
    double k2 = (I2 - I1) * (energy2 * I3 - L2) / ((I3 - I2) * (L2 - energy2 * I1));
    double a = 1, b = sqrt(1 - k2); // K = pi / (2 agm(1, k'))
    for (int i = 0; i < 8; i++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return PI / a / rate;
}

TEST(the_racket_flips_with_the_period_of_elliptic_functions) {
    gyre_scene *scene = scene_of_example("tennis-racket");
    double first = 0, last = 0, before = 2;
    int flips = 0;
    for (int n = 1; n <= 3600; n++) {
        take_steps(gyre_scene_world(scene), DT, 1);
        gyre_motion motion = motion_in(scene, "racket");
        double now = gyre_quat_rotate_back(motion.orientation, motion.angular_velocity).y;
        if (now * before < 0) { // a straight line is enough: sn has no curvature where it is 0
            last = (n - now / (now - before)) * DT;
            if (flips++ == 0) first = last;
        }
        before = now;
    }
    CHECK_EQ(flips, 5);
    CHECK_NEAR((last - first) / (flips - 1), time_between_flips(1, 2, 3, (gyre_vec3){0.01, 2, 0.01}), 1e-5);
    gyre_scene_destroy(scene);
}

TEST(the_top_precesses_steadily) {
    gyre_scene *scene = scene_of_example("spinning-top");
    gyre_motion motion = motion_in(scene, "top");
    gyre_vec3 axis = gyre_quat_rotate(motion.orientation, (gyre_vec3){0, 0, 1});
    // I1 cos(a) W^2 - I3 s W + M g l = 0 with the moments about the tip and the spin s along the axis; the slow
    // solution
    double I1 = 0.00011 + 0.3 * 0.06 * 0.06, I3 = 0.00014, spin = inner(axis, motion.angular_velocity), cosine = axis.z;
    double a = I1 * cosine, b = -I3 * spin, c = 0.3 * 9.81 * 0.06;
    double rate = (-b - sqrt(b * b - 4 * a * c)) / (2 * a);
    run(scene);
    axis = gyre_quat_rotate(motion_in(scene, "top").orientation, (gyre_vec3){0, 0, 1});
    // the fastest motion is nodding, at I3 s / I1 = 35/s: its phase error bounds that of the precession
    double angle = rate * 4, sine = sqrt(1 - cosine * cosine), h = 0.001,
           error = (I3 * spin / I1 * h) * (I3 * spin / I1 * h) / 24;
    CHECK_BELOW(distance(axis, (gyre_vec3){sine * cos(angle), sine * sin(angle), cosine}), sine * angle * error);
    gyre_scene_destroy(scene);
}

TEST(the_angular_momentum_of_the_satellite_decays_without_turning) {
    gyre_scene *scene = scene_of_example("satellite-detumble");
    gyre_state before = state_of(gyre_scene_world(scene), body_of(scene, "satellite"));
    run(scene);
    gyre_state after = state_of(gyre_scene_world(scene), body_of(scene, "satellite"));
    CHECK_BELOW(distance(after.L, scaled(exp(-0.05 * 60), before.L)), 1e-12 * norm(before.L)); // 1200 roundings
    gyre_scene_destroy(scene);
}

TEST(the_disc_slows_down_by_two_exponentials) {
    gyre_scene *scene = scene_of_example("frisbee");
    double t = duration_of(scene), k = 0.07 / 0.175, fade = exp(-k * t), fall = 9.81 / k;
    run(scene);
    gyre_motion motion = motion_in(scene, "disc");
    // m v' = m g - c v. A step errs by (k h)^2/12 of the change, 1e-6
    CHECK_NEAR(motion.velocity.x, 14 * fade, 1e-4);
    CHECK_NEAR(motion.velocity.z, (3 + fall) * fade - fall, 1e-4);
    CHECK_NEAR(motion.position.x, 14 * (1 - fade) / k, 1e-4);
    CHECK_NEAR(motion.position.z, 1.5 + (3 + fall) * (1 - fade) / k - fall * t, 1e-4);
    double Izz = mass_in(scene, "disc").inertia.zz;
    CHECK_NEAR(Izz, 0.5 * 0.175 * 0.137 * 0.137, 1e-17);
    CHECK_NEAR(motion.angular_velocity.z, -40 * exp(-0.0004 / Izz * t), 1e-4);
    gyre_scene_destroy(scene);
}

TEST(the_ball_on_a_spring_bounces_as_a_cosine) {
    gyre_scene *scene = scene_of_example("spring-pendulum");
    double energy = energy_of(gyre_scene_world(scene)), t = duration_of(scene), h = gyre_scene_get_settings(scene).dt;
    run(scene);
    double w = sqrt(20 / 0.5), rest = -1 - 0.5 * 9.81 / 20, amplitude = -1.6 - rest;
    CHECK_NEAR(motion_in(scene, "bouncer").position.z, rest + amplitude * cos(w * t),
               -amplitude * phase_error(w, h, t));
    CHECK_NEAR(energy_of(gyre_scene_world(scene)), energy, 1e-3); // both balls; (w h)^2 of their 2 J of bouncing
    gyre_scene_destroy(scene);
}

// Locked against turning a body is a particle, and needs no inertia.
TEST(spec_13a_particles_of_a_scene_move_as_their_closed_forms) {
    gyre_scene *scene = scene_of_example("particles");
    double t = duration_of(scene), h = gyre_scene_get_settings(scene).dt;
    run(scene);
    // the chain hangs at rest: a link carries the beads below it; drag has damped its slowest swing by e^(-4 t)
    double z = 3;
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "bead %d", i + 1);
        z -= 0.5 + (3 - i) * 0.1 * 9.81 / 40;
        CHECK_NEAR(motion_in(scene, name).position.z, z, exp(-4 * t));
    }
    // m v' = -m g - c v: a step errs by (k h)^2/12 of the change
    double k = 0.5 / 0.2, speed = 9.81 / k;
    CHECK_NEAR(motion_in(scene, "drop").velocity.z, -speed * (1 - exp(-k * t)), speed * (k * h) * (k * h) / 12);
    CHECK_NEAR(motion_in(scene, "drop").velocity.z, -speed, 1e-3); // that is its terminal speed
    // the pair swings about a centre that moves up and down again
    gyre_motion left = motion_in(scene, "left"), right = motion_in(scene, "right");
    double w = sqrt(6 * (1 / 0.2 + 1 / 0.6));
    CHECK_NEAR(right.position.x - left.position.x, 1 + 0.5 * cos(w * t), 0.5 * phase_error(w, h, t));
    CHECK_NEAR(0.25 * left.position.x + 0.75 * right.position.x, 0.25 * -2.5 + 0.75 * -1, 1e-12);
    CHECK_NEAR(left.position.z, 0, 1e-11); // 800 roundings of up to 20 m
    CHECK(norm(left.angular_velocity) == 0 && mass_in(scene, "left").inertia.xx == 0);
    gyre_scene_destroy(scene);
}

// Kick-drift-kick from the speed of a circle: an ellipse with (n h)^2/4 for its eccentricity, at a rate that is n (1 -
// (n h)^2/3).
TEST(planets_stay_on_their_circles) {
    static const char *const names[] = {"mercury", "venus", "earth", "mars", "jupiter"};
    gyre_scene *scene = scene_of_example("solar-system");
    gyre_vec3 start[COUNT_OF(names)];
    for (size_t i = 0; i < COUNT_OF(names); i++)
        start[i] = motion_in(scene, names[i]).position;
    run(scene);
    double t = duration_of(scene), h = gyre_scene_get_settings(scene).dt;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        double radius = norm(start[i]), n = sqrt(1.32712440018e20 / (radius * radius * radius));
        double c = cos(n * t), s = sin(n * t);
        gyre_vec3 end = {c * start[i].x - s * start[i].y, s * start[i].x + c * start[i].y, 0};
        double error = (n * h) * (n * h) * (n * t / 3 + 1);
        CHECK_BELOW(distance(motion_in(scene, names[i]).position, end), 1.1 * error * radius);
    }
    gyre_scene_destroy(scene);
}

TEST(the_spacecraft_gets_its_impulse_and_stops_its_turn) {
    gyre_scene *scene = scene_of_example("spacecraft");
    double Izz = mass_in(scene, "craft").inertia.zz, turn = 2 * 6 * 2.5 / Izz * 4; // 1 s up, 3 s on, 1 s down
    run(scene);
    gyre_motion motion = motion_in(scene, "craft");
    // throttle and windows have their corners at whole steps: all of this is exact up to rounding
    CHECK_BELOW(distance(motion.velocity, (gyre_vec3){240 * 3 / 120.0, 0, 0}), 1e-12);
    CHECK_BELOW(distance(motion.position, (gyre_vec3){60, 0, 0}), 1e-11);
    CHECK_BELOW(norm(motion.angular_velocity), 1e-12);
    CHECK_BELOW(angle_between(motion.orientation, (gyre_quat){cos(turn / 2), 0, 0, sin(turn / 2)}), 1e-12);
    gyre_scene_destroy(scene);
}

TEST(one_crate_bobs_as_a_cosine_and_the_damped_one_comes_to_rest) {
    gyre_scene *scene = scene_of_example("floating-crate");
    run(scene);
    double w = sqrt(1000 * 9.81 * 1.2 / 240), rest = 0.25 - 0.4 * 0.5, t = duration_of(scene);
    double h = gyre_scene_get_settings(scene).dt;
    gyre_motion crate = motion_in(scene, "crate"), dropped = motion_in(scene, "dropped");
    CHECK_NEAR(crate.position.z, rest + 0.05 * cos(w * t), 0.05 * phase_error(w, h, t));
    CHECK_NEAR(dropped.position.z, rest, 0.01);
    CHECK_BELOW(norm(dropped.velocity), 0.02);
    CHECK_NEAR(gyre_quat_rotate(dropped.orientation, (gyre_vec3){0, 0, 1}).z, 1, 0.01);
    gyre_scene_destroy(scene);
}

TEST(the_axis_of_the_gyroscope_circles_about_its_angular_momentum) {
    gyre_scene *scene = scene_of_example("gyroscope");
    gyre_world *world = gyre_scene_world(scene);
    gyre_state before = state_of(world, body_of(scene, "rotor"));
    gyre_vec3 axis = gyre_quat_rotate(before.q, (gyre_vec3){0, 0, 1});
    run(scene);
    gyre_state after = state_of(world, body_of(scene, "rotor"));
    CHECK_BYTES(&after.L, &before.L, sizeof before.L);
    CHECK(norm(minus(after.x, before.x)) == 0);
    // at the rate |L| / I1, 494 turns of a radian
    gyre_quat turn;
    CHECK_OK(
        gyre_quat_from_axis_angle(before.L, norm(before.L) / (2 * (3 * 0.25 + 0.01) / 12) * duration_of(scene), &turn));
    CHECK_BELOW(distance(gyre_quat_rotate(after.q, (gyre_vec3){0, 0, 1}), gyre_quat_rotate(turn, axis)), 1e-11);
    gyre_scene_destroy(scene);
}

TEST(rocks_on_circular_orbits_keep_their_distance_and_angular_momentum) {
    enum { COUNT = 1000, STEPS = 300 };
    gyre_scene *scene = scene_of_example("asteroid-field");
    gyre_world *world = gyre_scene_world(scene);
    CHECK_EQ(gyre_world_body_count(world), COUNT + 1);
    gyre_state *before = calloc(COUNT, sizeof *before);
    CHECK(before != NULL);
    gyre_body_id id = gyre_world_next_body(world, no_body);
    for (int i = 0; i < COUNT; i++, id = gyre_world_next_body(world, id))
        before[i] = state_of(world, id);
    take_steps(world, DT, STEPS);
    id = gyre_world_next_body(world, no_body);
    for (int i = 0; i < COUNT; i++, id = gyre_world_next_body(world, id)) {
        gyre_state after = state_of(world, id);
        double r = norm(before[i].x), n2 = 100 / (r * r * r);      // twice the eccentricity, as for the planets
        CHECK_NEAR(norm(after.x), r, r * n2 * DT * DT / 2 + 1e-8); // velocities have nine digits
        CHECK_BYTES(&after.L, &before[i].L, sizeof after.L);
    }
    free(before);
    gyre_scene_destroy(scene);
}

// Reading feeds the state: shapes, angles and orientations must give the same bits on every machine, as steps do.
TEST(the_examples_have_the_same_bits_everywhere) {
    gyre_hash hash = gyre_hash_begin();
    for (size_t i = 0; gyre_example_at(i); i++) {
        gyre_scene *scene = scene_of_example(gyre_example_at(i)->name);
        take_steps(gyre_scene_world(scene), gyre_scene_get_settings(scene).dt, 20);
        gyre_hash_add_u64(&hash, gyre_world_hash(gyre_scene_world(scene)));
        gyre_scene_destroy(scene);
    }
    char text[20];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)gyre_hash_value(&hash));
    if (strcmp(text, "13c7a88da93fb3d9") != 0) fail_msg("the hash of all examples is %s", text);
}

TEST(every_example_has_a_name_a_title_and_a_test_here) {
    static const char *const tested[] = {"asteroid-field",     "couple",        "floating-crate",  "frisbee",
                                         "gyroscope",          "particles",     "push-off-centre", "push-on-centre",
                                         "satellite-detumble", "solar-system",  "spacecraft",      "spinning-top",
                                         "spring-pendulum",    "tennis-racket", "two-forces"};
    for (size_t i = 0; i < COUNT_OF(tested); i++) {
        const gyre_example *example = gyre_example_at(i);
        CHECK(example != NULL);
        CHECK(strcmp(example->name, tested[i]) == 0);
        CHECK(strlen(example->title) > 20);
        CHECK_EQ(example->size, strlen(example->text));
        CHECK(gyre_example_find(example->name) == example);
        gyre_scene *scene = scene_of_example(example->name);
        CHECK(strcmp(gyre_scene_get_settings(scene).title, example->title) == 0);
        gyre_scene_destroy(scene);
    }
    CHECK(!gyre_example_at(COUNT_OF(tested)));
    CHECK(!gyre_example_find("nothing") && !gyre_example_find(NULL));
}

RUN_TESTS("scene_examples")
