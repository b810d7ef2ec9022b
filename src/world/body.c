/// Adds, removes and changes bodies.
#include "base/log.h"
#include "base/memory.h"
#include "math/convert.h"
#include "math/finite.h"
#include "world/body_spec.h"
#include "world/body_store.h"
#include "world/constraint_hook.h"
#include "world/doubts.h"
#include "world/force_store.h"
#include "world/path.h"
#include "world/sleep.h"

#include <stdio.h>
#include <string.h>

// ---- names ----

const char *gyre_body_label(const gyre_world *world, uint32_t slot, char buffer[LABEL_SIZE]) {
    const body_record *record = &world->bodies.records[slot];
    if (record->name) return record->name;
    snprintf(buffer, LABEL_SIZE, "body #%u", record->id_index);
    return buffer;
}

gyre_result gyre_name_check(const gyre_world *world, const name_table *table, const char *name) {
    const char *problem = !name[0]                                  ? "is empty"
                          : strcmp(name, "world") == 0              ? "is reserved"
                          : strlen(name) > NAME_LENGTH_MAX          ? "is longer than 255 bytes"
                          : gyre_name_table_find(table, name, NULL) ? "is taken"
                                                                    : NULL;
    if (!problem) return GYRE_OK;
    gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "the name '%.100s' %s", name, problem);
    return GYRE_ERR_NAME;
}

char *gyre_copy_text(const gyre_world *world, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = gyre_take_array(&world->def.allocator, size, 1);
    if (copy) memcpy(copy, text, size);
    return copy;
}

// ---- adding and removing ----

static void free_copies(const gyre_world *world, body_spec *spec) {
    gyre_give_back(&world->def.allocator, spec->name);
    gyre_give_back(&world->def.allocator, spec->path);
}

// Reserves memory for a new body and copies the name and the path of its definition.
static gyre_result copy_owned_data(gyre_world *world, const gyre_body_def *def, body_spec *spec) {
    gyre_result r = gyre_body_store_reserve(world, (size_t)world->bodies.count + 1);
    if (r != GYRE_OK) return r;
    if (def->name) {
        if (!gyre_name_table_reserve(&world->bodies.names, &world->def.allocator, 1)) return GYRE_ERR_NO_MEMORY;
        spec->name = gyre_copy_text(world, def->name);
        if (!spec->name) return GYRE_ERR_NO_MEMORY;
    }
    if (def->path_count > 0) {
        spec->path = gyre_take_array(&world->def.allocator, def->path_count, sizeof *spec->path);
        if (!spec->path) return GYRE_ERR_NO_MEMORY;
        memcpy(spec->path, def->path, def->path_count * sizeof *spec->path);
        gyre_path_prepare(spec->path, def->path_count);
    }
    return GYRE_OK;
}

// Finite velocities can give infinite momenta: the product of a large mass and a large velocity overflows.
static gyre_result state_check(const gyre_world *world, const char *what, const state *Y) {
    if (is_finite_vec3(vec3_out(Y->x)) && is_finite_quat(quat_out(Y->q)) && is_finite_vec3(vec3_out(Y->P)) &&
        is_finite_vec3(vec3_out(Y->L)))
        return GYRE_OK;
    gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "%s: centre of mass and momenta must be finite, but overflow", what);
    return GYRE_ERR_NOT_FINITE;
}

static state first_state(const gyre_world *world, const gyre_body_def *def, const body_spec *spec, vec3 *out_m) {
    gyre_motion motion = gyre_record_first_motion(def);
    if (def->path_count > 0) motion = gyre_record_path_motion(spec, gyre_world_time(world), false);
    return gyre_record_state(world, def->name && def->name[0] ? def->name : "body", spec, &motion, out_m);
}

