#define GYRE_LANES 1
#define PROBE probe_f64
#include "lanes_probe.inc"
