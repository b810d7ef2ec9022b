/// Elliptic integrals by Carlson's duplication theorem; Jacobi's functions by descending Landen transformations.
#include "math/elliptic.h"

#include "math/elementary.h"

#define PI 0x1.921fb54442d18p+1

enum { LANDEN_STEPS_MAX = 24 }; // k' = 1e-308 takes 14 steps

double gyre_elliptic_k(double kc) {
    if (kc == 0) return __builtin_inf();
    // pi / (2 agm(1, k')): the means converge quadratically; once they differ by 1e-8, one more step suffices
    double a = 1, b = kc;
    for (int i = 0; i < LANDEN_STEPS_MAX && magnitude(a - b) > 1e-8 * a; i++) {
        double mean = 0.5 * (a + b);
        b = root(a * b);
        a = mean;
    }
    return PI / (a + b);
}

// sinh u = u + u^3/3! + ... for |u| < 1/2, where (e^u - e^-u)/2 would lose digits by cancellation; relative error
// 1e-17.
static double small_sinh(double u) {
    double z = u * u, sum = 1;
    for (int n = 14; n >= 2; n -= 2)
        sum = 1 + z / (n * (n + 1)) * sum;
    return u * sum;
}

// The limit k = 1: sn = tanh u, cn = dn = sech u.
static jacobi hyperbolic(double u) {
    double e = exp_real(-magnitude(u)), e2 = e * e;
    double sech = 2 * e / (1 + e2);
    double sn = magnitude(u) < 0.5 ? small_sinh(u) * sech : with_sign((1 - e2) / (1 + e2), u);
    return (jacobi){sn, sech, sech};
}

// For |u| <= K/2, where cn does not vanish. The descending Landen transformation reduces k until sn is
// the sine; the backward recurrence uses cot = cn/sn and needs no inverse function.  Bulirsch 1965, sncndn
static jacobi jacobi_near_zero(double u, double kc) {
    if (magnitude(u) < 1e-100) return (jacobi){u, 1, 1}; // the cotangent could overflow
    double a[LANDEN_STEPS_MAX], g[LANDEN_STEPS_MAX];
    double mean = 1, b = kc, c = 0;
    int n = 0;
    do {
        a[n] = mean;
        g[n] = b;
        c = 0.5 * (mean + b);
        b = root(mean * b);
        mean = c;
    } while (magnitude(a[n] - g[n]) > 1e-8 * a[n] && ++n < LANDEN_STEPS_MAX - 1);

    double sine, cosine;
    sincos_real(c * u, &sine, &cosine);
    double cot = cosine / sine, dn = 1;
    double scaled = c * cot;
    for (int i = n; i >= 0; i--) {
        double product = cot * scaled;
        scaled = scaled * dn;
        dn = (g[i] + product) / (a[i] + product);
        cot = scaled / a[i];
    }
    double sn = with_sign(1 / root(scaled * scaled + 1), sine);
    double cn = scaled * sn;
    return (jacobi){sn, cn, root(kc * kc * sn * sn + cn * cn)};
}

jacobi gyre_jacobi(double u, double kc, double quarter_period) {
    if (kc == 0) return hyperbolic(u);
    if (!(magnitude(u) > 0.5 * quarter_period)) return jacobi_near_zero(u, kc);
    // sn(K - v) = cn v / dn v,  cn(K - v) = k' sn v / dn v,  dn(K - v) = k' / dn v
    jacobi v = jacobi_near_zero(quarter_period - magnitude(u), kc);
    return (jacobi){with_sign(v.cn / v.dn, u), kc * v.sn / v.dn, kc / v.dn};
}

double gyre_carlson_rf(double x, double y, double z) {
    double mean = (x + y + z) / 3, start = mean, x0 = x, y0 = y, quarters = 1;
    // the error of the series below is about the sixth power of the relative spread, so a spread of 1/400 suffices
    double spread = 400 * larger(magnitude(mean - x), larger(magnitude(mean - y), magnitude(mean - z)));
    while (quarters * spread > mean) {
        double lambda = root(x) * root(y) + root(y) * root(z) + root(z) * root(x);
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
        mean = 0.25 * (mean + lambda);
        quarters *= 0.25;
    }
    double X = (start - x0) * quarters / mean, Y = (start - y0) * quarters / mean, Z = -(X + Y);
    double E2 = X * Y - Z * Z, E3 = X * Y * Z;
    return (1 - E2 / 10 + E3 / 14 + E2 * E2 / 24 - 3 * E2 * E3 / 44) / root(mean);
}

// R_C(1, 1 + e): atan(sqrt e)/sqrt e, or its continuation to e < 0.
static double carlson_rc(double e) {
    if (magnitude(e) < 1e-3) return 1 - e * (1.0 / 3 - e * (1.0 / 5 - e * (1.0 / 7 - e * (1.0 / 9 - e / 11))));
    double s = root(magnitude(e));
    return e > 0 ? atan2_real(s, 1) / s : log_real((1 + s) / (1 - s)) / (2 * s);
}

double gyre_carlson_rj(double x, double y, double z, double p) {
    double mean = (x + y + z + 2 * p) / 5, start = mean, x0 = x, y0 = y, z0 = z;
    double delta = (p - x) * (p - y) * (p - z), quarters = 1, sum = 0;
    double spread = 480 * larger(larger(magnitude(mean - x), magnitude(mean - y)),
                                 larger(magnitude(mean - z), magnitude(mean - p)));
    while (quarters * spread > mean) {
        double rx = root(x), ry = root(y), rz = root(z), rp = root(p);
        double lambda = rx * ry + ry * rz + rz * rx;
        double d = (rp + rx) * (rp + ry) * (rp + rz);
        sum += quarters / d * carlson_rc(quarters * quarters * quarters * delta / (d * d));
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
        p = 0.25 * (p + lambda);
        mean = 0.25 * (mean + lambda);
        quarters *= 0.25;
    }
    double X = (start - x0) * quarters / mean, Y = (start - y0) * quarters / mean, Z = (start - z0) * quarters / mean;
    double P = -0.5 * (X + Y + Z), XYZ = X * Y * Z;
    double E2 = X * Y + X * Z + Y * Z - 3 * P * P, E3 = XYZ + 2 * E2 * P + 4 * P * P * P;
    double E4 = (2 * XYZ + E2 * P + 3 * P * P * P) * P, E5 = XYZ * P * P;
    double series = 1 - 3 * E2 / 14 + E3 / 6 + 9 * E2 * E2 / 88 - 3 * E4 / 22 - 9 * E2 * E3 / 52 + 3 * E5 / 26 -
                    E2 * E2 * E2 / 16 + 3 * E3 * E3 / 40 + 3 * E2 * E4 / 20 + 45 * E2 * E2 * E3 / 272 -
                    9 * (E3 * E4 + E2 * E5) / 68;
    return quarters * series / (mean * root(mean)) + 6 * sum;
}
