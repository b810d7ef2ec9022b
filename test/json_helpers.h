/// Trees of JSON to text and back, for tests.
#pragma once

#include "check.h"
#include "json/json.h"
#include "json/json_write.h"

/// A sink that keeps everything.
typedef struct kept_text {
    char *bytes;
    size_t size, room;
} kept_text;

__attribute__((unused)) static gyre_result keep_bytes(const void *bytes, size_t size, void *user) {
    kept_text *kept = user;
    if (kept->size + size + 1 > kept->room) {
        kept->room = 2 * (kept->size + size + 1);
        kept->bytes = realloc(kept->bytes, kept->room);
    }
    memcpy(kept->bytes + kept->size, bytes, size);
    kept->size += size;
    kept->bytes[kept->size] = 0;
    return GYRE_OK;
}

/// Writes a tree (recursively: for small ones).
__attribute__((unused)) static void write_node(gyre_json_writer *w, const gyre_json_node *node) {
    if (node->key) gyre_json_put_key_bytes(w, node->key, node->key_length);
    switch (node->type) {
    case GYRE_JSON_NULL:
        gyre_json_put_null(w);
        return;
    case GYRE_JSON_FALSE:
        gyre_json_put_bool(w, false);
        return;
    case GYRE_JSON_TRUE:
        gyre_json_put_bool(w, true);
        return;
    case GYRE_JSON_NUMBER:
        gyre_json_put_number(w, node->number);
        return;
    case GYRE_JSON_STRING:
        gyre_json_put_string_bytes(w, node->string, node->count);
        return;
    default:
        break;
    }
    if (node->type == GYRE_JSON_ARRAY)
        gyre_json_begin_array(w);
    else
        gyre_json_begin_object(w);
    for (const gyre_json_node *child = gyre_json_first(node); child; child = gyre_json_next(child))
        write_node(w, child);
    if (node->type == GYRE_JSON_ARRAY)
        gyre_json_end_array(w);
    else
        gyre_json_end_object(w);
}

__attribute__((unused)) static kept_text text_of_tree(const gyre_json *json, gyre_json_style style) {
    kept_text kept = {0};
    gyre_json_writer w;
    gyre_json_writer_init(&w, (gyre_sink){.write = keep_bytes, .user = &kept}, style);
    write_node(&w, gyre_json_root(json));
    CHECK_OK(gyre_json_writer_finish(&w));
    return kept;
}

// Fills memory with garbage, so that reading uninitialised bytes changes results.
__attribute__((unused)) static void *take_dirty(size_t size, size_t alignment, void *user) {
    (void)user;
    size_t padded = (size + alignment - 1) / alignment * alignment;
    void *block = aligned_alloc(alignment, padded);
    return block ? memset(block, 0xee, padded) : NULL;
}

__attribute__((unused)) static void give_dirty(void *block, void *user) {
    (void)user;
    free(block);
}

/// Reads from a copy of exactly the right size, so that a sanitizer detects reading beyond the end.
__attribute__((unused)) static gyre_result read_copy(const char *text, size_t size, const gyre_json_options *options,
                                                     gyre_json **out_json, gyre_json_error *out_error) {
    gyre_allocator dirty = {take_dirty, give_dirty, NULL};
    char *copy = malloc(size ? size : 1);
    if (size) memcpy(copy, text, size);
    gyre_result r = gyre_json_read(copy, size, options, &dirty, out_json, out_error);
    free(copy);
    return r;
}
