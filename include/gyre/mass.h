/// Mass, centre of mass and inertia of bodies: computing, combining, checking and correcting them.
///
/// There are two representations. gyre_mass_properties describes a model in its own frame: mass, centre of mass and
/// full inertia tensor. gyre_mass holds the constants of the equations of motion: mass and principal moments.
/// gyre_mass_principal converts gyre_mass_properties to gyre_mass.
#pragma once

#include "gyre/math.h"

GYRE_BEGIN_DECLS

/// A symmetric 3x3 tensor. The entries are those of the matrix: xy of an inertia tensor is MINUS the integral of x y
/// dm. (Some CAD programs print products of inertia without the minus; gyre_inertia_diagnose detects this.)
typedef struct gyre_tensor {
    double xx, yy, zz, xy, xz, yz; // the diagonal, and the entries above it
} gyre_tensor;

/// Mass, centre and inertia of a model in its own frame.
typedef struct gyre_mass_properties {
    double mass;         // [kg]
    gyre_vec3 center;    // centre of mass [m], model frame
    gyre_tensor inertia; // about the centre of mass [kg m^2], model axes
} gyre_mass_properties;

/// Constants of a rigid body about its centre of mass. The body frame is the principal frame, in which the inertia
/// tensor is diagonal.
typedef struct gyre_mass {
    double mass;       // [kg]
    gyre_vec3 inertia; // principal moments [kg m^2], body frame
} gyre_mass;

/// Kinds of amounts of matter: a total mass, or a density.
typedef enum gyre_amount_kind {
    GYRE_AMOUNT_MASS,    // [kg]
    GYRE_AMOUNT_DENSITY, // [kg/m^3] for solids, [kg/m^2] for surfaces, [kg/m] for rods
    GYRE_AMOUNT_KIND_COUNT
} gyre_amount_kind;

/// An amount of matter: a mass or a density.
typedef struct gyre_amount {
    gyre_amount_kind kind; // meaning of the value
    double value;          // finite and > 0
} gyre_amount;

/// Returns an amount given as a total mass [kg].
gyre_amount gyre_by_mass(double mass);
/// Returns an amount given as a density; see gyre_amount_kind for the units.
gyre_amount gyre_by_density(double density);

// ---- constants of a body ----

/// Makes a gyre_mass from a mass [kg] and principal moments [kg m^2]. GYRE_ERR_MASS, or GYRE_ERR_INERTIA if the moments
/// are not physically possible: each must be >= 0 and at most the sum of the other two, within a relative tolerance of
/// 1e-9. A moment of 0 (thin rod) is valid here, but not for a body that can rotate freely. A body whose rotation locks
/// leave only an axis with moment 0 does not rotate.
gyre_result gyre_mass_from_moments(double mass, gyre_vec3 inertia, gyre_mass *out_mass);

/// Makes a gyre_mass from a mass [kg] and a full inertia tensor [kg m^2] about the centre of mass, in model axes.
/// out_axes is the rotation from the principal frame to the model frame: a model with orientation q has a body state
/// with orientation q * out_axes. A diagonal tensor gives the identity; equal or nearly equal moments give a valid
/// rotation. GYRE_ERR_NOT_SYMMETRIC if the tensor is not symmetric; gyre_inertia_from_matrix names the entries that
/// differ.
gyre_result gyre_mass_from_tensor(double mass, const gyre_mat3 *inertia, gyre_mass *out_mass, gyre_quat *out_axes);

/// Makes a gyre_mass from mass properties; out_axes is the rotation from the principal frame to the model frame. The
/// moments have the order of the model axes to which their principal axes are closest.
gyre_result gyre_mass_principal(const gyre_mass_properties *properties, gyre_mass *out_mass, gyre_quat *out_axes);

/// Makes a gyre_mass with ascending moments. This order does not depend on the orientation of the model axes.
gyre_result gyre_mass_principal_sorted(const gyre_mass_properties *properties, gyre_mass *out_mass,
                                       gyre_quat *out_axes);

/// Makes the gyre_mass of a solid box from its mass [kg] and its edge lengths [m].
gyre_result gyre_mass_of_box(double mass, gyre_vec3 size, gyre_mass *out_mass);
/// Makes the gyre_mass of a solid sphere from its mass [kg] and radius [m].
gyre_result gyre_mass_of_sphere(double mass, double radius, gyre_mass *out_mass);

