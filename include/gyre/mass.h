/// How much a body resists being pushed and turned: mass, centre of mass, inertia; how to combine, check and mend them.
///
/// Two views of the same thing. gyre_mass_properties describes a model in its own frame: where its centre of mass is
/// and its full inertia tensor there. gyre_mass is what the equations of motion use: the moments about the principal
/// axes. gyre_mass_principal leads from one to the other.
#pragma once

#include "gyre/math.h"

GYRE_BEGIN_DECLS

/// A symmetric 3x3 tensor with its own sign: xy of an inertia is MINUS the integral of x y dm. (Some CAD programs print
/// products of inertia without the minus; gyre_inertia_diagnose notices.)
typedef struct gyre_tensor {
    double xx, yy, zz, xy, xz, yz; // the diagonal, and above it
} gyre_tensor;

/// Mass, centre and inertia of a model in its own frame.
typedef struct gyre_mass_properties {
    double mass;         // [kg]
    gyre_vec3 center;    // centre of mass [m], model frame
    gyre_tensor inertia; // about the centre of mass [kg m^2], model axes
} gyre_mass_properties;

/// The constants of a rigid body about its centre of mass. The body frame is the principal frame: the frame in which
/// the inertia tensor is diagonal.
typedef struct gyre_mass {
    double mass;       // [kg]
    gyre_vec3 inertia; // principal moments [kg m^2], body frame
} gyre_mass;

/// How much matter there is: a total mass, or a density.
typedef enum gyre_amount_kind {
    GYRE_AMOUNT_MASS,    // [kg]
    GYRE_AMOUNT_DENSITY, // [kg/m^3] for solids, [kg/m^2] for surfaces, [kg/m] for rods
    GYRE_AMOUNT_KIND_COUNT
} gyre_amount_kind;

/// A mass, or a density.
typedef struct gyre_amount {
    gyre_amount_kind kind; // what the value is
    double value;          // finite and > 0
} gyre_amount;

/// An amount by its mass [kg], or by its density (see gyre_amount_kind for the unit).
gyre_amount gyre_by_mass(double mass);
gyre_amount gyre_by_density(double density);

// ---- a body's constants ----

/// From a mass [kg] and principal moments [kg m^2]. GYRE_ERR_MASS, or GYRE_ERR_INERTIA when no body has such moments
/// (each must be >= 0 and at most the sum of the other two, up to a relative slack of 1e-9). A zero moment, as a thin
/// rod has, is legal here; a body that is free to turn refuses it later (a locked one that could turn about no other
/// axis stands still).
gyre_result gyre_mass_from_moments(double mass, gyre_vec3 inertia, gyre_mass *out_mass);

/// From a mass [kg] and a full inertia tensor [kg m^2] about the centre of mass in model axes. out_axes turns vectors
/// of the principal frame into model axes: a body whose model has orientation q has the state orientation q * out_axes.
/// A diagonal tensor gives the identity. Equal and nearly equal moments give a valid rotation too.
/// GYRE_ERR_NOT_SYMMETRIC: gyre_inertia_from_matrix says which entries differ.
gyre_result gyre_mass_from_tensor(double mass, const gyre_mat3 *inertia, gyre_mass *out_mass, gyre_quat *out_axes);

/// The same from mass properties. Moments keep the order of the model axes they are nearest to.
gyre_result gyre_mass_principal(const gyre_mass_properties *properties, gyre_mass *out_mass, gyre_quat *out_axes);

/// The same with ascending moments: the order that does not depend on how the model is turned.
gyre_result gyre_mass_principal_sorted(const gyre_mass_properties *properties, gyre_mass *out_mass,
                                       gyre_quat *out_axes);

/// A solid box with edges `size` [m] along its axes, and a solid sphere, by mass [kg].
gyre_result gyre_mass_of_box(double mass, gyre_vec3 size, gyre_mass *out_mass);
gyre_result gyre_mass_of_sphere(double mass, double radius, gyre_mass *out_mass);

