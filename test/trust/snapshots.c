/// A snapshot is the world: every example saved after every step and restored into another world, which continues with
/// the same bits; changed, truncated and extended bytes are refused.
///     snapshot_faults [quick]
/// After step n the two worlds take 200 steps each; those of the original are remembered, as hashes of state and
/// ledger, so that each of its steps is taken once. Where 200 steps after each step would take minutes, the steps after
/// which a snapshot is restored are a part of all, evenly spread: the last line has both numbers.
#include "gyre/gyre.h"
#include "world_bytes.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOCKSTEP = 200, LARGE_SIZE = 50000, MORE = 64 };

static long restores, steps_run, moments, bytes_changed, changes, lengths, differences, accepted, wrong;

static void insist(gyre_result r, const char *what) {
    if (r == GYRE_OK) return;
    printf("%s: %s\n", what, gyre_result_name(r));
    exit(1);
}

typedef world_bytes snapshot;

static snapshot save(const gyre_world *world) {
    snapshot s;
    insist(gyre_world_snapshot_size(world, &s.size), "size");
    s.bytes = malloc(s.size);
    if (!s.bytes) abort();
    insist(gyre_world_save(world, s.bytes, s.size, &s.size), "save");
    return s;
}

static bool is_equal(const snapshot *a, const snapshot *b) { return first_difference(a, b) < 0; }

static gyre_scene *read_example(const gyre_example *example) {
    gyre_scene *scene = NULL;
    insist(gyre_scene_read(example->text, example->size, NULL, &scene), example->name);
    return scene;
}

// State and accounts.
static uint64_t print_of(const gyre_world *world) {
    gyre_hash hash = gyre_hash_begin();
    gyre_ledger l;
    insist(gyre_world_get_ledger(world, &l), "ledger");
    gyre_hash_add_u64(&hash, gyre_world_hash(world));
    gyre_hash_add_doubles(&hash, (double[]){l.initial, l.final, l.work, l.dissipated, l.residual}, 5);
    return gyre_hash_value(&hash);
}

// A new world like that of the scene, empty.
static gyre_world *another_world(const gyre_world *world) {
    gyre_world_def def;
    gyre_world *other = NULL;
    insist(gyre_world_get_def(world, &def), "definition");
    insist(gyre_world_create(&def, &other), "create");
    return other;
}

// ---- lockstep ----

static void go_on(const snapshot *s, const gyre_world *like, double dt, const uint64_t *prints, const char *name,
                  uint64_t step) {
    gyre_world *world = another_world(like);
    insist(gyre_world_restore(world, s->bytes, s->size), "restore");
    restores++;
    for (int i = 0; i <= LOCKSTEP; i++) {
        if (i > 0) insist(gyre_world_step(world, dt, NULL), "step");
        steps_run += i > 0;
        if (print_of(world) == prints[i]) continue;
        differences++;
        printf("%s: restored after step %llu, %d steps later it differs\n", name, (unsigned long long)step, i);
        break;
    }
    snapshot again = save(world);
    gyre_world_destroy(world);
    free(again.bytes);
}

// Time for one restore and its lockstep decides after how many steps there is one.
static uint64_t stride_of(gyre_scene *scene, const gyre_example *example, double seconds) {
    gyre_world *world = gyre_scene_world(scene);
    double dt = gyre_scene_get_settings(scene).dt;
    snapshot s = save(world);
    gyre_world *probe = another_world(world);
    clock_t begun = clock();
    insist(gyre_world_restore(probe, s.bytes, s.size), example->name);
    for (int i = 0; i < LOCKSTEP; i++) {
        insist(gyre_world_step(probe, dt, NULL), example->name);
        print_of(probe);
    }
    double cost = (double)(clock() - begun) / CLOCKS_PER_SEC * (double)gyre_scene_step_count(scene);
    gyre_world_destroy(probe);
    free(s.bytes);
    return cost <= seconds ? 1 : (uint64_t)(cost / seconds) + 1;
}

static void follow(const gyre_example *example, double seconds) {
    gyre_scene *scene = read_example(example);
    gyre_world *world = gyre_scene_world(scene);
    double dt = gyre_scene_get_settings(scene).dt;
    uint64_t count = gyre_scene_step_count(scene), stride = stride_of(scene, example, seconds);
    snapshot *saved = calloc(count + LOCKSTEP + 1, sizeof *saved);
    uint64_t *prints = calloc(count + LOCKSTEP + 1, sizeof *prints);
    if (!saved || !prints) abort();
    long before = restores;
    // snapshots are kept until the original is 200 steps ahead
    for (uint64_t n = 0; n <= count + LOCKSTEP; n++) {
        if (n > 0) insist(gyre_world_step(world, dt, NULL), example->name);
        prints[n] = print_of(world);
        if (n <= count && n % stride == 0) saved[n] = save(world);
        if (n < LOCKSTEP || !saved[n - LOCKSTEP].bytes) continue;
        uint64_t from = n - LOCKSTEP;
        go_on(&saved[from], world, dt, prints + from, example->name, from);
        free(saved[from].bytes);
        saved[from].bytes = NULL;
    }
    moments += (long)count + 1;
    printf("%-20s %6llu steps, restored after %ld of them\n", example->name, (unsigned long long)count,
           restores - before);
    fflush(stdout);
    free(saved);
    free(prints);
    gyre_scene_destroy(scene);
}

