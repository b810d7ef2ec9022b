/// Counts the allocations and frees of a world, and the memory of the process.
#pragma once

#include "gyre/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { SLACK_KIB = 2048 }; // scenes differ in size, and what malloc keeps of them is not always the same

typedef struct memory_count {
    long live; // blocks that are out
} memory_count;

static inline void *counted_take(size_t size, size_t alignment, void *user) {
    ((memory_count *)user)->live++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static inline void counted_give(void *block, void *user) {
    ((memory_count *)user)->live -= block != NULL;
    free(block);
}

static inline gyre_allocator counting_allocator(memory_count *count) {
    return (gyre_allocator){counted_take, counted_give, count};
}

/// Resident memory of the process [KiB]; 0 where the system does not report it.
static inline long resident_kib(void) {
    FILE *f = fopen("/proc/self/statm", "r");
    long size, resident;
    int is_known = f && fscanf(f, "%ld %ld", &size, &resident) == 2;
    if (f) fclose(f);
    return is_known ? resident * (sysconf(_SC_PAGESIZE) / 1024) : 0;
}

/// The same without what malloc keeps for later.
static inline long resident_kib_after_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    return resident_kib();
}
