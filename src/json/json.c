/// Reads JSON from bytes into a tree.
///
/// A first pass counts commas, brackets and the bytes of strings. This bounds the number of values and the memory for
/// decoded strings, so one block holds everything. Nesting needs no stack: `next` of an open array or object leads to
/// its parent.
#include "json/json.h"

#include "base/check.h"
#include "base/memory.h"
#include "json/json_scan.h"

#include <string.h>

enum {
    OPTIONS_MARKER = 0x6a736f31,
    NO_NODE = -1,
    KEY_SHOWN = 40, // maximum bytes of a key in a message
};

struct gyre_json {
    _Alignas(gyre_json_node) gyre_allocator allocator; // aligned for the nodes that follow
    size_t node_count;
    gyre_json_node *nodes;
};

// Upper bounds on the memory for a text.
typedef struct text_needs {
    size_t values, members, string_bytes;
} text_needs;

// Kinds of tokens that may follow.
typedef enum expectation {
    EXPECT_VALUE,
    EXPECT_FIRST_ELEMENT, // or the end of the array
    EXPECT_KEY,
    EXPECT_FIRST_KEY, // or the end of the object
    EXPECT_SEPARATOR, // or the end of the open array or object
} expectation;

typedef struct json_reader {
    json_scanner scan;
    gyre_json_node *nodes;
    size_t count, max_values;
    int64_t open; // index of the innermost open array or object
    int64_t last; // index of the previous value in `open`
    size_t depth, max_depth;
    uint32_t *by_key; // memory for the sorted members of the next object
    // key of the next value:
    const char *key;
    uint32_t key_length;
    gyre_json_place key_place;
} json_reader;

// ---- objects: members by key ----

static int compare_keys(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t shorter = a_length < b_length ? a_length : b_length;
    int order = shorter ? memcmp(a, b, shorter) : 0;
    if (order != 0) return order;
    return (a_length > b_length) - (a_length < b_length);
}

// Compares by key, and by position where keys are equal.
static bool comes_before(const gyre_json_node *object, uint32_t a, uint32_t b) {
    const gyre_json_node *x = object + a, *y = object + b;
    int order = compare_keys(x->key, x->key_length, y->key, y->key_length);
    return order != 0 ? order < 0 : a < b;
}

// Sifts the member at `top` down in a heap of `count` members.
static void sink(const gyre_json_node *object, uint32_t *heap, size_t top, size_t count) {
    for (size_t child; (child = 2 * top + 1) < count; top = child) {
        if (child + 1 < count && comes_before(object, heap[child], heap[child + 1])) child++;
        if (!comes_before(object, heap[top], heap[child])) return;
        uint32_t sinking = heap[top];
        heap[top] = heap[child];
        heap[child] = sinking;
    }
}

// Heapsort: no recursion, no additional memory, and fast for every input (adversarial keys slow a hash table down).
static void sort_members(const gyre_json_node *object, uint32_t *members, size_t count) {
    for (size_t i = count / 2; i-- > 0;)
        sink(object, members, i, count);
    for (size_t i = count; i-- > 1;) {
        uint32_t largest = members[0];
        members[0] = members[i];
        members[i] = largest;
        sink(object, members, 0, i);
    }
}

// Shows the key as written in the text, where control characters are escaped.
static bool fail_duplicate(json_reader *r, const gyre_json_node *first, const gyre_json_node *second) {
    const char *key = r->scan.start + second->key_place.offset + 1;
    int length = 0, shown = 0;
    for (; key[length] != '"'; length++)
        if (key[length] == '\\') length++;
    for (shown = length < KEY_SHOWN ? length : KEY_SHOWN; ((unsigned char)key[shown] & 0xc0) == 0x80; shown--) {
        // do not cut a code point
    }
    return gyre_json_fail_at(&r->scan, second->key_place, GYRE_ERR_JSON,
                             "found the key \"%.*s%s\" twice in one object: the first is at line %u, column %u", shown,
                             key, shown < length ? "..." : "", (unsigned)first->key_place.line,
                             (unsigned)first->key_place.column);
}

// Sorts the members of a complete object and reports the first duplicate key.
static bool finish_object(json_reader *r, gyre_json_node *object) {
    uint32_t *members = r->by_key;
    size_t count = 0;
    for (const gyre_json_node *m = gyre_json_first(object); m; m = gyre_json_next(m))
        members[count++] = (uint32_t)(m - object);
    sort_members(object, members, count);
    object->by_key = members;
    r->by_key += count;

    const gyre_json_node *first = NULL, *second = NULL;
    for (size_t i = 1; i < count; i++) {
        const gyre_json_node *a = object + members[i - 1], *b = object + members[i];
        if (compare_keys(a->key, a->key_length, b->key, b->key_length) != 0) continue;
        if (!second || b < second) first = a, second = b;
    }
    return second ? fail_duplicate(r, first, second) : true;
}