gyre_result gyre_world_add_body(gyre_world *world, const gyre_body_def *def, gyre_body_id *out_body) {
    if (!def || !out_body) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_world_check_idle(world);
    body_spec spec;
    if (r == GYRE_OK) r = gyre_record_make(world, def, &spec);
    if (r == GYRE_OK && def->name) r = gyre_name_check(world, &world->bodies.names, def->name);
    if (r != GYRE_OK) return r;
    state Y;
    vec3 m;
    r = copy_owned_data(world, def, &spec);
    if (r == GYRE_OK) {
        Y = first_state(world, def, &spec, &m);
        r = state_check(world, def->name ? def->name : "body", &Y);
    }
    if (r == GYRE_OK) r = gyre_store_reserve_for(world, &spec);
    if (r != GYRE_OK) {
        free_copies(world, &spec);
        return r;
    }
    gyre_world_begin_edit(world);
    uint32_t slot = gyre_store_add(world, &spec, &Y, m);
    if (spec.name) gyre_name_table_insert(&world->bodies.names, spec.name, world->bodies.records[slot].id_index);
    *out_body = gyre_body_id_of(world, world->bodies.records[slot].id_index);
    gyre_warn_of_degrees(world, def);
    return GYRE_OK;
}

// Finds the slot of a body that can be edited now.
static gyre_result find_to_change(gyre_world *world, gyre_body_id body, uint32_t *out_slot) {
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    return gyre_find_body_slot(world, body, out_slot) ? GYRE_OK : GYRE_ERR_STALE_ID;
}

gyre_result gyre_world_remove_body(gyre_world *world, gyre_body_id body) {
    uint32_t slot;
    gyre_result r = find_to_change(world, body, &slot);
    if (r != GYRE_OK) return r;
    gyre_world_begin_edit(world);
    gyre_force_store_remove_of(world, body); // wakes bodies on which these forces act: slots may change
    if (!gyre_find_body_slot(world, body, &slot)) return GYRE_ERR_STALE_ID;
    if (world->bodies.records[slot].name)
        gyre_name_table_remove(&world->bodies.names, world->bodies.records[slot].name);
    gyre_store_remove(world, slot);
    return GYRE_OK;
}

int gyre_body_is_valid(const gyre_world *world, gyre_body_id body) {
    uint32_t slot;
    return world && gyre_find_body_slot(world, body, &slot);
}

gyre_body_id gyre_world_next_body(const gyre_world *world, gyre_body_id body) {
    if (!world) return (gyre_body_id){0};
    uint32_t index = gyre_id_next(&world->bodies.ids, gyre_body_is_none(body) ? 0 : body.index + 1);
    if (index == ID_NONE) return (gyre_body_id){0};
    return gyre_body_id_of(world, index);
}

gyre_result gyre_world_find_body(const gyre_world *world, const char *name, gyre_body_id *out_body) {
    if (!world || !name || !out_body) return GYRE_ERR_NULL_POINTER;
    uint32_t index;
    if (!gyre_name_table_find(&world->bodies.names, name, &index)) return GYRE_ERR_NAME;
    *out_body = gyre_body_id_of(world, index);
    return GYRE_OK;
}

// ---- setting poses and velocities ----

static gyre_result motion_check(const gyre_world *world, const char *what, gyre_motion *motion) {
    gyre_result r = gyre_finite_check(world, what, "position", motion->position);
    if (r == GYRE_OK) r = gyre_finite_check(world, what, "velocity", motion->velocity);
    if (r == GYRE_OK) r = gyre_finite_check(world, what, "angular_velocity", motion->angular_velocity);
    return r == GYRE_OK ? gyre_orientation_check(world, what, motion->orientation, &motion->orientation) : r;
}

static gyre_motion motion_of(const gyre_world *world, uint32_t slot) {
    mass_props m = gyre_store_props(world, slot);
    state Y = gyre_store_get(world, slot);
    return gyre_record_motion(&world->bodies.records[slot], &m, &Y);
}

// A path determines the motion of its body, so the motion cannot be set.
static gyre_result refuse_path(const gyre_world *world, uint32_t slot) {
    char buffer[LABEL_SIZE];
    gyre_log_line(
        &world->def.log, GYRE_LOG_ERROR,
        "%s: pose and velocity of a body with a path cannot be set; make it dynamic with gyre_body_set_kind first",
        gyre_body_label(world, slot, buffer));
    return GYRE_ERR_PATH;
}

