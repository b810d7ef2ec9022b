/// One double at a time: the kernel every machine has.
#define GYRE_LANES 1
#define KERNEL_NAME "f64"
#define KERNEL_TABLE gyre_kernel_f64
#include "kernels/kernel.inc"
