/// One entry point per width; `count` bodies, a multiple of 8.
#pragma once

#include <stddef.h>

enum { PROBE_INPUTS = 22, PROBE_THETA = 5 + 13 + 4 + 4 + 4 + 3, PROBE_OUTPUTS = PROBE_THETA + 1 + 4 + 3 };

void probe_f64(const double *in, double *out, size_t count);
void probe_f64x2(const double *in, double *out, size_t count);
void probe_f64x4(const double *in, double *out, size_t count);
void probe_f64x4_avx2(const double *in, double *out, size_t count);
void probe_f64x8(const double *in, double *out, size_t count);
void probe_f64x8_avx512(const double *in, double *out, size_t count);
