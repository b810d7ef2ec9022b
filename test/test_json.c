/// Layer 10: the JSON reader.
#include "check.h"
#include "host.h"
#include "json_documents.h"
#include "json_helpers.h"
#include "random.h"
#include "json/json.h"

#include <time.h>

// ---- the table ----

TEST(every_document_gives_its_value_or_its_error) {
    for (size_t i = 0; i < sizeof json_documents / sizeof json_documents[0]; i++) {
        const json_document *d = &json_documents[i];
        gyre_json *json = NULL;
        gyre_json_error error;
        char got[512];
        if (read_copy(d->text, d->size, NULL, &json, &error) == GYRE_OK) {
            kept_text kept = text_of_tree(json, GYRE_JSON_COMPACT);
            snprintf(got, sizeof got, "%s", kept.bytes);
            free(kept.bytes);
            gyre_json_destroy(json);
        } else {
            CHECK_EQ(error.code, GYRE_ERR_JSON);
            CHECK(json == NULL);
            snprintf(got, sizeof got, "%u:%u: %s", (unsigned)error.place.line, (unsigned)error.place.column,
                     error.text);
        }
        if (strcmp(got, d->result) != 0) fail_msg("\"%s\" gives\n%s\nexpected\n%s", d->text, got, d->result);
    }
}

// ---- the tree ----

static const char rich[] = "{\n"
                           "  \"name\": \"caf\303\251 \\\"x\\\" \\ud834\\udd1e\",\n"
                           "  \"g\": [0, -9.81, 0.5e1],\n"
                           "  \"\303\251\": {\"on\": true, \"off\": false, \"none\": null},\r\n"
                           "  \"empty\": [[], {}],\n"
                           "  \"last\": 1e-3\n"
                           "}\n";

static gyre_json *rich_tree(void) {
    gyre_json *json = NULL;
    CHECK_OK(read_copy(rich, sizeof rich - 1, NULL, &json, NULL));
    return json;
}

TEST(values_have_their_position_and_length) {
    gyre_json *json = rich_tree();
    const gyre_json_node *g = gyre_json_find(gyre_json_root(json), "g");
    CHECK_EQ(g->type, GYRE_JSON_ARRAY);
    CHECK_EQ(g->count, 3);
    CHECK_EQ(g->place.line, 3);
    CHECK_EQ(g->place.column, 8);
    CHECK_EQ(g->key_place.line, 3);
    CHECK_EQ(g->key_place.column, 3);
    CHECK(strncmp(rich + g->place.offset, "[0, -9.81, 0.5e1]", g->size) == 0);
    CHECK_EQ(g->size, strlen("[0, -9.81, 0.5e1]"));

    const gyre_json_node *third = gyre_json_next(gyre_json_next(gyre_json_first(g)));
    CHECK_SAME(third->number, 5);
    CHECK(strncmp(rich + third->place.offset, "0.5e1", third->size) == 0);
    CHECK_EQ(third->size, 5);
    CHECK(third->key == NULL);
    CHECK_EQ(third->key_place.line, 0);
    CHECK(gyre_json_next(third) == NULL);

    // columns count code points: the key before is one, of two bytes
    const gyre_json_node *on = gyre_json_find(gyre_json_find(gyre_json_root(json), "\303\251"), "on");
    CHECK_EQ(on->key_place.column, 9);
    CHECK_EQ(on->place.column, 15);
    CHECK_EQ(gyre_json_find(gyre_json_root(json), "empty")->key_place.line, 5); // \r\n is one line break
    gyre_json_destroy(json);
}

TEST(strings_are_decoded_and_end_with_nul) {
    gyre_json *json = rich_tree();
    const gyre_json_node *name = gyre_json_find(gyre_json_root(json), "name");
    CHECK(strcmp(name->string, "caf\303\251 \"x\" \360\235\204\236") == 0);
    CHECK_EQ(name->count, strlen(name->string));
    CHECK(strcmp(name->key, "name") == 0);
    CHECK_EQ(name->key_length, 4);
    gyre_json_destroy(json);
}

TEST(every_hexadecimal_digit_counts_in_every_place_in_both_cases) {
    for (unsigned digit = 0; digit < 16; digit++)
        for (int place = 0; place < 4; place++)
            for (int is_upper = 0; is_upper < 2; is_upper++) {
                char text[] = "\"\\u1111\""; // a code point that takes three bytes of UTF-8 whichever digit is changed
                unsigned code = 0x1111 + (digit - 1) * (1u << 4 * (3 - place));
                if (code < 0x800 || (code >= 0xd800 && code < 0xe000)) continue;
                text[3 + place] = (is_upper ? "0123456789ABCDEF" : "0123456789abcdef")[digit];
                gyre_json *json = NULL;
                CHECK_OK(read_copy(text, strlen(text), NULL, &json, NULL));
                const unsigned char *bytes = (const unsigned char *)gyre_json_root(json)->string;
                CHECK_EQ((bytes[0] & 15u) << 12 | (bytes[1] & 63u) << 6 | (bytes[2] & 63u), code);
                gyre_json_destroy(json);
            }
}

