/// Layer 0: one description of a format for measuring, writing and reading.
#include "base/archive.h"
#include "base/memory.h"
#include "check.h"
#include "host.h"
#include "random.h"

enum { ITEMS_MAX = 4, NAME_MAX_LENGTH = 12, BUFFER_SIZE = 512 };

static const gyre_allocator standard = {0};

// A thing with one of everything.
typedef struct thing {
    uint8_t kind;
    uint32_t flags;
    uint64_t seed;
    double weight;
    char *name;
    size_t item_count;
    double items[ITEMS_MAX];
    uint8_t tail[3];
} thing;

static void archive_thing(archive *stream, thing *t, const gyre_allocator *allocator) {
    gyre_archive_u8(stream, &t->kind);
    gyre_archive_u32(stream, &t->flags);
    gyre_archive_u64(stream, &t->seed);
    gyre_archive_double(stream, &t->weight);
    gyre_archive_string(stream, &t->name, NAME_MAX_LENGTH, allocator);
    gyre_archive_count(stream, &t->item_count, sizeof t->items[0]);
    if (t->item_count > ITEMS_MAX) stream->is_bad = true;
    for (size_t i = 0; i < t->item_count && i < ITEMS_MAX; i++)
        gyre_archive_double(stream, &t->items[i]);
    gyre_archive_bytes(stream, t->tail, sizeof t->tail);
}

static thing sample_thing(void) {
    static char name[] = "left hand";
    return (thing){.kind = 7,
                   .flags = 0xdeadbeef,
                   .seed = UINT64_C(0x0123456789abcdef),
                   .weight = -0.1,
                   .name = name,
                   .item_count = 3,
                   .items = {1, 2.5, -3e300},
                   .tail = {9, 8, 7}};
}

static size_t write_sample(uint8_t buffer[BUFFER_SIZE]) {
    thing t = sample_thing();
    archive stream = gyre_archive_write(buffer, BUFFER_SIZE);
    archive_thing(&stream, &t, &standard);
    CHECK(!stream.is_bad);
    return stream.at;
}

TEST(numbers_are_little_endian_on_every_machine) {
    uint8_t bytes[21], small = 0xa5;
    uint32_t middle = 0x01020304;
    uint64_t large = UINT64_C(0x1112131415161718);
    double one = 1; // 0x3ff0000000000000
    archive stream = gyre_archive_write(bytes, sizeof bytes);
    gyre_archive_u8(&stream, &small);
    gyre_archive_u32(&stream, &middle);
    gyre_archive_u64(&stream, &large);
    gyre_archive_double(&stream, &one);
    const uint8_t want[21] = {0xa5, 4,    3, 2, 1, 0x18, 0x17, 0x16, 0x15, 0x14, 0x13,
                              0x12, 0x11, 0, 0, 0, 0,    0,    0,    0xf0, 0x3f};
    CHECK(!stream.is_bad);
    CHECK_BYTES(bytes, want, sizeof want);
}

TEST(the_measured_size_is_the_written_size) {
    uint8_t buffer[BUFFER_SIZE];
    thing t = sample_thing();
    archive measured = gyre_archive_measure();
    archive_thing(&measured, &t, &standard);
    CHECK(!measured.is_bad);
    CHECK_EQ(measured.at, 1 + 4 + 8 + 8 + (8 + 9) + (8 + 3 * 8) + 3);
    CHECK_EQ(measured.at, write_sample(buffer));
}

TEST(measuring_and_writing_leave_the_values_unchanged) {
    uint8_t buffer[BUFFER_SIZE];
    thing t = sample_thing(), before;
    memcpy(&before, &t, sizeof t); // padding too
    archive measured = gyre_archive_measure(), written = gyre_archive_write(buffer, sizeof buffer);
    archive_thing(&measured, &t, &standard);
    archive_thing(&written, &t, &standard);
    CHECK_BYTES(&t, &before, sizeof t);
}

TEST(written_values_are_read_back) {
    uint8_t buffer[BUFFER_SIZE];
    size_t size = write_sample(buffer);
    thing want = sample_thing(), got = {0};
    archive stream = gyre_archive_read(buffer, size);
    archive_thing(&stream, &got, &standard);
    CHECK(!stream.is_bad);
    CHECK_EQ(stream.at, size);
    CHECK_EQ(got.kind, want.kind);
    CHECK_EQ(got.flags, want.flags);
    CHECK_EQ(got.seed, want.seed);
    CHECK_SAME(got.weight, want.weight);
    CHECK(strcmp(got.name, want.name) == 0);
    CHECK_EQ(got.item_count, want.item_count);
    CHECK_BYTES(got.items, want.items, sizeof got.items);
    CHECK_BYTES(got.tail, want.tail, sizeof got.tail);
    gyre_give_back(&standard, got.name);
}

