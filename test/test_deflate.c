/// Layer 11: compression, PNG, base64, SHA-256. The inflater is the test's own.
#include "check.h"
#include "host.h"
#include "inflate.h"
#include "random.h"

#include "gyre/record.h"
#include "record/base64.h"
#include "record/crc32.h"
#include "record/deflate.h"
#include "record/huffman.h"
#include "record/png.h"
#include "record/sha256.h"

static const gyre_allocator from_libc = {0};

// ---- helpers ----

static gyre_memory_sink deflated(const void *bytes, size_t size) {
    gyre_memory_sink memory = {from_libc, NULL, 0, 0};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    output out;
    CHECK_OK(gyre_output_begin(&out, &sink, &from_libc, false));
    CHECK_OK(gyre_deflate(bytes, size, &from_libc, &out));
    CHECK_OK(gyre_output_end(&out));
    gyre_output_free(&out);
    return memory;
}

// Compresses, inflates, compares; returns the compressed size.
static size_t check_round_trip(const uint8_t *bytes, size_t size, int out_blocks[3]) {
    gyre_memory_sink packed = deflated(bytes, size);
    inflater z = {.bytes = packed.bytes, .size = packed.size, .room = size};
    z.out = malloc(size + 1);
    CHECK(z.out);
    CHECK(inflate(&z));
    CHECK_EQ(z.at, packed.size);
    CHECK_EQ(z.out_size, size);
    CHECK_BYTES(z.out, bytes, size);
    if (out_blocks) memcpy(out_blocks, z.blocks, sizeof z.blocks);
    free(z.out);
    free(packed.bytes);
    return packed.size;
}

