/// Layer 0: UTF-8.
#include "base/utf8.h"
#include "check.h"

TEST(every_code_point_round_trips) {
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        if (code >= 0xd800 && code <= 0xdfff) continue;
        char text[4];
        size_t size = gyre_utf8_encode(code, text);
        CHECK_EQ(size, code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
        uint32_t back = 0;
        CHECK_EQ(gyre_utf8_decode(text, text + size, &back), size);
        CHECK_EQ(back, code);
        CHECK_EQ(gyre_utf8_decode(text, text + size - (size > 1), &back), size > 1 ? 0 : 1); // cut
    }
}

static size_t decoded_size(unsigned a, unsigned b, unsigned c, unsigned d) {
    char text[4] = {(char)a, (char)b, (char)c, (char)d};
    uint32_t code;
    return gyre_utf8_decode(text, text + 4, &code);
}

// As many sequences of bytes are accepted as there are code points: none that is overlong, a surrogate or too large.
TEST(invalid_utf8_is_refused) {
    size_t ones = 0, twos = 0, threes = 0, fours = 0;
    for (unsigned a = 0; a < 256; a++) {
        ones += decoded_size(a, 'x', 'x', 'x') == 1;
        for (unsigned b = 0; b < 256; b++) {
            twos += decoded_size(a, b, 'x', 'x') == 2;
            for (unsigned c = 0; c < 256; c++)
                threes += decoded_size(a, b, c, 'x') == 3;
            // of the last two bytes only the first and last that may stand there, and their neighbours
            const unsigned edges[] = {0x7f, 0x80, 0xbf, 0xc0};
            for (int i = 0; i < 16; i++)
                fours += decoded_size(a, b, edges[i / 4], edges[i % 4]) == 4;
        }
    }
    CHECK_EQ(ones, 0x80);
    CHECK_EQ(twos, 0x800 - 0x80);
    CHECK_EQ(threes, 0x10000 - 0x800 - 0x800);
    CHECK_EQ(fours, 4 * (0x110000 - 0x10000) / 0x1000);
}

RUN_TESTS("utf8")
