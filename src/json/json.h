/// Reads JSON from bytes into a tree of values with their positions in the text, or reports one error and its position.
///
/// Strict: RFC 8259 in UTF-8, without byte order mark, comments, trailing commas or duplicate keys. Not recursive. For
/// every input, memory is linear in the size of the text; so is time, except n log n for an object of n keys.
#pragma once

#include "gyre/base.h"

typedef enum gyre_json_type {
    GYRE_JSON_NULL,
    GYRE_JSON_FALSE,
    GYRE_JSON_TRUE,
    GYRE_JSON_NUMBER,
    GYRE_JSON_STRING,
    GYRE_JSON_ARRAY,
    GYRE_JSON_OBJECT,
    GYRE_JSON_TYPE_COUNT
} gyre_json_type;

/// A position in the text. Columns count code points; lines and columns begin at 1. A line ends with \n, \r\n or \r.
typedef struct gyre_json_place {
    uint32_t line, column;
    uint32_t offset; // [bytes] from 0
} gyre_json_place;

/// One value. The nodes of a tree are in one array in the order of the text: a value comes before its elements or
/// members.
typedef struct gyre_json_node gyre_json_node;
struct gyre_json_node {
    gyre_json_type type;
    uint32_t count;            // number of elements or members; bytes of a string
    uint32_t next;             // number of nodes from here to the next sibling; 0: last sibling
    uint32_t size;             // bytes of the value in the text, from place.offset
    gyre_json_place place;     // beginning of the value
    gyre_json_place key_place; // beginning of the key of a member; else all 0
    uint32_t key_length;
    const char *key; // key of a member, decoded and NUL-terminated; else NULL
    union {
        double number;
        const char *string;     // decoded and NUL-terminated; can contain other NULs
        const uint32_t *by_key; // for an object: distances from this node to its members, sorted by key
    };
};

typedef struct gyre_json gyre_json;

typedef struct gyre_json_options {
    uint32_t marker;   // set by gyre_json_options_default
    size_t max_size;   // maximum size of the text [bytes]; default 256 MiB, at most 4 GiB
    size_t max_values; // maximum number of values, of 64 bytes each; default 16 million
    size_t max_depth;  // maximum nesting depth of arrays and objects; default 128
} gyre_json_options;

gyre_json_options gyre_json_options_default(void);

/// An error and its position. Its text is a sentence without a full stop, such as "expected ',' or ']' after the value,
/// found '}'".
typedef struct gyre_json_error {
    gyre_result code;
    gyre_json_place place;
    char text[224];
} gyre_json_error;

/// Reads a text that consists of one JSON value. `options`, `allocator` (malloc) and `out_error` may be NULL; the
/// allocator is copied. Returns GYRE_ERR_JSON, GYRE_ERR_JSON_LIMIT or GYRE_ERR_NO_MEMORY with *out_error filled. The
/// tree does not need the text afterwards.
gyre_result gyre_json_read(const void *bytes, size_t size, const gyre_json_options *options,
                           const gyre_allocator *allocator, gyre_json **out_json, gyre_json_error *out_error);

/// Frees the tree; NULL is allowed.
void gyre_json_destroy(gyre_json *json);

/// Returns the top-level value.
const gyre_json_node *gyre_json_root(const gyre_json *json);

/// Returns the number of values. The nodes are an array that begins at the root.
size_t gyre_json_node_count(const gyre_json *json);

/// Returns the first element or member, or NULL if the value is empty.
static inline const gyre_json_node *gyre_json_first(const gyre_json_node *node) {
    return node->type >= GYRE_JSON_ARRAY && node->count > 0 ? node + 1 : NULL;
}

/// Returns the next element or member of the same array or object, or NULL.
static inline const gyre_json_node *gyre_json_next(const gyre_json_node *node) {
    return node->next ? node + node->next : NULL;
}

/// Returns the member with this key; NULL if it is missing or the node is not an object. Takes log n comparisons.
const gyre_json_node *gyre_json_find(const gyre_json_node *object, const char *key);

/// Returns the type for messages: "null", "false", "true", "a number", "a string", "an array", "an object".
const char *gyre_json_type_text(gyre_json_type type);
