/// One double at a time: the kernel for every machine.
#define GYRE_LANES 1
#define KERNEL_NAME f64
#include "kernels/kernel.inc"
