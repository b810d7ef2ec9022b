/// Loaded before a program (LD_PRELOAD): tiny numbers become 0 in it, as in a process that has loaded a library linked
/// with -ffast-math.
#include <xmmintrin.h>

__attribute__((constructor)) static void flush(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }
