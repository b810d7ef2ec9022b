#include <gyre/gyre.h>
#include <stdio.h>

int main(void) {
    gyre_world *world;
    if (gyre_world_create(NULL, &world) != GYRE_OK) return 1;

    gyre_body_def def = gyre_body_def_default();          // at the origin, at rest
    gyre_shape box = {GYRE_SHAPE_box, 0, {2, 1, 0.4}};    // edges in metres
    gyre_mass_of_shape(&box, gyre_by_mass(2), &def.mass); // 2 kg
    gyre_body_id block;
    if (gyre_world_add_body(world, &def, &block) != GYRE_OK) return 1;

    for (int i = 0; i < 120; i++) { // 2 s; for the first 0.5 s, push a corner with 4 N
        if (i < 30) gyre_body_apply_force(world, block, (gyre_vec3){0, 0, 4}, (gyre_vec3){1, 0.5, 0});
        gyre_step_report report;
        if (gyre_world_step(world, 1.0 / 60, &report) != GYRE_OK) return puts(report.text), 1;
    }
    gyre_motion m;
    gyre_body_get_motion(world, block, &m);
    gyre_vec3 w = m.angular_velocity;
    printf("after 2 s: height %.4f m, spinning with (%.4f, %.4f, %.4f) rad/s\n", m.position.z, w.x, w.y, w.z);
    gyre_world_destroy(world);
    return 0;
}
