#define GYRE_LANES 8
#define PROBE forces_probe_f64x8_avx512
#include "forces_probe.inc"
