/// Routines whose time must not grow faster than a little more than linearly, and the worlds they work on.
#pragma once

#include "gyre/scene.h"
#include "gyre/snapshot.h"

#include <stdbool.h>

/// The world that a routine works on. Without BODIES it has two bodies.
enum {
    BODIES = 1,        // n bodies
    FORCES = 2,        // n forces: thrusters, the i-th on body i
    ON_FIRST = 4,      // the forces are on the first body
    ON_ALL = 8,        // the forces are on all bodies
    BETWEEN = 16,      // the forces are springs from body i to body i + 1
    HUB = 32,          // the forces are springs from the first body to body i
    NAMED = 64,        // bodies and forces have names
    CRAFTED = 128,     // the hashes of names are equal
    ALIKE = 256,       // names differ only after 200 characters
    LEDGER = 512,      // the world has a ledger
    STEPPED = 1024,    // the world has taken a step
    SHUFFLED = 2048,   // order[] is random; without this flag it ascends
    DESCENDING = 4096, // order[] descends
    SPECIAL = 8192,    // bodies have locks, damping or pivots
    SAVED = 16384,     // `bytes` is a snapshot of the world
};

typedef struct stage {
    size_t n, body_count, force_count;
    gyre_world *world;
    gyre_body_id *bodies;
    gyre_force_id *forces;
    size_t *order; // a permutation of 0 .. n - 1
    char *names;   // of NAME_ROOM bytes each
    void *bytes;   // a snapshot, or what the routine prepared
    size_t size;   // of it
    double sum;    // of results
} stage;

enum { NAME_ROOM = 224 };

typedef struct routine {
    const char *name;
    unsigned needs;
    size_t least, most;        // sizes
    void (*prepare)(stage *s); // may be NULL; not measured
    void (*run)(stage *s);
    bool is_control; // grows too fast, which must be detected
} routine;

extern const routine routines[];
extern const size_t routine_count;

void begin_stage(stage *s, size_t n, unsigned needs);
void end_stage(stage *s);
/// Ends the program with a message if a call failed: its time would have no meaning.
void insist(gyre_result r, const char *call);
const char *name_at(const stage *s, size_t i);
gyre_body_def body_at(const stage *s, size_t i, unsigned needs);
