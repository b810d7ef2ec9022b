/// Snapshots: a restored world continues with the same bits; damaged bytes are refused and change nothing.
#include "base/archive.h"
#include "world_scenes.h"

typedef struct snapshot {
    uint8_t *bytes;
    size_t size;
} snapshot;

static snapshot save(const gyre_world *world) {
    snapshot s;
    size_t written;
    CHECK_OK(gyre_world_snapshot_size(world, &s.size));
    s.bytes = malloc(s.size);
    CHECK_OK(gyre_world_save(world, s.bytes, s.size, &written));
    CHECK_EQ(written, s.size);
    return s;
}

// ---- a busy world ----

// A world with every feature except those that the method refuses.
static scene busy_scene(gyre_method method) {
    scene s = scene_with(method, -5);
    gyre_path_point path[] = {{0, {{0, 3, 0}, {1, 0, 0, 0}}}, {0.4, {{1, 3, 0}, {0, 0, 0, 1}}}};
    gyre_profile_point profile[] = {{0, 0.5}, {0.2, 1}, {0.5, 0}};
    gyre_body_def on_path = gyre_body_def_default(), held = lopsided_def(), planar = lopsided_def();
    gyre_body_def rod = body_def_of(properties_of(1, 1, 1, 1e-4)); // so thin that its m is carried
    on_path.kind = GYRE_BODY_KINEMATIC;
    on_path.path = path;
    on_path.path_count = 2;
    on_path.name = "on a path";
    held.has_pivot = 1;
    held.position.x = 5;
    held.name = "held";
    planar.locks = GYRE_LOCK_PLANAR;
    planar.user_data = 77;
    rod.angular_velocity = (gyre_vec3){0.1, 0.2, 30};
    rod.position.x = -5;
    gyre_body_id hand = add_body(s.world, &on_path);
    add_body(s.world, &held);
    add_body(s.world, &planar);
    add_body(s.world, &rod);
    for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++) {
        gyre_force_def def = force_of_kind((gyre_force_kind)kind, &s);
        if (kind == GYRE_FORCE_callback) def.name = "well";
        if (kind == GYRE_FORCE_thruster) def.profile = profile, def.profile_count = 3;
        if (kind == GYRE_FORCE_force) def.from = 0.05, def.until = 0.31;
        gyre_force_id id = add_force(s.world, &def);
        if (gyre_world_check_method(s.world, NULL) != GYRE_OK) CHECK_OK(gyre_world_remove_force(s.world, id));
    }
    gyre_force_def to_hand = spring_on(s.b, hand, 5, 1), on_all = force_on(GYRE_FORCE_thruster, no_body);
    on_all.parameters.thruster.direction = (gyre_vec3){0, 0, 1};
    on_all.parameters.thruster.thrust = 0.5;
    add_force(s.world, &to_hand);
    add_force(s.world, &on_all);
    CHECK_OK(gyre_body_set_damping(s.world, s.a, 0.1, 0.2));
    if (gyre_world_check_method(s.world, NULL) != GYRE_OK) CHECK_OK(gyre_body_set_damping(s.world, s.a, 0, 0));
    return s;
}

// Edits between two steps of a busy world. They depend on the step number only, so every copy gets the same ones.
static void disturb(gyre_world *world) {
    uint64_t n = gyre_world_step_count(world);
    gyre_body_id first = gyre_world_next_body(world, no_body), last = no_body, found;
    for (gyre_body_id id = first; !gyre_body_is_none(id); id = gyre_world_next_body(world, id))
        last = id;
    if (n % 3 == 1) CHECK_OK(gyre_body_apply_force(world, first, (gyre_vec3){1, 2, 3}, (gyre_vec3){0, 0, 1}));
    if (n % 5 == 2) {
        gyre_body_def def = brick_def();
        char name[16];
        snprintf(name, sizeof name, "new %d", (int)n);
        def.name = name;
        gyre_body_id id = add_body(world, &def);
        gyre_force_def spring = spring_on(id, first, 3, 1);
        spring.name = name;
        add_force(world, &spring);
    }
    if (n % 7 == 6 && gyre_world_find_body(world, "new 2", &found) == GYRE_OK)
        CHECK_OK(gyre_world_remove_body(world, found));
    if (n % 4 == 3) CHECK_OK(gyre_body_set_velocity(world, last, (gyre_vec3){0.1, 0, 0}, (gyre_vec3){0, 0, 0.2}));
}

