/// Converts a body's definition to its stored form, and public motions to stored states and back.
#include "world/body_spec.h"

#include "base/log.h"
#include "mass/mass_check.h"
#include "mass/tensor.h"
#include "math/convert.h"
#include "math/finite.h"
#include "motion/locks.h"
#include "state/auxiliary.h"
#include "world/path.h"

#include <string.h>

static gyre_result refuse(const gyre_world *world, gyre_result r, const char *what, const char *field,
                          const char *explanation) {
    gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "%s: %s: %s", what, field,
                  explanation ? explanation : gyre_result_text(r));
    return r;
}

// ---- checks ----

gyre_result gyre_finite_check(const gyre_world *world, const char *what, const char *field, gyre_vec3 a) {
    if (is_finite_vec3(a)) return GYRE_OK;
    gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "%s: %s: must be finite, is (%g, %g, %g)", what, field, a.x, a.y,
                  a.z);
    return GYRE_ERR_NOT_FINITE;
}

gyre_result gyre_orientation_check(const gyre_world *world, const char *what, gyre_quat q, gyre_quat *out_unit) {
    if (!is_finite_quat(q)) return refuse(world, GYRE_ERR_NOT_FINITE, what, "orientation", NULL);
    double length = root(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(magnitude(length - 1) <= 1e-6)) {
        gyre_log_line(&world->def.log, GYRE_LOG_ERROR,
                      "%s: orientation: must be a unit quaternion w, x, y, z, is (%g, %g, %g, %g) of length %g "
                      "(gyre_quat_from_axis_angle makes one, in radians)",
                      what, q.w, q.x, q.y, q.z, length);
        return GYRE_ERR_ORIENTATION;
    }
    return gyre_quat_normalize(q, out_unit);
}

gyre_result gyre_damping_check(const gyre_world *world, const char *what, double linear, double angular) {
    const double values[2] = {linear, angular};
    for (int i = 0; i < 2; i++)
        if (!(values[i] >= 0) || !is_finite(values[i])) {
            gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "%s: %s: must be finite and >= 0 (k in exp(-k t)), is %g",
                          what, i ? "angular_damping" : "linear_damping", values[i]);
            return GYRE_ERR_DAMPING;
        }
    return GYRE_OK;
}

static bool is_held(const body_spec *spec) { return spec->has_pivot && spec->kind == GYRE_BODY_DYNAMIC; }

static bool is_massless(const gyre_mass_properties *p) { return p->mass == 0 && tensor_size(&p->inertia) == 0; }

// Computes the inertia tensor about the reference point.
static gyre_result derive_moments(body_spec *spec) {
    gyre_tensor inertia = spec->properties.inertia;
    gyre_result r = gyre_mass_properties_check(&spec->properties);
    if (r == GYRE_OK && is_held(spec)) r = gyre_mass_inertia_about(&spec->properties, spec->pivot, &inertia);
    if (r != GYRE_OK) return r;
    mat3 I = tensor_in(&inertia);
    gyre_mat3 tensor = mat3_out(&I);
    r = gyre_mass_from_tensor(spec->properties.mass, &tensor, &spec->mass, &spec->axes);
    if (r != GYRE_OK || spec->kind != GYRE_BODY_DYNAMIC) return r;
    // a body with a moment of 0 about an axis must not be free to spin about this axis
    return rotation_lock_count(spec->locks) > 0 ? gyre_mass_check(&spec->mass) : gyre_mass_check_free(&spec->mass);
}

gyre_result gyre_record_derive(const gyre_world *world, const char *what, body_spec *spec) {
    if (!are_locks_possible(spec->locks)) {
        gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "%s: locks: %s; is 0x%x", what, gyre_result_text(GYRE_ERR_LOCK),
                      spec->locks);
        return GYRE_ERR_LOCK;
    }
    spec->has_mass = !is_massless(&spec->properties);
    spec->mass = (gyre_mass){1, {1, 1, 1}};
    spec->axes = (gyre_quat){1, 0, 0, 0};
    spec->center = (gyre_vec3){0, 0, 0};
    spec->reference = is_held(spec) ? spec->pivot : spec->properties.center;
    if (!spec->has_mass) {
        if (spec->kind != GYRE_BODY_DYNAMIC) return GYRE_OK;
        return refuse(world, GYRE_ERR_MASS, what, "mass",
                      "a dynamic body needs a mass > 0, for example from gyre_mass_of_shape");
    }
    gyre_result r = derive_moments(spec);
    if (r == GYRE_ERR_INERTIA && gyre_mass_properties_check(&spec->properties) == GYRE_OK)
        return refuse(world, r, what, "inertia",
                      "a moment is 0, so the body cannot rotate freely: lock its rotation, or give it thickness");
    gyre_inertia_report report; // names the inequality that fails, with the numbers
    if (r == GYRE_ERR_INERTIA && gyre_inertia_check(&spec->properties.inertia, &report) == r)
        return refuse(world, r, what, "inertia", report.text);
    if (r == GYRE_ERR_MASS) {
        double mass = spec->properties.mass;
        bool is_tiny = mass > 0 && is_finite(mass);
        gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "%s: mass: must be finite and > 0%s, is %g", what,
                      is_tiny ? ", with a finite inverse" : "", mass);
        return r;
    }
    if (r != GYRE_OK) return refuse(world, r, what, "inertia", NULL);
    vec3 arm = sub(vec3_in(spec->properties.center), vec3_in(spec->reference));
    spec->center = vec3_out(rotate_back(quat_in(spec->axes), arm));
    return GYRE_OK;
}