/// Computes the edge lengths [m] of the solid box with the same mass and moments. This estimates the size of a body
/// from its constants. A plate has one edge of length 0, a rod two. Fails like gyre_mass_from_moments.
gyre_result gyre_mass_to_box(const gyre_mass *mass, gyre_vec3 *out_size);

/// Computes the mass properties of point masses [kg] at points [m]. GYRE_ERR_MASS unless every mass is finite and >= 0
/// and their sum is > 0.
gyre_result gyre_mass_of_points(const gyre_vec3 *points, const double *masses, size_t count,
                                gyre_mass_properties *out_properties);

// ---- transforming and combining ----

/// Translates the model by an offset [m]. The centre moves; the inertia about it does not change.
gyre_result gyre_mass_translate(const gyre_mass_properties *properties, gyre_vec3 offset,
                                gyre_mass_properties *out_properties);
/// Rotates the model about its origin by a unit quaternion.
gyre_result gyre_mass_rotate(const gyre_mass_properties *properties, gyre_quat q, gyre_mass_properties *out_properties);
/// Scales the lengths of the model by `factor` > 0 at constant density: mass by factor^3, inertia by factor^5. Use
/// factor 0.001 for a file in millimetres that was read as metres.
gyre_result gyre_mass_scale(const gyre_mass_properties *properties, double factor,
                            gyre_mass_properties *out_properties);
/// Adds two bodies in the same model frame. Both masses must be > 0.
gyre_result gyre_mass_add(const gyre_mass_properties *a, const gyre_mass_properties *b,
                          gyre_mass_properties *out_properties);
/// Subtracts a part, `hole`, from a body; both masses must be > 0. GYRE_ERR_MASS if the remaining mass is not > 0,
/// GYRE_ERR_INERTIA if the remaining inertia is not physically possible. These checks detect only large errors: mass
/// properties contain no shape, so a hole that is partly outside the body is usually not detected.
gyre_result gyre_mass_subtract(const gyre_mass_properties *whole, const gyre_mass_properties *hole,
                               gyre_mass_properties *out_properties);

/// Computes the inertia tensor about any point of the model frame (parallel axis theorem).
gyre_result gyre_mass_inertia_about(const gyre_mass_properties *properties, gyre_vec3 point, gyre_tensor *out_inertia);
/// Makes mass properties from an inertia tensor about any point of the model frame (parallel axis theorem).
gyre_result gyre_mass_from_inertia_about(double mass, gyre_vec3 center, gyre_vec3 point, const gyre_tensor *inertia,
                                         gyre_mass_properties *out_properties);

/// Computes the moment of inertia n . I n [kg m^2] about an axis through the reference point of the tensor. The energy
/// of a rotation about this axis with angular velocity w is 1/2 (n . I n) w^2. The axis may have any length > 0; n is
/// its direction. GYRE_ERR_NOT_FINITE, or GYRE_ERR_ORIENTATION if the length of the axis is 0.
gyre_result gyre_inertia_about_axis(const gyre_tensor *inertia, gyre_vec3 axis, double *out_moment);
/// Computes the moment of inertia [kg m^2] about an axis through any point of the model frame: n . I n + M d^2, where d
/// is the distance of the centre of mass from the axis. For point masses this is the sum of m r^2.
gyre_result gyre_mass_inertia_about_axis(const gyre_mass_properties *properties, gyre_vec3 point, gyre_vec3 axis,
                                         double *out_moment);

// ---- poses of model frame and body frame ----

/// Position and orientation of a frame in the world.
typedef struct gyre_pose {
    gyre_vec3 position;    // [m], world
    gyre_quat orientation; // unit quaternion, rotation to the world
} gyre_pose;

/// Converts the pose of the model frame to the pose of the body frame (centre of mass, principal axes). `axes` comes
/// from gyre_mass_principal, `center` from the mass properties. Quaternions must be unit quaternions.
gyre_pose gyre_pose_of_body(gyre_pose model, gyre_vec3 center, gyre_quat axes);
/// Converts the pose of the body frame to the pose of the model frame: the inverse of gyre_pose_of_body.
gyre_pose gyre_pose_of_model(gyre_pose body, gyre_vec3 center, gyre_quat axes);

// ---- checking inertia tensors ----

