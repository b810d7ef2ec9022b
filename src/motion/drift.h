/// Free rotation over a time h, exact to rounding: the motion of a body between two kicks.
///
/// Without torque a body keeps L, but not w. In the body frame, m = R^T L obeys Euler's equations
///     dm/dt = (b1 m2 m3, b2 m3 m1, b3 m1 m2),   b1 = 1/I3 - 1/I2 and cyclic permutations,
/// with a known solution: Jacobi's addition theorem gives m(h) from m(0) and sigma(h) = sn(sqrt(p) h)/sqrt(p) with
/// square roots and one division (`momentum_change`). The attitude then needs no differential equation: R(h) takes m(h)
/// to the same L to which R(0) takes m(0). One angle remains: the twist about L, which is a smooth integral
/// over the step (`twist_of`). All results are computed as changes, not as new values, so that rounding errors are
/// relative to the small change.
///
/// The formula depends on theta, roughly the angle of rotation in the step. Each lane chooses by its own state:
///     theta <= 1/10       the usual case: the twist from the ends of the step (short_turn.h)
///     two equal moments   two plain rotations, at any theta
///     theta <= 1/4        the twist by a quadrature rule with three inner nodes
///     theta <= 8          the same with six nodes, in substeps of theta <= 1
///     beyond              the closed form in elliptic functions, lane by lane (free_flight.c)
/// Each formula is exact to rounding in its range: docs/NUMERICS.md has the measured errors.
#pragma once

#include "motion/free_flight.h"
#include "motion/short_turn.h"
#include "motion/turn.h"
#include "state/auxiliary.h"

// sigma ---------------------------------------------------------------------------------------------------------------

/// The power series of sigma(t) = t (1 + t^2 (c[0] + t^2 (c[1] + ...))), symmetric in p and r.
enum { SIGMA_TERMS = 6 };
typedef struct sigma_series {
    real c[SIGMA_TERMS];
} sigma_series;

// The coefficients of sn (Jacobi 1829; DLMF 22.10.1 has the first) times n!, in s1 = p + r and s2 = p r.
PURE sigma_series sigma_series_of(real p, real r) {
    real s1 = p + r, s2 = p * r, s11 = s1 * s1;
    return (sigma_series){{
        s1 * splat(-1.0 / 6),
        (s11 + splat(12) * s2) * splat(1.0 / 120),
        s1 * (s11 + splat(132) * s2) * splat(-1.0 / 5040),
        (s11 * (s11 + splat(1224) * s2) + splat(3024) * s2 * s2) * splat(1.0 / 362880),
        s1 * (s11 * (s11 + splat(11064) * s2) + splat(132624) * s2 * s2) * splat(-1.0 / 39916800),
        (s11 * (s11 * (s11 + splat(99636) * s2) + splat(4095792) * s2 * s2) + splat(4390848) * s2 * s2 * s2) *
            splat(1.0 / 6227020800),
    }};
}

// This and the following functions compute all times of a step together: one Horner scheme is a chain of dependent
// operations, and several chains keep a CPU busy.
enum { PLACES_MAX = 7 }; // nodes of the largest rule, and the end of the step

PURE void sigmas_by_series(const sigma_series *k, const real *t, int count, real *out_sigma) {
    real sum[PLACES_MAX];
    for (int n = 0; n < count; n++)
        sum[n] = k->c[SIGMA_TERMS - 1];
    for (int i = SIGMA_TERMS - 2; i >= 0; i--)
        for (int n = 0; n < count; n++)
            sum[n] = k->c[i] + t[n] * t[n] * sum[n];
    for (int n = 0; n < count; n++)
        out_sigma[n] = t[n] + t[n] * (t[n] * t[n]) * sum[n];
}