TEST(nodes_lie_in_the_order_of_the_text) {
    gyre_json *json = rich_tree();
    CHECK_EQ(gyre_json_node_count(json), 14);
    for (size_t i = 1; i < gyre_json_node_count(json); i++)
        CHECK(gyre_json_root(json)[i - 1].place.offset < gyre_json_root(json)[i].place.offset);
    gyre_json_destroy(json);
}

TEST(members_come_in_the_order_of_the_text_and_are_found_by_key) {
    static const char text[] = "{\"b\":0,\"a\":1,\"\":2,\"aa\":3,\"a\\u0000\":4,\"B\":5}";
    const char *const keys[] = {"b", "a", "", "aa", "a", "B"};
    gyre_json *json = NULL;
    CHECK_OK(read_copy(text, sizeof text - 1, NULL, &json, NULL));
    const gyre_json_node *root = gyre_json_root(json);
    int i = 0;
    for (const gyre_json_node *m = gyre_json_first(root); m; m = gyre_json_next(m), i++) {
        CHECK(strcmp(m->key, keys[i]) == 0);
        CHECK_SAME(m->number, i);
    }
    CHECK_EQ(i, 6);
    for (i = 0; i < 6; i++)
        if (i != 4) CHECK_SAME(gyre_json_find(root, keys[i])->number, i);
    CHECK(gyre_json_find(root, "c") == NULL);
    CHECK(gyre_json_find(root, "aaa") == NULL);
    CHECK(gyre_json_find(gyre_json_first(root), "a") == NULL); // no object
    gyre_json_destroy(json);
}

TEST(types_have_names_for_messages) {
    CHECK(strcmp(gyre_json_type_text(GYRE_JSON_NULL), "null") == 0);
    CHECK(strcmp(gyre_json_type_text(GYRE_JSON_OBJECT), "an object") == 0);
}

// ---- broken texts ----

// The place of a byte, counted from the beginning of the text.
static gyre_json_place place_of(const char *text, size_t offset) {
    gyre_json_place place = {1, 1, (uint32_t)offset};
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n'))
            place.line++, place.column = 1;
        else if (((unsigned char)text[i] & 0xc0) != 0x80 && text[i] != '\r')
            place.column++;
    }
    return place;
}

// Any text gives a tree that can be walked, or an error with the correct position.
static bool check_survives(const char *text, size_t size) {
    gyre_json *json = NULL;
    gyre_json_error error;
    if (read_copy(text, size, NULL, &json, &error) == GYRE_OK) {
        kept_text kept = text_of_tree(json, GYRE_JSON_COMPACT);
        CHECK(kept.size > 0);
        free(kept.bytes);
        gyre_json_destroy(json);
        return true;
    }
    CHECK_EQ(error.code, GYRE_ERR_JSON);
    CHECK(strlen(error.text) > 10 && strlen(error.text) < sizeof error.text - 1);
    CHECK(error.place.offset <= size);
    gyre_json_place want = place_of(text, error.place.offset);
    // between \r and \n a line has not ended yet
    if (!(error.place.offset > 0 && text[error.place.offset - 1] == '\r'))
        if (error.place.line != want.line || error.place.column != want.column)
            fail_msg("\"%s\": %s at %u:%u, expected %u:%u", text, error.text, (unsigned)error.place.line,
                     (unsigned)error.place.column, (unsigned)want.line, (unsigned)want.column);
    return false;
}

TEST(a_text_cut_anywhere_is_an_error) {
    size_t end = sizeof rich - 2; // without the last line break, which may be missing
    for (size_t size = 0; size < end; size++) {
        char copy[sizeof rich + 1] = {0};
        memcpy(copy, rich, size);
        CHECK(!check_survives(copy, size));
    }
    CHECK(check_survives(rich, end));
}

TEST(any_byte_replaced_by_any_other_gives_a_tree_or_an_error) {
    size_t accepted = 0;
    for (size_t i = 0; i < sizeof rich - 1; i++)
        for (int byte = 0; byte < 256; byte++) {
            char copy[sizeof rich + 1] = {0};
            memcpy(copy, rich, sizeof rich - 1);
            copy[i] = (char)byte;
            accepted += check_survives(copy, sizeof rich - 1);
        }
    CHECK(accepted > sizeof rich); // letters in strings, digits, spaces
}

