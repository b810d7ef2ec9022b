/// Allocation through the host's allocator, with sizes that are checked for overflow.
#pragma once

#include "gyre/base.h"
#include "base/for_io.h"

#include <stdbool.h>

enum { MEMORY_ALIGNMENT = 64 }; // one cache line; also enough for the widest vector type

/// Writes a * b to *out. Returns false, with *out unchanged, on overflow.
static inline bool size_multiply(size_t a, size_t b, size_t *out) { return !__builtin_mul_overflow(a, b, out); }

/// Writes a + b to *out. Returns false, with *out unchanged, on overflow.
static inline bool size_add(size_t a, size_t b, size_t *out) { return !__builtin_add_overflow(a, b, out); }

/// Returns GYRE_ERR_ALLOCATOR if only one of take and give is set.
FOR_IO gyre_result gyre_allocator_check(const gyre_allocator *allocator);

/// Allocates `count` elements of `size` bytes, uninitialised and aligned to MEMORY_ALIGNMENT. Returns NULL if out of
/// memory or if the product overflows. Neither count nor size may be 0.
FOR_IO void *gyre_take_array(const gyre_allocator *allocator, size_t count, size_t size);

/// Frees a block of gyre_take_array; NULL is allowed.
FOR_IO void gyre_give_back(const gyre_allocator *allocator, void *block);
