/// Random bodies and random parameters for any force of forces.def, one double wide.
#pragma once

#include "forces/pulls.h"
#include "math/convert.h"
#include "random.h"

#include <string.h>

/// A body somewhere, held at a pivot or not; `center_body` is its centre of mass from the reference point.
static inline placed random_placed(random_source *r, gyre_vec3 center_body) {
    placed a = {
        .x = vec3_in(random_vec3(r, 1.5)),
        .q = quat_in(random_rotation(r)),
        .v = vec3_in(random_vec3(r, 2)),
        .w = vec3_in(random_vec3(r, 2)),
        .mass = random_between(r, 0.5, 2),
    };
    a.center = rotate(a.q, vec3_in(center_body));
    return a;
}

static inline double random_number(random_source *r, gyre_field_rule rule) {
    return rule == GYRE_RULE_any ? random_between(r, -2, 2) : random_between(r, 0.5, 2);
}

static inline gyre_vec3 random_allowed_vec3(random_source *r, gyre_field_rule rule) {
    double x = random_number(r, rule), y = random_number(r, rule), z = random_number(r, rule);
    return (gyre_vec3){x, y, z};
}

static inline int choice_count(const char *names) {
    int count = 0;
    for (; *names; names += strlen(names) + 1)
        count++;
    return count;
}

static inline void random_field(random_source *r, const gyre_force_field_row *row, int has_other, void *out) {
    gyre_vec3 v = random_allowed_vec3(r, row->rule);
    gyre_quat q = random_rotation(r);
    int is_on_body = random_u64(r) % 2 == 0;
    gyre_point point = {is_on_body ? GYRE_AT_BODY : GYRE_AT_CENTER, is_on_body ? v : (gyre_vec3){0, 0, 0}};
    int whole = (int)(random_u64(r) % 2);
    switch (row->type) {
    case GYRE_FIELD_number:
        memcpy(out, &v.x, sizeof v.x);
        break;
    case GYRE_FIELD_body_direction:
        v = vec3_out(scale(1 / length(vec3_in(v)), vec3_in(v)));
        memcpy(out, &v, sizeof v);
        break;
    case GYRE_FIELD_vector:
    case GYRE_FIELD_extent:
    case GYRE_FIELD_framed_vector:
        memcpy(out, &v, sizeof v);
        break;
    case GYRE_FIELD_other_point:
        if (!has_other) point.kind = GYRE_AT_WORLD;
        memcpy(out, &point, sizeof point);
        break;
    case GYRE_FIELD_point:
    case GYRE_FIELD_body_point:
        memcpy(out, &point, sizeof point);
        break;
    case GYRE_FIELD_rotation:
    case GYRE_FIELD_body_rotation:
        memcpy(out, &q, sizeof q);
        break;
    case GYRE_FIELD_choice:
        whole = (int)(random_u64(r) % (unsigned)choice_count(row->choices));
        memcpy(out, &whole, sizeof whole);
        break;
    case GYRE_FIELD_flag:
        memcpy(out, &whole, sizeof whole);
        break;
    default: // pointers stay NULL
        break;
    }
}

/// Resolved parameters, all random and valid. A new row of forces.def needs a case here to be tested like the others.
static inline gyre_force_parameters random_parameters(random_source *r, gyre_force_kind kind, int has_other) {
    gyre_force_parameters p = gyre_force_parameters_default(kind);
    size_t count;
    const gyre_force_field_row *rows = gyre_force_fields(kind, &count);
    for (size_t i = 0; i < count; i++)
        random_field(r, &rows[i], has_other, (char *)&p + rows[i].offset);
    return p;
}

/// The same body displaced by `by` and turned about its reference point by the rotation vector `turn`.
static inline placed moved(const placed *a, vec3 by, vec3 turn) {
    placed b = *a;
    quat d = rotation_of(turn);
    b.x = add(a->x, by);
    b.q = quat_mul(d, a->q);
    b.center = rotate(d, a->center);
    return b;
}

static const surroundings test_surroundings = {.t = 0.5, .gravity = {0.3, -0.2, -9.81}};
