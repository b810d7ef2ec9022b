/// Layer 0: result codes, memory, hash, log and assert hooks.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): for dup2

#include "base/check.h"
#include "base/log.h"
#include "base/memory.h"
#include "check.h"

#include <unistd.h>

TEST(every_result_has_a_different_name_and_text) {
    for (int i = 0; i < GYRE_RESULT_COUNT; i++) {
        CHECK(strncmp(gyre_result_name((gyre_result)i), "GYRE_", 5) == 0);
        CHECK(strlen(gyre_result_text((gyre_result)i)) > 3);
        for (int j = 0; j < i; j++)
            CHECK(strcmp(gyre_result_text((gyre_result)i), gyre_result_text((gyre_result)j)) != 0);
    }
}

TEST(a_value_outside_the_result_codes_has_a_text) {
    CHECK(strcmp(gyre_result_text(GYRE_RESULT_COUNT), "not a gyre_result") == 0);
    CHECK(strcmp(gyre_result_name((gyre_result)-1), "not a gyre_result") == 0);
}

TEST(size_arithmetic_refuses_to_wrap_around) {
    size_t out = 7;
    CHECK(!size_multiply(SIZE_MAX / 2, 3, &out));
    CHECK(!size_add(SIZE_MAX, 1, &out));
    CHECK(size_multiply(6, 7, &out));
    CHECK_EQ(out, 42);
    CHECK(size_add(SIZE_MAX - 1, 1, &out));
    CHECK(out == SIZE_MAX);
}

TEST(allocating_too_much_memory_gives_null) {
    gyre_allocator standard = {0};
    CHECK(gyre_take_array(&standard, SIZE_MAX / 4, 8) == NULL); // the product wraps
    CHECK(gyre_take_array(&standard, SIZE_MAX - 8, 1) == NULL); // the padding wraps
}

TEST(allocated_memory_is_aligned_and_writable) {
    gyre_allocator standard = {0};
    for (size_t count = 1; count < 200; count += 7) {
        double *block = gyre_take_array(&standard, count, sizeof *block);
        CHECK(block != NULL);
        CHECK_EQ((uintptr_t)block % MEMORY_ALIGNMENT, 0);
        memset(block, 0xff, count * sizeof *block);
        gyre_give_back(&standard, block);
    }
    gyre_give_back(&standard, NULL);
}

typedef struct counted {
    size_t taken, given, bytes, alignment;
} counted;