// ---- values ----

static bool fail_limit(json_reader *r, const char *what, size_t limit) {
    return gyre_json_fail_at(&r->scan, gyre_json_place_of(&r->scan, r->scan.p), GYRE_ERR_JSON_LIMIT,
                             "found more than %zu %s, which is the limit", limit, what);
}

// Adds a node for the value at p and links it to its parent and its previous sibling.
static gyre_json_node *add_node(json_reader *r) {
    if (r->count == r->max_values) {
        fail_limit(r, "values", r->max_values);
        return NULL;
    }
    int64_t index = (int64_t)r->count++;
    gyre_json_node *node = &r->nodes[index];
    *node = (gyre_json_node){.place = gyre_json_place_of(&r->scan, r->scan.p)};
    if (r->open != NO_NODE) {
        gyre_json_node *around = &r->nodes[r->open];
        if (around->count++ > 0) r->nodes[r->last].next = (uint32_t)(index - r->last);
        if (around->type == GYRE_JSON_OBJECT) {
            node->key = r->key;
            node->key_length = r->key_length;
            node->key_place = r->key_place;
        }
    }
    r->last = index;
    return node;
}

static bool open_container(json_reader *r, gyre_json_node *node, expectation *next) {
    if (r->depth == r->max_depth) return fail_limit(r, "nested arrays and objects", r->max_depth);
    r->depth++;
    int64_t index = node - r->nodes;
    node->type = *r->scan.p++ == '[' ? GYRE_JSON_ARRAY : GYRE_JSON_OBJECT;
    node->next = r->open == NO_NODE ? 0 : (uint32_t)(index - r->open); // until closed: distance to the parent
    r->open = index;
    *next = node->type == GYRE_JSON_ARRAY ? EXPECT_FIRST_ELEMENT : EXPECT_FIRST_KEY;
    return true;
}

static bool close_container(json_reader *r) {
    gyre_json_node *node = &r->nodes[r->open];
    r->scan.p++;
    r->depth--;
    r->last = r->open;
    r->open = node->next ? r->open - node->next : NO_NODE;
    node->next = 0;
    node->size = (uint32_t)(r->scan.p - r->scan.start) - node->place.offset;
    return node->type == GYRE_JSON_ARRAY || finish_object(r, node);
}

// Returns a hint for a common mistake.
static const char *hint_for(const json_scanner *s) {
    static const struct {
        const char *start, *hint;
    } hints[] = {
        {"'", ": write strings in double quotes"},
        {"+", ": write numbers without a plus sign"},
        {".", ": write a digit before the decimal point"},
        {"NaN", ": JSON has no NaN"},
        {"nan", ": JSON has no NaN"},
        {"Inf", ": JSON has no infinity"},
        {"inf", ": JSON has no infinity"},
        {"True", ": write true"},
        {"False", ": write false"},
        {"None", ": write null"},
        {"TRUE", ": write true"},
        {"FALSE", ": write false"},
        {"NULL", ": write null"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        size_t length = strlen(hints[i].start);
        if ((size_t)(s->end - s->p) >= length && memcmp(s->p, hints[i].start, length) == 0) return hints[i].hint;
    }
    return "";
}

static bool fail_value(json_reader *r, expectation state) {
    json_scanner *s = &r->scan;
    char found[JSON_FOUND_SIZE];
    const char *expected = "a value", *hint = hint_for(s);
    if (state == EXPECT_FIRST_ELEMENT) {
        expected = "a value or ']'";
    } else if (r->open != NO_NODE && r->nodes[r->open].type == GYRE_JSON_OBJECT) {
        expected = "a value after ':'";
    } else if (r->open != NO_NODE) {
        expected = "a value after ','";
        if (s->p < s->end && *s->p == ']') hint = ": remove the comma after the last element";
    }
    return gyre_json_fail(s, s->p, "expected %s, found %s%s", expected, gyre_json_found(s, s->p, found), hint);
}

static bool read_value(json_reader *r, expectation state, expectation *next) {
    json_scanner *s = &r->scan;
    char c = s->p < s->end ? *s->p : 0;
    bool is_number = c == '-' || (c >= '0' && c <= '9');
    if (c == 0 || (!is_number && !strchr("\"[{tfn", c))) return fail_value(r, state);
    gyre_json_node *node = add_node(r);
    if (!node) return false;
    *next = EXPECT_SEPARATOR;
    if (c == '[' || c == '{') return open_container(r, node, next);
    if (is_number) {
        node->type = GYRE_JSON_NUMBER;
        if (!gyre_json_scan_number(s, &node->number)) return false;
    } else if (c == '"') {
        node->type = GYRE_JSON_STRING;
        if (!gyre_json_scan_string(s, &node->string, &node->count)) return false;
    } else if (gyre_json_scan_word(s, "true")) {
        node->type = GYRE_JSON_TRUE;
    } else if (gyre_json_scan_word(s, "false")) {
        node->type = GYRE_JSON_FALSE;
    } else if (!gyre_json_scan_word(s, "null")) {
        return fail_value(r, state);
    }
    node->size = (uint32_t)(s->p - s->start) - node->place.offset;
    return true;
}

static bool read_key(json_reader *r, expectation state) {
    json_scanner *s = &r->scan;
    char found[JSON_FOUND_SIZE];
    if (s->p == s->end || *s->p != '"') {
        const char *expected = state == EXPECT_FIRST_KEY ? "a key or '}'" : "a key after ','", *hint = "";
        if (s->p < s->end && *s->p == '}') hint = ": remove the comma after the last member";
        if (s->p < s->end && (*s->p == '\'' || gyre_json_is_letter(*s->p))) hint = ": write keys in double quotes";
        return gyre_json_fail(s, s->p, "expected %s, found %s%s", expected, gyre_json_found(s, s->p, found), hint);
    }
    r->key_place = gyre_json_place_of(s, s->p);
    if (!gyre_json_scan_string(s, &r->key, &r->key_length)) return false;
    gyre_json_skip_space(s);
    if (s->p == s->end || *s->p != ':')
        return gyre_json_fail(s, s->p, "expected ':' after the key, found %s", gyre_json_found(s, s->p, found));
    s->p++;
    return true;
}

static bool read_separator(json_reader *r, expectation *next) {
    json_scanner *s = &r->scan;
    const gyre_json_node *open = &r->nodes[r->open];
    bool is_array = open->type == GYRE_JSON_ARRAY;
    char c = s->p < s->end ? *s->p : 0;
    if (c == ',') {
        s->p++;
        *next = is_array ? EXPECT_VALUE : EXPECT_KEY;
        return true;
    }
    if (c == (is_array ? ']' : '}')) return close_container(r);
    char found[JSON_FOUND_SIZE];
    return gyre_json_fail(s, s->p,
                          "expected ',' or '%c' after the value, found %s: the %s begins at line %u, column %u",
                          is_array ? ']' : '}', gyre_json_found(s, s->p, found), is_array ? "array" : "object",
                          (unsigned)open->place.line, (unsigned)open->place.column);
}

static bool read_text(json_reader *r) {
    json_scanner *s = &r->scan;
    expectation state = EXPECT_VALUE;
    do {
        gyre_json_skip_space(s);
        char c = s->p < s->end ? *s->p : 0;
        expectation now = state;
        bool is_ok = true;
        if ((now == EXPECT_FIRST_ELEMENT && c == ']') || (now == EXPECT_FIRST_KEY && c == '}')) {
            is_ok = close_container(r);
            state = EXPECT_SEPARATOR;
        } else if (now == EXPECT_VALUE || now == EXPECT_FIRST_ELEMENT) {
            is_ok = read_value(r, now, &state);
        } else if (now == EXPECT_KEY || now == EXPECT_FIRST_KEY) {
            is_ok = read_key(r, now);
            state = EXPECT_VALUE;
        } else {
            is_ok = read_separator(r, &state);
        }
        if (!is_ok) return false;
    } while (r->open != NO_NODE);

    gyre_json_skip_space(s);
    char found[JSON_FOUND_SIZE];
    if (s->p < s->end)
        return gyre_json_fail(s, s->p, "expected the end of the text, found %s", gyre_json_found(s, s->p, found));
    return true;
}

// ---- the whole text ----

// Computes upper bounds on the memory for a text or, if it is invalid, for its part before the first error.
static text_needs needs_of(const char *p, const char *end) {
    text_needs needs = {1, 0, 0};
    for (; p < end; p++) {
        needs.values += *p == ',' || *p == '[' || *p == '{';
        needs.members += *p == ':';
        if (*p != '"') continue;
        const char *quote = p;
        for (p++; p < end && *p != '"'; p++)
            if (*p == '\\' && p + 1 < end) p++;
        needs.string_bytes += (size_t)(p - quote) + 1; // one more for the NUL
        if (p == end) break;
    }
    return needs;
}

// Reports UTF-16, UTF-32 and byte order marks, because an error about the first value would be misleading.
static bool check_encoding(json_reader *r) {
    json_scanner *s = &r->scan;
    size_t size = (size_t)(s->end - s->start);
    if (size >= 3 && memcmp(s->start, "\xef\xbb\xbf", 3) == 0)
        return gyre_json_fail(s, s->p, "found a byte order mark: save the text as UTF-8 without one");
    bool is_marked = size >= 2 && (memcmp(s->start, "\xff\xfe", 2) == 0 || memcmp(s->start, "\xfe\xff", 2) == 0);
    bool has_nul = size >= 2 && (s->start[0] == 0 || s->start[1] == 0);
    if (is_marked || has_nul) return gyre_json_fail(s, s->p, "found UTF-16 or UTF-32: save the text as UTF-8");
    return true;
}

static gyre_json *take_tree(const text_needs *needs, const gyre_allocator *allocator, json_reader *r) {
    // layout of the block: tree, nodes, members by key, strings
    size_t nodes, members, size = sizeof(gyre_json);
    if (!size_multiply(needs->values, sizeof(gyre_json_node), &nodes) ||
        !size_multiply(needs->members, sizeof(uint32_t), &members) || !size_add(size, nodes, &size) ||
        !size_add(size, members, &size) || !size_add(size, needs->string_bytes, &size))
        return NULL;
    gyre_json *json = gyre_take_array(allocator, size, 1);
    if (!json) return NULL;
    *json = (gyre_json){.allocator = *allocator, .nodes = (gyre_json_node *)(json + 1)};
    r->nodes = json->nodes;
    r->by_key = (uint32_t *)(r->nodes + needs->values);
    r->scan.strings = (char *)(r->by_key + needs->members);
    return json;
}

gyre_json_options gyre_json_options_default(void) {
    return (gyre_json_options){
        .marker = OPTIONS_MARKER, .max_size = (size_t)256 << 20, .max_values = (size_t)16 << 20, .max_depth = 128};
}

gyre_result gyre_json_read(const void *bytes, size_t size, const gyre_json_options *options,
                           const gyre_allocator *allocator, gyre_json **out_json, gyre_json_error *out_error) {
    gyre_json_error unheard = {0};
    gyre_json_error *error = out_error ? out_error : &unheard;
    *error = (gyre_json_error){0};
    gyre_json_options defaults = gyre_json_options_default();
    if (!options) options = &defaults;
    const gyre_allocator standard = {0};
    if (!allocator) allocator = &standard;
    if ((!bytes && size > 0) || !out_json) return error->code = GYRE_ERR_NULL_POINTER;
    if (options->marker != OPTIONS_MARKER) return error->code = GYRE_ERR_DEFINITION;
    if (gyre_allocator_check(allocator) != GYRE_OK) return error->code = GYRE_ERR_ALLOCATOR;

    const char *start = size > 0 ? bytes : "";
    json_reader r = {
        .scan = {.start = start, .p = start, .end = start + size, .line_start = start, .line = 1, .error = error},
        .open = NO_NODE,
        .max_depth = options->max_depth};
    const gyre_json_place beginning = {1, 1, 0};
    size_t max_size = options->max_size < UINT32_MAX ? options->max_size : UINT32_MAX - 1;
    if (size > max_size) {
        gyre_json_fail_at(&r.scan, beginning, GYRE_ERR_JSON_LIMIT, "found %zu bytes, the limit is %zu", size, max_size);
        return error->code;
    }
    if (!check_encoding(&r)) return error->code;

    text_needs needs = needs_of(start, start + size);
    r.max_values = options->max_values;
    if (needs.values > r.max_values) needs.values = r.max_values;
    gyre_json *json = take_tree(&needs, allocator, &r);
    if (!json) {
        gyre_json_fail_at(&r.scan, beginning, GYRE_ERR_NO_MEMORY, "out of memory for up to %zu values", needs.values);
        return error->code;
    }
    if (!read_text(&r)) {
        gyre_give_back(allocator, json);
        return error->code;
    }
    json->node_count = r.count;
    *out_json = json;
    return GYRE_OK;
}

void gyre_json_destroy(gyre_json *json) {
    if (!json) return;
    gyre_allocator allocator = json->allocator; // a copy: the block contains the allocator that frees it
    gyre_give_back(&allocator, json);
}

const gyre_json_node *gyre_json_root(const gyre_json *json) { return json->nodes; }

size_t gyre_json_node_count(const gyre_json *json) { return json->node_count; }

const gyre_json_node *gyre_json_find(const gyre_json_node *object, const char *key) {
    if (object->type != GYRE_JSON_OBJECT) return NULL;
    size_t length = strlen(key), first = 0, end = object->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        const gyre_json_node *member = object + object->by_key[middle];
        int order = compare_keys(member->key, member->key_length, key, length);
        if (order == 0) return member;
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

const char *gyre_json_type_text(gyre_json_type type) {
    static const char *const texts[GYRE_JSON_TYPE_COUNT] = {"null",     "false",    "true",     "a number",
                                                            "a string", "an array", "an object"};
    return texts[type];
}
