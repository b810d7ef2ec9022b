/// A world as plain arrays, updated by the calls that succeed. All values of the model
/// are compared with the world.
#pragma once

#include "gyre/gyre.h"
#include "random.h"
#include "world_bytes.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES_MAX = 48, FORCES_MAX = 24, STALE_MAX = 16, NAME_SIZE = 16, SNAPSHOT_MAX = 1 << 16 };

typedef struct model_body {
    gyre_body_id id;
    char name[NAME_SIZE]; // empty: none
    gyre_mass_properties mass;
    gyre_body_kind kind;
    double linear_damping, angular_damping;
    unsigned locks;
    bool has_pivot;
    uint64_t user_data;
} model_body;

typedef struct model_force {
    gyre_force_id id;
    char name[NAME_SIZE];
    gyre_force_kind kind;
    gyre_body_id body, other;
} model_force;

/// The state that a snapshot restores.
typedef struct model_state {
    model_body bodies[BODIES_MAX];
    size_t body_count;
    model_force forces[FORCES_MAX];
    size_t force_count;
    double base_time, h; // time is base_time + steps_of_h * h
    uint64_t steps_of_h, steps;
    gyre_vec3 gravity;
    gyre_method method;
    bool has_applied;
} model_state;

typedef struct model {
    gyre_world *world;
    bool is_transactional, has_ledger;
    int threads;
    gyre_clock clock;
    model_state now;
    gyre_body_id stale_bodies[STALE_MAX]; // of bodies that were removed, in a ring
    gyre_force_id stale_forces[STALE_MAX];
    size_t stale_body_count, stale_force_count;
    uint8_t saved[SNAPSHOT_MAX];
    size_t saved_size; // 0: nothing saved
    model_state then;
} model;

/// Prints what differs, with the seed and the operation, and ends the program.
_Noreturn void differ(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// The place that differ reports.
extern uint64_t at_seed, at_operation;
/// Set by the control: the bookkeeper forgets that a body takes its forces with it.
extern bool is_forgetful;

static inline bool same_body(gyre_body_id a, gyre_body_id b) {
    return a.index == b.index && a.generation == b.generation && a.world == b.world;
}

double model_time(const model_state *m);
void model_stepped(model *m, double h);
void model_removed_body(model *m, size_t index);
void model_removed_force(model *m, size_t index);
model_body *model_find(model *m, gyre_body_id id);
/// Nothing but inertia moves it: no force names it, it is dynamic, undamped and held by nothing.
bool model_is_free(const model *m, const model_body *b);

/// The numbers that every call can change.
void model_check_counts(const model *m);
/// Everything.
void model_check(const model *m);
