/// Numbers of a run, in linear memory.
#include "web_run.h"

#include <math.h>
#include <stdlib.h>

static const double UNKNOWN = (double)NAN;

static bool has_body(const gyre_web_run *run, int body) { return body >= 0 && body < run->body_count; }

static double *put(double *at, gyre_vec3 v) {
    at[0] = v.x, at[1] = v.y, at[2] = v.z;
    return at + 3;
}

static double *put_turn(double *at, gyre_quat q) {
    at[0] = q.w, at[1] = q.x, at[2] = q.y, at[3] = q.z;
    return at + 4;
}

GYRE_WEB_EXPORT(gyre_web_body_count) int gyre_web_body_count(const gyre_web_run *run) { return run->body_count; }

GYRE_WEB_EXPORT(gyre_web_steps) double gyre_web_steps(const gyre_web_run *run) {
    return run->world ? (double)gyre_world_step_count(run->world) : 0;
}

GYRE_WEB_EXPORT(gyre_web_time) double gyre_web_time(const gyre_web_run *run) {
    return run->world ? gyre_world_time(run->world) : 0;
}

GYRE_WEB_EXPORT(gyre_web_hash) uint64_t gyre_web_hash(const gyre_web_run *run) {
    return run->world ? gyre_world_hash(run->world) : 0;
}

// ---- motion ----

enum { POSE_NUMBERS = 7 };
_Static_assert(sizeof(gyre_pose) == POSE_NUMBERS * sizeof(double), "poses are returned without conversion");

GYRE_WEB_EXPORT(gyre_web_poses) const double *gyre_web_poses(gyre_web_run *run, double alpha) {
    if (!run->world) return NULL;
    size_t count = (size_t)run->body_count;
    if (!run->poses) run->poses = calloc(count + 1, POSE_NUMBERS * sizeof *run->poses);
    if (!run->poses) return NULL;
    gyre_result r = gyre_world_get_interpolated_poses(run->world, NULL, count, alpha, (gyre_pose *)run->poses);
    return r == GYRE_OK ? run->poses : NULL;
}

static void put_numbers(const gyre_web_run *run, gyre_body_id body, double energy, double *out) {
    gyre_motion motion = {.orientation = {1, 0, 0, 0}};
    gyre_state state = {.q = {1, 0, 0, 0}};
    (void)gyre_body_get_motion(run->world, body, &motion);
    (void)gyre_body_get_state(run->world, body, &state);
    out = put(out, state.x);
    out = put_turn(out, motion.orientation);
    out = put(out, motion.velocity);
    out = put(out, motion.angular_velocity);
    out = put(out, state.P);
    out = put(out, state.L);
    *out = energy;
}

GYRE_WEB_EXPORT(gyre_web_numbers) const double *gyre_web_numbers(gyre_web_run *run) {
    if (!run->world) return NULL;
    size_t count = (size_t)run->body_count;
    // the end of the block holds kinetic and potential energies
    if (!run->numbers) run->numbers = calloc(count + 1, (GYRE_WEB_BODY_NUMBERS + 2) * sizeof(double));
    if (!run->numbers) return NULL;
    double *kinetic = run->numbers + count * GYRE_WEB_BODY_NUMBERS, *potential = kinetic + count;
    bool has_energy = gyre_world_get_energies(run->world, NULL, count, kinetic, potential) == GYRE_OK;
    for (size_t i = 0; i < count; i++)
        put_numbers(run, run->bodies[i], has_energy ? kinetic[i] + potential[i] : UNKNOWN,
                    run->numbers + i * GYRE_WEB_BODY_NUMBERS);
    return run->numbers;
}

GYRE_WEB_EXPORT(gyre_web_totals) const double *gyre_web_totals(gyre_web_run *run) {
    for (int i = 0; i < GYRE_WEB_TOTALS; i++)
        run->totals[i] = UNKNOWN;
    if (!run->world) return run->totals;
    gyre_ledger ledger;
    if (gyre_world_get_ledger(run->world, &ledger) == GYRE_OK) {
        const double energies[] = {ledger.kinetic,    ledger.potential, ledger.initial, ledger.work,
                                   ledger.dissipated, ledger.edited,    ledger.residual};
        for (int i = 0; i < 7; i++)
            run->totals[i] = energies[i];
        put(put(run->totals + 7, ledger.momentum.final), ledger.angular_momentum.final);
        return run->totals;
    }
    gyre_vec3 P = {0}, L = {0};
    (void)gyre_world_energy(run->world, &run->totals[0], &run->totals[1]);
    (void)gyre_world_momentum(run->world, (gyre_vec3){0}, &P, &L);
    put(put(run->totals + 7, P), L);
    return run->totals;
}

// ---- springs ----

