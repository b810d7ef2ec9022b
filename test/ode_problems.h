/// Equations other than rigid bodies, and helpers of the tests of gyre_ode.
#pragma once

#include "check.h"
#include "gyre/ode.h"

// y' = -y
static inline gyre_result decay(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)user;
    ydot[0] = -y[0];
    return GYRE_OK;
}

// Kepler orbit in a plane: (x, y, vx, vy), mu = 1
static inline gyre_result kepler(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)user;
    double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * sqrt(r2);
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = -y[0] / r3;
    ydot[3] = -y[1] / r3;
    return GYRE_OK;
}

// Van der Pol oscillator, mu in user
static inline gyre_result van_der_pol(double t, const double *y, double *ydot, void *user) {
    (void)t;
    double mu = *(const double *)user;
    ydot[0] = y[1];
    ydot[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
    return GYRE_OK;
}

// round the unit circle
static inline gyre_result circle(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)user;
    ydot[0] = -y[1];
    ydot[1] = y[0];
    return GYRE_OK;
}

static inline gyre_result to_unit_circle(double t, double *y, void *user) {
    (void)t, (void)user;
    double r = sqrt(y[0] * y[0] + y[1] * y[1]);
    y[0] /= r;
    y[1] /= r;
    return GYRE_OK;
}

// y' = y^2 from 1 goes to infinity at t = 1
static inline gyre_result blow_up(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)user;
    ydot[0] = y[0] * y[0];
    return GYRE_OK;
}

static inline gyre_ode_options tolerance(double rtol, double atol) {
    gyre_ode_options options = gyre_ode_options_default();
    options.rtol = rtol;
    options.atol = atol;
    return options;
}

typedef struct count_record {
    size_t calls, steps;
    double last_t;
} count_record;

static inline gyre_result counting_step(const gyre_ode_step *step, void *user) {
    count_record *record = user;
    CHECK_EQ(step->index, record->steps);
    if (record->steps > 0) CHECK_SAME(step->t0, record->last_t); // steps follow without a gap
    record->steps++;
    record->last_t = step->t1;
    return GYRE_OK;
}
