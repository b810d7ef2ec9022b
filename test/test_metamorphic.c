/// Two worlds whose motions must agree for any equations: a force on all bodies and the same force on each;
/// other units; bodies in another order; the scene turned, mirrored, moved, seen from a train; there and back; in two
/// parts.
#include "recipe.h"

enum { SEEDS = 150, STEPS = 48 };

static const double TOLERANCE = 1e-9; // of positions, velocities and angles of size 1 to 10, after 48 steps

// ---- running and comparing ----

static const gyre_method methods[] = {GYRE_METHOD_exact, GYRE_METHOD_rk4,      GYRE_METHOD_semi_implicit_euler,
                                      GYRE_METHOD_rkn6,  GYRE_METHOD_midpoint, GYRE_METHOD_dopri5};

static void describe(uint64_t seed, gyre_method method) {
    print_message("seed %llu, %s numbers, %s\n", (unsigned long long)seed, seed % 2 ? "random" : "nice",
                  gyre_method_name(method));
}

typedef struct run {
    recipe recipe;
    gyre_world *world;
    gyre_body_id ids[RECIPE_BODIES];
} run;

static run begin(const recipe *r) {
    run s = {.recipe = *r};
    s.world = build(&s.recipe, s.ids);
    return s;
}

static run run_of(const recipe *r, int steps) {
    run s = begin(r);
    take_steps(s.world, s.recipe.h, steps);
    return s;
}

static void end(run *s) { gyre_world_destroy(s->world); }

static double largest_coordinate(const gyre_motion *m) {
    return fmax(1, fmax(norm(m->position), fmax(norm(m->velocity), norm(m->angular_velocity))));
}

static void check_motion_near(gyre_motion got, gyre_motion want) {
    double tolerance = TOLERANCE * largest_coordinate(&want);
    CHECK_VEC3_NEAR(got.position, want.position, tolerance);
    CHECK_VEC3_NEAR(got.velocity, want.velocity, tolerance);
    CHECK_VEC3_NEAR(got.angular_velocity, want.angular_velocity, tolerance);
    CHECK_NEAR(angle_between(got.orientation, want.orientation), 0, tolerance);
}

// One relation: changes a recipe to that of the second world, and predicts the motion of the second world.
typedef struct relation {
    unsigned without; // excluded features
    void (*change)(recipe *r, dice *d);
    gyre_motion (*expected)(gyre_motion motion, double t);
} relation;

static gyre_quat world_turn;
static gyre_vec3 shift, train;
static const double MIRROR[3] = {-1, 1, 1};

static void check_relation(const relation *rule) {
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        gyre_method method = methods[seed / 2 % COUNT_OF(methods)];
        dice d = {{seed}, seed % 2 == 0, rule->without};
        if (method == GYRE_METHOD_rkn6) d.without |= NO_FRICTION;
        if (method == GYRE_METHOD_dopri5) d.without |= NO_WORLD; // no corners of paths within its steps
        describe(seed, method);
        recipe plain = any_recipe(&d, method), other = plain;
        if (method == GYRE_METHOD_dopri5)
            plain.world.rtol = plain.world.atol = other.world.rtol = other.world.atol = 1e-13;
        rule->change(&other, &d);
        run a = run_of(&plain, STEPS), b = run_of(&other, STEPS);
        double t = gyre_world_time(a.world);
        for (int i = 0; i < plain.body_count; i++)
            check_motion_near(motion_of(b.world, b.ids[i]), rule->expected(motion_of(a.world, a.ids[i]), t));
        end(&a);
        end(&b);
    }
}

// Every parameter of every force.
typedef void (*parameter_change)(const gyre_force_field_row *field, void *value, const recipe_force *f);

static void change_parameters(recipe *r, parameter_change change) {
    for (int i = 0; i < r->force_count; i++) {
        recipe_force *f = &r->forces[i];
        size_t count;
        const gyre_force_field_row *fields = gyre_force_fields(f->def.kind, &count);
        for (size_t k = 0; k < count; k++)
            change(&fields[k], (char *)&f->def.parameters + fields[k].offset, f);
    }
}

// ---- a force on all, and on each ----

static void give_to_each(recipe *r) {
    recipe each = *r;
    each.force_count = 0;
    for (int i = 0; i < r->force_count; i++) {
        int is_on_all = r->forces[i].body == NOBODY;
        for (int b = 0; b < (is_on_all ? r->body_count : 1); b++) {
            each.forces[each.force_count] = r->forces[i];
            if (is_on_all) each.forces[each.force_count].body = b;
            each.force_count++;
        }
    }
    *r = each;
}

