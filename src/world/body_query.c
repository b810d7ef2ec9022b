/// Read-only functions of bodies.
#include "math/convert.h"
#include "math/finite.h"
#include "state/convert_state.h"
#include "world/body_spec.h"
#include "world/body_store.h"
#include "world/totals.h"

static gyre_result find_slot(const gyre_world *world, gyre_body_id body, const void *out, uint32_t *out_slot) {
    if (!world || !out) return GYRE_ERR_NULL_POINTER;
    return gyre_find_body_slot(world, body, out_slot) ? GYRE_OK : GYRE_ERR_STALE_ID;
}

// ---- motion ----

// Returns the slot of the next requested body: the next in the list, or, without a list, the next of all bodies in the
// order of ids.
static gyre_result next_slot(const gyre_world *world, const gyre_body_id *bodies, size_t i, gyre_body_id *id,
                             uint32_t *out_slot) {
    *id = bodies ? bodies[i] : gyre_world_next_body(world, *id);
    return gyre_find_body_slot(world, *id, out_slot) ? GYRE_OK : GYRE_ERR_STALE_ID;
}

static gyre_result list_check(const gyre_world *world, const gyre_body_id *bodies, size_t count, const void *out) {
    if (!world || (!out && count > 0)) return GYRE_ERR_NULL_POINTER;
    if (!bodies) return gyre_all_bodies_check(world, count);
    uint32_t slot;
    for (size_t i = 0; i < count; i++)
        if (!gyre_find_body_slot(world, bodies[i], &slot)) return GYRE_ERR_STALE_ID;
    return GYRE_OK;
}

gyre_result gyre_world_get_motions(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                   gyre_motion *out_motions) {
    gyre_result r = list_check(world, bodies, count, out_motions);
    gyre_body_id id = {0};
    for (size_t i = 0; r == GYRE_OK && i < count; i++) {
        uint32_t slot;
        r = next_slot(world, bodies, i, &id, &slot);
        if (r != GYRE_OK) break;
        mass_props m = gyre_store_props(world, slot);
        state Y = gyre_store_get(world, slot);
        out_motions[i] = gyre_record_motion(&world->bodies.records[slot], &m, &Y);
    }
    return r;
}

gyre_result gyre_body_get_motion(const gyre_world *world, gyre_body_id body, gyre_motion *out_motion) {
    return gyre_world_get_motions(world, &body, 1, out_motion);
}

// Interpolates the reference point along a straight line and the orientation about a fixed axis.
static gyre_pose pose_between(const gyre_world *world, uint32_t slot, double alpha) {
    state before = gyre_store_load(world, world->bodies.moving[1 - world->bodies.current], slot);
    state after = gyre_store_get(world, slot);
    vec3 x = add(before.x, scale(alpha, sub(after.x, before.x)));
    vec3 turn = rotation_vector(quat_mul(after.q, conjugate(before.q)));
    quat q = alpha == 1 ? after.q : normalized(quat_mul(rotation_of(scale(alpha, turn)), before.q));
    return gyre_record_model_pose(&world->bodies.records[slot], alpha == 1 ? after.x : x, q);
}

gyre_result gyre_world_get_interpolated_poses(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                              double alpha, gyre_pose *out_poses) {
    gyre_result r = list_check(world, bodies, count, out_poses);
    if (r != GYRE_OK) return r;
    if (!(alpha >= 0 && alpha <= 1) || !world->def.is_transactional) return GYRE_ERR_OPTION;
    gyre_body_id id = {0};
    for (size_t i = 0; i < count; i++) {
        uint32_t slot;
        r = next_slot(world, bodies, i, &id, &slot);
        if (r != GYRE_OK) return r;
        out_poses[i] = pose_between(world, slot, alpha);
    }
    return GYRE_OK;
}

gyre_result gyre_body_get_interpolated_pose(const gyre_world *world, gyre_body_id body, double alpha,
                                            gyre_pose *out_pose) {
    return gyre_world_get_interpolated_poses(world, &body, 1, alpha, out_pose);
}

