/// Solvers and mass functions without memory.
#include "body_helpers.h"
#include "doctor_helpers.h"
#include "gyre/gyre.h"
#include "memory_trials.h"

// ---- solvers: memory of the caller is unchanged ----

typedef struct problem {
    gyre_rigid_body body;
    gyre_system system;
    double y[13], before[13];
} problem;

static void problem_init(problem *p) {
    gyre_state s = tumbling_state();
    p->body = tumbling_brick();
    p->system = system_of(&p->body, 1);
    gyre_state_to_array(&s, p->y);
    memcpy(p->before, p->y, sizeof p->y);
}

enum { SOLVER_ODE, SOLVER_SAMPLE, SOLVER_ADVANCE, SOLVER_RUN, SOLVER_COUNT };

static gyre_result solve(trial *t, problem *p, double out[3][13]) {
    gyre_run run = gyre_run_default();
    gyre_ode_options *o = &run.options;
    static const double times[] = {0.05, 0.1, 0.2};
    o->method = (gyre_method)t->choice;
    o->step = gyre_method_is_adaptive(o->method) ? 0 : 0.02;
    o->allocator = t->allocator;
    run.frame_count = 5;
    switch (t->variant) {
    case SOLVER_ODE:
        return gyre_ode(p->y, out[0], 13, 0, 0.2, gyre_dydt, &p->system, o, NULL);
    case SOLVER_SAMPLE:
        return gyre_ode_sample(p->y, 13, 0, times, 3, out[0], gyre_dydt, &p->system, o, NULL);
    case SOLVER_ADVANCE:
        return gyre_system_advance(&p->system, p->y, out[0], 13, 0, 0.2, o, NULL);
    default: {
        gyre_result r = gyre_run_simulation(&p->system, &run, p->y, 13, NULL);
        if (r == GYRE_OK) memcpy(out[0], p->y, sizeof p->y), memcpy(p->y, p->before, sizeof p->y);
        return r;
    }
    }
}

static gyre_result run_solver(trial *t, gyre_hash *outcome) {
    problem p;
    problem_init(&p);
    double out[3][13] = {{0}}, untouched[3][13] = {{0}};
    gyre_result r = solve(t, &p, out);
    if (memcmp(p.y, p.before, sizeof p.y) != 0) trial_complain(t, "the state has changed");
    if (r != GYRE_OK && memcmp(out, untouched, sizeof out) != 0) trial_complain(t, "the output has changed");
    add_bytes_to_hash(outcome, out, sizeof out);
    return r;
}

static void try_ode(void) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (int solver = 0; solver < SOLVER_COUNT; solver++) {
            if (solver <= SOLVER_SAMPLE && !gyre_method_is_general((gyre_method)m)) continue;
            trial t = {.run = run_solver, .choice = m, .variant = solver};
            snprintf(t.name, sizeof t.name, "solver %d, %s", solver, gyre_method_name((gyre_method)m));
            try_all(&t);
        }
}

// ---- mass ----

static double uneven(gyre_vec3 p, void *user) {
    (void)user;
    return 1000 * (1 + p.x * p.x + 0.5 * p.y) * (p.z > 0.1 ? 2 : 1);
}

static gyre_result run_mass(trial *t, gyre_hash *outcome) {
    const own_mesh *m = t->subject;
    gyre_amount amount = gyre_by_density(1000);
    gyre_mass_properties mass = {0}, untouched = {0};
    gyre_mesh_report report = {0};
    gyre_mass_error error;
    gyre_result r = GYRE_OK;
    if (t->choice == 0) r = gyre_mesh_check(&m->view, &t->allocator, &report);
    if (t->choice == 1) r = gyre_mass_of_mesh(&m->view, amount, &t->allocator, &mass, &report);
    if (t->choice == 2) r = gyre_mass_of_voxels(&m->view, 20, amount, &t->allocator, &mass);
    if (t->choice == 3)
        r = gyre_mass_of_density(uneven, NULL, (gyre_vec3){-1, -1, -1}, (gyre_vec3){1, 1, 1}, 1e-2, 400000,
                                 &t->allocator, &mass, &error);
    if (r != GYRE_OK && memcmp(&mass, &untouched, sizeof mass) != 0) trial_complain(t, "the output has changed");
    add_bytes_to_hash(outcome, &mass, sizeof mass);
    if (r == GYRE_OK) gyre_hash_add_double(outcome, report.volume);
    return r;
}

static void try_mass(void) {
    for (int which = 0; which < BASE_COUNT; which++) {
        own_mesh m = base_mesh(which);
        for (int choice = 0; choice < (which == 0 ? 4 : 3); choice++) {
            trial t = {.run = run_mass, .subject = &m, .choice = choice};
            snprintf(t.name, sizeof t.name, "mass function %d, solid %d", choice, which);
            try_all(&t);
        }
        mesh_free(&m);
    }
}

void try_solvers(void) {
    try_ode();
    try_mass();
}
