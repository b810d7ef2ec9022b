/// Moments of the shapes of primitives.def at density one, one function per row. The caller has checked the parameters
/// and rejects results that are infinite, zero or NaN because squares or volumes left the range of doubles.
#pragma once

#include "gyre/shape.h"

#include "base/for_io.h"
#include "mass/moments.h"

#define PI 0x1.921fb54442d18p+1

// SHELL_<dimension>(shell, otherwise): `shell` for solids; `otherwise` for surfaces and lines, because they have no
// shell.
#define SHELL_1(shell, otherwise) otherwise
#define SHELL_2(shell, otherwise) otherwise
#define SHELL_3(shell, otherwise) shell

#define X(name, dimension, count, parameters, text)                                                                    \
    shape_moments gyre_solid_##name(const double *p);                                                                  \
    SHELL_##dimension(shape_moments gyre_shell_##name(const double *p);, )
#include "gyre/primitives.def"
#undef X

/// Explains why parameters that are valid individually are invalid together.
FOR_IO const char *gyre_shape_condition(gyre_shape_kind kind);

/// Moments of a shape with its centre on the z axis and a diagonal covariance.
static inline shape_moments upright(double measure, double center_z, double xx, double yy, double zz) {
    return (shape_moments){measure, {0, 0, center_z}, {.xx = xx, .yy = yy, .zz = zz}};
}