/// Evaluates the series at t / 2^doublings, where theta is at most 1/8, then applies the addition theorem sn 2u = 2 sn
/// cn dn / (1 - k^2 sn^4) `doublings` times.
PURE void sigmas_at(const sigma_series *k, const free_spin *s, const real *t, int count, int doublings,
                    real *out_sigma) {
    real part[PLACES_MAX];
    for (int n = 0; n < count; n++)
        part[n] = t[n] * splat(1.0 / (1 << doublings));
    sigmas_by_series(k, part, count, out_sigma);
    for (int i = 0; i < doublings; i++)
        for (int n = 0; n < count; n++) {
            real sigma = out_sigma[n], py = s->p * sigma * sigma, ry = s->r * sigma * sigma;
            out_sigma[n] = TWO * sigma * root((ONE - py) * (ONE - ry)) / (ONE - py * ry);
        }
}

// the addition theorem ------------------------------------------------------------------------------------------------

/// c = sqrt(1 - p sigma^2), d = sqrt(1 - r sigma^2) and X = b1 b3 m2^2 sigma^2 at some sigma(t): the quantities of the
/// addition theorem.
typedef struct orbit_place {
    real sigma, c1, d1, X; // c1 = c - 1, d1 = d - 1
} orbit_place;

PURE void orbit_places_at(const free_spin *s, const real *sigma, int count, orbit_place *out_places) {
    for (int n = 0; n < count; n++) {
        real sigma2 = sigma[n] * sigma[n], y = s->p * sigma2, z = s->r * sigma2;
        out_places[n] = (orbit_place){
            .sigma = sigma[n],
            .c1 = -(y / (ONE + root(ONE - y))),
            .d1 = -(z / (ONE + root(ONE - z))),
            .X = s->b13 * sigma2,
        };
    }
}

/// m(t) - m(0), where
///   m1(t) = (m1 c + b1 m2 m3 sigma d)/(1 - X), m2(t) = (m2 c d + b2 m3 m1 sigma)/(1 - X),
///   m3(t) = (m3 d + b3 m1 m2 sigma c)/(1 - X)
PURE vec3 momentum_change(const free_spin *s, const orbit_place *o) {
    real inv_D = ONE / (ONE - o->X);
    real sigma_D = o->sigma * inv_D;
    return (vec3){
        s->m.x * ((o->c1 + o->X) * inv_D) + s->m_rate.x * (sigma_D + sigma_D * o->d1),
        s->m.y * (((o->c1 + o->d1) + (o->c1 * o->d1 + o->X)) * inv_D) + s->m_rate.y * sigma_D,
        s->m.z * ((o->d1 + o->X) * inv_D) + s->m_rate.z * (sigma_D + sigma_D * o->c1),
    };
}

// the twist -----------------------------------------------------------------------------------------------------------

/// Integrates f over 0..1 as end (f(0) + f(1)) + slope (f'(1) - f'(0)) + sum of weight f(node). Of the rules that use
/// the slopes at both ends, this rule has the highest order, 2 count + 4 (the nodes are roots of P_{count+2}'').
enum { INNER_NODES_MAX = 6 };
typedef struct twist_rule {
    int count, doublings; // doublings of sigma's argument
    double end, slope;
    double node[INNER_NODES_MAX], weight[INNER_NODES_MAX];
} twist_rule;

static const twist_rule MIDDLE_RULE = {
    3, 1, 19.0 / 210, -1.0 / 420, {0.21132486540518712, 0.5, 0.7886751345948129}, {9.0 / 35, 32.0 / 105, 9.0 / 35}};
static const twist_rule LONG_RULE = {6,
                                     3,
                                     47.0 / 1260,
                                     -1.0 / 2520,
                                     {0.09007700226825652, 0.22969768130632065, 0.405661288754607031,
                                      0.594338711245392969, 0.77030231869367935, 0.90992299773174348},
                                     {0.11477025111030502, 0.16139963517205117, 0.18652852641605651,
                                      0.18652852641605651, 0.16139963517205117, 0.11477025111030502}};

