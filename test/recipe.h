/// Random worlds as plain data, which tests change and build: bodies and forces of every kind, with numbers that people
/// type (small whole numbers, halves, quarter and third turns) or with random ones.
#pragma once

#include "world_helpers.h"

enum { RECIPE_BODIES = 4, RECIPE_FORCES = 5, RECIPE_POINTS = 3, NOBODY = -1 };

// A spring with a length whose ends coincide, as those of nice numbers do, pushes where roundings send it.
static const gyre_vec3 OFF_GRID = {0.375, 0.125, -0.25};

/// Features to exclude from a recipe.
enum {
    NO_LOCKS = 1,
    NO_LEVEL = 2,    // buoyancy, which depends on the direction of gravity
    NO_MUTUAL = 4,   // sums over pairs, whose order is that of the bodies
    NO_WORLD = 8,    // places and speeds that are given in the world: pivots, paths, springs to points, drag
    NO_FRICTION = 16 // anything that depends on velocity
};

typedef struct recipe_force {
    gyre_force_def def;
    int body, other; // indices of bodies, or NOBODY
    gyre_profile_point profile[RECIPE_POINTS];
} recipe_force;

typedef struct recipe {
    gyre_world_def world;
    double h;
    int body_count, force_count;
    gyre_body_def bodies[RECIPE_BODIES];
    gyre_path_point paths[RECIPE_BODIES][RECIPE_POINTS];
    recipe_force forces[RECIPE_FORCES * RECIPE_BODIES];
} recipe;

typedef struct dice {
    random_source source;
    int is_nice;
    unsigned without;
} dice;

static inline int roll(dice *d, int n) { return (int)(random_u64(&d->source) % (unsigned)n); }

static inline double any_number(dice *d) {
    static const double nice[] = {0, 0, 0.5, 1, 1, 2, 3, -0.5, -1, -2};
    return d->is_nice ? nice[roll(d, (int)COUNT_OF(nice))] : random_between(&d->source, -2, 2);
}

static inline double positive_number(dice *d) {
    static const double nice[] = {0.5, 1, 1, 2, 3};
    return d->is_nice ? nice[roll(d, (int)COUNT_OF(nice))] : random_between(&d->source, 0.3, 3);
}

static inline gyre_vec3 any_vector(dice *d) {
    static const gyre_vec3 nice[] = {{1, 1, 1}, {1, 0, 0}, {0, 0, 1}, {-1, -1, -1}, {0, 2, 2}};
    if (d->is_nice && roll(d, 2)) return nice[roll(d, (int)COUNT_OF(nice))];
    double x = any_number(d), y = any_number(d);
    return (gyre_vec3){x, y, any_number(d)};
}

static inline gyre_vec3 nonzero_vector(dice *d) {
    for (;;) {
        gyre_vec3 v = any_vector(d);
        if (norm(v) > 0) return v;
    }
}

static inline gyre_quat any_turn(dice *d) {
    static const gyre_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 1, 1}, {1, -1, 1}};
    static const double parts[] = {0, 0.25, 0.5, 1.0 / 3, 2.0 / 3}; // of a turn
    if (!d->is_nice) return random_rotation(&d->source);
    gyre_quat q;
    CHECK_OK(gyre_quat_from_axis_angle(axes[roll(d, (int)COUNT_OF(axes))],
                                       2 * acos(-1) * parts[roll(d, (int)COUNT_OF(parts))], &q));
    return q;
}

static inline gyre_tensor any_tensor(dice *d) {
    static const gyre_tensor nice[] = {
        {1, 1, 1, 0, 0, 0},   {2, 2, 1, 0, 0, 0},       {1, 2, 2, 0, 0, 0},
        {1, 2, 2.5, 0, 0, 0}, {2, 2, 2, 0.5, 0.5, 0.5}, {3, 2, 2.5, 0.7, 0.3, -0.2},
    };
    if (d->is_nice) return nice[roll(d, (int)COUNT_OF(nice))];
    random_source *r = &d->source;
    double xx = random_between(r, 2, 2.9), yy = random_between(r, 2, 2.9), zz = random_between(r, 2, 2.9);
    double xy = random_between(r, -0.1, 0.1), xz = random_between(r, -0.1, 0.1);
    return (gyre_tensor){xx, yy, zz, xy, xz, random_between(r, -0.1, 0.1)};
}

static inline gyre_point any_point(dice *d, int may_be_world) {
    gyre_point_kind kind = (gyre_point_kind)roll(d, may_be_world ? 3 : 2);
    return (gyre_point){kind, kind == GYRE_AT_CENTER ? (gyre_vec3){0, 0, 0} : any_vector(d)};
}

// ---- bodies ----

static inline unsigned any_locks(dice *d) {
    static const unsigned locks[] = {GYRE_LOCK_X, GYRE_LOCK_PLANAR, GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Z,
                                     GYRE_LOCK_X | GYRE_LOCK_Y | GYRE_LOCK_Z,
                                     GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z};
    return d->without & NO_LOCKS || roll(d, 4) ? 0 : locks[roll(d, (int)COUNT_OF(locks))];
}