static void check_alike(const gyre_world *a, const gyre_world *b) {
    CHECK_ALIKE(a, b);
    gyre_ledger of_a = ledger_of(a), of_b = ledger_of(b);
    CHECK_BYTES(&of_a, &of_b, sizeof of_a);
}

TEST(a_world_restored_after_any_step_continues_with_the_same_bits) {
    enum { STEPS = 24 };
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        scene original = busy_scene((gyre_method)m), copy = busy_scene((gyre_method)m);
        snapshot saved[STEPS];
        gyre_ledger ledgers[STEPS + 1];
        uint64_t hashes[STEPS + 1];
        for (int i = 0; i < STEPS; i++) {
            disturb(original.world); // snapshots hold what was applied for the next step, too
            saved[i] = save(original.world);
            take_steps(original.world, i < 12 ? 0.02 : 0.015, 1);
            hashes[i + 1] = gyre_world_hash(original.world);
            ledgers[i + 1] = ledger_of(original.world);
        }
        for (int i = 0; i < STEPS; i++) { // back to each of them, in the same other world
            CHECK_OK(gyre_world_restore(copy.world, saved[i].bytes, saved[i].size));
            for (int k = i; k < STEPS && k < i + 6; k++) {
                if (k > i) disturb(copy.world);
                take_steps(copy.world, k < 12 ? 0.02 : 0.015, 1);
                CHECK(gyre_world_hash(copy.world) == hashes[k + 1]);
                gyre_ledger ledger = ledger_of(copy.world);
                CHECK_BYTES(&ledger, &ledgers[k + 1], sizeof ledger);
            }
            free(saved[i].bytes);
        }
        check_alike(original.world, copy.world); // the last round ended where the original is
        gyre_world_destroy(original.world);
        gyre_world_destroy(copy.world);
    }
}

TEST(saving_and_restoring_and_saving_gives_the_same_bytes) {
    scene s = busy_scene(GYRE_METHOD_exact), other = busy_scene(GYRE_METHOD_exact);
    take_steps(s.world, 0.02, 5);
    disturb(s.world);
    snapshot first = save(s.world);
    CHECK_OK(gyre_world_restore(other.world, first.bytes, first.size));
    snapshot second = save(other.world);
    CHECK_EQ(second.size, first.size);
    CHECK_BYTES(second.bytes, first.bytes, first.size);
    free(first.bytes);
    free(second.bytes);
    gyre_world_destroy(s.world);
    gyre_world_destroy(other.world);
}

TEST(saving_changes_nothing) {
    scene s = busy_scene(GYRE_METHOD_exact), other = busy_scene(GYRE_METHOD_exact);
    for (int i = 0; i < 10; i++) {
        free(save(s.world).bytes);
        take_steps(s.world, 0.02, 1);
        take_steps(other.world, 0.02, 1);
        check_alike(s.world, other.world);
    }
    gyre_world_destroy(s.world);
    gyre_world_destroy(other.world);
}

TEST(ids_of_the_saved_world_are_valid_again) {
    gyre_world *world = plain_world(), *fresh = plain_world();
    gyre_body_id gone = add_ball_at(world, (gyre_vec3){1, 0, 0}), kept = add_ball_at(world, (gyre_vec3){2, 0, 0});
    gyre_force_def spring = spring_on(kept, no_body, 1, 0);
    gyre_force_id force = add_force(world, &spring);
    CHECK_OK(gyre_world_remove_body(world, gone));
    snapshot s = save(world);
    CHECK_OK(gyre_world_remove_body(world, kept));
    gyre_body_id later = add_ball_at(world, (gyre_vec3){3, 0, 0});
    gyre_world *worlds[] = {world, fresh};
    for (int i = 0; i < 2; i++) {
        CHECK_OK(gyre_world_restore(worlds[i], s.bytes, s.size));
        CHECK_SAME(position_of(worlds[i], kept).x, 2);
        CHECK(gyre_force_is_valid(worlds[i], force));
        CHECK(!gyre_body_is_valid(worlds[i], gone));
        CHECK_EQ(gyre_world_body_count(worlds[i]), 1);
    }
    CHECK(!gyre_body_is_valid(fresh, later));
    // the next body gets the same number in both
    CHECK(is_same_id(add_ball_at(world, (gyre_vec3){4, 0, 0}), add_ball_at(fresh, (gyre_vec3){4, 0, 0})));
    free(s.bytes);
    gyre_world_destroy(world);
    gyre_world_destroy(fresh);
}

