/// Four doubles at a time: AVX2. Only this file is compiled with -mavx2, and never with -mfma: a fused multiply-add
/// rounds once, but the other kernels round twice.
#define GYRE_LANES 4
#define KERNEL_NAME f64x4
#if defined(__AVX2__)
#include "kernels/kernel.inc"
#else
#include "kernels/kernel_missing.inc"
#endif