TEST(doubles_keep_every_bit) {
    const uint64_t patterns[] = {0,
                                 UINT64_C(1) << 63,
                                 1,
                                 UINT64_C(0x7ff0000000000001),
                                 UINT64_C(0xfff8000000000123),
                                 UINT64_C(0x7ff0000000000000)};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        uint8_t bytes[8];
        double value, again = 5;
        memcpy(&value, &patterns[i], sizeof value);
        archive written = gyre_archive_write(bytes, sizeof bytes), read = gyre_archive_read(bytes, sizeof bytes);
        gyre_archive_double(&written, &value);
        gyre_archive_double(&read, &again);
        CHECK_BYTES(&again, &patterns[i], sizeof again);
    }
}

// Each part is copied to a block of just its size, so that the sanitizer sees any byte read beyond it.
TEST(bytes_cut_off_anywhere_are_bad_and_leak_nothing) {
    uint8_t buffer[BUFFER_SIZE];
    size_t size = write_sample(buffer);
    failing host = {.fail_at = -1};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *part = malloc(cut + !cut);
        memcpy(part, buffer, cut);
        thing got = sample_thing();
        archive stream = gyre_archive_read(part, cut);
        archive_thing(&stream, &got, &allocator);
        CHECK(stream.is_bad);
        CHECK(!stream.is_out_of_memory);
        CHECK(stream.at <= cut);
        CHECK_EQ(got.tail[2], 0); // it is the last of all, so it cannot have been read
        gyre_give_back(&allocator, got.name);
        free(part);
    }
    CHECK_EQ(host.live, 0);
}

TEST(after_the_end_everything_reads_as_zero) {
    const uint8_t bytes[5] = {1, 2, 3, 4, 5};
    uint8_t small = 9, block[3] = {9, 9, 9};
    uint32_t middle = 9;
    uint64_t large = 9;
    double number = 9;
    size_t count = 9;
    char *text = (char *)block;
    archive stream = gyre_archive_read(bytes, sizeof bytes);
    gyre_archive_u64(&stream, &large);
    CHECK(stream.is_bad);
    gyre_archive_u8(&stream, &small); // it would fit, but what it would mean is anyone's guess
    gyre_archive_u32(&stream, &middle);
    gyre_archive_double(&stream, &number);
    gyre_archive_bytes(&stream, block, sizeof block);
    CHECK(!gyre_archive_count(&stream, &count, 1));
    gyre_archive_string(&stream, &text, 100, &standard);
    CHECK(large == 0 && small == 0 && middle == 0 && number == 0 && count == 0 && text == NULL);
    CHECK(block[0] == 0 && block[1] == 0 && block[2] == 0);
}

TEST(writing_stays_within_a_buffer_that_is_too_small) {
    uint8_t whole[BUFFER_SIZE], buffer[BUFFER_SIZE];
    size_t size = write_sample(whole);
    for (size_t room = 0; room < size; room++) {
        memset(buffer, 0x5a, sizeof buffer);
        thing t = sample_thing();
        archive stream = gyre_archive_write(buffer, room);
        archive_thing(&stream, &t, &standard);
        CHECK(stream.is_bad);
        CHECK_BYTES(buffer, whole, stream.at);
        for (size_t i = stream.at; i < sizeof buffer; i++)
            CHECK_EQ(buffer[i], 0x5a);
    }
}

TEST(an_overflow_of_the_measured_size_is_an_error) {
    archive stream = gyre_archive_measure();
    uint8_t byte = 0;
    gyre_archive_bytes(&stream, &byte, SIZE_MAX - 1);
    CHECK(!stream.is_bad);
    gyre_archive_bytes(&stream, &byte, 2);
    CHECK(stream.is_bad);
}

TEST(zero_bytes_may_be_at_null) {
    archive streams[3] = {gyre_archive_measure(), gyre_archive_write(NULL, 0), gyre_archive_read(NULL, 0)};
    for (int i = 0; i < 3; i++) {
        gyre_archive_bytes(&streams[i], NULL, 0);
        CHECK(!streams[i].is_bad);
        CHECK_EQ(streams[i].at, 0);
    }
}

static bool reads_count(uint64_t stored, size_t bytes_after, size_t min_bytes_each, size_t *out_count) {
    uint8_t bytes[64];
    archive written = gyre_archive_write(bytes, sizeof bytes);
    gyre_archive_u64(&written, &stored);
    archive stream = gyre_archive_read(bytes, 8 + bytes_after);
    return gyre_archive_count(&stream, out_count, min_bytes_each);
}

