/// Kernels: the loops over bodies, compiled for vectors of 1, 2, 4 or 8 doubles. All kernels give bit-identical
/// results. A world uses the widest kernel that the CPU supports, unless gyre_world_def.kernel or the environment
/// variable GYRE_KERNEL names another kernel.
#pragma once

#include "gyre/base.h"

GYRE_BEGIN_DECLS

/// Returns the name of a kernel: "f64", "f64x2", "f64x4" or "f64x8". NULL after the last kernel; to list all kernels,
/// count `index` up from 0.
const char *gyre_kernel_name(int index);

/// Returns the number of bodies that a kernel processes at a time. 0 if `index` is out of range.
int gyre_kernel_lanes(int index);

/// Returns 1 if this build contains the kernel and this CPU can run it, else 0. "f64" is always usable.
int gyre_kernel_is_usable(int index);

GYRE_END_DECLS