/// The edges [m] of the solid box that has these moments: how large a body is, from its constants alone. A plate has
/// one edge of 0, a rod two. Fails like gyre_mass_from_moments.
gyre_result gyre_mass_to_box(const gyre_mass *mass, gyre_vec3 *out_size);

/// Point masses [kg] at points [m]. Every mass must be finite and >= 0, and their sum > 0.
gyre_result gyre_mass_of_points(const gyre_vec3 *points, const double *masses, size_t count,
                                gyre_mass_properties *out_properties);

// ---- moving, combining ----

/// Moves the model by an offset [m]: the centre moves, the inertia about it stays.
gyre_result gyre_mass_translate(const gyre_mass_properties *properties, gyre_vec3 offset,
                                gyre_mass_properties *out_properties);
/// Turns the model about its origin by a unit quaternion.
gyre_result gyre_mass_rotate(const gyre_mass_properties *properties, gyre_quat q, gyre_mass_properties *out_properties);
/// Makes the model `factor` (> 0) times as large at the same density: mass grows with its cube, inertia with its fifth
/// power. This is what a file in millimetres read as metres needs, with factor 0.001.
gyre_result gyre_mass_scale(const gyre_mass_properties *properties, double factor,
                            gyre_mass_properties *out_properties);
/// Two bodies joined into one, in the same model frame.
gyre_result gyre_mass_add(const gyre_mass_properties *a, const gyre_mass_properties *b,
                          gyre_mass_properties *out_properties);
/// A body with a hole: `hole` is what was taken away. GYRE_ERR_MASS when nothing or less would remain, GYRE_ERR_INERTIA
/// when the rest could not be a body. That catches gross mistakes only: masses do not know their shapes, so a hole that
/// reaches a little outside goes unnoticed. (Both parts need a mass > 0, here and above.)
gyre_result gyre_mass_subtract(const gyre_mass_properties *whole, const gyre_mass_properties *hole,
                               gyre_mass_properties *out_properties);

/// The parallel axis theorem both ways: the tensor about any point of the model frame, and mass properties from a
/// tensor that was given about such a point.
gyre_result gyre_mass_inertia_about(const gyre_mass_properties *properties, gyre_vec3 point, gyre_tensor *out_inertia);
gyre_result gyre_mass_from_inertia_about(double mass, gyre_vec3 center, gyre_vec3 point, const gyre_tensor *inertia,
                                         gyre_mass_properties *out_properties);

/// The moment of inertia n . I n [kg m^2] about an axis through the centre of the tensor: what turns about that axis
/// with the angular velocity w has the energy 1/2 (n . I n) w^2. The axis may have any length; n is its direction.
/// GYRE_ERR_NOT_FINITE, or GYRE_ERR_ORIENTATION for an axis without a direction.
gyre_result gyre_inertia_about_axis(const gyre_tensor *inertia, gyre_vec3 axis, double *out_moment);
/// The same about an axis through any point of the model frame: n . I n + M d^2, where d is the distance of the centre
/// of mass from the axis. For point masses it is the sum of m r^2.
gyre_result gyre_mass_inertia_about_axis(const gyre_mass_properties *properties, gyre_vec3 point, gyre_vec3 axis,
                                         double *out_moment);

// ---- poses: where the model's origin is, and where the centre of mass is ----

/// Where something is and how it is turned.
typedef struct gyre_pose {
    gyre_vec3 position;    // [m], world
    gyre_quat orientation; // unit quaternion, to the world
} gyre_pose;

/// From the pose of the model (its origin and axes) to the pose of the body (centre of mass, principal axes) and back.
/// `axes` comes from gyre_mass_principal, `center` from the mass properties. Quaternions must be of unit length.
gyre_pose gyre_pose_of_body(gyre_pose model, gyre_vec3 center, gyre_quat axes);
gyre_pose gyre_pose_of_model(gyre_pose body, gyre_vec3 center, gyre_quat axes);

// ---- is this tensor possible? ----

