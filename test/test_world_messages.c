/// Messages of a world about invalid settings and arguments: they name the field, its value and the allowed range.
#include "check.h"
#include "world_helpers.h"

#define CHECK_LOGS(world, call, want, text)                                                                            \
    do {                                                                                                               \
        log_text[0] = '\0';                                                                                            \
        CHECK_REFUSED(world, call, want);                                                                              \
        assert_string_equal(log_text, text);                                                                           \
    } while (0)

// A definition that gyre_world_create refuses with this message.
static void check_def(const gyre_world_def *def, gyre_result want, const char *text) {
    gyre_world *none = NULL;
    log_text[0] = '\0';
    CHECK_RESULT(gyre_world_create(def, &none), want);
    CHECK(none == NULL);
    assert_string_equal(log_text, text);
}

TEST(a_setting_out_of_range_is_named_with_its_value_and_range) {
    gyre_world_def def = plain_world_def();
    def.threads = -3;
    check_def(&def, GYRE_ERR_OPTION, "world: threads: must be 0 to 256, is -3");
    def = plain_world_def();
    def.orientation_update = (gyre_orientation_update)7;
    check_def(&def, GYRE_ERR_OPTION, "world: orientation_update: must be 0 to 1, is 7");
    def = plain_world_def();
    def.method = GYRE_METHOD_COUNT;
    check_def(&def, GYRE_ERR_METHOD, "world: method: must be 0 to 11, is 12");
    def = plain_world_def();
    def.gravity.y = -INFINITY;
    check_def(&def, GYRE_ERR_NOT_FINITE, "world: gravity: must be finite, is (0, -inf, 0)");
    def = plain_world_def();
    def.body_capacity = SIZE_MAX;
    check_def(&def, GYRE_ERR_TOO_LARGE,
              "world: body_capacity: 18446744073709551615 bodies: a size is too large for the address "
              "space, or for the method");
    def = plain_world_def();
    def.rtol = -1;
    gyre_world *none = NULL;
    CHECK_RESULT(gyre_world_create(&def, &none), GYRE_ERR_TOLERANCE);
    CHECK(strstr(log_text, "rtol is -1, atol is 1e-12") != NULL);
}

TEST(settings_of_a_world_are_checked_like_those_of_its_definition) {
    gyre_world *world = plain_world();
    CHECK_LOGS(world, gyre_world_set_threads(world, 257), GYRE_ERR_OPTION, "world: threads: must be 0 to 256, is 257");
    CHECK_LOGS(world, gyre_world_set_method(world, (gyre_method)-1), GYRE_ERR_METHOD,
               "world: method: must be 0 to 11, is -1");
    CHECK_LOGS(world, gyre_world_set_gravity(world, (gyre_vec3){1, 2, NAN}), GYRE_ERR_NOT_FINITE,
               "world: gravity: must be finite, is (1, 2, nan)");
    gyre_world_destroy(world);
}

TEST(a_field_of_a_body_is_named_with_its_value_and_range) {
    gyre_world *world = plain_world();
    gyre_body_def crate = ball_def(), def;
    gyre_body_id id = no_body;
    crate.name = "crate";
    def = crate, def.mass.mass = -2;
    CHECK_LOGS(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_MASS,
               "crate: mass: must be finite and > 0, is -2");
    def = crate, def.kind = (gyre_body_kind)9;
    CHECK_LOGS(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_OPTION, "crate: kind: must be 0 to 2, is 9");
    def = crate, def.angular_frame = (gyre_frame)-1;
    CHECK_LOGS(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_OPTION,
               "crate: angular_frame: must be 0 to 1, is -1");
    def = crate, def.locks = 1u << 20;
    CHECK_LOGS(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_LOCK,
               "crate: locks: rotation locks must be none, two or all three axes; unknown lock bits must be 0; is "
               "0x100000");
    def = (gyre_body_def){0};
    CHECK_LOGS(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_DEFINITION,
               "body: definition: must come from gyre_body_def_default()");
    id = add_body(world, &crate);
    CHECK_LOGS(world, gyre_body_set_kind(world, id, (gyre_body_kind)9), GYRE_ERR_OPTION,
               "crate: kind: must be 0 to 2, is 9");
    CHECK_LOGS(world, gyre_body_set_velocity(world, id, (gyre_vec3){0, 0, 0}, (gyre_vec3){0, NAN, 0}),
               GYRE_ERR_NOT_FINITE, "crate: angular_velocity: must be finite, is (0, nan, 0)");
    CHECK_LOGS(world, gyre_body_apply_torque(world, id, (gyre_vec3){0, 0, INFINITY}), GYRE_ERR_NOT_FINITE,
               "crate: the applied force, torque or impulse and its point must be finite, is (0, 0, inf)");
    CHECK_LOGS(world, gyre_body_apply_force(world, id, (gyre_vec3){1, 0, 0}, (gyre_vec3){NAN, 0, 0}),
               GYRE_ERR_NOT_FINITE,
               "crate: the applied force, torque or impulse and its point must be finite, is (nan, 0, 0)");
    gyre_world_destroy(world);
}

