/// Random scenes for a given time. Each one is run, then repeated with another kernel and another number of
/// threads: built from its seed, from a snapshot of a middle step, and from the scene file it was written to.
/// Hashes (state, energies, ledger) must agree at every stretch, the ledger must balance, and all memory must be freed.
///     soak_scenes MINUTES [FIRST_SEED]     of processor time, from one seed to the next
///     soak_scenes --scenes COUNT           the first ones
///     soak_scenes --scene SEED             one of them
///     soak_scenes --control WHAT           makes a fault (state, ledger, leak); exits with 0
///                                          if it is detected
/// The last line is a summary; exits with 1 if anything differed.
#include "soak_ledger.h"
#include "soak_memory.h"

#include <inttypes.h>
#include <time.h>

typedef struct trace {
    uint64_t hashes[STRETCHES + 1];
    int stretches; // done
    gyre_result result;
    uint64_t steps;
} trace;

typedef struct totals {
    uint64_t scenes, steps, replays, snapshots, files, refused, ledgers;
    uint64_t differences;
} totals;

static totals total;
static memory_count memory;
static uint64_t current_seed;
static int is_running;
static const char *control; // NULL, or the fault

static void say_seed(void) {
    if (is_running)
        printf("soak: stopped in scene %" PRIu64 ": soak_scenes --scene %" PRIu64 "\n", current_seed, current_seed);
}

static void differ(const char *what) {
    total.differences++;
    printf("soak: DIFFERENT: %s; to repeat: soak_scenes --scene %" PRIu64 "\n", what, current_seed);
}

static int is_control(const char *what) { return control && strcmp(control, what) == 0; }

static uint64_t hash_of(const gyre_world *world) {
    gyre_hash hash = gyre_hash_begin();
    add_world_to_hash(&hash, world);
    return gyre_hash_value(&hash);
}

// ---- worlds ----

// Kernel and number of threads: a different choice for every replay of a scene.
static gyre_world_def world_def_for(const soak_scene *s, unsigned replay) {
    gyre_world_def def = crowd_world_def(&s->crowd);
    const char *usable[8];
    unsigned count = 0;
    for (int i = 0; gyre_kernel_name(i) && count < 8; i++)
        if (gyre_kernel_is_usable(i)) usable[count++] = gyre_kernel_name(i);
    def.kernel = usable[(s->seed + replay) % count];
    def.threads = 1 + (int)((s->seed / 4 + replay) % 3);
    def.allocator = counting_allocator(&memory);
    return def;
}

static gyre_world *build(const soak_scene *s, unsigned replay, gyre_body_id *bodies) {
    gyre_world_def def = world_def_for(s, replay);
    return make_crowd_of(&def, &s->crowd, s->seed, bodies);
}

// An empty world with the callback functions of the scene.
static gyre_world *build_empty(const soak_scene *s, unsigned replay) {
    gyre_world_def def = world_def_for(s, replay);
    gyre_world *world;
    insist(gyre_world_create(&def, &world));
    if (s->crowd.with & WITH_CALLBACK) add_callback(world);
    return world;
}

// ---- runs ----

static void note(trace *t, const gyre_world *world) { t->hashes[t->stretches] = hash_of(world); }

// Goes on from the stretches that are done to `until`, or to a step that fails, which a repetition must do likewise.
static void run(gyre_world *world, const soak_scene *s, gyre_body_id *bodies, int until, trace *t, books *b) {
    int length = s->steps / STRETCHES;
    while (t->stretches < until && t->result == GYRE_OK) {
        for (int i = t->stretches * length; i < (t->stretches + 1) * length && t->result == GYRE_OK; i++) {
            disturb(world, s, bodies, i);
            t->result = gyre_world_step(world, s->h, NULL);
            t->steps += t->result == GYRE_OK;
        }
        if (t->result != GYRE_OK) return;
        t->stretches++;
        note(t, world);
        if (b) audit(b, world);
    }
}