static uint8_t *random_bytes(size_t size, unsigned kinds) {
    uint8_t *bytes = malloc(size);
    random_source r = {size};
    CHECK(bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(random_u64(&r) % kinds);
    return bytes;
}

// ---- deflate ----

TEST(deflate_of_nothing_is_one_empty_block) {
    int blocks[3];
    CHECK_EQ(check_round_trip((const uint8_t *)"", 0, blocks), 2);
    CHECK_EQ(blocks[1], 1);
}

TEST(deflate_round_trips_every_short_text) {
    const char *const text = "abracadabra abracadabra, said the cat: abracadabra";
    for (size_t size = 0; size <= strlen(text); size++)
        check_round_trip((const uint8_t *)text, size, NULL);
}

TEST(deflate_stores_what_cannot_be_compressed) {
    size_t size = 1 << 20;
    uint8_t *bytes = random_bytes(size, 256);
    int blocks[3];
    CHECK(check_round_trip(bytes, size, blocks) <= size + size / 1000);
    CHECK(blocks[0] > 0);
    free(bytes);
}

// No three bytes come twice (a de Bruijn sequence over four kinds): a dynamic Huffman table is shorter, and it has no
// matches.
TEST(deflate_writes_a_table_without_distances) {
    uint8_t bytes[66] = {0};
    char is_used[64] = {0};
    size_t size = 2;
    is_used[0] = 1; // prefer the largest letter that makes a new triple, after "000"
    bytes[size++] = 0;
    for (int letter; size < sizeof bytes; bytes[size++] = (uint8_t)letter) {
        for (letter = 3; letter >= 0 && is_used[bytes[size - 2] * 16 + bytes[size - 1] * 4 + letter]; letter--) {
        }
        CHECK(letter >= 0);
        is_used[bytes[size - 2] * 16 + bytes[size - 1] * 4 + letter] = 1;
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(bytes[i] + 0xf0); // nine bits each without a table
    int blocks[3];
    CHECK(check_round_trip(bytes, sizeof bytes, blocks) < 40);
    CHECK_EQ(blocks[2], 1);
}

TEST(deflate_uses_fewer_bits_for_fewer_kinds_of_bytes) {
    size_t size = 1 << 20;
    for (unsigned kinds = 2; kinds <= 64; kinds *= 2) { // log2(kinds) bits per byte, and a third for short matches
        uint8_t *bytes = random_bytes(size, kinds);
        int blocks[3];
        CHECK_BELOW((double)check_round_trip(bytes, size, blocks), (double)size * log2(kinds) / 8 * 4 / 3);
        CHECK(blocks[2] > 0);
        free(bytes);
    }
}

TEST(deflate_compresses_runs_and_repetitions) {
    size_t size = 1 << 20;
    uint8_t *bytes = calloc(size, 1);
    CHECK(bytes);
    CHECK_BELOW((double)check_round_trip(bytes, size, NULL), 1200); // 258 bytes in two bits at best
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(i % 1000 * 7);
    CHECK_BELOW((double)check_round_trip(bytes, size, NULL), (double)size / 258 * 14 / 8); // 14 bits a match
    free(bytes);
}

TEST(deflate_finds_a_match_at_the_edge_of_the_window_and_none_beyond) {
    enum { WINDOW = 32768, PIECE = 200 };
    size_t sizes[2];
    for (size_t beyond = 0; beyond < 2; beyond++) {
        uint8_t *bytes = random_bytes(WINDOW + beyond + PIECE, 256);
        memcpy(bytes + WINDOW + beyond, bytes, PIECE);
        sizes[beyond] = check_round_trip(bytes, WINDOW + beyond + PIECE, NULL);
        free(bytes);
    }
    CHECK_BELOW((double)sizes[0], WINDOW + 60);
    CHECK(sizes[1] > WINDOW + PIECE);
}

TEST(deflate_round_trips_all_mixtures) {
    random_source r = {7};
    for (int round = 0; round < 60; round++) {
        size_t size = random_u64(&r) % 90000;
        uint8_t *bytes = malloc(size + 1);
        CHECK(bytes);
        for (size_t at = 0; at < size;) { // stretches of noise, of one byte, and of what was before
            size_t run = 1 + random_u64(&r) % 700, kind = random_u64(&r) % 3, back = 1 + random_u64(&r) % 40000;
            for (; run > 0 && at < size; run--, at++)
                bytes[at] = kind == 0   ? (uint8_t)random_u64(&r)
                            : kind == 1 ? 42
                            : at < back ? (uint8_t)at
                                        : bytes[at - back];
        }
        check_round_trip(bytes, size, NULL);
        free(bytes);
    }
}

TEST(huffman_lengths_keep_the_limit_and_stay_complete) {
    uint32_t frequencies[40];
    uint8_t lengths[40];
    frequencies[0] = frequencies[1] = 1; // Fibonacci numbers need the longest codes
    for (int i = 2; i < 40; i++)
        frequencies[i] = frequencies[i - 1] + frequencies[i - 2];
    gyre_huffman_lengths(frequencies, 40, 15, lengths);
    double sum = 0;
    for (int i = 0; i < 40; i++) {
        CHECK(lengths[i] >= 1 && lengths[i] <= 15);
        CHECK(i == 0 || lengths[i] <= lengths[i - 1]);
        sum += ldexp(1, -lengths[i]);
    }
    CHECK_SAME(sum, 1);
}

TEST(huffman_lengths_are_the_best_ones) {
    const uint32_t frequencies[6] = {45, 13, 12, 16, 9, 5}; // Cormen et al., Introduction to Algorithms, figure 16.4
    const uint8_t best[6] = {1, 3, 3, 3, 4, 4};
    uint8_t lengths[6];
    gyre_huffman_lengths(frequencies, 6, 15, lengths);
    CHECK_BYTES(lengths, best, sizeof best);
}

TEST(deflate_and_zlib_report_a_lack_of_memory) {
    failing f = {0};
    gyre_allocator allocator = {failing_take, failing_give, &f};
    gyre_memory_sink memory = {from_libc, NULL, 0, 0};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    output out;
    CHECK_OK(gyre_output_begin(&out, &sink, &from_libc, false));
    CHECK_RESULT(gyre_zlib("abc", 3, &allocator, &out), GYRE_ERR_NO_MEMORY);
    CHECK_EQ(f.live, 0);
    gyre_output_free(&out);
    free(memory.bytes);
}

// ---- png ----

static uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t crc_of(const uint8_t *bytes, size_t size) { // bit by bit
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

// Undoes the filters of one row; `up` is NULL for the first.
static void unfilter(uint8_t *row, const uint8_t *up, size_t size, int filter) {
    for (size_t i = 0; i < size; i++) {
        int a = i >= 4 ? row[i - 4] : 0, b = up ? up[i] : 0, c = up && i >= 4 ? up[i - 4] : 0, p = a + b - c;
        int paeth = abs(p - a) <= abs(p - b) && abs(p - a) <= abs(p - c) ? a : abs(p - b) <= abs(p - c) ? b : c;
        const int expected[5] = {0, a, b, (a + b) / 2, paeth};
        row[i] = (uint8_t)(row[i] + expected[filter]);
    }
}

static void check_pixels(const uint8_t *data, size_t size, const uint8_t *pixels, uint32_t width, uint32_t height) {
    size_t row = 4 * (size_t)width, whole = (row + 1) * height;
    inflater z = {.bytes = data + 2, .size = size - 2, .room = whole};
    z.out = malloc(whole);
    CHECK(z.out);
    CHECK_EQ((data[0] << 8 | data[1]) % 31, 0);
    CHECK(inflate(&z));
    CHECK_EQ(z.out_size, whole);
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < whole; i++) {
        a = (a + z.out[i]) % 65521;
        b = (b + a) % 65521;
    }
    CHECK_EQ(big_endian(data + 2 + z.at), b << 16 | a);
    for (uint32_t y = 0; y < height; y++) {
        uint8_t *line = z.out + (row + 1) * y;
        CHECK(line[0] < 5);
        unfilter(line + 1, y > 0 ? line - row : NULL, row, line[0]);
        CHECK_BYTES(line + 1, pixels + row * y, row);
    }
    free(z.out);
}

TEST(a_png_of_more_bytes_than_there_are_addresses_is_refused) {
    const uint8_t pixel[4] = {0};
    gyre_memory_sink memory = {from_libc, NULL, 0, 0};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    output out;
    CHECK_OK(gyre_output_begin(&out, &sink, &from_libc, false));
    CHECK_RESULT(gyre_png_write(pixel, UINT32_MAX, UINT32_MAX, &from_libc, &out), GYRE_ERR_TOO_LARGE);
    gyre_output_free(&out);
    free(memory.bytes);
}

TEST(png_holds_the_pixels_and_its_chunks_have_their_checksums) {
    enum { WIDTH = 61, HEIGHT = 47 };
    uint8_t pixels[4 * WIDTH * HEIGHT];
    random_source r = {3};
    for (size_t i = 0; i < sizeof pixels; i++) // smooth, noisy and flat areas, so that all filters are wanted
        pixels[i] = (uint8_t)(i < 4000 ? i / 16 : i < 8000 ? random_u64(&r) : i / WIDTH * 3);
    gyre_memory_sink memory = {from_libc, NULL, 0, 0};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    output out;
    CHECK_OK(gyre_output_begin(&out, &sink, &from_libc, false));
    CHECK_OK(gyre_png_write(pixels, WIDTH, HEIGHT, &from_libc, &out));
    CHECK_OK(gyre_output_end(&out));
    gyre_output_free(&out);

    CHECK_BYTES(memory.bytes, "\x89PNG\r\n\x1a\n", 8);
    const char *const kinds[3] = {"IHDR", "IDAT", "IEND"};
    size_t at = 8;
    for (int i = 0; i < 3; i++) {
        CHECK(at + 12 <= memory.size);
        size_t size = big_endian(memory.bytes + at);
        const uint8_t *chunk = memory.bytes + at + 4;
        CHECK(at + 12 + size <= memory.size);
        CHECK_BYTES(chunk, kinds[i], 4);
        CHECK_EQ(big_endian(chunk + 4 + size), crc_of(chunk, 4 + size));
        if (i == 0) CHECK_BYTES(chunk + 4, "\0\0\0\x3d\0\0\0\x2f\x08\x06\0\0\0", 13);
        if (i == 1) check_pixels(chunk + 4, size, pixels, WIDTH, HEIGHT);
        at += 12 + size;
    }
    CHECK_EQ(at, memory.size);
    free(memory.bytes);
}

// ---- base64, sha256 ----

static void check_base64(const char *text, const char *expected) {
    gyre_memory_sink memory = {from_libc, NULL, 0, 0};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    output out;
    CHECK_OK(gyre_output_begin(&out, &sink, &from_libc, false));
    base64 b = {.out = &out};
    for (const char *c = text; *c; c++)
        gyre_base64_add(&b, c, 1);
    gyre_base64_end(&b);
    CHECK_OK(gyre_output_end(&out));
    gyre_output_free(&out);
    CHECK_EQ(memory.size, strlen(expected));
    CHECK_BYTES(memory.bytes, expected, memory.size);
    free(memory.bytes);
}

TEST(base64_gives_the_examples_of_rfc_4648) {
    check_base64("f", "Zg==");
    check_base64("fo", "Zm8=");
    check_base64("foo", "Zm9v");
    check_base64("foobar", "Zm9vYmFy");
    check_base64("\xff\xfb\xef\xbe", "//vvvg==");
}

static void check_sha256(const char *text, size_t size, const char *expected) {
    uint8_t digest[SHA256_SIZE];
    char hex[2 * SHA256_SIZE + 1];
    gyre_sha256(text, size, digest);
    for (int i = 0; i < SHA256_SIZE; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    if (strcmp(hex, expected) != 0) fail_msg("%zu bytes: %s, expected %s", size, hex, expected);
}

TEST(sha256_gives_the_examples_of_fips_180) {
    static char million[1000000];
    memset(million, 'a', sizeof million);
    check_sha256("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_sha256("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_sha256(million, sizeof million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

RUN_TESTS("deflate")
