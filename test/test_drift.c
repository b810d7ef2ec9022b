/// Layer 5: free rotation. Against reference trajectories, against power series in long double, and at every edge.
#include "check.h"
#include "flow_cases.h"
#include "taylor_oracle.h"

#include <float.h>

// ---- reference trajectories ----

TEST(free_rotation_meets_the_bar_of_every_reference_trajectory) {
    for (int i = 0; i < FLOW_CASE_COUNT; i++) {
        double error = flow_error(&flow_cases[i], NULL);
        print_message("%-26s bar %7.0e  measured %.1e rad\n", flow_cases[i].name, flow_cases[i].bar, error);
        CHECK_BELOW(error, flow_cases[i].bar);
    }
}

TEST(the_energy_of_ten_minutes_stays_at_rounding) {
    double energy_error;
    flow_error(&flow_cases[0], &energy_error);
    CHECK_BELOW(energy_error, 1e-13);
}

// ---- random bodies against power series ----

// Moments in every order; kind 0: generic, 1: two equal, 2: spin near an axis, stable or not, 3: far from physical.
static flow_body random_body(random_source *r, int kind) {
    gyre_vec3 half = {random_between(r, 0.2, 1), random_between(r, 0.2, 1), random_between(r, 0.2, 1)};
    gyre_vec3 I = {half.y * half.y + half.z * half.z, half.x * half.x + half.z * half.z,
                   half.x * half.x + half.y * half.y};
    gyre_vec3 w = random_vec3(r, 1);
    double *moments[3] = {&I.x, &I.y, &I.z}, *spins[3] = {&w.x, &w.y, &w.z};
    int k = (int)(random_u64(r) % 3);
    if (kind == 1) *moments[k] = *moments[(k + 1) % 3];
    if (kind == 2)
        for (int i = 1; i < 3; i++)
            *spins[(k + i) % 3] *= pow(10, random_between(r, -9, -1));
    if (kind == 3) *moments[k] = *moments[(k + 1) % 3] * 3;
    return flow_body_of(I, (gyre_quat){1, 0, 0, 0}, w);
}

static double theta_of(const flow_body *body, double h) {
    free_spin s = free_spin_of(body->m, &body->c);
    return sqrt(theta_squared(&s, h));
}

static gyre_vec3 public_vec3(vec3 a) { return (gyre_vec3){a.x, a.y, a.z}; }

typedef struct turn_error {
    double angle, m; // [rad], relative to |m|
} turn_error;

static turn_error error_of(const flow_body *start, const flow_body *end, double h, double theta) {
    oracle_turn want = oracle_free_turn(public_vec3(start->c.inertia), public_vec3(start->m), h, theta);
    gyre_vec3 m = public_vec3(end->m);
    double dm = fmax(fabs((double)(want.m[0] - (long double)m.x)), fabs((double)(want.m[1] - (long double)m.y)));
    dm = fmax(dm, fabs((double)(want.m[2] - (long double)m.z)));
    return (turn_error){oracle_angle(&want, flow_quat(end->q)), dm / length(start->m)};
}

static flow_body turn_exactly(const flow_body *start, double h) {
    flow_body end = *start;
    end.q = exact_turn(end.q, &end.m, &end.c, h);
    return end;
}

static flow_body turn_by_closed_form(const flow_body *start, double h) {
    double q[4] = {start->q.w, start->q.x, start->q.y, start->q.z}, m[3] = {start->m.x, start->m.y, start->m.z};
    double I[3] = {start->c.inertia.x, start->c.inertia.y, start->c.inertia.z};
    gyre_free_turn(q, m, I, h);
    return (flow_body){start->c, {q[0], q[1], q[2], q[3]}, {m[0], m[1], m[2]}, start->L};
}

static turn_error worst_error(int kind, double theta, flow_body (*turn)(const flow_body *, double)) {
    random_source r = {(uint64_t)(1000 * theta) + (uint64_t)kind};
    turn_error worst = {0, 0};
    for (int i = 0; i < 60; i++) {
        flow_body body = random_body(&r, kind);
        double h = theta / theta_of(&body, 1) * (i % 2 ? 1 : -1);
        flow_body end = turn(&body, h);
        turn_error e = error_of(&body, &end, h, theta);
        worst = (turn_error){fmax(worst.angle, e.angle), fmax(worst.m, e.m)};
    }
    return worst;
}

// Both sides of every limit between formulas, and far beyond the last.
static const double thetas[] = {0.001, 0.02, 0.05, 0.09, 0.099, 0.101, 0.2,  0.249, 0.251, 0.4, 0.6,
                                0.8,   0.99, 1.01, 1.5,  2.5,   4.5,   7.99, 8.01,  12,    25};
