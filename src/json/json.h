/// JSON from bytes: a tree that knows where in the text everything stood, or one sentence about what is wrong and
/// where.
///
/// Strict: RFC 8259 in UTF-8, without byte order mark, comments, trailing commas or duplicate keys. Not recursive; time
/// and memory grow with the text (n log n for the keys of an object), whatever it contains.
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

/// A place in the text. Columns count code points; both begin at 1. A line ends with \n, \r\n or \r.
typedef struct gyre_json_place {
    uint32_t line, column;
    uint32_t offset; // [bytes] from 0
} gyre_json_place;

/// One value. The nodes of a tree lie in one array, in the order of the text: a value comes before what it contains.
typedef struct gyre_json_node gyre_json_node;
struct gyre_json_node {
    gyre_json_type type;
    uint32_t count;            // of elements or members; of the bytes of a string
    uint32_t next;             // nodes from here to the next sibling; 0: there is none
    uint32_t size;             // bytes in the text, from place.offset on
    gyre_json_place place;     // where the value begins
    gyre_json_place key_place; // of a member: where the key begins; else all 0
    uint32_t key_length;
    const char *key; // of a member, decoded, with a NUL behind; else NULL
    union {
        double number;
        const char *string;     // decoded, with a NUL behind; it may contain others
        const uint32_t *by_key; // of an object: nodes from here to its members, sorted by key
    };
};

typedef struct gyre_json gyre_json;

typedef struct gyre_json_options {
    uint32_t marker;   // set by gyre_json_options_default
    size_t max_size;   // of the text [bytes]; 256 MiB. Never more than 4 GiB.
    size_t max_values; // 16 million, at 64 bytes each
    size_t max_depth;  // of arrays and objects in each other; 128
} gyre_json_options;

gyre_json_options gyre_json_options_default(void);

/// What is wrong, and where: a sentence without a full stop, such as "expected ',' or ']' after the value, found '}'".
typedef struct gyre_json_error {
    gyre_result code;
    gyre_json_place place;
    char text[224];
} gyre_json_error;

/// Reads one value that fills `bytes`. `options`, `allocator` (malloc) and `out_error` may be NULL; the allocator is
/// copied. Fails with GYRE_ERR_JSON, GYRE_ERR_JSON_LIMIT or GYRE_ERR_NO_MEMORY, and fills *out_error. The text is not
/// needed afterwards.
gyre_result gyre_json_read(const void *bytes, size_t size, const gyre_json_options *options,
                           const gyre_allocator *allocator, gyre_json **out_json, gyre_json_error *out_error);

/// Gives back everything; NULL is fine.
void gyre_json_destroy(gyre_json *json);

/// The value that is the whole text.
const gyre_json_node *gyre_json_root(const gyre_json *json);

/// All values: the root is the first of them.
size_t gyre_json_node_count(const gyre_json *json);

/// The first element or member, or NULL if there is none.
static inline const gyre_json_node *gyre_json_first(const gyre_json_node *node) {
    return node->type >= GYRE_JSON_ARRAY && node->count > 0 ? node + 1 : NULL;
}

/// The next element or member of the same array or object, or NULL.
static inline const gyre_json_node *gyre_json_next(const gyre_json_node *node) {
    return node->next ? node + node->next : NULL;
}

/// The member of an object with that key, or NULL; also NULL for what is no object. Takes log n comparisons.
const gyre_json_node *gyre_json_find(const gyre_json_node *object, const char *key);

/// For sentences: "null", "false", "true", "a number", "a string", "an array", "an object".
const char *gyre_json_type_text(gyre_json_type type);
