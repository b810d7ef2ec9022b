/// Layer 10: the JSON writer, and both ways together.
#include "check.h"
#include "json_helpers.h"
#include "random.h"
#include "json/json_write.h"

// ---- how it looks ----

static void write_example(gyre_json_writer *w) {
    gyre_json_begin_object(w);
    gyre_json_put_key(w, "name");
    gyre_json_put_string(w, "a \"b\" \\ \b\f\n\r\t\x01 caf\303\251");
    gyre_json_put_key(w, "gravity");
    gyre_json_begin_array(w);
    gyre_json_put_number(w, 0);
    gyre_json_put_number(w, -9.81);
    gyre_json_put_number(w, 1e-300);
    gyre_json_end_array(w);
    gyre_json_put_key(w, "empty");
    gyre_json_begin_array(w);
    gyre_json_end_array(w);
    gyre_json_put_key(w, "mixed");
    gyre_json_begin_array(w);
    gyre_json_put_number(w, 1);
    gyre_json_put_number(w, 2);
    gyre_json_put_bool(w, true);
    gyre_json_put_number(w, 3);
    gyre_json_begin_array(w);
    gyre_json_put_number(w, 4);
    gyre_json_end_array(w);
    gyre_json_begin_object(w);
    gyre_json_end_object(w);
    gyre_json_put_null(w);
    gyre_json_end_array(w);
    gyre_json_put_key(w, "on");
    gyre_json_put_bool(w, false);
    gyre_json_end_object(w);
}

static kept_text written(void (*write)(gyre_json_writer *), gyre_json_style style) {
    kept_text kept = {0};
    gyre_json_writer w;
    gyre_json_writer_init(&w, (gyre_sink){.write = keep_bytes, .user = &kept}, style);
    write(&w);
    CHECK_OK(gyre_json_writer_finish(&w));
    return kept;
}

static void check_written(void (*write)(gyre_json_writer *), gyre_json_style style, const char *want) {
    kept_text kept = written(write, style);
    if (strcmp(kept.bytes, want) != 0) fail_msg("wrote\n%s\nexpected\n%s", kept.bytes, want);
    free(kept.bytes);
}

TEST(compact_output_has_no_spaces) {
    check_written(write_example, GYRE_JSON_COMPACT,
                  "{\"name\":\"a \\\"b\\\" \\\\ \\b\\f\\n\\r\\t\\u0001 caf\303\251\",\"gravity\":[0,-9.81,1e-300],"
                  "\"empty\":[],\"mixed\":[1,2,true,3,[4],{},null],\"on\":false}");
}

TEST(pretty_has_one_line_per_value_and_one_for_few_numbers) {
    check_written(write_example, GYRE_JSON_PRETTY,
                  "{\n"
                  "  \"name\": \"a \\\"b\\\" \\\\ \\b\\f\\n\\r\\t\\u0001 caf\303\251\",\n"
                  "  \"gravity\": [0, -9.81, 1e-300],\n"
                  "  \"empty\": [],\n"
                  "  \"mixed\": [\n"
                  "    1, 2,\n"
                  "    true,\n"
                  "    3,\n"
                  "    [4],\n"
                  "    {},\n"
                  "    null\n"
                  "  ],\n"
                  "  \"on\": false\n"
                  "}\n");
}

static void write_number(gyre_json_writer *w) { gyre_json_put_number(w, 0.1); }
static void write_empty_object(gyre_json_writer *w) { gyre_json_begin_object(w), gyre_json_end_object(w); }

TEST(a_lone_value_is_a_text) {
    check_written(write_number, GYRE_JSON_PRETTY, "0.1\n");
    check_written(write_number, GYRE_JSON_COMPACT, "0.1");
    check_written(write_empty_object, GYRE_JSON_PRETTY, "{}\n");
}

static int numbers_written;
static void write_many_numbers(gyre_json_writer *w) {
    gyre_json_begin_object(w);
    gyre_json_put_key(w, "values");
    gyre_json_begin_array(w);
    for (int i = 0; i < numbers_written; i++)
        gyre_json_put_number(w, 1000000 + i);
    gyre_json_end_array(w);
    gyre_json_end_object(w);
}

