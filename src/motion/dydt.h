/// The equations of motion of a rigid body. Start reading here.                         Baraff 1997, (2-43) and (4-2)
///
/// The notes' dydt(t, y, ydot) over arrays is gyre_dydt in dydt.c; it unpacks each body and calls this function.
/// Names: `state` is Y (state/state.h), `mass_props` the constants M and Ibody (mass/mass_props.h), `field` the forces
/// at this time t (forces/net_wrench.h), `spin` the quaternion derivative (math/quat.h). A PURE function is inlined
/// wherever it is called (math/lanes.h).
#pragma once

#include "forces/net_wrench.h"
#include "state/auxiliary.h"

PURE state_dot dydt(const state *Y, const mass_props *m, const field *f) {
    auxiliary A = auxiliary_of(Y, m); // v = P/M,  w = I^-1 L
    wrench W = net_wrench(&A, m, f);  // F and tau at this time
    return (state_dot){
        .x = A.v,             // dx/dt = v
        .q = spin(A.w, Y->q), // dq/dt = 1/2 (0, w) q
        .P = W.F,             // dP/dt = F
        .L = W.tau,           // dL/dt = tau
    };
}

/// The same for an orientation as a matrix.
PURE matrix_state_dot matrix_dydt(const matrix_state *Y, const mass_props *m, const field *f) {
    auxiliary A = auxiliary_of_matrix(Y, m);
    wrench W = net_wrench(&A, m, f);
    mat3 w_star = star(A.w);
    return (matrix_state_dot){
        .x = A.v,
        .R = mat3_mul(&w_star, &Y->R), // dR/dt = w* R
        .P = W.F,
        .L = W.tau,
    };
}
