/// SHA-256 (FIPS 180-4), for the Content-Security-Policy of pages.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

void gyre_sha256(const void *bytes, size_t size, uint8_t out_digest[SHA256_SIZE]);