// Warns about settings that have no effect.
static void warn_of_idle_fields(const gyre_world *world, const char *what, const body_spec *spec,
                                const gyre_body_def *def) {
    bool is_dynamic = spec->kind == GYRE_BODY_DYNAMIC;
    const char *idle =
        is_held(spec) && spec->linear_damping > 0         ? "linear_damping of a body with a pivot, which only rotates"
        : !is_dynamic && (spec->locks || spec->has_pivot) ? "locks and pivot of a body that is not dynamic"
        : !is_dynamic && spec->linear_damping + spec->angular_damping > 0 ? "damping of a body that is not dynamic"
        : def->path_count > 0 && (dot(vec3_in(def->velocity), vec3_in(def->velocity)) > 0 ||
                                  dot(vec3_in(def->angular_velocity), vec3_in(def->angular_velocity)) > 0)
            ? "velocity of a body with a path"
            : NULL;
    if (idle) gyre_log_line(&world->def.log, GYRE_LOG_WARNING, "%s: has no effect: %s", what, idle);
}

gyre_result gyre_record_make(const gyre_world *world, const gyre_body_def *def, body_spec *out_spec) {
    if (def->marker != BODY_MARKER) // such a definition may have an invalid name pointer
        return refuse(world, GYRE_ERR_DEFINITION, "body", "definition", "must come from gyre_body_def_default()");
    const char *what = def->name && def->name[0] ? def->name : "body";
    gyre_result r = gyre_choice_check(&world->def.log, what, "kind", (int)def->kind, GYRE_BODY_KIND_COUNT - 1);
    if (r == GYRE_OK)
        r = gyre_choice_check(&world->def.log, what, "angular_frame", (int)def->angular_frame, GYRE_FRAME_COUNT - 1);
    if (r != GYRE_OK) return r;
    const struct {
        const char *field;
        gyre_vec3 value;
    } vectors[] = {{"position", def->position},
                   {"velocity", def->velocity},
                   {"angular_velocity", def->angular_velocity},
                   {"pivot", def->pivot},
                   {"mass.center", def->mass.center}};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        if (gyre_finite_check(world, what, vectors[i].field, vectors[i].value) != GYRE_OK) return GYRE_ERR_NOT_FINITE;
    gyre_quat unit;
    r = gyre_orientation_check(world, what, def->orientation, &unit);
    if (r == GYRE_OK) r = gyre_damping_check(world, what, def->linear_damping, def->angular_damping);
    if (r != GYRE_OK) return r;
    if (def->path_count > 0) {
        r = gyre_path_check(def->path, def->path_count);
        if (r != GYRE_OK) return refuse(world, r, what, "path", NULL);
        if (def->kind != GYRE_BODY_KINEMATIC)
            return refuse(world, GYRE_ERR_PATH, what, "path", "only kinematic bodies can have a path");
    }
    body_spec spec = {
        .kind = def->kind,
        .locks = def->locks,
        .has_pivot = def->has_pivot != 0,
        .properties = def->mass,
        .pivot = def->pivot,
        .linear_damping = def->linear_damping,
        .angular_damping = def->angular_damping,
        .user_data = def->user_data,
        .path_count = def->path_count,
    };
    r = gyre_record_derive(world, what, &spec);
    if (r != GYRE_OK) return r;
    warn_of_idle_fields(world, what, &spec, def);
    *out_spec = spec;
    return GYRE_OK;
}

// ---- motions and states ----

static double free_factor(unsigned locks, unsigned lock) { return locks & lock ? 0 : 1; }