TEST(a_force_on_all_bodies_is_the_same_force_on_each_to_the_bit) {
    for (uint64_t seed = 0; seed < 2 * SEEDS; seed++)
        for (size_t m = 0; m < COUNT_OF(methods); m++) {
            dice d = {{seed}, seed % 2 == 0, NO_MUTUAL};
            if (methods[m] == GYRE_METHOD_rkn6) d.without |= NO_FRICTION;
            recipe on_all = any_recipe(&d, methods[m]), on_each = on_all;
            give_to_each(&on_each);
            describe(seed, methods[m]);
            run a = run_of(&on_all, 8), b = run_of(&on_each, 8);
            for (int i = 0; i < on_all.body_count; i++)
                CHECK_STATE_SAME(state_of(a.world, a.ids[i]), state_of(b.world, b.ids[i]));
            end(&a);
            end(&b);
        }
}

// ---- units ----

typedef struct units {
    double length, mass, time; // powers of two
} units;

static units unit;

static double unit_power(double u, int n) {
    return n < 0 ? 1 / unit_power(u, -n) : n == 0 ? 1 : u * unit_power(u, n - 1);
}

static double unit_of(int length, int mass, int time) {
    return unit_power(unit.length, length) * unit_power(unit.mass, mass) * unit_power(unit.time, time);
}

// Dimensions of numbers and vectors; points are lengths, directions and turns have none.
static double unit_of_parameter(gyre_force_kind kind, const char *name) {
    static const struct {
        gyre_force_kind kind;
        const char *name;
        int length, mass, time;
    } rows[] = {
        {GYRE_FORCE_field, "acceleration", 1, 0, -2},  {GYRE_FORCE_force, "force", 1, 1, -2},
        {GYRE_FORCE_torque, "torque", 2, 1, -2},       {GYRE_FORCE_spring, "stiffness", 0, 1, -2},
        {GYRE_FORCE_spring, "damping", 0, 1, -1},      {GYRE_FORCE_spring, "length", 1, 0, 0},
        {GYRE_FORCE_torsion, "stiffness", 2, 1, -2},   {GYRE_FORCE_torsion, "damping", 2, 1, -1},
        {GYRE_FORCE_drag, "linear", 0, 1, -1},         {GYRE_FORCE_drag, "quadratic", -1, 1, 0},
        {GYRE_FORCE_drag, "angular", 2, 1, -1},        {GYRE_FORCE_wind, "velocity", 1, 0, -1},
        {GYRE_FORCE_wind, "linear", 0, 1, -1},         {GYRE_FORCE_wind, "quadratic", -1, 1, 0},
        {GYRE_FORCE_thruster, "thrust", 1, 1, -2},     {GYRE_FORCE_buoyancy, "fluid_density", -3, 1, 0},
        {GYRE_FORCE_buoyancy, "surface", 1, 0, 0},     {GYRE_FORCE_buoyancy, "drag", 0, 1, -1},
        {GYRE_FORCE_buoyancy, "radius", 1, 0, 0},      {GYRE_FORCE_buoyancy, "size", 1, 0, 0},
        {GYRE_FORCE_attraction, "mu", 3, 0, -2},       {GYRE_FORCE_attraction, "G", 3, -1, -2},
        {GYRE_FORCE_attraction, "softening", 1, 0, 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].kind == kind && strcmp(rows[i].name, name) == 0)
            return unit_of(rows[i].length, rows[i].mass, rows[i].time);
    fail_msg("no dimension is given for %s of %s", name, gyre_force_kind_name(kind));
    return 0;
}

static void change_unit(const gyre_force_field_row *field, void *value, const recipe_force *f) {
    gyre_vec3 *v = value;
    switch ((int)field->type) {
    case GYRE_FIELD_number:
        *(double *)value *= unit_of_parameter(f->def.kind, field->name);
        break;
    case GYRE_FIELD_vector:
    case GYRE_FIELD_extent:
    case GYRE_FIELD_framed_vector:
        *v = scaled(unit_of_parameter(f->def.kind, field->name), *v);
        break;
    case GYRE_FIELD_point:
    case GYRE_FIELD_body_point:
    case GYRE_FIELD_other_point:
        ((gyre_point *)value)->p = scaled(unit.length, ((gyre_point *)value)->p);
        break;
    default:
        break;
    }
}

