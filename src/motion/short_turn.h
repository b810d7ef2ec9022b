/// Free rotation over a time in which a body turns by at most a tenth of a radian: the usual case, which must be fast.
/// drift.h has the mathematics and the other cases.
///
/// All quantities at the end of the step follow from sigma(h), which is a short series here. The twist, an integral
/// over the step, is computed from its rate and three derivatives at both ends. The derivatives cost a few products,
/// because along the motion d^2 m_i/dt^2 = m_i (2u - c_i), where u = b1 b3 m2^2 and c = (p, p + r, r) is constant. (A
/// rule with inner nodes needs sigma, two roots and a quotient at each node: 1.5 times as many operations.)
#pragma once

#include "motion/free_spin.h"
#include "motion/turned_by.h"

#define SHORT_THETA 0.1

/// State at the end of a short rotation.
typedef struct short_end {
    vec3 m;        // momentum, body frame
    vec3 change;   // m - m(0)
    real g;        // twist / l
    real sin2;     // squared sine of half the angle between m(0) and m
    real inv_cos2; // 1/(1 - sin2)
} short_end;

/// sigma(h) to h^11: the next term is below 4e-15 sigma(h). (drift.h has the source of the coefficients.)
PURE real short_sigma(real p, real r, real h) {
    real P = p * (h * h), R = r * (h * h), s1 = P + R, s2 = P * R, s11 = s1 * s1, s22 = s2 * s2;
    real t11 = s1 * (s11 * (s11 + splat(11064) * s2) + splat(132624) * s22) * splat(-1.0 / 39916800);
    real t9 = (s11 * (s11 + splat(1224) * s2) + splat(3024) * s22) * splat(1.0 / 362880);
    real t7 = s1 * (s11 + splat(132) * s2) * splat(-1.0 / 5040);
    real t5 = (s11 + splat(12) * s2) * splat(1.0 / 120);
    return h + h * (s1 * splat(-1.0 / 6) + (t5 + (t7 + (t9 + t11))));
}

/// m(h) - m(0) by the addition theorem.
PURE vec3 short_change(const free_spin *s, real sigma) {
    real sigma2 = sigma * sigma, y = s->p * sigma2, z = s->r * sigma2, X = s->b13 * sigma2;
    // gives c - 1 = -y/(1 + c), d - 1 = -z/(1 + d) and 1/(1 - X) with one division
    real one_c = ONE + root(ONE - y), one_d = ONE + root(ONE - z), D = ONE - X;
    real inv = ONE / (one_c * one_d * D);
    real c1 = -(y * (one_d * D) * inv), d1 = -(z * (one_c * D) * inv), inv_D = one_c * one_d * inv;
    real sigma_D = sigma * inv_D;
    return (vec3){
        s->m.x * ((c1 + X) * inv_D) + s->m_rate.x * (sigma_D + sigma_D * d1),
        s->m.y * (((c1 + d1) + (c1 * d1 + X)) * inv_D) + s->m_rate.y * sigma_D,
        s->m.z * ((d1 + X) * inv_D) + s->m_rate.z * (sigma_D + sigma_D * c1),
    };
}

/// Integral of f over 0..h from f and three derivatives at both ends:
///   h/2 (f0 + f1) + 3/28 h^2 (f0' - f1') + h^3/84 (f0'' + f1'') + h^4/1680 (f0''' - f1''')
/// for f = f0 + phi, phi = eps.(m - m0)/W, W = m0.(m0 + m). eps = w0 - f0 m0 is perpendicular to m0; phi and phi' are 0
/// at the start.
PURE real short_twist(const free_spin *s, vec3 b, real h, const short_end *end) {
    real f0 = (s->two_T + s->two_T) * s->half_inv_l2, inv_W = s->half_inv_l2 * end->inv_cos2;
    vec3 m = end->m, eps = sub(s->w, scale(f0, s->m));
    real p_eps = s->p * eps.z, r_eps = s->r * eps.x;
    real start2 = (p_eps * s->m.z + r_eps * s->m.x) * s->half_inv_l2;
    real start3 = (p_eps * s->m_rate.z + r_eps * s->m_rate.x) * s->half_inv_l2;

    vec3 rate = momentum_rate(b, m);
    real b1_m2 = b.x * m.y, b3_m2 = b.z * m.y, u = b1_m2 * b3_m2, u2 = u + u;
    real beta4 = splat(4) * ((b1_m2 * b.z) * rate.y); // 4 b1 b2 b3 m1 m2 m3, which is d(2u)/dt
    vec3 k = {u2 - s->p, u2 - (s->p + s->r), u2 - s->r};
    vec3 rate2 = times(k, m), rate3 = add(times(k, rate), scale(beta4, m));

    real phi = dot(eps, end->change) * inv_W;
    vec3 eta = sub(eps, scale(phi, s->m));
    real W1 = dot(s->m, rate), W2 = dot(s->m, rate2);
    real phi1 = dot(eta, rate) * inv_W;
    real phi2 = (dot(eta, rate2) - (phi1 + phi1) * W1) * inv_W;
    real phi3 = (dot(eta, rate3) - splat(3) * (phi1 * W2 + phi2 * W1)) * inv_W;
    real sum = (start2 + phi2) * splat(1.0 / 84) + h * ((start3 - phi3) * splat(1.0 / 1680));
    sum = h * sum - phi1 * splat(3.0 / 28);
    return h * (f0 + (HALF * phi + h * sum));
}

/// Computes the end of the step except for the twist.
PURE short_end short_turn_reach(const free_spin *s, real h) {
    short_end end = {.change = short_change(s, short_sigma(s->p, s->r, h))};
    end.m = add(s->m, end.change);
    end.sin2 = -(dot(s->m, end.change) * s->half_inv_l2);
    end.inv_cos2 = ONE / (ONE - end.sin2);
    return end;
}

PURE short_end short_turn_end(const free_spin *s, vec3 b, real h) {
    short_end end = short_turn_reach(s, h);
    end.g = short_twist(s, b, h, &end);
    return end;
}

/// q rotated from m(0) to m on the shortest path and by the angle g l about it. With a = g l/2 and the cosine
/// of half the angle between m(0) and m, cos_half = sqrt(1 - sin2),
///   e = (cos a/(2 l2 cos_half)) (m - m0) x m0 + (sin a/(2 l cos_half)) (m0 + m),   1 + e_w = cos_half cos a
PURE quat short_turn(const free_spin *s, const short_end *end, quat q) {
    real a2 = splat(0.25) * (end->g * s->l2) * end->g;
    real sinc = splat(1.0 / 120) + a2 * (splat(-1.0 / 5040) + a2 * splat(1.0 / 362880));
    real cos1 = splat(1.0 / 24) + a2 * (splat(-1.0 / 720) + a2 * splat(1.0 / 40320)); // cos a - 1
    sinc = ONE + a2 * (splat(-1.0 / 6) + a2 * sinc);
    cos1 = a2 * (splat(-0.5) + a2 * cos1);
    real cos_half = root(ONE - end->sin2), half1 = -(end->sin2 / (ONE + cos_half)); // cos_half - 1
    real n = cos_half * end->inv_cos2;                                              // 1/cos_half
    vec3 across = scale(n * s->half_inv_l2 * (ONE + cos1), cross(end->change, s->m));
    vec3 along = scale(splat(0.25) * (end->g * (n * sinc)), add(s->m, end->m));
    return turned_by(q, half1 + cos1 + half1 * cos1, add(across, along));
}
