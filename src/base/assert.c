/// The assert hook that is used when the host program brings none.
#include "gyre/base.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((weak)) void gyre_assert_failed(const char *condition, const char *file, int line) {
    fprintf(stderr, "gyre: internal error at %s:%d: %s\n", file, line, condition);
    abort();
}
