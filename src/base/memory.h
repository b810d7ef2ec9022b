/// Memory through the host's allocator, with sizes that cannot wrap around.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>

enum { MEMORY_ALIGNMENT = 64 }; // one cache line, and enough for the widest vector type

/// a * b in *out, or false (and *out untouched) when it does not fit.
static inline bool size_multiply(size_t a, size_t b, size_t *out) { return !__builtin_mul_overflow(a, b, out); }

/// a + b in *out, or false (and *out untouched) when it does not fit.
static inline bool size_add(size_t a, size_t b, size_t *out) { return !__builtin_add_overflow(a, b, out); }

/// GYRE_ERR_ALLOCATOR when only one of take and give is set.
gyre_result gyre_allocator_check(const gyre_allocator *allocator);

/// `count` elements of `size` bytes, uninitialised, aligned to MEMORY_ALIGNMENT; NULL when there is no memory or the
/// product does not fit. A count or size of 0 is our bug.
void *gyre_take_array(const gyre_allocator *allocator, size_t count, size_t size);

/// Gives back what take_array returned; NULL is fine.
void gyre_give_back(const gyre_allocator *allocator, void *block);
