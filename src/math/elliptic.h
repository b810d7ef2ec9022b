/// Elliptic integrals and Jacobi's functions, one double wide, built on sqrt and our elementary functions.
///
/// The modulus is given by the complementary one, k' = sqrt(1 - k^2): near the separatrix of a free body k is 1 to
/// the last bit, while k' still tells the bodies apart.
#pragma once

/// sn, cn and dn of one argument.
typedef struct jacobi {
    double sn, cn, dn;
} jacobi;

/// The complete integral of the first kind K, a quarter period of sn; infinite for k' = 0.
double gyre_elliptic_k(double kc);

/// sn, cn and dn at u, for |u| <= K(k') = quarter_period.
jacobi gyre_jacobi(double u, double kc, double quarter_period);

/// Carlson's symmetric integrals of the first and third kind. No argument may be negative, at most one of x, y, z may
/// be 0, and p must be > 0.                                                            Carlson 1995, DLMF 19.36
double gyre_carlson_rf(double x, double y, double z);
double gyre_carlson_rj(double x, double y, double z, double p);
