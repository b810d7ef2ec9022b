/// Typed access to the JSON of a glTF file, with errors that name the JSON path and the position.
#include "mesh/gltf.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const list_names[GLTF_LIST_COUNT] = {"buffers", "bufferViews", "accessors",
                                                        "meshes",  "nodes",       "scenes"};

// ---- errors ----

// Finds the child of `node` that is `target` or contains it; children are in file order.
static const gyre_json_node *child_towards(const gyre_json_node *node, const gyre_json_node *target,
                                           size_t *out_index) {
    const gyre_json_node *child = gyre_json_first(node);
    size_t index = 0;
    for (const gyre_json_node *next; child && (next = gyre_json_next(child)) && next <= target; child = next)
        index++;
    *out_index = index;
    return child;
}

// Writes a path such as "accessors[3].count". Searches for the node from the root, so that nodes need no parent links.
static void write_path(const gltf *g, const gyre_json_node *target, char *out, size_t room) {
    size_t length = 0;
    const gyre_json_node *node = g->root;
    if (node == target) length = (size_t)snprintf(out, room, "the file");
    while (node != target && length < room) {
        size_t index = 0;
        const gyre_json_node *child = child_towards(node, target, &index);
        if (!child) return; // unreachable: every node is below the root
        int more = node->type == GYRE_JSON_ARRAY
                       ? snprintf(out + length, room - length, "[%zu]", index)
                       : snprintf(out + length, room - length, "%s%s", node == g->root ? "" : ".", child->key);
        length += (size_t)more;
        node = child;
    }
}

gyre_result gyre_gltf_fail(gltf *g, const gyre_json_node *node, const char *format, ...) {
    char path[96] = "", sentence[224];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    write_path(g, node, path, sizeof path);
    size_t byte = (size_t)(g->text.bytes - g->source->bytes) + node->place.offset;
    gyre_result result = gyre_model_fail(g->source, byte, "%s %s", path, sentence);
    if (!g->is_binary) {
        g->source->error->line = (int)node->place.line;
        g->source->error->column = (int)node->place.column;
    }
    return result;
}

