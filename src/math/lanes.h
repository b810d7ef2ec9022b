/// The number type of all physics: `real`, which is one double or several in a SIMD vector.
///
/// Every equation is written once over `real` and compiled once per width. A translation unit sets the width with
/// GYRE_LANES before its first include; the default is one double. Code compiled for all widths follows four rules:
///   - no `if` on a `real`: choose with `pick`;
///   - no libm: only + - * / and `root` (sqrt is correctly rounded on every machine, other functions are not);
///   - constants through `splat`;
///   - no dependence on the width outside this file.
/// Only this file and words.h use vector types; only this file uses intrinsics.
#pragma once

#include <float.h>
#include <stdint.h>
#include <string.h>

#if (GYRE_LANES == 8 && defined(__AVX512DQ__)) || (GYRE_LANES == 4 && defined(__AVX2__))
#include <immintrin.h>
#elif GYRE_LANES == 2 && defined(__SSE2__)
#include <emmintrin.h>
#elif GYRE_LANES == 2 && defined(__aarch64__)
#include <arm_neon.h>
#elif GYRE_LANES == 2 && defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 // 1: floats become doubles, harmless because Gyre uses doubles
#error "Gyre needs double arithmetic without excess precision: build for SSE2 (x86-64) or newer, not for the x87 unit"
#endif
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__
#error "Gyre needs exact IEEE 754 arithmetic: remove -ffast-math, -Ofast or -ffinite-math-only"
#endif

#ifndef GYRE_LANES
#define GYRE_LANES 1
#endif

/// A pure function. Always inlined and static, because the same function handles one double in one object file and four
/// in another.
#ifdef GYRE_COUNTS_BRANCHES // coverage builds: one copy per object file, so that each branch of the source counts once
#define PURE static inline __attribute__((unused))
#else
#define PURE static inline __attribute__((always_inline, unused))
#endif

/// A function that must not be inlined: a rare path that would cost the common path registers or cache, or a long loop
/// that the compiler optimises better alone.
#define OUT_OF_LINE static __attribute__((noinline, unused))

// MemorySanitizer does not know that vblendvpd reads only one of two lanes, and reports the unused lane as
// uninitialised. In MemorySanitizer builds `pick` uses bit operations, as on machines without the instruction.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define GYRE_MEMORY_SANITIZER
#endif
#endif

#if GYRE_LANES == 1

typedef double real;
typedef int64_t ints; ///< as many 64-bit integers as `real` has doubles
typedef int64_t mask; ///< result of comparing two reals; combine with `both`, `either`, `negated`

PURE real splat(double a) { return a; }
PURE ints splat_int(int64_t a) { return a; }
PURE real root(real a) { return __builtin_sqrt(a); }
PURE real pick(mask m, real yes, real no) { return m ? yes : no; }
PURE mask negated(mask m) { return !m; }
PURE int any(mask m) { return m != 0; }
PURE double lane(real a, int index) { return (void)index, a; }
PURE real with_lane(real a, int index, double value) { return (void)index, (void)a, value; }
PURE ints bits_of(real a) {
    ints b;
    memcpy(&b, &a, sizeof b);
    return b;
}
PURE real real_of(ints b) {
    real a;
    memcpy(&a, &b, sizeof a);
    return a;
}

#elif GYRE_LANES == 2 || GYRE_LANES == 4 || GYRE_LANES == 8

typedef double real __attribute__((vector_size(8 * GYRE_LANES)));
typedef int64_t ints __attribute__((vector_size(8 * GYRE_LANES)));
typedef ints mask;

#if GYRE_LANES == 2
PURE real splat(double a) { return (real){a, a}; }
PURE ints splat_int(int64_t a) { return (ints){a, a}; }
#elif GYRE_LANES == 4
PURE real splat(double a) { return (real){a, a, a, a}; }
PURE ints splat_int(int64_t a) { return (ints){a, a, a, a}; }
#else
PURE real splat(double a) { return (real){a, a, a, a, a, a, a, a}; }
PURE ints splat_int(int64_t a) { return (ints){a, a, a, a, a, a, a, a}; }
#endif