/// What can be wrong with an inertia tensor.
typedef enum gyre_inertia_problem {
    GYRE_INERTIA_PHYSICAL,      // nothing
    GYRE_INERTIA_NOT_FINITE,    // a NaN or an infinity
    GYRE_INERTIA_NEGATIVE,      // a principal moment is < 0
    GYRE_INERTIA_TRIANGLE,      // the largest moment exceeds the sum of the others
    GYRE_INERTIA_NOT_SYMMETRIC, // of a matrix: two entries that must be equal differ
    GYRE_INERTIA_PROBLEM_COUNT
} gyre_inertia_problem;

/// Whether a body can have a tensor, and if not, why.
typedef struct gyre_inertia_report {
    gyre_inertia_problem problem; // GYRE_INERTIA_PHYSICAL when there is none
    double moments[3];            // principal, ascending [kg m^2]; 0 for a matrix that is not symmetric
    double deficit;               // by how much the inequality fails, or two entries differ [kg m^2]; else 0
    char text[200];               // one sentence: which inequality or which entries, with the numbers
} gyre_inertia_report;

/// GYRE_OK and a report for a tensor that a body can have (rods and flat plates are legal limits; relative slack 1e-9);
/// GYRE_ERR_INERTIA or GYRE_ERR_NOT_FINITE and a report that names the inequality and the deficit otherwise. `report`
/// may be NULL.
gyre_result gyre_inertia_check(const gyre_tensor *inertia, gyre_inertia_report *report);

/// The tensor of a matrix, checked like that. GYRE_ERR_NOT_SYMMETRIC and a report that names the two entries which
/// differ most and by how much (`deficit`) when a pair differs by more than 1e-9 of the largest entry; the mean of a
/// pair that differs by less. `report` may be NULL.
gyre_result gyre_inertia_from_matrix(const gyre_mat3 *matrix, gyre_tensor *out_inertia, gyre_inertia_report *report);

/// The nearest tensor that a body can have, where distance is the Frobenius norm of the difference of the second
/// moments S = tr(I)/2 - I (the matrix of integrals of x y dm). A tensor that passes gyre_inertia_check comes back
/// bit-identical. `out_change` (may be NULL) is that distance [kg m^2].
gyre_result gyre_inertia_nearest(const gyre_tensor *inertia, gyre_tensor *out_inertia, double *out_change);

/// What makes a tensor impossible, as far as the tensor alone can tell.
typedef enum gyre_inertia_cause {
    GYRE_CAUSE_ROUNDING,       // printed digits: it misses a rod or a plate by less than a percent
    GYRE_CAUSE_SIGN,           // products of inertia without the minus
    GYRE_CAUSE_ORDER,          // the six entries in another order, such as xx xy xz yy yz zz
    GYRE_CAUSE_ENTRY,          // one entry is off by a power of ten: a unit, a decimal point
    GYRE_CAUSE_SECOND_MOMENTS, // integrals of x x, x y, ... instead of the inertia that is made of them
    GYRE_CAUSE_COUNT
} gyre_inertia_cause;

/// One slip, and the tensor without it.
typedef struct gyre_inertia_mending {
    gyre_inertia_cause cause; // the slip
    gyre_tensor inertia;      // [kg m^2]; a body can have it
    char text[160];           // one sentence
} gyre_inertia_mending;

/// The single slips that explain an impossible tensor, likeliest first. Any tensor without negative moments could be
/// second moments, so that this one comes last. None for a tensor that a body can have.
typedef struct gyre_inertia_explanation {
    size_t count;                                    // of mendings
    gyre_inertia_mending mendings[GYRE_CAUSE_COUNT]; // one for each slip that explains it
} gyre_inertia_explanation;

/// Looks for slips that make a tensor impossible (gyre_inertia_check), without knowing the body. GYRE_ERR_NOT_FINITE
/// when a number is NaN, infinite or too large. gyre_inertia_nearest mends what none of them explains.
gyre_result gyre_inertia_explain(const gyre_tensor *inertia, gyre_inertia_explanation *out_explanation);

