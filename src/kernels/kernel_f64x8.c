/// Eight doubles at a time: AVX-512. The build gives this file, and no other, -mavx512f -mavx512dq. (They bring a fused
/// product and sum, which -ffp-contract=off keeps out; test_kernels would see its bits.)
#define GYRE_LANES 8
#define KERNEL_NAME f64x8
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include "kernels/kernel.inc"
#else
#include "kernels/kernel_missing.inc"
#endif