/// Reasons why an inertia tensor is invalid.
typedef enum gyre_inertia_problem {
    GYRE_INERTIA_PHYSICAL,      // valid: a body can have this tensor
    GYRE_INERTIA_NOT_FINITE,    // an entry is NaN or infinite
    GYRE_INERTIA_NEGATIVE,      // a principal moment is < 0
    GYRE_INERTIA_TRIANGLE,      // the largest moment exceeds the sum of the other two
    GYRE_INERTIA_NOT_SYMMETRIC, // matrices only: two entries that must be equal differ
    GYRE_INERTIA_PROBLEM_COUNT
} gyre_inertia_problem;

/// Result of checking an inertia tensor.
typedef struct gyre_inertia_report {
    gyre_inertia_problem problem; // GYRE_INERTIA_PHYSICAL if the tensor is valid
    double moments[3];            // principal moments, ascending [kg m^2]; 0 for a matrix that is not symmetric
    double deficit;               // amount by which the inequality is violated or two entries differ [kg m^2]; else 0
    char text[200];               // one sentence: the violated inequality or the entries that differ, with the numbers
} gyre_inertia_report;

/// Checks that an inertia tensor is physically possible, within a relative tolerance of 1e-9. Rods and flat plates are
/// valid. Otherwise GYRE_ERR_INERTIA or GYRE_ERR_NOT_FINITE; the report names the inequality and the deficit. `report`
/// may be NULL.
gyre_result gyre_inertia_check(const gyre_tensor *inertia, gyre_inertia_report *report);

/// Converts a matrix to a tensor and checks it like gyre_inertia_check. GYRE_ERR_NOT_SYMMETRIC if two symmetric entries
/// differ by more than 1e-9 of the largest entry; the report names the pair with the largest difference (`deficit`). A
/// pair that differs by less is replaced by its mean. `report` may be NULL.
gyre_result gyre_inertia_from_matrix(const gyre_mat3 *matrix, gyre_tensor *out_inertia, gyre_inertia_report *report);

/// Finds the nearest tensor that is physically possible. The distance is the Frobenius norm of the difference of the
/// second moments S = tr(I)/2 - I (the integrals of x x, x y, ... dm). A tensor that passes gyre_inertia_check is
/// returned bit-identical. `out_change` (may be NULL) is the distance [kg m^2].
gyre_result gyre_inertia_nearest(const gyre_tensor *inertia, gyre_tensor *out_inertia, double *out_change);

/// Mistakes that make a tensor impossible and are detectable without knowing the body.
typedef enum gyre_inertia_cause {
    GYRE_CAUSE_ROUNDING,       // rounding of printed digits: the tensor is within one percent of a rod or a plate
    GYRE_CAUSE_SIGN,           // products of inertia without the minus
    GYRE_CAUSE_ORDER,          // the six entries in another order, such as xx xy xz yy yz zz
    GYRE_CAUSE_ENTRY,          // one entry is wrong by a power of ten: unit or decimal point
    GYRE_CAUSE_SECOND_MOMENTS, // second moments (integrals of x x, x y, ...) instead of moments of inertia
    GYRE_CAUSE_COUNT
} gyre_inertia_cause;

/// A mistake, and the tensor with the mistake corrected.
typedef struct gyre_inertia_mending {
    gyre_inertia_cause cause; // the mistake
    gyre_tensor inertia;      // corrected tensor [kg m^2]; physically possible
    char text[160];           // one sentence
} gyre_inertia_mending;

/// Single mistakes that each explain an impossible tensor, most likely first. GYRE_CAUSE_SECOND_MOMENTS comes last,
/// because it can explain any tensor without negative moments. The list is empty if the tensor is possible.
typedef struct gyre_inertia_explanation {
    size_t count;                                    // number of mendings
    gyre_inertia_mending mendings[GYRE_CAUSE_COUNT]; // one entry for each mistake that explains the tensor
} gyre_inertia_explanation;

/// Searches for mistakes that explain why a tensor is impossible, without knowing the body. GYRE_ERR_NOT_FINITE if a
/// number is NaN, infinite or too large. If no mistake explains the tensor, gyre_inertia_nearest can still correct it.
gyre_result gyre_inertia_explain(const gyre_tensor *inertia, gyre_inertia_explanation *out_explanation);