// Index of a body. Bodies of a run are never removed, so they are in the order of their ids.
static int index_of(const gyre_web_run *run, gyre_body_id body) {
    int index = (int)body.index;
    bool is_there = index < run->body_count && run->bodies[index].index == body.index &&
                    run->bodies[index].generation == body.generation;
    return is_there ? index : -1;
}

// Coordinates of a point: in the model of its body, or in the world if it has no body.
static gyre_vec3 place_of(const gyre_web_run *run, gyre_body_id body, gyre_point point) {
    if (point.kind != GYRE_AT_CENTER) return point.p;
    gyre_mass_properties mass = {0};
    if (!gyre_body_is_none(body)) (void)gyre_body_get_mass(run->world, body, &mass);
    return mass.center;
}

// Finds the next spring to draw. Skips springs that act on every body, and the spring of the hand, which the page draws
// as an arrow.
static bool next_spring(const gyre_web_run *run, gyre_force_id *force, gyre_force_def *def) {
    while (run->world && !gyre_force_is_none(*force = gyre_world_next_force(run->world, *force))) {
        bool is_hand = run->hand.is_holding && force->index == run->hand.spring.index;
        if (!is_hand && gyre_force_get(run->world, *force, def) == GYRE_OK && def->kind == GYRE_FORCE_spring &&
            !gyre_body_is_none(def->body))
            return true;
    }
    return false;
}

GYRE_WEB_EXPORT(gyre_web_spring_count) int gyre_web_spring_count(const gyre_web_run *run) {
    int count = 0;
    gyre_force_def def;
    for (gyre_force_id force = {0}; next_spring(run, &force, &def);)
        count++;
    return count;
}

GYRE_WEB_EXPORT(gyre_web_springs) const double *gyre_web_springs(gyre_web_run *run) {
    size_t count = (size_t)gyre_web_spring_count(run);
    free(run->springs);
    run->springs = calloc(count + 1, GYRE_WEB_SPRING_NUMBERS * sizeof(double));
    if (!run->springs) return NULL;
    double *out = run->springs;
    gyre_force_def def;
    for (gyre_force_id force = {0}; next_spring(run, &force, &def);) {
        *out++ = index_of(run, def.body);
        out = put(out, place_of(run, def.body, def.parameters.spring.at));
        *out++ = gyre_body_is_none(def.other) ? -1 : index_of(run, def.other);
        out = put(out, place_of(run, def.other, def.parameters.spring.to_at));
    }
    return run->springs;
}

// ---- facts about bodies ----

GYRE_WEB_EXPORT(gyre_web_body_name) const char *gyre_web_body_name(const gyre_web_run *run, int body) {
    return has_body(run, body) ? gyre_body_name(run->world, run->bodies[body]) : NULL;
}

GYRE_WEB_EXPORT(gyre_web_body_facts) const double *gyre_web_body_facts(gyre_web_run *run, int body) {
    if (!has_body(run, body)) return NULL;
    gyre_body_kind kind = GYRE_BODY_DYNAMIC;
    gyre_mass_properties mass = {0};
    (void)gyre_body_get_kind(run->world, run->bodies[body], &kind);
    (void)gyre_body_get_mass(run->world, run->bodies[body], &mass);
    gyre_look look = gyre_scene_look(run->scene, run->bodies[body]);
    run->facts[0] = kind;
    run->facts[1] = mass.mass;
    put(put(run->facts + 2, mass.center), (gyre_vec3){look.color[0], look.color[1], look.color[2]});
    return run->facts;
}

GYRE_WEB_EXPORT(gyre_web_part_count) int gyre_web_part_count(const gyre_web_run *run, int body) {
    return has_body(run, body) ? (int)gyre_scene_look(run->scene, run->bodies[body]).part_count : 0;
}

static const gyre_look_part *part_at(const gyre_web_run *run, int body, int part) {
    return part >= 0 && part < gyre_web_part_count(run, body)
               ? &gyre_scene_look(run->scene, run->bodies[body]).parts[part]
               : NULL;
}

GYRE_WEB_EXPORT(gyre_web_part_shape) const char *gyre_web_part_shape(const gyre_web_run *run, int body, int part) {
    const gyre_look_part *look = part_at(run, body, part);
    return look ? gyre_shape_name(look->shape.kind) : NULL;
}

GYRE_WEB_EXPORT(gyre_web_part_numbers) const double *gyre_web_part_numbers(gyre_web_run *run, int body, int part) {
    const gyre_look_part *look = part_at(run, body, part);
    if (!look) return NULL;
    double *parameters = put_turn(put(run->part, look->pose.position), look->pose.orientation);
    for (int i = 0; i < GYRE_SHAPE_PARAMETERS_MAX; i++)
        parameters[i] = look->shape.parameters[i];
    return run->part;
}