static inline void make_path(dice *d, recipe *r, int i) {
    gyre_body_def *def = &r->bodies[i];
    for (int k = 0; k < RECIPE_POINTS; k++)
        r->paths[i][k] = (gyre_path_point){k / 4.0, {any_vector(d), any_turn(d)}};
    def->path = r->paths[i];
    def->path_count = RECIPE_POINTS;
    def->velocity = def->angular_velocity = (gyre_vec3){0, 0, 0};
}

static inline void make_body(dice *d, recipe *r, int i) {
    gyre_body_def def = gyre_body_def_default();
    def.mass = (gyre_mass_properties){positive_number(d), {0, 0, 0}, any_tensor(d)};
    if (roll(d, 2)) def.mass.center = any_vector(d);
    def.position = plus(any_vector(d), (gyre_vec3){4 * i, 0, 0}); // apart, so that pairs stay away from each other
    def.orientation = any_turn(d);
    def.velocity = any_vector(d);
    def.angular_velocity = any_vector(d);
    def.angular_frame = (gyre_frame)roll(d, 2);
    def.locks = any_locks(d);
    int is_tied = !(d->without & NO_WORLD);
    int kind = i == 0 ? 0 : roll(d, 6);
    if (kind == 4) def.kind = GYRE_BODY_STATIC;
    if (kind == 5) def.kind = GYRE_BODY_KINEMATIC;
    if (def.kind != GYRE_BODY_DYNAMIC) def.locks = 0;
    if (def.kind == GYRE_BODY_STATIC) def.velocity = def.angular_velocity = (gyre_vec3){0, 0, 0};
    if (def.kind == GYRE_BODY_DYNAMIC && is_tied && !def.locks && roll(d, 4) == 0) {
        def.has_pivot = 1;
        def.pivot = any_vector(d);
        def.velocity = (gyre_vec3){0, 0, 0}; // as it turns
    }
    if (def.kind == GYRE_BODY_DYNAMIC && !(d->without & NO_FRICTION) && roll(d, 3) == 0) {
        def.angular_damping = positive_number(d);
        if (is_tied && !def.has_pivot) def.linear_damping = positive_number(d);
    }
    r->bodies[i] = def;
    if (def.kind == GYRE_BODY_KINEMATIC && is_tied && roll(d, 4)) make_path(d, r, i);
    // a lock keeps some of the velocity from the body: so none is given
    if (def.locks) r->bodies[i].velocity = r->bodies[i].angular_velocity = (gyre_vec3){0, 0, 0};
}

// ---- forces ----

static inline void make_parameters(dice *d, recipe_force *f) {
    gyre_force_parameters *p = &f->def.parameters;
    int is_tied = !(d->without & NO_WORLD), has_friction = !(d->without & NO_FRICTION);
    switch ((int)f->def.kind) {
    case GYRE_FORCE_field:
        p->field.acceleration = any_vector(d);
        break;
    case GYRE_FORCE_force:
        p->force = (gyre_force_force){any_vector(d), (gyre_frame)roll(d, 2), any_point(d, is_tied)};
        break;
    case GYRE_FORCE_torque:
        p->torque = (gyre_force_torque){any_vector(d), (gyre_frame)roll(d, 2)};
        break;
    case GYRE_FORCE_spring:
        p->spring.stiffness = positive_number(d);
        p->spring.damping = has_friction ? roll(d, 2) * positive_number(d) : 0;
        p->spring.length = roll(d, 2) * positive_number(d);
        p->spring.at = any_point(d, 0);
        p->spring.to_at = (gyre_point){GYRE_AT_BODY, plus(any_vector(d), OFF_GRID)};
        break;
    case GYRE_FORCE_torsion:
        p->torsion.stiffness = positive_number(d);
        p->torsion.damping = has_friction ? roll(d, 2) * positive_number(d) : 0;
        p->torsion.reference = any_turn(d);
        break;
    case GYRE_FORCE_drag:
        p->drag =
            (gyre_force_drag){positive_number(d), roll(d, 2) * positive_number(d), roll(d, 2) * positive_number(d)};
        break;
    case GYRE_FORCE_wind:
        p->wind = (gyre_force_wind){any_vector(d), positive_number(d), roll(d, 2) * positive_number(d)};
        break;
    case GYRE_FORCE_thruster:
        p->thruster = (gyre_force_thruster){any_point(d, 0), nonzero_vector(d), any_number(d)};
        break;
    case GYRE_FORCE_buoyancy:
        p->buoyancy.fluid_density = positive_number(d);
        p->buoyancy.surface = any_number(d);
        p->buoyancy.drag = has_friction ? roll(d, 2) * positive_number(d) : 0;
        p->buoyancy.solid = (gyre_solid)roll(d, 2);
        p->buoyancy.radius = positive_number(d);
        p->buoyancy.size = (gyre_vec3){positive_number(d), positive_number(d), positive_number(d)};
        p->buoyancy.at = any_point(d, 0);
        p->buoyancy.turned = any_turn(d);
        break;
    default:
        p->attraction.mu = positive_number(d);
        p->attraction.softening = 1; // no close encounters
        p->attraction.to = any_point(d, 0);
        p->attraction.is_mutual = !(d->without & NO_MUTUAL) && f->body == NOBODY;
        p->attraction.G = 1;
    }
}

