#define GYRE_LANES 4
#define PROBE forces_probe_f64x4
#include "forces_probe.inc"
