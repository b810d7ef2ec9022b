/// Kernels of other widths, compiled for the test from the library's own text.
#pragma once

#include "kernels/kernel.h"

extern const kernel_table kernel_f64x2, kernel_f64x4;
