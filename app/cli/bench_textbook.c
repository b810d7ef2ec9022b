/// The textbook's step: velocity and angular velocity as state, the world's inverse tensor rebuilt every step, a
/// quaternion that is pushed along and normalised. It has no gyroscopic term, as such loops usually have none.
#include "bench_textbook.h"

#include <math.h>

static void rotation_of(const double q[4], double R[3][3]) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 9; i++)
        R[i / 3][i % 3] = rows[i / 3][i % 3];
}

// w += R I^-1 R^T torque h
static void turn_faster(textbook_body *b, const double torque[3], double h) {
    double R[3][3];
    rotation_of(b->q, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double entry = 0;
            for (int k = 0; k < 3; k++)
                entry += R[i][k] * b->inertia_inverse[k] * R[j][k];
            b->w[i] += entry * torque[j] * h;
        }
}

// q += h/2 (0, w) q, then divided by its length
static void turn(textbook_body *b, double h) {
    const double *w = b->w, *q = b->q;
    double s = h / 2;
    double next[4] = {
        q[0] + s * (-w[0] * q[1] - w[1] * q[2] - w[2] * q[3]),
        q[1] + s * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]),
        q[2] + s * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]),
        q[3] + s * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]),
    };
    double length = sqrt(next[0] * next[0] + next[1] * next[1] + next[2] * next[2] + next[3] * next[3]);
    for (int i = 0; i < 4; i++)
        b->q[i] = next[i] / length;
}

void textbook_step(textbook_body *bodies, size_t count, const double gravity[3], double h) {
    for (size_t n = 0; n < count; n++) {
        textbook_body *b = &bodies[n];
        const double torque[3] = {0, 0, 0};
        for (int i = 0; i < 3; i++)
            b->v[i] += b->mass * gravity[i] / b->mass * h;
        turn_faster(b, torque, h);
        for (int i = 0; i < 3; i++)
            b->x[i] += b->v[i] * h;
        turn(b, h);
    }
}
