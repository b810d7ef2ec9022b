/// The closed form of free rotation in Jacobi's elliptic functions (Jacobi 1849; integral of the third kind after
/// Carlson 1995), and the public functions that use it.
///
/// The axes are sorted and, where needed, exchanged so that m = (A cn u, B sn u, C dn u) with u = u0 + lam t and a
/// modulus k <= 1. The attitude is a swing S that takes m to e = +-e3, the axis that m circles, and an angle psi about
/// it:   q(t) = q(0) S(m0)^-1 (cos psi/2, e sin psi/2) S(m(t)).
#include "motion/free_flight.h"

#include "gyre/motion.h"
#include "math/convert.h"
#include "math/double_double.h"
#include "math/elliptic.h"
#include "math/finite.h"
#include "motion/drift.h"
#include "state/convert_state.h"
#include "state/state_check.h"

/// Rounded like pi in the quarter period K, so that the two errors cancel.
#define PI 0x1.921fb54442d18p+1

/// If m is off the middle axis by less than its rounding error, the body stays on the axis. Every m computed from a
/// world L has such an error, and near that axis it would grow until the body tumbles.
#define ON_AXIS 1e-31

/// The body in a frame in which the formulas apply.
typedef struct sorted_body {
    int axis[3]; // axis i of this frame is axis[i] of the body
    double flip; // -1: axis 2 is reversed, so that the frame is right-handed
    double I[3], b[3], m[3];
    double p, r, p_minus_r;
} sorted_body;

/// m = (A cn, B sn, C dn) with modulus k: kc2 = 1 - k^2.
typedef struct ellipse {
    double lam, kc, kc2, A, B, C;
} ellipse;

/// A point of the orbit: sine and cosine of the amplitude within its half turn, and the number of earlier half turns.
typedef struct orbit_point {
    double s, c, half_turns;
} orbit_point;

// ---- powers of two ----

// Returns e with 2^e <= |a| < 2^(e+1), for finite a except 0.
static int exponent_of(double a) {
    int shift = 0;
    if (magnitude(a) < DBL_MIN) {
        a *= 0x1p54;
        shift = 54;
    }
    return (int)(bits_of(a) >> 52 & 0x7ff) - 1023 - shift;
}

// Returns a 2^n, as several factors, because 2^n can be out of range.
static double times_power_of_two(double a, int n) {
    for (; n > 1000; n -= 1000)
        a *= 0x1p1000;
    for (; n < -1000; n += 1000)
        a *= 0x1p-1000;
    return a * power_of_two(n);
}

// Nearest integer; beyond 2^51 a itself is precise enough.
static double whole(double a) { return magnitude(a) < 0x1p51 ? nearest_integer(a) : a; }

static bool is_odd(double integer) { return whole(0.5 * integer) != 0.5 * integer; }

// ---- the frame ----

static void exchange_axes(sorted_body *body, int i, int j) {
    int k = body->axis[i];
    body->axis[i] = body->axis[j];
    body->axis[j] = k;
}

static void load_axes(sorted_body *body, const double inertia[3], const double m[3]) {
    for (int i = 0; i < 3; i++) {
        body->I[i] = inertia[body->axis[i]];
        body->m[i] = m[body->axis[i]];
    }
    const double *I = body->I;
    body->b[0] = (I[1] - I[2]) / (I[1] * I[2]);
    body->b[1] = (I[2] - I[0]) / (I[2] * I[0]);
    body->b[2] = (I[0] - I[1]) / (I[0] * I[1]);
}

