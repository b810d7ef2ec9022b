/// A snapshot is the world: every example saved after every step and restored into another world, which goes on in
/// lockstep; and nothing else is one: every byte changed, every length, every byte more.
///     snapshot_faults [quick]
/// After step n the two worlds take 200 steps each; those of the original are remembered, as hashes of state and
/// ledger, so that each of its steps is taken once. Where 200 steps after each step would take minutes, the steps after
/// which a snapshot is restored are a part of all, evenly spread: the last line tells how many of how many.
#include "gyre/gyre.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOCKSTEP = 200, LARGE_SIZE = 50000 };

static long restores, steps_run, moments, bytes_changed, changes, lengths, differences, accepted, wrong;

static void insist(gyre_result r, const char *what) {
    if (r == GYRE_OK) return;
    printf("%s: %s\n", what, gyre_result_name(r));
    exit(1);
}

typedef struct snapshot {
    uint8_t *bytes;
    size_t size;
} snapshot;

static snapshot save(const gyre_world *world) {
    snapshot s;
    insist(gyre_world_snapshot_size(world, &s.size), "size");
    s.bytes = malloc(s.size);
    if (!s.bytes) abort();
    insist(gyre_world_save(world, s.bytes, s.size, &s.size), "save");
    return s;
}

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

// Bytes that are no snapshot: refused, and the world is as it was.
static void refuse(gyre_world *world, uint64_t print, const void *bytes, size_t size, const char *what, size_t at) {
    gyre_result r = gyre_world_restore(world, bytes, size);
    if (r == GYRE_OK) accepted++;
    if (r != GYRE_OK && r != GYRE_ERR_SNAPSHOT) wrong++;
    bool is_same = gyre_world_hash(world) == print;
    if (!is_same) differences++;
    if (r != GYRE_ERR_SNAPSHOT || !is_same)
        printf("%s at %zu: %s%s\n", what, at, gyre_result_name(r), is_same ? "" : ", and the world has changed");
}

// Of `size` bytes every one, or as many as there is time for.
static void damage(const gyre_example *example, size_t most_bytes) {
    gyre_scene *scene = read_example(example);
    gyre_world *world = gyre_scene_world(scene);
    double dt = gyre_scene_get_settings(scene).dt;
    for (int i = 0; i < 3; i++)
        insist(gyre_world_step(world, dt, NULL), example->name);
    snapshot s = save(world);
    insist(gyre_world_step(world, dt, NULL), example->name); // so that a restore would be seen
    uint64_t print = gyre_world_hash(world);
    size_t stride = s.size > most_bytes ? s.size / most_bytes + 1 : 1;
    // bits of every byte, and all of them; in a large snapshot one bit and all of them
    int first_bit = s.size > LARGE_SIZE ? 7 : 0;
    for (size_t at = 0; at < s.size; at += stride) {
        for (int bit = first_bit; bit <= 8; bit++, changes++) {
            uint8_t mask = bit < 8 ? (uint8_t)(1 << bit) : 0xFF;
            s.bytes[at] ^= mask;
            refuse(world, print, s.bytes, s.size, "a changed byte", at);
            s.bytes[at] ^= mask;
        }
        bytes_changed++;
    }
    uint8_t *copy = malloc(s.size + 64);
    if (!copy) abort();
    for (size_t size = 0; size < s.size; size += stride, lengths++) {
        uint8_t *exact = malloc(size > 0 ? size : 1); // its end is the end of a block
        if (!exact) abort();
        memcpy(exact, s.bytes, size);
        refuse(world, print, exact, size, "a snapshot cut", size);
        free(exact);
    }
    memcpy(copy, s.bytes, s.size);
    memset(copy + s.size, 0, 64);
    for (size_t more = 1; more <= 64; more++, lengths++)
        refuse(world, print, copy, s.size + more, "bytes more", more);
    // control: the snapshot itself is accepted
    if (gyre_world_restore(world, s.bytes, s.size) != GYRE_OK || gyre_world_hash(world) == print)
        wrong++, printf("%s: the snapshot itself is refused\n", example->name);
    if (stride > 1) printf("%-20s every %zu-th of %zu bytes\n", example->name, stride, s.size);
    free(copy);
    free(s.bytes);
    gyre_scene_destroy(scene);
}

// control: a state that differs in one bit of one number is noticed by what lockstep compares
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
        printf("control: a changed bit was not seen\n");
        return 1;
    }
    for (size_t k = 0; gyre_example_at(k); k++) {
        follow(gyre_example_at(k), is_quick ? 0.2 : 200);
        damage(gyre_example_at(k), is_quick ? 400 : SIZE_MAX);
    }
    printf("reached: %ld restores after %ld steps of all examples, %ld steps in lockstep; %ld bytes changed in %ld "
           "ways, %ld lengths; %ld "
           "differences, %ld accepted%s\n",
           restores, moments, steps_run, bytes_changed, changes, lengths, differences, accepted,
           wrong ? ", wrong results" : "");
    return differences + accepted + wrong > 0;
}
