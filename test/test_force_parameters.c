/// Parameters of forces: names, defaults, tables, checks with their sentences, and the way to principal axes.
#include "body_helpers.h"
#include "check.h"
#include "force_helpers.h"
#include "forces/force_resolve.h"

#define FOR_EACH_KIND(kind) for (gyre_force_kind kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++)

static char text[256];

static gyre_result no_force(const gyre_force_block *block, void *user) { return (void)block, (void)user, GYRE_OK; }

// Random parameters that pass every check, also that of the callback.
static gyre_force_parameters good_parameters(random_source *r, gyre_force_kind kind) {
    gyre_force_parameters p = random_parameters(r, kind, 0);
    if (kind == GYRE_FORCE_callback) p.callback.function = no_force;
    return p;
}

static void check_refused(gyre_force_kind kind, const gyre_force_parameters *p, const char *sentence) {
    CHECK_RESULT(gyre_force_check(kind, p, text, sizeof text), GYRE_ERR_FORCE);
    assert_string_equal(text, sentence);
}

// ---- names and tables -----------------------------------------------------------------------------------------------

TEST(every_force_is_found_by_its_name) {
    FOR_EACH_KIND(kind) {
        gyre_force_kind found = GYRE_FORCE_KIND_COUNT;
        CHECK_OK(gyre_force_kind_from_name(gyre_force_kind_name(kind), &found));
        CHECK_EQ(found, kind);
        CHECK(strlen(gyre_force_kind_text(kind)) > 0);
    }
    gyre_force_kind untouched = GYRE_FORCE_spring;
    CHECK_RESULT(gyre_force_kind_from_name("levitation", &untouched), GYRE_ERR_FORCE);
    CHECK_RESULT(gyre_force_kind_from_name(NULL, &untouched), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_force_kind_from_name("spring", NULL), GYRE_ERR_NULL_POINTER);
    CHECK_EQ(untouched, GYRE_FORCE_spring);
}

TEST(unknown_force_kinds_have_no_name_or_text) {
    size_t count = 7;
    CHECK(gyre_force_kind_name(GYRE_FORCE_KIND_COUNT) == NULL);
    CHECK(gyre_force_kind_text((gyre_force_kind)-1) == NULL);
    CHECK(gyre_force_fields(GYRE_FORCE_KIND_COUNT, &count) == NULL);
    CHECK_EQ(count, 0);
    CHECK_EQ(gyre_force_may_join(GYRE_FORCE_KIND_COUNT), 0);
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_KIND_COUNT);
    CHECK_EQ(gyre_force_depends_on_velocity(GYRE_FORCE_KIND_COUNT, &p), 0);
    CHECK_EQ(gyre_force_has_potential(GYRE_FORCE_KIND_COUNT, &p), 0);
    CHECK_RESULT(gyre_force_check(GYRE_FORCE_KIND_COUNT, &p, text, sizeof text), GYRE_ERR_FORCE);
    CHECK(gyre_field_type_text(GYRE_FIELD_TYPE_COUNT) == NULL);
    CHECK(gyre_field_rule_text(GYRE_FIELD_RULE_COUNT) == NULL);
}

TEST(springs_and_attraction_may_join_two_bodies) {
    FOR_EACH_KIND(kind)
    CHECK_EQ(gyre_force_may_join(kind), kind == GYRE_FORCE_spring || kind == GYRE_FORCE_attraction);
}

TEST(tables_give_the_offset_of_a_parameter) {
    size_t count;
    const gyre_force_field_row *rows = gyre_force_fields(GYRE_FORCE_spring, &count);
    CHECK_EQ(count, 5);
    assert_string_equal(rows[2].name, "stiffness");
    CHECK_EQ(rows[2].offset, offsetof(gyre_force_spring, stiffness));
    CHECK_EQ(rows[2].type, GYRE_FIELD_number);
    CHECK_EQ(rows[2].rule, GYRE_RULE_not_negative);
    CHECK_EQ(rows[2].is_required, 1);
    CHECK_EQ(rows[3].is_required, 0);
    assert_string_equal(gyre_field_rule_text(rows[2].rule), "finite and >= 0");
    assert_string_equal(rows[2].text, "[N/m]");
}

TEST(every_value_of_a_choice_has_a_name) {
    FOR_EACH_KIND(kind) {
        size_t count;
        const gyre_force_field_row *rows = gyre_force_fields(kind, &count);
        for (size_t i = 0; i < count; i++) {
            CHECK_EQ(rows[i].choices != NULL, rows[i].type == GYRE_FIELD_choice);
            if (strcmp(rows[i].name, "frame") == 0) CHECK_EQ(choice_count(rows[i].choices), GYRE_FRAME_COUNT);
            if (strcmp(rows[i].name, "solid") == 0) CHECK_EQ(choice_count(rows[i].choices), GYRE_SOLID_COUNT);
        }
    }
}

TEST(default_parameters_are_those_of_forces_def) {
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_attraction);
    CHECK_SAME(p.attraction.G, 6.6743e-11);
    CHECK_EQ(p.attraction.is_mutual, 0);
    p = gyre_force_parameters_default(GYRE_FORCE_torsion);
    CHECK_SAME(p.torsion.reference.w, 1);
    p = gyre_force_parameters_default(GYRE_FORCE_force);
    CHECK_EQ(p.force.at.kind, GYRE_AT_CENTER);
    CHECK_EQ(p.force.frame, GYRE_FRAME_WORLD);
}

// ---- checks ---------------------------------------------------------------------------------------------------------

TEST(good_parameters_pass_and_the_message_is_empty) {
    random_source r = {1};
    FOR_EACH_KIND(kind) {
        for (int i = 0; i < 50; i++) {
            gyre_force_parameters p = good_parameters(&r, kind);
            strcpy(text, "the earlier text");
            CHECK_OK(gyre_force_check(kind, &p, text, sizeof text));
            assert_string_equal(text, "");
        }
    }
}

// Spoils one number of a parameter that consists of doubles.
static void check_bad_number(gyre_force_kind kind, gyre_force_parameters p, const gyre_force_field_row *row,
                             size_t offset, double bad) {
    memcpy((char *)&p + offset, &bad, sizeof bad);
    CHECK_RESULT(gyre_force_check(kind, &p, text, sizeof text), GYRE_ERR_FORCE);
    if (strncmp(text, row->name, strlen(row->name)) != 0)
        fail_msg("%s of %s is %g: \"%s\"", row->name, gyre_force_kind_name(kind), bad, text);
}

TEST(every_number_of_every_force_must_be_finite_and_in_its_range) {
    random_source r = {2};
    FOR_EACH_KIND(kind) {
        size_t count;
        const gyre_force_field_row *rows = gyre_force_fields(kind, &count);
        for (size_t i = 0; i < count; i++) {
            gyre_field_type type = rows[i].type;
            if (type == GYRE_FIELD_choice || type == GYRE_FIELD_flag || type == GYRE_FIELD_function ||
                type == GYRE_FIELD_pointer)
                continue;
            int is_point = type == GYRE_FIELD_point || type == GYRE_FIELD_body_point || type == GYRE_FIELD_other_point;
            int is_rotation = type == GYRE_FIELD_rotation || type == GYRE_FIELD_body_rotation;
            size_t first = rows[i].offset + (is_point ? offsetof(gyre_point, p) : 0);
            size_t numbers = type == GYRE_FIELD_number ? 1 : is_rotation ? 4 : 3;
            gyre_force_parameters p = good_parameters(&r, kind);
            for (size_t k = 0; k < numbers; k++) {
                check_bad_number(kind, p, &rows[i], first + k * sizeof(double), NAN);
                check_bad_number(kind, p, &rows[i], first + k * sizeof(double), -INFINITY);
                if (rows[i].rule == GYRE_RULE_not_negative || rows[i].rule == GYRE_RULE_positive)
                    check_bad_number(kind, p, &rows[i], first + k * sizeof(double), -1e-300);
                if (rows[i].rule == GYRE_RULE_positive)
                    check_bad_number(kind, p, &rows[i], first + k * sizeof(double), 0);
            }
        }
    }
}

TEST(a_missing_parameter_without_default_is_an_error) {
    FOR_EACH_KIND(kind) {
        size_t count;
        const gyre_force_field_row *rows = gyre_force_fields(kind, &count);
        gyre_force_parameters p = gyre_force_parameters_default(kind);
        for (size_t i = 0; i < count; i++) {
            if (!rows[i].is_required) continue;
            char expected[160];
            snprintf(expected, sizeof expected, "%s is missing: must be %s", rows[i].name,
                     gyre_field_rule_text(rows[i].rule));
            check_refused(kind, &p, expected);
            random_source r = {3};
            random_field(&r, &rows[i], 0, (char *)&p + rows[i].offset); // and on to the next
        }
    }
}