gyre_result gyre_world_set_motions(gyre_world *world, const gyre_body_id *bodies, size_t count,
                                   const gyre_motion *motions) {
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    if (!motions && count > 0) return GYRE_ERR_NULL_POINTER;
    if (!bodies) r = gyre_all_bodies_check(world, count);
    if (r != GYRE_OK) return r;
    // check all bodies before the first change
    for (int is_change = 0; is_change < 2; is_change++) {
        if (is_change) gyre_world_begin_edit(world);
        gyre_body_id id = {0};
        for (size_t i = 0; i < count; i++) {
            id = bodies ? bodies[i] : gyre_world_next_body(world, id);
            uint32_t slot;
            if (!gyre_find_body_slot(world, id, &slot)) return GYRE_ERR_STALE_ID;
            bool is_on_path = gyre_extras_of(&world->bodies.records[slot])->path_count > 0;
            if (is_on_path && !bodies) continue; // without a list, bodies with paths are skipped
            if (is_on_path) return refuse_path(world, slot);
            char buffer[LABEL_SIZE];
            gyre_motion motion = motions[i];
            const char *label = gyre_body_label(world, slot, buffer);
            r = motion_check(world, label, &motion);
            vec3 m;
            body_spec spec = gyre_store_spec(world, slot);
            state Y = gyre_record_state(world, is_change ? label : NULL, &spec, &motion, &m);
            if (r == GYRE_OK) r = state_check(world, label, &Y);
            if (r != GYRE_OK) return r;
            if (is_change) gyre_store_set(world, gyre_wake(world, slot), &Y, m);
        }
    }
    return GYRE_OK;
}

gyre_result gyre_body_set_motion(gyre_world *world, gyre_body_id body, const gyre_motion *motion) {
    if (!motion) return GYRE_ERR_NULL_POINTER;
    return gyre_world_set_motions(world, &body, 1, motion);
}

gyre_result gyre_body_set_pose(gyre_world *world, gyre_body_id body, gyre_pose pose) {
    uint32_t slot;
    gyre_result r = find_to_change(world, body, &slot);
    if (r != GYRE_OK) return r;
    gyre_motion motion = motion_of(world, slot);
    motion.position = pose.position;
    motion.orientation = pose.orientation;
    if (world->bodies.records[slot].has_pivot && world->bodies.records[slot].kind == GYRE_BODY_DYNAMIC)
        motion.velocity = (gyre_vec3){0, 0, 0}; // follows from the pivot and the angular velocity
    return gyre_body_set_motion(world, body, &motion);
}

// Changes the momenta of a body between steps, or from the constraint hook.
static void change_momenta(gyre_world *world, uint32_t slot, const state *Y, vec3 m) {
    if (world->phase == PHASE_IDLE) {
        gyre_world_begin_edit(world);
        slot = gyre_wake(world, slot);
    }
    state before = gyre_store_get(world, slot);
    gyre_store_save(world, world->bodies.moving[world->bodies.current], slot, Y, m);
    if (world->phase == PHASE_SOLVING) gyre_hook_record(world, slot, &before, Y);
}

// Finds the slot of a body whose momenta can be changed now: between steps, or from the constraint hook.
static gyre_result find_to_change_momenta(gyre_world *world, gyre_body_id body, uint32_t *out_slot) {
    if (!world) return GYRE_ERR_NULL_POINTER;
    if (world->phase == PHASE_STEPPING || world->is_in_callback) return GYRE_ERR_STEPPING;
    if (!gyre_find_body_slot(world, body, out_slot)) return GYRE_ERR_STALE_ID;
    bool is_asleep = world->bodies.records[*out_slot].is_asleep; // a body cannot be woken inside a step
    return world->phase == PHASE_SOLVING && is_asleep ? GYRE_ERR_STEPPING : GYRE_OK;
}

