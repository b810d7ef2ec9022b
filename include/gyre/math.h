/// Vectors, quaternions, matrices and elementary functions. Axes are right-handed, angles are in radians, units are SI.
///
/// Rotations transform body vectors to world vectors. All functions give bit-identical results on every machine. For
/// bit-identical simulations, use the functions of this header instead of <math.h> in force callbacks and derivative
/// functions.
#pragma once

#include "gyre/base.h"

GYRE_BEGIN_DECLS

/// A vector; unit and frame depend on the use.
typedef struct gyre_vec3 {
    double x, y, z; // components
} gyre_vec3;

/// A quaternion w + x i + y j + z k. A unit quaternion rotates p to q p q^-1; q and -q are the same rotation.
typedef struct gyre_quat {
    double w, x, y, z; // scalar part first
} gyre_quat;

/// A 3x3 matrix. The columns of a rotation matrix are the body axes in world coordinates.
typedef struct gyre_mat3 {
    double m[3][3]; // m[row][column]
} gyre_mat3;

/// Returns the skew-symmetric matrix a* with a* b = a x b. The notes' Star.
gyre_mat3 gyre_star(gyre_vec3 a);

/// Returns the product a b: rotation b, followed by rotation a.
gyre_quat gyre_quat_multiply(gyre_quat a, gyre_quat b);

/// Returns the conjugate (w; -x, -y, -z). For a unit quaternion it is the inverse rotation.
gyre_quat gyre_quat_conjugate(gyre_quat q);

/// Normalises a quaternion: q / |q|. GYRE_ERR_ORIENTATION if |q| is 0, GYRE_ERR_NOT_FINITE if q is not finite.
gyre_result gyre_quat_normalize(gyre_quat q, gyre_quat *out_unit);

/// Rotates a vector from body to world axes. q must be a unit quaternion.
gyre_vec3 gyre_quat_rotate(gyre_quat q, gyre_vec3 v_body);
/// Rotates a vector from world to body axes. q must be a unit quaternion.
gyre_vec3 gyre_quat_rotate_back(gyre_quat q, gyre_vec3 v_world);

/// Returns the rotation by `angle` [rad] about `axis`, which may have any length > 0. GYRE_ERR_ORIENTATION if its
/// length is 0.
gyre_result gyre_quat_from_axis_angle(gyre_vec3 axis, double angle, gyre_quat *out_q);

/// Returns the unit axis and the angle, 0 to pi [rad], of a unit quaternion. The axis is (1, 0, 0) for the identity.
void gyre_quat_to_axis_angle(gyre_quat q, gyre_vec3 *out_axis, double *out_angle);

/// Returns the rotation by |r| radians about r (exponential map). r = 0 gives the identity, |r| > 1e154 gives NaN.
gyre_quat gyre_quat_from_rotation_vector(gyre_vec3 r);

/// Returns the rotation vector r of a unit quaternion, |r| <= pi: the inverse of gyre_quat_from_rotation_vector.
gyre_vec3 gyre_quat_to_rotation_vector(gyre_quat q);

/// Returns dq/dt = 1/2 (0, w) q for an angular velocity w [rad/s] in the world frame.
gyre_quat gyre_quat_derivative(gyre_quat q, gyre_vec3 w_world);

/// Converts a unit quaternion to a rotation matrix. The notes' quaternion_to_matrix.
gyre_mat3 gyre_quat_to_mat3(gyre_quat q);
/// Converts a rotation matrix to a unit quaternion. NaN if R is NULL. The notes' matrix_to_quaternion.
gyre_quat gyre_mat3_to_quat(const gyre_mat3 *R);

/// Returns the distance of R from an orthonormal matrix: the largest entry of |R^T R - 1|. NaN if an entry is NaN or R
/// is NULL.
double gyre_mat3_orthonormality_error(const gyre_mat3 *R);

/// Finds the rotation nearest to R in the Frobenius norm (the polar factor), to remove numerical drift.
/// GYRE_ERR_ORIENTATION if det R <= 0 or R is too close to singular.
gyre_result gyre_mat3_orthonormalize(const gyre_mat3 *R, gyre_mat3 *out_rotation);

/// Computes the eigenvalues and eigenvectors of a symmetric matrix: A = V diag(values) V^T. V is a rotation (det = +1)
/// whose columns are the eigenvectors. The values are not sorted: eigenvector i stays close to axis i, so a diagonal
/// matrix gives V = 1. GYRE_ERR_NOT_SYMMETRIC if A differs from A^T by more than 1e-9 of its largest entry.
gyre_result gyre_symmetric_eigen(const gyre_mat3 *A, gyre_vec3 *out_values, gyre_mat3 *out_vectors);

/// Returns the sine of an angle [rad]. This and the following functions have an error below 1 ulp over the whole range,
/// and the special cases of Annex F of the C standard.
double gyre_sin(double angle);
/// Returns the cosine of an angle [rad].
double gyre_cos(double angle);
/// Returns e raised to the power a.
double gyre_exp(double a);
/// Returns the natural logarithm.
double gyre_log(double a);
/// Returns the angle [rad] of the point (x, y), in -pi..pi.
double gyre_atan2(double y, double x);

GYRE_END_DECLS