static void change_units_of_body(gyre_body_def *def, gyre_path_point *path) {
    def->mass.mass *= unit.mass;
    def->mass.center = scaled(unit.length, def->mass.center);
    double *moments = &def->mass.inertia.xx;
    for (int k = 0; k < 6; k++)
        moments[k] *= unit_of(2, 1, 0);
    def->position = scaled(unit.length, def->position);
    def->pivot = scaled(unit.length, def->pivot);
    def->velocity = scaled(unit_of(1, 0, -1), def->velocity);
    def->angular_velocity = scaled(unit_of(0, 0, -1), def->angular_velocity);
    def->linear_damping /= unit.time;
    def->angular_damping /= unit.time;
    for (size_t k = 0; k < def->path_count; k++) {
        path[k].t *= unit.time;
        path[k].pose.position = scaled(unit.length, path[k].pose.position);
    }
}

static void change_units(recipe *r) {
    r->h *= unit.time;
    r->world.gravity = scaled(unit_of(1, 0, -2), r->world.gravity);
    for (int i = 0; i < r->body_count; i++)
        change_units_of_body(&r->bodies[i], r->paths[i]);
    change_parameters(r, change_unit);
    for (int i = 0; i < r->force_count; i++) {
        recipe_force *f = &r->forces[i];
        f->def.from *= unit.time;
        f->def.until *= unit.time;
        for (size_t k = 0; k < f->def.profile_count; k++)
            f->profile[k].t *= unit.time;
    }
}

TEST(units_scaled_by_powers_of_two_scale_the_motion_to_the_bit) {
    static const units choices[] = {
        {4, 1, 1}, {1, 0.125, 1}, {1, 1, 16}, {0x1p-20, 0x1p13, 0x1p-7}, {0x1p17, 0x1p-9, 0x1p5}};
    for (uint64_t seed = 0; seed < 2 * SEEDS; seed++) {
        gyre_method method = methods[seed / 2 % COUNT_OF(methods)];
        if (method == GYRE_METHOD_dopri5) method = GYRE_METHOD_explicit_euler; // one atol for lengths and momenta
        dice d = {{seed}, seed % 2 == 0, method == GYRE_METHOD_rkn6 ? NO_FRICTION : 0};
        recipe plain = any_recipe(&d, method), other = plain;
        unit = choices[seed % COUNT_OF(choices)];
        change_units(&other);
        describe(seed, method);
        run a = run_of(&plain, STEPS), b = run_of(&other, STEPS);
        for (int i = 0; i < plain.body_count; i++) {
            gyre_state was = state_of(a.world, a.ids[i]), is = state_of(b.world, b.ids[i]);
            CHECK_VEC3_SAME(is.x, scaled(unit.length, was.x));
            CHECK_BYTES(&is.q, &was.q, sizeof is.q);
            CHECK_VEC3_SAME(is.P, scaled(unit_of(1, 1, -1), was.P));
            CHECK_VEC3_SAME(is.L, scaled(unit_of(2, 1, -1), was.L));
        }
        CHECK_SAME(ledger_of(b.world).work, unit_of(2, 1, -2) * ledger_of(a.world).work);
        end(&a);
        end(&b);
    }
}

// ---- order ----

TEST(bodies_in_another_order_move_the_same_to_the_bit) {
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        gyre_method method = methods[seed / 2 % COUNT_OF(methods)];
        dice d = {{seed}, seed % 2 == 0, NO_MUTUAL}; // its sums follow the order of bodies
        if (method == GYRE_METHOD_rkn6) d.without |= NO_FRICTION;
        recipe plain = any_recipe(&d, method), other = plain;
        int n = plain.body_count, last = n - 1;
        for (int i = 0; i < n; i++) { // backward
            other.bodies[i] = plain.bodies[last - i];
            memcpy(other.paths[i], plain.paths[last - i], sizeof other.paths[i]);
        }
        for (int i = 0; i < plain.force_count; i++) {
            if (plain.forces[i].body != NOBODY) other.forces[i].body = last - plain.forces[i].body;
            if (plain.forces[i].other != NOBODY) other.forces[i].other = last - plain.forces[i].other;
        }
        describe(seed, method);
        run a = run_of(&plain, STEPS), b = run_of(&other, STEPS);
        for (int i = 0; i < n; i++)
            CHECK_STATE_SAME(state_of(b.world, b.ids[last - i]), state_of(a.world, a.ids[i]));
        end(&a);
        end(&b);
    }
}

// ---- the scene turned ----

static gyre_vec3 turned(gyre_vec3 v) { return gyre_quat_rotate(world_turn, v); }

