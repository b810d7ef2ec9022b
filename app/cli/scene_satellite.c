/// A satellite in low orbit fires an engine that does not point through its centre of mass: the orbit rises, and the
/// satellite is left tumbling.
#include "scene.h"

#include <math.h>
#include <stdio.h>

static const double MU = 3.986004418e14;                   // of the Earth [m^3/s^2]
static const double EARTH_RADIUS = 6371e3, ORBIT = 6771e3; // [m]

static gyre_result build(gyre_world *world) {
    gyre_body_def satellite = gyre_body_def_default();
    gyre_shape box = {GYRE_SHAPE_box, 0, {2.4, 1.2, 1}};
    gyre_result r = gyre_mass_of_shape(&box, gyre_by_mass(500), &satellite.mass);
    if (r != GYRE_OK) return r;
    satellite.name = "satellite";
    satellite.position.x = ORBIT;
    satellite.velocity.y = sqrt(MU / ORBIT);                     // a circle
    satellite.angular_velocity.z = satellite.velocity.y / ORBIT; // one face towards the Earth
    gyre_body_id id;
    r = gyre_world_add_body(world, &satellite, &id);
    if (r != GYRE_OK) return r;

    gyre_force_def earth = gyre_force_def_default(GYRE_FORCE_attraction);
    earth.name = "earth";
    earth.parameters.attraction.to = (gyre_point){GYRE_AT_WORLD, {0, 0, 0}};
    earth.parameters.attraction.mu = MU;
    gyre_force_id force;
    r = gyre_world_add_force(world, &earth, &force);
    if (r != GYRE_OK) return r;

    const gyre_profile_point throttle[] = {{100, 0}, {102, 1}, {110, 1}, {112, 0}};
    gyre_force_def engine = gyre_force_def_default(GYRE_FORCE_thruster);
    engine.name = "engine";
    engine.body = id;
    engine.parameters.thruster.at = (gyre_point){GYRE_AT_BODY, {0.005, -0.6, 0.002}}; // 5 mm off
    engine.parameters.thruster.direction = (gyre_vec3){0, 1, 0};
    engine.parameters.thruster.thrust = 400;
    engine.profile = throttle;
    engine.profile_count = 4;
    return gyre_world_add_force(world, &engine, &force);
}

static double norm(gyre_vec3 a) { return sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

static gyre_result motion_of(const gyre_world *world, gyre_motion *out_motion) {
    return gyre_body_get_motion(world, gyre_world_next_body(world, (gyre_body_id){0}), out_motion);
}

static gyre_result measure(const gyre_world *world, const double *memory, double *out_row) {
    gyre_motion m;
    (void)memory;
    gyre_result r = motion_of(world, &m);
    if (r != GYRE_OK) return r;
    gyre_vec3 w = gyre_quat_rotate_back(m.orientation, m.angular_velocity);
    const double row[] = {(norm(m.position) - EARTH_RADIUS) / 1000, norm(m.velocity), w.x, w.y, w.z};
    for (int i = 0; i < 5; i++)
        out_row[i] = row[i];
    return GYRE_OK;
}

// a = mu / (2 mu/r - v^2), e^2 = 1 - h^2 / (mu a), h = |x x v|: the orbit that Kepler gives it from here on.
static gyre_result conclude(const gyre_world *world, const double *memory) {
    gyre_motion m;
    (void)memory;
    gyre_result r = motion_of(world, &m);
    if (r != GYRE_OK) return r;
    gyre_vec3 x = m.position, v = m.velocity;
    gyre_vec3 h = {x.y * v.z - x.z * v.y, x.z * v.x - x.x * v.z, x.x * v.y - x.y * v.x};
    double a = MU / (2 * MU / norm(x) - norm(v) * norm(v)), e2 = 1 - norm(h) * norm(h) / (MU * a);
    double e = sqrt(e2 > 0 ? e2 : 0);
    printf("orbit now: %.3f x %.3f km, once in %.2f s\n", (a * (1 + e) - EARTH_RADIUS) / 1000,
           (a * (1 - e) - EARTH_RADIUS) / 1000, 8 * gyre_atan2(1, 1) * sqrt(a * a * a / MU));
    return GYRE_OK;
}

const scene scene_satellite = {
    .name = "satellite",
    .text = "an orbit, a burn of an engine that is 5 mm off, and the tumbling after it",
    .title = "A satellite of 500 kg, 400 km up; at t = 100 s its engine, 5 mm off centre, pushes with 400 N for 10 s.",
    .method = GYRE_METHOD_exact,
    .dt = 0.5,
    .duration = 5600,
    .fps = 1.0 / 100,
    .build = build,
    .columns = {{"height", "km", 3}, {"speed", "m/s", 3}, {"wx", "rad/s", 6}, {"wy", "rad/s", 6}, {"wz", "rad/s", 6}},
    .measure = measure,
    .conclude = conclude,
};
