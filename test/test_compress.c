/// Layer 11: compression, checksums, PNG, base64. The inflater is the test's own. Built twice: with the library's
/// compress_zlib.c, and with compress_stored.c, as in builds without zlib (STORED).
#include "check.h"
#include "checksum.h"
#include "host.h"
#include "inflate.h"
#include "random.h"

#include "gyre/record.h"
#include "record/base64.h"
#include "record/compress.h"
#include "record/png.h"

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
static size_t check_round_trip(const uint8_t *bytes, size_t size) {
    gyre_memory_sink packed = deflated(bytes, size);
    inflater z = {.bytes = packed.bytes, .size = packed.size, .room = size};
    z.out = malloc(size + 1);
    CHECK(z.out);
    CHECK(inflate(&z));
    CHECK_EQ(z.at, packed.size);
    CHECK_EQ(z.out_size, size);
    CHECK_BYTES(z.out, bytes, size);
    free(z.out);
    free(packed.bytes);
    return packed.size;
}

// ---- deflate ----

TEST(deflate_keeps_the_bytes_of_every_size) {
    const size_t sizes[] = {0, 1, 2, 50, 65534, 65535, 65536, 131070, 131071, 400000};
    random_source r = {7};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uint8_t *bytes = malloc(sizes[k] + 1);
        CHECK(bytes);
        for (size_t at = 0; at < sizes[k];) { // stretches of noise, of one byte, and of earlier bytes
            size_t run = 1 + random_u64(&r) % 700, kind = random_u64(&r) % 3, back = 1 + random_u64(&r) % 40000;
            for (; run > 0 && at < sizes[k]; run--, at++)
                bytes[at] = kind == 0   ? (uint8_t)random_u64(&r)
                            : kind == 1 ? 42
                            : at < back ? (uint8_t)at
                                        : bytes[at - back];
        }
        check_round_trip(bytes, sizes[k]);
        free(bytes);
    }
}

TEST(deflate_has_the_size_that_it_promises) {
    size_t size = 1 << 20;
    uint8_t *bytes = calloc(size, 1);
    CHECK(bytes);
#ifdef STORED
    CHECK_EQ(check_round_trip(bytes, size), size + 5 * ((size + 65534) / 65535)); // five bytes a block
#else
    CHECK_BELOW((double)check_round_trip(bytes, size), 1200); // 258 bytes in two bits at best
#endif
    free(bytes);
}

#ifndef STORED
TEST(deflate_gives_the_same_bytes_each_time) {
    const char *const text = "abracadabra abracadabra, said the cat: abracadabra";
    gyre_memory_sink a = deflated(text, strlen(text)), b = deflated(text, strlen(text));
    CHECK_EQ(a.size, b.size);
    CHECK_BYTES(a.bytes, b.bytes, a.size);
    CHECK_BELOW((double)a.size, (double)strlen(text));
    free(a.bytes);
    free(b.bytes);
}

TEST(zlib_takes_its_memory_from_the_allocator) {
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
#endif

// ---- checksums ----

TEST(crc32_of_known_bytes) {
    CHECK_EQ(gyre_crc32(0, "123456789", 9), 0xcbf43926); // the catalogue's check value
    CHECK_EQ(crc_of((const uint8_t *)"123456789", 9), 0xcbf43926);
    CHECK_EQ(gyre_crc32(0, "", 0), 0);
}

TEST(crc32_comes_piece_by_piece) {
    random_source r = {5};
    uint8_t bytes[61];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)random_u64(&r);
    uint32_t whole = crc_of(bytes, sizeof bytes);
    for (size_t cut = 0; cut <= sizeof bytes; cut++) {
        uint32_t a = gyre_crc32(0, bytes, cut), b = gyre_crc32(0, bytes + cut, sizeof bytes - cut);
        CHECK_EQ(gyre_crc32(a, bytes + cut, sizeof bytes - cut), whole);
        CHECK_EQ(gyre_crc32_join(a, b, sizeof bytes - cut), whole);
    }
}

// x^(2^32 - 1) = 1 modulo the polynomial, which is primitive: so many bits of zeros shift a checksum in a full circle.
#ifndef STORED // takes a minute
TEST(crc32_joins_pieces_longer_than_four_gigabytes) {
    uint32_t a = crc_of((const uint8_t *)"abc", 3);
    const uint64_t circle = UINT32_MAX; // [bytes]: eight full circles of bits
    CHECK_EQ(gyre_crc32_join(a, 0, circle), a);
    CHECK_EQ(gyre_crc32_join(a, 0, 3 * circle + 5), gyre_crc32_join(a, 0, 5));
    CHECK(gyre_crc32_join(a, 0, circle + 1) != a);
}
#endif

// ---- png ----

static uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
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
        CHECK_EQ(line[0], 0); // no filter
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
    for (size_t i = 0; i < sizeof pixels; i++) // smooth, noisy and flat areas
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

// ---- base64 ----

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

RUN_TESTS("compress")