TEST(a_message_names_the_parameter_its_value_and_the_allowed_range) {
    random_source r = {4};
    gyre_force_parameters p = good_parameters(&r, GYRE_FORCE_spring);
    p.spring.stiffness = -2;
    check_refused(GYRE_FORCE_spring, &p, "stiffness must be finite and >= 0, is -2");
    p = good_parameters(&r, GYRE_FORCE_thruster);
    p.thruster.direction = (gyre_vec3){0, 0, 0};
    check_refused(GYRE_FORCE_thruster, &p, "direction must be finite and not 0, is (0, 0, 0)");
    p = good_parameters(&r, GYRE_FORCE_torque);
    p.torque.frame = (gyre_frame)2;
    check_refused(GYRE_FORCE_torque, &p, "frame must be one of its 2 choices (0 to 1), is 2");
    p = good_parameters(&r, GYRE_FORCE_attraction);
    p.attraction.is_mutual = 5;
    check_refused(GYRE_FORCE_attraction, &p, "is_mutual must be 0 or 1, is 5");
    p = good_parameters(&r, GYRE_FORCE_callback);
    p.callback.function = NULL;
    check_refused(GYRE_FORCE_callback, &p, "function must not be NULL");
}

TEST(points_must_be_of_a_kind_that_the_force_accepts) {
    random_source r = {5};
    gyre_force_parameters p = good_parameters(&r, GYRE_FORCE_spring);
    p.spring.at.kind = GYRE_AT_WORLD;
    check_refused(GYRE_FORCE_spring, &p,
                  "at is a point of the body: its kind must be GYRE_AT_CENTER or GYRE_AT_BODY, is GYRE_AT_WORLD");
    p.spring.at.kind = (gyre_point_kind)3;
    check_refused(GYRE_FORCE_spring, &p, "at.kind must be GYRE_AT_CENTER, GYRE_AT_BODY or GYRE_AT_WORLD, is 3");
    p = good_parameters(&r, GYRE_FORCE_force);
    p.force.at.kind = GYRE_AT_WORLD; // a force may act at a place of the world
    CHECK_OK(gyre_force_check(GYRE_FORCE_force, &p, NULL, 0));
}

TEST(a_solid_needs_its_own_lengths_only) {
    random_source r = {6};
    gyre_force_parameters p = good_parameters(&r, GYRE_FORCE_buoyancy);
    p.buoyancy.solid = GYRE_SOLID_SPHERE, p.buoyancy.radius = 0;
    check_refused(GYRE_FORCE_buoyancy, &p, "a sphere needs a radius > 0");
    p.buoyancy.solid = GYRE_SOLID_BOX;
    CHECK_OK(gyre_force_check(GYRE_FORCE_buoyancy, &p, NULL, 0));
    p.buoyancy.size.y = 0;
    check_refused(GYRE_FORCE_buoyancy, &p, "a box needs three sizes > 0");
}

TEST(rotations_must_have_unit_length_and_wrong_ones_get_a_hint) {
    random_source r = {7};
    gyre_force_parameters p = good_parameters(&r, GYRE_FORCE_torsion);
    p.torsion.reference = (gyre_quat){1 + 0.9e-6, 0, 0, 0};
    CHECK_OK(gyre_force_check(GYRE_FORCE_torsion, &p, text, sizeof text));
    p.torsion.reference = (gyre_quat){1 + 1.1e-6, 0, 0, 0};
    check_refused(GYRE_FORCE_torsion, &p,
                  "reference must have length 1 to within 1e-6, is (1.0000011, 0, 0, 0) of length 1.0000011");
    p.torsion.reference = (gyre_quat){0, 0, 0, 0};
    check_refused(
        GYRE_FORCE_torsion, &p,
        "reference must have length 1 to within 1e-6, is (0, 0, 0, 0) of length 0; the identity is (1, 0, 0, 0)");
    p.torsion.reference = (gyre_quat){0, 0, 0, 90};
    check_refused(GYRE_FORCE_torsion, &p,
                  "reference must have length 1 to within 1e-6, is (0, 0, 0, 90) of length 90; these look like "
                  "degrees: give a quaternion w, x, y, z, not angles");
    p.torsion.reference = (gyre_quat){0, 0, 1.5, 0};
    check_refused(GYRE_FORCE_torsion, &p,
                  "reference must have length 1 to within 1e-6, is (0, 0, 1.5, 0) of length 1.5; give a "
                  "quaternion w, x, y, z, not angles");
}

