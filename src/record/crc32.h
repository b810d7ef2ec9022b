/// CRC-32 for zip archives (polynomial 0x04c11db7, reflected), piece by piece.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Tables for eight bytes at a time: tables[k][b] is the contribution of the byte b followed by k more bytes.
typedef struct crc32_tables {
    uint32_t of[8][256];
} crc32_tables;

void gyre_crc32_begin(crc32_tables *out_tables);

/// Returns the checksum of the previous bytes, whose checksum is `crc` (0: none), followed by these.
uint32_t gyre_crc32_add(const crc32_tables *tables, uint32_t crc, const void *bytes, size_t size);

/// Returns the checksum of two consecutive pieces from their checksums; the second piece has `size_b` bytes.
uint32_t gyre_crc32_join(uint32_t crc_a, uint32_t crc_b, uint64_t size_b);
