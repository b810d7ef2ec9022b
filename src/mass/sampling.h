/// Mass properties of a density by random samples, with a bound on their error.
///
/// The box is cut into equal cells, with two random points per cell. The mean of the two samples is an unbiased
/// estimate for any density, and their difference measures the variance.
#pragma once

#include "mass/moments.h"
#include "math/vec3.h"

/// A density function, its number of evaluations, and the largest value it returned.
typedef struct density_source {
    gyre_density density;
    void *user;
    size_t evaluations;
    double largest; // [kg/m^3]
} density_source;

/// Evaluates one point. Returns GYRE_ERR_NOT_FINITE, or GYRE_ERR_MASS if the density is negative.
gyre_result gyre_density_at(density_source *source, vec3 point, double *out_density);

/// Estimates and their errors. With probability 1 - 1e-6 the error bounds hold, provided the density is nowhere larger
/// than source->largest.
typedef struct sampled_mass {
    shape_moments moments; // the measure is the mass [kg]
    double mass_error;     // [kg]
    double center_error;   // [m]
    double inertia_error;  // of each entry of the inertia tensor [kg m^2]
    double shape_error;    // of each inertia entry divided by the mass, for a body of known mass [m^2]
} sampled_mass;

/// Samples until the mass error is at most rtol times the mass and each inertia error is at most rtol times the trace
/// of the second moments, or until the source has been evaluated `limit` times. At the limit, returns
/// GYRE_ERR_TOLERANCE_NOT_MET, or GYRE_ERR_MASS if the density was 0 at every point; *out is set in both cases.
gyre_result gyre_sample_density(density_source *source, vec3 low, vec3 high, double rtol, size_t limit,
                                sampled_mass *out);
