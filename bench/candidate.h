/// Protocol between `gyre bench` and the programs it measures. Each command is an argument or a line on standard input;
/// the program answers it with one line.
///     variant NAME                       selects settings                     ok | no variant NAME
///     make COUNT SHAPE SPIN SAME         creates bench_bodies.h bodies     made COUNT | failed
///     run STEPS                          takes steps without measuring        ran CHECKSUM
///     time SECONDS                       takes steps for at least SECONDS     ns PROCESSOR WALL, per body and step
///     tumble I1 I2 I3 W1 W2 W3 STEPS H   runs one free body, in world axes    at QW QX QY QZ W1 W2 W3
///     about                              describes the program                about TEXT
/// A program defines candidate_make and the other functions declared below, and ends with CANDIDATE_MAIN.
#pragma once

#include "bench_bodies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// Position, orientation and angular velocity of a body, world frame.
typedef struct candidate_pose {
    double x[3], q[4], w[3];
} candidate_pose;

/// Replaces all bodies; returns 0 if that fails.
static int candidate_make(const bench_body *bodies, size_t count);
static void candidate_step(double h);
static candidate_pose candidate_look(size_t index);
/// Selects settings by name for later steps; returns 0 for an unknown name.
static int candidate_choose(const char *variant);
static void candidate_about(void);

static size_t candidate_count;
static long candidate_steps = 1; // steps per measurement

static double candidate_now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int candidate_make_all(const bench_bodies *of) {
    bench_body *bodies = of->count > 0 ? (bench_body *)malloc(of->count * sizeof *bodies) : NULL;
    if (!bodies) return 0;
    for (size_t i = 0; i < of->count; i++)
        bodies[i] = bench_body_of(of, i);
    int is_made = candidate_make(bodies, of->count);
    free(bodies);
    candidate_count = is_made ? of->count : 0;
    candidate_steps = 1;
    return is_made;
}

// FNV-1a over all poses, so that the compiler cannot remove the computation
static uint64_t candidate_checksum(void) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < candidate_count; i++) {
        candidate_pose pose = candidate_look(i);
        unsigned char bytes[sizeof pose];
        memcpy(bytes, &pose, sizeof pose);
        for (size_t k = 0; k < sizeof pose; k++)
            hash = (hash ^ bytes[k]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static void candidate_time(double seconds) {
    double processor, wall;
    while (1) {
        double processor_start = candidate_now(CLOCK_PROCESS_CPUTIME_ID), wall_start = candidate_now(CLOCK_MONOTONIC);
        for (long i = 0; i < candidate_steps; i++)
            candidate_step(BENCH_STEP);
        processor = candidate_now(CLOCK_PROCESS_CPUTIME_ID) - processor_start;
        wall = candidate_now(CLOCK_MONOTONIC) - wall_start;
        if (processor >= seconds || candidate_steps >= 1L << 30) break;
        candidate_steps *= 2; // too short to be measured
    }
    double body_steps = (double)candidate_steps * (double)candidate_count;
    printf("ns %.17g %.17g\n", 1e9 * processor / body_steps, 1e9 * wall / body_steps);
}

static void candidate_tumble(bench_body *body, long steps, double h) {
    body->mass = 1;
    body->orientation[0] = 1;
    candidate_count = candidate_make(body, 1) ? 1 : 0;
    if (candidate_count == 0) {
        puts("failed");
        return;
    }
    for (long i = 0; i < steps; i++)
        candidate_step(h);
    candidate_pose p = candidate_look(0);
    printf("at %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", p.q[0], p.q[1], p.q[2], p.q[3], p.w[0], p.w[1], p.w[2]);
}

static void candidate_answer(const char *line) {
    char word[32];
    double seconds, h;
    unsigned long count;
    long steps;
    bench_bodies of;
    bench_body body;
    memset(&of, 0, sizeof of);
    memset(&body, 0, sizeof body);
    double *I = body.inertia, *w = body.angular_velocity;
    int shape;
    if (sscanf(line, "variant %31s", word) == 1) {
        if (candidate_choose(word))
            puts("ok");
        else
            printf("no variant %s\n", word);
    } else if (sscanf(line, "make %lu %d %lf %d", &count, &shape, &of.spin, &of.is_spin_the_same) == 4) {
        of.count = count;
        of.shape = shape == BENCH_ROUND ? BENCH_ROUND : BENCH_BOX;
        if (candidate_make_all(&of))
            printf("made %lu\n", count);
        else
            puts("failed");
    } else if (sscanf(line, "run %ld", &steps) == 1 && candidate_count > 0) {
        for (long i = 0; i < steps; i++)
            candidate_step(BENCH_STEP);
        printf("ran %016" PRIx64 "\n", candidate_checksum());
    } else if (sscanf(line, "time %lf", &seconds) == 1 && candidate_count > 0) {
        candidate_time(seconds);
    } else if (sscanf(line, "tumble %lf %lf %lf %lf %lf %lf %ld %lf", &I[0], &I[1], &I[2], &w[0], &w[1], &w[2], &steps,
                      &h) == 8) {
        candidate_tumble(&body, steps, h);
    } else if (strncmp(line, "about", 5) == 0) {
        candidate_about();
    } else {
        puts("unknown command: see bench/candidate.h");
    }
    fflush(stdout);
}

static int candidate_serve(int argc, char **argv) {
    char line[256];
    for (int i = 1; i < argc; i++)
        candidate_answer(argv[i]);
    while (argc == 1 && fgets(line, sizeof line, stdin))
        candidate_answer(line);
    return 0;
}

#define CANDIDATE_MAIN                                                                                                 \
    int main(int argc, char **argv) { return candidate_serve(argc, argv); }
