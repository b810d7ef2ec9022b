/// NaN, infinities and numbers near the largest at every input: refused by name, or the step fails by name; and nothing
/// else changes.
#include "world_scenes.h"

static const double not_numbers[] = {NAN, INFINITY, -INFINITY};
static const double huge_numbers[] = {1e308, -1e308};

// A world with two bodies that could be harmed, and what it must look like afterwards.
typedef struct victim {
    scene s;
    world_bytes was;
} victim;

static victim victim_of(gyre_method method) {
    victim v = {.s = scene_with(method, -5)};
    take_steps(v.s.world, DT, 2);
    v.was = world_bytes_of(v.s.world);
    return v;
}

static void free_victim(victim *v) {
    world_bytes_free(&v->was);
    gyre_world_destroy(v->s.world);
}

static void check_unharmed(const victim *v) { CHECK_UNCHANGED(v->s.world, v->was); }

// No input puts an infinity into the world.
static void check_finite_inside(const gyre_world *world, gyre_body_id body) {
    gyre_state s = state_of(world, body);
    gyre_body_kind kind;
    double y[GYRE_STATE_SIZE];
    CHECK_OK(gyre_body_get_kind(world, body, &kind));
    gyre_state_to_array(&s, y);
    for (int i = 0; i < GYRE_STATE_SIZE && kind == GYRE_BODY_DYNAMIC; i++)
        CHECK(isfinite(y[i]));
}

// A step that may succeed with a huge number, or must fail by the right name.
static void step_or_fail_by_name(gyre_world *world, gyre_body_id body, gyre_force_id force) {
    REMEMBER(was, world);
    gyre_step_report report;
    check_finite_inside(world, body);
    gyre_result r = gyre_world_step(world, DT, &report);
    if (r == GYRE_OK) {
        gyre_motion motion = motion_of(world, body);
        const double *y = &motion.position.x;
        for (int i = 0; i < 13; i++)
            CHECK(isfinite(y[i]));
        return;
    }
    CHECK(r == GYRE_ERR_NOT_FINITE || r == GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK_EQ(report.result, r);
    CHECK(is_same_id(report.body, body));
    CHECK_EQ(report.force.index, force.index);
    CHECK_EQ(report.force.generation, force.generation);
    CHECK(report.quantity != GYRE_QUANTITY_NONE);
    CHECK(report.text[0] != '\0');
    CHECK_UNCHANGED(world, was);
}

// ---- definitions of bodies ----

enum { BODY_NUMBERS = 33 };

// Every double of a body's definition.
static void numbers_of_body(gyre_body_def *def, gyre_path_point *path, double *out[BODY_NUMBERS]) {
    double *numbers[BODY_NUMBERS] = {
        &def->mass.mass,
        &def->mass.center.x,
        &def->mass.center.y,
        &def->mass.center.z,
        &def->mass.inertia.xx,
        &def->mass.inertia.yy,
        &def->mass.inertia.zz,
        &def->mass.inertia.xy,
        &def->mass.inertia.xz,
        &def->mass.inertia.yz,
        &def->position.x,
        &def->position.y,
        &def->position.z,
        &def->orientation.w,
        &def->orientation.x,
        &def->orientation.y,
        &def->orientation.z,
        &def->velocity.x,
        &def->velocity.y,
        &def->velocity.z,
        &def->angular_velocity.x,
        &def->angular_velocity.y,
        &def->angular_velocity.z,
        &def->linear_damping,
        &def->angular_damping,
        &def->pivot.x,
        &def->pivot.y,
        &def->pivot.z,
        &path->t,
        &path->pose.position.x,
        &path->pose.orientation.w,
        &path->pose.orientation.x,
        &path->pose.position.z,
    };
    memcpy(out, numbers, sizeof numbers);
}

// The definition in which exactly the i-th number is wrong; the path counts for the last five.
static gyre_body_def wrong_def(size_t i, double value, int has_pivot, gyre_path_point path[2]) {
    gyre_body_def def = lopsided_def();
    def.name = "wrong";
    def.has_pivot = has_pivot;
    path[0] = (gyre_path_point){0, {{0, 0, 0}, {1, 0, 0, 0}}};
    path[1] = (gyre_path_point){1, {{1, 0, 0}, {1, 0, 0, 0}}};
    if (i >= 28) {
        def.kind = GYRE_BODY_KINEMATIC;
        def.path = path;
        def.path_count = 2;
    }
    double *numbers[BODY_NUMBERS];
    numbers_of_body(&def, &path[1], numbers);
    *numbers[i] = value;
    return def;
}

TEST(a_body_with_a_non_finite_number_is_refused) {
    victim v = victim_of(GYRE_METHOD_exact);
    for (size_t i = 0; i < BODY_NUMBERS; i++)
        for (size_t k = 0; k < COUNT_OF(not_numbers); k++)
            for (int has_pivot = 0; has_pivot < 2; has_pivot++) {
                gyre_path_point path[2];
                gyre_body_def def = wrong_def(i, not_numbers[k], has_pivot, path);
                gyre_body_id id = no_body;
                log_text[0] = '\0';
                gyre_result r = gyre_world_add_body(v.s.world, &def, &id);
                if (r == GYRE_OK) fail_msg("number %zu of a body may be %g", i, not_numbers[k]);
                CHECK(gyre_body_is_none(id));
                CHECK(strstr(log_text, "wrong") != NULL); // the body is named
                CHECK_EQ(gyre_world_body_count(v.s.world), 2);
                check_unharmed(&v);
            }
    free_victim(&v);
}

TEST(a_body_with_any_huge_number_is_refused_or_fails_by_name) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (size_t i = 0; i < BODY_NUMBERS; i++)
            for (size_t k = 0; k < COUNT_OF(huge_numbers); k++) {
                scene s = scene_with((gyre_method)m, -5);
                gyre_path_point path[2];
                gyre_body_def def = wrong_def(i, huge_numbers[k], i >= 25 && i < 28, path);
                gyre_body_id id;
                if (gyre_world_add_body(s.world, &def, &id) == GYRE_OK &&
                    gyre_world_check_method(s.world, NULL) == GYRE_OK) {
                    step_or_fail_by_name(s.world, id, no_force);
                    CHECK_OK(gyre_world_remove_body(s.world, id));
                    take_steps(s.world, DT, 1); // the others are well
                }
                gyre_world_destroy(s.world);
            }
}

