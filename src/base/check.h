/// Asserts for broken invariants (our bugs). Bad data is never asserted on: it gets a gyre_result.
#pragma once

#include "gyre/base.h"

#ifdef GYRE_ENABLE_ASSERTS
#define GYRE_ASSERT(condition) ((condition) ? (void)0 : gyre_assert_failed(#condition, __FILE__, __LINE__))
#else
#define GYRE_ASSERT(condition) ((void)sizeof(condition))
#endif

/// Floating-point sanity: the same switch under a name of its own, because a failure means lost accuracy, not a bug in
/// the bookkeeping.
#define GYRE_VALIDATE(condition) GYRE_ASSERT(condition)
