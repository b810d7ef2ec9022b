/// Input by hand: impulses, and a spring between a point of a body and a point in the world.
///
/// The library's spring damps motion along its line only, so a held body would circle the hand forever.
/// Instead the spring has no damper: the damping force -c v at the held point is computed before every step and
/// constant during the step. No force then depends on velocity, so every method supports it.
#include "web_run.h"

#include <stdlib.h>

static const double DAMPING_RATIO = 0.6;   // of the spring; 1 is critical damping
static const double ANGLE_PER_STEP = 0.35; // largest phase of the spring per step [rad], for stable explicit methods

static gyre_vec3 minus(gyre_vec3 a, gyre_vec3 b) { return (gyre_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static gyre_vec3 plus(gyre_vec3 a, gyre_vec3 b) { return (gyre_vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static gyre_vec3 times(double s, gyre_vec3 a) { return (gyre_vec3){s * a.x, s * a.y, s * a.z}; }

static bool is_movable(const gyre_web_run *run, int body) {
    gyre_body_kind kind;
    return run->world && body >= 0 && body < run->body_count &&
           gyre_body_get_kind(run->world, run->bodies[body], &kind) == GYRE_OK && kind == GYRE_BODY_DYNAMIC;
}

// Lower bound of the effective mass at a model point: 1/m_eff = 1/m + n . [r]^T I^-1 [r] n for a force along n, where
// the last term is at most the trace of [r]^T I^-1 [r].
static double felt_mass(const gyre_mass_properties *body, gyre_vec3 point) {
    gyre_mass mass;
    gyre_quat axes;
    if (gyre_mass_principal(body, &mass, &axes) != GYRE_OK) return body->mass;
    gyre_vec3 r = gyre_quat_rotate_back(axes, minus(point, body->center));
    double xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z, inverse = 1 / mass.mass;
    if (mass.inertia.x > 0) inverse += (yy + zz) / mass.inertia.x;
    if (mass.inertia.y > 0) inverse += (xx + zz) / mass.inertia.y;
    if (mass.inertia.z > 0) inverse += (xx + yy) / mass.inertia.z;
    return 1 / inverse;
}

static gyre_result let_go(gyre_web_run *run) {
    if (!run->hand.is_holding) return GYRE_OK;
    run->hand.is_holding = false;
    gyre_result r = gyre_world_clear_applied(run->world);
    return r == GYRE_OK ? gyre_world_remove_force(run->world, run->hand.spring) : r;
}

static gyre_result take_hold(gyre_web_run *run, const web_input *input) {
    gyre_result r = let_go(run);
    gyre_body_id body = run->bodies[input->body];
    gyre_motion motion;
    gyre_mass_properties mass;
    if (r == GYRE_OK) r = gyre_body_get_motion(run->world, body, &motion);
    if (r == GYRE_OK) r = gyre_body_get_mass(run->world, body, &mass);
    if (r != GYRE_OK) return r;

    web_hand hand = {.is_holding = true, .body = input->body, .target = input->point};
    hand.grip = gyre_quat_rotate_back(motion.orientation, minus(input->point, motion.position));
    double dt = gyre_web_dt(run), mass_there = felt_mass(&mass, hand.grip);
    double rate = input->rate * dt < ANGLE_PER_STEP ? input->rate : ANGLE_PER_STEP / dt;
    hand.damping = 2 * DAMPING_RATIO * mass_there * rate;

    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.body = body;
    spring.parameters.spring.at = (gyre_point){GYRE_AT_BODY, hand.grip};
    spring.parameters.spring.to_at = (gyre_point){GYRE_AT_WORLD, hand.target};
    spring.parameters.spring.stiffness = mass_there * rate * rate;
    r = gyre_world_add_force(run->world, &spring, &hand.spring);
    if (r == GYRE_OK) run->hand = hand;
    return r;
}

static gyre_result move_hand(gyre_web_run *run, gyre_vec3 target) {
    if (!run->hand.is_holding) return GYRE_OK;
    gyre_force_def spring;
    gyre_result r = gyre_force_get(run->world, run->hand.spring, &spring);
    if (r != GYRE_OK) return r;
    spring.parameters.spring.to_at.p = target;
    return gyre_force_set_parameters(run->world, run->hand.spring, &spring.parameters);
}

gyre_result gyre_web_do(gyre_web_run *run, const web_input *input) {
    switch (input->deed) {
    case WEB_PUSH:
        return gyre_body_apply_impulse(run->world, run->bodies[input->body], input->impulse, input->point);
    case WEB_GRAB:
        return take_hold(run, input);
    case WEB_MOVE:
        return move_hand(run, input->point);
    case WEB_RELEASE:
        return let_go(run);
    }
    return GYRE_ERR_OPTION;
}

gyre_result gyre_web_before_step(gyre_web_run *run) {
    const web_hand *hand = &run->hand;
    if (!hand->is_holding) return GYRE_OK;
    gyre_body_id body = run->bodies[hand->body];
    gyre_motion motion;
    gyre_vec3 velocity = {0};
    // removes the force of an earlier call that no step has used; the hand may have moved since that call
    gyre_result r = gyre_world_clear_applied(run->world);
    if (r == GYRE_OK) r = gyre_body_get_motion(run->world, body, &motion);
    if (r != GYRE_OK) return r;
    gyre_vec3 point = plus(motion.position, gyre_quat_rotate(motion.orientation, hand->grip));
    r = gyre_body_velocity_at(run->world, body, point, &velocity);
    if (r != GYRE_OK) return r;
    return gyre_body_apply_force(run->world, body, times(-hand->damping, velocity), point);
}

static bool reserve_input(gyre_web_run *run) {
    if (run->inputs && run->input_count < run->input_capacity) return true;
    size_t capacity = 2 * run->input_capacity + 64;
    web_input *more = realloc(run->inputs, capacity * sizeof *more);
    if (!more) return false;
    run->inputs = more;
    run->input_capacity = capacity;
    return true;
}

// Records an input. Of several moves before the same step, only the last move is kept.
static void remember(gyre_web_run *run, const web_input *input) {
    bool is_moved_again = input->deed == WEB_MOVE && run->last_deed == WEB_MOVE && run->last_step == input->step;
    if (is_moved_again && run->input_count > 0) run->input_count--;
    run->inputs[run->input_count++] = *input;
    run->last_deed = input->deed;
    run->last_step = input->step;
}

// Performs and records an input. Without memory for the record it fails and changes nothing, because an export could
// not repeat the input.
static int act(gyre_web_run *run, web_input input) {
    input.step = gyre_world_step_count(run->world);
    gyre_result r = reserve_input(run) ? gyre_web_do(run, &input) : GYRE_ERR_NO_MEMORY;
    if (r == GYRE_OK) remember(run, &input);
    return gyre_web_say(run, r, NULL);
}

GYRE_WEB_EXPORT(gyre_web_push)
int gyre_web_push(gyre_web_run *run, int body, double jx, double jy, double jz, double px, double py, double pz) {
    if (!is_movable(run, body)) return 0;
    return act(run, (web_input){.deed = WEB_PUSH, .body = body, .impulse = {jx, jy, jz}, .point = {px, py, pz}});
}

GYRE_WEB_EXPORT(gyre_web_grab)
int gyre_web_grab(gyre_web_run *run, int body, double px, double py, double pz, double rate) {
    if (!is_movable(run, body)) return 0;
    return act(run, (web_input){.deed = WEB_GRAB, .body = body, .point = {px, py, pz}, .rate = rate});
}

GYRE_WEB_EXPORT(gyre_web_move_hand) int gyre_web_move_hand(gyre_web_run *run, double x, double y, double z) {
    if (!run->hand.is_holding) return 0;
    return act(run, (web_input){.deed = WEB_MOVE, .point = {x, y, z}});
}

GYRE_WEB_EXPORT(gyre_web_release) int gyre_web_release(gyre_web_run *run) {
    if (!run->hand.is_holding) return 0;
    return act(run, (web_input){.deed = WEB_RELEASE});
}

GYRE_WEB_EXPORT(gyre_web_is_touched) int gyre_web_is_touched(const gyre_web_run *run) { return run->input_count > 0; }