/// Slips that explain a wrong tensor.
typedef enum gyre_inertia_slip {
    GYRE_SLIP_NONE,             // agrees with the reference
    GYRE_SLIP_UNKNOWN,          // none of the below explains it
    GYRE_SLIP_SIGN,             // products of inertia without the minus
    GYRE_SLIP_POINT,            // about the model's origin instead of the centre of mass
    GYRE_SLIP_SIGN_AND_POINT,   // both
    GYRE_SLIP_MILLIMETRES,      // kg mm^2
    GYRE_SLIP_GRAMS,            // g m^2
    GYRE_SLIP_GRAM_MILLIMETRES, // g mm^2
    GYRE_SLIP_AXES,             // axes in another order
    GYRE_SLIP_COUNT
} gyre_inertia_slip;

/// Which slip explains a wrong tensor.
typedef struct gyre_slip_report {
    gyre_inertia_slip slip; // GYRE_SLIP_NONE when the tensors agree
    double factor;          // what the stated numbers must be multiplied by for their unit: 1, 1e-3, 1e-6 or 1e-9
    double error; // what remains after undoing the slip (the nearest one, if none explains it), relative to the largest
                  // entry of the right tensor
    char text[200]; // one sentence
} gyre_slip_report;

/// Compares a tensor that somebody states with the mass properties of the same body, and says which slip explains the
/// difference (to a relative `tolerance`, such as 1e-2 for numbers printed with three digits), also together with a
/// wrong unit. GYRE_ERR_TOLERANCE, GYRE_ERR_NOT_FINITE, or what is wrong with `actual`.
gyre_result gyre_inertia_diagnose(const gyre_tensor *stated, const gyre_mass_properties *actual, double tolerance,
                                  gyre_slip_report *out_report);

// ---- from a density that varies ----

/// Density [kg/m^3] at a model point; must be finite and >= 0.
typedef double (*gyre_density)(gyre_vec3 point, void *user);

/// Is a model point inside the body? Not 0 for yes.
typedef int (*gyre_inside)(gyre_vec3 point, void *user);

/// How far an approximation may be off.
typedef struct gyre_mass_error {
    double mass;        // [kg]
    double center;      // [m]
    double inertia;     // [kg m^2]
    size_t evaluations; // of the density, or samples taken
} gyre_mass_error;

/// Integrates a density over the box low..high until mass and inertia are known to rtol of them, or `max_evaluations`
/// are spent: then GYRE_ERR_TOLERANCE_NOT_MET (with out_error filled, and nothing else). out_error may be NULL.
///
/// A smooth density is integrated by adaptive cubature, to rtol 1e-8 with some ten million evaluations; the error is an
/// estimate, checked against random points. One that jumps is sampled as by gyre_mass_of_inside, where digits are dear
/// (below), and the error is a bound, unless the density is larger somewhere than at any point that was looked at. The
/// first look takes 4224 points, about 12 along each side, and what lies between them may go unnoticed; integrate small
/// dense parts by themselves and gyre_mass_add them. GYRE_ERR_MASS for a negative density or none at all,
/// GYRE_ERR_NOT_FINITE, GYRE_ERR_SHAPE unless low < high, GYRE_ERR_TOLERANCE unless rtol > 0.
gyre_result gyre_mass_of_density(gyre_density density, void *user, gyre_vec3 low, gyre_vec3 high, double rtol,
                                 size_t max_evaluations, const gyre_allocator *allocator,
                                 gyre_mass_properties *out_properties, gyre_mass_error *out_error);

/// Mass properties of a uniform body from an inside test, by random points in the cells of a grid over the box
/// low..high. The error in out_error (may be NULL) is a bound that holds but for one body in a million; it shrinks with
/// the 2/3rd power of the number of points. GYRE_ERR_TOLERANCE_NOT_MET (with out_error filled, and nothing else) when
/// mass and inertia are not known to rtol of them after max_samples points. The points are the same in every run. With
/// an amount by mass the mass is exact, and the inertia's error is that of the shape alone. GYRE_ERR_MASS when no point
/// was inside, or for the amount; otherwise fails like gyre_mass_of_density.
gyre_result gyre_mass_of_inside(gyre_inside inside, void *user, gyre_vec3 low, gyre_vec3 high, double rtol,
                                size_t max_samples, gyre_amount amount, gyre_mass_properties *out_properties,
                                gyre_mass_error *out_error);

GYRE_END_DECLS
