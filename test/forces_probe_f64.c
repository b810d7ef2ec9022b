#define GYRE_LANES 1
#define PROBE forces_probe_f64
#include "forces_probe.inc"
