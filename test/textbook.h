// The independent oracle: the unconstrained part of Baraff's rigid body course notes (SIGGRAPH '97, sections 1 to 4),
// transcribed literally and in doubles. It shares nothing with the library, not even a header; tests compare with it.
#pragma once

#define TEXTBOOK_MAX_BODIES 4
#define TEXTBOOK_MATRIX_STATE_SIZE 18     // x, R by rows, P, L: section 3
#define TEXTBOOK_QUATERNION_STATE_SIZE 13 // x, q as (r, i, j, k), P, L: section 4

/// One body, in plain numbers. World space unless said otherwise; matrices are [row][column].
typedef struct textbook_body {
    double mass;        // M [kg], positive
    double Ibody[3][3]; // body-space inertia tensor [kg m^2], any symmetric positive definite matrix
    double x[3];        // centre of mass [m]
    double R[3][3];     // orientation: columns are the body axes in world space
    double P[3];        // linear momentum [kg m/s]
    double L[3];        // angular momentum about the centre of mass [kg m^2/s]
    double force_at[3]; // body-space point the force acts at, relative to the centre of mass [m]
    double force[3];    // constant world-space force [N]; zero for none
} textbook_body;

/// Input of RunSimulation: the bodies at t = 0, and the number of steps per frame.
typedef struct textbook_run {
    double gravity[3]; // [m/s^2]
    int body_count;    // 1 to TEXTBOOK_MAX_BODIES
    textbook_body bodies[TEXTBOOK_MAX_BODIES];
    int use_quaternion;       // 0: 18 numbers per body (section 3), 1: 13 numbers (section 4)
    double frames_per_second; // [1/s]
    int frame_count;          // frames after the initial one; the notes' ten seconds at 30 per second are 300
    int substeps_per_frame;   // equal RK4 steps in one frame, at least 1
} textbook_run;

/// Receives the flattened state of all bodies (body_count * (18 or 13) numbers); y is borrowed for the call.
typedef void textbook_display(int frame, double t, const double *y, int length, void *user);

/// Runs RunSimulation; calls display (may be NULL) once for the initial state (frame 0) and after every frame.
/// The state after the last frame goes to out_y (may be NULL). Counts out of range are caught by assert only.
void textbook_run_simulation(const textbook_run *run, textbook_display *display, void *user, double *out_y);

/// d/dt Y(t) of the flattened state y: masses, inertia, loads and gravity come from run, the motion from y alone.
void textbook_dydt(const textbook_run *run, double t, const double *y, double *out_ydot);

/// Quaternion (r, i, j, k) of a rotation matrix, by the four branches of section 4.
void textbook_matrix_to_quaternion(const double m[3][3], double out_q[4]);

/// Rotation matrix of a unit quaternion (r, i, j, k); does not normalise, as in the notes.
void textbook_quaternion_to_matrix(const double q[4], double out_m[3][3]);

/// The matrix a* of equation 2-9: a* b = a x b.
void textbook_star(const double a[3], double out_m[3][3]);
