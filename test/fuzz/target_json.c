/// JSON: accepted text that is written and read again is the same; refused text has an error with a position.
#include "fuzz.h"
#include "json/json.h"
#include "json/json_write.h"

enum { DEPTH_MAX = 64, VALUES_MAX = 100000 };

static void put(gyre_json_writer *to, const gyre_json_node *node) {
    switch (node->type) {
    case GYRE_JSON_NULL:
        gyre_json_put_null(to);
        return;
    case GYRE_JSON_FALSE:
    case GYRE_JSON_TRUE:
        gyre_json_put_bool(to, node->type == GYRE_JSON_TRUE);
        return;
    case GYRE_JSON_NUMBER:
        gyre_json_put_number(to, node->number);
        return;
    case GYRE_JSON_STRING:
        FUZZ_CHECK(node->string[node->count] == '\0');
        gyre_json_put_string_bytes(to, node->string, node->count);
        return;
    default:
        break;
    }
    int is_object = node->type == GYRE_JSON_OBJECT;
    is_object ? gyre_json_begin_object(to) : gyre_json_begin_array(to);
    uint32_t count = 0;
    for (const gyre_json_node *item = gyre_json_first(node); item; item = gyre_json_next(item), count++) {
        if (is_object) {
            FUZZ_CHECK(item->key && item->key[item->key_length] == '\0');
            // a key with a NUL in it cannot be looked up
            FUZZ_CHECK(strlen(item->key) != item->key_length || gyre_json_find(node, item->key) == item);
            gyre_json_put_key_bytes(to, item->key, item->key_length);
        }
        put(to, item);
    }
    FUZZ_CHECK(count == node->count);
    is_object ? gyre_json_end_object(to) : gyre_json_end_array(to);
}

static void check_places(const gyre_json *json, size_t size) {
    const gyre_json_node *root = gyre_json_root(json);
    uint32_t last = 0;
    for (size_t i = 0; i < gyre_json_node_count(json); i++) {
        const gyre_json_place *place = &root[i].place;
        FUZZ_CHECK(place->line >= 1 && place->column >= 1 && place->offset >= last);
        FUZZ_CHECK(root[i].size >= 1 && (size_t)place->offset + root[i].size <= size);
        last = place->offset;
    }
}

static fuzz_bytes text_of(const gyre_json *json, gyre_json_style style) {
    fuzz_bytes text = {0};
    gyre_json_writer writer;
    gyre_json_writer_init(&writer, fuzz_sink(&text), style);
    put(&writer, gyre_json_root(json));
    FUZZ_CHECK(gyre_json_writer_finish(&writer) == GYRE_OK);
    return text;
}

static gyre_result read(const uint8_t *bytes, size_t size, const gyre_allocator *allocator, gyre_json **out) {
    gyre_json_options options = gyre_json_options_default();
    options.max_depth = DEPTH_MAX;
    options.max_values = VALUES_MAX;
    gyre_json_error error = {.text = ""};
    gyre_result r = gyre_json_read(bytes, size, &options, allocator, out, &error);
    if (r == GYRE_OK) return r;
    FUZZ_CHECK(r == GYRE_ERR_JSON || r == GYRE_ERR_JSON_LIMIT || (r == GYRE_ERR_NO_MEMORY && fuzz_has_failed()));
    FUZZ_CHECK(error.code == r && error.text[0] != '\0' && memchr(error.text, '\0', sizeof error.text));
    if (r != GYRE_ERR_NO_MEMORY) FUZZ_CHECK(error.place.line >= 1 && error.place.column >= 1);
    FUZZ_CHECK(error.place.offset <= size);
    return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    gyre_allocator allocator = fuzz_begin(bytes, size);
    gyre_json *json = NULL, *again = NULL;
    if (read(bytes, size, &allocator, &json) == GYRE_OK) {
        check_places(json, size);
        fuzz_bytes compact = text_of(json, GYRE_JSON_COMPACT);
        gyre_json_style style = fuzz_choice() % 2 ? GYRE_JSON_COMPACT : GYRE_JSON_PRETTY;
        fuzz_bytes text = text_of(json, style);
        gyre_result r = read(text.bytes, text.size, &allocator, &again);
        FUZZ_CHECK(r == GYRE_OK || r == GYRE_ERR_NO_MEMORY);
        if (r == GYRE_OK) {
            fuzz_bytes second = text_of(again, GYRE_JSON_COMPACT);
            FUZZ_CHECK(fuzz_are_same(&compact, &second));
            fuzz_bytes_free(&second);
            gyre_json_destroy(again);
        }
        fuzz_bytes_free(&text);
        fuzz_bytes_free(&compact);
        gyre_json_destroy(json);
    }
    fuzz_end();
    return 0;
}