TEST(a_new_world_restores_bodies_forces_settings_and_time) {
    gyre_world *world = world_with(-5, GYRE_METHOD_rk4), *fresh = plain_world();
    gyre_path_point path[] = {{0, {{0, 3, 0}, {1, 0, 0, 0}}}, {9, {{9, 3, 0}, {0, 0, 0, 1}}}};
    gyre_body_def def = lopsided_def(), hand = gyre_body_def_default();
    def.name = "brick";
    def.user_data = 12345678901234567u;
    def.linear_damping = 0.25;
    def.locks = GYRE_LOCK_Z;
    add_body(world, &def);
    hand.kind = GYRE_BODY_KINEMATIC;
    hand.path = path;
    hand.path_count = 2;
    gyre_body_id id = add_body(world, &hand), found;
    gyre_force_def spring = spring_on(id, no_body, 7, 0.5);
    spring.name = "spring";
    add_force(world, &spring);
    take_steps(world, 0.25, 4);
    snapshot s = save(world);
    CHECK_OK(gyre_world_restore(fresh, s.bytes, s.size));
    uint64_t data;
    double linear, angular;
    unsigned locks;
    gyre_mass_properties mass;
    gyre_force_id force;
    gyre_force_def read;
    CHECK_SAME(gyre_world_time(fresh), 1);
    CHECK_EQ(gyre_world_method(fresh), GYRE_METHOD_rk4);
    CHECK_SAME(gyre_world_gravity(fresh).z, -5);
    CHECK_OK(gyre_world_find_body(fresh, "brick", &found));
    CHECK_OK(gyre_body_get_user_data(fresh, found, &data));
    CHECK(data == 12345678901234567u);
    CHECK_OK(gyre_body_get_damping(fresh, found, &linear, &angular));
    CHECK_SAME(linear, 0.25);
    CHECK_OK(gyre_body_get_locks(fresh, found, &locks));
    CHECK_EQ(locks, GYRE_LOCK_Z);
    CHECK_OK(gyre_body_get_mass(fresh, found, &mass));
    CHECK_BYTES(&mass, &def.mass, sizeof mass);
    CHECK_OK(gyre_world_find_force(fresh, "spring", &force));
    CHECK_OK(gyre_force_get(fresh, force, &read));
    CHECK_SAME(read.parameters.spring.stiffness, 7);
    take_steps(world, 0.25, 4);
    take_steps(fresh, 0.25, 4);
    check_alike(world, fresh); // the path continues, and the ledger is restored
    CHECK_NEAR(position_of(fresh, id).x, 2, 1e-15);
    free(s.bytes);
    gyre_world_destroy(world);
    gyre_world_destroy(fresh);
}

TEST(a_ledger_begun_after_some_steps_is_restored) {
    scene s = busy_scene(GYRE_METHOD_exact), other = busy_scene(GYRE_METHOD_exact);
    take_steps(s.world, 0.02, 5);
    CHECK_OK(gyre_world_reset_ledger(s.world));
    take_steps(s.world, 0.02, 3);
    snapshot first = save(s.world);
    CHECK_OK(gyre_world_restore(other.world, first.bytes, first.size));
    check_alike(s.world, other.world);
    take_steps(s.world, 0.02, 4);
    take_steps(other.world, 0.02, 4);
    check_alike(s.world, other.world);
    free(first.bytes);
    gyre_world_destroy(s.world);
    gyre_world_destroy(other.world);
}

// A world that has just been restored has no way behind it: between its last two states there is one pose.
TEST(after_a_restore_there_is_no_previous_pose) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    def.position.x = 3;
    def.orientation = (gyre_quat){0.6, 0.8, 0, 0};
    def.velocity.x = 5;
    gyre_body_id id = add_body(world, &def);
    snapshot s = save(world);
    for (int steps = 1; steps <= 2; steps++) { // into either of the two buffers
        take_steps(world, DT, steps);
        CHECK_OK(gyre_world_restore(world, s.bytes, s.size));
        id = gyre_world_next_body(world, no_body);
        gyre_pose pose;
        CHECK_OK(gyre_body_get_interpolated_pose(world, id, 0, &pose));
        CHECK_SAME(pose.position.x, 3);
        CHECK_NEAR(pose.orientation.w, 0.6, 1e-15);
    }
    free(s.bytes);
    gyre_world_destroy(world);
}