// Sorts the moments, then exchanges axes so that m circles the third axis: p - r >= 0.
static sorted_body sort_axes(const double inertia[3], const double m[3]) {
    sorted_body body = {.axis = {0, 1, 2}};
    if (inertia[body.axis[0]] > inertia[body.axis[1]]) exchange_axes(&body, 0, 1);
    if (inertia[body.axis[1]] > inertia[body.axis[2]]) exchange_axes(&body, 1, 2);
    if (inertia[body.axis[0]] > inertia[body.axis[1]]) exchange_axes(&body, 0, 1);
    load_axes(&body, inertia, m);
    // p - r = b2 (b3 m1^2 - b1 m3^2), computed directly: near the separatrix the difference of p and r loses all digits
    if (body.b[1] * (body.b[2] * body.m[0] * body.m[0] - body.b[0] * body.m[2] * body.m[2]) < 0) {
        exchange_axes(&body, 0, 2);
        load_axes(&body, inertia, m);
    }
    body.flip = (body.axis[1] - body.axis[0] + 3) % 3 == 1 ? 1 : -1;
    body.m[1] *= body.flip;
    const double *b = body.b;
    double m11 = body.m[0] * body.m[0], m22 = body.m[1] * body.m[1], m33 = body.m[2] * body.m[2];
    body.p = b[0] * (b[2] * m22 - b[1] * m33);
    body.r = b[2] * (b[0] * m22 - b[1] * m11);
    body.p_minus_r = b[1] * (b[2] * m11 - b[0] * m33);
    return body;
}

// True if m is constant: on a principal axis, and for three equal moments.
static bool is_steady(const sorted_body *body) {
    const double *m = body->m, *b = body->b;
    double beside = m[0] * m[0] + m[2] * m[2];
    return beside <= ON_AXIS * m[1] * m[1] || !(body->p > 0) || !(m[0] * m[0] - b[0] / b[1] * m[1] * m[1] > 0);
}

static ellipse ellipse_of(const sorted_body *body) {
    const double *m = body->m, *b = body->b;
    ellipse e = {.lam = root(body->p), .kc2 = larger(body->p_minus_r / body->p, 0)};
    e.kc2 = smaller(e.kc2, 1);
    e.kc = root(e.kc2);
    e.A = root(m[0] * m[0] - b[0] / b[1] * m[1] * m[1]);
    e.C = with_sign(root(m[2] * m[2] - b[2] / b[1] * m[1] * m[1]), m[2]);
    e.B = -e.A * e.lam / (b[0] * e.C);
    return e;
}

// ---- along the orbit ----

// Sine and cosine of the amplitude at the start: cn = m1/A, sn = m2/B.
static orbit_point orbit_start(const sorted_body *body, const ellipse *e) {
    double s = body->m[1] / e->B, c = body->m[0] / e->A, n = 1 / root(s * s + c * c);
    orbit_point at = {s * n, c * n, 0};
    if (at.c < 0) at = (orbit_point){-at.s, -at.c, 1};
    return at;
}

// Argument u of a point with c >= 0: the integral of the first kind.
static double argument_of(const orbit_point *at, const ellipse *e) {
    double s2 = at->s * at->s, c2 = at->c * at->c;
    return at->s * gyre_carlson_rf(c2, e->kc2 * s2 + c2, 1);
}

static orbit_point orbit_after(const orbit_point *start, const ellipse *e, double t) {
    double quarter = gyre_elliptic_k(e->kc);
    double_double u = double_double_add(two_product(e->lam, t), (double_double){argument_of(start, e), 0});
    double half_turns = 0;
    if (e->kc > 0) { // for kc = 0 a half turn takes infinitely long
        half_turns = whole(u.high / (2 * quarter));
        u = double_double_add(u, two_product(-2 * quarter, half_turns));
    }
    jacobi j = gyre_jacobi(u.high, e->kc, quarter);
    return (orbit_point){j.sn, j.cn, start->half_turns + half_turns};
}

static void momentum_at(const orbit_point *at, const ellipse *e, double out_m[3]) {
    double sign = is_odd(at->half_turns) ? -1 : 1;
    out_m[0] = sign * e->A * at->c;
    out_m[1] = sign * e->B * at->s;
    out_m[2] = e->C * root(e->kc2 * at->s * at->s + at->c * at->c);
}

// s^3 R_J: the part of the integral of the third kind that differs from the first kind.
static double third_kind(const orbit_point *at, const ellipse *e, double nu) {
    double s2 = at->s * at->s, c2 = at->c * at->c;
    return at->s * s2 * gyre_carlson_rj(c2, e->kc2 * s2 + c2, 1, 1 - nu * s2);
}

