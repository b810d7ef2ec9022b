// The independent oracle: Baraff, "An Introduction to Physically Based Modeling: Rigid Body Simulation I -
// Unconstrained Rigid Body Dynamics", SIGGRAPH '97 course notes, sections 1 to 4, transcribed literally to C17.
// Names are those of the notes, and nothing of the library is included. Differences from the printed code, with
// reasons:
// - The notes' global Bodies[NBODIES] travels as `struct Simulation *sim`, so that runs share no mutable state.
// - The notes print two versions of RigidBody and of three routines (sections 3 and 4); here use_quaternion chooses.
// - The notes' operators on triple, matrix and quaternion are functions, since C has no operator overloading.
// - The loop of RunSimulation counts frames in integers: `for (t = 0; t < 10; t += 1./30.)` runs 301 times.
// - The notes leave the solver `ode` open; this file uses the classic fourth-order Runge-Kutta method.

#include "textbook.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define MAX_LENGTH (TEXTBOOK_MAX_BODIES * TEXTBOOK_MATRIX_STATE_SIZE)

typedef struct triple {
    double a[3];
} triple;

typedef struct matrix {
    double m[3][3]; // m[0][0], m[0][1] and m[0][2] form the first row (not column): section 4
} matrix;

typedef struct quaternion {
    double r;       // real part
    double i, j, k; // vector part
} quaternion;

// Sections 3 and 4. R is a state variable in section 3 and derived from q in section 4; q is unused in section 3.
struct RigidBody {
    // Constant quantities
    double mass;     // mass M
    matrix Ibody;    // Ibody
    matrix Ibodyinv; // inverse of Ibody

    // Constant loads, read by Compute_Force_and_Torque; the notes leave the forces to the reader
    triple g;         // gravity, world space
    triple pushed_at; // r0, body space
    triple push;      // Fi, world space

    // State variables
    triple x;     // x(t)
    matrix R;     // R(t)
    quaternion q; // q(t)
    triple P;     // P(t)
    triple L;     // L(t)

    // Derived quantities (auxiliary variables)
    matrix Iinv;  // inverse of I(t)
    triple v;     // v(t)
    triple omega; // omega(t)

    // Computed quantities
    triple force;  // F(t)
    triple torque; // tau(t)

    int use_quaternion; // 0: as in section 3, 1: as in section 4
};

// The globals of section 3.
struct Simulation {
    int NBODIES;
    int STATE_SIZE; // 18 in section 3, 13 in section 4
    struct RigidBody Bodies[TEXTBOOK_MAX_BODIES];
};

// Section 1, with the simulation passed along in place of the global Bodies.
typedef void (*dydt_func)(struct Simulation *sim, double t, const double y[], double ydot[]);

// ---- the arithmetic the notes assume between real numbers, triples, matrices and quaternions ----

static triple triple_plus_triple(triple a, triple b) {
    return (triple){{a.a[0] + b.a[0], a.a[1] + b.a[1], a.a[2] + b.a[2]}};
}

static triple real_times_triple(double s, triple a) { return (triple){{s * a.a[0], s * a.a[1], s * a.a[2]}}; }

static triple triple_over_real(triple a, double s) { return (triple){{a.a[0] / s, a.a[1] / s, a.a[2] / s}}; }

static double Dot(triple a, triple b) { return a.a[0] * b.a[0] + a.a[1] * b.a[1] + a.a[2] * b.a[2]; }

// a x b, as printed above equation 2-9.
static triple Cross(triple a, triple b) {
    return (triple){{
        a.a[1] * b.a[2] - b.a[1] * a.a[2],
        -a.a[0] * b.a[2] + b.a[0] * a.a[2],
        a.a[0] * b.a[1] - b.a[0] * a.a[1],
    }};
}

static triple matrix_times_triple(matrix A, triple b) {
    triple c;
    for (int i = 0; i < 3; i++)
        c.a[i] = A.m[i][0] * b.a[0] + A.m[i][1] * b.a[1] + A.m[i][2] * b.a[2];
    return c;
}