static void *counted_take(size_t size, size_t alignment, void *user) {
    counted *c = user;
    c->taken++;
    c->bytes = size;
    c->alignment = alignment;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void counted_give(void *block, void *user) {
    counted *c = user;
    c->given++;
    free(block);
}

TEST(the_hosts_allocator_allocates_and_frees) {
    counted c = {0};
    gyre_allocator own = {counted_take, counted_give, &c};
    void *block = gyre_take_array(&own, 3, 40);
    gyre_give_back(&own, block);
    gyre_give_back(&own, NULL); // nothing to give
    CHECK_EQ(c.taken, 1);
    CHECK_EQ(c.given, 1);
    CHECK_EQ(c.bytes, 120);
    CHECK_EQ(c.alignment, MEMORY_ALIGNMENT);
}

TEST(an_allocator_with_one_function_is_refused) {
    gyre_allocator half = {.take = counted_take}, other_half = {.give = counted_give}, none = {0};
    CHECK_RESULT(gyre_allocator_check(&half), GYRE_ERR_ALLOCATOR);
    CHECK_RESULT(gyre_allocator_check(&other_half), GYRE_ERR_ALLOCATOR);
    CHECK_OK(gyre_allocator_check(&none));
}

static uint64_t hash_of(const double *values, size_t count) {
    gyre_hash hash = gyre_hash_begin();
    gyre_hash_add_doubles(&hash, values, count);
    return gyre_hash_value(&hash);
}

TEST(hash_treats_equal_numbers_equally) {
    double minus_zero = -0.0, zero = 0.0;
    CHECK(hash_of(&minus_zero, 1) == hash_of(&zero, 1));
    double quiet = NAN, negative = -NAN, payload;
    uint64_t bits = UINT64_C(0x7ff0000000000001);
    memcpy(&payload, &bits, sizeof payload);
    CHECK(hash_of(&quiet, 1) == hash_of(&negative, 1));
    CHECK(hash_of(&quiet, 1) == hash_of(&payload, 1));
    double infinity = INFINITY;
    CHECK(hash_of(&quiet, 1) != hash_of(&infinity, 1));
}

TEST(hash_sees_every_bit_of_every_value) {
    double values[5] = {1, -2, 3e-300, 0.1, 7};
    uint64_t original = hash_of(values, 5);
    for (int i = 0; i < 5; i++)
        for (int bit = 0; bit < 64; bit++) {
            double changed[5];
            memcpy(changed, values, sizeof values);
            uint64_t bits;
            memcpy(&bits, &changed[i], sizeof bits);
            bits ^= UINT64_C(1) << bit;
            memcpy(&changed[i], &bits, sizeof bits);
            CHECK(hash_of(changed, 5) != original);
        }
}

TEST(hash_sees_order_and_count) {
    double ab[2] = {1, 2}, ba[2] = {2, 1}, zeros[3] = {0, 0, 0};
    CHECK(hash_of(ab, 2) != hash_of(ba, 2));
    CHECK(hash_of(zeros, 2) != hash_of(zeros, 3));
    CHECK(hash_of(zeros, 0) != hash_of(zeros, 1));
}

// The value is part of the interface: recorded hashes must stay comparable between versions and machines.
TEST(hash_of_known_values_never_changes) {
    double values[3] = {1, 0.1, -1e300};
    CHECK(hash_of(values, 3) == UINT64_C(0x5fa3f770e4bd677c));
}

static char last_line[300];
static gyre_log_level last_level;

static void remember_line(gyre_log_level level, const char *text, void *user) {
    (void)user;
    last_level = level;
    snprintf(last_line, sizeof last_line, "%s", text);
}

TEST(log_formats_one_line_and_truncates_long_text) {
    gyre_logger log = {remember_line, NULL};
    gyre_log_line(&log, GYRE_LOG_WARNING, "body %d: %s", 3, "odd");
    CHECK(strcmp(last_line, "body 3: odd") == 0);
    CHECK_EQ(last_level, GYRE_LOG_WARNING);
    char longer[1000];
    memset(longer, 'x', sizeof longer);
    longer[999] = 0;
    gyre_log_line(&log, GYRE_LOG_ERROR, "%s", longer);
    CHECK_EQ(strlen(last_line), 255);
    gyre_log_line(&(gyre_logger){0}, GYRE_LOG_ERROR, "nobody listens");
}

// The text that a logger writes to stderr, redirected to a file.
static void text_on_stderr(gyre_logger log, char *out_text, size_t size) {
    FILE *file = tmpfile();
    int saved = dup(STDERR_FILENO);
    CHECK(file && saved >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    log.write(GYRE_LOG_INFO, "a note", log.user);
    log.write(GYRE_LOG_WARNING, "an odd thing", log.user);
    log.write(GYRE_LOG_ERROR, "mass: must be > 0, is -2", log.user);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    out_text[fread(out_text, 1, size - 1, file)] = 0;
    fclose(file);
}

TEST(the_ready_made_logger_writes_labelled_lines_to_stderr) {
    char text[200];
    gyre_logger log = gyre_logger_stderr();
    CHECK(log.write != NULL && log.user == NULL);
    text_on_stderr(log, text, sizeof text);
    assert_string_equal(text, "gyre: a note\ngyre: warning: an odd thing\ngyre: error: mass: must be > 0, is -2\n");
}

static int assert_calls, assert_line;

// Replaces the library's weak function: this is how a host program brings its own hook.
void gyre_assert_failed(const char *condition, const char *file, int line) {
    assert_calls++;
    assert_line = line;
    CHECK(strstr(file, "memory.c") != NULL);
    CHECK(strstr(condition, "count > 0") != NULL);
}

TEST(a_broken_invariant_reaches_the_hosts_hook_where_asserts_are_on) {
    gyre_allocator standard = {0};
    gyre_give_back(&standard,
                   gyre_take_array(&standard, 0, 1)); // a broken invariant: the library never allocates 0 elements
#ifdef GYRE_ENABLE_ASSERTS
    CHECK_EQ(assert_calls, 1);
    CHECK(assert_line > 0);
#else
    CHECK_EQ(assert_calls, 0);
#endif
}

// ---- text for terminals ----

TEST(a_line_for_a_terminal_has_no_control_characters) {
    static const char *const pairs[][2] = {
        {"", ""},
        {"racket", "racket"},
        {"Schl\u00e4ger \u4e2d", "Schl\u00e4ger \u4e2d"},
        {"\033[31mred\007", "\\x1b[31mred\\x07"},
        {"two\nlines\r\t", "two\\x0alines\\x0d\\x09"},
        {"\177", "\\x7f"},
        {"\302\233"
         "2J",
         "\\x9b"
         "2J"},                                         // C1: a control sequence of eight bits
        {"a\342\200\256b", "a\\u202eb"},                // writing turned round
        {"\342\201\246\342\200\250", "\\u2066\\u2028"}, // isolates, line separators
        {"\377x\300\200", "\\xffx\\xc0\\x80"},          // no UTF-8
    };
    char out[64];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_string_equal(gyre_show_line(pairs[i][0], out, sizeof out), pairs[i][1]);
}

TEST(a_line_for_a_terminal_is_cut_between_characters) {
    char out[8];
    assert_string_equal(gyre_show_line("\u4e2d\u4e2d\u4e2d", out, sizeof out), "\u4e2d\u4e2d");
    assert_string_equal(gyre_show_line("abcde\n", out, sizeof out), "abcde");
    assert_string_equal(gyre_show_line("ab\342\200", out, sizeof out), "ab"); // cut before it came here
    assert_string_equal(gyre_show_line("abc", out, 1), "");
    out[0] = 'x';
    CHECK(gyre_show_line("abc", out, 0) == out && out[0] == 'x');
    CHECK(gyre_show_line(NULL, out, sizeof out) == out && out[0] == 'x');
    CHECK(gyre_show_line("abc", NULL, 8) == NULL);
}

RUN_TESTS("base")