// ---- setters ----

// One call with one wrong number. Returns what it said; counts down `i` over all numbers of all setters.
static gyre_result set_wrong(victim *v, size_t i, double value, int *out_is_over) {
    gyre_world *world = v->s.world;
    gyre_body_id id = v->s.a;
    gyre_motion motion = motion_of(world, id);
    gyre_mass_properties mass;
    CHECK_OK(gyre_body_get_mass(world, id, &mass));
    gyre_vec3 force = {1, 2, 3}, point = {4, 5, 6};
    double *of_motion = &motion.position.x, *of_mass = &mass.mass;
    double *of_vectors[6] = {&force.x, &force.y, &force.z, &point.x, &point.y, &point.z};
    *out_is_over = 0;
    if (i < 13) return of_motion[i] = value, gyre_body_set_motion(world, id, &motion);
    if ((i -= 13) < 7) {
        of_motion[i] = value;
        return gyre_body_set_pose(world, id, (gyre_pose){motion.position, motion.orientation});
    }
    if ((i -= 7) < 6) {
        of_motion[7 + i] = value;
        return gyre_body_set_velocity(world, id, motion.velocity, motion.angular_velocity);
    }
    if ((i -= 6) < 10) return of_mass[i] = value, gyre_body_set_mass(world, id, &mass);
    if ((i -= 10) < 2) return gyre_body_set_damping(world, id, i == 0 ? value : 0, i == 1 ? value : 0);
    if ((i -= 2) < 6) return *of_vectors[i] = value, gyre_body_apply_force(world, id, force, point);
    if ((i -= 6) < 3) return *of_vectors[i] = value, gyre_body_apply_force_at_center(world, id, force);
    if ((i -= 3) < 3) return *of_vectors[i] = value, gyre_body_apply_torque(world, id, force);
    if ((i -= 3) < 6) return *of_vectors[i] = value, gyre_body_apply_impulse(world, id, force, point);
    if ((i -= 6) < 6) return *of_vectors[i] = value, gyre_body_apply_force_at_model_point(world, id, force, point);
    if ((i -= 6) < 6) return *of_vectors[i] = value, gyre_body_apply_impulse_at_model_point(world, id, force, point);
    if ((i -= 6) < 3) return *of_vectors[i] = value, gyre_body_apply_angular_impulse(world, id, force);
    if ((i -= 3) < 3) return *of_vectors[i] = value, gyre_world_set_gravity(world, force);
    *out_is_over = 1;
    return GYRE_OK;
}

TEST(setters_refuse_every_non_finite_number) {
    victim v = victim_of(GYRE_METHOD_exact);
    for (size_t k = 0; k < COUNT_OF(not_numbers); k++) {
        int is_over = 0;
        for (size_t i = 0; !is_over; i++) {
            gyre_result r = set_wrong(&v, i, not_numbers[k], &is_over);
            if (!is_over && r == GYRE_OK) fail_msg("number %zu of the setters may be %g", i, not_numbers[k]);
            check_unharmed(&v);
            if (is_over) CHECK_EQ(i, 74); // all of them were walked
        }
    }
    gyre_wrench applied;
    CHECK_OK(gyre_body_get_applied(v.s.world, v.s.a, &applied));
    CHECK_VEC3_SAME(applied.force, ((gyre_vec3){0, 0, 0}));
    free_victim(&v);
}