enum { THETA_COUNT = sizeof thetas / sizeof thetas[0] };

// Prints the table of docs/NUMERICS.md: the largest error over bodies of every kind.
static void check_turns(flow_body (*turn)(const flow_body *, double), double theta_max, double constant) {
    if (LDBL_MANT_DIG < 64) skip(); // no oracle better than what it should judge
    for (int i = 0; i < THETA_COUNT && thetas[i] < theta_max; i++) {
        turn_error worst = {0, 0};
        for (int kind = 0; kind < 4; kind++) {
            turn_error e = worst_error(kind, thetas[i], turn);
            worst = (turn_error){fmax(worst.angle, e.angle), fmax(worst.m, e.m)};
        }
        print_message("theta %-6g angle %.1e  m %.1e\n", thetas[i], worst.angle, worst.m);
        CHECK_BELOW(worst.angle, constant + 1e-15 * thetas[i]); // a few roundings of the angle turned
        CHECK_BELOW(worst.m, 8e-16 + 1e-15 * thetas[i]);
    }
}

TEST(every_formula_is_exact_to_rounding_in_its_range) { check_turns(turn_exactly, FAR_THETA, 1e-16); }

// The integrals of the third kind are large near an axis, and cancel: their rounding is there even for short times.
TEST(the_closed_form_errs_by_a_constant_and_the_rounding_of_the_angle) { check_turns(turn_by_closed_form, 1e9, 3e-13); }

TEST(moving_there_and_back_returns_to_the_start) {
    random_source r = {11};
    for (int i = 0; i < 4000; i++) {
        flow_body start = random_body(&r, i % 4);
        double theta = pow(10, random_between(&r, -3, 1.5)), h = theta / theta_of(&start, 1);
        flow_body there = turn_exactly(&start, h), back = turn_exactly(&there, -h);
        double bound = 1e-14 * (1 + theta);
        CHECK_BELOW(angle_between(flow_quat(back.q), flow_quat(start.q)), bound);
        CHECK_BELOW(length(sub(back.m, start.m)) / length(start.m), bound);
    }
}

// ---- near and on the separatrix ----

TEST(a_body_on_its_middle_axis_stays_there) {
    flow_body body = flow_body_of((gyre_vec3){1, 2, 3}, (gyre_quat){1, 0, 0, 0}, (gyre_vec3){0, 3, 0});
    double times[] = {0.01, 0.07, 0.3, 2, 1e4};
    for (int i = 0; i < 5; i++) {
        flow_body end = turn_exactly(&body, times[i]);
        gyre_quat want = {cos(1.5 * times[i]), 0, sin(1.5 * times[i]), 0};
        CHECK_BELOW(angle_between(flow_quat(end.q), want), 1e-15 * (1 + 3 * times[i]));
        CHECK(end.m.x == 0 && end.m.z == 0);
    }
}

TEST(the_phase_of_a_long_time_keeps_more_digits_than_a_double) {
    // 3 rad/s about an axis: the turn over t is the third power of the turn by t, although 3 t is no double
    for (double t = 4e13 / 7; t < 1e15; t *= 1.7) {
        flow_body body = flow_body_of((gyre_vec3){7, 8, 9}, (gyre_quat){1, 0, 0, 0}, (gyre_vec3){3, 0, 0});
        flow_body end = turn_by_closed_form(&body, t);
        gyre_quat third = {gyre_cos(t / 2), gyre_sin(t / 2), 0, 0};
        gyre_quat want = gyre_quat_multiply(third, gyre_quat_multiply(third, third));
        CHECK_BELOW(angle_between(flow_quat(end.q), want), 1e-14);
    }
}

TEST(a_body_near_its_middle_axis_departs_at_the_exponential_rate) {
    // m1 and m3 grow as cosh(lam t) and sinh(lam t) from 1e-12: lam = sqrt(b1 b3) m2 = 3 sqrt(1/3)
    flow_body body = flow_body_of((gyre_vec3){1, 2, 3}, (gyre_quat){1, 0, 0, 0}, (gyre_vec3){1e-12, 3, 0});
    double t = 10, lam = sqrt(3.0);
    flow_body end = turn_exactly(&body, t);
    CHECK_NEAR(end.m.x, 1e-12 * cosh(lam * t), 1e-9 * end.m.x); // the linear law holds up to (m1/m2)^2
}

// ---- edges ----

static void check_is_sane(const flow_body *body) {
    CHECK_NEAR(quat_dot(body->q, body->q), 1, 8 * DBL_EPSILON);
    CHECK(isfinite(body->m.x) && isfinite(body->m.y) && isfinite(body->m.z));
}

