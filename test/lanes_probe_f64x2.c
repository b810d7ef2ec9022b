#define GYRE_LANES 2
#define PROBE probe_f64x2
#include "lanes_probe.inc"
