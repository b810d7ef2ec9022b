/// Prints how exact the motion is, case by case, beside the bar that each must meet; fails when one is missed.
/// `make accuracy` runs it with ten million steps for the long row, the test suite with fewer:
///
///     accuracy_flow [steps]
///
/// To add a row: a function that measures and a line in `rows`, or a line in flow_cases.h, forced_cases.h or
/// world_cases.h.
#include "flow_cases.h"
#include "forced_cases.h"
#include "world_cases.h"

#include <stdio.h>
#include <stdlib.h>

static long long_run_steps = 10000000;

static const flow_case *free01(void) { return &flow_cases[0]; }

static double free01_energy(void) {
    double energy_error;
    flow_error(free01(), &energy_error);
    return energy_error;
}

static flow_body free01_start(void) {
    reference ref = reference_read(free01()->file);
    return flow_body_of(ref.I, ref.q0, ref.w0);
}

// The largest change of energy on the way, looked at a hundred times.
static double long_run_energy(void) {
    flow_body body = free01_start();
    double start = flow_energy(&body), worst = 0;
    for (long i = 0; i < long_run_steps; i++) {
        flow_step(&body, FLOW_STEPPED, FLOW_STEP);
        if (i % (long_run_steps / 100) == 0) worst = fmax(worst, fabs(flow_energy(&body) / start - 1));
    }
    return fmax(worst, fabs(flow_energy(&body) / start - 1));
}

static double long_run_length(void) {
    flow_body body = free01_start();
    for (long i = 0; i < long_run_steps; i++)
        flow_step(&body, FLOW_STEPPED, FLOW_STEP);
    return fabs(sqrt(quat_dot(body.q, body.q)) - 1);
}

static double there_and_back(void) {
    flow_body start = free01_start(), body = start;
    for (int i = 0; i < 36000; i++)
        flow_step(&body, FLOW_STEPPED, FLOW_STEP);
    for (int i = 0; i < 36000; i++)
        flow_step(&body, FLOW_STEPPED, -FLOW_STEP);
    return angle_between(flow_quat(body.q), flow_quat(start.q));
}

static double period_error(void) {
    double period;
    forced_insist(gyre_free_rotation_period((gyre_vec3){1, 2, 3}, (gyre_vec3){0.05, 6, 0.15}, &period));
    return fabs(period / 11.8539651631370529 - 1); // 40 digits by the arithmetic-geometric mean
}

// The change of L after 600 s of free motion: 0.
static double L_change(void) {
    reference ref = reference_read(free01()->file);
    gyre_rigid_body body = {.mass = {1, ref.I}};
    gyre_system system = system_of(&body, 1);
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_exact;
    options.step = FLOW_STEP;
    gyre_state start = {.q = ref.q0, .L = gyre_quat_rotate(ref.q0, (gyre_vec3){1, 1, 6})}, end;
    double y[13];
    gyre_state_to_array(&start, y);
    forced_insist(gyre_system_advance(&system, y, y, 13, 0, 600, &options, NULL));
    gyre_array_to_state(y, &end);
    return distance(start.L, end.L);
}

static double world_long_run_energy(void) {
    double energy_error;
    world_long_run(long_run_steps, &energy_error);
    return energy_error;
}

static double world_L_change(void) { return world_long_run(36000, NULL); }

typedef struct accuracy_row {
    const char *name;
    double bar;
    double (*measure)(void);
} accuracy_row;

static const accuracy_row rows[] = {
    {"free01, 600 s, dE/E", 1e-13, free01_energy},
    {"free01, long run, dE/E", 1e-12, long_run_energy},
    {"free01, long run, length of q", 1e-15, long_run_length},
    {"free01, 600 s there and back", 1e-11, there_and_back},
    {"free01, 600 s, change of L", 0, L_change},
    {"world: free01, long run, dE/E", 1e-12, world_long_run_energy},
    {"world: free01, 600 s, change of L", 0, world_L_change},
    {"world: free01, there and back", 1e-11, world_there_and_back},
    {"period of I = (1, 2, 3), relative", 1e-14, period_error},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

static int missed;

static void print_row(const char *name, double bar, double measured) {
    int is_met = measured <= bar;
    printf("| %-34s | %8.1e | %8.1e |%s\n", name, bar, measured, is_met ? "" : " MISSED");
    if (!is_met) missed++;
}

int main(int argc, char **argv) {
    if (argc > 1) long_run_steps = strtol(argv[1], NULL, 10);
    if (long_run_steps < 100) {
        fprintf(stderr, "usage: accuracy_flow [steps, at least 100]\n");
        return 2;
    }
    printf("angles in rad, steps of 1/60 s; the long run has %ld steps\n", long_run_steps);
    printf("| %-34s | %-8s | %-8s |\n", "case", "bar", "measured");
    printf("|------------------------------------|----------|----------|\n");
    for (int i = 0; i < FLOW_CASE_COUNT; i++)
        print_row(flow_cases[i].name, flow_cases[i].bar, flow_error(&flow_cases[i], NULL));
    for (int i = 0; i < FORCED_CASE_COUNT; i++)
        print_row(forced_cases[i].name, forced_cases[i].bar, forced_cases[i].measure(forced_cases[i].method));
    for (int i = 0; i < WORLD_CASE_COUNT; i++)
        print_row(world_cases[i].name, world_cases[i].bar, world_error(world_cases[i].file, world_cases[i].t_last));
    for (int i = 0; i < ROW_COUNT; i++)
        print_row(rows[i].name, rows[i].bar, rows[i].measure());
    if (missed > 0) printf("%d bars missed\n", missed);
    return missed > 0;
}