TEST(random_bytes_give_a_tree_or_an_error) {
    random_source r = {1};
    for (int i = 0; i < 100000; i++) {
        char text[25] = {0};
        size_t size = random_u64(&r) % 24;
        for (size_t n = 0; n < size; n++)
            text[n] = (char)random_u64(&r);
        check_survives(text, size);
    }
}

TEST(random_pieces_of_json_give_a_tree_or_an_error) {
    static const char *const pieces[] = {
        "{",       "}",       "[",   "]",    ",",     ":",    "\"a\"", "\"b\"",  "1",        "-",  "0.5",
        "e5",      " ",       "\n",  "\r\n", "true",  "null", "\"",    "\\u00e", "\303\251", "\\", "\\ud834",
        "\\udd1e", "{\"a\":", "[1,", "0,1",  "\"\":", "\r",   "//",    "\377",   "'",        ".5"};
    random_source r = {2};
    size_t accepted = 0;
    for (int i = 0; i < 200000; i++) {
        char text[128] = {0};
        size_t count = random_u64(&r) % 12;
        for (size_t n = 0; n < count; n++)
            strcat(text, pieces[random_u64(&r) % (sizeof pieces / sizeof pieces[0])]);
        accepted += check_survives(text, strlen(text));
    }
    CHECK(accepted > 500);
}

// ---- limits ----

static char *repeated(const char *piece, size_t count, const char *middle, const char *closing) {
    size_t size = count * (strlen(piece) + strlen(closing)) + strlen(middle) + 1;
    char *text = malloc(size), *p = text;
    for (size_t i = 0; i < count; i++, p += strlen(piece))
        memcpy(p, piece, strlen(piece));
    memcpy(p, middle, strlen(middle));
    p += strlen(middle);
    for (size_t i = 0; i < count; i++, p += strlen(closing))
        memcpy(p, closing, strlen(closing));
    *p = 0;
    return text;
}

TEST(depth_is_limited_by_the_options) {
    gyre_json_options options = gyre_json_options_default();
    options.max_depth = 3;
    gyre_json *json = NULL;
    gyre_json_error error;
    CHECK_OK(read_copy("[[[1]]]", 7, &options, &json, &error));
    gyre_json_destroy(json);
    CHECK_OK(read_copy("[[1],[[]],[[]],{\"a\":{}}]", 24, &options, &json, &error));
    gyre_json_destroy(json);
    CHECK_RESULT(read_copy("[[{\"a\":[]}]]", 12, &options, &json, &error), GYRE_ERR_JSON_LIMIT);
    CHECK(strcmp(error.text, "found more than 3 nested arrays and objects, which is the limit") == 0);
    CHECK_EQ(error.place.column, 8);
    options.max_depth = 0;
    CHECK_OK(read_copy("1", 1, &options, &json, &error));
    gyre_json_destroy(json);
    CHECK_RESULT(read_copy("[]", 2, &options, &json, &error), GYRE_ERR_JSON_LIMIT);
}

TEST(a_million_levels_need_no_stack) {
    enum { DEPTH = 1000000 };
    char *text = repeated("[", DEPTH, "7", "]");
    gyre_json_options options = gyre_json_options_default();
    options.max_depth = DEPTH;
    gyre_json *json = NULL;
    CHECK_OK(read_copy(text, strlen(text), &options, &json, NULL));
    CHECK_SAME(gyre_json_root(json)[DEPTH].number, 7);
    gyre_json_destroy(json);
    CHECK_RESULT(read_copy(text, strlen(text), NULL, &json, NULL), GYRE_ERR_JSON_LIMIT);
    free(text);
}

TEST(values_are_limited_by_the_options) {
    gyre_json_options options = gyre_json_options_default();
    options.max_values = 4;
    gyre_json *json = NULL;
    gyre_json_error error;
    CHECK_OK(read_copy("[1,2,3]", 7, &options, &json, &error));
    gyre_json_destroy(json);
    CHECK_RESULT(read_copy("[1,2,3,4]", 9, &options, &json, &error), GYRE_ERR_JSON_LIMIT);
    CHECK(strcmp(error.text, "found more than 4 values, which is the limit") == 0);
    CHECK_EQ(error.place.column, 8);
    options.max_values = SIZE_MAX;
    CHECK_OK(read_copy("[1,2,3,4]", 9, &options, &json, &error));
    gyre_json_destroy(json);
    options.max_values = 0;
    CHECK_RESULT(read_copy("1", 1, &options, &json, &error), GYRE_ERR_JSON_LIMIT);
}

static void *take_little(size_t size, size_t alignment, void *user) {
    return size <= 2048 ? take_dirty(size, alignment, user) : NULL;
}