/// a.(m(t) - m(0)) (1 - X) for a = m or w, which needs only these products because a.dm/dt = 0.
typedef struct projection {
    real by_c, by_d, by_cd, by_X, by_sigma_c, by_sigma_d;
} projection;

PURE projection projection_on(vec3 a, const free_spin *s) {
    vec3 am = times(a, s->m);
    return (projection){am.x + am.y, am.y + am.z, am.y, am.x + am.y + am.z, a.z * s->m_rate.z, a.x * s->m_rate.x};
}

PURE real projected_change(const projection *a, const orbit_place *o) {
    return o->c1 * (a->by_c + o->sigma * a->by_sigma_c) + o->d1 * (a->by_d + o->sigma * a->by_sigma_d) +
           (o->X * a->by_X + o->c1 * o->d1 * a->by_cd);
}

/// The twist is the rotation about L of the frame that follows m on the shortest path. Its rate is l f(t),
///   f(t) = w.(m + m(t))/W,   W = m.(m + m(t)),   both divided by 1 - X here, which cancels.
typedef struct twist {
    projection on_w, on_m; // on_m times half_inv_l2
    real two_T, half_inv_l2;
} twist;

PURE twist twist_begin(const free_spin *s) {
    return (twist){projection_on(s->w, s), projection_on(scale(s->half_inv_l2, s->m), s), s->two_T, s->half_inv_l2};
}

PURE real twist_rate(const twist *k, const orbit_place *o) {
    real numerator = TWO * k->two_T * (ONE - o->X) + projected_change(&k->on_w, o);
    real x = o->X - projected_change(&k->on_m, o); // denominator 2 l2 (1 - x)
    return numerator * k->half_inv_l2 / (ONE - x);
}

/// The state at the end of a step.
typedef struct twist_end {
    vec3 change;    // m(h) - m
    real sin2;      // squared sine of half the angle between m and m(h)
    real inv_W;     // 1/W
    real f, f_rate; // and df/dt
} twist_end;

PURE twist_end twist_end_at(const free_spin *s, const rotor *c, const orbit_place *o) {
    twist_end end = {.change = momentum_change(s, o)};
    end.sin2 = -dot(s->m, end.change) * s->half_inv_l2;
    end.inv_W = s->half_inv_l2 / (ONE - end.sin2);
    end.f = (TWO * s->two_T + dot(s->w, end.change)) * end.inv_W;
    // f' = (w.dm/dt - f m.dm/dt)/W, which is 0 at the start of the step
    vec3 rate = momentum_rate(c->b, add(s->m, end.change));
    end.f_rate = (dot(s->w, rate) - end.f * dot(s->m, rate)) * end.inv_W;
    return end;
}

/// The orbit at the inner nodes of a rule and at the end of the step.
PURE void rule_places(const free_spin *s, real h, const twist_rule *rule, orbit_place *out_places) {
    sigma_series k = sigma_series_of(s->p, s->r);
    real t[PLACES_MAX], sigma[PLACES_MAX];
    for (int i = 0; i < rule->count; i++)
        t[i] = splat(rule->node[i]) * h;
    t[rule->count] = h;
    sigmas_at(&k, s, t, rule->count + 1, rule->doublings, sigma);
    orbit_places_at(s, sigma, rule->count + 1, out_places);
}

/// The integral of f over the step, from the orbit at its nodes.
PURE real twist_of(const free_spin *s, const rotor *c, real h, const twist_rule *rule, const orbit_place *o,
                   twist_end *out_end) {
    twist_end end = twist_end_at(s, c, &o[rule->count]);
    twist inner = twist_begin(s);
    real sum = splat(rule->end) * (TWO * s->two_T * s->half_inv_l2 + end.f);
    for (int i = 0; i < rule->count; i++)
        sum = sum + splat(rule->weight[i]) * twist_rate(&inner, &o[i]);
    *out_end = end;
    return h * (sum + splat(rule->slope) * h * end.f_rate);
}

