#define GYRE_LANES 2
#define PROBE forces_probe_f64x2
#include "forces_probe.inc"