TEST(after_any_huge_number_the_step_works_or_fails_by_name) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        int is_over = 0;
        for (size_t i = 0; !is_over; i++) {
            victim v = victim_of((gyre_method)m);
            gyre_result r = set_wrong(&v, i, 1e308, &is_over);
            if (r != GYRE_OK) check_unharmed(&v);
            int is_gravity = i >= 71; // acts on every body: the first one is named
            if (!is_over && gyre_world_check_method(v.s.world, NULL) == GYRE_OK) {
                step_or_fail_by_name(v.s.world, v.s.a, no_force);
                CHECK_OK(gyre_world_clear_applied(v.s.world));
                if (is_gravity) CHECK_OK(gyre_world_set_gravity(v.s.world, (gyre_vec3){0, 0, 0}));
                CHECK_OK(gyre_world_remove_body(v.s.world, v.s.a));
                take_steps(v.s.world, DT, 1);
            }
            free_victim(&v);
        }
    }
}

TEST(queries_refuse_non_finite_points) {
    victim v = victim_of(GYRE_METHOD_exact);
    gyre_vec3 a, b;
    for (size_t k = 0; k < COUNT_OF(not_numbers); k++)
        for (int i = 0; i < 3; i++) {
            gyre_vec3 point = {1, 2, 3};
            (&point.x)[i] = not_numbers[k];
            CHECK_RESULT(gyre_body_velocity_at(v.s.world, v.s.a, point, &a), GYRE_ERR_NOT_FINITE);
            CHECK_RESULT(gyre_body_momentum(v.s.world, v.s.a, point, &a, &b), GYRE_ERR_NOT_FINITE);
            CHECK_RESULT(gyre_world_momentum(v.s.world, point, &a, &b), GYRE_ERR_NOT_FINITE);
        }
    free_victim(&v);
}

// ---- parameters of forces ----

// The doubles of one parameter; 0 for choices, flags and functions.
static size_t doubles_of(const gyre_force_field_row *row, gyre_force_parameters *p, double **out_first) {
    char *at = (char *)p + row->offset;
    *out_first = (double *)(void *)at;
    switch ((int)row->type) {
    case GYRE_FIELD_number:
        return 1;
    case GYRE_FIELD_vector:
    case GYRE_FIELD_extent:
    case GYRE_FIELD_body_direction:
    case GYRE_FIELD_framed_vector:
        return 3;
    case GYRE_FIELD_point:
    case GYRE_FIELD_body_point:
    case GYRE_FIELD_other_point:
        *out_first = &((gyre_point *)(void *)at)->p.x;
        return 3;
    case GYRE_FIELD_rotation:
    case GYRE_FIELD_body_rotation:
        return 4;
    default:
        return 0;
    }
}

TEST(forces_refuse_every_non_finite_parameter) {
    victim v = victim_of(GYRE_METHOD_exact);
    int walked = 0;
    for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++) {
        size_t row_count;
        const gyre_force_field_row *rows = gyre_force_fields((gyre_force_kind)kind, &row_count);
        for (size_t row = 0; row < row_count; row++)
            for (size_t k = 0; k < COUNT_OF(not_numbers); k++) {
                gyre_force_def def = force_of_kind((gyre_force_kind)kind, &v.s);
                double *first;
                size_t count = doubles_of(&rows[row], &def.parameters, &first);
                for (size_t i = 0; i < count; i++, walked++) {
                    double kept = first[i];
                    gyre_force_id id = no_force;
                    first[i] = not_numbers[k];
                    CHECK_REFUSED(v.s.world, gyre_world_add_force(v.s.world, &def, &id), GYRE_ERR_FORCE);
                    CHECK(strstr(log_text, rows[row].name) != NULL);
                    first[i] = kept;
                }
            }
    }
    CHECK(walked > 150);
    CHECK_EQ(gyre_world_force_count(v.s.world), 0);
    check_unharmed(&v);
    free_victim(&v);
}

TEST(with_any_huge_parameter_the_step_works_or_fails_by_name) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++) {
            size_t row_count;
            const gyre_force_field_row *rows = gyre_force_fields((gyre_force_kind)kind, &row_count);
            for (size_t row = 0; row < row_count; row++)
                for (size_t i = 0; i < 4; i++) {
                    scene s = scene_with((gyre_method)m, -5);
                    gyre_force_def def = force_of_kind((gyre_force_kind)kind, &s);
                    double *first;
                    gyre_force_id id;
                    size_t count = doubles_of(&rows[row], &def.parameters, &first);
                    if (i < count) first[i] = 1e308;
                    if (i < count && gyre_world_add_force(s.world, &def, &id) == GYRE_OK &&
                        gyre_world_check_method(s.world, NULL) == GYRE_OK) {
                        step_or_fail_by_name(s.world, s.a, id);
                        CHECK_OK(gyre_world_remove_force(s.world, id));
                        gyre_world_step(s.world, DT, NULL);
                    }
                    gyre_world_destroy(s.world);
                }
        }
}

RUN_TESTS("world faults")
