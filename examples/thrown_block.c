/// A block thrown upward with a spin, shown ten times a second: gyre_run_simulation, the notes' RunSimulation.
#include <gyre/gyre.h>

#include <stdio.h>

// The notes' DisplayBodies.
static gyre_result display(size_t frame, double t, const double *y, size_t length, void *user) {
    const gyre_rigid_body *block = user;
    gyre_state s;
    gyre_auxiliary A;
    (void)frame, (void)length;
    gyre_array_to_state(y, &s);
    gyre_result r = gyre_auxiliary_of(&block->mass, &s, &A);
    if (r == GYRE_OK)
        printf("t = %.1f s  height %6.3f m  w = (%6.3f, %6.3f, %6.3f) rad/s\n", t, s.x.z, A.w.x, A.w.y, A.w.z);
    return r;
}

int main(void) {
    gyre_rigid_body block = {0};
    if (gyre_mass_of_box(2, (gyre_vec3){0.4, 0.2, 0.1}, &block.mass) != GYRE_OK) return 1;

    // velocities are easier to specify than momenta
    gyre_velocity_state throw = {
        .R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        .v = {0, 0, 10},  // [m/s]
        .w = {0.1, 5, 0}, // [rad/s]
    };
    gyre_state start;
    if (gyre_velocity_state_to_state(&block.mass, &throw, &start) != GYRE_OK) return 1;
    double y[GYRE_STATE_SIZE];
    gyre_state_to_array(&start, y);

    gyre_system system = gyre_system_default();
    system.bodies = &block;
    system.body_count = 1;
    system.gravity = (gyre_vec3){0, 0, -9.81};

    gyre_run run = gyre_run_default();
    run.frames_per_second = 10;
    run.frame_count = 20;
    run.options.method = GYRE_METHOD_rk4; // the default, dopri5, chooses its steps by options.rtol and options.atol
    run.options.step = 0.001;             // [s]
    run.options.log = gyre_logger_stderr();
    run.on_frame = display;
    run.user = &block;
    gyre_result r = gyre_run_simulation(&system, &run, y, GYRE_STATE_SIZE, NULL);
    if (r != GYRE_OK) fprintf(stderr, "%s\n", gyre_result_text(r));
    return r == GYRE_OK ? 0 : 1;
}