// Sets velocity components to 0 if locks, a pivot or the kind of the body prevent them, and warns if they were not 0.
static void apply_constraints(const gyre_world *world, const char *what, const body_spec *spec, vec3 arm, vec3 *v,
                              vec3 *w) {
    vec3 wanted_v = *v, wanted_w = *w;
    if (spec->kind == GYRE_BODY_STATIC) *v = *w = (vec3){0, 0, 0};
    if (spec->kind == GYRE_BODY_DYNAMIC) {
        unsigned locks = spec->locks;
        *v = times(
            (vec3){free_factor(locks, GYRE_LOCK_X), free_factor(locks, GYRE_LOCK_Y), free_factor(locks, GYRE_LOCK_Z)},
            *v);
        *w = times((vec3){free_factor(locks, GYRE_LOCK_ROTATION_X), free_factor(locks, GYRE_LOCK_ROTATION_Y),
                          free_factor(locks, GYRE_LOCK_ROTATION_Z)},
                   *w);
        if (is_held(spec)) *v = cross(*w, arm);
    }
    // a velocity of 0 is the default and gives no warning; a velocity that was rotated or read back has rounding errors
    vec3 dv = sub(wanted_v, *v), dw = sub(wanted_w, *w);
    double slack_v = 1e-9 * (length(*v) + length(wanted_v)), slack_w = 1e-9 * (length(*w) + length(wanted_w));
    bool is_ignored = (dot(wanted_v, wanted_v) > 0 && length(dv) > slack_v) || length(dw) > slack_w;
    if (is_ignored && what)
        gyre_log_line(&world->def.log, GYRE_LOG_WARNING,
                      "%s: velocity components that a lock, a pivot or the static kind prevents were set to 0", what);
}

state gyre_record_state(const gyre_world *world, const char *what, const body_spec *spec, const gyre_motion *motion,
                        vec3 *out_m) {
    gyre_pose pose = gyre_pose_of_body((gyre_pose){motion->position, motion->orientation}, spec->reference, spec->axes);
    quat q = quat_in(pose.orientation);
    vec3 arm = rotate(q, vec3_in(spec->center));
    vec3 v = vec3_in(motion->velocity), w = vec3_in(motion->angular_velocity);
    apply_constraints(world, what, spec, arm, &v, &w);
    state Y = {.x = vec3_in(pose.position), .q = normalized(q), .P = v, .L = w};
    vec3 w_body = rotate_back(Y.q, w);
    *out_m = w_body;
    if (spec->kind != GYRE_BODY_DYNAMIC) return Y; // has unit mass: momenta are velocities
    *out_m = times(vec3_in(spec->mass.inertia), w_body);
    Y.P = is_held(spec) ? (vec3){0, 0, 0} : scale(spec->mass.mass, v);
    Y.L = rotate(Y.q, *out_m);
    if (rotation_lock_count(spec->locks) > 0) { // only the component about the free axis has an effect
        vec3 free_r = {free_factor(spec->locks, GYRE_LOCK_ROTATION_X), free_factor(spec->locks, GYRE_LOCK_ROTATION_Y),
                       free_factor(spec->locks, GYRE_LOCK_ROTATION_Z)};
        Y.L = times(free_r, Y.L);
    }
    return Y;
}

gyre_motion gyre_record_first_motion(const gyre_body_def *def) {
    gyre_motion motion = {def->position, def->orientation, def->velocity, def->angular_velocity};
    gyre_quat_normalize(def->orientation, &motion.orientation); // cannot fail: the orientation was checked
    if (def->angular_frame == GYRE_FRAME_BODY)
        motion.angular_velocity = gyre_quat_rotate(motion.orientation, def->angular_velocity);
    return motion;
}

gyre_vec3 gyre_record_reference(const body_record *record) {
    bool is_at_pivot = record->has_pivot && record->kind == GYRE_BODY_DYNAMIC;
    return is_at_pivot ? gyre_extras_of(record)->pivot : record->properties.center;
}

gyre_mass gyre_record_own_mass(const body_record *record) {
    gyre_mass mass = {0, {0, 0, 0}};
    gyre_quat axes;
    if (record->has_mass) gyre_mass_principal(&record->properties, &mass, &axes); // cannot fail: the mass was checked
    return mass;
}

gyre_pose gyre_record_model_pose(const body_record *record, vec3 x, quat q) {
    return gyre_pose_of_model((gyre_pose){vec3_out(x), quat_out(q)}, gyre_record_reference(record), record->axes);
}

gyre_motion gyre_record_motion(const body_record *record, const mass_props *m, const state *Y) {
    auxiliary A = auxiliary_of(Y, m);
    gyre_pose pose = gyre_record_model_pose(record, Y->x, Y->q);
    vec3 v = add(A.v, cross(A.w, rotate(Y->q, m->center)));
    return (gyre_motion){pose.position, pose.orientation, vec3_out(v), vec3_out(A.w)};
}

gyre_motion gyre_record_path_motion(const body_spec *spec, double t, bool is_arriving) {
    path_motion at = is_arriving ? gyre_path_arriving_at(spec->path, spec->path_count, t)
                                 : gyre_path_at(spec->path, spec->path_count, t);
    // the path gives the velocity of the model's origin, but a gyre_motion has the velocity of the centre of mass
    vec3 arm = rotate(quat_in(at.pose.orientation), vec3_in(spec->properties.center));
    vec3 v = add(vec3_in(at.velocity), cross(vec3_in(at.angular_velocity), arm));
    return (gyre_motion){at.pose.position, at.pose.orientation, vec3_out(v), at.angular_velocity};
}
