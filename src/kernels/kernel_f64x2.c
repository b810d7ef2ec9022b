/// Two doubles at a time: SSE2, NEON, WebAssembly's simd128.
#define GYRE_LANES 2
#define KERNEL_NAME f64x2
#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
#include "kernels/kernel.inc"
#else
#include "kernels/kernel_missing.inc"
#endif
