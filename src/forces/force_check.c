/// Checks the parameters of a force: one function per type of parameter; the rest is generated from forces.def.
#include "gyre/forces.h"

#include "math/finite.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Buffer for the message.
typedef struct sentence {
    char *text;
    size_t size;
} sentence;

__attribute__((format(printf, 2, 3))) static gyre_result refuse(const sentence *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out->text, out->size, format, arguments);
    va_end(arguments);
    return GYRE_ERR_FORCE;
}

static bool is_allowed(double a, gyre_field_rule rule) {
    if (!is_finite(a)) return false;
    return !(rule == GYRE_RULE_not_negative && a < 0) && !(rule == GYRE_RULE_positive && a <= 0);
}

static bool is_missing(gyre_vec3 v) { return v.x != v.x && v.y != v.y && v.z != v.z; }

// ---- one function per type ------------------------------------------------------------------------------------------

static gyre_result check_number(const void *value, const gyre_force_field_row *row, const sentence *out) {
    const double *a = value;
    if (is_allowed(*a, row->rule)) return GYRE_OK;
    const char *rule = gyre_field_rule_text(row->rule);
    if (row->is_required && *a != *a) return refuse(out, "%s is missing: must be %s", row->name, rule);
    return refuse(out, "%s must be %s, is %.10g", row->name, rule, *a);
}

static gyre_result check_vector(const void *value, const gyre_force_field_row *row, const sentence *out) {
    const gyre_vec3 *v = value;
    bool is_zero = v->x == 0 && v->y == 0 && v->z == 0;
    if (is_allowed(v->x, row->rule) && is_allowed(v->y, row->rule) && is_allowed(v->z, row->rule) &&
        !(row->rule == GYRE_RULE_not_zero && is_zero))
        return GYRE_OK;
    const char *rule = gyre_field_rule_text(row->rule);
    if (row->is_required && is_missing(*v)) return refuse(out, "%s is missing: must be %s", row->name, rule);
    return refuse(out, "%s must be %s, is (%.10g, %.10g, %.10g)", row->name, rule, v->x, v->y, v->z);
}

#define check_extent check_vector
#define check_framed_vector check_vector
#define check_body_direction check_vector

static gyre_result check_any_point(const void *value, const gyre_force_field_row *row, const sentence *out) {
    const gyre_point *point = value;
    if ((unsigned)point->kind >= GYRE_POINT_KIND_COUNT)
        return refuse(out, "%s.kind must be GYRE_AT_CENTER, GYRE_AT_BODY or GYRE_AT_WORLD, is %d", row->name,
                      (int)point->kind);
    return check_vector(&point->p, row, out);
}

// Refuses coordinates without a kind: the force would act at the centre of mass, without a lever arm.
static gyre_result check_point(const void *value, const gyre_force_field_row *row, const sentence *out) {
    const gyre_point *point = value;
    gyre_result r = check_any_point(value, row, out);
    bool is_given = point->p.x != 0 || point->p.y != 0 || point->p.z != 0;
    if (r != GYRE_OK || point->kind != GYRE_AT_CENTER || !is_given) return r;
    return refuse(out,
                  "%s has coordinates, but its kind is GYRE_AT_CENTER: set the kind to GYRE_AT_BODY or GYRE_AT_WORLD",
                  row->name);
}

#define check_other_point check_any_point

static gyre_result check_body_point(const void *value, const gyre_force_field_row *row, const sentence *out) {
    const gyre_point *point = value;
    if (point->kind == GYRE_AT_WORLD)
        return refuse(out,
                      "%s is a point of the body: its kind must be GYRE_AT_CENTER or GYRE_AT_BODY, is GYRE_AT_WORLD",
                      row->name);
    return check_point(point, row, out);
}

// Returns the probable mistake behind an invalid rotation.
static const char *rotation_hint(gyre_quat q) {
    if (q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0) return "; the identity is (1, 0, 0, 0)";
    double largest = 0;
    const double numbers[4] = {q.w, q.x, q.y, q.z};
    for (int i = 0; i < 4; i++) {
        double size = numbers[i] < 0 ? -numbers[i] : numbers[i];
        if (size > largest) largest = size;
    }
    if (largest > 7) return "; these look like degrees: give a quaternion w, x, y, z, not angles";
    return largest > 1.01 ? "; give a quaternion w, x, y, z, not angles" : "";
}

static gyre_result check_rotation(const void *value, const gyre_force_field_row *row, const sentence *out) {
    const gyre_quat *q = value;
    double length2 = q->w * q->w + q->x * q->x + q->y * q->y + q->z * q->z;
    double length = __builtin_sqrt(length2);
    if (length >= 1 - 1e-6 && length <= 1 + 1e-6) return GYRE_OK;
    return refuse(out, "%s must have length 1 to within 1e-6, is (%.10g, %.10g, %.10g, %.10g) of length %.10g%s",
                  row->name, q->w, q->x, q->y, q->z, length, rotation_hint(*q));
}