static matrix matrix_times_matrix(matrix A, matrix B) {
    matrix C;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C.m[i][j] = A.m[i][0] * B.m[0][j] + A.m[i][1] * B.m[1][j] + A.m[i][2] * B.m[2][j];
    return C;
}

static matrix Transpose(matrix A) {
    matrix T;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            T.m[i][j] = A.m[j][i];
    return T;
}

// Ordinary inverse of a 3x3 matrix, adjugate over determinant; used once per body, before the simulation.
static matrix Inverse(matrix A) {
    matrix C; // cofactors: cyclic indices carry the signs
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            C.m[i][j] = A.m[i1][j1] * A.m[i2][j2] - A.m[i1][j2] * A.m[i2][j1];
        }
    }
    double det = A.m[0][0] * C.m[0][0] + A.m[0][1] * C.m[0][1] + A.m[0][2] * C.m[0][2];

    matrix inverse = Transpose(C);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inverse.m[i][j] /= det;
    return inverse;
}

// [s1, v1][s2, v2] = [s1 s2 - v1 . v2, s1 v2 + s2 v1 + v1 x v2]                                        equation 4-1
static quaternion quaternion_times_quaternion(quaternion q1, quaternion q2) {
    double s1 = q1.r, s2 = q2.r;
    triple v1 = {{q1.i, q1.j, q1.k}}, v2 = {{q2.i, q2.j, q2.k}};

    double s = s1 * s2 - Dot(v1, v2);
    triple v =
        triple_plus_triple(triple_plus_triple(real_times_triple(s1, v2), real_times_triple(s2, v1)), Cross(v1, v2));
    return (quaternion){s, v.a[0], v.a[1], v.a[2]};
}

// The product of a triple and a quaternion is [0, omega] q: end of section 4.
static quaternion triple_times_quaternion(triple omega, quaternion q) {
    return quaternion_times_quaternion((quaternion){0, omega.a[0], omega.a[1], omega.a[2]}, q);
}

static quaternion real_times_quaternion(double s, quaternion q) {
    return (quaternion){s * q.r, s * q.i, s * q.j, s * q.k};
}

// Returns q divided by its length: section 4.
static quaternion normalize(quaternion q) {
    double length = sqrt(q.r * q.r + q.i * q.i + q.j * q.j + q.k * q.k);
    return (quaternion){q.r / length, q.i / length, q.j / length, q.k / length};
}

// Section 4: the matrix of q = [s, v].
static matrix quaternion_to_matrix(quaternion q) {
    double s = q.r, vx = q.i, vy = q.j, vz = q.k;
    return (matrix){{
        {1 - 2 * vy * vy - 2 * vz * vz, 2 * vx * vy - 2 * s * vz, 2 * vx * vz + 2 * s * vy},
        {2 * vx * vy + 2 * s * vz, 1 - 2 * vx * vx - 2 * vz * vz, 2 * vy * vz - 2 * s * vx},
        {2 * vx * vz - 2 * s * vy, 2 * vy * vz + 2 * s * vx, 1 - 2 * vx * vx - 2 * vy * vy},
    }};
}

