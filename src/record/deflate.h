/// Compression: deflate (RFC 1951) and zlib, which adds a header and a checksum (RFC 1950).
///
/// The whole input is in memory. The output depends on the input only, not on the machine.
#pragma once

#include "record/output.h"

/// Writes one complete deflate stream. Needs 0.5 MB. Fails only with GYRE_ERR_NO_MEMORY; errors of the sink are kept by
/// the output.
gyre_result gyre_deflate(const void *bytes, size_t size, const gyre_allocator *allocator, output *out);

/// Writes the same as a zlib stream.
gyre_result gyre_zlib(const void *bytes, size_t size, const gyre_allocator *allocator, output *out);
