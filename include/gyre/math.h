/// Vectors, quaternions, matrices and elementary functions. Right-handed axes, radians, SI units throughout.
///
/// A rotation turns body vectors into world vectors. These functions give the same bits on every machine; use
/// gyre_sin and its siblings instead of <math.h> inside force callbacks and derivative functions to keep it so.
#pragma once

#include "gyre/base.h"

GYRE_BEGIN_DECLS

/// A vector, in whatever unit and frame its owner says.
typedef struct gyre_vec3 {
    double x, y, z; // components
} gyre_vec3;

/// Scalar first. A unit quaternion turns p into q p q^-1; q and -q are the same rotation.
typedef struct gyre_quat {
    double w, x, y, z; // w + x i + y j + z k
} gyre_quat;

/// m[row][column]. The columns of a rotation matrix are the body's axes seen from the world.
typedef struct gyre_mat3 {
    double m[3][3]; // row by row
} gyre_mat3;

/// The matrix a* with a* b = a x b: the notes' Star.
gyre_mat3 gyre_star(gyre_vec3 a);

/// a b: the rotation b, followed by the rotation a.
gyre_quat gyre_quat_multiply(gyre_quat a, gyre_quat b);

/// (w; -x, -y, -z), which for a unit quaternion is the inverse rotation.
gyre_quat gyre_quat_conjugate(gyre_quat q);

/// q / |q|. GYRE_ERR_ORIENTATION when q has no length, GYRE_ERR_NOT_FINITE when it is not finite.
gyre_result gyre_quat_normalize(gyre_quat q, gyre_quat *out_unit);

/// A body vector as the world sees it, and back; q must be a unit quaternion.
gyre_vec3 gyre_quat_rotate(gyre_quat q, gyre_vec3 v_body);
gyre_vec3 gyre_quat_rotate_back(gyre_quat q, gyre_vec3 v_world);

/// The rotation by `angle` [rad] about `axis` (any length but 0). GYRE_ERR_ORIENTATION for a zero axis.
gyre_result gyre_quat_from_axis_angle(gyre_vec3 axis, double angle, gyre_quat *out_q);

/// The unit axis and the angle in 0..pi [rad] of a unit quaternion; the axis is (1, 0, 0) when there is no rotation.
void gyre_quat_to_axis_angle(gyre_quat q, gyre_vec3 *out_axis, double *out_angle);

/// The rotation by |r| radians about r: the exponential map. r = 0 is the identity; |r| above 1e154 is NaN.
gyre_quat gyre_quat_from_rotation_vector(gyre_vec3 r);

/// The inverse of the above for a unit quaternion, |r| <= pi.
gyre_vec3 gyre_quat_to_rotation_vector(gyre_quat q);

/// The derivative 1/2 (0, w) q, for an angular velocity w [rad/s] in the world frame.
gyre_quat gyre_quat_derivative(gyre_quat q, gyre_vec3 w_world);

/// The notes' quaternion_to_matrix and matrix_to_quaternion, for unit quaternions and rotation matrices (NaN for NULL).
gyre_mat3 gyre_quat_to_mat3(gyre_quat q);
gyre_quat gyre_mat3_to_quat(const gyre_mat3 *R);

/// How far a matrix is from a rotation: the largest entry of |R^T R - 1|. 0 for a rotation, NaN when an entry is, and
/// for NULL.
double gyre_mat3_orthonormality_error(const gyre_mat3 *R);

/// The rotation nearest to R (in the Frobenius norm: the polar factor), which mends numerical drift.
/// GYRE_ERR_ORIENTATION when det R <= 0 or R is so nearly singular that there is none to be found.
gyre_result gyre_mat3_orthonormalize(const gyre_mat3 *R, gyre_mat3 *out_rotation);

/// Eigenvalues and eigenvectors of a symmetric matrix: A = V diag(values) V^T, V a rotation (det = +1) whose columns
/// are the eigenvectors. Values are not sorted: each column grows out of the axis with the same number, so a diagonal
/// matrix comes back with V = 1. GYRE_ERR_NOT_SYMMETRIC when A differs from A^T by more than 1e-9 of its largest entry.
gyre_result gyre_symmetric_eigen(const gyre_mat3 *A, gyre_vec3 *out_values, gyre_mat3 *out_vectors);

/// Elementary functions, error under 1 ulp over the whole range, special cases as in C's Annex F.
double gyre_sin(double angle);
double gyre_cos(double angle);
double gyre_exp(double a);
double gyre_log(double a);
double gyre_atan2(double y, double x);

GYRE_END_DECLS
