/// Allocates through the host's allocator, or with malloc and free without one.
#include "base/memory.h"

#include "base/check.h"

#include <stdlib.h>
#ifdef _WIN32
#include <malloc.h>
#endif

gyre_result gyre_allocator_check(const gyre_allocator *allocator) {
    return !allocator->take == !allocator->give ? GYRE_OK : GYRE_ERR_ALLOCATOR;
}

#ifdef _WIN32 // Windows has no aligned_alloc, and aligned memory has its own free function
static void *take_aligned(size_t size) { return _aligned_malloc(size, MEMORY_ALIGNMENT); }
static void give_aligned(void *block) { _aligned_free(block); }
#else
static void *take_aligned(size_t size) { return aligned_alloc(MEMORY_ALIGNMENT, size); }
static void give_aligned(void *block) { free(block); }
#endif

void *gyre_take_array(const gyre_allocator *allocator, size_t count, size_t size) {
    GYRE_ASSERT(count > 0 && size > 0);
    size_t bytes;
    if (!size_multiply(count, size, &bytes)) return NULL;
    if (allocator->take) return allocator->take(bytes, MEMORY_ALIGNMENT, allocator->user);
    // aligned_alloc requires a multiple of the alignment
    size_t padded;
    if (!size_add(bytes, MEMORY_ALIGNMENT - 1, &padded)) return NULL;
    return take_aligned(padded & ~(size_t)(MEMORY_ALIGNMENT - 1));
}

void gyre_give_back(const gyre_allocator *allocator, void *block) {
    if (!block) return;
    if (allocator->give)
        allocator->give(block, allocator->user);
    else
        give_aligned(block);
}
