/// The assert hook that is used when the host program brings none.
#include "gyre/base.h"

#include <stdio.h>
#include <stdlib.h>

// A weak function in an archive is not found by linkers for Windows. There the archive itself leaves the choice: this
// file holds nothing else, and is not linked when the program has the function.
#ifdef _WIN32
#define REPLACEABLE
#else
#define REPLACEABLE __attribute__((weak))
#endif

REPLACEABLE void gyre_assert_failed(const char *condition, const char *file, int line) {
    fprintf(stderr, "gyre: internal error at %s:%d: %s\n", file, line, condition);
    abort();
}