static void compare(const trace *want, const trace *got, int from, const char *what) {
    int is_same = want->result == got->result && want->stretches == got->stretches;
    for (int i = from; i <= want->stretches && is_same; i++)
        is_same = want->hashes[i] == got->hashes[i];
    if (!is_same) differ(what);
    total.replays++;
    total.steps += got->steps;
}

static void *save(const gyre_world *world, size_t *out_size) {
    insist(gyre_world_snapshot_size(world, out_size));
    void *bytes = room_for(*out_size, 1);
    insist(gyre_world_save(world, bytes, *out_size, out_size));
    return bytes;
}

static void replay_from_seed(const soak_scene *s, gyre_body_id *bodies, const trace *want) {
    gyre_world *world = build(s, 1, bodies);
    trace got = {0};
    note(&got, world);
    run(world, s, bodies, 1, &got, NULL);
    if (is_control("state")) // hardly more momentum
        insist(gyre_body_apply_impulse(world, bodies[0], (gyre_vec3){1e-9, 0, 0}, (gyre_vec3){0, 0, 0}));
    run(world, s, bodies, STRETCHES, &got, NULL);
    compare(want, &got, 0, "built again from the seed");
    gyre_world_destroy(world);
}

// Ids of the world that was saved are valid in the one that is restored.
static void replay_from_snapshot(const soak_scene *s, const void *bytes, size_t size, gyre_body_id *bodies,
                                 const trace *want) {
    gyre_world *world = build_empty(s, 2);
    insist(gyre_world_restore(world, bytes, size));
    trace got = {.stretches = s->saved_after};
    note(&got, world);
    run(world, s, bodies, STRETCHES, &got, NULL);
    compare(want, &got, s->saved_after, "restored from a snapshot");
    total.snapshots++;
    gyre_world_destroy(world);
}

// ---- scene files ----

typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static gyre_result append(const void *bytes, size_t size, void *user) {
    text *t = user;
    if (t->size + size > t->capacity) {
        t->capacity = 2 * (t->size + size);
        char *more = realloc(t->bytes, t->capacity);
        if (!more) return GYRE_ERR_NO_MEMORY;
        t->bytes = more;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return GYRE_OK;
}

static void print_problem(const gyre_problem *p, void *unused) {
    (void)unused;
    printf("soak: scene:%d:%d: %s: %s\n", p->line, p->column, p->where, p->text);
}

static gyre_scene *read_text(const soak_scene *s, const char *bytes, size_t size) {
    gyre_scene_options options = gyre_scene_options_default();
    options.allocator = counting_allocator(&memory);
    options.has_ledger = (s->crowd.with & WITH_LEDGER) != 0;
    options.on_problem = print_problem;
    gyre_scene *scene;
    insist(gyre_scene_read(bytes, size, &options, &scene));
    return scene;
}

// A world becomes a scene by way of a snapshot, the scene a file, the file a world.
static gyre_scene *write_and_read(const soak_scene *s) {
    static const char nothing[] = "{\"gyre\": 1, \"bodies\": []}";
    gyre_body_id *bodies = room_for(s->crowd.count, sizeof *bodies);
    gyre_world *world = build(s, 3, bodies);
    gyre_scene *scene = read_text(s, nothing, sizeof nothing - 1);
    size_t size;
    void *bytes = save(world, &size);
    gyre_world_destroy(world);
    insist(gyre_world_restore(gyre_scene_world(scene), bytes, size));
    text file = {0};
    insist(gyre_scene_write(scene, &(gyre_sink){.write = append, .user = &file}));
    gyre_scene_destroy(scene);
    scene = read_text(s, file.bytes, file.size);
    free(file.bytes);
    free(bytes);
    free(bodies);
    return scene;
}

static void replay_from_file(const soak_scene *s, gyre_body_id *bodies, const trace *want) {
    gyre_scene *scene = write_and_read(s);
    gyre_world *world = gyre_scene_world(scene);
    gyre_world_def def = world_def_for(s, 3);
    insist(gyre_world_set_kernel(world, def.kernel));
    insist(gyre_world_set_threads(world, def.threads));
    gyre_body_id id = {0};
    for (size_t i = 0; i < s->crowd.count; i++)
        bodies[i] = id = gyre_world_next_body(world, id);
    trace got = {0};
    note(&got, world);
    run(world, s, bodies, STRETCHES, &got, NULL);
    compare(want, &got, 0, "read from its scene file");
    total.files++;
    gyre_scene_destroy(scene);
}

// ---- one scene ----

static gyre_result invent_energy(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++)
        block->potentials[i] += block->states[i].x.x; // without the force that goes with it
    return GYRE_OK;
}

