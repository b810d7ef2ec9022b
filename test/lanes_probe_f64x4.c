#define GYRE_LANES 4
#define PROBE probe_f64x4
#include "lanes_probe.inc"