// psi = l t/I1 + b2 l nu/(3 lam) [J(t) - J(0)] -+ [chi(t) - chi(0)], with chi the angle of (m1, m2) including half
// turns
static double_double swing_angle(const sorted_body *body, const ellipse *e, const orbit_point *from,
                                 const orbit_point *to, double l, double t) {
    double nu = -body->b[2] / body->b[0], turns = to->half_turns - from->half_turns;
    double_double psi = double_double_over(two_product(l, t), body->I[0]);

    double_double J = two_sum(third_kind(to, e, nu), -third_kind(from, e, nu));
    if (turns != 0) J = double_double_add(J, two_product(2 * turns, gyre_carlson_rj(0, e->kc2, 1, 1 - nu)));
    psi = double_double_add(psi, double_double_times(J, body->b[1] * l * nu / (3 * e->lam)));

    double chi_to = atan2_real(e->B * to->s, e->A * to->c), chi_from = atan2_real(e->B * from->s, e->A * from->c);
    double_double chi = two_product(PI, with_sign(1, e->B) * turns);
    chi = double_double_add(chi, two_sum(chi_to, -chi_from));
    return double_double_add(psi, double_double_times(chi, -with_sign(1, e->C)));
}

// ---- rotation ----

// Sine and cosine of half the angle high + low, where low is below the rounding error of high, but high can be many
// turns.
static void sincos_of_half(double_double angle, double *out_sin, double *out_cos) {
    double sine, cosine, low_sine, low_cosine;
    sincos_real(0.5 * angle.high, &sine, &cosine);
    sincos_real(0.5 * angle.low, &low_sine, &low_cosine);
    *out_sin = sine * low_cosine + cosine * low_sine;
    *out_cos = cosine * low_cosine - sine * low_sine;
}

// (l + m.e, m x e), which takes m to l e on the shortest path; e = sign e3. Not normalised.
static quat swing_to_axis(const double m[3], double l, double sign) {
    return (quat){l + sign * m[2], sign * m[1], -sign * m[0], 0};
}

static void multiply_onto(double q[4], quat turn) {
    quat end = normalized(quat_mul((quat){q[0], q[1], q[2], q[3]}, turn));
    q[0] = end.w;
    q[1] = end.x;
    q[2] = end.y;
    q[3] = end.z;
}

// For constant m: a rotation about m by 2T/l t.
static void steady_turn(double q[4], const sorted_body *body, const double m[3], double l, double t) {
    double two_T = 0;
    for (int i = 0; i < 3; i++)
        two_T += body->m[i] / body->I[i] * body->m[i];
    double sine, cosine;
    sincos_of_half(double_double_over(two_product(two_T, t), l), &sine, &cosine);
    multiply_onto(q, quat_of(cosine, scale(sine / l, (vec3){m[0], m[1], m[2]})));
}