static void add_liar(gyre_world *world) {
    gyre_force_def liar = gyre_force_def_default(GYRE_FORCE_callback);
    liar.parameters.callback.function = invent_energy;
    liar.parameters.callback.has_potential = 1;
    liar.parameters.callback.is_velocity_dependent = 0;
    add_force(world, &liar);
}

static books books_of_run(const soak_scene *s) {
    gyre_body_id *bodies = room_for(s->crowd.count, sizeof *bodies);
    gyre_world *world = build(s, 0, bodies);
    if (is_control("ledger")) add_liar(world);
    trace t = {0};
    books b = books_of(world);
    run(world, s, bodies, STRETCHES, &t, &b);
    gyre_world_destroy(world);
    free(bodies);
    total.steps += t.steps;
    return b;
}

// Up to four refinements, each four times finer: far from its limit a method of first order need not have begun to
// converge. A wrong account does not, however short the steps.
static void check_books(const soak_scene *s, const books *b) {
    if (!b->is_kept) return;
    total.ledgers++;
    int is_explained_by_finer[ACCOUNT_COUNT] = {0}, is_all = are_closed(b);
    books coarse = *b;
    soak_scene finer = *s;
    for (int attempt = 0; attempt < 4 && !is_all; attempt++) {
        finer.h /= 4;
        finer.steps *= 4;
        finer.fineness *= 4;
        books fine = books_of_run(&finer);
        is_all = 1;
        for (int i = 0; i < ACCOUNT_COUNT; i++) {
            if (is_explained(&coarse, &fine, i)) is_explained_by_finer[i] = 1;
            if (!is_explained_by_finer[i]) is_all = 0;
        }
        if (!is_all) coarse = fine;
    }
    for (int i = 0; i < ACCOUNT_COUNT && !is_all; i++) {
        if (is_explained_by_finer[i]) continue;
        printf("soak: %s, %s: %.2g of the turnover is missing, and %.2g with steps of %g s in place of %g s\n",
               gyre_method_name(s->crowd.method), account_names[i], gap(b, i), gap(&coarse, i), finer.h, s->h);
        differ("the ledger does not close");
    }
}

static void soak_one(uint64_t seed) {
    current_seed = seed;
    is_running = 1;
    memory = (memory_count){0};
    soak_scene s = random_scene(seed);
    gyre_body_id *bodies = room_for(s.crowd.count, sizeof *bodies),
                 *saved_bodies = room_for(s.crowd.count, sizeof *bodies);
    gyre_world *world = build(&s, 0, bodies);
    if (is_control("ledger")) add_liar(world);
    trace first = {0};
    books b = books_of(world);
    note(&first, world);
    run(world, &s, bodies, s.saved_after, &first, &b);
    void *bytes = NULL;
    size_t size;
    if (first.result == GYRE_OK) {
        bytes = save(world, &size);
        memcpy(saved_bodies, bodies, s.crowd.count * sizeof *bodies);
    }
    run(world, &s, bodies, STRETCHES, &first, &b);
    gyre_world_destroy(world);
    if (is_control("leak")) counting_allocator(&memory).take(16, 16, &memory);
    check_books(&s, &b);
    if (!is_control("ledger")) {
        replay_from_seed(&s, bodies, &first);
        if (bytes) replay_from_snapshot(&s, bytes, size, saved_bodies, &first);
        if (!(s.crowd.with & (WITH_CALLBACK | WITH_CONSTRAINT | NOT_TRANSACTIONAL)))
            replay_from_file(&s, bodies, &first);
    }
    if (memory.live != 0) differ("a memory leak");
    free(bytes);
    free(bodies);
    free(saved_bodies);
    total.scenes++;
    total.steps += first.steps;
    total.refused += first.result != GYRE_OK;
    is_running = 0;
}