gyre_result gyre_body_set_velocity(gyre_world *world, gyre_body_id body, gyre_vec3 velocity,
                                   gyre_vec3 angular_velocity) {
    uint32_t slot;
    gyre_result r = find_to_change_momenta(world, body, &slot);
    if (r != GYRE_OK) return r;
    if (gyre_extras_of(&world->bodies.records[slot])->path_count > 0) return refuse_path(world, slot);
    char buffer[LABEL_SIZE];
    gyre_motion motion = motion_of(world, slot);
    motion.velocity = velocity;
    motion.angular_velocity = angular_velocity;
    const char *label = gyre_body_label(world, slot, buffer);
    r = motion_check(world, label, &motion);
    if (r != GYRE_OK) return r;
    vec3 m;
    body_spec spec = gyre_store_spec(world, slot);
    state wanted = gyre_record_state(world, label, &spec, &motion, &m);
    r = state_check(world, label, &wanted);
    if (r != GYRE_OK) return r;
    // changes only the momenta: the current and the previous pose stay bit-identical
    state Y = gyre_store_get(world, slot);
    Y.P = wanted.P;
    Y.L = wanted.L;
    change_momenta(world, slot, &Y, m);
    return GYRE_OK;
}

// ---- changing settings of bodies ----

// Converts the applied wrench to the new reference point, which has moved by -shift.
static void move_applied(gyre_world *world, uint32_t slot, vec3 shift) {
    if (!world->bodies.has_applied) return;
    wrench W = gyre_store_applied(world, slot);
    W.tau = add(W.tau, cross(shift, W.F));
    gyre_store_set_applied(world, slot, W);
}

// Replaces the settings of a body. The pose of the model frame and the velocities of material points do not change.
static gyre_result change_body(gyre_world *world, uint32_t slot, const body_spec *changed) {
    char buffer[LABEL_SIZE];
    const char *label = gyre_body_label(world, slot, buffer);
    body_spec next = *changed;
    next.is_asleep = false;
    gyre_result r = gyre_record_derive(world, label, &next);
    if (r != GYRE_OK) return r;
    gyre_motion motion = motion_of(world, slot);
    // velocity of the new centre of mass
    vec3 shift = sub(vec3_in(next.properties.center), vec3_in(world->bodies.records[slot].properties.center));
    vec3 arm = rotate(quat_in(motion.orientation), shift);
    motion.velocity = vec3_out(add(vec3_in(motion.velocity), cross(vec3_in(motion.angular_velocity), arm)));
    vec3 m;
    state Y = gyre_record_state(world, label, &next, &motion, &m);
    r = state_check(world, label, &Y);
    if (r == GYRE_OK) r = gyre_store_reserve_for(world, &next);
    if (r != GYRE_OK) return r;
    gyre_world_begin_edit(world);
    slot = gyre_store_change(world, slot, &next);
    move_applied(world, slot, sub(gyre_store_get(world, slot).x, Y.x));
    gyre_store_set(world, slot, &Y, m);
    gyre_force_store_resolve_of(world, gyre_body_id_of(world, world->bodies.records[slot].id_index));
    return GYRE_OK;
}

gyre_result gyre_body_set_mass(gyre_world *world, gyre_body_id body, const gyre_mass_properties *mass) {
    if (!mass) return GYRE_ERR_NULL_POINTER;
    uint32_t slot;
    gyre_result r = find_to_change(world, body, &slot);
    if (r != GYRE_OK) return r;
    body_spec changed = gyre_store_spec(world, slot);
    changed.properties = *mass;
    return change_body(world, slot, &changed);
}

gyre_result gyre_body_set_kind(gyre_world *world, gyre_body_id body, gyre_body_kind kind) {
    uint32_t slot;
    gyre_result r = find_to_change(world, body, &slot);
    if (r != GYRE_OK) return r;
    char buffer[LABEL_SIZE];
    r = gyre_choice_check(&world->def.log, gyre_body_label(world, slot, buffer), "kind", (int)kind,
                          GYRE_BODY_KIND_COUNT - 1);
    if (r != GYRE_OK) return r;
    if (kind == world->bodies.records[slot].kind) return GYRE_OK;
    body_spec changed = gyre_store_spec(world, slot);
    gyre_path_point *path = changed.path;
    changed.kind = kind;
    if (kind != GYRE_BODY_KINEMATIC) {
        changed.path = NULL;
        changed.path_count = 0;
    }
    r = change_body(world, slot, &changed);
    if (r == GYRE_OK && path && !changed.path) {
        gyre_give_back(&world->def.allocator, path);
        world->bodies.path_count--;
    }
    return r;
}