/// Mistakes in a stated tensor that a comparison with the real body can detect.
typedef enum gyre_inertia_slip {
    GYRE_SLIP_NONE,             // agrees with the reference
    GYRE_SLIP_UNKNOWN,          // none of the following explains the difference
    GYRE_SLIP_SIGN,             // products of inertia without the minus
    GYRE_SLIP_POINT,            // about the model's origin instead of the centre of mass
    GYRE_SLIP_SIGN_AND_POINT,   // both of the above
    GYRE_SLIP_MILLIMETRES,      // in kg mm^2
    GYRE_SLIP_GRAMS,            // in g m^2
    GYRE_SLIP_GRAM_MILLIMETRES, // in g mm^2
    GYRE_SLIP_AXES,             // axes in another order
    GYRE_SLIP_COUNT
} gyre_inertia_slip;

/// Result of comparing a stated tensor with the real body.
typedef struct gyre_slip_report {
    gyre_inertia_slip slip; // the mistake; GYRE_SLIP_NONE if the tensors agree
    double factor;          // factor that converts the stated numbers to kg m^2: 1, 1e-3, 1e-6 or 1e-9
    double error;   // difference after correcting the mistake (the closest mistake if none explains it), relative
                    // to the largest entry of the actual tensor
    char text[200]; // one sentence
} gyre_slip_report;

/// Compares a stated tensor with the actual mass properties of the same body and finds the mistake that explains the
/// difference, alone or together with a wrong unit. `tolerance` is relative; use 1e-2 for numbers printed with three
/// digits. GYRE_ERR_TOLERANCE, GYRE_ERR_NOT_FINITE, or the error of gyre_mass_principal if `actual` is invalid.
gyre_result gyre_inertia_diagnose(const gyre_tensor *stated, const gyre_mass_properties *actual, double tolerance,
                                  gyre_slip_report *out_report);

// ---- mass properties from a density function or an inside test ----

/// Callback that returns the density [kg/m^3] at a point of the model frame; finite and >= 0.
typedef double (*gyre_density)(gyre_vec3 point, void *user);

/// Callback that returns a nonzero value if a point of the model frame is inside the body.
typedef int (*gyre_inside)(gyre_vec3 point, void *user);

/// Error of an approximation.
typedef struct gyre_mass_error {
    double mass;        // [kg]
    double center;      // [m]
    double inertia;     // [kg m^2]
    size_t evaluations; // number of density evaluations, or of samples
} gyre_mass_error;

/// Integrates a density over the box low..high until the relative errors of mass and inertia are below rtol. If this
/// needs more than `max_evaluations` evaluations, returns GYRE_ERR_TOLERANCE_NOT_MET and fills only out_error, which
/// may be NULL.
///
/// A smooth density is integrated by adaptive cubature, which reaches rtol 1e-8 with about ten million evaluations;
/// out_error is then an error estimate, checked against random points. A density with jumps is sampled like
/// gyre_mass_of_inside, which converges slowly; out_error is then an error bound, unless the density somewhere
/// exceeds all sampled values. The initial scan evaluates 4224 points, about 12 along each side, and can miss details
/// between them: integrate small dense parts separately and combine them with gyre_mass_add. GYRE_ERR_MASS if the
/// density is negative or 0 everywhere, GYRE_ERR_NOT_FINITE, GYRE_ERR_SHAPE unless low < high, GYRE_ERR_TOLERANCE
/// unless rtol > 0.
gyre_result gyre_mass_of_density(gyre_density density, void *user, gyre_vec3 low, gyre_vec3 high, double rtol,
                                 size_t max_evaluations, const gyre_allocator *allocator,
                                 gyre_mass_properties *out_properties, gyre_mass_error *out_error);

/// Computes the mass properties of a uniform body from an inside test, with random points in the cells of a grid over
/// the box low..high. The points are the same in every run. The error bound in out_error (may be NULL) is exceeded for
/// about one body in a million; it decreases as n^(-2/3) with the number n of points. If mass and inertia have relative
/// errors above rtol after max_samples points, returns GYRE_ERR_TOLERANCE_NOT_MET and fills only out_error. If the
/// amount is a mass, the mass is exact and the error of the inertia comes from the shape alone. GYRE_ERR_MASS if no
/// point was inside or the amount is invalid; otherwise fails like gyre_mass_of_density.
gyre_result gyre_mass_of_inside(gyre_inside inside, void *user, gyre_vec3 low, gyre_vec3 high, double rtol,
                                size_t max_samples, gyre_amount amount, gyre_mass_properties *out_properties,
                                gyre_mass_error *out_error);

GYRE_END_DECLS
