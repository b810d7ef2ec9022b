/// Compresses and computes checksums with zlib. A build without zlib writes the same formats uncompressed.
///
/// The output depends only on the input and the zlib version.
#pragma once

#include "record/output.h"

/// Writes one complete deflate stream (RFC 1951). GYRE_ERR_NO_MEMORY; GYRE_ERR_FORMAT if the zlib found at run time
/// is incompatible with the zlib headers at compile time; `out` keeps errors of the sink.
gyre_result gyre_deflate(const void *bytes, size_t size, const gyre_allocator *allocator, output *out);

/// Writes one complete zlib stream: deflate with a header and a checksum (RFC 1950).
gyre_result gyre_zlib(const void *bytes, size_t size, const gyre_allocator *allocator, output *out);

/// Extends `crc`, the CRC-32 of all previous bytes (0 at the start), with these bytes. Zip archives and PNG use this
/// CRC.
uint32_t gyre_crc32(uint32_t crc, const void *bytes, size_t size);

/// Returns the checksum of two consecutive pieces, given their checksums; the second piece has `size_b` bytes.
uint32_t gyre_crc32_join(uint32_t crc_a, uint32_t crc_b, uint64_t size_b);
