/// The default assert hook, for programs that do not define their own.
#include "gyre/base.h"

#include <stdio.h>
#include <stdlib.h>

// Linkers for Windows do not find a weak function in an archive. There this file must contain nothing else: the archive
// member is not linked if the program defines the function.
#ifdef _WIN32
#define REPLACEABLE
#else
#define REPLACEABLE __attribute__((weak))
#endif

REPLACEABLE void gyre_assert_failed(const char *condition, const char *file, int line) {
    fprintf(stderr, "gyre: internal error at %s:%d: %s\n", file, line, condition);
    abort();
}
