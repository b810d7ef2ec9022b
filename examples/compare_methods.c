/// Compares all methods: a free body, I = (1, 2, 3), spun about its middle axis, after a minute at 60 steps per second.
/// Prints the change of energy, the attitude error, and the force evaluations per step.
#include <gyre/gyre.h>
#include <math.h>
#include <stdio.h>

static double norm(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }

int main(void) {
    gyre_rigid_body racket = {.mass = {1, {1, 2, 3}}};
    gyre_system system = gyre_system_default();
    system.bodies = &racket;
    system.body_count = 1;
    gyre_state start = {.q = {1, 0, 0, 0}, .L = {0.01, 4, 0.03}}, truth, s;
    double y0[GYRE_STATE_SIZE], y[GYRE_STATE_SIZE], energy0, energy;
    gyre_state_to_array(&start, y0);
    gyre_kinetic_energy(&racket.mass, &start, &energy0);
    gyre_free_flight(&racket.mass, &start, (gyre_vec3){0, 0, 0}, 60, &truth);
    printf("%-20s %12s %16s %7s\n", "", "energy", "attitude [rad]", "forces");
    for (int k = 0; k < GYRE_METHOD_COUNT; k++) {
        gyre_ode_options options = gyre_ode_options_default();
        options.method = (gyre_method)k;
        options.step = 1.0 / 60;
        gyre_ode_report report;
        if (gyre_system_advance(&system, y0, y, GYRE_STATE_SIZE, 0, 60, &options, &report) != GYRE_OK) return 1;
        gyre_array_to_state(y, &s);
        gyre_kinetic_energy(&racket.mass, &s, &energy);
        gyre_quat off = gyre_quat_multiply(gyre_quat_conjugate(truth.q), s.q);
        double angle = 2 * atan2(norm(off.x, off.y, off.z), fabs(off.w));
        char text[20] = "below 1e-9"; // rounding error: its digits are meaningless
        if (angle > 1e-9) snprintf(text, sizeof text, "%.1e", angle);
        double change = energy / energy0 - 1;
        printf("%-20s %+12.1e %16s %7zu\n", gyre_method_name(options.method), fabs(change) < 1e-13 ? 0 : change, text,
               report.evaluations / 3600);
    }
    return 0;
}