gyre_result gyre_body_set_locks(gyre_world *world, gyre_body_id body, unsigned locks) {
    uint32_t slot;
    gyre_result r = find_to_change(world, body, &slot);
    if (r != GYRE_OK) return r;
    if (locks == world->bodies.records[slot].locks) return GYRE_OK;
    body_spec changed = gyre_store_spec(world, slot);
    changed.locks = locks;
    return change_body(world, slot, &changed);
}

gyre_result gyre_body_set_damping(gyre_world *world, gyre_body_id body, double linear, double angular) {
    uint32_t slot;
    gyre_result r = find_to_change(world, body, &slot);
    if (r != GYRE_OK) return r;
    char buffer[LABEL_SIZE];
    r = gyre_damping_check(world, gyre_body_label(world, slot, buffer), linear, angular);
    if (r != GYRE_OK) return r;
    body_spec changed = gyre_store_spec(world, slot);
    changed.linear_damping = linear;
    changed.angular_damping = angular;
    changed.is_asleep = false;
    r = gyre_store_reserve_for(world, &changed);
    if (r != GYRE_OK) return r;
    gyre_store_change(world, gyre_wake(world, slot), &changed);
    return GYRE_OK;
}

gyre_result gyre_body_set_user_data(gyre_world *world, gyre_body_id body, uint64_t user_data) {
    uint32_t slot;
    gyre_result r = find_to_change(world, body, &slot);
    if (r != GYRE_OK) return r;
    world->is_wrench_current = false; // callback forces can depend on it
    world->bodies.records[slot].user_data = user_data;
    return GYRE_OK;
}

// ---- applying forces and impulses ----

// Finds the slot of a body if the body can be changed now.
typedef gyre_result (*finder)(gyre_world *world, gyre_body_id body, uint32_t *out_slot);

static gyre_result applied_check(gyre_world *world, finder find, gyre_body_id body, gyre_vec3 a, gyre_vec3 b,
                                 uint32_t *out_slot) {
    gyre_result r = find(world, body, out_slot);
    if (r != GYRE_OK) return r;
    if (is_finite_vec3(a) && is_finite_vec3(b)) return GYRE_OK;
    char buffer[LABEL_SIZE];
    gyre_vec3 wrong = is_finite_vec3(a) ? b : a;
    gyre_log_line(&world->def.log, GYRE_LOG_ERROR,
                  "%s: the applied force, torque or impulse and its point must be finite, is (%g, %g, %g)",
                  gyre_body_label(world, *out_slot, buffer), wrong.x, wrong.y, wrong.z);
    return GYRE_ERR_NOT_FINITE;
}

static gyre_result apply_wrench(gyre_world *world, gyre_body_id body, gyre_vec3 force, gyre_vec3 torque) {
    uint32_t slot;
    gyre_result r = applied_check(world, find_to_change, body, force, torque, &slot);
    if (r != GYRE_OK) return r;
    wrench W = gyre_store_applied(world, slot);
    W = (wrench){add(W.F, vec3_in(force)), add(W.tau, vec3_in(torque))};
    if (!is_finite_vec3(vec3_out(W.F)) || !is_finite_vec3(vec3_out(W.tau))) return GYRE_ERR_NOT_FINITE;
    r = gyre_store_reserve_applied(world);
    if (r != GYRE_OK) return r;
    gyre_store_set_applied(world, gyre_wake(world, slot), W);
    return GYRE_OK;
}

gyre_result gyre_body_apply_force(gyre_world *world, gyre_body_id body, gyre_vec3 force, gyre_vec3 point) {
    uint32_t slot;
    gyre_result r = applied_check(world, find_to_change, body, force, point, &slot);
    if (r != GYRE_OK) return r;
    vec3 arm = sub(vec3_in(point), gyre_store_get(world, slot).x);
    gyre_warn_of_arm(world, slot, vec3_out(arm));
    return apply_wrench(world, body, force, vec3_out(cross(arm, vec3_in(force))));
}

