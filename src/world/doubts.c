/// Warnings about valid but suspicious input, and their limits.
#include "world/doubts.h"

#include "base/log.h"
#include "base/number_text.h"
#include "math/convert.h"
#include "world/body_layout.h"
#include "world/body_store.h"

#include <stdio.h>

static const double RADIANS_PER_DEGREE = 0.017453292519943295;
static const double TURN = 6.283185307179586; // [rad]

// True if this kind of warning has not been logged yet and there is a log.
static bool may_warn(const gyre_world *world, unsigned doubt) {
    return world->def.log.write && !(world->doubts & doubt);
}

void gyre_world_leave_doubts(gyre_world *world, unsigned doubts) { world->doubts = doubts; }

// ---- degrees ----

// True for multiples of 45 up to 360 and, above 360, for 540 and multiples of 360. 450, 630 and 900 give no warning,
// because they are also common in rad/s.
static bool is_number_of_degrees(double a) {
    a = magnitude(a);
    if (!(a >= 45 && a <= 3600)) return false;
    int n = (int)a;
    return a == n && (n <= 360 ? n % 45 == 0 : n == 540 || n % 360 == 0);
}

bool gyre_doubt_degrees(gyre_vec3 w, char text[DOUBT_TEXT_SIZE]) {
    const double components[3] = {w.x, w.y, w.z};
    for (int i = 0; i < 3; i++) {
        double a = components[i];
        if (!is_number_of_degrees(a)) continue;
        char radians[NUMBER_TEXT_SIZE];
        gyre_number_format(a * RADIANS_PER_DEGREE, radians);
        snprintf(text, DOUBT_TEXT_SIZE, "%c is %g rad/s, %.3g turns a second; if degrees a second were meant, give %s",
                 'x' + i, a, magnitude(a) / TURN, radians);
        return true;
    }
    return false;
}

void gyre_warn_of_degrees(gyre_world *world, const gyre_body_def *def) {
    char text[DOUBT_TEXT_SIZE];
    if (!may_warn(world, DOUBT_DEGREES) || !gyre_doubt_degrees(def->angular_velocity, text)) return;
    world->doubts |= DOUBT_DEGREES;
    gyre_log_line(&world->def.log, GYRE_LOG_WARNING, "%s: angular_velocity: %s", def->name ? def->name : "body", text);
}

// ---- steps ----

static const double STEP_DOUBTED = 1;         // [s]: a shorter step is not likely to be in milliseconds
static const double SPEED_DOUBTED = 50;       // [m/s]: five seconds of free fall on Earth
static const double SPRING_PHASE_DOUBTED = 2; // w h at which kick-drift-kick and semi-implicit Euler become unstable

static double inverse_mass_of(const gyre_world *world, gyre_body_id body) {
    uint32_t slot;
    if (!gyre_find_body_slot(world, body, &slot) || world->bodies.records[slot].kind != GYRE_BODY_DYNAMIC) return 0;
    mass_props m = gyre_store_props(world, slot);
    // a lock or a pivot makes the effective mass larger
    return m.free_x.x == 1 && m.free_x.y == 1 && m.free_x.z == 1 ? m.inv_mass : 0;
}

// Returns the highest frequency [rad/s] of a spring along its axis; *out_force is the slot of the spring.
static double fastest_spring(const gyre_world *world, uint32_t *out_force) {
    double fastest2 = 0;
    for (uint32_t i = 0; i < world->forces.count; i++) {
        const gyre_force_def *def = &world->forces.records[i].def;
        if (def->kind != GYRE_FORCE_spring || gyre_body_is_none(def->body)) continue;
        double w2 =
            def->parameters.spring.stiffness * (inverse_mass_of(world, def->body) + inverse_mass_of(world, def->other));
        if (w2 > fastest2) *out_force = i, fastest2 = w2;
    }
    return root(fastest2);
}

// Returns the largest angular velocity [rad/s].
static double fastest_turn(const gyre_world *world, uint32_t *out_body) {
    double fastest2 = 0;
    FOR_EACH_AWAKE_BODY(world, slot) {
        gyre_motion motion;
        if (gyre_body_get_motion(world, gyre_body_id_of(world, world->bodies.records[slot].id_index), &motion) !=
            GYRE_OK)
            continue;
        vec3 w = vec3_in(motion.angular_velocity);
        if (dot(w, w) > fastest2) *out_body = slot, fastest2 = dot(w, w);
    }
    return root(fastest2);
}

// True if long steps do not impair rotation: exact drifts without torques are exact for any step, and adaptive methods
// choose their steps.
static bool is_turning_exact(const gyre_world *world) {
    gyre_method method = world->def.method;
    if (gyre_method_is_adaptive(method)) return true;
    if (gyre_method_is_general(method) || method == GYRE_METHOD_semi_implicit_euler) return false;
    for (uint32_t i = 0; i < world->forces.count; i++) {
        gyre_force_kind kind = world->forces.records[i].def.kind;
        if (kind != GYRE_FORCE_field && kind != GYRE_FORCE_attraction) return false; // the force may exert a torque
    }
    return world->bodies.features[PARTITION_CONSTRAINED].pivot == 0; // gravity exerts a torque on a body with a pivot
}

