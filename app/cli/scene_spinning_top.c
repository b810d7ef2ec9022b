/// Two tops that stand on their points: one started with the spin and the turn that keep its tilt, one just let go.
///
/// A symmetric top of weight M g at distance l from its point, moments I1 (across, about the point) and I3 (along),
/// spin w3 along its axis and tilt theta precesses steadily at the rate W with
///     I1 cos(theta) W^2 - I3 w3 W + M g l = 0.
/// Let go at rest but for its spin it falls to the tilt theta2 and comes back, over and over (Goldstein, Classical
/// Mechanics, the heavy symmetrical top):
///     cos(theta2) = k - sqrt(k^2 - 2 k cos(theta) + 1),   k = (I3 w3)^2 / (4 I1 M g l).
#include "scene.h"

#include <math.h>
#include <stdio.h>

static const double MASS = 0.1, RADIUS = 0.04, HEIGHT = 0.06; // a solid cone on its apex [kg, m]
static const double SPIN = 300, TILT = 0.5;                   // [rad/s], [rad]
static const double GRAVITY = 9.81;                           // the scene below says it again

// What the closed forms need.
typedef struct top {
    double across, along; // moments about the point and along the axis [kg m^2]
    double lever;         // M g l [N m]
} top;

static gyre_result cone_on_its_apex(gyre_mass_properties *out_cone, top *out_top) {
    gyre_shape cone = {GYRE_SHAPE_cone, 0, {RADIUS, HEIGHT}}; // apex up: turn it over, and put the apex at the origin
    gyre_result r = gyre_mass_of_shape(&cone, gyre_by_mass(MASS), out_cone);
    if (r == GYRE_OK) r = gyre_mass_rotate(out_cone, (gyre_quat){0, 1, 0, 0}, out_cone);
    if (r == GYRE_OK) r = gyre_mass_translate(out_cone, (gyre_vec3){0, 0, HEIGHT / 2}, out_cone);
    gyre_tensor about_apex;
    if (r == GYRE_OK) r = gyre_mass_inertia_about(out_cone, (gyre_vec3){0, 0, 0}, &about_apex);
    if (r == GYRE_OK) *out_top = (top){about_apex.xx, about_apex.zz, MASS * GRAVITY * out_cone->center.z};
    return r;
}

static double steady_rate(const top *t) {
    double spin = t->along * SPIN, a = t->across * gyre_cos(TILT);
    return 2 * t->lever / (spin + sqrt(spin * spin - 4 * a * t->lever)); // the slow one of the two
}

static double lowest_tilt(const top *t) {
    double k = t->along * SPIN * t->along * SPIN / (4 * t->across * t->lever);
    double u = k - sqrt(k * k - 2 * k * gyre_cos(TILT) + 1);
    return gyre_atan2(sqrt(1 - u * u), u);
}

static gyre_result add_top(gyre_world *world, const char *name, double x, double rate) {
    gyre_body_def def = gyre_body_def_default();
    top t;
    gyre_result r = cone_on_its_apex(&def.mass, &t);
    if (r == GYRE_OK) r = gyre_quat_from_axis_angle((gyre_vec3){0, 1, 0}, TILT, &def.orientation);
    if (r != GYRE_OK) return r;
    gyre_vec3 axis = gyre_quat_rotate(def.orientation, (gyre_vec3){0, 0, 1});
    double about_axis = SPIN - rate * axis.z; // so that the spin along the axis is SPIN with the precession in it
    def.name = name;
    def.position.x = x;
    def.has_pivot = 1;
    def.angular_velocity = (gyre_vec3){about_axis * axis.x, about_axis * axis.y, about_axis * axis.z + rate};
    gyre_body_id id;
    return gyre_world_add_body(world, &def, &id);
}

static gyre_result build(gyre_world *world) {
    gyre_mass_properties cone;
    top t;
    gyre_result r = cone_on_its_apex(&cone, &t);
    if (r == GYRE_OK) r = add_top(world, "steady", 0, steady_rate(&t));
    return r == GYRE_OK ? add_top(world, "let-go", 0.2, 0) : r;
}

