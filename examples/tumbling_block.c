/// The course notes' RunSimulation for a tumbling block, with the orientation as a matrix, then as a quaternion.
/// Neither is normalised, to show the drift that section 4 of the notes describes.
///
/// tumbling_block [METHOD]    default: rk4; a splitting method, such as exact, supports quaternions only
#include <gyre/gyre.h>

#include <math.h>
#include <stdio.h>

/// Largest errors over all frames in quantities that a free body conserves.
typedef struct drift {
    double energy;           // |E - E0| / E0
    double momentum;         // |P - P0| / |P0|
    double angular_momentum; // |L - L0| / |L0|, of the block as drawn
    double skew;             // deviation from a rotation: |R^T R - 1|, | |q| - 1 |
} drift;

typedef struct tumble {
    const gyre_system *system;
    const gyre_state *start;
    double start_energy;
    drift worst;
} tumble;

static double norm(gyre_vec3 a) { return sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

static double relative(gyre_vec3 a, gyre_vec3 b) {
    return norm((gyre_vec3){a.x - b.x, a.y - b.y, a.z - b.z}) / norm(b);
}

static gyre_vec3 times(const gyre_mat3 *a, gyre_vec3 v) {
    return (gyre_vec3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                       a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                       a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}

static gyre_vec3 transpose_times(const gyre_mat3 *a, gyre_vec3 v) {
    return (gyre_vec3){a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
                       a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
                       a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z};
}

// Angular momentum of the particles at r = R r0: the sum of m r x (w x r), with w = I^-1 L = R Ibody^-1 R^T L as in
// dydt. With the second moments S = R diag(s) R^T, the sum is tr(S) w - S w; if R is a rotation, the sum is L.
static gyre_vec3 angular_momentum_as_drawn(const gyre_mass *mass, const gyre_mat3 *R, gyre_vec3 L) {
    gyre_vec3 I = mass->inertia, L_body = transpose_times(R, L);
    gyre_vec3 w = times(R, (gyre_vec3){L_body.x / I.x, L_body.y / I.y, L_body.z / I.z});
    gyre_vec3 s = {(I.y + I.z - I.x) / 2, (I.x + I.z - I.y) / 2, (I.x + I.y - I.z) / 2};
    gyre_vec3 w_body = transpose_times(R, w);
    gyre_vec3 Sw = times(R, (gyre_vec3){s.x * w_body.x, s.y * w_body.y, s.z * w_body.z});
    double trace = 0;
    for (int i = 0; i < 3; i++)
        trace += s.x * R->m[i][0] * R->m[i][0] + s.y * R->m[i][1] * R->m[i][1] + s.z * R->m[i][2] * R->m[i][2];
    return (gyre_vec3){trace * w.x - Sw.x, trace * w.y - Sw.y, trace * w.z - Sw.z};
}

// Returns the state with the orientation as a matrix, and its deviation from a rotation.
static gyre_result matrix_of(const gyre_system *system, const double *y, gyre_matrix_state *out_now, double *out_skew) {
    if (system->form == GYRE_FORM_MATRIX) {
        gyre_array_to_matrix_state(y, out_now);
        *out_skew = gyre_mat3_orthonormality_error(&out_now->R);
        return GYRE_OK;
    }
    gyre_state s;
    gyre_array_to_state(y, &s);
    *out_skew = fabs(sqrt(s.q.w * s.q.w + s.q.x * s.q.x + s.q.y * s.q.y + s.q.z * s.q.z) - 1);
    return gyre_state_to_matrix_state(&s, out_now);
}

static gyre_result on_frame(size_t frame, double t, const double *y, size_t length, void *user) {
    tumble *run = user;
    double kinetic, potential, skew;
    gyre_matrix_state now;
    (void)frame, (void)t, (void)length;
    gyre_result r = gyre_system_energy(run->system, y, &kinetic, &potential);
    if (r == GYRE_OK) r = matrix_of(run->system, y, &now, &skew);
    if (r != GYRE_OK) return r;
    gyre_vec3 drawn = angular_momentum_as_drawn(&run->system->bodies[0].mass, &now.R, now.L);
    drift *worst = &run->worst;
    worst->energy = fmax(worst->energy, fabs(kinetic - run->start_energy) / run->start_energy);
    worst->momentum = fmax(worst->momentum, relative(now.P, run->start->P));
    worst->angular_momentum = fmax(worst->angular_momentum, relative(drawn, run->start->L));
    worst->skew = fmax(worst->skew, skew);
    return GYRE_OK;
}

static gyre_result run_form(gyre_method method, gyre_form form, const gyre_rigid_body *block, const gyre_state *start,
                            drift *out_drift) {
    gyre_system system = gyre_system_default();
    system.form = form;
    system.bodies = block;
    system.body_count = 1;
    tumble run = {.system = &system, .start = start};
    double y[GYRE_MATRIX_STATE_SIZE];
    gyre_matrix_state matrix_start;
    gyre_result r = gyre_state_to_matrix_state(start, &matrix_start);
    if (r == GYRE_OK) r = gyre_kinetic_energy(&block->mass, start, &run.start_energy);
    if (r != GYRE_OK) return r;
    if (form == GYRE_FORM_MATRIX)
        gyre_matrix_state_to_array(&matrix_start, y);
    else
        gyre_state_to_array(start, y);

    gyre_run simulation = gyre_run_default(); // 10 s, 30 frames per second
    simulation.options.method = method;
    simulation.options.project = gyre_project_nothing; // no normalisation, as in the notes
    simulation.on_frame = on_frame;
    simulation.user = &run;
    r = gyre_run_simulation(&system, &simulation, y, gyre_form_size(form), NULL);
    *out_drift = run.worst;
    return r;
}

static void print_row(const char *name, int has_matrix, double matrix, double quaternion) {
    if (has_matrix)
        printf("%-26s %10.2g %10.2g\n", name, matrix, quaternion);
    else
        printf("%-26s %10s %10.2g\n", name, "", quaternion);
}

int main(int argc, char **argv) {
    gyre_method method = GYRE_METHOD_rk4;
    if (argc > 1 && gyre_method_from_name(argv[1], &method) != GYRE_OK)
        return fprintf(stderr, "tumbling_block: there is no method %s\n", argv[1]), 2;

    // 2 kg, 2 x 1 x 0.4 m, in free flight; it spins near its middle axis, where rotation is unstable
    gyre_rigid_body block = {0};
    gyre_velocity_state throw = {
        .R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        .v = {0.2, 0.1, 0.05}, // [m/s]
        .w = {0.1, 4, 0.1},    // [rad/s]
    };
    gyre_state start;
    drift q = {0}, R = {0};
    gyre_result r = gyre_mass_of_box(2, (gyre_vec3){2, 1, 0.4}, &block.mass);
    if (r == GYRE_OK) r = gyre_velocity_state_to_state(&block.mass, &throw, &start);
    if (r == GYRE_OK) r = run_form(method, GYRE_FORM_QUATERNION, &block, &start, &q);
    if (r == GYRE_OK && gyre_method_is_general(method)) r = run_form(method, GYRE_FORM_MATRIX, &block, &start, &R);
    if (r != GYRE_OK) return fprintf(stderr, "tumbling_block: %s\n", gyre_result_text(r)), 1;

    int has_matrix = gyre_method_is_general(method);
    printf("%-26s %10s %10s\n", "", has_matrix ? "matrix" : "", "quaternion");
    print_row("deviation from a rotation", has_matrix, R.skew, q.skew);
    print_row("drift of energy", has_matrix, R.energy, q.energy);
    print_row("drift of momentum", has_matrix, R.momentum, q.momentum);
    print_row("drift of angular momentum", has_matrix, R.angular_momentum, q.angular_momentum);
    return 0;
}