// Section 4.
static quaternion matrix_to_quaternion(matrix A) {
    quaternion q;
    double tr, s;
    double(*m)[3] = A.m;

    tr = m[0][0] + m[1][1] + m[2][2];
    if (tr >= 0) {
        s = sqrt(tr + 1);
        q.r = 0.5 * s;
        s = 0.5 / s;
        q.i = (m[2][1] - m[1][2]) * s;
        q.j = (m[0][2] - m[2][0]) * s;
        q.k = (m[1][0] - m[0][1]) * s;
        return q;
    }

    int i = 0;
    if (m[1][1] > m[0][0]) i = 1;
    if (m[2][2] > m[i][i]) i = 2;
    switch (i) {
    case 0:
        s = sqrt((m[0][0] - (m[1][1] + m[2][2])) + 1);
        q.i = 0.5 * s;
        s = 0.5 / s;
        q.j = (m[0][1] + m[1][0]) * s;
        q.k = (m[2][0] + m[0][2]) * s;
        q.r = (m[2][1] - m[1][2]) * s;
        break;
    case 1:
        s = sqrt((m[1][1] - (m[2][2] + m[0][0])) + 1);
        q.j = 0.5 * s;
        s = 0.5 / s;
        q.k = (m[1][2] + m[2][1]) * s;
        q.i = (m[0][1] + m[1][0]) * s;
        q.r = (m[0][2] - m[2][0]) * s;
        break;
    default: // case 2
        s = sqrt((m[2][2] - (m[0][0] + m[1][1])) + 1);
        q.k = 0.5 * s;
        s = 0.5 / s;
        q.i = (m[2][0] + m[0][2]) * s;
        q.j = (m[1][2] + m[2][1]) * s;
        q.r = (m[1][0] - m[0][1]) * s;
    }
    return q;
}

// The matrix a*, for which a* b = a x b: equation 2-9 and section 3.
static matrix Star(triple a) {
    return (matrix){{
        {0, -a.a[2], a.a[1]},
        {a.a[2], 0, -a.a[0]},
        {-a.a[1], a.a[0], 0},
    }};
}

// ---- section 3, with the changes of section 4 ----

// Copy the state information into an array.
static void State_to_Array(const struct RigidBody *rb, double *y) {
    *y++ = rb->x.a[0]; // x component of position
    *y++ = rb->x.a[1]; // etc.
    *y++ = rb->x.a[2];

    if (rb->use_quaternion) {
        *y++ = rb->q.r;
        *y++ = rb->q.i;
        *y++ = rb->q.j;
        *y++ = rb->q.k;
    } else {
        for (int i = 0; i < 3; i++) // copy rotation matrix
            for (int j = 0; j < 3; j++)
                *y++ = rb->R.m[i][j];
    }

    *y++ = rb->P.a[0];
    *y++ = rb->P.a[1];
    *y++ = rb->P.a[2];

    *y++ = rb->L.a[0];
    *y++ = rb->L.a[1];
    *y++ = rb->L.a[2];
}

// Copy information from an array into the state variables, and compute the auxiliary variables: equation 2-42.
static void Array_to_State(struct RigidBody *rb, const double *y) {
    rb->x.a[0] = *y++;
    rb->x.a[1] = *y++;
    rb->x.a[2] = *y++;

    if (rb->use_quaternion) {
        rb->q.r = *y++;
        rb->q.i = *y++;
        rb->q.j = *y++;
        rb->q.k = *y++;
    } else {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                rb->R.m[i][j] = *y++;
    }

    rb->P.a[0] = *y++;
    rb->P.a[1] = *y++;
    rb->P.a[2] = *y++;

    rb->L.a[0] = *y++;
    rb->L.a[1] = *y++;
    rb->L.a[2] = *y++;

    // v(t) = P(t) / M
    rb->v = triple_over_real(rb->P, rb->mass);

    // Only R is built from the unit quaternion. The q in the state is never renormalised, so its length drifts
    // with the solver's error; that is the notes' literal behaviour and is kept on purpose.
    if (rb->use_quaternion) rb->R = quaternion_to_matrix(normalize(rb->q));

    // I^-1(t) = R(t) Ibody^-1 R(t)^T                                                                  equation 2-40
    rb->Iinv = matrix_times_matrix(matrix_times_matrix(rb->R, rb->Ibodyinv), Transpose(rb->R));

    // omega(t) = I^-1(t) L(t)
    rb->omega = matrix_times_triple(rb->Iinv, rb->L);
}

static void Array_to_Bodies(struct Simulation *sim, const double y[]) {
    for (int i = 0; i < sim->NBODIES; i++)
        Array_to_State(&sim->Bodies[i], &y[i * sim->STATE_SIZE]);
}

static void Bodies_to_Array(const struct Simulation *sim, double y[]) {
    for (int i = 0; i < sim->NBODIES; i++)
        State_to_Array(&sim->Bodies[i], &y[i * sim->STATE_SIZE]);
}

