/// Compression and checksums: by zlib, or, in a build without zlib, the same formats uncompressed.
///
/// The output depends on the input and on the version of zlib only.
#pragma once

#include "record/output.h"

/// Writes one complete deflate stream (RFC 1951). GYRE_ERR_NO_MEMORY; GYRE_ERR_FORMAT if the zlib found at run time
/// does not fit the one the library was compiled with; errors of the sink are kept by the output.
gyre_result gyre_deflate(const void *bytes, size_t size, const gyre_allocator *allocator, output *out);

/// Writes the same as a zlib stream, with a header and a checksum (RFC 1950).
gyre_result gyre_zlib(const void *bytes, size_t size, const gyre_allocator *allocator, output *out);

/// Returns the CRC-32 of zip archives and PNG for the previous bytes, whose checksum is `crc` (0: none), followed by
/// these.
uint32_t gyre_crc32(uint32_t crc, const void *bytes, size_t size);

/// Returns the checksum of two consecutive pieces from their checksums; the second piece has `size_b` bytes.
uint32_t gyre_crc32_join(uint32_t crc_a, uint32_t crc_b, uint64_t size_b);