/// sin(a)/a and cos(a) from a^2, for a <= 1/2.
PURE void sincos_by_series(real a2, real *out_sinc, real *out_cos) {
    real sinc = splat(-1.0 / 39916800) + a2 * (splat(1.0 / 6227020800) - a2 * splat(1.0 / 1307674368000));
    real cosine = splat(1.0 / 479001600) + a2 * (splat(-1.0 / 87178291200) + a2 * splat(1.0 / 20922789888000));
    sinc = splat(1.0 / 120) + a2 * (splat(-1.0 / 5040) + a2 * (splat(1.0 / 362880) + a2 * sinc));
    cosine = splat(-1.0 / 720) + a2 * (splat(1.0 / 40320) + a2 * (splat(-1.0 / 3628800) + a2 * cosine));
    *out_sinc = ONE + a2 * (splat(-1.0 / 6) + a2 * sinc);
    *out_cos = ONE + a2 * (-HALF + a2 * (splat(1.0 / 24) + a2 * cosine));
}

/// The rotation that takes m to m(h) on the shortest path and twists by g l about it:
///   n = 1/|(W, v)|,  v = m(h) x m,  a = g l/2:   e = n (cos a v + (g/2) sin(a)/a (W m + m x v)),  1 + e_w = n W cos a
PURE quat turn_by_twist(const free_spin *s, real g, const twist_end *end, quat q, vec3 *out_m) {
    real sinc, cosine;
    sincos_by_series(splat(0.25) * (g * s->l2) * g, &sinc, &cosine);
    real S = HALF * g * sinc;
    real nW = root(ONE - end->sin2);
    vec3 nv = scale(nW * end->inv_W, cross(end->change, s->m));
    vec3 e = add(scale(cosine, nv), scale(S, add(scale(nW, s->m), cross(s->m, nv))));
    real e_w = -(dot(e, e) / (ONE + nW * cosine));
    *out_m = add(s->m, end->change);
    return turned_by(q, e_w, e);
}

PURE quat turn_by_places(const free_spin *s, const rotor *c, quat q, vec3 *out_m, real h, const twist_rule *rule,
                         const orbit_place *o) {
    twist_end end;
    real g = twist_of(s, c, h, rule, o, &end);
    return turn_by_twist(s, g, &end, q, out_m);
}

PURE quat turn_by_rule(const free_spin *s, const rotor *c, quat q, vec3 *out_m, real h, const twist_rule *rule) {
    orbit_place o[PLACES_MAX];
    rule_places(s, h, rule, o);
    return turn_by_places(s, c, q, out_m, h, rule, o);
}

// two equal moments ---------------------------------------------------------------------------------------------------

/// A body with equal moments about two axes rotates about L by |L| h/I and about its symmetry axis k by m_k (1/Ik -
/// 1/I) h, where I is the moment about the two axes: q exp(m h/I) exp(e_k m_k (1/Ik - 1/I) h). With three equal moments
/// any axis serves as k.
PURE quat symmetric_turn(const rotor *c, quat q, vec3 *m, real h) {
    mask is_x = c->b.x == ZERO, is_y = c->b.y == ZERO; // else z
    real inv_across = pick(is_x, c->inv_inertia.y, c->inv_inertia.x);
    real own_rate = pick(is_x, c->b.y * m->x, pick(is_y, c->b.z * m->y, c->b.x * m->z));
    vec3 axis = {pick(is_x, ONE, ZERO), pick(is_x, ZERO, pick(is_y, ONE, ZERO)), pick(either(is_x, is_y), ZERO, ONE)};

    quat about_L = rotation_of(scale(h * inv_across, *m));
    real sine, cosine; // of half the angle about the symmetry axis
    sincos_real(HALF * h * own_rate, &sine, &cosine);
    quat about_axis = quat_of(cosine, scale(sine, axis));

    // in the body frame m rotates backward about the symmetry axis; its component along the axis stays bit-identical
    vec3 sideways = cross(*m, axis);
    vec3 across = cross(axis, sideways);
    *m = add(*m, scale(TWO * sine, sub(scale(cosine, sideways), scale(sine, across))));
    return normalized(quat_mul(q, quat_mul(about_L, about_axis)));
}

