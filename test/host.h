/// A host program's log and allocator, for tests: the last line is kept, and the n-th allocation fails.
#pragma once

#include "gyre/base.h"

#include <stdio.h>
#include <stdlib.h>

static char log_text[256];

__attribute__((unused)) static void keep_text(gyre_log_level level, const char *text, void *user) {
    (void)level, (void)user;
    snprintf(log_text, sizeof log_text, "%s", text);
}

typedef struct failing {
    int calls, fail_at, live; // blocks that are still out: 0 when nothing leaked
} failing;

__attribute__((unused)) static void *failing_take(size_t size, size_t alignment, void *user) {
    failing *f = user;
    if (f->calls++ == f->fail_at) return NULL;
    f->live++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

__attribute__((unused)) static void failing_give(void *block, void *user) {
    failing *f = user;
    f->live--;
    free(block);
}