TEST(an_unknown_kind_of_force_is_named_with_its_value_and_range) {
    gyre_world *world = plain_world();
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_field);
    gyre_force_id id;
    def.kind = (gyre_force_kind)99;
    CHECK_LOGS(world, gyre_world_add_force(world, &def, &id), GYRE_ERR_DEFINITION,
               "force: kind: must be 0 to 10, is 99");
    def.name = "wind";
    CHECK_LOGS(world, gyre_world_add_force(world, &def, &id), GYRE_ERR_DEFINITION,
               "wind: kind: must be 0 to 10, is 99");
    def = (gyre_force_def){0};
    CHECK_LOGS(world, gyre_world_add_force(world, &def, &id), GYRE_ERR_DEFINITION,
               "force: definition: must come from gyre_force_def_default()");
    gyre_world_destroy(world);
}

TEST(a_count_that_differs_from_the_body_count_is_named_with_both) {
    gyre_world *world = plain_world();
    gyre_body_def ball = ball_def();
    add_body(world, &ball);
    gyre_motion motions[3] = {0};
    double energies[3];
    CHECK_LOGS(world, gyre_world_get_motions(world, NULL, 3, motions), GYRE_ERR_LENGTH,
               "world: count must be 1, the number of bodies, is 3");
    CHECK_LOGS(world, gyre_world_set_motions(world, NULL, 3, motions), GYRE_ERR_LENGTH,
               "world: count must be 1, the number of bodies, is 3");
    CHECK_LOGS(world, gyre_world_get_energies(world, NULL, 0, energies, energies), GYRE_ERR_LENGTH,
               "world: count must be 1, the number of bodies, is 0");
    gyre_world_destroy(world);
}

TEST(a_failed_snapshot_is_explained_by_its_size_or_checksum) {
    gyre_world *world = plain_world();
    size_t size, written = 99;
    CHECK_OK(gyre_world_snapshot_size(world, &size));
    uint8_t *bytes = calloc(size, 1);
    char needs[100], must_have[100];
    snprintf(needs, sizeof needs, "snapshot: needs %zu bytes, the buffer has 10", size);
    snprintf(must_have, sizeof must_have, "snapshot: must have %zu bytes, has %zu", size, size - 1);
    CHECK_LOGS(world, gyre_world_save(world, bytes, 10, &written), GYRE_ERR_LENGTH, needs);
    CHECK_OK(gyre_world_save(world, bytes, size, &written));
    CHECK_LOGS(world, gyre_world_restore(world, bytes, size - 1), GYRE_ERR_SNAPSHOT, must_have);
    CHECK_LOGS(world, gyre_world_restore(world, bytes, 3), GYRE_ERR_SNAPSHOT,
               "snapshot: these 3 bytes do not begin as a snapshot of this version");
    bytes[size - 1] ^= 1;
    CHECK_LOGS(world, gyre_world_restore(world, bytes, size), GYRE_ERR_SNAPSHOT,
               "snapshot: the checksum differs: the bytes are damaged");
    free(bytes);
    gyre_world_destroy(world);
}

RUN_TESTS("world_messages")
