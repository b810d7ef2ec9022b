/// The sum of all forces and torques on one body: the notes' Compute_Force_and_Torque.
#pragma once

#include "forces/wrench.h"
#include "gyre/forces.h"
#include "math/uniform.h"
#include "state/auxiliary.h"

/// All forces on a body at the time of the derivative.
typedef struct field {
    gyre_vec3 gravity;              // uniform: the same in every lane
    const gyre_point_force *forces; // constant world forces at body points
    size_t force_count;
    wrench applied; // other forces, summed by the caller, such as callback forces at this time
} field;

PURE wrench net_wrench(const auxiliary *A, const mass_props *m, const field *f) {
    // M g at the centre of mass: no torque, unless the reference point is a pivot          Baraff 1997, section 5.2
    wrench W = wrench_plus_force_at(f->applied, scale(m->mass, vec3_splat(f->gravity)), mul(&A->R, m->center));
    for (size_t i = 0; i < f->force_count; i++)
        W = wrench_plus_force_at(W, vec3_splat(f->forces[i].force), mul(&A->R, vec3_splat(f->forces[i].at)));
    // a lock exerts the opposite of the force or torque along its axis
    return (wrench){times(m->free_x, W.F), times(m->free_r, W.tau)};
}
