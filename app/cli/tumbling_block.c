/// The course notes' RunSimulation for a block, once with the orientation as a matrix and once as a quaternion. Neither
/// is normalised, to show the drift that section 4 of the notes describes.
#include "cli.h"

#include <math.h>
#include <stdio.h>

// A block of 2 kg and 2 x 1 x 0.4 m in free flight; it spins near its middle axis, where rotation is unstable.
static const gyre_vec3 BLOCK_SIZE = {2, 1, 0.4};
static const double BLOCK_MASS = 2;

/// Largest errors over all frames in quantities that a free body conserves.
typedef struct drift {
    double energy;           // |E - E0| / E0
    double momentum;         // |P - P0| / |P0|
    double angular_momentum; // |L - L0| / |L0|, of the block as drawn
    double skew;             // deviation from a rotation: |R^T R - 1|, | |q| - 1 |
    int has_overflowed;
    double stopped_at; // [s], time of the overflow
    gyre_hash hash;    // of the final state
} drift;

/// The options, with the defaults of this example.
typedef struct plan {
    gyre_method method;
    double dt; // [s]; 0: one step per frame, or the method chooses its steps
    double duration, fps;
    size_t frame_count; // whole frames that fit into the duration
    int is_quiet;
} plan;

static gyre_result init_states(gyre_mass *out_mass, gyre_state *out_state) {
    gyre_result r = gyre_mass_of_box(BLOCK_MASS, BLOCK_SIZE, out_mass);
    if (r != GYRE_OK) return r;
    gyre_velocity_state start = {
        .x = {0, 0, 0},
        .R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        .v = {0.2, 0.1, 0.05},
        .w = {0.1, 4, 0.1},
    };
    return gyre_velocity_state_to_state(out_mass, &start, out_state);
}

