/// The parts of `gyre bench`.
#pragma once

#include "bench_bodies.h"
#include "gyre/gyre.h"

// ---- programs beside the command (bench_child.c) ----

/// A program that was started and answers lines with lines; see bench/candidate.h in the sources.
typedef struct bench_child bench_child;

/// Starts the program of that name in the folder of this command; NULL when it is not there.
bench_child *bench_child_start(const char *name);
/// Sends a line and reads the answer, without the newline; 0 when the program has gone.
int bench_child_ask(bench_child *child, const char *line, char *out_answer, size_t size);
/// Ends the program; NULL is fine.
void bench_child_end(bench_child *child);

// ---- the machine (bench_machine.c) ----

typedef struct bench_machine {
    char cpu[96];
    const char *commit, *compiler;
    double load; // of the last minute, at the beginning; -1: unknown
} bench_machine;

bench_machine bench_machine_look(void);
/// a = b + s c over arrays that no cache holds: bytes read and written per second, the best of `runs`; 0 without
/// memory.
double bench_triad(size_t length, int runs);
/// [s]
double bench_processor_time(void);
double bench_wall_time(void);

// ---- results (bench_rows.c) ----

/// One measurement. Numbers that were not measured are negative.
typedef struct bench_row {
    const char *what;    // a method, or a program beside us
    const char *scene;   // which bodies
    const char *options; // what differs from the usual, or ""
    const char *kernel;  // of a world, or ""
    size_t bodies;
    int threads, is_peer;
    double ns, ns_wall;    // per body and step: processor time (wall time for several threads), wall time
    double bytes_per_body; // all memory that the world holds
    double energy_drift, momentum_drift, attitude_error; // relative, relative, [rad]: after 60 s
    int rate;                                            // steps per second
    long steps;                                          // after which the hash was taken
    uint64_t hash;                                       // of the state then; of a program beside us: its checksum
} bench_row;

typedef struct bench_rows {
    bench_row *rows;
    size_t count, capacity;
    int is_out_of_memory;
} bench_rows;

bench_row bench_row_none(void);
void bench_rows_add(bench_rows *rows, bench_row row);
/// NULL when there is none. `what` NULL: any peer, the fastest.
const bench_row *bench_rows_find(const bench_rows *rows, const char *what, const char *scene, const char *options,
                                 size_t bodies, int threads);
/// Writes all of them as CSV; returns an exit code.
int bench_rows_write(const bench_rows *rows, const bench_machine *machine, const char *path);

// ---- candidates (bench_candidate.c) ----

/// Bodies with a name.
typedef struct bench_scene {
    const char *name;
    bench_shape shape;
    double spin; // [rad/s]
    int is_spin_the_same;
} bench_scene;

/// Who takes part: a world, or a program beside the command.
typedef struct bench_candidate {
    const char *what, *options;
    const char *program, *variant; // of a program
    gyre_method method;            // of a world, and what follows
    const char *kernel;            // NULL: the widest
    int threads, is_not_transactional, has_ledger, is_hashed;
    int has_names, is_damped, is_grown; // grown: nobody said how many bodies would come
    int has_forces;                     // drag and a field on every body
    // while it runs
    bench_child *child;
    gyre_world *world;
    long step_count; // of one measurement
    bench_row row;
} bench_candidate;

/// How long and how often.
typedef struct bench_effort {
    double seconds; // one measurement, at least
    int rounds;
} bench_effort;

/// Makes the bodies with every candidate, then measures them in turns, so that whatever else the machine does meets all
/// of them alike, and adds their rows, in order, with the smallest of all rounds. Candidates whose program is missing
/// or refuses are left out. Returns 0 when a world failed.
int bench_measure(bench_candidate *candidates, int count, const bench_scene *scene, size_t bodies, bench_effort effort,
                  bench_rows *rows);

/// Bytes per body that such a world holds after its first steps, all included; -1 when it failed.
double bench_bytes(const bench_candidate *candidate, const bench_scene *scene, size_t bodies);

/// The end of one free body: orientation and angular velocity, world.
typedef struct bench_end {
    double q[4], w[3];
} bench_end;

/// Lets a body with principal moments I along the world's axes and angular velocity w fly; 0 when the candidate cannot.
int bench_tumble(bench_candidate *candidate, const double inertia[3], const double w[3], long steps, double h,
                 bench_end *out_end);

// ---- who takes part (bench_field.c) ----

/// 0 .. bench_field_count - 1: the two baselines, every method, and last the engines in their variants.
int bench_field_count(int has_peers);
bench_candidate bench_field_candidate(int index);
bench_candidate bench_field_method(gyre_method method, int threads);
bench_candidate bench_field_textbook(void);
bench_candidate bench_field_lean(void);
/// The engines, each in its variants, of which there are `bench_field_peer_count`.
int bench_field_peer_count(void);
bench_candidate bench_field_peer(int index);
/// How many bodies it can be asked for in reasonable time.
size_t bench_field_peer_capacity(int index);

// ---- accuracy (bench_accuracy.c) ----

/// Energy, angular momentum and attitude of two free bodies after a minute, against the closed form, with 60, 240 and
/// 960 steps per second; prints a table and adds the rows. Returns 0 when a world failed.
int bench_accuracy(int has_peers, int is_quick, bench_rows *rows);

// ---- bars (bench_bars.c) ----

/// What is promised, what was measured, and whether it holds.
void bench_print_bars(const bench_rows *rows);