TEST(a_count_is_compared_with_the_remaining_bytes) {
    size_t count = 99;
    CHECK(reads_count(5, 40, 8, &count));
    CHECK_EQ(count, 5);
    CHECK(!reads_count(6, 40, 8, &count));
    CHECK_EQ(count, 0);
    CHECK(reads_count(4, 39, 8, &count));
    CHECK(!reads_count(5, 39, 8, &count));
    CHECK(!reads_count(UINT64_MAX, 40, 8, &count));
    CHECK(!reads_count(UINT64_C(1) << 61, 40, 8, &count)); // times 8 it would wrap to 0
    CHECK(reads_count(0, 0, 8, &count));
}

static archive write_text(uint8_t *bytes, size_t size, const char *text, size_t max_length) {
    char copy[32], *pointer = text ? copy : NULL;
    if (text) strcpy(copy, text);
    archive stream = gyre_archive_write(bytes, size);
    gyre_archive_string(&stream, &pointer, max_length, &standard);
    return stream;
}

TEST(null_and_empty_text_are_equal) {
    uint8_t none[16], empty[16];
    archive a = write_text(none, sizeof none, NULL, 5), b = write_text(empty, sizeof empty, "", 5);
    CHECK(!a.is_bad && !b.is_bad);
    CHECK_EQ(a.at, b.at);
    CHECK_BYTES(none, empty, a.at);
    char *text = (char *)none;
    archive stream = gyre_archive_read(none, a.at);
    gyre_archive_string(&stream, &text, 5, &standard);
    CHECK(!stream.is_bad);
    CHECK(text == NULL);
}

TEST(a_text_may_be_as_long_as_its_limit_and_no_longer) {
    uint8_t bytes[32];
    CHECK(!write_text(bytes, sizeof bytes, "12345", 5).is_bad);
    CHECK(write_text(bytes, sizeof bytes, "123456", 5).is_bad);
    archive whole = write_text(bytes, sizeof bytes, "123456", 6), stream = gyre_archive_read(bytes, whole.at);
    char *text;
    gyre_archive_string(&stream, &text, 5, &standard);
    CHECK(stream.is_bad);
    CHECK(text == NULL);
}

TEST(a_text_with_a_nul_byte_is_invalid) {
    uint8_t bytes[32];
    archive written = write_text(bytes, sizeof bytes, "abc", 5), stream = gyre_archive_read(bytes, written.at);
    bytes[9] = 0;
    failing host = {.fail_at = -1};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    char *text;
    gyre_archive_string(&stream, &text, 5, &allocator);
    CHECK(stream.is_bad);
    CHECK(text == NULL);
    CHECK_EQ(host.live, 0);
}

TEST(lack_of_memory_is_distinguished_from_invalid_bytes) {
    uint8_t buffer[BUFFER_SIZE];
    size_t size = write_sample(buffer);
    failing host = {.fail_at = 0};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    thing got = {0};
    archive stream = gyre_archive_read(buffer, size);
    archive_thing(&stream, &got, &allocator);
    CHECK(stream.is_bad && stream.is_out_of_memory);
    CHECK(got.name == NULL);
}

TEST(random_bytes_are_read_without_memory_errors) {
    random_source r = {1};
    failing host = {.fail_at = -1};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    for (int round = 0; round < 20000; round++) {
        uint8_t buffer[BUFFER_SIZE];
        size_t size = write_sample(buffer);
        for (int i = 0; i < 3; i++)
            buffer[random_u64(&r) % size] = (uint8_t)random_u64(&r);
        thing got = {0};
        archive stream = gyre_archive_read(buffer, size);
        archive_thing(&stream, &got, &allocator);
        CHECK(!got.name || strlen(got.name) <= NAME_MAX_LENGTH);
        gyre_give_back(&allocator, got.name);
    }
    CHECK_EQ(host.live, 0);
}

TEST(the_checksum_sees_every_bit_and_the_length) {
    uint8_t bytes[23];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(3 * i + 1);
    uint64_t original = gyre_archive_checksum(bytes, sizeof bytes);
    for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(gyre_archive_checksum(bytes, sizeof bytes) != original);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    const uint8_t zeros[16] = {0};
    for (size_t a = 0; a < sizeof zeros; a++)
        for (size_t b = a + 1; b <= sizeof zeros; b++)
            CHECK(gyre_archive_checksum(zeros, a) != gyre_archive_checksum(zeros, b));
}

// The value is part of the format: snapshots are read by other versions and on other machines.
TEST(the_checksum_of_known_bytes_never_changes) {
    const uint8_t bytes[11] = "gyre bytes";
    CHECK(gyre_archive_checksum(bytes, sizeof bytes) == UINT64_C(0x9f4ac573ef6bc121));
}

RUN_TESTS("archive")
