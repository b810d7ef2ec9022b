/// Mass properties of a density by random samples, with a bound on their error.
///
/// The box is cut into equal cells, and each cell is asked at two random points: their mean is unbiased whatever the
/// density does, and their difference tells how much the mean of the cell scatters.
#pragma once

#include "mass/moments.h"
#include "math/vec3.h"

/// A density, how often it was asked for, and the largest value it gave.
typedef struct density_source {
    gyre_density density;
    void *user;
    size_t evaluations;
    double largest; // [kg/m^3]
} density_source;

/// One point. GYRE_ERR_NOT_FINITE, GYRE_ERR_MASS when it is negative.
gyre_result gyre_density_at(density_source *source, vec3 point, double *out_density);

/// What samples tell. The errors are bounds which hold but for one body in a million, as long as the density is nowhere
/// larger than source->largest.
typedef struct sampled_mass {
    shape_moments moments; // the measure is the mass [kg]
    double mass_error;     // [kg]
    double center_error;   // [m]
    double inertia_error;  // of every entry [kg m^2]
    double shape_error;    // the same for a body of the same shape whose mass is known, per mass [m^2]
} sampled_mass;

/// Samples until mass and inertia are known to rtol of the mass and of the trace of the second moments, or `limit`
/// evaluations of the source are reached: GYRE_ERR_TOLERANCE_NOT_MET, or GYRE_ERR_MASS if it was nothing wherever it
/// was asked. *out is set in both cases too.
gyre_result gyre_sample_density(density_source *source, vec3 low, vec3 high, double rtol, size_t limit,
                                sampled_mass *out);
