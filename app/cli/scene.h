/// An example that fills a world, and what to show of it.
#pragma once

#include "cli.h"

enum { SCENE_COLUMNS_MAX = 8, SCENE_MEMORY_SIZE = 8 };

typedef struct scene_column {
    const char *name, *unit;
    int decimals;
} scene_column;

/// To add an example: one of these in a file of its own, and a row in scenes.c.
typedef struct scene {
    const char *name;  // as typed
    const char *text;  // one line for `gyre examples`
    const char *title; // the first line of the output
    gyre_vec3 gravity; // [m/s^2]
    gyre_method method;
    double dt, duration; // [s]
    double fps;          // rows per second
    gyre_result (*build)(gyre_world *world);
    scene_column columns[SCENE_COLUMNS_MAX]; // after the time; the first without a name ends them
    /// Fills one row, in the order of the columns.
    gyre_result (*measure)(const gyre_world *world, const double *memory, double *out_row);
    /// Called at the start and after every step to keep in `memory` (SCENE_MEMORY_SIZE numbers, 0 at first) what needs
    /// more than one moment to see; may be NULL.
    gyre_result (*watch)(const gyre_world *world, double *memory);
    /// Says below the table what has been seen, beside what theory says; may be NULL.
    gyre_result (*conclude)(const gyre_world *world, const double *memory);
} scene;

extern const scene scene_tennis_racket, scene_spinning_top, scene_spring_pendulum, scene_satellite;

/// The scene number `index`, or NULL after the last; the scene of that name, or NULL.
const scene *scene_at(size_t index);
const scene *scene_find(const char *name);

/// Simulates it and prints frames, ledger and hash. Returns an exit code.
int scene_run(const scene *what, const run_options *options);

/// The ledger as a table. Its numbers parse back to the same double.
gyre_result print_ledger(const gyre_world *world, const gyre_ledger *ledger);

/// What the integrator added or lost, as a part of the largest energy in the ledger.
double residual_part(const gyre_ledger *ledger);