static void turn_parameter(const gyre_force_field_row *field, void *value, const recipe_force *f) {
    gyre_vec3 *v = value;
    gyre_point *point = value;
    gyre_quat *q = value;
    int is_in_world = f->def.kind == GYRE_FORCE_torque ? f->def.parameters.torque.frame == GYRE_FRAME_WORLD
                                                       : f->def.parameters.force.frame == GYRE_FRAME_WORLD;
    if (field->type == GYRE_FIELD_vector) *v = turned(*v);
    if (field->type == GYRE_FIELD_framed_vector && is_in_world) *v = turned(*v);
    int is_point = field->type == GYRE_FIELD_point || field->type == GYRE_FIELD_other_point;
    if (is_point && point->kind == GYRE_AT_WORLD) point->p = turned(point->p);
    if (field->type == GYRE_FIELD_rotation) *q = gyre_quat_multiply(world_turn, *q);
}

static void turn_scene(recipe *r, dice *d) {
    world_turn = any_turn(d);
    r->world.gravity = turned(r->world.gravity);
    for (int i = 0; i < r->body_count; i++) {
        gyre_body_def *def = &r->bodies[i];
        def->position = turned(def->position);
        def->orientation = gyre_quat_multiply(world_turn, def->orientation);
        def->velocity = turned(def->velocity);
        if (def->angular_frame == GYRE_FRAME_WORLD) def->angular_velocity = turned(def->angular_velocity);
        for (size_t k = 0; k < def->path_count; k++) {
            gyre_pose *pose = &r->paths[i][k].pose;
            *pose = (gyre_pose){turned(pose->position), gyre_quat_multiply(world_turn, pose->orientation)};
        }
    }
    change_parameters(r, turn_parameter);
}

static gyre_motion turned_motion(gyre_motion m, double t) {
    (void)t;
    return (gyre_motion){turned(m.position), gyre_quat_multiply(world_turn, m.orientation), turned(m.velocity),
                         turned(m.angular_velocity)};
}

TEST(a_rotated_scene_has_the_rotated_motion) {
    check_relation(&(relation){NO_LOCKS | NO_LEVEL, turn_scene, turned_motion});
}

// ---- the scene moved ----

static void move_parameter(const gyre_force_field_row *field, void *value, const recipe_force *f) {
    gyre_point *point = value;
    int is_point = field->type == GYRE_FIELD_point || field->type == GYRE_FIELD_other_point;
    if (is_point && point->kind == GYRE_AT_WORLD) point->p = plus(point->p, shift);
    if (f->def.kind == GYRE_FORCE_buoyancy && strcmp(field->name, "surface") == 0) *(double *)value += shift.z;
}

static void move_scene(recipe *r, dice *d) {
    shift = scaled(2, nonzero_vector(d));
    for (int i = 0; i < r->body_count; i++) {
        r->bodies[i].position = plus(r->bodies[i].position, shift);
        for (size_t k = 0; k < r->bodies[i].path_count; k++)
            r->paths[i][k].pose.position = plus(r->paths[i][k].pose.position, shift);
    }
    change_parameters(r, move_parameter);
}

static gyre_motion moved_motion(gyre_motion m, double t) {
    (void)t;
    m.position = plus(m.position, shift);
    return m;
}

TEST(a_shifted_scene_has_the_shifted_motion) { check_relation(&(relation){0, move_scene, moved_motion}); }

// ---- mirrored: x to -x, in the world and in every model ----

static gyre_vec3 mirrored(gyre_vec3 v) { return (gyre_vec3){MIRROR[0] * v.x, MIRROR[1] * v.y, MIRROR[2] * v.z}; }
static gyre_vec3 mirrored_axial(gyre_vec3 v) { return scaled(-1, mirrored(v)); } // torques, angular velocities

static gyre_quat mirrored_turn(gyre_quat q) {
    gyre_vec3 v = mirrored_axial((gyre_vec3){q.x, q.y, q.z});
    return (gyre_quat){q.w, v.x, v.y, v.z};
}

static void mirror_parameter(const gyre_force_field_row *field, void *value, const recipe_force *f) {
    gyre_vec3 *v = value;
    switch ((int)field->type) {
    case GYRE_FIELD_vector:
    case GYRE_FIELD_body_direction:
        *v = mirrored(*v);
        break;
    case GYRE_FIELD_framed_vector:
        *v = f->def.kind == GYRE_FORCE_torque ? mirrored_axial(*v) : mirrored(*v);
        break;
    case GYRE_FIELD_point:
    case GYRE_FIELD_body_point:
    case GYRE_FIELD_other_point:
        ((gyre_point *)value)->p = mirrored(((gyre_point *)value)->p);
        break;
    case GYRE_FIELD_rotation:
    case GYRE_FIELD_body_rotation:
        *(gyre_quat *)value = mirrored_turn(*(gyre_quat *)value);
        break;
    default:
        break;
    }
}

