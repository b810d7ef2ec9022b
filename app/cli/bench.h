/// Declarations shared by the files of `gyre bench`.
#pragma once

#include "bench_bodies.h"
#include "gyre/gyre.h"

// ---- programs in the folder of the command (bench_child.c) ----

/// A running program that answers each input line with one output line; bench/candidate.h defines the protocol.
typedef struct bench_child bench_child;

/// Starts the named program from the folder of this command; returns NULL if it does not exist.
bench_child *bench_child_start(const char *name);
/// Sends a line and reads the answer without its newline; returns 0 if the program has ended.
int bench_child_ask(bench_child *child, const char *line, char *out_answer, size_t size);
/// Ends the program; NULL is allowed.
void bench_child_end(bench_child *child);

// ---- the machine (bench_machine.c) ----

typedef struct bench_machine {
    char cpu[96];
    const char *commit, *compiler;
    double load; // one-minute load average when the run started; -1 if unknown
} bench_machine;

bench_machine bench_machine_look(void);
/// Memory bandwidth of a = b + s c over arrays larger than the caches [bytes/s], the best of `runs`; 0 if memory ran
/// out.
double bench_triad(size_t length, int runs);
/// CPU time of this thread [s].
double bench_processor_time(void);
/// Wall time [s].
double bench_wall_time(void);

// ---- results (bench_rows.c) ----

/// One measurement. Numbers that were not measured are negative.
typedef struct bench_row {
    const char *what;    // name of a method or of a program
    const char *scene;   // name of the bodies
    const char *options; // settings that differ from the defaults, or ""
    const char *kernel;  // SIMD kernel of a world; "" for a program
    size_t bodies;
    int threads, is_peer;
    double ns, ns_wall;    // per body and step; ns is CPU time for one thread, wall time for several
    double bytes_per_body; // memory of the world / number of bodies
    double energy_drift, momentum_drift, attitude_error; // after 60 s; the first two are relative, the third in [rad]
    int rate;                                            // steps per second
    long steps;                                          // number of steps before the hash
    uint64_t hash;                                       // hash of the final state of a world, or checksum of a program
} bench_row;

typedef struct bench_rows {
    bench_row *rows;
    size_t count, capacity;
    int is_out_of_memory;
} bench_rows;

bench_row bench_row_none(void);
void bench_rows_add(bench_rows *rows, bench_row row);
/// Finds the row, or returns NULL. If `what` is NULL, finds the fastest engine.
const bench_row *bench_rows_find(const bench_rows *rows, const char *what, const char *scene, const char *options,
                                 size_t bodies, int threads);
/// Writes all rows as CSV; returns an exit code.
int bench_rows_write(const bench_rows *rows, const bench_machine *machine, const char *path);

// ---- candidates (bench_candidate.c) ----

/// A named set of bodies.
typedef struct bench_scene {
    const char *name;
    bench_shape shape;
    double spin;          // maximum angular velocity [rad/s]
    int is_spin_the_same; // 1: all bodies spin at the maximum
} bench_scene;

/// A world or a program to measure.
typedef struct bench_candidate {
    const char *what, *options;
    const char *program, *variant; // for programs only
    gyre_method method;            // this and the following fields: for worlds only
    const char *kernel;            // NULL for the widest
    int threads, is_not_transactional, has_ledger, is_hashed;
    int has_names, is_damped, is_grown; // grown: the world is created without a body capacity
    int has_forces;                     // drag and a field on every body
    int has_hook;                       // a constraint hook that does nothing
    size_t static_count;                // static bodies, created before the free bodies
    // state during the measurement
    bench_child *child;
    gyre_world *world;
    long step_count; // of one measurement
    bench_row row;
} bench_candidate;

/// Duration and number of measurements.
typedef struct bench_effort {
    double seconds; // minimum duration of one measurement
    int rounds;
} bench_effort;

/// Creates the bodies in every candidate and measures the candidates alternately, so that other load on the machine
/// affects all of them equally. Adds one row per candidate, in order, with the minimum of all rounds. Skips candidates
/// whose program is missing or fails. Returns 0 if a world failed.
int bench_measure(bench_candidate *candidates, int count, const bench_scene *scene, size_t bodies, bench_effort effort,
                  bench_rows *rows);

/// Memory of the candidate's world after its first steps [bytes per body]; -1 if it failed.
double bench_bytes(const bench_candidate *candidate, const bench_scene *scene, size_t bodies);

/// Final state of one free body: orientation and angular velocity, world frame.
typedef struct bench_end {
    double q[4], w[3];
} bench_end;

/// Simulates a free body with principal moments I along the world's axes and angular velocity w; returns 0 if the
/// candidate cannot.
int bench_tumble(bench_candidate *candidate, const double inertia[3], const double w[3], long steps, double h,
                 bench_end *out_end);

// ---- list of candidates (bench_field.c) ----

/// Number of candidates: two baselines, then every method, then every variant of the other engines.
int bench_field_count(int has_peers);
bench_candidate bench_field_candidate(int index);
bench_candidate bench_field_method(gyre_method method, int threads);
bench_candidate bench_field_textbook(void);
bench_candidate bench_field_lean(void);
/// Number of variants of the other engines.
int bench_field_peer_count(void);
bench_candidate bench_field_peer(int index);
/// Maximum number of bodies that the engine simulates in reasonable time.
size_t bench_field_peer_capacity(int index);

// ---- accuracy (bench_accuracy.c) ----

/// Compares energy, angular momentum and attitude of two free bodies after a minute with the closed form, at 60, 240
/// and 960 steps per second. Prints a table and adds the rows. Returns 0 if a world failed.
int bench_accuracy(int has_peers, int is_quick, bench_rows *rows);

// ---- limits (bench_bars.c) ----

/// Prints each promised limit, its measurement, and pass or FAIL.
void bench_print_bars(const bench_rows *rows);
