// The kernel four doubles wide, for test_kernels.c.
#define GYRE_LANES 4
#define KERNEL_NAME "f64x4"
#define KERNEL_TABLE kernel_f64x4
#include "test_kernels.h"

#include "kernels/kernel.inc"
