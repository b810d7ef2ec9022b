/// Layer 11: the ledger as JSON, and snapshots.
#include "gyre/ledger.h"
#include "gyre/snapshot.h"
#include "record_helpers.h"

// The number behind "key": after `from`.
static double amount(const char *from, const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *at = strstr(from, quoted);
    if (!at) fail_msg("no %s in: %.300s", quoted, from);
    return strtod(at + strlen(quoted), NULL);
}

static void check_account(const char *text, const char *key, const gyre_vector_account *account) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": {", key);
    const char *at = strstr(text, quoted);
    CHECK(at);
    const struct {
        const char *key;
        gyre_vec3 v;
    } rows[] = {{"initial", account->initial},
                {"final", account->final},
                {"impulse", account->impulse},
                {"residual", account->residual}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        snprintf(quoted, sizeof quoted, "\"%s\": [", rows[i].key);
        at = strstr(at, quoted);
        CHECK(at);
        char *end = (char *)at + strlen(quoted) - 1;
        const double want[3] = {rows[i].v.x, rows[i].v.y, rows[i].v.z};
        for (int k = 0; k < 3; k++)
            CHECK_SAME(strtod(end + 1, &end), want[k]);
        CHECK_EQ(*end, ']');
    }
}

TEST(json_matches_the_ledger) {
    gyre_scene *scene = falling_scene(1);
    gyre_world *world = gyre_scene_world(scene);
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_json, gyre_scene_frame_count(scene));
    char *text = text_of(&memory), hash[40];
    gyre_ledger ledger = ledger_of(world);
    CHECK_SAME(amount(text, "steps"), 60.0);
    CHECK_SAME(amount(text, "time"), ledger.time);
    snprintf(hash, sizeof hash, "\"hash\": \"%016llx\"", (unsigned long long)gyre_world_hash(world));
    CHECK(strstr(text, hash));
    CHECK(!strstr(text, "is_early"));
    const char *energy = strstr(text, "\"energy\": {");
    CHECK(energy);
    CHECK_SAME(amount(energy, "initial"), ledger.initial);
    CHECK_SAME(amount(energy, "final"), ledger.final);
    CHECK_SAME(amount(energy, "kinetic"), ledger.kinetic);
    CHECK_SAME(amount(energy, "potential"), ledger.potential);
    CHECK_SAME(amount(energy, "dissipated"), ledger.dissipated);
    CHECK_SAME(amount(energy, "residual"), ledger.residual);
    CHECK(!strstr(text, "edited"));
    check_account(text, "momentum", &ledger.momentum);
    check_account(text, "angular_momentum", &ledger.angular_momentum);
    free(text);
    gyre_scene_destroy(scene);
}

TEST(json_lists_work_by_name_so_that_it_adds_up) {
    gyre_scene *scene = falling_scene(1);
    gyre_world *world = gyre_scene_world(scene);
    gyre_body_id brick;
    CHECK_OK(gyre_world_find_body(world, "brick", &brick));
    gyre_force_def push = push_on(brick, (gyre_vec3){0.5, 0, 0}, at_body(0, 0, 0));
    gyre_force_id first = add_force(world, &push), second, quoted;
    push.parameters.force.force.y = 2;
    push.name = "force 2"; // taken: the next one without a name is the third
    add_force(world, &push);
    push.name = NULL;
    second = add_force(world, &push);
    push.name = "a \"name\" \\ with\ttrouble";
    quoted = add_force(world, &push);
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_json, 30);
    char *text = text_of(&memory);
    const char *work = strstr(text, "\"work\": {");
    CHECK(work);
    double want;
    CHECK_OK(gyre_force_get_work(world, first, NULL, &want));
    CHECK_SAME(amount(work, "force"), want);
    CHECK_OK(gyre_force_get_work(world, second, NULL, &want));
    CHECK_SAME(amount(work, "force 3"), want);
    CHECK_OK(gyre_force_get_work(world, quoted, NULL, &want));
    CHECK_SAME(amount(work, "a \\\"name\\\" \\\\ with\\ttrouble"), want);
    CHECK_SAME(amount(work, "spring"), 0.0); // its potential accounts for it
    CHECK_BELOW(amount(work, "air"), 0);
    double sum = amount(work, "force") + amount(work, "force 2") + amount(work, "force 3") + amount(work, "air") +
                 amount(work, "a \\\"name\\\" \\\\ with\\ttrouble");
    CHECK_NEAR(sum, ledger_of(world).work, 8 * 0x1p-53 * 100); // another order of five terms below 100 J
    CHECK(strstr(text, "\"is_early\": true"));
    free(text);
    gyre_scene_destroy(scene);
}