bool gyre_doubt_step(const gyre_world *world, double h, char text[DOUBT_TEXT_SIZE]) {
    h = magnitude(h);
    if (!(h > STEP_DOUBTED)) return false;
    char what[100] = "", label[LABEL_SIZE];
    uint32_t culprit = 0;
    vec3 g = vec3_in(world->def.gravity);
    double speed = root(dot(g, g)) * h, turn = is_turning_exact(world) ? 0 : fastest_turn(world, &culprit) * h;
    if (speed > SPEED_DOUBTED)
        snprintf(what, sizeof what, "gravity changes velocities by %.3g m/s", speed);
    else if (turn > TURN)
        snprintf(what, sizeof what, "%.40s turns %.3g times", gyre_body_label(world, culprit, label), turn / TURN);
    else if (!gyre_method_is_adaptive(world->def.method)) {
        double phase = fastest_spring(world, &culprit) * h;
        if (phase > SPRING_PHASE_DOUBTED)
            snprintf(what, sizeof what, "%.40s would swing %.3g times", gyre_force_label(world, culprit, label),
                     phase / TURN);
    }
    if (!what[0]) return false;
    snprintf(text, DOUBT_TEXT_SIZE, "is %g s, and in one step %s; if milliseconds were meant, give %g", h, what,
             h / 1000);
    return true;
}

void gyre_warn_of_step(gyre_world *world, double h) {
    char text[DOUBT_TEXT_SIZE];
    if (!may_warn(world, DOUBT_STEP) || !gyre_doubt_step(world, h, text)) return;
    world->doubts |= DOUBT_STEP;
    gyre_log_line(&world->def.log, GYRE_LOG_WARNING, "world: the step %s", text);
}

// ---- lever arms ----

static const double ARM_DOUBTED = 100; // radii of gyration

// Returns |a|, also if its square overflows.
static double length_of(vec3 a) {
    double largest = larger(larger(magnitude(a.x), magnitude(a.y)), magnitude(a.z));
    return largest > 0 ? largest * length(scale(1 / largest, a)) : 0;
}

// True if a lever arm from the reference point is suspiciously long for a body that can rotate.
static bool is_arm_doubted(const gyre_world *world, uint32_t slot, vec3 arm, char text[DOUBT_TEXT_SIZE]) {
    if (world->bodies.records[slot].kind != GYRE_BODY_DYNAMIC) return false;
    mass_props m = gyre_store_props(world, slot);
    double largest = larger(larger(m.inertia.x, m.inertia.y), m.inertia.z);
    bool can_turn = m.free_r.x != 0 || m.free_r.y != 0 || m.free_r.z != 0;
    double radius = root(largest * m.inv_mass), far = length_of(arm);
    if (!can_turn || !(radius > 0) || !(far > ARM_DOUBTED * radius)) return false;
    snprintf(text, DOUBT_TEXT_SIZE,
             "is %.3g m from the body's centre, %.3g times its radius of gyration (%.3g m): is it in another frame or "
             "unit?",
             far, far / radius, radius);
    return true;
}

void gyre_warn_of_arm(gyre_world *world, uint32_t slot, gyre_vec3 arm) {
    char text[DOUBT_TEXT_SIZE], label[LABEL_SIZE];
    if (!may_warn(world, DOUBT_ARM) || !is_arm_doubted(world, slot, vec3_in(arm), text)) return;
    world->doubts |= DOUBT_ARM;
    gyre_log_line(&world->def.log, GYRE_LOG_WARNING, "%.60s: the point of application %s",
                  gyre_body_label(world, slot, label), text);
}

static bool is_point_doubted(const gyre_world *world, gyre_body_id body, const gyre_point *point,
                             char text[DOUBT_TEXT_SIZE]) {
    uint32_t slot;
    if (point->kind == GYRE_AT_CENTER || !gyre_find_body_slot(world, body, &slot)) return false;
    vec3 from = point->kind == GYRE_AT_BODY ? vec3_in(gyre_record_reference(&world->bodies.records[slot]))
                                            : gyre_store_get(world, slot).x;
    return is_arm_doubted(world, slot, sub(vec3_in(point->p), from), text);
}

bool gyre_doubt_arm_of_force(const gyre_world *world, const gyre_force_def *def, const char **out_field,
                             char text[DOUBT_TEXT_SIZE]) {
    size_t count;
    const gyre_force_field_row *rows = gyre_force_fields(def->kind, &count);
    if (def->kind == GYRE_FORCE_attraction) return false; // acts at the centre of mass
    for (size_t i = 0; i < count; i++) {
        bool is_own = rows[i].type == GYRE_FIELD_point || rows[i].type == GYRE_FIELD_body_point;
        if (!is_own && rows[i].type != GYRE_FIELD_other_point) continue;
        const gyre_point *point = (const gyre_point *)(const void *)((const char *)&def->parameters + rows[i].offset);
        *out_field = rows[i].name;
        if (is_point_doubted(world, is_own ? def->body : def->other, point, text)) return true;
    }
    return false;
}

void gyre_warn_of_force(gyre_world *world, const gyre_force_def *def) {
    char text[DOUBT_TEXT_SIZE];
    const char *field;
    if (!may_warn(world, DOUBT_ARM) || !gyre_doubt_arm_of_force(world, def, &field, text)) return;
    world->doubts |= DOUBT_ARM;
    gyre_log_line(&world->def.log, GYRE_LOG_WARNING, "%.60s: %s: %s",
                  def->name ? def->name : gyre_force_kind_name(def->kind), field, text);
}
