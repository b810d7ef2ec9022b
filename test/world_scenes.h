/// A scene with room for every kind of force.
#pragma once

#include "world_helpers.h"

/// Two lopsided bodies that move and turn, apart from each other.
typedef struct scene {
    gyre_world *world;
    gyre_body_id a, b;
} scene;

static inline scene scene_with(gyre_method method, double g) {
    scene s = {.world = world_with(g, method)};
    gyre_body_def def = lopsided_def();
    s.a = add_body(s.world, &def);
    def.position = (gyre_vec3){2, 1, -0.5};
    def.velocity = (gyre_vec3){-0.4, 0.1, 0.2};
    def.mass.mass = 3;
    s.b = add_body(s.world, &def);
    return s;
}

/// A force to the origin with the correct potential, V = 2 |x|^2.
__attribute__((unused)) static gyre_result well(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++) {
        gyre_vec3 x = block->states[i].x;
        block->wrenches[i].force = scaled(-4, x);
        block->potentials[i] = 2 * inner(x, x);
    }
    return GYRE_OK;
}

/// Sets the parameters that have no default: numbers that every rule allows.
static inline void set_required(gyre_force_kind kind, gyre_force_parameters *p) {
    static const double numbers[3] = {0.2, 0.3, 0.1};
    size_t count;
    const gyre_force_field_row *rows = gyre_force_fields(kind, &count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].is_required)
            memcpy((char *)p + rows[i].offset, numbers,
                   rows[i].type == GYRE_FIELD_number ? sizeof(double) : sizeof numbers);
}

/// Sensible parameters for every kind; pairs join the two bodies.
static inline gyre_force_def force_of_kind(gyre_force_kind kind, const scene *s) {
    gyre_force_def def = force_on(kind, s->a);
    gyre_force_parameters *p = &def.parameters;
    switch ((int)kind) {
    case GYRE_FORCE_field:
        p->field.acceleration = (gyre_vec3){1, -2, 0.5};
        break;
    case GYRE_FORCE_force:
        p->force.force = (gyre_vec3){1, 2, -3};
        p->force.at = at_body(0.5, 0.25, 0.125);
        break;
    case GYRE_FORCE_torque:
        p->torque.torque = (gyre_vec3){0.5, -1, 0.25};
        break;
    case GYRE_FORCE_spring:
        def.other = s->b;
        p->spring.stiffness = 20;
        p->spring.damping = 0.5;
        p->spring.length = 1;
        p->spring.at = at_body(0.5, 0, 0);
        p->spring.to_at = at_body(0, 0.25, 0);
        break;
    case GYRE_FORCE_torsion:
        p->torsion.stiffness = 3;
        p->torsion.damping = 0.25;
        break;
    case GYRE_FORCE_drag:
        p->drag = (gyre_force_drag){0.5, 0.25, 0.125};
        break;
    case GYRE_FORCE_wind:
        p->wind = (gyre_force_wind){{1, 2, 3}, 0.5, 0.25};
        break;
    case GYRE_FORCE_thruster:
        p->thruster.direction = (gyre_vec3){1, 2, 3};
        p->thruster.thrust = 2;
        p->thruster.at = at_body(0, 0.5, 0);
        break;
    case GYRE_FORCE_buoyancy:
        p->buoyancy.fluid_density = 2;
        p->buoyancy.drag = 0.5;
        p->buoyancy.surface = 0.4;
        p->buoyancy.solid = GYRE_SOLID_BOX;
        p->buoyancy.size = (gyre_vec3){1, 0.75, 0.5};
        break;
    case GYRE_FORCE_attraction:
        def.other = s->b;
        p->attraction.mu = 2;
        break;
    case GYRE_FORCE_callback:
        p->callback.function = well;
        p->callback.has_potential = 1;
        p->callback.is_velocity_dependent = 0;
        break;
    default:
        set_required(kind, p);
    }
    return def;
}
