/// Every force at one width: one entry point per width; `count` pairs of bodies, a multiple of 8.
#pragma once

#include "gyre/forces.h"

enum {
    FORCES_PROBE_BODY = 17,                       // x, q, v, w, centre, mass
    FORCES_PROBE_INPUTS = 2 * FORCES_PROBE_BODY,  // bodies a and b
    FORCES_PROBE_OUTPUTS = (19 + 1) + 19 + 2 * 9, // pull and its power, then the pair
};

typedef struct forces_probe_case {
    gyre_force_kind kind;
    gyre_force_parameters one, two; // resolved: to the world, to another body
    gyre_vec3 gravity;
} forces_probe_case;

void forces_probe_f64(const forces_probe_case *c, const double *in, double *out, size_t count);
void forces_probe_f64x2(const forces_probe_case *c, const double *in, double *out, size_t count);
void forces_probe_f64x4(const forces_probe_case *c, const double *in, double *out, size_t count);
void forces_probe_f64x4_avx2(const forces_probe_case *c, const double *in, double *out, size_t count);
void forces_probe_f64x8(const forces_probe_case *c, const double *in, double *out, size_t count);
void forces_probe_f64x8_avx512(const forces_probe_case *c, const double *in, double *out, size_t count);
