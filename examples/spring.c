/// A block on a spring: a callback computes the force; prints the energy error of each method.
#include <gyre/gyre.h>

#include <stdio.h>

static const double STIFFNESS = 40;             // [N/m]
static const gyre_vec3 HOOK = {0.3, 0.1, -0.2}; // attachment point of the spring on the block, body frame [m]

// A spring from the world's origin to the hook. The wrench is zero on entry; Gyre adds gravity.
static gyre_result spring(double t, size_t body, const gyre_state *state, const double *y, gyre_wrench *wrench,
                          void *user) {
    (void)t, (void)body, (void)y, (void)user;
    gyre_vec3 p = gyre_point_to_world(state, HOOK);
    gyre_vec3 pull = {-STIFFNESS * p.x, -STIFFNESS * p.y, -STIFFNESS * p.z};
    gyre_wrench_add_force_at(wrench, state->x, pull, p);
    return GYRE_OK;
}

static double energy(const gyre_rigid_body *block, const double *y) {
    gyre_state s;
    double kinetic = 0;
    gyre_array_to_state(y, &s);
    if (gyre_kinetic_energy(&block->mass, &s, &kinetic) != GYRE_OK) return -1;
    gyre_vec3 p = gyre_point_to_world(&s, HOOK);
    return kinetic + 0.5 * STIFFNESS * (p.x * p.x + p.y * p.y + p.z * p.z);
}

int main(void) {
    gyre_rigid_body block = {.mass = {.mass = 2, .inertia = {0.2, 0.3, 0.45}}};
    gyre_system system = gyre_system_default();
    system.bodies = &block;
    system.body_count = 1;
    system.add_forces = spring;

    gyre_state start = {.x = {1, 0.2, 0.1}, .q = {1, 0, 0, 0}, .P = {0, 1, 0}, .L = {0.2, 0.6, 0.2}};
    double y0[GYRE_STATE_SIZE], y[GYRE_STATE_SIZE];
    gyre_state_to_array(&start, y0);
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_ode_options options = gyre_ode_options_default();
        options.method = (gyre_method)m;
        options.step = 1.0 / 120; // a given step size disables dopri5's adaptive steps
        gyre_result r = gyre_system_advance(&system, y0, y, GYRE_STATE_SIZE, 0, 10, &options, NULL);
        if (r == GYRE_OK)
            printf("%-20s energy changed by %9.2e\n", gyre_method_name(options.method),
                   energy(&block, y) / energy(&block, y0) - 1);
        else
            printf("%-20s %s\n", gyre_method_name(options.method), gyre_result_text(r));
    }
    return 0;
}
