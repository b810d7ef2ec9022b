/// The number type of all physics: `real`, one double or several side by side.
///
/// Every equation in Gyre is written once over `real` and compiled once per width. The width is GYRE_LANES, given by
/// the translation unit before its first include (one double when it is silent). Four rules make one text serve all
/// widths:
///   - no `if` on a `real`: choose with `pick`;
///   - no libm: only + - * / and `root` (sqrt is correctly rounded everywhere, libm's other functions are not);
///   - constants through `splat`;
///   - no knowledge of the width outside this file.
/// Vector types and intrinsics appear here and nowhere else.
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

#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 // 1: floats are computed as doubles, which changes nothing here
#error "Gyre needs doubles that are computed as doubles: build for SSE2 (x86-64) or newer, not for the x87 unit"
#endif
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__
#error "Gyre gives the same bits everywhere, which -ffast-math, -Ofast and -ffinite-math-only forbid: remove that flag"
#endif

#ifndef GYRE_LANES
#define GYRE_LANES 1
#endif

/// A function of its arguments alone. Always inlined and static, so that the same plain name can mean one double in one
/// object file and four in another.
#ifdef GYRE_COUNTS_BRANCHES // coverage builds: one copy per object file, so that a branch of the source counts once
#define PURE static inline __attribute__((unused))
#else
#define PURE static inline __attribute__((always_inline, unused))
#endif

/// A function of its own: a path that is seldom taken, which should cost the usual one neither registers nor cache, or
/// a long loop, which is easier to optimise alone.
#define OUT_OF_LINE static __attribute__((noinline, unused))

// MemorySanitizer does not know that vblendvpd reads one of two lanes only, and reports the other, which nobody set. To
// it the choice is made of bits, as on machines without the instruction.
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

// Packed roots, and one question about a whole mask, have names of their own on every machine: without them gcc takes
// the lanes apart (the exact turn took a third longer).
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

/// As many doubles as `real` has, from and to memory.
PURE real load_real(const double *from) {
    real a;
    memcpy(&a, from, sizeof a);
    return a;
}
PURE void store_real(double *to, real a) { memcpy(to, &a, sizeof a); }

/// Asks for the memory at `from`, which will be read soon. A hint: it changes nothing and cannot fail.
PURE void expect_to_read(const double *from) { __builtin_prefetch(from, 0); }

/// Stores whole lines of the cache (`to` begins one) so that they do not stay there, where that can be done; then
/// nobody may read them before finish_stores. Half lines would be written one by one: slower than through the cache.
#if GYRE_LANES == 8 && defined(__AVX512DQ__)
PURE void store_past_cache(double *to, real a) { _mm512_stream_pd(to, (__m512d)a); }
PURE void finish_stores(void) { _mm_sfence(); }
#else
PURE void store_past_cache(double *to, real a) { store_real(to, a); }
PURE void finish_stores(void) {}
#endif

/// One lane of a real that is in memory, by an index that is known at run time only: the rest stays where it is.
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

/// |a|, by clearing the sign bit: right for -0 and NaN too.
PURE real magnitude(real a) { return real_of(bits_of(a) & splat_int(INT64_MAX)); }

/// |a| with the sign of `sign`, zeros and infinities included.
PURE real with_sign(real a, real sign) {
    return real_of((bits_of(a) & splat_int(INT64_MAX)) | (bits_of(sign) & splat_int(INT64_MIN)));
}

/// The second one when they are equal or one is NaN.
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
