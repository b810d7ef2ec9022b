/// A pendulum as two differential equations, without a rigid body: gyre_ode_sample returns its angle at given times.
#include <gyre/gyre.h>

#include <stdio.h>

// y = (angle, rate):  angle' = rate,  rate' = -g/l sin(angle)
static gyre_result pendulum(double t, const double *y, double *ydot, void *user) {
    const double *length = user;
    (void)t;
    ydot[0] = y[1];
    ydot[1] = -9.81 / *length * gyre_sin(y[0]); // gyre_sin is bit-identical on every machine
    return GYRE_OK;
}

int main(void) {
    enum { COUNT = 8 };
    double length = 1, start[2] = {3, 0}; // almost upright, at rest
    double times[COUNT], y[COUNT][2];
    for (int i = 0; i < COUNT; i++)
        times[i] = 0.5 * i;

    gyre_ode_options options = gyre_ode_options_default(); // dopri5
    options.rtol = 1e-10;
    gyre_ode_report report;
    gyre_result r = gyre_ode_sample(start, 2, 0, times, COUNT, &y[0][0], pendulum, &length, &options, &report);
    if (r != GYRE_OK) {
        fprintf(stderr, "at t = %g: %s\n", report.t, gyre_result_text(r));
        return 1;
    }
    for (int i = 0; i < COUNT; i++)
        printf("t = %.1f s  angle %9.6f rad\n", times[i], y[i][0]);
    printf("%zu steps, %zu rejected, %zu evaluations\n", report.steps, report.rejected, report.evaluations);
    return 0;
}
