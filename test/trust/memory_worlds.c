/// Worlds without memory: every example with every method, from the first step to a snapshot restored elsewhere; a
/// world that is edited in all ways; threads that cannot be created.
#include "crowd.h"
#include "gyre/gyre.h"
#include "memory_trials.h"

static void add_world_to_hash(gyre_hash *outcome, const gyre_world *world) {
    gyre_ledger ledger;
    gyre_hash_add_u64(outcome, gyre_world_hash(world));
    if (gyre_world_get_ledger(world, &ledger) == GYRE_OK) add_bytes_to_hash(outcome, &ledger, sizeof ledger);
}

static gyre_scene *read_example(trial *t) {
    const gyre_example *example = t->subject;
    gyre_scene_options options = gyre_scene_options_default();
    gyre_scene *scene = NULL;
    options.allocator = t->allocator;
    t->memory.is_paused = true; // reading is a separate trial
    if (gyre_scene_read(example->text, example->size, &options, &scene) != GYRE_OK) abort();
    t->memory.is_paused = false;
    return scene;
}

static void step(trial *t, gyre_world *world, double dt, int count) {
    for (int i = 0; i < count; i++)
        WITH_RETRY(t, world, gyre_world_step(world, dt, NULL));
}

// ---- a world that is edited ----

static gyre_result add_driven_body(gyre_world *world) {
    gyre_path_point path[] = {{0, {{0, 0, 0}, {1, 0, 0, 0}}}, {1, {{1, 0, 0}, {1, 0, 0, 0}}}};
    gyre_body_def def = gyre_body_def_default();
    gyre_body_id id;
    def.kind = GYRE_BODY_KINEMATIC;
    def.name = "one more, driven";
    def.path = path;
    def.path_count = 2;
    return gyre_world_add_body(world, &def, &id);
}

static gyre_result add_windowed_force(gyre_world *world, gyre_body_id body) {
    gyre_profile_point profile[] = {{0, 0}, {1, 1}};
    gyre_force_def def = force_on(GYRE_FORCE_thruster, body);
    gyre_force_id id;
    def.parameters.thruster.direction = (gyre_vec3){0, 0, 1};
    def.parameters.thruster.thrust = 0.5;
    def.name = "one more";
    def.profile = profile;
    def.profile_count = 2;
    return gyre_world_add_force(world, &def, &id);
}

static gyre_result add_named_body(gyre_world *world, gyre_body_id *out_body) {
    gyre_body_def def = lopsided_def();
    def.name = "one more, lopsided";
    return gyre_world_add_body(world, &def, out_body);
}

static void edit(trial *t, gyre_world *world) {
    gyre_body_id body = no_body;
    WITH_RETRY(t, world, add_named_body(world, &body));
    WITH_RETRY(t, world, add_driven_body(world));
    WITH_RETRY(t, world, add_windowed_force(world, body));
    WITH_RETRY(t, world, gyre_body_apply_force(world, body, (gyre_vec3){1, 2, 3}, (gyre_vec3){0, 0, 1}));
    WITH_RETRY(t, world, gyre_body_set_locks(world, body, GYRE_LOCK_PLANAR));
    WITH_RETRY(t, world, gyre_body_set_kind(world, body, GYRE_BODY_STATIC));
    WITH_RETRY(t, world, gyre_body_set_kind(world, body, GYRE_BODY_DYNAMIC));
}

// ---- examples ----

typedef struct saved {
    void *bytes;
    size_t size;
} saved;

static saved save(const gyre_world *world) {
    saved s;
    if (gyre_world_snapshot_size(world, &s.size) != GYRE_OK) abort();
    s.bytes = malloc(s.size);
    if (!s.bytes || gyre_world_save(world, s.bytes, s.size, &s.size) != GYRE_OK) abort();
    return s;
}

// Steps, snapshot, changes, back to the snapshot here and in another world, on in both.
static gyre_result run_example(trial *t, gyre_hash *outcome) {
    gyre_scene *scene = read_example(t);
    gyre_world *world = gyre_scene_world(scene), *other = NULL;
    double dt = gyre_scene_get_settings(scene).dt;
    int steps = t->variant;
    gyre_world_def def;
    if (gyre_world_set_method(world, (gyre_method)t->choice) != GYRE_OK) abort();
    if (gyre_world_check_method(world, NULL) != GYRE_OK) { // not for these forces
        gyre_scene_destroy(scene);
        return GYRE_OK;
    }
    step(t, world, dt, steps);
    add_world_to_hash(outcome, world);
    long calls = t->memory.calls;
    saved snapshot = save(world);
    if (t->memory.calls != calls) trial_complain(t, "saving takes memory");
    edit(t, world);
    // the added body turns about once a second, too fast for steps of hours
    if (gyre_world_check_method(world, NULL) == GYRE_OK) step(t, world, dt < DT ? dt : DT, steps);
    add_world_to_hash(outcome, world);
    WITH_RETRY(t, world, gyre_world_restore(world, snapshot.bytes, snapshot.size));
    if (gyre_world_get_def(world, &def) != GYRE_OK) abort();
    WITH_RETRY(t, NULL, gyre_world_create(&def, &other));
    WITH_RETRY(t, other, gyre_world_restore(other, snapshot.bytes, snapshot.size));
    step(t, world, dt, steps);
    step(t, other, dt, steps);
    world_bytes of_world =
        world_bytes_of(world); // of the same snapshot, so that the number that tells worlds apart is alike
    if (first_change(other, &of_world) >= 0) trial_complain(t, "the restored worlds differ");
    world_bytes_free(&of_world);
    add_world_to_hash(outcome, world);
    free(snapshot.bytes);
    gyre_world_destroy(other);
    gyre_scene_destroy(scene);
    return GYRE_OK;
}