// Where no other body is named the far end is a point of the world.
static inline void aim_at_world(dice *d, recipe_force *f) {
    gyre_point point = {GYRE_AT_WORLD, plus(any_vector(d), OFF_GRID)};
    if (f->def.kind == GYRE_FORCE_spring) f->def.parameters.spring.to_at = point;
    if (f->def.kind == GYRE_FORCE_attraction) f->def.parameters.attraction.to = point;
}

static inline int is_force_allowed(const dice *d, const recipe_force *f) {
    gyre_force_kind kind = f->def.kind;
    int is_pair_kind = kind == GYRE_FORCE_spring || kind == GYRE_FORCE_attraction;
    int needs_world = kind == GYRE_FORCE_torsion || kind == GYRE_FORCE_drag || kind == GYRE_FORCE_wind;
    if (d->without & NO_FRICTION && (kind == GYRE_FORCE_drag || kind == GYRE_FORCE_wind)) return 0;
    if (d->without & (NO_LEVEL | NO_WORLD) && kind == GYRE_FORCE_buoyancy) return 0;
    if (d->without & NO_WORLD && needs_world && kind != GYRE_FORCE_wind) return 0;
    if (d->without & NO_WORLD && is_pair_kind && f->other == NOBODY) return 0;
    return 1;
}

// At half a turn from its reference a torsion spring jumps from one way round to the other: which one is a rounding.
static inline int is_at_half_turn(const recipe_force *f, const recipe *r) {
    for (int i = 0; i < r->body_count && f->def.kind == GYRE_FORCE_torsion; i++)
        if (angle_between(f->def.parameters.torsion.reference, r->bodies[i].orientation) > 3.1) return 1;
    return 0;
}

static inline recipe_force any_force(dice *d, const recipe *r) {
    for (;;) {
        recipe_force f = {.def = gyre_force_def_default((gyre_force_kind)roll(d, GYRE_FORCE_callback))};
        f.body = roll(d, 2) ? NOBODY : roll(d, r->body_count);
        f.other = NOBODY;
        if (gyre_force_may_join(f.def.kind) && f.body != NOBODY && r->body_count > 1 && roll(d, 2))
            f.other = (f.body + 1 + roll(d, r->body_count - 1)) % r->body_count;
        if (!is_force_allowed(d, &f)) continue;
        make_parameters(d, &f);
        if (is_at_half_turn(&f, r)) continue;
        if (f.other == NOBODY) aim_at_world(d, &f);
        if (roll(d, 4) == 0) f.def.from = positive_number(d) / 4;
        if (roll(d, 4) == 0) f.def.until = fmax(f.def.from, 0) + positive_number(d) / 4;
        if (roll(d, 4) == 0) {
            f.def.profile_count = RECIPE_POINTS;
            // a resistance below 0 grows without bound, in finite time if it is quadratic
            int may_push = f.def.kind == GYRE_FORCE_field || f.def.kind == GYRE_FORCE_force;
            for (int k = 0; k < RECIPE_POINTS; k++)
                f.profile[k] = (gyre_profile_point){k / 4.0, may_push ? any_number(d) : fabs(any_number(d))};
        }
        return f;
    }
}

// ---- the whole ----

static inline recipe any_recipe(dice *d, gyre_method method) {
    recipe r = {.world = gyre_world_def_default(), .h = d->is_nice ? 1.0 / 64 : 0.013};
    r.world.method = method;
    r.world.has_ledger = 1;
    r.world.log.write = keep_text;
    r.world.gravity.z = d->without & NO_LEVEL ? 0 : any_number(d);
    r.body_count = 1 + roll(d, RECIPE_BODIES);
    r.force_count = roll(d, RECIPE_FORCES + 1);
    for (int i = 0; i < r.body_count; i++)
        make_body(d, &r, i);
    for (int i = 0; i < r.force_count; i++)
        r.forces[i] = any_force(d, &r);
    return r;
}

static inline gyre_world *build(recipe *r, gyre_body_id ids[RECIPE_BODIES]) {
    gyre_world *world = world_of(&r->world);
    for (int i = 0; i < r->body_count; i++) {
        if (r->bodies[i].path_count > 0) r->bodies[i].path = r->paths[i]; // the recipe may have been copied
        gyre_result result = gyre_world_add_body(world, &r->bodies[i], &ids[i]);
        if (result != GYRE_OK) fail_msg("body %d: %s: %s", i, gyre_result_name(result), log_text);
    }
    for (int i = 0; i < r->force_count; i++) {
        recipe_force *f = &r->forces[i];
        gyre_force_def def = f->def;
        def.body = f->body == NOBODY ? no_body : ids[f->body];
        def.other = f->other == NOBODY ? no_body : ids[f->other];
        def.profile = f->profile;
        add_force(world, &def);
    }
    return world;
}
