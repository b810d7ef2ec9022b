/// Variables have the names of FIPS 180-4, section 6.2.
#include "record/sha256.h"

#include <string.h>

enum { BLOCK = 64, LENGTH_AT = BLOCK - 8 };

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turned(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void add_block(uint32_t H[8], const uint8_t block[BLOCK]) {
    uint32_t W[64], s[8];
    for (int t = 0; t < 16; t++)
        W[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 |
               block[4 * t + 3];
    for (int t = 16; t < 64; t++) {
        uint32_t sigma0 = turned(W[t - 15], 7) ^ turned(W[t - 15], 18) ^ W[t - 15] >> 3;
        uint32_t sigma1 = turned(W[t - 2], 17) ^ turned(W[t - 2], 19) ^ W[t - 2] >> 10;
        W[t] = sigma1 + W[t - 7] + sigma0 + W[t - 16];
    }
    memcpy(s, H, sizeof s);
    for (int t = 0; t < 64; t++) {
        uint32_t a = s[0], e = s[4];
        uint32_t choice = (e & s[5]) ^ (~e & s[6]), majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]);
        uint32_t T1 = s[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + K[t] + W[t];
        uint32_t T2 = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += T1;
        s[0] = T1 + T2;
    }
    for (int i = 0; i < 8; i++)
        H[i] += s[i];
}

void gyre_sha256(const void *bytes, size_t size, uint8_t out_digest[SHA256_SIZE]) {
    uint32_t H[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *at = bytes;
    size_t left = size;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        add_block(H, at);

    // the rest, a 1 bit, zeros, and the length in bits: one block or two
    uint8_t end[2 * BLOCK] = {0};
    if (left > 0) memcpy(end, at, left);
    end[left] = 0x80;
    size_t end_size = left < LENGTH_AT ? BLOCK : 2 * BLOCK;
    for (int i = 0; i < 8; i++)
        end[end_size - 1 - (size_t)i] = (uint8_t)((uint64_t)size * 8 >> (8 * i));
    for (size_t i = 0; i < end_size; i += BLOCK)
        add_block(H, end + i);
    for (int i = 0; i < SHA256_SIZE; i++)
        out_digest[i] = (uint8_t)(H[i / 4] >> (24 - 8 * (i % 4)));
}