TEST(zero_tiny_and_huge_spins_give_finite_unit_orientations) {
    double spins[] = {0, -0.0, DBL_TRUE_MIN, -1e-310, 1e-200, -1e-160, 1e-9, 1, -30, 1e6};
    gyre_vec3 tensors[] = {{1, 2, 3}, {3, 1, 2}, {2, 2, 2}, {1, 1, 2}, {2, 1, 1}, {1, 2, 1}, {1e-30, 2e-30, 2.5e-30}};
    double times[] = {0, -0.0, DBL_TRUE_MIN, 1.0 / 60, -0.1, 1, -3};
    enum { SPINS = 10, TENSORS = 7, TIMES = 7 };
    for (int k = 0; k < SPINS * SPINS * SPINS * TENSORS * TIMES; k++) {
        gyre_vec3 w = {spins[k % SPINS], spins[k / SPINS % SPINS], spins[k / (SPINS * SPINS) % SPINS]};
        int rest = k / (SPINS * SPINS * SPINS);
        double h = times[rest / TENSORS];
        flow_body body = flow_body_of(tensors[rest % TENSORS], (gyre_quat){0.5, -0.5, 0.5, 0.5}, w);
        flow_body end = turn_exactly(&body, h), closed = turn_by_closed_form(&body, h);
        check_is_sane(&end);
        check_is_sane(&closed);
    }
}

TEST(zero_time_or_zero_momentum_changes_nothing) {
    flow_body body = flow_body_of((gyre_vec3){1, 2, 3}, (gyre_quat){0.5, -0.5, 0.5, 0.5}, (gyre_vec3){1, 2, 3});
    flow_body at_rest = flow_body_of((gyre_vec3){1, 2, 3}, (gyre_quat){0.5, -0.5, 0.5, 0.5}, (gyre_vec3){0, 0, 0});
    flow_body now = turn_exactly(&body, 0), later = turn_exactly(&at_rest, 1e9);
    CHECK_BYTES(&now.q, &body.q, sizeof now.q);
    CHECK_BYTES(&now.m, &body.m, sizeof now.m);
    CHECK_BYTES(&later.q, &at_rest.q, sizeof later.q);
    CHECK(later.m.x == 0 && later.m.y == 0 && later.m.z == 0);
}

TEST(non_finite_input_gives_non_finite_output) {
    double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        flow_body body = flow_body_of((gyre_vec3){1, 2, 3}, (gyre_quat){1, 0, 0, 0}, (gyre_vec3){1, bad[i], 3});
        flow_body end = turn_exactly(&body, 0.1), closed = turn_by_closed_form(&body, 0.1);
        CHECK(!isfinite(end.q.w) && !isfinite(closed.q.w));
        body = flow_body_of((gyre_vec3){1, 2, 3}, (gyre_quat){1, 0, 0, 0}, (gyre_vec3){1, 2, 3});
        end = turn_exactly(&body, bad[i]);
        CHECK(!isfinite(end.q.w));
    }
}

TEST(a_scale_of_units_changes_only_the_exponents) {
    // the same motion with moments and momenta 2^-80 times as large, and then twice as fast
    flow_body body = flow_body_of((gyre_vec3){1, 2, 2.5}, (gyre_quat){1, 0, 0, 0}, (gyre_vec3){0.5, -0.7, 0.3});
    for (double h = 0.1; h < 200; h *= 3) {
        flow_body small = flow_body_of((gyre_vec3){0x1p-80, 0x1p-79, 0x1.4p-79}, (gyre_quat){1, 0, 0, 0},
                                       (gyre_vec3){2 * 0.5, 2 * -0.7, 2 * 0.3});
        flow_body end = turn_exactly(&body, h), small_end = turn_exactly(&small, h / 2);
        CHECK_BYTES(&end.q, &small_end.q, sizeof end.q);
        CHECK_SAME(small_end.m.x, end.m.x * 0x1p-79);
    }
}

TEST(a_million_steps_leave_q_of_unit_length) {
    double spins[] = {1, 15, 60, 40000}; // one for each formula at 1/60 s
    for (int k = 0; k < 4; k++) {
        flow_body body = flow_body_of((gyre_vec3){1, 2, 2.5}, (gyre_quat){0.5, -0.5, 0.5, 0.5},
                                      (gyre_vec3){0.6 * spins[k], 0.5 * spins[k], -0.6 * spins[k]});
        double energy = flow_energy(&body);
        int steps = k == 0 ? 1000000 : 100000;
        for (int i = 0; i < steps; i++)
            flow_step(&body, FLOW_STEPPED, FLOW_STEP);
        check_is_sane(&body);
        // a random walk of roundings: a few eps times the square root of the number of steps
        CHECK_NEAR(flow_energy(&body) / energy, 1, 4 * DBL_EPSILON * sqrt(steps));
    }
}

RUN_TESTS("drift")
