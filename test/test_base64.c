/// Layer 0: base64 to bytes.
#include "base/base64.h"
#include "check.h"

static void check_decoded(const char *text, const char *want) {
    uint8_t out[64];
    size_t size = 99, bad = 99;
    CHECK(strlen(text) <= sizeof out);
    CHECK(gyre_base64_decode(text, strlen(text), out, &size, &bad));
    CHECK_EQ(size, strlen(want));
    CHECK_BYTES(out, want, size);
}

static void check_refused(const char *text, size_t where) {
    uint8_t out[64];
    size_t size = 99, bad = 99;
    CHECK(!gyre_base64_decode(text, strlen(text), out, &size, &bad));
    CHECK_EQ(bad, where);
    CHECK_EQ(size, 99);
}

// RFC 4648, section 10
TEST(the_vectors_of_the_rfc_are_decoded) {
    check_decoded("", "");
    check_decoded("Zg==", "f");
    check_decoded("Zm8=", "fo");
    check_decoded("Zm9v", "foo");
    check_decoded("Zm9vYg==", "foob");
    check_decoded("Zm9vYmE=", "fooba");
    check_decoded("Zm9vYmFy", "foobar");
}

TEST(padding_may_be_left_out) {
    check_decoded("Zg", "f");
    check_decoded("Zm9vYmE", "fooba");
}

TEST(every_digit_has_its_value) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t out[64];
    size_t size = 0, bad = 0;
    CHECK(gyre_base64_decode(digits, 64, out, &size, &bad));
    CHECK_EQ(size, 48);
    for (size_t i = 0; i < 64; i++) {
        uint32_t group = (uint32_t)out[i / 4 * 3] << 16 | (uint32_t)out[i / 4 * 3 + 1] << 8 | out[i / 4 * 3 + 2];
        CHECK_EQ(group >> (18 - 6 * (i % 4)) & 63, i);
    }
}

TEST(invalid_base64_is_reported_with_its_position) {
    check_refused("Zm9 v", 3);
    check_refused("Zm-v", 2);
    check_refused("Zm_v", 2);
    check_refused("Zg=", 2);
    check_refused("Zg===", 2);
    check_refused("Z===", 1);
    check_refused("=", 0);
    check_refused("Z", 1);
    check_refused("Zm9vY", 5);
}

TEST(text_can_be_decoded_in_place) {
    char text[] = "Zm9vYmFy";
    size_t size = 0, bad = 0;
    CHECK(gyre_base64_decode(text, 8, (uint8_t *)text, &size, &bad));
    CHECK_BYTES(text, "foobar", 6);
}

RUN_TESTS("base64")
