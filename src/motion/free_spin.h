/// Free rotation in the body frame: the quantities common to all formulas.
#pragma once

#include "math/vec3.h"

/// Constants of free rotation.
typedef struct rotor {
    vec3 inertia, inv_inertia; // principal moments and their inverses
    vec3 b;                    // 1/I3 - 1/I2, 1/I1 - 1/I3, 1/I2 - 1/I1, computed without cancellation
} rotor;

PURE rotor rotor_of(vec3 inertia, vec3 inv_inertia) {
    return (rotor){
        inertia,
        inv_inertia,
        {(inertia.y - inertia.z) * inv_inertia.y * inv_inertia.z,
         (inertia.z - inertia.x) * inv_inertia.z * inv_inertia.x,
         (inertia.x - inertia.y) * inv_inertia.x * inv_inertia.y},
    };
}

/// dm/dt by Euler's equations.
PURE vec3 momentum_rate(vec3 b, vec3 m) { return (vec3){b.x * m.y * m.z, b.y * m.z * m.x, b.z * m.x * m.y}; }

/// State at the start of a step, for all formulas below.
typedef struct free_spin {
    vec3 m, w, m_rate;           // momentum, angular velocity and dm/dt, body frame
    real p, r, b13;              // p and r are conserved: (dsigma/dt)^2 = (1 - p sigma^2)(1 - r sigma^2); b1 b3 m2^2
    real l2, half_inv_l2, two_T; // m.m, half its inverse, twice the energy
} free_spin;

PURE free_spin free_spin_of(vec3 m, const rotor *c) {
    free_spin s = {.m = m, .w = times(c->inv_inertia, m), .m_rate = momentum_rate(c->b, m)};
    // p = b1 (b3 m2^2 - b2 m3^2),  r = b3 (b1 m2^2 - b2 m1^2), factor by factor, so that products stay in range
    s.b13 = (c->b.x * m.y) * (c->b.z * m.y);
    s.p = s.b13 - (c->b.x * m.z) * (c->b.y * m.z);
    s.r = s.b13 - (c->b.z * m.x) * (c->b.y * m.x);
    s.l2 = dot(m, m);
    s.two_T = dot(m, s.w);
    // gives 0/0 = 0 for a body at rest; squares of non-negligible momenta are far above 1e-290
    s.half_inv_l2 = HALF / (s.l2 + splat(1e-290));
    return s;
}

/// Returns theta^2, where theta is |h| times the fastest rate in the step: w, sqrt p, sqrt r or sqrt(b1 b3) m2.
PURE real theta_squared(const free_spin *s, real h) {
    real rate2 = larger(larger(dot(s->w, s->w), magnitude(s->b13)), larger(magnitude(s->p), magnitude(s->r)));
    return h * h * rate2;
}
