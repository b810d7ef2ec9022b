#define GYRE_LANES 8
#define PROBE forces_probe_f64x8
#include "forces_probe.inc"