void gyre_gltf_warn(gltf *g, const gyre_json_node *node, const char *format, ...) {
    char path[96] = "", sentence[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    write_path(g, node, path, sizeof path);
    bool is_first = g->source->warning_count == 0;
    gyre_model_warn(g->source, (size_t)(g->text.bytes - g->source->bytes) + node->place.offset, "%s %s", path,
                    sentence);
    if (g->is_binary || !is_first) return;
    g->source->warning.line = (int)node->place.line;
    g->source->warning.column = (int)node->place.column;
}

gltf_quote gyre_gltf_quote(const gyre_json_node *string) {
    gltf_quote quote = {""};
    size_t room = sizeof quote.text - 4, length = string->count < room ? string->count : room;
    // drop a UTF-8 character that does not fit completely
    while (length < string->count && length > 0 && ((unsigned char)string->string[length] & 0xc0) == 0x80)
        length--;
    for (size_t i = 0; i < length; i++) {
        char c = string->string[i];
        quote.text[i] = (unsigned char)c < 0x20 || c == 0x7f ? '?' : c;
    }
    memcpy(quote.text + length, length < string->count ? "..." : "", length < string->count ? 4 : 1);
    return quote;
}

// ---- values ----

gyre_result gyre_gltf_member(gltf *g, const gyre_json_node *object, const char *key, gyre_json_type type,
                             int is_required, const gyre_json_node **out) {
    const gyre_json_node *node = gyre_json_find(object, key);
    if (!node && is_required) return gyre_gltf_fail(g, object, "needs '%s', %s", key, gyre_json_type_text(type));
    if (node && node->type != type)
        return gyre_gltf_fail(g, node, "must be %s, is %s", gyre_json_type_text(type), gyre_json_type_text(node->type));
    *out = node;
    return GYRE_OK;
}

// JSON numbers are doubles, which are exact for integers up to 2^53.
static gyre_result size_of_node(gltf *g, const gyre_json_node *node, size_t *out) {
    if (node->type != GYRE_JSON_NUMBER)
        return gyre_gltf_fail(g, node, "must be a whole number, is %s", gyre_json_type_text(node->type));
    double limit = sizeof(size_t) > 4 ? 0x1p53 : 0x1p32 - 1;
    if (!(node->number >= 0 && node->number <= limit) || node->number != (double)(size_t)node->number)
        return gyre_gltf_fail(g, node, "must be a whole number >= 0, is %.*s", (int)(node->size < 24 ? node->size : 24),
                              (const char *)g->text.bytes + node->place.offset);
    *out = (size_t)node->number;
    return GYRE_OK;
}

gyre_result gyre_gltf_size(gltf *g, const gyre_json_node *object, const char *key, int is_required, size_t fallback,
                           size_t *out) {
    const gyre_json_node *node = gyre_json_find(object, key);
    if (node) return size_of_node(g, node, out);
    if (is_required) return gyre_gltf_fail(g, object, "needs '%s', a whole number", key);
    *out = fallback;
    return GYRE_OK;
}

gyre_result gyre_gltf_index_into(gltf *g, const gyre_json_node *node, gltf_list_kind kind, size_t *out) {
    size_t index = 0, count = g->lists[kind].count;
    gyre_result r = size_of_node(g, node, &index);
    if (r != GYRE_OK) return r;
    if (count == 0) return gyre_gltf_fail(g, node, "is %zu, but the file has no %s", index, list_names[kind]);
    if (index >= count)
        return gyre_gltf_fail(g, node, "is %zu, but the last index of %s is %zu", index, list_names[kind], count - 1);
    *out = index;
    return GYRE_OK;
}

gyre_result gyre_gltf_reference(gltf *g, const gyre_json_node *object, const char *key, gltf_list_kind kind,
                                int is_required, size_t *out) {
    const gyre_json_node *node = gyre_json_find(object, key);
    if (node) return gyre_gltf_index_into(g, node, kind, out);
    if (is_required) return gyre_gltf_fail(g, object, "needs '%s', an index into %s", key, list_names[kind]);
    *out = GLTF_NONE;
    return GYRE_OK;
}

gyre_result gyre_gltf_numbers(gltf *g, const gyre_json_node *object, const char *key, size_t count, double *out) {
    const gyre_json_node *array = NULL;
    gyre_result r = gyre_gltf_member(g, object, key, GYRE_JSON_ARRAY, GLTF_OPTIONAL, &array);
    if (r != GYRE_OK || !array) return r;
    if (array->count != count)
        return gyre_gltf_fail(g, array, "must have %zu numbers, has %zu", count, (size_t)array->count);
    size_t i = 0;
    for (const gyre_json_node *node = gyre_json_first(array); node; node = gyre_json_next(node)) {
        if (node->type != GYRE_JSON_NUMBER)
            return gyre_gltf_fail(g, node, "must be a number, is %s", gyre_json_type_text(node->type));
        out[i++] = node->number;
    }
    return GYRE_OK;
}

// ---- lists ----

static gyre_result read_list(gltf *g, gltf_list_kind kind) {
    const gyre_json_node *array = NULL;
    gyre_result r = gyre_gltf_member(g, g->root, list_names[kind], GYRE_JSON_ARRAY, GLTF_OPTIONAL, &array);
    if (r != GYRE_OK || !array || array->count == 0) return r;
    gltf_list *list = &g->lists[kind];
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers
    list->items = gyre_take_array(g->allocator, array->count, sizeof *list->items);
    if (!list->items) return GYRE_ERR_NO_MEMORY;
    for (const gyre_json_node *node = gyre_json_first(array); node; node = gyre_json_next(node)) {
        if (node->type != GYRE_JSON_OBJECT)
            return gyre_gltf_fail(g, node, "must be an object, is %s", gyre_json_type_text(node->type));
        list->items[list->count++] = node;
    }
    return GYRE_OK;
}

gyre_result gyre_gltf_read_lists(gltf *g) {
    gyre_result r = GYRE_OK;
    for (int kind = 0; kind < GLTF_LIST_COUNT && r == GYRE_OK; kind++)
        r = read_list(g, (gltf_list_kind)kind);
    return r;
}
