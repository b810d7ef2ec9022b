/// Free rotation by the power series of Euler's equations and of q' = q w/2, in long double: slow, and independent of
/// the formulas under test.
#pragma once

#include "gyre/math.h"

#include <math.h>

typedef struct oracle_turn {
    long double q[4], m[3]; // the turn itself, from q = 1
} oracle_turn;

enum { ORACLE_ORDER = 24 };

// m and q of the next substep from their power series: m' = b m m, q' = q (0, m/I)/2, coefficient by coefficient.
static inline void oracle_substep(oracle_turn *at, const long double I[3], const long double b[3], long double h) {
    long double M[3][ORACLE_ORDER + 1], Q[4][ORACLE_ORDER + 1];
    for (int i = 0; i < 3; i++)
        M[i][0] = at->m[i];
    for (int i = 0; i < 4; i++)
        Q[i][0] = at->q[i];
    for (int n = 0; n < ORACLE_ORDER; n++) {
        long double mm[3] = {0}, qw[4] = {0};
        for (int j = 0; j <= n; j++) {
            const long double w[3] = {M[0][n - j] / I[0], M[1][n - j] / I[1], M[2][n - j] / I[2]};
            for (int i = 0; i < 3; i++)
                mm[i] += M[(i + 1) % 3][j] * M[(i + 2) % 3][n - j];
            qw[0] -= Q[1][j] * w[0] + Q[2][j] * w[1] + Q[3][j] * w[2];
            for (int i = 0; i < 3; i++) {
                int k = (i + 1) % 3, l = (i + 2) % 3;
                qw[1 + i] += Q[0][j] * w[i] + Q[1 + k][j] * w[l] - Q[1 + l][j] * w[k];
            }
        }
        for (int i = 0; i < 3; i++)
            M[i][n + 1] = b[i] * mm[i] / (n + 1);
        for (int i = 0; i < 4; i++)
            Q[i][n + 1] = qw[i] / (2 * (n + 1));
    }
    for (int i = 0; i < 7; i++) {
        const long double *series = i < 3 ? M[i] : Q[i - 3];
        long double sum = 0;
        for (int n = ORACLE_ORDER; n >= 0; n--)
            sum = sum * h + series[n];
        *(i < 3 ? &at->m[i] : &at->q[i - 3]) = sum;
    }
}

/// The turn over a time h of a body with moments I and body-frame momentum m. `theta` is the scale of the angles turned
/// in h.
static inline oracle_turn oracle_free_turn(gyre_vec3 inertia, gyre_vec3 m, double h, double theta) {
    long double I[3] = {(long double)inertia.x, (long double)inertia.y, (long double)inertia.z}, b[3];
    for (int i = 0; i < 3; i++)
        b[i] = (I[(i + 1) % 3] - I[(i + 2) % 3]) / (I[(i + 1) % 3] * I[(i + 2) % 3]);
    oracle_turn at = {{1, 0, 0, 0}, {(long double)m.x, (long double)m.y, (long double)m.z}};
    int substeps = 1 + (int)(theta * 6); // convergence radius > 1.5: (1/9)^24 is far below a rounding
    for (int i = 0; i < substeps; i++)
        oracle_substep(&at, I, b, (long double)h / substeps);
    return at;
}

/// The angle between the oracle's attitude and q [rad], both from 1.
static inline double oracle_angle(const oracle_turn *at, gyre_quat q) {
    const long double *o = at->q, w = (long double)q.w, v[3] = {(long double)q.x, (long double)q.y, (long double)q.z};
    long double square = 0; // of the vector part of o^-1 q
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        long double e = o[0] * v[i] - o[1 + i] * w - (o[1 + k] * v[l] - o[1 + l] * v[k]);
        square += e * e;
    }
    return (double)(2 * sqrtl(square));
}