// ---- damage ----

// Bytes that are not a snapshot are refused, and the world has the bytes that it had.
static void refuse(gyre_world *world, const snapshot *before, const void *bytes, size_t size, const char *what,
                   size_t at) {
    gyre_result r = gyre_world_restore(world, bytes, size);
    if (r == GYRE_OK) accepted++;
    if (r != GYRE_OK && r != GYRE_ERR_SNAPSHOT) wrong++;
    bool is_same = first_change(world, before) < 0;
    if (!is_same) differences++;
    if (r != GYRE_ERR_SNAPSHOT || !is_same)
        printf("%s at %zu: %s%s\n", what, at, gyre_result_name(r), is_same ? "" : ", and the world has changed");
}

// The n-th of `count` places in `size` bytes: all of them, or as many as may be, spread by the golden ratio, so that
// they share no period with the records of bodies and forces.
static size_t place(size_t n, size_t count, size_t size) {
    if (count == size) return n;
    double turns = (double)n * 0.6180339887498949;
    return (size_t)((turns - (double)(size_t)turns) * (double)size);
}

// At `count` places one byte is changed, and the snapshot is cut; then some bytes too many.
static void damage(const gyre_example *example, size_t most_places) {
    gyre_scene *scene = read_example(example);
    gyre_world *world = gyre_scene_world(scene);
    double dt = gyre_scene_get_settings(scene).dt;
    for (int i = 0; i < 3; i++)
        insist(gyre_world_step(world, dt, NULL), example->name);
    snapshot s = save(world);
    insist(gyre_world_step(world, dt, NULL), example->name); // so that a restore would be seen
    snapshot before = save(world);
    size_t count = s.size < most_places ? s.size : most_places;
    // every bit and all of them; in a large snapshot one bit and all of them
    int first_bit = s.size > LARGE_SIZE ? 7 : 0;
    for (size_t n = 0; n < count; n++, bytes_changed++) {
        size_t at = place(n, count, s.size);
        for (int bit = first_bit; bit <= 8; bit++, changes++) {
            uint8_t mask = bit < 8 ? (uint8_t)(1 << bit) : 0xFF;
            s.bytes[at] ^= mask;
            refuse(world, &before, s.bytes, s.size, "a changed byte", at);
            s.bytes[at] ^= mask;
        }
    }
    uint8_t *copy = malloc(s.size + MORE);
    if (!copy) abort();
    for (size_t n = 0; n < count; n++, lengths++) {
        size_t size = place(n, count, s.size);
        uint8_t *exact = malloc(size > 0 ? size : 1); // its end is the end of a block
        if (!exact) abort();
        memcpy(exact, s.bytes, size);
        refuse(world, &before, exact, size, "a snapshot cut", size);
        free(exact);
    }
    memcpy(copy, s.bytes, s.size);
    memset(copy + s.size, 0, MORE);
    for (size_t more = 1; more <= MORE; more++, lengths++)
        refuse(world, &before, copy, s.size + more, "bytes more", more);
    // control: the snapshot itself is accepted, and the comparison sees it
    insist(gyre_world_restore(world, s.bytes, s.size), "the snapshot itself");
    snapshot restored = save(world);
    if (!is_equal(&restored, &s) || is_equal(&restored, &before))
        wrong++, printf("%s: the snapshot itself is not restored\n", example->name);
    free(restored.bytes);
    free(before.bytes);
    free(copy);
    free(s.bytes);
    gyre_scene_destroy(scene);
}

// control: a state that differs in one bit of one number is detected by the comparison
static bool is_difference_seen(void) {
    gyre_scene *scene = read_example(gyre_example_at(1));
    gyre_world *world = gyre_scene_world(scene);
    uint64_t print = print_of(world);
    gyre_body_id body = gyre_world_next_body(world, (gyre_body_id){0});
    gyre_motion motion;
    insist(gyre_body_get_motion(world, body, &motion), "motion");
    uint64_t bits;
    memcpy(&bits, &motion.position.x, sizeof bits);
    bits ^= 1;
    memcpy(&motion.position.x, &bits, sizeof bits);
    insist(gyre_body_set_motion(world, body, &motion), "motion");
    bool is_seen = print_of(world) != print;
    gyre_scene_destroy(scene);
    return is_seen;
}

int main(int argc, char **argv) {
    bool is_quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    if (!is_difference_seen()) {
        printf("control: a changed bit was not detected\n");
        return 1;
    }
    long places = is_quick ? 1000 : 10000;
    long examples = 0;
    while (gyre_example_at((size_t)examples))
        examples++;
    for (long k = 0; k < examples; k++) {
        follow(gyre_example_at((size_t)k), is_quick ? 0.05 : 200);
        // the unused share of a small one goes to the others
        damage(gyre_example_at((size_t)k), (size_t)((places - bytes_changed) / (examples - k)));
    }
    printf("reached: %ld restores after %ld steps of all examples, %ld steps in lockstep; %ld bytes changed in %ld "
           "ways, %ld lengths; %ld "
           "differences, %ld accepted%s\n",
           restores, moments, steps_run, bytes_changed, changes, lengths, differences, accepted,
           wrong ? ", wrong results" : "");
    return differences + accepted + wrong > 0;
}