// ---- many ----

// Processor time of all threads, which does not depend on other load.
static double minutes_spent(void) { return (double)clock() / CLOCKS_PER_SEC / 60; }

static void report(double minutes, long resident) {
    printf("soak: %.1f minutes: %" PRIu64 " scenes, %" PRIu64 " steps, %" PRIu64 " replays (%" PRIu64
           " from snapshots, %" PRIu64 " from files), %" PRIu64 " ledgers, %" PRIu64
           " scenes with a step that failed, %" PRIu64 " differences, %ld KiB resident\n",
           minutes, total.scenes, total.steps, total.replays, total.snapshots, total.files, total.ledgers,
           total.refused, total.differences, resident);
    fflush(stdout);
}

// Memory is flat when, after a tenth of it all, the process does not grow any more.
static int soak_for(double minutes, uint64_t scenes, uint64_t seed) {
    double said = 0, done = 0;
    long warm = -1, resident = -1;
    while (total.scenes < scenes && done < minutes) {
        soak_one(seed++);
        done = minutes_spent();
        int is_warm = done > minutes / 10 || total.scenes > scenes / 10;
        if (warm < 0 && is_warm) warm = resident_kib_after_trim();
        if (done < said + 1) continue;
        said = done;
        report(done, resident_kib());
    }
    resident = resident_kib_after_trim();
    int has_grown = resident - warm > SLACK_KIB;
    report(done, resident);
    printf("soak: memory %ld KiB after a tenth of it, %ld KiB at the end: %s\n", warm, resident,
           has_grown ? "GREW" : "flat");
    printf("soak: seconds %.0f scenes %" PRIu64 " steps %" PRIu64 " differences %" PRIu64 " next %" PRIu64 "\n",
           60 * done, total.scenes, total.steps, total.differences + (uint64_t)has_grown, seed);
    return total.differences > 0 || has_grown;
}

// Not every scene has a ledger: the fault must be found in one of some.
static int run_control(const char *what) {
    enum { TRIES = 24 };
    control = what;
    for (uint64_t seed = 1; seed <= TRIES && total.differences == 0; seed++)
        soak_one(seed);
    printf("soak: the fault '%s' is %s\n", what, total.differences > 0 ? "found" : "NOT found");
    return total.differences == 0;
}

int main(int count, char **arguments) {
    atexit(say_seed);
    if (count == 3 && strcmp(arguments[1], "--control") == 0) return run_control(arguments[2]);
    if (count == 3 && strcmp(arguments[1], "--scene") == 0) {
        soak_one(strtoull(arguments[2], NULL, 10));
        report(0, resident_kib());
        return total.differences > 0;
    }
    if (count == 3 && strcmp(arguments[1], "--scenes") == 0) return soak_for(1e9, strtoull(arguments[2], NULL, 10), 1);
    if (count < 2 || !(atof(arguments[1]) > 0)) {
        fprintf(stderr,
                "soak_scenes MINUTES [FIRST_SEED] | --scenes COUNT | --scene SEED | --control state|ledger|leak\n");
        return 2;
    }
    return soak_for(atof(arguments[1]), UINT64_MAX, count > 2 ? strtoull(arguments[2], NULL, 10) : 1);
}
