/// Pseudo-random numbers with the same sequence on every machine.
#pragma once

#include <stdint.h>

/// Returns a number in [0, 1) and advances the state: splitmix64 (Steele, Lea, Flood 2014). Any seed is valid.
static inline double random_fraction(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}