TEST(json_has_the_work_of_applied_and_removed_forces) {
    gyre_scene *scene = falling_scene(1);
    gyre_world *world = gyre_scene_world(scene);
    gyre_body_id brick;
    gyre_force_id air;
    CHECK_OK(gyre_world_find_body(world, "brick", &brick));
    CHECK_OK(gyre_world_find_force(world, "air", &air));
    take_steps(world, DT, 10);
    CHECK_OK(gyre_body_apply_force_at_center(world, brick, (gyre_vec3){1, 0, 0}));
    take_steps(world, DT, 1);
    CHECK_OK(gyre_world_remove_force(world, air));
    CHECK_OK(gyre_body_apply_impulse(world, brick, (gyre_vec3){0, 1, 0}, (gyre_vec3){0, 0, 0}));
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_json, 0);
    char *text = text_of(&memory);
    double applied, removed;
    CHECK_OK(gyre_world_get_other_work(world, &applied, NULL));
    CHECK_OK(gyre_world_get_removed_work(world, &removed));
    CHECK_SAME(amount(text, "(applied by hand)"), applied);
    CHECK_SAME(amount(text, "(forces that were removed)"), removed);
    CHECK_SAME(amount(text, "edited"), ledger_of(world).edited);
    free(text);
    gyre_scene_destroy(scene);
}

TEST(json_replaces_invalid_utf8_in_a_name) {
    gyre_scene *scene = falling_scene(1);
    gyre_force_def drag = force_on(GYRE_FORCE_drag, no_body);
    drag.name = "\xffno\xe2\x82";
    add_force(gyre_scene_world(scene), &drag);
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_json, 1);
    char *text = text_of(&memory);
    CHECK_SAME(amount(text, "\xef\xbf\xbdno\xef\xbf\xbd\xef\xbf\xbd"), 0.0); // U+FFFD for each byte
    free(text);
    gyre_scene_destroy(scene);
}

TEST(json_needs_a_ledger) {
    gyre_scene_options options = gyre_scene_options_default();
    gyre_scene *scene = NULL;
    options.has_ledger = 0;
    static const char empty[] = "{ \"gyre\": 1, \"bodies\": [] }";
    CHECK_OK(gyre_scene_read(empty, sizeof empty - 1, &options, &scene));
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_json);
    gyre_recording *recording = NULL;
    def.sink = gyre_sink_to_memory(&memory);
    def.log.write = keep_text;
    CHECK_RESULT(gyre_recording_begin(&def, scene, &recording), GYRE_ERR_OPTION);
    CHECK(strstr(log_text, "has_ledger"));
    gyre_scene_destroy(scene);
}

TEST(a_restored_snapshot_continues_where_the_recording_ended) {
    gyre_scene *scene = falling_scene(2);
    gyre_world *world = gyre_scene_world(scene), *other = plain_world();
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_gyre, 40);
    CHECK_OK(gyre_world_restore(other, memory.bytes, memory.size));
    CHECK(gyre_world_hash(other) == gyre_world_hash(world));
    take_steps(world, DT, 10);
    take_steps(other, DT, 10);
    CHECK(gyre_world_hash(other) == gyre_world_hash(world));
    free(memory.bytes);
    gyre_world_destroy(other);
    gyre_scene_destroy(scene);
}

RUN_TESTS("record ledger")