TEST(settings_outside_a_snapshot_are_kept_by_the_world) {
    gyre_world *world = plain_world();
    gyre_world_def def = plain_world_def();
    def.is_transactional = 0;
    gyre_world *other = world_of(&def);
    add_ball_at(world, (gyre_vec3){1, 0, 0});
    gyre_body_id id = add_ball_at(other, (gyre_vec3){2, 0, 0});
    snapshot s = save(world);
    CHECK_OK(gyre_world_restore(other, s.bytes, s.size));
    id = gyre_world_next_body(other, no_body);
    gyre_pose pose;
    CHECK_RESULT(gyre_body_get_interpolated_pose(other, id, 0.5, &pose), GYRE_ERR_OPTION);
    take_steps(world, DT, 3);
    take_steps(other, DT, 3);
    CHECK_EQ(gyre_world_hash(other), gyre_world_hash(world));
    log_text[0] = '\0';
    CHECK_REFUSED(other, gyre_body_set_damping(other, id, -1, 0), GYRE_ERR_DAMPING);
    CHECK(log_text[0] != '\0'); // its log
    free(s.bytes);
    gyre_world_destroy(world);
    gyre_world_destroy(other);
}

// ---- callbacks ----

static gyre_result push_by_user(const gyre_force_block *block, void *user) {
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force.x = *(const double *)user;
    return GYRE_OK;
}

TEST(a_restored_callback_takes_its_function_from_a_force_of_the_same_name) {
    double strong = 5, weak = 1;
    gyre_world *world = plain_world(), *other = plain_world(), *without = plain_world();
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_force_def force = callback_on(no_body, push_by_user, &strong), own = callback_on(no_body, push_by_user, &weak);
    gyre_force_def filler = force_on(GYRE_FORCE_drag, no_body);
    force.name = own.name = "engine";
    add_force(world, &force);
    add_force(other, &filler); // another number, the same name
    add_force(other, &own);
    snapshot s = save(world);
    CHECK_OK(gyre_world_restore(other, s.bytes, s.size));
    take_steps(other, 1, 1);
    CHECK_SAME(velocity_of(other, id).x, 1);
    add_ball_at(without, (gyre_vec3){0, 0, 0});
    REMEMBER(was, without);
    CHECK(gyre_world_restore(without, s.bytes, s.size) != GYRE_OK);
    CHECK(strstr(log_text, "engine") != NULL);
    CHECK_UNCHANGED(without, was);
    free(s.bytes);
    gyre_world_destroy(world);
    gyre_world_destroy(other);
    gyre_world_destroy(without);
}

// ---- damage ----

static void check_refused(gyre_world *world, const snapshot *s, const world_bytes *was) {
    CHECK_RESULT(gyre_world_restore(world, s->bytes, s->size), GYRE_ERR_SNAPSHOT);
    CHECK_UNCHANGED(world, *was);
}

TEST(every_damaged_byte_and_every_truncation_is_refused_and_changes_nothing) {
    scene s = busy_scene(GYRE_METHOD_exact);
    take_steps(s.world, 0.02, 3);
    snapshot good = save(s.world);
    take_steps(s.world, 0.02, 2);
    REMEMBER(was, s.world);
    for (size_t i = 0; i < good.size; i++) {
        good.bytes[i] ^= (uint8_t)(1u << (i % 8));
        check_refused(s.world, &good, &was);
        good.bytes[i] ^= (uint8_t)(1u << (i % 8));
    }
    for (size_t size = 0; size < good.size; size++)
        check_refused(s.world, &(snapshot){good.bytes, size}, &was);
    uint8_t *longer = malloc(good.size + 1);
    memcpy(longer, good.bytes, good.size);
    longer[good.size] = 0;
    check_refused(s.world, &(snapshot){longer, good.size + 1}, &was);
    free(longer);
    CHECK_OK(gyre_world_restore(s.world, good.bytes, good.size)); // and the right bytes are still right
    CHECK_EQ(gyre_world_step_count(s.world), 3);
    free(good.bytes);
    gyre_world_destroy(s.world);
}

enum { HEADER_SIZE = 24, CHECKSUM_AT = 16 };