// ---- model coordinates and world coordinates ----

typedef vec3 (*conversion)(gyre_pose model, vec3 v);

static vec3 point_to_world(gyre_pose model, vec3 p) {
    return add(vec3_in(model.position), rotate(quat_in(model.orientation), p));
}

static vec3 point_to_model(gyre_pose model, vec3 p) {
    return rotate_back(quat_in(model.orientation), sub(p, vec3_in(model.position)));
}

static vec3 vector_to_world(gyre_pose model, vec3 v) { return rotate(quat_in(model.orientation), v); }

static vec3 vector_to_model(gyre_pose model, vec3 v) { return rotate_back(quat_in(model.orientation), v); }

static gyre_result convert_by_pose(const gyre_world *world, gyre_body_id body, conversion convert, gyre_vec3 v,
                                   gyre_vec3 *out) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out, &slot);
    if (r != GYRE_OK) return r;
    state Y = gyre_store_get(world, slot);
    gyre_vec3 converted = vec3_out(convert(gyre_record_model_pose(&world->bodies.records[slot], Y.x, Y.q), vec3_in(v)));
    if (!is_finite_vec3(v) || !is_finite_vec3(converted)) return GYRE_ERR_NOT_FINITE;
    *out = converted;
    return GYRE_OK;
}

gyre_result gyre_body_world_point(const gyre_world *world, gyre_body_id body, gyre_vec3 model_point,
                                  gyre_vec3 *out_world_point) {
    return convert_by_pose(world, body, point_to_world, model_point, out_world_point);
}

gyre_result gyre_body_model_point(const gyre_world *world, gyre_body_id body, gyre_vec3 world_point,
                                  gyre_vec3 *out_model_point) {
    return convert_by_pose(world, body, point_to_model, world_point, out_model_point);
}

gyre_result gyre_body_world_vector(const gyre_world *world, gyre_body_id body, gyre_vec3 model_vector,
                                   gyre_vec3 *out_world_vector) {
    return convert_by_pose(world, body, vector_to_world, model_vector, out_world_vector);
}

gyre_result gyre_body_model_vector(const gyre_world *world, gyre_body_id body, gyre_vec3 world_vector,
                                   gyre_vec3 *out_model_vector) {
    return convert_by_pose(world, body, vector_to_model, world_vector, out_model_vector);
}

// ---- state and derived quantities ----

gyre_result gyre_body_get_state(const gyre_world *world, gyre_body_id body, gyre_state *out_state) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_state, &slot);
    if (r == GYRE_OK) *out_state = gyre_state_of_body(world, world->bodies.moving[world->bodies.current], slot);
    return r;
}

gyre_result gyre_body_velocity_at(const gyre_world *world, gyre_body_id body, gyre_vec3 point,
                                  gyre_vec3 *out_velocity) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_velocity, &slot);
    if (r != GYRE_OK) return r;
    if (!is_finite_vec3(point)) return GYRE_ERR_NOT_FINITE;
    const double *moving = world->bodies.moving[world->bodies.current];
    placed B = gyre_store_placed(world, moving, moving + STREAM_P * world->bodies.stride, slot);
    *out_velocity = vec3_out(velocity_at(&B, sub(vec3_in(point), B.x)));
    return GYRE_OK;
}

gyre_result gyre_body_momentum(const gyre_world *world, gyre_body_id body, gyre_vec3 point, gyre_vec3 *out_P,
                               gyre_vec3 *out_L) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_P, &slot);
    if (r != GYRE_OK) return r;
    if (!out_L) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_vec3(point)) return GYRE_ERR_NOT_FINITE;
    gyre_state s = gyre_state_of_body(world, world->bodies.moving[world->bodies.current], slot);
    vec3 arm = sub(vec3_in(s.x), vec3_in(point));
    *out_L = vec3_out(add(vec3_in(s.L), cross(arm, vec3_in(s.P))));
    *out_P = s.P;
    return GYRE_OK;
}

