/// Resolves the parameters of every force: one function per type of parameter; the rest is generated from forces.def.
#include "forces/force_resolve.h"

#include "math/convert.h"

static gyre_vec3 to_principal(gyre_vec3 v, const body_frame *frame) { return gyre_quat_rotate_back(frame->axes, v); }

static gyre_vec3 unit(gyre_vec3 v) {
    // divides by the largest component first, so that the squares neither overflow nor underflow
    vec3 a = vec3_in(v);
    real largest = larger(magnitude(a.x), larger(magnitude(a.y), magnitude(a.z)));
    a = (vec3){a.x / largest, a.y / largest, a.z / largest};
    return vec3_out(scale(1 / length(a), a));
}

static void resolve_on_body(gyre_point *point, const body_frame *frame) {
    if (point->kind != GYRE_AT_BODY) return;
    vec3 from_reference = sub(vec3_in(point->p), vec3_in(frame->reference));
    point->p = to_principal(vec3_out(from_reference), frame);
}

// One macro per type of parameter: p is the struct of the force, a and b are the frames.
#define RESOLVE_number(name) (void)0
#define RESOLVE_vector(name) (void)0
#define RESOLVE_extent(name) (void)0
#define RESOLVE_flag(name) (void)0
#define RESOLVE_function(name) (void)0
#define RESOLVE_pointer(name) (void)0
#define RESOLVE_framed_vector(name) p->name = p->frame == GYRE_FRAME_BODY ? to_principal(p->name, a) : p->name
#define RESOLVE_body_direction(name) p->name = unit(to_principal(p->name, a))
#define RESOLVE_point(name) resolve_on_body(&p->name, a)
#define RESOLVE_body_point(name) resolve_on_body(&p->name, a)
#define RESOLVE_other_point(name) b ? resolve_on_body(&p->name, b) : (void)(p->name.kind = GYRE_AT_WORLD)
#define RESOLVE_rotation(name) p->name = quat_out(normalized(quat_mul(quat_in(p->name), quat_in(a->axes))))
#define RESOLVE_body_rotation(name)                                                                                    \
    p->name = quat_out(normalized(quat_mul(conjugate(quat_in(a->axes)), quat_in(p->name))))

#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    static void resolve_##name(gyre_force_##name *p, const body_frame *a, const body_frame *b) {                       \
        (void)p, (void)a, (void)b;
#define GYRE_FIELD(type, name, initial, rule, text) RESOLVE_##type(name);
#define GYRE_FORCE_END(name) }
#include "gyre/forces.def"

void gyre_force_resolve(gyre_force_kind kind, gyre_force_parameters *p, const body_frame *a, const body_frame *b) {
    switch ((int)kind) {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    case GYRE_FORCE_##name:                                                                                            \
        resolve_##name(&p->name, a, b);                                                                                \
        break;
#include "gyre/forces.def"
    }
}

// ---- dependence on the body's frame ----

#define NEEDS_FRAME_number(name) false
#define NEEDS_FRAME_vector(name) false
#define NEEDS_FRAME_extent(name) false
#define NEEDS_FRAME_flag(name) false
#define NEEDS_FRAME_function(name) false
#define NEEDS_FRAME_pointer(name) false
#define NEEDS_FRAME_framed_vector(name) (p->frame == GYRE_FRAME_BODY)
#define NEEDS_FRAME_body_direction(name) true
#define NEEDS_FRAME_point(name) (p->name.kind == GYRE_AT_BODY)
#define NEEDS_FRAME_body_point(name) (p->name.kind == GYRE_AT_BODY)
#define NEEDS_FRAME_other_point(name) false // without another body this is a point of the world
#define NEEDS_FRAME_rotation(name) true
#define NEEDS_FRAME_body_rotation(name) true

#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    static bool needs_frame_##name(const gyre_force_##name *p) {                                                       \
        (void)p;                                                                                                       \
        return false
#define GYRE_FIELD(type, name, initial, rule, text) || NEEDS_FRAME_##type(name)
#define GYRE_FORCE_END(name)                                                                                           \
    ;                                                                                                                  \
    }
#include "gyre/forces.def"

bool gyre_force_needs_frame(gyre_force_kind kind, const gyre_force_parameters *p) {
    switch ((int)kind) {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    case GYRE_FORCE_##name:                                                                                            \
        return needs_frame_##name(&p->name);
#include "gyre/forces.def"
    }
    return true;
}