TEST(a_limit_of_values_is_a_limit_of_memory) {
    gyre_allocator little = {take_little, give_dirty, NULL};
    gyre_json_options options = gyre_json_options_default();
    options.max_values = 10;
    char *text = repeated("1,", 100000, "1", "");
    gyre_json *json = NULL;
    text[1] = ' '; // a wrong text: the error is found before the rest is read
    CHECK_RESULT(gyre_json_read(text, strlen(text), &options, &little, &json, NULL), GYRE_ERR_JSON);
    free(text);
}

TEST(size_is_limited_by_the_options) {
    gyre_json_options options = gyre_json_options_default();
    options.max_size = 4;
    gyre_json *json = NULL;
    gyre_json_error error;
    CHECK_OK(read_copy("[12]", 4, &options, &json, &error));
    gyre_json_destroy(json);
    CHECK_RESULT(read_copy("[123]", 5, &options, &json, &error), GYRE_ERR_JSON_LIMIT);
    CHECK(strcmp(error.text, "found 5 bytes, the limit is 4") == 0);
}

// Processor time of reading an object of that many keys and finding each of them.
static double time_of_keys(int count) {
    enum { KEY = 64 };
    char *text = malloc((size_t)count * (KEY + 16) + 100), *p = text;
    CHECK(text);
    *p++ = '{';
    for (int i = 0; i < count; i++) // long common beginnings, in an order that is not sorted
        p += sprintf(p, "%s\"%0*d\":%d", i ? "," : "", KEY, (int)((i * INT64_C(7919)) % count), i);
    strcpy(p, "}");
    clock_t start = clock();
    gyre_json *json = NULL;
    gyre_json_error error;
    CHECK_OK(read_copy(text, strlen(text), NULL, &json, &error));
    for (int i = 0; i < count; i++) {
        char key[KEY + 1];
        snprintf(key, sizeof key, "%0*d", KEY, (int)((i * INT64_C(7919)) % count));
        CHECK_SAME(gyre_json_find(gyre_json_root(json), key)->number, i);
    }
    gyre_json_destroy(json);
    // the very last key is the first one again
    sprintf(p, ",\"%0*d\":0}", KEY, 0);
    CHECK_RESULT(read_copy(text, strlen(text), NULL, &json, &error), GYRE_ERR_JSON);
    CHECK_EQ(error.place.offset, p + 1 - text);
    free(text);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

// Ten times as many keys: 100 times the time if all pairs are compared, 12.5 times if they are sorted. Of two runs, so
// that no machine is too slow.
TEST(an_object_with_many_keys_is_read_in_linear_time) {
    double few = time_of_keys(10000), many = time_of_keys(100000);
    CHECK_BELOW(many / few, 50);
}

// ---- memory and arguments ----

TEST(one_block_holds_the_tree_and_its_failure_leaks_nothing) {
    failing f = {.fail_at = -1};
    gyre_allocator own = {failing_take, failing_give, &f};
    gyre_json *json = NULL;
    gyre_json_error error;
    CHECK_OK(gyre_json_read(rich, sizeof rich - 1, NULL, &own, &json, &error));
    CHECK_EQ(f.calls, 1);
    gyre_json_destroy(json);
    CHECK_EQ(f.live, 0);
    CHECK_RESULT(gyre_json_read(rich, 50, NULL, &own, &json, &error), GYRE_ERR_JSON);
    CHECK_EQ(f.live, 0);
    f = (failing){.fail_at = 0};
    gyre_json *untouched = (gyre_json *)&f;
    json = untouched;
    CHECK_RESULT(gyre_json_read(rich, sizeof rich - 1, NULL, &own, &json, &error), GYRE_ERR_NO_MEMORY);
    CHECK(json == untouched);
    CHECK(strcmp(error.text, "out of memory for up to 16 values") == 0);
    gyre_json_destroy(NULL);
}

TEST(wrong_arguments_are_refused) {
    gyre_allocator standard = {0}, half = {.take = failing_take};
    gyre_json_options blank = {0};
    gyre_json *json = NULL;
    CHECK_RESULT(gyre_json_read(NULL, 1, NULL, &standard, &json, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_json_read("1", 1, NULL, &standard, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_json_read("1", 1, &blank, &standard, &json, NULL), GYRE_ERR_DEFINITION);
    CHECK_RESULT(gyre_json_read("1", 1, NULL, &half, &json, NULL), GYRE_ERR_ALLOCATOR);
    CHECK_RESULT(gyre_json_read(NULL, 0, NULL, &standard, &json, NULL), GYRE_ERR_JSON); // an empty text
    CHECK_OK(gyre_json_read("1", 1, NULL, NULL, &json, NULL));
    gyre_json_destroy(json);
}

RUN_TESTS("json")
