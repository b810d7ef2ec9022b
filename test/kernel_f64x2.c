// The kernel two doubles wide, for test_kernels.c.
#define GYRE_LANES 2
#define KERNEL_NAME "f64x2"
#define KERNEL_TABLE kernel_f64x2
#include "test_kernels.h"

#include "kernels/kernel.inc"