// F(t) and tau(t) on one body. The loads are constant in time, so t is not read.
static void Compute_Force_and_Torque(double t, struct RigidBody *rb) {
    (void)t;

    // Fg = M g, which has no torque                                                           equations 5-4 and 5-5
    triple Fg = real_times_triple(rb->mass, rb->g);

    // r' = ri(t) - x(t) = R(t) r0                                                       equation 2-13, section 2.10
    triple r = matrix_times_triple(rb->R, rb->pushed_at);

    // F = sum Fi, tau = sum (ri(t) - x(t)) x Fi                                             equations 2-22 and 2-23
    rb->force = triple_plus_triple(Fg, rb->push);
    rb->torque = Cross(r, rb->push);
}

// d/dt Y(t) of one body: equation 2-43.
static void ddt_State_to_Array(const struct RigidBody *rb, double *ydot) {
    *ydot++ = rb->v.a[0]; // d/dt x(t) = v(t)
    *ydot++ = rb->v.a[1];
    *ydot++ = rb->v.a[2];

    if (rb->use_quaternion) {
        // d/dt q(t) = 1/2 omega(t) q(t)                                                                equation 4-2
        quaternion qdot = real_times_quaternion(.5, triple_times_quaternion(rb->omega, rb->q));
        *ydot++ = qdot.r;
        *ydot++ = qdot.i;
        *ydot++ = qdot.j;
        *ydot++ = qdot.k;
    } else {
        // d/dt R(t) = omega(t)* R(t)                                                                  equation 2-12
        matrix Rdot = matrix_times_matrix(Star(rb->omega), rb->R);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                *ydot++ = Rdot.m[i][j];
    }

    *ydot++ = rb->force.a[0]; // d/dt P(t) = F(t)
    *ydot++ = rb->force.a[1];
    *ydot++ = rb->force.a[2];

    *ydot++ = rb->torque.a[0]; // d/dt L(t) = tau(t)
    *ydot++ = rb->torque.a[1];
    *ydot++ = rb->torque.a[2];
}

static void dydt(struct Simulation *sim, double t, const double y[], double ydot[]) {
    // put data in y[] into Bodies[]
    Array_to_Bodies(sim, y);

    for (int i = 0; i < sim->NBODIES; i++) {
        Compute_Force_and_Torque(t, &sim->Bodies[i]);
        ddt_State_to_Array(&sim->Bodies[i], &ydot[i * sim->STATE_SIZE]);
    }
}

