/// Moments of the shapes of primitives.def at density one, one function per row. The parameters have been checked;
/// sizes whose squares or volumes leave the range of doubles give infinities, zeros or NaN, which the caller refuses.
#pragma once

#include "mass/moments.h"

#define PI 0x1.921fb54442d18p+1

// Surfaces and lines have no shell: SHELL_<dimension>(shell, what stands in its place).
#define SHELL_1(shell, otherwise) otherwise
#define SHELL_2(shell, otherwise) otherwise
#define SHELL_3(shell, otherwise) shell

#define X(name, dimension, count, parameters, text)                                                                    \
    shape_moments gyre_solid_##name(const double *p);                                                                  \
    SHELL_##dimension(shape_moments gyre_shell_##name(const double *p);, )
#include "gyre/primitives.def"
#undef X

/// A shape with its centre on the z axis whose covariance is diagonal.
static inline shape_moments upright(double measure, double center_z, double xx, double yy, double zz) {
    return (shape_moments){measure, {0, 0, center_z}, {.xx = xx, .yy = yy, .zz = zz}};
}
