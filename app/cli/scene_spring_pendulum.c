/// A block that hangs on a spring by its corner, in air: everything swings, bounces and turns, and slowly comes to
/// rest.
#include "scene.h"

#include <math.h>

static const double STIFFNESS = 60, LENGTH = 0.5;  // of the spring [N/m], [m]
static const gyre_vec3 CORNER = {-0.2, 0.1, 0.05}; // of the block, model frame [m]
static const gyre_vec3 SIZE = {0.4, 0.2, 0.1};     // [m]

static gyre_result add_block(gyre_world *world, gyre_body_id *out_block) {
    gyre_body_def block = gyre_body_def_default();
    gyre_shape box = {GYRE_SHAPE_box, 0, {SIZE.x, SIZE.y, SIZE.z}};
    gyre_result r = gyre_mass_of_shape(&box, gyre_by_mass(2), &block.mass);
    if (r != GYRE_OK) return r;
    block.name = "block";
    block.position = (gyre_vec3){0.6, 0, -0.6};
    return gyre_world_add_body(world, &block, out_block);
}

static gyre_result build(gyre_world *world) {
    gyre_body_id block;
    gyre_result r = add_block(world, &block);
    if (r != GYRE_OK) return r;

    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.name = "spring";
    spring.body = block;
    spring.parameters.spring.at = (gyre_point){GYRE_AT_BODY, CORNER};
    spring.parameters.spring.to_at = (gyre_point){GYRE_AT_WORLD, {0, 0, 0}};
    spring.parameters.spring.stiffness = STIFFNESS;
    spring.parameters.spring.length = LENGTH;
    gyre_force_id id;
    r = gyre_world_add_force(world, &spring, &id);
    if (r != GYRE_OK) return r;

    gyre_force_def air = gyre_force_def_default(GYRE_FORCE_drag);
    air.name = "air";
    air.body = block;
    air.parameters.drag.linear = 0.2;
    air.parameters.drag.angular = 0.002;
    return gyre_world_add_force(world, &air, &id);
}

static gyre_result measure(const gyre_world *world, const double *memory, double *out_row) {
    gyre_body_id block;
    gyre_motion m;
    double kinetic, potential;
    (void)memory;
    gyre_result r = gyre_world_find_body(world, "block", &block);
    if (r == GYRE_OK) r = gyre_body_get_motion(world, block, &m);
    if (r == GYRE_OK) r = gyre_world_energy(world, &kinetic, &potential);
    if (r != GYRE_OK) return r;
    gyre_vec3 arm = gyre_quat_rotate(m.orientation, CORNER), w = m.angular_velocity;
    gyre_vec3 end = {m.position.x + arm.x, m.position.y + arm.y, m.position.z + arm.z};
    const double row[] = {m.position.x,
                          m.position.y,
                          m.position.z,
                          sqrt(end.x * end.x + end.y * end.y + end.z * end.z),
                          sqrt(w.x * w.x + w.y * w.y + w.z * w.z),
                          kinetic,
                          potential};
    for (int i = 0; i < 7; i++)
        out_row[i] = row[i];
    return GYRE_OK;
}

const scene scene_spring_pendulum = {
    .name = "spring-pendulum",
    .text = "a block that hangs on a spring by its corner, and the air that brings it to rest",
    .title = "A block of 2 kg, 0.4 x 0.2 x 0.1 m, hangs by a corner on a spring of 60 N/m fixed at the origin, in air.",
    .gravity = {0, 0, -9.81},
    .method = GYRE_METHOD_exact,
    .dt = 1.0 / 240,
    .duration = 20,
    .fps = 2,
    .build = build,
    .columns = {{"x", "m", 4},
                {"y", "m", 4},
                {"z", "m", 4},
                {"spring", "m", 4},
                {"spin", "rad/s", 4},
                {"kinetic", "J", 4},
                {"potential", "J", 4}},
    .measure = measure,
};