TEST(many_numbers_fill_lines_of_limited_length) {
    for (numbers_written = 1; numbers_written < 60; numbers_written++) {
        kept_text kept = written(write_many_numbers, GYRE_JSON_PRETTY);
        size_t line = 0, lines = 0, longest = 0;
        for (size_t i = 0; i < kept.size; i++) {
            line = kept.bytes[i] == '\n' ? 0 : line + 1;
            lines += kept.bytes[i] == '\n';
            longest = line > longest ? line : longest;
        }
        CHECK(longest <= JSON_LINE_MAX);
        // 13 columns up to the bracket, 9 for each number with its comma and space, none after the last
        bool is_one_line = 13 + 9 * numbers_written - 2 <= JSON_LINE_MAX - 1;
        // else 4 columns of indentation, and 10 numbers and their commas in 100 columns
        CHECK_EQ(lines, is_one_line ? 3 : 4 + (numbers_written + 9) / 10);
        free(kept.bytes);
    }
}

static void write_numbers_of_all_lengths(gyre_json_writer *w) {
    gyre_json_begin_array(w);
    gyre_json_begin_array(w);
    for (int64_t i = 0, n = 1; i < 2000; i++, n = n * 7 % INT64_C(999999999989))
        gyre_json_put_number(w, (double)(i % 3 ? n : n % 1000));
    gyre_json_end_array(w);
    gyre_json_end_array(w);
}

TEST(no_line_of_numbers_is_longer_than_the_limit) {
    kept_text kept = written(write_numbers_of_all_lengths, GYRE_JSON_PRETTY);
    size_t line = 0, longest = 0;
    for (size_t i = 0; i < kept.size; i++) {
        line = kept.bytes[i] == '\n' ? 0 : line + 1;
        longest = line > longest ? line : longest;
    }
    CHECK_EQ(longest, JSON_LINE_MAX); // among so many lines some are full
    free(kept.bytes);
}

static double first_number;
static void write_eleven_numbers(gyre_json_writer *w) {
    gyre_json_begin_array(w);
    gyre_json_put_number(w, first_number);
    for (int i = 1; i < 11; i++)
        gyre_json_put_number(w, 1000000);
    gyre_json_end_array(w);
}

TEST(an_array_stays_on_its_line_if_its_bracket_fits_too) {
    first_number = 10000000; // 2 brackets, 78 digits, 20 for commas and spaces
    kept_text kept = written(write_eleven_numbers, GYRE_JSON_PRETTY);
    CHECK_EQ(kept.size, JSON_LINE_MAX + 1);
    CHECK(strchr(kept.bytes, '\n') == kept.bytes + JSON_LINE_MAX);
    free(kept.bytes);
    first_number = 100000000;
    kept = written(write_eleven_numbers, GYRE_JSON_PRETTY);
    CHECK(kept.bytes[1] == '\n');
    free(kept.bytes);
}

// ---- what goes wrong ----

static gyre_result result_of(void (*write)(gyre_json_writer *)) {
    kept_text kept = {0};
    gyre_json_writer w;
    gyre_json_writer_init(&w, (gyre_sink){.write = keep_bytes, .user = &kept}, GYRE_JSON_PRETTY);
    write(&w);
    gyre_result r = gyre_json_writer_finish(&w);
    free(kept.bytes);
    return r;
}

static void nothing(gyre_json_writer *w) { (void)w; }
static void two_roots(gyre_json_writer *w) { gyre_json_put_null(w), gyre_json_put_null(w); }
static void left_open(gyre_json_writer *w) { gyre_json_begin_array(w); }
static void ended_twice(gyre_json_writer *w) {
    gyre_json_begin_array(w), gyre_json_end_array(w), gyre_json_end_array(w);
}
static void ended_otherwise(gyre_json_writer *w) { gyre_json_begin_array(w), gyre_json_end_object(w); }
static void no_key(gyre_json_writer *w) { gyre_json_begin_object(w), gyre_json_put_number(w, 1); }
static void key_in_array(gyre_json_writer *w) { gyre_json_begin_array(w), gyre_json_put_key(w, "a"); }
static void key_at_root(gyre_json_writer *w) { gyre_json_put_key(w, "a"); }
static void two_keys(gyre_json_writer *w) {
    gyre_json_begin_object(w), gyre_json_put_key(w, "a"), gyre_json_put_key(w, "b");
}
static void key_without_value(gyre_json_writer *w) {
    gyre_json_begin_object(w), gyre_json_put_key(w, "a"), gyre_json_end_object(w);
}

