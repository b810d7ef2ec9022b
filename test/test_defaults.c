/// Defaults documented in headers: the number in the comment of each field is the one that its _default() function
/// gives.
#include "check.h"

#include "gyre/gyre.h"
#include "json/json.h"

TEST(solvers_have_the_defaults_of_their_header) {
    gyre_ode_options o = gyre_ode_options_default();
    CHECK_EQ(o.method, GYRE_METHOD_dopri5);
    CHECK_SAME(o.step, 0);
    CHECK_SAME(o.rtol, 1e-9);
    CHECK_SAME(o.atol, 1e-12);
    CHECK_SAME(o.initial_step, 0);
    CHECK_SAME(o.max_step, 0);
    CHECK_EQ(o.max_steps, 1000000);
    gyre_run run = gyre_run_default();
    CHECK_SAME(run.frames_per_second, 30);
    CHECK_EQ(run.frame_count, 300);
}

TEST(worlds_and_clocks_have_the_defaults_of_their_headers) {
    gyre_world_def w = gyre_world_def_default();
    CHECK_EQ(w.method, GYRE_METHOD_exact);
    CHECK_SAME(w.rtol, 1e-9);
    CHECK_SAME(w.atol, 1e-12);
    CHECK_EQ(w.is_transactional, 1);
    CHECK_EQ(w.has_ledger, 0);
    CHECK_EQ(w.threads, 0);
    CHECK_EQ(w.body_capacity, 0);
    CHECK(w.gravity.x == 0 && w.gravity.y == 0 && w.gravity.z == 0 && !w.kernel);
    gyre_force_def force = gyre_force_def_default(GYRE_FORCE_spring);
    CHECK_EQ(force.kind, GYRE_FORCE_spring);
    CHECK_SAME(force.from, -INFINITY);
    CHECK_SAME(force.until, INFINITY);
    gyre_body_def body = gyre_body_def_default();
    CHECK(body.orientation.w == 1 && body.orientation.x == 0 && body.orientation.y == 0 && body.orientation.z == 0);
    gyre_clock clock = gyre_clock_default();
    CHECK_SAME(clock.step, 1.0 / 60);
    CHECK_SAME(clock.max_time, 0.25);
    CHECK_EQ(clock.max_steps, 8);
}

TEST(readers_have_the_limits_of_their_headers) {
    gyre_scene_options scene = gyre_scene_options_default();
    CHECK_EQ(scene.max_bytes, 67108864);
    CHECK_EQ(scene.max_depth, 64);
    CHECK_EQ(scene.has_ledger, 1);
    CHECK_EQ(gyre_model_options_default().max_triangles, 1073741824);
    gyre_json_options json = gyre_json_options_default();
    CHECK_EQ(json.max_size, 268435456);
    CHECK_EQ(json.max_values, 16777216);
    CHECK_EQ(json.max_depth, 128);
    gyre_doctor_options doctor = gyre_doctor_options_default();
    CHECK_EQ(doctor.amount.kind, GYRE_AMOUNT_DENSITY);
    CHECK_SAME(doctor.amount.value, 1000);
    CHECK_SAME(doctor.unit, 1);
    CHECK_SAME(doctor.thickness, 0);
    CHECK(doctor.weld < 0);
    CHECK_EQ(doctor.is_soup, 0);
    CHECK_EQ(doctor.voxel_budget, 100000);
}

RUN_TESTS("defaults")
