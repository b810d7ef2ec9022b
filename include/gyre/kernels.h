/// Kernels: the loops over bodies, compiled for one, two, four or eight doubles at a time. All of them give the same
/// bits; a world takes the widest one that this CPU has, unless its definition or the environment variable GYRE_KERNEL
/// names another.
#pragma once

#include "gyre/base.h"

GYRE_BEGIN_DECLS

/// "f64", "f64x2", "f64x4", "f64x8"; NULL past the last one, so that a loop from 0 lists them.
const char *gyre_kernel_name(int index);

/// How many bodies it moves at a time; 0 for an index without a kernel.
int gyre_kernel_lanes(int index);

/// 1 when this build has the kernel and this CPU can run it, else 0. f64 always is.
int gyre_kernel_is_usable(int index);

GYRE_END_DECLS
