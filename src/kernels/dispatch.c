/// The list of kernels.
#include "kernels/kernel.h"

const kernel_table *gyre_kernel(int index) { return index == 0 ? &gyre_kernel_f64 : NULL; }