gyre_result gyre_body_apply_force_at_model_point(gyre_world *world, gyre_body_id body, gyre_vec3 force,
                                                 gyre_vec3 model_point) {
    uint32_t slot;
    gyre_vec3 point;
    gyre_result r = applied_check(world, find_to_change, body, force, model_point, &slot);
    if (r == GYRE_OK) r = gyre_body_world_point(world, body, model_point, &point);
    return r == GYRE_OK ? gyre_body_apply_force(world, body, force, point) : r;
}

gyre_result gyre_body_apply_force_at_center(gyre_world *world, gyre_body_id body, gyre_vec3 force) {
    uint32_t slot;
    gyre_result r = applied_check(world, find_to_change, body, force, force, &slot);
    if (r != GYRE_OK) return r;
    state Y = gyre_store_get(world, slot);
    vec3 arm = rotate(Y.q, gyre_store_props(world, slot).center);
    return apply_wrench(world, body, force, vec3_out(cross(arm, vec3_in(force))));
}

gyre_result gyre_body_apply_torque(gyre_world *world, gyre_body_id body, gyre_vec3 torque) {
    return apply_wrench(world, body, (gyre_vec3){0, 0, 0}, torque);
}

static gyre_result change_by_impulse(gyre_world *world, uint32_t slot, vec3 impulse, vec3 angular_impulse) {
    if (world->bodies.records[slot].kind != GYRE_BODY_DYNAMIC) return GYRE_OK;
    mass_props m = gyre_store_props(world, slot);
    state Y = gyre_store_get(world, slot);
    Y.P = add(Y.P, times(m.free_x, impulse));
    Y.L = add(Y.L, times(m.free_r, angular_impulse));
    vec3 m_body = rotate_back(Y.q, Y.L);
    if (!is_finite_vec3(vec3_out(Y.P)) || !is_finite_vec3(vec3_out(Y.L)) || !is_finite_vec3(vec3_out(m_body)))
        return GYRE_ERR_NOT_FINITE;
    change_momenta(world, slot, &Y, m_body);
    return GYRE_OK;
}

gyre_result gyre_body_apply_impulse(gyre_world *world, gyre_body_id body, gyre_vec3 impulse, gyre_vec3 point) {
    uint32_t slot;
    gyre_result r = applied_check(world, find_to_change_momenta, body, impulse, point, &slot);
    if (r != GYRE_OK) return r;
    vec3 arm = sub(vec3_in(point), gyre_store_get(world, slot).x);
    gyre_warn_of_arm(world, slot, vec3_out(arm));
    return change_by_impulse(world, slot, vec3_in(impulse), cross(arm, vec3_in(impulse)));
}

gyre_result gyre_body_apply_impulse_at_model_point(gyre_world *world, gyre_body_id body, gyre_vec3 impulse,
                                                   gyre_vec3 model_point) {
    uint32_t slot;
    gyre_vec3 point;
    gyre_result r = applied_check(world, find_to_change_momenta, body, impulse, model_point, &slot);
    if (r == GYRE_OK) r = gyre_body_world_point(world, body, model_point, &point);
    return r == GYRE_OK ? gyre_body_apply_impulse(world, body, impulse, point) : r;
}

gyre_result gyre_body_apply_angular_impulse(gyre_world *world, gyre_body_id body, gyre_vec3 impulse) {
    uint32_t slot;
    gyre_result r = applied_check(world, find_to_change_momenta, body, impulse, impulse, &slot);
    if (r != GYRE_OK) return r;
    return change_by_impulse(world, slot, (vec3){0, 0, 0}, vec3_in(impulse));
}

gyre_result gyre_world_clear_applied(gyre_world *world) {
    gyre_result r = gyre_world_check_idle(world);
    if (r == GYRE_OK) gyre_store_clear_applied(world);
    return r;
}