static void write_checksum(snapshot *s) {
    uint64_t checksum = gyre_archive_checksum(s->bytes + HEADER_SIZE, s->size - HEADER_SIZE);
    for (int i = 0; i < 8; i++)
        s->bytes[CHECKSUM_AT + i] = (uint8_t)(checksum >> (8 * i));
}

// Snapshots may be forged: bytes with a right checksum are validated, too.
TEST(forged_bytes_with_a_right_checksum_make_a_valid_world_or_are_refused) {
    scene s = busy_scene(GYRE_METHOD_exact);
    take_steps(s.world, 0.02, 3);
    snapshot good = save(s.world), forged = {malloc(good.size), good.size};
    const uint8_t changes[] = {0x01, 0x80, 0xff, 0x40};
    int accepted = 0, refused = 0;
    for (size_t i = HEADER_SIZE; i < good.size; i++)
        for (size_t k = i % 2; k < COUNT_OF(changes); k += 2) {
            memcpy(forged.bytes, good.bytes, good.size);
            forged.bytes[i] ^= changes[k];
            write_checksum(&forged);
            REMEMBER(was, s.world);
            gyre_result r = gyre_world_restore(s.world, forged.bytes, forged.size);
            if (r == GYRE_OK) {
                accepted++;
                gyre_world_step(s.world, 0.02, NULL); // may fail, may not crash
                gyre_world_destroy(s.world);
                s = busy_scene(GYRE_METHOD_exact); // the forged world may have lost its callback
                CHECK_OK(gyre_world_restore(s.world, good.bytes, good.size));
            } else {
                refused++;
                CHECK_EQ(r, GYRE_ERR_SNAPSHOT);
                CHECK_UNCHANGED(s.world, was);
            }
        }
    CHECK(accepted > 100 && refused > 100); // numbers may have any value, the structure must be valid
    write_checksum(&good);
    CHECK_OK(gyre_world_restore(s.world, good.bytes, good.size)); // it was the right checksum
    free(good.bytes);
    free(forged.bytes);
    gyre_world_destroy(s.world);
}

// rtol and atol follow gravity and method.
TEST(invalid_tolerances_are_refused) {
    enum { SECTION_SIZE = 4 + 8, RTOL_AT = HEADER_SIZE + SECTION_SIZE + 3 * 8 + 4, ATOL_AT = RTOL_AT + 8 };
    scene s = busy_scene(GYRE_METHOD_dopri5);
    snapshot forged = save(s.world);
    double rtol, atol;
    memcpy(&rtol, forged.bytes + RTOL_AT, sizeof rtol); // on a machine of this byte order
    memcpy(&atol, forged.bytes + ATOL_AT, sizeof atol);
    if (rtol == 1e-9) CHECK_SAME(atol, 1e-12);
    const size_t places[] = {RTOL_AT + 7, ATOL_AT + 7}; // the sign is in the last byte
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        forged.bytes[places[i]] ^= 0x80;
        write_checksum(&forged);
        CHECK_REFUSED(s.world, gyre_world_restore(s.world, forged.bytes, forged.size), GYRE_ERR_SNAPSHOT);
        forged.bytes[places[i]] ^= 0x80;
    }
    write_checksum(&forged);
    CHECK_OK(gyre_world_restore(s.world, forged.bytes, forged.size));
    free(forged.bytes);
    gyre_world_destroy(s.world);
}

TEST(a_buffer_that_is_too_small_is_refused_and_not_written) {
    scene s = busy_scene(GYRE_METHOD_exact);
    size_t size, written = 99;
    CHECK_OK(gyre_world_snapshot_size(s.world, &size));
    uint8_t *bytes = calloc(size, 1);
    CHECK_RESULT(gyre_world_save(s.world, bytes, size - 1, &written), GYRE_ERR_LENGTH);
    CHECK_EQ(written, 99);
    for (size_t i = 0; i < size; i++)
        CHECK_EQ(bytes[i], 0);
    CHECK_REFUSED(s.world, gyre_world_restore(s.world, NULL, 0), GYRE_ERR_NULL_POINTER);
    CHECK_REFUSED(s.world, gyre_world_restore(s.world, bytes, 0), GYRE_ERR_SNAPSHOT);
    free(bytes);
    gyre_world_destroy(s.world);
}

RUN_TESTS("snapshot")
