/// CRC-32 as zip archives want it (polynomial 0x04c11db7, reflected), of bytes that come piece by piece.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Eight bytes at a time: tables[k][b] is what the byte b does after k more bytes have come.
typedef struct crc32_tables {
    uint32_t of[8][256];
} crc32_tables;

void gyre_crc32_begin(crc32_tables *out_tables);

/// The checksum of what was before (0: nothing) and these bytes.
uint32_t gyre_crc32_add(const crc32_tables *tables, uint32_t crc, const void *bytes, size_t size);

/// The checksum of a piece followed by another one of `size_b` bytes, from those of the two.
uint32_t gyre_crc32_join(uint32_t crc_a, uint32_t crc_b, uint64_t size_b);
