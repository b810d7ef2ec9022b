/// The bodies of the benchmarks: boxes of random sizes, positions and velocities, the same for every candidate. Valid
/// as C and C++ and independent of Gyre, because the programs of other engines include it.
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/// Time step and gravity of all benchmarks.
#define BENCH_STEP (1.0 / 60) // [s]
#define BENCH_GRAVITY (-9.81) // [m/s^2], along z

typedef enum bench_shape {
    BENCH_BOX,   // three different moments
    BENCH_ROUND, // two equal moments
    BENCH_SHAPE_COUNT
} bench_shape;

typedef struct bench_bodies {
    size_t count;
    bench_shape shape;
    double spin;          // maximum angular velocity [rad/s]
    int is_spin_the_same; // 1: all bodies spin at the maximum
} bench_bodies;

typedef struct bench_body {
    double mass;                // [kg]
    double inertia[3];          // principal moments, along the model's axes [kg m^2]
    double position[3];         // [m]
    double orientation[4];      // w, x, y, z
    double velocity[3];         // [m/s]
    double angular_velocity[3]; // [rad/s], world
} bench_body;

// Returns a random number from low to high, by splitmix64 (Steele, Lea, Flood 2014).
static inline double bench_random(uint64_t *state, double low, double high) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

// A unit vector of n <= 4 components, uniform over all directions: a random point in the unit ball, normalised.
static inline void bench_direction(uint64_t *state, int n, double *out) {
    double square;
    do {
        square = 0;
        for (int i = 0; i < n; i++) {
            out[i] = bench_random(state, -1, 1);
            square += out[i] * out[i];
        }
    } while (square > 1 || square < 0.01);
    for (int i = 0; i < n; i++)
        out[i] /= sqrt(square);
}

/// Returns the body with this index; the result does not depend on the number of bodies.
static inline bench_body bench_body_of(const bench_bodies *of, size_t index) {
    uint64_t random = UINT64_C(0x6779726500000000) + index;
    bench_body b;
    double square[3];
    b.mass = bench_random(&random, 0.5, 5);
    for (int i = 0; i < 3; i++) {
        double edge = bench_random(&random, 0.5, 2);
        square[i] = edge * edge;
        b.position[i] = bench_random(&random, -100, 100);
        b.velocity[i] = bench_random(&random, -1, 1);
    }
    if (of->shape == BENCH_ROUND) square[1] = square[0];
    for (int i = 0; i < 3; i++)
        b.inertia[i] = b.mass / 12 * (square[(i + 1) % 3] + square[(i + 2) % 3]);
    // makes the two moments bit-identical, because their sums round differently
    if (of->shape == BENCH_ROUND) b.inertia[1] = b.inertia[0];
    bench_direction(&random, 4, b.orientation);
    bench_direction(&random, 3, b.angular_velocity);
    double part = bench_random(&random, 0, 1), speed = of->spin * (of->is_spin_the_same ? 1 : part);
    for (int i = 0; i < 3; i++)
        b.angular_velocity[i] *= speed;
    return b;
}