// Rotates a body whose m and moments are near 1.
static void scaled_turn(double q[4], double m[3], const double inertia[3], double t) {
    sorted_body body = sort_axes(inertia, m);
    double l = root(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    if (is_steady(&body)) {
        steady_turn(q, &body, m, l, t);
        return;
    }
    ellipse e = ellipse_of(&body);
    orbit_point from = orbit_start(&body, &e), to = orbit_after(&from, &e, t);
    double m_end[3], sign = with_sign(1, e.C), sine, cosine;
    momentum_at(&to, &e, m_end);
    sincos_of_half(swing_angle(&body, &e, &from, &to, l, t), &sine, &cosine);

    quat back = conjugate(swing_to_axis(body.m, l, sign)), about = {cosine, 0, 0, sign * sine};
    quat turn = quat_mul(quat_mul(back, about), swing_to_axis(m_end, l, sign));

    // back to the axes of the body; the second axis of the sorted frame may be reversed
    double vector[3] = {turn.x, body.flip * turn.y, turn.z}, by_axis[3];
    for (int i = 0; i < 3; i++) {
        by_axis[body.axis[i]] = vector[i];
        m[body.axis[i]] = i == 1 ? body.flip * m_end[i] : m_end[i];
    }
    multiply_onto(q, (quat){turn.w, by_axis[0], by_axis[1], by_axis[2]});
}

// m and the moments, scaled by exact powers of two to near 1, where squares neither overflow nor
// underflow.
typedef struct scaled_body {
    double m[3], inertia[3];
    int m_exponent, time_exponent; // m = 2^m_exponent m_scaled, t_scaled = 2^time_exponent t
} scaled_body;

static scaled_body scale_body(const double m[3], const double inertia[3]) {
    int m_exponent = exponent_of(larger(magnitude(m[0]), larger(magnitude(m[1]), magnitude(m[2]))));
    int I_exponent = exponent_of(larger(inertia[0], larger(inertia[1], inertia[2])));
    scaled_body body = {.m_exponent = m_exponent, .time_exponent = m_exponent - I_exponent};
    for (int i = 0; i < 3; i++) {
        body.m[i] = times_power_of_two(m[i], -m_exponent);
        body.inertia[i] = times_power_of_two(inertia[i], -I_exponent);
    }
    return body;
}

static bool is_at_rest(const double m[3]) { return m[0] == 0 && m[1] == 0 && m[2] == 0; }

void gyre_free_turn(double q[4], double m[3], const double inertia[3], double t) {
    if (is_at_rest(m) || t == 0) return;
    scaled_body body = scale_body(m, inertia);
    scaled_turn(q, body.m, body.inertia, times_power_of_two(t, body.time_exponent));
    for (int i = 0; i < 3; i++)
        m[i] = times_power_of_two(body.m[i], body.m_exponent);
}

gyre_result gyre_free_rotation_period(gyre_vec3 inertia, gyre_vec3 m_body, double *out_period) {
    if (!out_period) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_vec3(m_body)) return GYRE_ERR_NOT_FINITE;
    if (!is_finite_vec3(inertia) || !(inertia.x > 0 && inertia.y > 0 && inertia.z > 0)) return GYRE_ERR_INERTIA;
    double m[3] = {m_body.x, m_body.y, m_body.z}, moments[3] = {inertia.x, inertia.y, inertia.z}, period = 0;
    if (!is_at_rest(m)) {
        scaled_body scaled = scale_body(m, moments);
        sorted_body body = sort_axes(scaled.inertia, scaled.m);
        if (!is_steady(&body)) {
            ellipse e = ellipse_of(&body);
            period = times_power_of_two(4 * gyre_elliptic_k(e.kc) / e.lam, -scaled.time_exponent);
        }
    }
    *out_period = period;
    return GYRE_OK;
}

gyre_result gyre_free_flight(const gyre_mass *mass, const gyre_state *start, gyre_vec3 gravity, double t,
                             gyre_state *out_state) {
    if (!out_state) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_state_check(mass, start);
    if (r != GYRE_OK) return r;
    if (!is_finite_vec3(gravity)) return GYRE_ERR_NOT_FINITE;
    if (!is_finite(t)) return GYRE_ERR_TIME;
    state Y = state_in(start), end = Y;
    mass_props props = mass_props_in(mass);
    // P(t) = P + M g t,  x(t) = x + (v + g t/2) t,  L(t) = L
    vec3 g = vec3_in(gravity);
    end.P = add(Y.P, scale(props.mass * t, g));
    end.x = add(Y.x, scale(t, add(scale(props.inv_mass, Y.P), scale(0.5 * t, g))));
    quat q = normalized(Y.q);
    vec3 m = rotate_back(q, Y.L);
    rotor c = rotor_of(props.inertia, props.inv_inertia);
    end.q = exact_turn(q, &m, &c, t);
    gyre_state result = state_out(&end);
    if (!is_finite_vec3(result.x) || !is_finite_quat(result.q) || !is_finite_vec3(result.P)) return GYRE_ERR_NOT_FINITE;
    *out_state = result;
    return GYRE_OK;
}
