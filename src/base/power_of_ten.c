/// Powers of ten, to 128 bits.
///
/// All of them would make a table of 11 kB that evicts other things from the cache. Every 28th, to 192 bits, times one
/// of the 28 powers of 5 below it costs three multiplications and 824 bytes. tools/powers_of_ten.py shows for each
/// exponent that the leading 128 bits of that product are those of the power of ten, although the table is rounded.
#include "base/power_of_ten.h"

#include "base/check.h"

// What follows comes from `python3 tools/powers_of_ten.py`.
enum { STRIDE = 28, FIRST_STRIDE = -13 };

// 5^i, shifted until the highest bit is set.
static const uint64_t powers_of_five[STRIDE] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000, 0x9c40000000000000,
    0xc350000000000000, 0xf424000000000000, 0x9896800000000000, 0xbebc200000000000, 0xee6b280000000000,
    0x9502f90000000000, 0xba43b74000000000, 0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000,
    0xe35fa931a0000000, 0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400, 0xd3c21bcecceda100,
    0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a,
};

// 10^(28 (i + FIRST_STRIDE)): the leading 192 bits, rounded down.
static const uint64_t strides[][3] = {
    {0xe1afa13afbd14d6d, 0x82189c09a3a1ec21, 0x7a43516213c7e04c},
    {0xe3e27a444d8d98b7, 0xfd1b1b2308169b25, 0x363b1f2c568dc3e2},
    {0xe61acf033d1a45df, 0x6fb92487298e33bd, 0xadd7728c20b99bd1},
    {0xe858ad248f5c22c9, 0xd1b3400f8f9cff68, 0xf910f9f648232f14},
    {0xea9c227723ee8bcb, 0x465e15a979c1cadc, 0x0a0ce827eac11f2d},
    {0xece53cec4a314ebd, 0xa4f8bf5635246428, 0x4609ac5c7899ca36},
    {0xef340a98172aace4, 0x86fb897116c87c34, 0x9c39c1da4c49278d},
    {0xf18899b1bc3f8ca1, 0xdc44e6c3cb279ac1, 0xf80f36174730ca34},
    {0xf3e2f893dec3f126, 0x5a89dba3c3efccfa, 0xd8ecb58659be9c90},
    {0xf64335bcf065d37d, 0x4d4617b5ff4a16d5, 0xaa09501d5954a559},
    {0xf8a95fcf88747d94, 0x75a44c6397ce912a, 0x33cca6c06b07b74d},
    {0xfb158592be068d2e, 0xeed6e2f0f0d56712, 0xac2e4f162cfad40a},
    {0xfd87b5f28300ca0d, 0x8bca9d6e188853fc, 0x76dcb60081ce0fa5},
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000},
    {0x813f3978f8940984, 0x4000000000000000, 0x0000000000000000},
    {0x82818f1281ed449f, 0xbff8f10e7a8921a4, 0x2000000000000000},
    {0x83c7088e1aab65db, 0x792667c6da79e0fa, 0x0861d3ee22d1cc53},
    {0x850fadc09923329e, 0x03e2cf6bc604ddb0, 0x74a7ef0198791097},
    {0x865b86925b9bc5c2, 0x0b8a2392ba45a9b2, 0x5c6658d409fb8bf7},
    {0x87aa9aff79042286, 0x90fb44d2f05d0842, 0xfb118fc9c217a1d2},
    {0x88fcf317f22241e2, 0x441fece3bdf81f03, 0x12f274928400100d},
    {0x8a5296ffe33cc92f, 0x82bd6b70d99aaa6f, 0xbc10c5c5cda97c8d},
    {0x8bab8eefb6409c1a, 0x1ad089b6c2f7548e, 0x25c7b885ba466e37},
    {0x8d07e33455637eb2, 0xdb0b487b6423e1e8, 0x7ec63730f500b406},
    {0x8e679c2f5e44ff8f, 0x570f09eaa7ea7648, 0x5961db50c6d2b886},
};

wide gyre_power_of_ten(int exponent) {
    GYRE_ASSERT(exponent >= POWER_OF_TEN_MIN && exponent <= POWER_OF_TEN_MAX);
    unsigned above_first = (unsigned)(exponent - STRIDE * FIRST_STRIDE);
    const uint64_t *stride = strides[above_first / STRIDE];
    uint64_t five = powers_of_five[above_first % STRIDE];

    // the product's three upper words; of the lowest only the carry counts
    wide top = wide_product(stride[0], five), middle = wide_product(stride[1], five);
    middle = wide_sum(middle, wide_product(stride[2], five).high);
    top = wide_sum(top, middle.high);
    if (top.high >> 63) return top;
    return (wide){top.high << 1 | top.low >> 63, top.low << 1 | middle.low >> 63};
}