static double norm(gyre_vec3 a) { return sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

static gyre_vec3 minus(gyre_vec3 a, gyre_vec3 b) { return (gyre_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }

static gyre_vec3 times(const gyre_mat3 *a, gyre_vec3 v) {
    return (gyre_vec3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                       a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                       a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}

static gyre_vec3 transpose_times(const gyre_mat3 *a, gyre_vec3 v) {
    gyre_mat3 t = {{{a->m[0][0], a->m[1][0], a->m[2][0]},
                    {a->m[0][1], a->m[1][1], a->m[2][1]},
                    {a->m[0][2], a->m[1][2], a->m[2][2]}}};
    return times(&t, v);
}

// Angular momentum of the particles at r = R r0: the sum of m r x (w x r). With the second moments S = R diag(s) R^T it
// is tr(S) w - S w; if R is a rotation, it is I w.
static gyre_vec3 angular_momentum_as_drawn(const gyre_mass *mass, const gyre_mat3 *R, gyre_vec3 w) {
    gyre_vec3 I = mass->inertia;
    gyre_vec3 s = {(I.y + I.z - I.x) / 2, (I.x + I.z - I.y) / 2, (I.x + I.y - I.z) / 2};
    gyre_vec3 w_body = transpose_times(R, w);
    gyre_vec3 Sw = times(R, (gyre_vec3){s.x * w_body.x, s.y * w_body.y, s.z * w_body.z});
    double trace = 0;
    for (int i = 0; i < 3; i++)
        trace += s.x * R->m[i][0] * R->m[i][0] + s.y * R->m[i][1] * R->m[i][1] + s.z * R->m[i][2] * R->m[i][2];
    return (gyre_vec3){trace * w.x - Sw.x, trace * w.y - Sw.y, trace * w.z - Sw.z};
}

// w = I^-1 L = R Ibody^-1 R^T L, as in dydt; R is not normalised
static gyre_vec3 angular_velocity(const gyre_mass *mass, const gyre_mat3 *R, gyre_vec3 L) {
    gyre_vec3 L_body = transpose_times(R, L);
    gyre_vec3 I = mass->inertia;
    return times(R, (gyre_vec3){L_body.x / I.x, L_body.y / I.y, L_body.z / I.z});
}

// State of one run.
typedef struct form_run {
    const gyre_system *system;
    const gyre_state *start;
    double start_energy;
    int is_shown;
    drift worst; // over all frames
} form_run;

// Returns the orientation as a matrix that is not normalised, and its deviation from a rotation.
static gyre_result orientation_of(const gyre_system *system, const double *y, gyre_matrix_state *out_now,
                                  double *out_skew) {
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

static gyre_result measure(form_run *run, const double *y) {
    double kinetic, potential, skew;
    gyre_matrix_state now;
    gyre_result r = gyre_system_energy(run->system, y, &kinetic, &potential);
    if (r == GYRE_OK) r = orientation_of(run->system, y, &now, &skew);
    if (r != GYRE_OK) return r;
    const gyre_mass *mass = &run->system->bodies[0].mass;
    const gyre_state *start = run->start;
    gyre_vec3 drawn = angular_momentum_as_drawn(mass, &now.R, angular_velocity(mass, &now.R, now.L));
    drift *worst = &run->worst;
    worst->energy = fmax(worst->energy, fabs(kinetic - run->start_energy) / run->start_energy);
    worst->momentum = fmax(worst->momentum, norm(minus(now.P, start->P)) / norm(start->P));
    worst->angular_momentum = fmax(worst->angular_momentum, norm(minus(drawn, start->L)) / norm(start->L));
    worst->skew = fmax(worst->skew, skew);
    return GYRE_OK;
}

// DisplayBodies of the notes: prints one line of the table.
static gyre_result display_bodies(const form_run *run, size_t frame, double t, const double *y) {
    gyre_state s;
    gyre_array_to_state(y, &s);
    gyre_auxiliary A;
    gyre_result r = gyre_auxiliary_of(&run->system->bodies[0].mass, &s, &A);
    if (r != GYRE_OK) return r;
    printf("%5zu %8.4f  %8.4f %8.4f %8.4f  %8.5f %8.5f %8.5f %8.5f  %8.4f %8.4f %8.4f\n", frame, t, s.x.x, s.x.y, s.x.z,
           s.q.w, s.q.x, s.q.y, s.q.z, A.w.x, A.w.y, A.w.z);
    return GYRE_OK;
}

static gyre_result on_frame(size_t frame, double t, const double *y, size_t length, void *user) {
    form_run *run = user;
    (void)length;
    gyre_result r = measure(run, y);
    return r == GYRE_OK && run->is_shown ? display_bodies(run, frame, t, y) : r;
}

static void explain(gyre_log_level level, const char *text, void *user) {
    (void)level;
    const form_run *run = user;
    flush_output(); // the frames printed so far come before the message
    fprintf(stderr, "gyre run: %s form: %s\n", run->system->form == GYRE_FORM_MATRIX ? "matrix" : "quaternion", text);
}

// With an unstable method the state overflows. The run ends there, and the summary reports it.
static gyre_result overflowed(form_run *run, double t) {
    run->worst.energy = run->worst.angular_momentum = run->worst.skew = HUGE_VAL;
    run->worst.has_overflowed = 1;
    run->worst.stopped_at = t;
    return GYRE_OK;
}

static gyre_result run_form(const plan *options, gyre_form form, const gyre_rigid_body *block, const gyre_state *start,
                            drift *out_drift) {
    gyre_system system = gyre_system_default();
    // the table shows the quaternion run, because every method supports quaternions
    form_run run = {.system = &system, .start = start, .is_shown = form == GYRE_FORM_QUATERNION && !options->is_quiet};
    system.form = form;
    system.bodies = block;
    system.body_count = 1;

    double y[GYRE_MATRIX_STATE_SIZE];
    gyre_matrix_state matrix_start;
    gyre_result r = gyre_state_to_matrix_state(start, &matrix_start);
    if (r == GYRE_OK) r = gyre_kinetic_energy(&block->mass, start, &run.start_energy);
    if (r != GYRE_OK) return r;
    if (form == GYRE_FORM_MATRIX)
        gyre_matrix_state_to_array(&matrix_start, y);
    else
        gyre_state_to_array(start, y);

    gyre_run simulation = gyre_run_default();
    simulation.frames_per_second = options->fps;
    simulation.frame_count = options->frame_count;
    simulation.options.method = options->method;
    simulation.options.step = options->dt;
    simulation.options.max_steps = SIZE_MAX;           // no limit, also for very short steps
    simulation.options.project = gyre_project_nothing; // no normalisation, as in the notes
    simulation.options.log = (gyre_logger){explain, &run};
    simulation.on_frame = on_frame;
    simulation.user = &run;
    gyre_ode_report report;
    r = gyre_run_simulation(&system, &simulation, y, gyre_form_size(form), &report);
    run.worst.hash = gyre_hash_begin();
    gyre_hash_add_doubles(&run.worst.hash, y, gyre_form_size(form));
    if (r == GYRE_ERR_NOT_FINITE) r = overflowed(&run, report.t);
    if (r == GYRE_OK)
        *out_drift = run.worst;
    else
        explain(GYRE_LOG_ERROR, gyre_result_text(r), &run);
    return r;
}

static void print_heading(const plan *options) {
    printf("A block of %g kg, %g x %g x %g m, in free flight: %s, %zu frames at %g per second.\n", BLOCK_MASS,
           BLOCK_SIZE.x, BLOCK_SIZE.y, BLOCK_SIZE.z, gyre_method_name(options->method), options->frame_count,
           options->fps);
    printf("%5s %8s  %8s %8s %8s  %8s %8s %8s %8s  %8s %8s %8s\n", "frame", "t", "x", "y", "z", "qw", "qx", "qy", "qz",
           "wx", "wy", "wz");
    printf("%5s %8s  %8s %8s %8s  %8s %8s %8s %8s  %8s %8s %8s\n", "", "[s]", "[m]", "[m]", "[m]", "", "", "", "",
           "[rad/s]", "[rad/s]", "[rad/s]");
}

static void print_both(const drift *matrix, const drift *quaternion) {
    printf("Not normalised, as in the notes. Largest deviation from a rotation: "
           "|R^T R - 1| = %.2g, | |q| - 1 | = %.2g.\n",
           matrix->skew, quaternion->skew);
    printf("largest drift (matrix | quaternion): energy %.2g | %.2g, momentum %.2g | %.2g, "
           "angular momentum %.2g | %.2g\n",
           matrix->energy, quaternion->energy, matrix->momentum, quaternion->momentum, matrix->angular_momentum,
           quaternion->angular_momentum);
}

// A run that overflowed has failed, although its drift is printed.
static int exit_code(const char *form, const drift *d) {
    if (!d->has_overflowed) return EXIT_DONE;
    flush_output();
    fprintf(stderr, "gyre run: the %s form overflowed at t = %.4g s; its drift is infinite\n", form, d->stopped_at);
    return EXIT_FAILED;
}

static int make_plan(const cli_options *asked, plan *out_plan) {
    plan p = {asked->method.is_given ? asked->method.value : GYRE_METHOD_rk4,
              asked->dt,
              asked->duration,
              asked->fps,
              0,
              asked->quiet};
    if (p.duration == 0) p.duration = 10;
    if (p.fps == 0) p.fps = 30;
    // the factor makes 0.3 s at 10 frames per second 3 frames, although 0.3 * 10 is rounded
    double frames = p.duration * p.fps * (1 + 1e-12);
    if (frames < 1 || frames > 1e9) {
        fprintf(stderr, "gyre run: --duration %g with --fps %g gives %.4g frames; must be 1 to 1e9\n", p.duration,
                p.fps, frames);
        return EXIT_USAGE;
    }
    p.frame_count = (size_t)frames;
    *out_plan = p;
    return EXIT_DONE;
}

int tumbling_block_run(const cli_options *asked) {
    plan options;
    if (asked->output.count > 0 || asked->from) {
        fprintf(stderr, "gyre run: tumbling-block is a program, not a scene: it does not support %s\n",
                asked->from ? "--from" : "-o");
        return EXIT_USAGE;
    }
    int code = make_plan(asked, &options);
    if (code != EXIT_DONE) return code;
    int is_hash_alone = asked->quiet && asked->hash;
    int has_matrix_form = gyre_method_is_general(options.method); // splitting methods support quaternions only
    gyre_rigid_body block = {0};
    gyre_state start;
    if (init_states(&block.mass, &start) != GYRE_OK) return EXIT_FAILED;
    if (!options.is_quiet) print_heading(&options);
    drift quaternion, matrix;
    gyre_result r = run_form(&options, GYRE_FORM_QUATERNION, &block, &start, &quaternion);
    if (r == GYRE_OK && has_matrix_form) r = run_form(&options, GYRE_FORM_MATRIX, &block, &start, &matrix);
    if (r != GYRE_OK) return failure_code(r, EXIT_FAILED);
    if (!is_hash_alone && has_matrix_form) print_both(&matrix, &quaternion);
    if (!is_hash_alone && !has_matrix_form)
        printf("largest drift (quaternion): energy %.2g, momentum %.2g, angular momentum %.2g\n", quaternion.energy,
               quaternion.momentum, quaternion.angular_momentum);
    if (asked->hash) print_hash(gyre_hash_value(&quaternion.hash));
    code = exit_code("quaternion", &quaternion);
    return code == EXIT_DONE && has_matrix_form ? exit_code("matrix", &matrix) : code;
}
