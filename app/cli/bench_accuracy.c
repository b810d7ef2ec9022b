/// Accuracy of the candidates of `gyre bench`: two free bodies after one minute, compared with the closed form.
#include "bench.h"

#include <math.h>
#include <stdio.h>

static const double DURATION = 60;          // [s]
static const double INERTIA[3] = {1, 2, 3}; // [kg m^2]

typedef struct tumble {
    const char *scene, *text;
    double w[3]; // [rad/s]
} tumble;

static const tumble tumbles[] = {
    {"tumble_unstable", "w = (.01, 2, .01), about the middle axis", {0.01, 2, 0.01}},
    {"tumble_general", "w = (1, .5, 2)", {1, 0.5, 2}},
};

// R a = a + 2 u x (u x a + qw a) for q = (qw, u); -qw gives the inverse
static void turn(double qw, const double u[3], const double a[3], double out[3]) {
    double c[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = u[j] * a[k] - u[k] * a[j] + qw * a[i];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[i] + 2 * (u[j] * c[k] - u[k] * c[j]);
    }
}

// L = R I R^T w and the rotational energy of the final state.
static double energy_of(const bench_end *end, double out_L[3]) {
    double w_body[3], L_body[3], energy = 0;
    turn(-end->q[0], end->q + 1, end->w, w_body);
    for (int i = 0; i < 3; i++) {
        L_body[i] = INERTIA[i] * w_body[i];
        energy += L_body[i] * w_body[i] / 2;
    }
    turn(end->q[0], end->q + 1, L_body, out_L);
    return energy;
}

// Angle between two orientations. The vector part of q* r is accurate for small angles.
static double angle_between(const double q[4], gyre_quat r) {
    double s = q[0] * r.w + q[1] * r.x + q[2] * r.y + q[3] * r.z;
    double x = q[0] * r.x - q[1] * r.w - q[2] * r.z + q[3] * r.y;
    double y = q[0] * r.y + q[1] * r.z - q[2] * r.w - q[3] * r.x;
    double z = q[0] * r.z - q[1] * r.y + q[2] * r.x - q[3] * r.w;
    return 2 * atan2(sqrt(x * x + y * y + z * z), fabs(s));
}

static int judge(const tumble *of, const bench_end *end, bench_row *row) {
    const gyre_mass mass = {1, {INERTIA[0], INERTIA[1], INERTIA[2]}};
    const gyre_vec3 L0 = {INERTIA[0] * of->w[0], INERTIA[1] * of->w[1], INERTIA[2] * of->w[2]};
    const gyre_state start = {.q = {1, 0, 0, 0}, .L = L0};
    gyre_state truth;
    if (gyre_free_flight(&mass, &start, (gyre_vec3){0, 0, 0}, DURATION, &truth) != GYRE_OK) return 0;
    double L[3], energy = energy_of(end, L);
    double energy0 = (L0.x * of->w[0] + L0.y * of->w[1] + L0.z * of->w[2]) / 2;
    double dx = L[0] - L0.x, dy = L[1] - L0.y, dz = L[2] - L0.z;
    row->energy_drift = fabs(energy / energy0 - 1);
    row->momentum_drift = sqrt((dx * dx + dy * dy + dz * dz) / (L0.x * L0.x + L0.y * L0.y + L0.z * L0.z));
    row->attitude_error = angle_between(end->q, truth.q);
    return 1;
}

static int fly(bench_candidate *c, const tumble *of, int rate, bench_rows *rows) {
    bench_end end;
    bench_row row = bench_row_none();
    row.what = c->what;
    row.options = c->options ? c->options : "";
    row.scene = of->scene;
    row.bodies = 1;
    row.rate = rate;
    row.is_peer = c->row.is_peer;
    if (!bench_tumble(c, INERTIA, of->w, (long)(DURATION * rate), 1.0 / rate, &end)) return c->program != NULL;
    if (!judge(of, &end, &row)) return 0;
    bench_rows_add(rows, row);
    if (rate != 60) return 1;
    char name[48];
    snprintf(name, sizeof name, "%s%s%s", row.what, row.options[0] ? ", " : "", row.options);
    printf("  %-28s %12.1e %12.1e %12.1e\n", name, row.energy_drift, row.momentum_drift, row.attitude_error);
    return 1;
}

int bench_accuracy(int has_peers, int is_quick, bench_rows *rows) {
    static const int rates[] = {60, 240, 960};
    printf("\nErrors of one free body, I = (1, 2, 3), after 60 s with steps of 1/60 s:\n");
    for (size_t t = 0; t < sizeof tumbles / sizeof tumbles[0]; t++) {
        printf("  %-28s %12s %12s %12s\n", tumbles[t].text, "energy", "L", "attitude");
        for (int who = 0; who < bench_field_count(has_peers); who++) {
            bench_candidate c = bench_field_candidate(who);
            for (int i = 0; i < (is_quick ? 1 : 3); i++)
                if (!fly(&c, &tumbles[t], rates[i], rows)) return 0;
        }
    }
    printf(
        "  energy and L are relative, attitude is in radians; the CSV file also has 240 and 960 steps per second.\n");
    return 1;
}
