/// Asserts for broken invariants (bugs in Gyre). Invalid data is reported with a gyre_result instead.
#pragma once

#include "gyre/base.h"

#ifdef GYRE_ENABLE_ASSERTS
#define GYRE_ASSERT(condition) ((condition) ? (void)0 : gyre_assert_failed(#condition, __FILE__, __LINE__))
#else
#define GYRE_ASSERT(condition) ((void)sizeof(condition))
#endif

/// Checks floating-point accuracy. A separate name, because a failure means lost accuracy, not a logic error.
#define GYRE_VALIDATE(condition) GYRE_ASSERT(condition)