// Section 1 leaves the solver open: classic Runge-Kutta, order 4, in `substeps` equal steps from t0 to t1.
static void ode(const double y0[], double yend[], int len, double t0, double t1, int substeps, dydt_func f,
                struct Simulation *sim) {
    double k1[MAX_LENGTH], k2[MAX_LENGTH], k3[MAX_LENGTH], k4[MAX_LENGTH];
    double y[MAX_LENGTH];
    double h = (t1 - t0) / substeps;

    for (int i = 0; i < len; i++)
        yend[i] = y0[i];

    for (int n = 0; n < substeps; n++) {
        double t = t0 + n * h;

        // k1 = f(t, Y)
        f(sim, t, yend, k1);

        // k2 = f(t + h/2, Y + h/2 k1)
        for (int i = 0; i < len; i++)
            y[i] = yend[i] + h / 2 * k1[i];
        f(sim, t + h / 2, y, k2);

        // k3 = f(t + h/2, Y + h/2 k2)
        for (int i = 0; i < len; i++)
            y[i] = yend[i] + h / 2 * k2[i];
        f(sim, t + h / 2, y, k3);

        // k4 = f(t + h, Y + h k3)
        for (int i = 0; i < len; i++)
            y[i] = yend[i] + h * k3[i];
        f(sim, t + h, y, k4);

        // Y(t + h) = Y(t) + h/6 (k1 + 2 k2 + 2 k3 + k4)
        for (int i = 0; i < len; i++)
            yend[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
}

// Constant quantities and initial conditions of every body: the notes' "before simulation begins".
static void InitStates(struct Simulation *sim, const textbook_run *run) {
    assert(run->body_count >= 1 && run->body_count <= TEXTBOOK_MAX_BODIES);

    memset(sim, 0, sizeof *sim);
    sim->NBODIES = run->body_count;
    sim->STATE_SIZE = run->use_quaternion ? TEXTBOOK_QUATERNION_STATE_SIZE : TEXTBOOK_MATRIX_STATE_SIZE;

    for (int i = 0; i < sim->NBODIES; i++) {
        const textbook_body *body = &run->bodies[i];
        struct RigidBody *rb = &sim->Bodies[i];

        rb->use_quaternion = run->use_quaternion;
        rb->mass = body->mass;
        memcpy(rb->Ibody.m, body->Ibody, sizeof rb->Ibody.m);
        rb->Ibodyinv = Inverse(rb->Ibody);

        memcpy(rb->g.a, run->gravity, sizeof rb->g.a);
        memcpy(rb->pushed_at.a, body->force_at, sizeof rb->pushed_at.a);
        memcpy(rb->push.a, body->force, sizeof rb->push.a);

        memcpy(rb->x.a, body->x, sizeof rb->x.a);
        memcpy(rb->R.m, body->R, sizeof rb->R.m);
        memcpy(rb->P.a, body->P, sizeof rb->P.a);
        memcpy(rb->L.a, body->L, sizeof rb->L.a);
        if (rb->use_quaternion) rb->q = matrix_to_quaternion(rb->R);
    }
}

// End of section 3. DisplayBodies is the caller's `display`.
static void RunSimulation(const textbook_run *run, textbook_display *DisplayBodies, void *user, double *out_y) {
    struct Simulation sim;
    double y0[MAX_LENGTH], yfinal[MAX_LENGTH];
    assert(run->frame_count >= 0 && run->substeps_per_frame >= 1);

    InitStates(&sim, run);
    Bodies_to_Array(&sim, yfinal);
    int len = sim.STATE_SIZE * sim.NBODIES;
    if (DisplayBodies) DisplayBodies(0, 0.0, yfinal, len, user);

    for (int frame = 1; frame <= run->frame_count; frame++) {
        double t0 = (frame - 1) / run->frames_per_second;
        double t1 = frame / run->frames_per_second;

        // copy yfinal back to y0
        for (int i = 0; i < len; i++)
            y0[i] = yfinal[i];

        ode(y0, yfinal, len, t0, t1, run->substeps_per_frame, dydt, &sim);

        // copy Y(t1) into state variables
        Array_to_Bodies(&sim, yfinal);
        if (DisplayBodies) DisplayBodies(frame, t1, yfinal, len, user);
    }

    if (out_y) memcpy(out_y, yfinal, (size_t)len * sizeof *out_y);
}

// ---- what tests see ----

void textbook_run_simulation(const textbook_run *run, textbook_display *display, void *user, double *out_y) {
    RunSimulation(run, display, user, out_y);
}

void textbook_dydt(const textbook_run *run, double t, const double *y, double *out_ydot) {
    struct Simulation sim;
    InitStates(&sim, run);
    dydt(&sim, t, y, out_ydot);
}

void textbook_matrix_to_quaternion(const double m[3][3], double out_q[4]) {
    matrix A;
    memcpy(A.m, m, sizeof A.m);
    quaternion q = matrix_to_quaternion(A);
    out_q[0] = q.r;
    out_q[1] = q.i;
    out_q[2] = q.j;
    out_q[3] = q.k;
}

void textbook_quaternion_to_matrix(const double q[4], double out_m[3][3]) {
    matrix A = quaternion_to_matrix((quaternion){q[0], q[1], q[2], q[3]});
    memcpy(out_m, A.m, sizeof A.m);
}

void textbook_star(const double a[3], double out_m[3][3]) {
    matrix A = Star((triple){{a[0], a[1], a[2]}});
    memcpy(out_m, A.m, sizeof A.m);
}
