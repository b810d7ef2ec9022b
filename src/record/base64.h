/// Encodes bytes as base64 (RFC 4648), piece by piece.
#pragma once

#include "record/output.h"

/// Initialise with {.out = ...}.
typedef struct base64 {
    output *out;
    uint8_t held[3]; // bytes of an incomplete group of three
    size_t held_count;
} base64;

void gyre_base64_add(base64 *b, const void *bytes, size_t size);

/// Little endian, the byte order of WebGL arrays.
void gyre_base64_add_u16(base64 *b, uint16_t value);
void gyre_base64_add_u32(base64 *b, uint32_t value);
void gyre_base64_add_float(base64 *b, float value);

/// Writes the remaining bytes with '=' as padding.
void gyre_base64_end(base64 *b);
