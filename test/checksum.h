/// CRC-32 of zip archives and PNG, bit by bit: the oracle for checksums in files.
#pragma once

#include <stddef.h>
#include <stdint.h>

static inline uint32_t crc_of(const uint8_t *bytes, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}
