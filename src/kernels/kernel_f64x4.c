/// Four doubles at a time: AVX2. The build gives this file, and no other, -mavx2 (and never -mfma: a fused product and
/// sum rounds once, the other kernels round twice).
#define GYRE_LANES 4
#define KERNEL_NAME f64x4
#if defined(__AVX2__)
#include "kernels/kernel.inc"
#else
#include "kernels/kernel_missing.inc"
#endif