// ---- a crowd on threads ----

static gyre_result run_crowd(trial *t, gyre_hash *outcome) {
    gyre_world_def def = gyre_world_def_default();
    gyre_world *world = NULL;
    def.allocator = t->allocator;
    def.has_ledger = 1;
    def.gravity.z = -9.8;
    def.is_transactional = t->variant;
    WITH_RETRY(t, NULL, gyre_world_create(&def, &world));
    t->memory.is_paused = true;
    add_crowd(world, 2200, CROWD_ALL, 7);
    t->memory.is_paused = false;
    thread_calls = 0;
    WITH_RETRY(t, world, gyre_world_set_threads(world, 4));
    if (t->variant)
        step(t, world, DT, 3);
    else
        for (int i = 0; i < 3; i++) // no rollback, but memory is taken before anything moves
            WITH_RETRY(t, world, gyre_world_step(world, DT, NULL));
    WITH_RETRY(t, world, gyre_world_set_threads(world, 2));
    step(t, world, DT, 1);
    add_world_to_hash(outcome, world);
    gyre_world_destroy(world);
    return GYRE_OK;
}

static void try_threads(void) {
    trial t = {.name = "threads of a crowd", .run = run_crowd};
    for (t.variant = 0; t.variant < 2; t.variant++)
        try_all(&t);
    for (thread_fail_at = 0; thread_fail_at < 4; thread_fail_at++) // beside what is refused above
        try_all(&t);
    thread_fail_at = -1;
}

// ---- a world that grows ----

static gyre_result run_growing(trial *t, gyre_hash *outcome) {
    gyre_world_def def = gyre_world_def_default();
    gyre_world *world = NULL;
    random_source r = {(uint64_t)t->choice + 1};
    def.allocator = t->allocator;
    def.has_ledger = 1;
    def.body_capacity = (size_t)t->variant;
    WITH_RETRY(t, NULL, gyre_world_create(&def, &world));
    for (int i = 0; i < 120; i++) {
        gyre_body_def body = crowd_body_def(&r, i, CROWD_ALL);
        gyre_body_id id = no_body;
        char name[16];
        snprintf(name, sizeof name, "body %d", i);
        if (i % 3 == 0) body.name = name;
        WITH_RETRY(t, world, gyre_world_add_body(world, &body, &id));
        gyre_force_def spring = spring_on(id, no_body, 2, 1);
        gyre_force_id force;
        if (i % 4 == 0) spring.name = name;
        WITH_RETRY(t, world, gyre_world_add_force(world, &spring, &force));
        if (i % 5 == 2 && gyre_world_remove_body(world, id) != GYRE_OK) trial_complain(t, "remove");
        if (i % 16 == 0) step(t, world, DT, 1);
    }
    add_world_to_hash(outcome, world);
    gyre_world_destroy(world);
    return GYRE_OK;
}

// Each method with each example; with a thousand bodies, most of whose allocations are alike, one method.
static bool is_wanted(const gyre_example *example, gyre_method method, int steps) {
    bool is_large = example->size > 100000;
    return !is_large || (steps == 1 && method == GYRE_METHOD_exact);
}

void try_worlds(void) {
    for (size_t k = 0; gyre_example_at(k); k++)
        for (int m = 0; m < GYRE_METHOD_COUNT; m++)
            for (int steps = 1; steps <= 4; steps += is_quick ? 4 : 3) {
                trial t = {.run = run_example, .subject = gyre_example_at(k), .choice = m, .variant = steps};
                snprintf(t.name, sizeof t.name, "%s, %s, %d steps", gyre_example_at(k)->name,
                         gyre_method_name((gyre_method)m), steps);
                if (is_wanted(gyre_example_at(k), (gyre_method)m, steps)) try_all(&t);
            }
    for (int variant = 0; variant < (is_quick ? 4 : 140); variant++) {
        trial t = {.run = run_growing, .choice = variant, .variant = 16 * (variant % 6)};
        snprintf(t.name, sizeof t.name, "growing world %d", variant);
        try_all(&t);
    }
    try_threads();
}
