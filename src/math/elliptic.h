/// Elliptic integrals and Jacobi elliptic functions for one lane, built from sqrt and the functions of elementary.h.
///
/// The modulus k is given by its complement k' = sqrt(1 - k^2): near the separatrix of a free body, k rounds to 1,
/// while k' keeps full relative accuracy.
#pragma once

/// sn, cn and dn of one argument.
typedef struct jacobi {
    double sn, cn, dn;
} jacobi;

/// The complete integral of the first kind K(k'), a quarter period of sn; infinite for k' = 0.
double gyre_elliptic_k(double kc);

/// Returns sn, cn and dn at u, for |u| <= K(k') = quarter_period.
jacobi gyre_jacobi(double u, double kc, double quarter_period);

/// Carlson's symmetric integrals of the first and third kind. Requires arguments >= 0, at most one of x, y, z equal to
/// 0, and p > 0.  Carlson 1995, DLMF 19.36
double gyre_carlson_rf(double x, double y, double z);
double gyre_carlson_rj(double x, double y, double z, double p);
