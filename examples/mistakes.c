/// Messages for common mistakes: each names the body or force, the field and the allowed values.
#include <gyre/gyre.h>

#include <stdio.h>

static void try_body(gyre_world *world, const gyre_body_def *def) {
    gyre_body_id none;
    if (gyre_world_add_body(world, def, &none) == GYRE_OK) printf("%s was accepted\n", def->name);
}

int main(void) {
    gyre_world_def world_def = gyre_world_def_default();
    world_def.log = gyre_logger_stderr();
    gyre_world *world;
    if (gyre_world_create(&world_def, &world) != GYRE_OK) return 1;
    gyre_body_def racket = gyre_body_def_default();
    racket.name = "racket";
    racket.mass = (gyre_mass_properties){.mass = 1, .inertia = {1, 2, 3, 0, 0, 0}};

    gyre_body_def wrong = racket;
    wrong.orientation = (gyre_quat){1, 0.1, 0, 0}; // not normalised
    try_body(world, &wrong);
    wrong = racket;
    wrong.linear_damping = -1; // would add energy
    try_body(world, &wrong);
    wrong = racket;
    wrong.mass.inertia.zz = 4; // violates the triangle inequality
    try_body(world, &wrong);

    gyre_body_id body;
    if (gyre_world_add_body(world, &racket, &body) != GYRE_OK) return 1;
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    gyre_force_id none;
    spring.name = "anchor";
    spring.body = body;
    gyre_world_add_force(world, &spring, &none); // stiffness is missing
    spring.parameters.spring.stiffness = -4;
    gyre_world_add_force(world, &spring, &none);

    // so stiff and long that the force overflows: the step fails and changes nothing
    spring.parameters.spring.stiffness = 1e308;
    spring.parameters.spring.to_at = (gyre_point){GYRE_AT_WORLD, {0, 0, 20}};
    if (gyre_world_add_force(world, &spring, &none) != GYRE_OK) return 1;
    gyre_step_report report;
    gyre_result r = gyre_world_step(world, 1.0 / 60, &report);
    printf("%s; the culprits are '%s' and '%s'; time is still %g s\n", gyre_result_name(r),
           gyre_body_name(world, report.body), gyre_force_name(world, report.force), gyre_world_time(world));
    gyre_world_destroy(world);
    return 0;
}
