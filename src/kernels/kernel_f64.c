/// One double at a time: the kernel every machine has.
#define GYRE_LANES 1
#define KERNEL_NAME f64
#include "kernels/kernel.inc"