gyre_result gyre_body_kinetic_energy(const gyre_world *world, gyre_body_id body, double *out_energy) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_energy, &slot);
    if (r == GYRE_OK)
        *out_energy = gyre_kinetic_energy_of_body(world, world->bodies.moving[world->bodies.current], slot);
    return r;
}

// ---- settings ----

gyre_result gyre_body_get_def(const gyre_world *world, gyre_body_id body, gyre_body_def *out_def) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_def, &slot);
    gyre_motion motion;
    if (r == GYRE_OK) r = gyre_body_get_motion(world, body, &motion);
    if (r != GYRE_OK) return r;
    const body_record *record = &world->bodies.records[slot];
    const body_extras *extras = gyre_extras_of(record);
    *out_def = (gyre_body_def){
        .marker = BODY_MARKER,
        .name = record->name,
        .kind = (gyre_body_kind)record->kind,
        .mass = record->properties,
        .position = motion.position,
        .orientation = motion.orientation,
        .velocity = motion.velocity,
        .angular_velocity = motion.angular_velocity,
        .linear_damping = extras->linear_damping,
        .angular_damping = extras->angular_damping,
        .locks = record->locks,
        .has_pivot = record->has_pivot,
        .pivot = extras->pivot,
        .path = extras->path,
        .path_count = extras->path_count,
        .user_data = record->user_data,
    };
    return GYRE_OK;
}

gyre_result gyre_body_get_mass(const gyre_world *world, gyre_body_id body, gyre_mass_properties *out_mass) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_mass, &slot);
    if (r == GYRE_OK) *out_mass = world->bodies.records[slot].properties;
    return r;
}

gyre_result gyre_body_get_kind(const gyre_world *world, gyre_body_id body, gyre_body_kind *out_kind) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_kind, &slot);
    if (r == GYRE_OK) *out_kind = (gyre_body_kind)world->bodies.records[slot].kind;
    return r;
}

gyre_result gyre_body_get_damping(const gyre_world *world, gyre_body_id body, double *out_linear, double *out_angular) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_linear, &slot);
    if (r != GYRE_OK) return r;
    if (!out_angular) return GYRE_ERR_NULL_POINTER;
    const body_extras *extras = gyre_extras_of(&world->bodies.records[slot]);
    *out_linear = extras->linear_damping;
    *out_angular = extras->angular_damping;
    return GYRE_OK;
}

gyre_result gyre_body_get_locks(const gyre_world *world, gyre_body_id body, unsigned *out_locks) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_locks, &slot);
    if (r == GYRE_OK) *out_locks = world->bodies.records[slot].locks;
    return r;
}

const char *gyre_body_name(const gyre_world *world, gyre_body_id body) {
    uint32_t slot;
    if (!world || !gyre_find_body_slot(world, body, &slot)) return NULL;
    return world->bodies.records[slot].name ? world->bodies.records[slot].name : "";
}

gyre_result gyre_body_get_user_data(const gyre_world *world, gyre_body_id body, uint64_t *out_user_data) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_user_data, &slot);
    if (r == GYRE_OK) *out_user_data = world->bodies.records[slot].user_data;
    return r;
}

gyre_result gyre_body_get_applied(const gyre_world *world, gyre_body_id body, gyre_wrench *out_wrench) {
    uint32_t slot;
    gyre_result r = find_slot(world, body, out_wrench, &slot);
    if (r != GYRE_OK) return r;
    wrench W = gyre_store_applied(world, slot);
    vec3 arm = rotate(gyre_store_get(world, slot).q, gyre_store_props(world, slot).center);
    *out_wrench = (gyre_wrench){vec3_out(W.F), vec3_out(sub(W.tau, cross(arm, W.F)))};
    return GYRE_OK;
}
