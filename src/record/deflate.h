/// Compression: deflate (RFC 1951), and its frame with a checksum, zlib (RFC 1950).
///
/// Everything is in memory at once and comes out at an output. The same bytes give the same bytes on every machine.
#pragma once

#include "record/output.h"

/// One complete deflate stream. Takes 0.5 MB while it runs; GYRE_ERR_NO_MEMORY is the only failure, since what goes
/// wrong at the sink stays with the output.
gyre_result gyre_deflate(const void *bytes, size_t size, const gyre_allocator *allocator, output *out);

/// The same in a zlib frame.
gyre_result gyre_zlib(const void *bytes, size_t size, const gyre_allocator *allocator, output *out);