// For each top: how far its axis has gone round, and its tilt.
enum { STEADY_AZIMUTH, STEADY_LOWEST, STEADY_HIGHEST, FREE_AZIMUTH, FREE_LOWEST, FREE_HIGHEST, HAS_BEGUN };

static gyre_result axis_of(const gyre_world *world, const char *name, double *out_azimuth, double *out_tilt) {
    gyre_body_id id;
    gyre_motion motion;
    gyre_result r = gyre_world_find_body(world, name, &id);
    if (r == GYRE_OK) r = gyre_body_get_motion(world, id, &motion);
    if (r != GYRE_OK) return r;
    gyre_vec3 axis = gyre_quat_rotate(motion.orientation, (gyre_vec3){0, 0, 1});
    *out_azimuth = gyre_atan2(axis.y, axis.x);
    *out_tilt = gyre_atan2(sqrt(axis.x * axis.x + axis.y * axis.y), axis.z);
    return GYRE_OK;
}

static gyre_result watch_top(const gyre_world *world, const char *name, int is_first, double *kept) {
    double azimuth, tilt, turn = 8 * gyre_atan2(1, 1);
    gyre_result r = axis_of(world, name, &azimuth, &tilt);
    if (r != GYRE_OK) return r;
    kept[0] = azimuth + turn * round((kept[0] - azimuth) / turn); // the nearest to where it was: it does not jump
    kept[1] = is_first ? tilt : fmax(kept[1], tilt);
    kept[2] = is_first ? tilt : fmin(kept[2], tilt);
    return GYRE_OK;
}

static gyre_result watch(const gyre_world *world, double *memory) {
    int is_first = memory[HAS_BEGUN] == 0;
    memory[HAS_BEGUN] = 1;
    gyre_result r = watch_top(world, "steady", is_first, &memory[STEADY_AZIMUTH]);
    return r == GYRE_OK ? watch_top(world, "let-go", is_first, &memory[FREE_AZIMUTH]) : r;
}

static gyre_result measure(const gyre_world *world, const double *memory, double *out_row) {
    double azimuth, kinetic = 0, potential = 0;
    out_row[0] = memory[STEADY_AZIMUTH];
    out_row[2] = memory[FREE_AZIMUTH];
    gyre_result r = axis_of(world, "steady", &azimuth, &out_row[1]);
    if (r == GYRE_OK) r = axis_of(world, "let-go", &azimuth, &out_row[3]);
    if (r == GYRE_OK) r = gyre_world_energy(world, &kinetic, &potential);
    out_row[4] = kinetic + potential;
    return r;
}

static gyre_result conclude(const gyre_world *world, const double *memory) {
    gyre_mass_properties cone;
    top t;
    gyre_result r = cone_on_its_apex(&cone, &t);
    if (r != GYRE_OK) return r;
    double time = gyre_world_time(world);
    printf("top 1: precesses at %.6f rad/s; closed form %.6f; its tilt stays within %.1e rad\n",
           memory[STEADY_AZIMUTH] / time, steady_rate(&t), memory[STEADY_LOWEST] - memory[STEADY_HIGHEST]);
    printf("top 2: nods down to a tilt of %.6f rad; closed form %.6f; precesses at %.6f rad/s on average\n",
           memory[FREE_LOWEST], lowest_tilt(&t), memory[FREE_AZIMUTH] / time);
    return GYRE_OK;
}

const scene scene_spinning_top = {
    .name = "spinning-top",
    .text = "two tops on their points: precession and nutation, beside their closed forms",
    .title =
        "Two tops (cones of 100 g on their apexes, 300 rad/s, 0.5 rad off the vertical): 1 is set turning, 2 let go.",
    .gravity = {0, 0, -9.81},
    .method = GYRE_METHOD_rkn4,
    .dt = 1.0 / 1000,
    .duration = 2,
    .fps = 20,
    .build = build,
    .columns =
        {{"angle 1", "rad", 5}, {"tilt 1", "rad", 6}, {"angle 2", "rad", 5}, {"tilt 2", "rad", 6}, {"energy", "J", 9}},
    .measure = measure,
    .watch = watch,
    .conclude = conclude,
};