TEST(only_pair_forces_have_another_body_and_points_on_it) {
    random_source r = {8};
    gyre_force_parameters p = good_parameters(&r, GYRE_FORCE_drag);
    CHECK_OK(gyre_force_check_join(GYRE_FORCE_drag, &p, 0, text, sizeof text));
    CHECK_RESULT(gyre_force_check_join(GYRE_FORCE_drag, &p, 1, text, sizeof text), GYRE_ERR_FORCE);
    assert_string_equal(text, "drag acts on one body and cannot have another");
    p = good_parameters(&r, GYRE_FORCE_spring);
    p.spring.to_at.kind = GYRE_AT_WORLD;
    CHECK_OK(gyre_force_check_join(GYRE_FORCE_spring, &p, 0, text, sizeof text));
    CHECK_RESULT(gyre_force_check_join(GYRE_FORCE_spring, &p, 1, text, sizeof text), GYRE_ERR_FORCE);
    assert_string_equal(
        text, "to_at is a point of the other body: its kind must be GYRE_AT_CENTER or GYRE_AT_BODY, is GYRE_AT_WORLD");
    p.spring.to_at.kind = GYRE_AT_BODY;
    CHECK_OK(gyre_force_check_join(GYRE_FORCE_spring, &p, 1, text, sizeof text));
    CHECK_RESULT(gyre_force_check_join(GYRE_FORCE_spring, &p, 0, text, sizeof text), GYRE_ERR_FORCE);
    assert_string_equal(text, "to_at has the kind GYRE_AT_BODY, which needs another body: set it to GYRE_AT_WORLD");
}

TEST(messages_are_truncated_to_the_buffer) {
    random_source r = {9};
    gyre_force_parameters p = good_parameters(&r, GYRE_FORCE_spring);
    p.spring.stiffness = -2;
    char small[10] = "123456789";
    CHECK_RESULT(gyre_force_check(GYRE_FORCE_spring, &p, small, 6), GYRE_ERR_FORCE);
    assert_string_equal(small, "stiff");
    CHECK_EQ(small[6], '7');
    CHECK_RESULT(gyre_force_check(GYRE_FORCE_spring, &p, NULL, 0), GYRE_ERR_FORCE);
    CHECK_RESULT(gyre_force_check(GYRE_FORCE_spring, &p, NULL, 5), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_force_check(GYRE_FORCE_spring, NULL, text, sizeof text), GYRE_ERR_NULL_POINTER);
}

// ---- to principal axes ----------------------------------------------------------------------------------------------

// A model somewhere in the world, with principal axes and a reference point that are not the model's.
typedef struct model {
    gyre_pose pose;
    body_frame frame;
    placed body;
} model;

static model random_model(random_source *r) {
    model m = {.pose = {random_vec3(r, 2), random_rotation(r)}, .frame = {random_vec3(r, 1), random_rotation(r)}};
    m.body = (placed){
        .x = vec3_in(plus(m.pose.position, gyre_quat_rotate(m.pose.orientation, m.frame.reference))),
        .q = quat_mul(quat_in(m.pose.orientation), quat_in(m.frame.axes)),
        .center = vec3_in(random_vec3(r, 1)),
        .mass = 2,
    };
    return m;
}

static gyre_vec3 model_point_in_world(const model *m, gyre_vec3 p) {
    return plus(m->pose.position, gyre_quat_rotate(m->pose.orientation, p));
}

// All turns below are by unit quaternions: a few roundings of numbers up to about 5.
#define CLOSE (32 * DBL_EPSILON)

static void check_close(vec3 got, gyre_vec3 want) { CHECK_BELOW(distance(vec3_out(got), want), CLOSE); }

TEST(points_are_resolved_to_where_they_are_on_the_model) {
    random_source r = {10};
    model a = random_model(&r), b = random_model(&r);
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_spring);
    p.spring.at = (gyre_point){GYRE_AT_BODY, {0.3, -0.4, 0.5}};
    p.spring.to_at = (gyre_point){GYRE_AT_BODY, {-1, 0.2, 0.1}};
    gyre_force_parameters q = p;
    gyre_force_resolve(GYRE_FORCE_spring, &q, &a.frame, &b.frame);
    check_close(add(a.body.x, arm_to(&a.body, &q.spring.at)), model_point_in_world(&a, p.spring.at.p));
    check_close(add(b.body.x, arm_to(&b.body, &q.spring.to_at)), model_point_in_world(&b, p.spring.to_at.p));
}