// the choice ----------------------------------------------------------------------------------------------------------

#define MIDDLE_THETA 0.25
#define LONG_THETA 1.0 ///< of one substep
#define FAR_THETA 8.0

/// Formulas of a lane.
enum { SHORT_TURN, ROUND_TURN, MIDDLE_TURN, LONG_TURN, FAR_TURN, TURN_CLASS_COUNT };

PURE mask is_short_turn(const free_spin *s, real h) {
    return theta_squared(s, h) <= splat(SHORT_THETA * SHORT_THETA); // false for NaN
}

PURE real turn_class_of(const free_spin *s, const rotor *c, real h) {
    real theta2 = theta_squared(s, h);
    mask is_round = either(either(c->b.x == ZERO, c->b.y == ZERO), c->b.z == ZERO);
    real open = pick(theta2 <= splat(MIDDLE_THETA * MIDDLE_THETA), splat(MIDDLE_TURN),
                     pick(theta2 <= splat(FAR_THETA * FAR_THETA), splat(LONG_TURN), splat(FAR_TURN)));
    return pick(is_short_turn(s, h), splat(SHORT_TURN), pick(is_round, splat(ROUND_TURN), open));
}

/// Uses, in each lane, the smallest number of substeps with theta <= LONG_THETA.
PURE quat turn_by_substeps(mask chosen, const rotor *c, quat q, vec3 *m, real h, real theta) {
    real count = nearest_integer(theta * splat(1 / LONG_THETA) + HALF), step = h / count;
    for (real done = ZERO; any(both(chosen, done < count)); done = done + ONE) {
        free_spin s = free_spin_of(*m, c);
        vec3 m_new;
        quat q_new = turn_by_rule(&s, c, q, &m_new, step, &LONG_RULE);
        q = quat_pick(done < count, q_new, q);
        *m = vec3_pick(done < count, m_new, *m);
    }
    return q;
}

/// Computes lane by lane with the closed form, which is one double wide, so that results are bit-identical for every
/// width.
PURE void turn_lanes_by_closed_form(mask chosen, const rotor *c, quat *q, vec3 *m, real h) {
    real is_chosen = pick(chosen, ONE, ZERO);
    for (int i = 0; i < GYRE_LANES; i++) {
        if (lane(is_chosen, i) == 0) continue;
        double q_lane[4] = {lane(q->w, i), lane(q->x, i), lane(q->y, i), lane(q->z, i)};
        double m_lane[3] = {lane(m->x, i), lane(m->y, i), lane(m->z, i)};
        double inertia[3] = {lane(c->inertia.x, i), lane(c->inertia.y, i), lane(c->inertia.z, i)};
        gyre_free_turn(q_lane, m_lane, inertia, lane(h, i));
        *q = (quat){with_lane(q->w, i, q_lane[0]), with_lane(q->x, i, q_lane[1]), with_lane(q->y, i, q_lane[2]),
                    with_lane(q->z, i, q_lane[3])};
        *m = (vec3){with_lane(m->x, i, m_lane[0]), with_lane(m->y, i, m_lane[1]), with_lane(m->z, i, m_lane[2])};
    }
}

PURE void keep_lanes(mask chosen, quat q_new, vec3 m_new, quat *q, vec3 *m) {
    *q = quat_pick(chosen, q_new, *q);
    *m = vec3_pick(chosen, m_new, *m);
}