#define check_body_rotation check_rotation

static gyre_result check_choice(const void *value, const gyre_force_field_row *row, const sentence *out) {
    const int *choice = value;
    int count = 0;
    for (const char *name = row->choices; *name; name += strlen(name) + 1)
        count++;
    if (*choice >= 0 && *choice < count) return GYRE_OK;
    return refuse(out, "%s must be one of its %d choices (0 to %d), is %d", row->name, count, count - 1, *choice);
}

static gyre_result check_flag(const void *value, const gyre_force_field_row *row, const sentence *out) {
    const int *flag = value;
    return *flag == 0 || *flag == 1 ? GYRE_OK : refuse(out, "%s must be 0 or 1, is %d", row->name, *flag);
}

// Pointers are checked by the conditions of forces.def only.
static gyre_result check_pointer(const void *value, const gyre_force_field_row *row, const sentence *out) {
    return (void)value, (void)row, (void)out, GYRE_OK;
}

#define check_function check_pointer

static gyre_result (*const checks[GYRE_FIELD_TYPE_COUNT])(const void *value, const gyre_force_field_row *row,
                                                          const sentence *out) = {
#define GYRE_FIELD_TYPE(name, c_type, text) check_##name,
#include "gyre/forces.def"
};

// ---- conditions: the text of the first unmet condition, or NULL -----------------------------------------------------

#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    static const char *broken_condition_of_##name(const gyre_force_##name *p) {                                        \
        (void)p;
#define GYRE_CONDITION(condition, text)                                                                                \
    if (!(condition)) return text;
#define GYRE_FORCE_END(name)                                                                                           \
    return NULL;                                                                                                       \
    }
#include "gyre/forces.def"

static const char *broken_condition(gyre_force_kind kind, const gyre_force_parameters *p) {
    switch ((int)kind) {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    case GYRE_FORCE_##name:                                                                                            \
        return broken_condition_of_##name(&p->name);
#include "gyre/forces.def"
    default:
        return NULL;
    }
}

// ---- the whole force ------------------------------------------------------------------------------------------------

static gyre_result begin_check(gyre_force_kind kind, const gyre_force_parameters *p, const sentence *out) {
    if (!p || (!out->text && out->size > 0)) return GYRE_ERR_NULL_POINTER;
    if (out->size > 0) out->text[0] = '\0';
    return gyre_force_kind_name(kind) ? GYRE_OK : refuse(out, "the force kind %d does not exist", (int)kind);
}

gyre_result gyre_force_check(gyre_force_kind kind, const gyre_force_parameters *p, char *out_text, size_t size) {
    sentence out = {out_text, size};
    gyre_result r = begin_check(kind, p, &out);
    if (r != GYRE_OK) return r;
    size_t count;
    const gyre_force_field_row *fields = gyre_force_fields(kind, &count);
    for (size_t i = 0; r == GYRE_OK && i < count; i++)
        r = checks[fields[i].type]((const char *)p + fields[i].offset, &fields[i], &out);
    const char *broken = r == GYRE_OK ? broken_condition(kind, p) : NULL;
    return broken ? refuse(&out, "%s", broken) : r;
}

gyre_result gyre_force_check_join(gyre_force_kind kind, const gyre_force_parameters *p, int has_other, char *out_text,
                                  size_t size) {
    sentence out = {out_text, size};
    gyre_result r = begin_check(kind, p, &out);
    if (r != GYRE_OK) return r;
    if (has_other && !gyre_force_may_join(kind))
        return refuse(&out, "%s acts on one body and cannot have another", gyre_force_kind_name(kind));
    size_t count;
    const gyre_force_field_row *fields = gyre_force_fields(kind, &count);
    for (size_t i = 0; i < count; i++) {
        if (fields[i].type != GYRE_FIELD_other_point) continue;
        const gyre_point *point = (const void *)((const char *)p + fields[i].offset);
        if (has_other && point->kind == GYRE_AT_WORLD)
            return refuse(
                &out,
                "%s is a point of the other body: its kind must be GYRE_AT_CENTER or GYRE_AT_BODY, is GYRE_AT_WORLD",
                fields[i].name);
        if (!has_other && point->kind == GYRE_AT_BODY)
            return refuse(&out, "%s has the kind GYRE_AT_BODY, which needs another body: set it to GYRE_AT_WORLD",
                          fields[i].name);
    }
    return GYRE_OK;
}