static void mirror_scene(recipe *r, dice *d) {
    (void)d;
    for (int i = 0; i < r->body_count; i++) {
        gyre_body_def *def = &r->bodies[i];
        def->mass.center = mirrored(def->mass.center);
        def->mass.inertia.xy *= -1;
        def->mass.inertia.xz *= -1;
        def->position = mirrored(def->position);
        def->orientation = mirrored_turn(def->orientation);
        def->velocity = mirrored(def->velocity);
        def->angular_velocity = mirrored_axial(def->angular_velocity);
        def->pivot = mirrored(def->pivot);
        for (size_t k = 0; k < def->path_count; k++) {
            gyre_pose *pose = &r->paths[i][k].pose;
            *pose = (gyre_pose){mirrored(pose->position), mirrored_turn(pose->orientation)};
        }
    }
    change_parameters(r, mirror_parameter);
}

static gyre_motion mirrored_motion(gyre_motion m, double t) {
    (void)t;
    return (gyre_motion){mirrored(m.position), mirrored_turn(m.orientation), mirrored(m.velocity),
                         mirrored_axial(m.angular_velocity)};
}

TEST(a_mirrored_scene_has_the_mirrored_motion) { check_relation(&(relation){0, mirror_scene, mirrored_motion}); }

// ---- from a train ----

static void set_in_motion(recipe *r, dice *d) {
    train = nonzero_vector(d);
    for (int i = 0; i < r->body_count; i++) {
        gyre_body_def *def = &r->bodies[i];
        if (def->kind == GYRE_BODY_STATIC) def->kind = GYRE_BODY_KINEMATIC;
        def->velocity = plus(def->velocity, train);
    }
    for (int i = 0; i < r->force_count; i++) {
        gyre_force_wind *wind = &r->forces[i].def.parameters.wind;
        if (r->forces[i].def.kind == GYRE_FORCE_wind) wind->velocity = plus(wind->velocity, train);
    }
}

static gyre_motion motion_in_train(gyre_motion m, double t) {
    m.position = plus(m.position, scaled(t, train));
    m.velocity = plus(m.velocity, train);
    return m;
}

TEST(a_scene_in_uniform_motion_has_the_same_relative_motion) {
    check_relation(&(relation){NO_WORLD | NO_LOCKS, set_in_motion, motion_in_train});
}

// ---- there and back ----

TEST(a_run_forward_and_backward_ends_at_its_start) {
    const gyre_method reversible[] = {GYRE_METHOD_exact, GYRE_METHOD_rkn4, GYRE_METHOD_rkn6};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        gyre_method method = reversible[seed / 2 % COUNT_OF(reversible)];
        dice d = {{seed}, seed % 2 == 0, NO_FRICTION};
        recipe r = any_recipe(&d, method);
        describe(seed, method);
        run s = begin(&r);
        gyre_motion before[RECIPE_BODIES];
        for (int i = 0; i < r.body_count; i++)
            before[i] = motion_of(s.world, s.ids[i]);
        take_steps(s.world, r.h, STEPS);
        take_steps(s.world, -r.h, STEPS);
        for (int i = 0; i < r.body_count; i++)
            check_motion_near(motion_of(s.world, s.ids[i]), before[i]);
        end(&s);
    }
}

// ---- in two parts ----

TEST(two_halves_of_a_run_are_the_run_to_the_byte) {
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        for (size_t m = 0; m < COUNT_OF(methods); m++) {
            dice d = {{seed}, seed % 2 == 0, methods[m] == GYRE_METHOD_rkn6 ? NO_FRICTION : 0};
            recipe r = any_recipe(&d, methods[m]);
            describe(seed, methods[m]);
            run whole = run_of(&r, 16), first = run_of(&r, 8);
            gyre_world *second = plain_world();
            world_bytes half = world_bytes_of(first.world);
            CHECK_OK(gyre_world_restore(second, half.bytes, half.size));
            take_steps(second, r.h, 8);
            CHECK_ALIKE(second, whole.world);
            world_bytes_free(&half);
            gyre_world_destroy(second);
            end(&whole);
            end(&first);
        }
}

RUN_TESTS("metamorphic")