TEST(calls_in_a_wrong_order_are_an_error) {
    void (*const wrong[])(gyre_json_writer *) = {nothing, two_roots,    left_open,   ended_twice, ended_otherwise,
                                                 no_key,  key_in_array, key_at_root, two_keys,    key_without_value};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (result_of(wrong[i]) != GYRE_ERR_JSON_ORDER) fail_msg("row %zu is accepted", i);
}

static void not_a_number(gyre_json_writer *w) { gyre_json_put_number(w, NAN); }
static void infinite_element(gyre_json_writer *w) {
    gyre_json_begin_array(w), gyre_json_put_number(w, -INFINITY), gyre_json_end_array(w);
}
static void broken_text(gyre_json_writer *w) { gyre_json_put_string(w, "a\377"); }
static void broken_key(gyre_json_writer *w) {
    gyre_json_begin_object(w), gyre_json_put_key(w, "\300\200"), gyre_json_put_null(w), gyre_json_end_object(w);
}

TEST(values_that_json_cannot_express_are_errors) {
    CHECK_RESULT(result_of(not_a_number), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(result_of(infinite_element), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(result_of(broken_text), GYRE_ERR_TEXT);
    CHECK_RESULT(result_of(broken_key), GYRE_ERR_TEXT);
}

static size_t levels_written;
static void write_levels(gyre_json_writer *w) {
    for (size_t i = 0; i < levels_written; i++)
        gyre_json_begin_array(w);
    for (size_t i = 0; i < levels_written; i++)
        gyre_json_end_array(w);
}

TEST(depth_is_limited) {
    levels_written = JSON_WRITE_DEPTH_MAX;
    CHECK_OK(result_of(write_levels));
    levels_written++;
    CHECK_RESULT(result_of(write_levels), GYRE_ERR_JSON_LIMIT);
}

static int sink_calls;
static gyre_result full_sink(const void *bytes, size_t size, void *user) {
    (void)bytes, (void)size, (void)user;
    return ++sink_calls < 3 ? GYRE_OK : GYRE_ERR_STOPPED;
}

TEST(after_an_error_of_the_sink_no_more_is_written_to_it) {
    gyre_json_writer w;
    gyre_json_writer_init(&w, (gyre_sink){.write = full_sink}, GYRE_JSON_COMPACT);
    gyre_json_begin_array(&w);
    for (int i = 0; i < 10000; i++)
        gyre_json_put_number(&w, i);
    gyre_json_end_array(&w);
    CHECK_RESULT(gyre_json_writer_finish(&w), GYRE_ERR_STOPPED);
    CHECK_EQ(sink_calls, 3);
}

TEST(a_sink_is_needed) {
    gyre_json_writer w;
    gyre_json_writer_init(&w, (gyre_sink){0}, GYRE_JSON_COMPACT);
    gyre_json_put_null(&w);
    CHECK_RESULT(gyre_json_writer_finish(&w), GYRE_ERR_NULL_POINTER);
}

// ---- there and back ----

// A random value: written, and remembered as a list of what was written.
typedef struct remembered {
    gyre_json_type type;
    double number;
    uint32_t count; // of members or elements, or bytes
    char string[24], key[24];
    uint32_t key_length;
} remembered;

enum { VALUES_MAX = 4000 };
static remembered values[VALUES_MAX];
static size_t value_count;

static uint32_t random_string(random_source *r, char out[24]) {
    static const char *const pieces[] = {
        "a", "\"", "\\", "/", "\n", "\x01", "\303\251", "z", "\360\235\204\236", "\177", "\342\202\254", " "};
    uint32_t length = 0, count = (uint32_t)(random_u64(r) % 6);
    memset(out, 0, 24);
    for (uint32_t i = 0; i < count; i++) {
        if (random_u64(r) % 16 == 0) {
            out[length++] = 0; // NULs belong to strings as well
            continue;
        }
        const char *piece = pieces[random_u64(r) % (sizeof pieces / sizeof pieces[0])];
        memcpy(out + length, piece, strlen(piece));
        length += (uint32_t)strlen(piece);
    }
    return length;
}

static double random_number(random_source *r) {
    uint64_t bits = random_u64(r);
    double any;
    memcpy(&any, &bits, sizeof any);
    if (bits % 3 == 0) return (double)(int)random_between(r, -1000, 1000) / 8;
    return isfinite(any) ? any : -0.0;
}

static void write_random(random_source *r, gyre_json_writer *w, int depth, int member) {
    if (value_count == VALUES_MAX) abort();
    remembered *v = &values[value_count++];
    *v = (remembered){0};
    if (member >= 0) { // a number in front keeps keys different
        char text[24];
        uint32_t length = random_string(r, text);
        v->key_length = (uint32_t)sprintf(v->key, "%d", member);
        if (length > 18) length = 0;
        memcpy(v->key + v->key_length, text, length);
        v->key_length += length;
        gyre_json_put_key_bytes(w, v->key, v->key_length);
    }
    v->type = (gyre_json_type)(random_u64(r) % (depth > 0 ? GYRE_JSON_TYPE_COUNT : GYRE_JSON_ARRAY));
    if (depth == 4) v->type = GYRE_JSON_OBJECT - (random_u64(r) & 1);
    if (v->type == GYRE_JSON_NULL) gyre_json_put_null(w);
    if (v->type == GYRE_JSON_FALSE || v->type == GYRE_JSON_TRUE) gyre_json_put_bool(w, v->type == GYRE_JSON_TRUE);
    if (v->type == GYRE_JSON_NUMBER) gyre_json_put_number(w, v->number = random_number(r));
    if (v->type == GYRE_JSON_STRING) {
        v->count = random_string(r, v->string);
        gyre_json_put_string_bytes(w, v->string, v->count);
    }
    if (v->type < GYRE_JSON_ARRAY) return;
    v->count = (uint32_t)(random_u64(r) % 6);
    bool is_object = v->type == GYRE_JSON_OBJECT;
    if (is_object)
        gyre_json_begin_object(w);
    else
        gyre_json_begin_array(w);
    for (uint32_t i = 0; i < v->count; i++)
        write_random(r, w, depth - 1, is_object ? (int)i : -1);
    if (is_object)
        gyre_json_end_object(w);
    else
        gyre_json_end_array(w);
}

static void check_as_remembered(const gyre_json *json) {
    CHECK_EQ(gyre_json_node_count(json), value_count);
    for (size_t i = 0; i < value_count; i++) { // both are in the order of the text
        const gyre_json_node *node = gyre_json_root(json) + i;
        const remembered *v = &values[i];
        CHECK_EQ(node->type, v->type);
        CHECK_EQ(node->count, v->count);
        if (v->type == GYRE_JSON_NUMBER) CHECK_SAME(node->number, v->number);
        if (v->type == GYRE_JSON_STRING) CHECK_BYTES(node->string, v->string, v->count + 1);
        CHECK_EQ(node->key_length, v->key_length);
        if (v->key_length > 0) CHECK_BYTES(node->key, v->key, v->key_length + 1);
    }
}

TEST(random_trees_are_written_and_read_back) {
    random_source r = {1};
    size_t total = 0;
    for (int i = 0; i < 4000; i++) {
        gyre_json_style style = i % 2 ? GYRE_JSON_PRETTY : GYRE_JSON_COMPACT;
        kept_text kept = {0};
        gyre_json_writer w;
        gyre_json_writer_init(&w, (gyre_sink){.write = keep_bytes, .user = &kept}, style);
        value_count = 0;
        write_random(&r, &w, 4, -1);
        CHECK_OK(gyre_json_writer_finish(&w));
        total += value_count;

        gyre_json *json = NULL;
        gyre_json_error error;
        if (read_copy(kept.bytes, kept.size, NULL, &json, &error) != GYRE_OK)
            fail_msg("%s at line %u in\n%s", error.text, (unsigned)error.place.line, kept.bytes);
        check_as_remembered(json);
        // and the tree gives the same text again
        kept_text again = text_of_tree(json, style);
        CHECK_EQ(again.size, kept.size);
        CHECK_BYTES(again.bytes, kept.bytes, kept.size);
        free(again.bytes);
        gyre_json_destroy(json);
        free(kept.bytes);
    }
    CHECK(total > 20000); // not only trivial ones
}

RUN_TESTS("json_write")