TEST(the_other_end_is_a_place_in_the_world_when_there_is_no_other_body) {
    random_source r = {11};
    model a = random_model(&r);
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_attraction);
    p.attraction.to = (gyre_point){GYRE_AT_CENTER, {1, 2, 3}};
    gyre_force_resolve(GYRE_FORCE_attraction, &p, &a.frame, NULL);
    CHECK_EQ(p.attraction.to.kind, GYRE_AT_WORLD);
    CHECK_SAME(p.attraction.to.p.y, 2);
}

TEST(centres_and_world_points_are_resolved_unchanged) {
    random_source r = {12};
    model a = random_model(&r);
    gyre_force_parameters p = random_parameters(&r, GYRE_FORCE_force, 0);
    p.force.frame = GYRE_FRAME_WORLD;
    for (int kind = 0; kind < GYRE_POINT_KIND_COUNT; kind++) {
        p.force.at.kind = (gyre_point_kind)kind;
        gyre_force_parameters q = p;
        gyre_force_resolve(GYRE_FORCE_force, &q, &a.frame, NULL);
        CHECK_EQ(q.force.at.kind, kind);
        CHECK_EQ(distance(q.force.at.p, p.force.at.p) > 0, kind == GYRE_AT_BODY);
    }
}

TEST(vectors_are_resolved_in_their_frame) {
    random_source r = {13};
    model a = random_model(&r);
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_torque);
    p.torque.torque = (gyre_vec3){1, -2, 3};
    p.torque.frame = GYRE_FRAME_BODY;
    gyre_force_resolve(GYRE_FORCE_torque, &p, &a.frame, NULL);
    check_close(torque_pull(&a.body, &p.torque, &test_surroundings).other.couple,
                gyre_quat_rotate(a.pose.orientation, (gyre_vec3){1, -2, 3}));
    p.torque.torque = (gyre_vec3){1, -2, 3};
    p.torque.frame = GYRE_FRAME_WORLD;
    gyre_force_resolve(GYRE_FORCE_torque, &p, &a.frame, NULL);
    check_close(torque_pull(&a.body, &p.torque, &test_surroundings).other.couple, (gyre_vec3){1, -2, 3});
}

TEST(directions_of_any_size_are_resolved_to_unit_length) {
    random_source r = {14};
    model a = random_model(&r);
    for (double size = 1e-300; size < 1e301; size *= 1e100) {
        gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_thruster);
        p.thruster.direction = (gyre_vec3){2 * size, -size, 2 * size};
        p.thruster.thrust = 1;
        gyre_force_resolve(GYRE_FORCE_thruster, &p, &a.frame, NULL);
        check_close(thruster_pull(&a.body, &p.thruster, &test_surroundings).other.F,
                    gyre_quat_rotate(a.pose.orientation, (gyre_vec3){2 / 3.0, -1 / 3.0, 2 / 3.0}));
    }
}

TEST(a_reference_orientation_is_that_of_the_model) {
    random_source r = {15};
    model a = random_model(&r);
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_torsion);
    p.torsion.stiffness = 1;
    p.torsion.reference = a.pose.orientation;
    p.torsion.reference.w *= 1 + 1e-7; // the check allows that; resolving normalises it
    gyre_force_resolve(GYRE_FORCE_torsion, &p, &a.frame, NULL);
    CHECK_BELOW(length(torsion_pull(&a.body, &p.torsion, &test_surroundings).conservative.couple), 1e-6);
    CHECK_NEAR(quat_dot(quat_in(p.torsion.reference), quat_in(p.torsion.reference)), 1, 4 * DBL_EPSILON);
}

TEST(a_part_is_rotated_relative_to_the_model) {
    random_source r = {16};
    model a = random_model(&r);
    gyre_quat turned = random_rotation(&r);
    gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_buoyancy);
    p.buoyancy.turned = turned;
    gyre_force_resolve(GYRE_FORCE_buoyancy, &p, &a.frame, NULL);
    gyre_quat in_world = quat_out(quat_mul(a.body.q, quat_in(p.buoyancy.turned)));
    CHECK_BELOW(angle_between(in_world, gyre_quat_multiply(a.pose.orientation, turned)), CLOSE);
}

RUN_TESTS("force_parameters")
