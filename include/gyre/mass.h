/// How much a body resists being pushed and turned: mass, and moments of inertia about the principal axes.
#pragma once

#include "gyre/math.h"

GYRE_BEGIN_DECLS

/// The constants of a rigid body about its centre of mass. The body frame is the principal frame: the frame in which
/// the inertia tensor is diagonal.
typedef struct gyre_mass {
    double mass;       // [kg]
    gyre_vec3 inertia; // principal moments [kg m^2], body frame
} gyre_mass;

/// From a mass [kg] and principal moments [kg m^2]. GYRE_ERR_MASS, or GYRE_ERR_INERTIA when no body has such moments
/// (each must be > 0 and at most the sum of the other two, up to a relative slack of 1e-9).
gyre_result gyre_mass_from_moments(double mass, gyre_vec3 inertia, gyre_mass *out_mass);

/// From a mass [kg] and a full inertia tensor [kg m^2] about the centre of mass in model axes, with the tensor's own
/// sign (Ixy = - integral of x y dm). out_axes turns vectors of the principal frame into model axes: a body whose model
/// has orientation q has the state orientation q * out_axes. A diagonal tensor gives the identity.
gyre_result gyre_mass_from_tensor(double mass, const gyre_mat3 *inertia, gyre_mass *out_mass, gyre_quat *out_axes);

/// A solid box with edges `size` [m] along its axes, and a solid sphere, by mass [kg].
gyre_result gyre_mass_of_box(double mass, gyre_vec3 size, gyre_mass *out_mass);
gyre_result gyre_mass_of_sphere(double mass, double radius, gyre_mass *out_mass);

GYRE_END_DECLS
