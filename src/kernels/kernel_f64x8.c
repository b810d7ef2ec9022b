/// Eight doubles at a time: AVX-512. Only this file is compiled with -mavx512f -mavx512dq. (These flags allow fused
/// multiply-add, which -ffp-contract=off prevents; test_kernels would detect fused operations.)
#define GYRE_LANES 8
#define KERNEL_NAME f64x8
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include "kernels/kernel.inc"
#else
#include "kernels/kernel_missing.inc"
#endif
