/// A game loop: frames of any length, fixed steps, and interpolated poses for drawing. gyre_clock is the time
/// accumulator of the loop: a frame that takes too long slows the game down instead of freezing it.
#include <gyre/gyre.h>

#include <stdio.h>

typedef struct game {
    gyre_body_id ball;
    gyre_force_id engine;
} game;

// Called after every step: the place for game rules. Here the engine is switched off at 3 m.
static gyre_result on_step(gyre_world *world, void *user) {
    const game *g = user;
    gyre_motion ball;
    gyre_result r = gyre_body_get_motion(world, g->ball, &ball);
    if (r != GYRE_OK || ball.position.z < 3 || !gyre_force_is_valid(world, g->engine)) return r;
    return gyre_world_remove_force(world, g->engine);
}

// Called once per frame: draws the pose at the fraction `alpha` between the last two states.
static gyre_result on_frame(const gyre_world *world, double alpha, void *user) {
    const game *g = user;
    gyre_pose pose;
    gyre_result r = gyre_body_get_interpolated_pose(world, g->ball, alpha, &pose);
    if (r == GYRE_OK) printf("  draw the ball at %.4f m", pose.position.z);
    return r;
}

static gyre_result build(gyre_world *world, game *out_game) {
    gyre_body_def ball = gyre_body_def_default();
    gyre_shape sphere = {GYRE_SHAPE_sphere, 0, {0.1}};
    gyre_result r = gyre_mass_of_shape(&sphere, gyre_by_mass(0.5), &ball.mass);
    ball.name = "ball";
    ball.velocity.z = 6;
    if (r == GYRE_OK) r = gyre_world_add_body(world, &ball, &out_game->ball);
    gyre_force_def engine = gyre_force_def_default(GYRE_FORCE_thruster);
    engine.body = out_game->ball;
    engine.parameters.thruster.direction = (gyre_vec3){0, 0, 1};
    engine.parameters.thruster.thrust = 12; // [N]; its weight is 4.9 N
    return r == GYRE_OK ? gyre_world_add_force(world, &engine, &out_game->engine) : r;
}

static gyre_result play(gyre_world *world) {
    game g;
    gyre_result r = build(world, &g);
    if (r != GYRE_OK) return r;
    gyre_clock clock = gyre_clock_default(); // steps of 1/60 s, at most 8 steps per frame
    clock.on_step = on_step;
    clock.on_frame = on_frame;
    clock.user = &g;
    const double frames[] = {0.016, 0.017, 0.040, 0.012,
                             2.0,   0.016, 0.016, 0.200}; // as a real clock would measure them
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        gyre_clock_report report;
        printf("frame of %.3f s:", frames[i]);
        r = gyre_clock_advance(&clock, world, frames[i], &report);
        if (r != GYRE_OK) return r;
        printf(", %d steps, alpha %.3f, dropped %.3f s\n", report.steps, report.alpha, report.dropped);
    }
    return GYRE_OK;
}

int main(void) {
    gyre_world_def def = gyre_world_def_default();
    def.gravity = (gyre_vec3){0, 0, -9.81};
    gyre_world *world;
    gyre_result r = gyre_world_create(&def, &world);
    if (r == GYRE_OK) {
        r = play(world);
        gyre_world_destroy(world);
    }
    if (r != GYRE_OK) fprintf(stderr, "%s\n", gyre_result_text(r));
    return r == GYRE_OK ? 0 : 1;
}
