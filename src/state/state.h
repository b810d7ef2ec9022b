/// The state vector Y(t) of a rigid body and its derivative, over `real`.                Baraff 1997, (2-41) and
/// section 4
#pragma once

#include "math/quat.h"

typedef struct state {
    vec3 x; // centre of mass, world
    quat q; // body (principal) frame to world
    vec3 P; // linear momentum, world
    vec3 L; // angular momentum about the centre of mass, world
} state;

typedef struct state_dot {
    vec3 x;
    quat q;
    vec3 P;
    vec3 L;
} state_dot;

/// The state with the orientation as a matrix.
typedef struct matrix_state {
    vec3 x;
    mat3 R;
    vec3 P;
    vec3 L;
} matrix_state;

typedef struct matrix_state_dot {
    vec3 x;
    mat3 R;
    vec3 P;
    vec3 L;
} matrix_state_dot;
