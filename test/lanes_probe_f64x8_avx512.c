#define GYRE_LANES 8
#define PROBE probe_f64x8_avx512
#include "lanes_probe.inc"