/// For vectors in which at least one lane turns too far for the usual formula. Arguments are pointers, because vectors
/// by value are passed differently with and without AVX.
OUT_OF_LINE void turn_mixed_lanes(const rotor *c, const real *h, quat *q, vec3 *m) {
    const free_spin s = free_spin_of(*m, c);
    const quat q0 = *q;
    const real class = turn_class_of(&s, c, *h);
    mask is_short = class == splat(SHORT_TURN), is_round = class == splat(ROUND_TURN);
    mask is_middle = class == splat(MIDDLE_TURN), is_long = class == splat(LONG_TURN),
         is_far = class == splat(FAR_TURN);
    if (any(is_short)) {
        short_end end = short_turn_end(&s, c->b, *h);
        keep_lanes(is_short, short_turn(&s, &end, q0), end.m, q, m);
    }
    if (any(is_round)) {
        vec3 m_new = s.m;
        quat q_new = symmetric_turn(c, q0, &m_new, *h);
        keep_lanes(is_round, q_new, m_new, q, m);
    }
    if (any(is_middle)) {
        vec3 m_new;
        quat q_new = turn_by_rule(&s, c, q0, &m_new, *h, &MIDDLE_RULE);
        keep_lanes(is_middle, q_new, m_new, q, m);
    }
    if (any(is_long)) {
        vec3 m_new = s.m;
        quat q_new = turn_by_substeps(is_long, c, q0, &m_new, *h, root(theta_squared(&s, *h)));
        keep_lanes(is_long, q_new, m_new, q, m);
    }
    if (any(is_far)) turn_lanes_by_closed_form(is_far, c, q, m, *h);
}

/// Torque-free rotation over a time h of either sign: returns q(h). *m is R^T L, the momentum in the body frame, before
/// and after. q must have unit length to a few rounding errors and keeps it. A momentum below 1e-145 counts as 0.
PURE quat exact_turn(quat q, vec3 *m, const rotor *c, real h) {
    free_spin s = free_spin_of(*m, c);
    if (any(negated(is_short_turn(&s, h)))) {
        // copies, because variables whose address is taken are not kept in registers, not even on the usual path
        rotor c_copy = *c;
        real h_copy = h;
        quat q_copy = q;
        vec3 m_copy = *m;
        turn_mixed_lanes(&c_copy, &h_copy, &q_copy, &m_copy);
        *m = m_copy;
        return q_copy;
    }
    short_end end = short_turn_end(&s, c->b, h);
    *m = end.m;
    return short_turn(&s, &end, q);
}

// a whole body --------------------------------------------------------------------------------------------------------

/// The rotor of a body. A body with rotation locks may have moments of 0 and does not use its rotor, so any value will
/// do.
PURE rotor rotor_of_body(const mass_props *m) {
    vec3 one = {ONE, ONE, ONE};
    return rotor_of(vec3_pick(m->is_rotation_locked, one, m->inertia),
                    vec3_pick(m->is_rotation_locked, one, m->inv_inertia));
}

/// Rotation of a body over a time h, with m in *m_body as in exact_turn. A body with rotation locks turns at a constant
/// rate about its axis, because its moment about that axis is constant; a body at rest stays bit-identical. q must have
/// unit length.
PURE quat body_turn(const state *Y, const mass_props *m, const rotor *c, vec3 *m_body, real h) {
    if (!any(m->is_rotation_locked)) return exact_turn(Y->q, m_body, c, h);
    mat3 R = quat_to_mat3(Y->q);
    vec3 w = locked_angular_velocity(&R, Y->L, m);
    quat turned = quat_pick(is_zero(w), Y->q, exponential_turn(Y->q, w, h));
    *m_body = vec3_pick(m->is_rotation_locked, (vec3){ZERO, ZERO, ZERO}, *m_body);
    return quat_pick(m->is_rotation_locked, turned, exact_turn(Y->q, m_body, c, h));
}

/// Free motion for a time h: x += h P/M, and q by the exact rotation.
PURE state drift(const state *Y, const mass_props *m, const rotor *c, real h) {
    state next = *Y;
    vec3 m_body = rotate_back(Y->q, Y->L);
    next.x = add(Y->x, scale(h, scale(m->inv_mass, times(m->free_x, Y->P))));
    next.q = body_turn(Y, m, c, &m_body, h);
    return next;
}