// Intrinsics compute packed square roots and test whole masks. Without them gcc splits the vector into lanes, and the
// exact rotation takes a third longer.
#if GYRE_LANES == 8 && defined(__AVX512DQ__)
PURE real root(real a) { return (real)_mm512_sqrt_pd((__m512d)a); }
PURE int any(mask m) { return _mm512_movepi64_mask((__m512i)m) != 0; }
#elif GYRE_LANES == 4 && defined(__AVX2__)
PURE real root(real a) { return (real)_mm256_sqrt_pd((__m256d)a); }
PURE int any(mask m) { return _mm256_movemask_pd((__m256d)m) != 0; }
#elif GYRE_LANES == 2 && defined(__SSE2__)
PURE real root(real a) { return (real)_mm_sqrt_pd((__m128d)a); }
PURE int any(mask m) { return _mm_movemask_pd((__m128d)m) != 0; }
#elif GYRE_LANES == 2 && defined(__aarch64__)
PURE real root(real a) { return (real)vsqrtq_f64((float64x2_t)a); }
PURE int any(mask m) { return vmaxvq_u32((uint32x4_t)m) != 0; }
#elif GYRE_LANES == 2 && defined(__wasm_simd128__)
PURE real root(real a) { return (real)wasm_f64x2_sqrt((v128_t)a); }
PURE int any(mask m) { return wasm_v128_any_true((v128_t)m); }
#elif GYRE_LANES == 2
PURE real root(real a) { return (real){__builtin_sqrt(a[0]), __builtin_sqrt(a[1])}; }
PURE int any(mask m) { return (m[0] | m[1]) != 0; }
#elif GYRE_LANES == 4
PURE real root(real a) {
    return (real){__builtin_sqrt(a[0]), __builtin_sqrt(a[1]), __builtin_sqrt(a[2]), __builtin_sqrt(a[3])};
}
PURE int any(mask m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }
#else
PURE real root(real a) {
    return (real){__builtin_sqrt(a[0]), __builtin_sqrt(a[1]), __builtin_sqrt(a[2]), __builtin_sqrt(a[3]),
                  __builtin_sqrt(a[4]), __builtin_sqrt(a[5]), __builtin_sqrt(a[6]), __builtin_sqrt(a[7])};
}
PURE int any(mask m) { return (m[0] | m[1] | m[2] | m[3] | m[4] | m[5] | m[6] | m[7]) != 0; }
#endif
PURE ints bits_of(real a) { return (ints)a; }
PURE real real_of(ints b) { return (real)b; }
#if GYRE_LANES == 8 && defined(__AVX512DQ__)
PURE real pick(mask m, real yes, real no) {
    return (real)_mm512_mask_blend_pd(_mm512_movepi64_mask((__m512i)m), (__m512d)no, (__m512d)yes);
}
#elif GYRE_LANES == 4 && defined(__AVX2__) && !defined(GYRE_MEMORY_SANITIZER)
PURE real pick(mask m, real yes, real no) { return (real)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)m); }
#else
PURE real pick(mask m, real yes, real no) { return (real)((m & (ints)yes) | (~m & (ints)no)); }
#endif
PURE mask negated(mask m) { return ~m; }
PURE double lane(real a, int index) { return a[index]; }
PURE real with_lane(real a, int index, double value) {
    a[index] = value;
    return a;
}

#else
#error "GYRE_LANES must be 1, 2, 4 or 8"
#endif

/// Loads and stores as many doubles as a `real` holds.
PURE real load_real(const double *from) {
    real a;
    memcpy(&a, from, sizeof a);
    return a;
}
PURE void store_real(double *to, real a) { memcpy(to, &a, sizeof a); }

/// Prefetches the memory at `from`.
PURE void expect_to_read(const double *from) { __builtin_prefetch(from, 0); }

/// Stores a cache line without keeping it in the cache, where the CPU supports that; `to` must be aligned to a cache
/// line. Call finish_stores before reading the data. Storing partial lines this way would be slower than through the
/// cache.
#if GYRE_LANES == 8 && defined(__AVX512DQ__)
PURE void store_past_cache(double *to, real a) { _mm512_stream_pd(to, (__m512d)a); }
PURE void finish_stores(void) { _mm_sfence(); }
#else
PURE void store_past_cache(double *to, real a) { store_real(to, a); }
PURE void finish_stores(void) {}
#endif

/// Reads or writes one lane of a `real` in memory by a run-time index, without loading the whole vector.
PURE double lane_in(const real *at, int index) {
    double a;
    memcpy(&a, (const char *)at + sizeof a * (size_t)index, sizeof a);
    return a;
}
PURE void put_lane_in(real *at, int index, double a) { memcpy((char *)at + sizeof a * (size_t)index, &a, sizeof a); }

#define ZERO splat(0.0)
#define HALF splat(0.5)
#define ONE splat(1.0)
#define TWO splat(2.0)

PURE mask both(mask a, mask b) { return a & b; }
PURE mask either(mask a, mask b) { return a | b; }

/// |a|, by clearing the sign bit; correct for -0 and NaN.
PURE real magnitude(real a) { return real_of(bits_of(a) & splat_int(INT64_MAX)); }

/// |a| with the sign of `sign`; correct for zeros and infinities too.
PURE real with_sign(real a, real sign) {
    return real_of((bits_of(a) & splat_int(INT64_MAX)) | (bits_of(sign) & splat_int(INT64_MIN)));
}

/// The smaller or larger of a and b; b if a and b are equal or either is NaN.
#if GYRE_LANES == 8 && defined(__AVX512DQ__)
PURE real smaller(real a, real b) { return (real)_mm512_min_pd((__m512d)a, (__m512d)b); }
PURE real larger(real a, real b) { return (real)_mm512_max_pd((__m512d)a, (__m512d)b); }
#elif GYRE_LANES == 4 && defined(__AVX2__)
PURE real smaller(real a, real b) { return (real)_mm256_min_pd((__m256d)a, (__m256d)b); }
PURE real larger(real a, real b) { return (real)_mm256_max_pd((__m256d)a, (__m256d)b); }
#elif GYRE_LANES == 2 && defined(__SSE2__)
PURE real smaller(real a, real b) { return (real)_mm_min_pd((__m128d)a, (__m128d)b); }
PURE real larger(real a, real b) { return (real)_mm_max_pd((__m128d)a, (__m128d)b); }
#else
PURE real smaller(real a, real b) { return pick(a < b, a, b); }
PURE real larger(real a, real b) { return pick(a > b, a, b); }
#endif
