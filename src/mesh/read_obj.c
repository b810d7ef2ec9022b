/// Reads Wavefront OBJ files: the vertices and faces of all objects and groups, as one mesh.
///
/// Makes two passes, first over vertices, then over faces: a face may refer to later vertices, and triangulation needs
/// their positions.
#include "mesh/text_scan.h"

#include "base/memory.h"

#include <stdio.h>

typedef struct obj_reader {
    text_scan scan;
    model_builder *builder;
    size_t vertices_so_far; // vertices seen so far in the second pass; negative indices count back from here
    uint32_t *corners;      // of the current face
    size_t corner_count, corner_room;
} obj_reader;

typedef enum keyword_kind {
    OBJ_VERTEX,
    OBJ_FACE,
    OBJ_ELEMENT,
    OBJ_SETTING,
    OBJ_FREE_FORM,
    OBJ_OTHER_FILE
} keyword_kind;

typedef struct obj_keyword {
    const char *name;
    keyword_kind kind;
} obj_keyword;

// All keywords of the specification (Wavefront, appendix B1), including obsolete ones; the most frequent first.
static const obj_keyword obj_keywords[] = {
    {"v", OBJ_VERTEX},          {"f", OBJ_FACE},           {"vn", OBJ_SETTING},       {"vt", OBJ_SETTING},
    {"fo", OBJ_FACE},           {"p", OBJ_ELEMENT},        {"l", OBJ_ELEMENT},        {"o", OBJ_SETTING},
    {"g", OBJ_SETTING},         {"s", OBJ_SETTING},        {"mg", OBJ_SETTING},       {"usemtl", OBJ_SETTING},
    {"mtllib", OBJ_SETTING},    {"usemap", OBJ_SETTING},   {"maplib", OBJ_SETTING},   {"bevel", OBJ_SETTING},
    {"c_interp", OBJ_SETTING},  {"d_interp", OBJ_SETTING}, {"lod", OBJ_SETTING},      {"shadow_obj", OBJ_SETTING},
    {"trace_obj", OBJ_SETTING}, {"vp", OBJ_FREE_FORM},     {"cstype", OBJ_FREE_FORM}, {"deg", OBJ_FREE_FORM},
    {"bmat", OBJ_FREE_FORM},    {"step", OBJ_FREE_FORM},   {"curv", OBJ_FREE_FORM},   {"curv2", OBJ_FREE_FORM},
    {"surf", OBJ_FREE_FORM},    {"parm", OBJ_FREE_FORM},   {"trim", OBJ_FREE_FORM},   {"hole", OBJ_FREE_FORM},
    {"scrv", OBJ_FREE_FORM},    {"sp", OBJ_FREE_FORM},     {"end", OBJ_FREE_FORM},    {"con", OBJ_FREE_FORM},
    {"ctech", OBJ_FREE_FORM},   {"stech", OBJ_FREE_FORM},  {"bsp", OBJ_FREE_FORM},    {"bzp", OBJ_FREE_FORM},
    {"cdc", OBJ_FREE_FORM},     {"cdp", OBJ_FREE_FORM},    {"res", OBJ_FREE_FORM},    {"call", OBJ_OTHER_FILE},
    {"csh", OBJ_OTHER_FILE},
};

static const obj_keyword *find_keyword(text_word word) {
    for (size_t i = 0; i < sizeof obj_keywords / sizeof obj_keywords[0]; i++)
        if (text_is(word, obj_keywords[i].name)) return &obj_keywords[i];
    return NULL;
}

// ---- vertices ----

static gyre_result fail_coordinate(obj_reader *reader, text_word word, size_t axis) {
    char what[TEXT_WHAT_SIZE];
    snprintf(what, sizeof what, "a number for %c of vertex %zu", "xyz"[axis], reader -> builder -> vertex_count + 1);
    return gyre_text_fail_number(&reader->scan, word, what);
}

// Checks a weight or colour after x y z. A non-finite number only causes a warning, because it is not used.
static gyre_result check_unused(obj_reader *reader, text_word word, size_t index) {
    text_scan *scan = &reader->scan;
    size_t byte = text_byte(scan, word.text), vertex = reader->builder->vertex_count + 1;
    char found[TEXT_FOUND_SIZE];
    double value = 0;
    if (index < 4 && gyre_text_number(word, &value)) return GYRE_OK;
    // a failure with a value other than NaN means that the number is too large
    if (index < 4 && (gyre_text_is_not_finite(word) || value == value)) {
        gyre_model_warn_at_line(scan->source, byte,
                                "the colour or weight of vertex %zu is %s, which is not finite; ignored", vertex,
                                gyre_text_found(scan, word, found));
        return GYRE_OK;
    }
    return gyre_model_fail_at_line(
        scan->source, byte, "expected the end of the line after x y z of vertex %zu and a weight or colour, found %s",
        vertex, gyre_text_found(scan, word, found));
}

// Reads x y z and skips an optional weight and colour.
static gyre_result read_vertex(obj_reader *reader) {
    text_scan *scan = &reader->scan;
    double x[3];
    for (size_t axis = 0; axis < 3; axis++) {
        text_word word = text_next_in_line(scan);
        if (!gyre_text_number(word, &x[axis])) return fail_coordinate(reader, word, axis);
    }
    for (size_t more = 0;; more++) {
        text_word word = text_next_in_line(scan);
        if (word.length == 0) break;
        gyre_result r = check_unused(reader, word, more);
        if (r != GYRE_OK) return r;
    }
    return gyre_builder_vertex(reader->builder, x[0], x[1], x[2]);
}

static gyre_result read_vertices(obj_reader *reader) {
    text_scan *scan = &reader->scan;
    while (scan->p < scan->end) {
        if (text_is(text_next_in_line(scan), "v")) {
            gyre_result r = read_vertex(reader);
            if (r != GYRE_OK) return r;
        }
        gyre_text_skip_line(scan);
        text_progress(scan);
    }
    return GYRE_OK;
}

// ---- faces ----

static gyre_result add_corner(obj_reader *reader, uint32_t corner) {
    if (reader->corner_count == reader->corner_room) {
        const gyre_allocator *allocator = reader->builder->allocator;
        size_t room = reader->corner_room ? 2 * reader->corner_room : 64;
        uint32_t *corners = gyre_take_array(allocator, room, sizeof *corners);
        if (!corners) return GYRE_ERR_NO_MEMORY;
        if (reader->corner_count > 0) memcpy(corners, reader->corners, reader->corner_count * sizeof *corners);
        gyre_give_back(allocator, reader->corners);
        reader->corners = corners;
        reader->corner_room = room;
    }
    reader->corners[reader->corner_count++] = corner;
    return GYRE_OK;
}

// True if the text after the vertex index is empty, /vt, //vn or /vt/vn.
static bool is_corner_rest(const char *p, const char *end) {
    for (int slashes = 0; p < end; slashes++) {
        if (*p != '/' || slashes == 2) return false;
        p++;
        if (p < end && *p == '-') p++;
        while (p < end && *p >= '0' && *p <= '9')
            p++;
    }
    return true;
}

static gyre_result fail_index(obj_reader *reader, text_word word, int64_t index) {
    text_scan *scan = &reader->scan;
    size_t byte = text_byte(scan, word.text), count = reader->builder->vertex_count;
    if (index == 0)
        return gyre_model_fail_at_line(
            scan->source, byte, "the face refers to vertex 0, but vertices are counted from 1 (there are %zu)", count);
    if (index < 0)
        return gyre_model_fail_at_line(
            scan->source, byte,
            "the face refers to vertex %.*s, counted back from this line, but only %zu vertices precede it",
            (int)(word.length < 24 ? word.length : 24), word.text, reader->vertices_so_far);
    return gyre_model_fail_at_line(scan->source, byte, "the face refers to vertex %.*s, but the file has only %zu",
                                   (int)(word.length < 24 ? word.length : 24), word.text, count);
}

static gyre_result read_corner(obj_reader *reader, text_word word) {
    const char *slash = memchr(word.text, '/', word.length), *end = word.text + word.length;
    text_word vertex = {word.text, slash ? (size_t)(slash - word.text) : word.length};
    int64_t index;
    if (!gyre_text_integer(vertex, &index) || (slash && !is_corner_rest(slash, end))) {
        char found[TEXT_FOUND_SIZE];
        return gyre_model_fail_at_line(reader->scan.source, text_byte(&reader->scan, word.text),
                                       "expected a corner such as 3, 3/1, 3//2 or 3/1/2, found %s",
                                       gyre_text_found(&reader->scan, word, found));
    }
    int64_t at = index < 0 ? (int64_t)reader->vertices_so_far + index : index - 1;
    if (at < 0 || at >= (int64_t)reader->builder->vertex_count) return fail_index(reader, vertex, index);
    return add_corner(reader, (uint32_t)at);
}

static gyre_result read_face(obj_reader *reader, text_word keyword) {
    reader->corner_count = 0;
    for (;;) {
        text_word word = text_next_in_line(&reader->scan);
        if (word.length == 0) break;
        gyre_result r = read_corner(reader, word);
        if (r != GYRE_OK) return r;
    }
    if (reader->corner_count == 0)
        return gyre_model_fail_at_line(reader->scan.source, text_byte(&reader->scan, keyword.text),
                                       "the face has no corners");
    return gyre_builder_polygon(reader->builder, reader->corners, reader->corner_count);
}

// Handles a line that is neither a vertex nor a face. Unknown keywords are counted as ignored, because programs add
// keywords; a line that does not begin with a letter is an error, because the file is probably not OBJ.
static gyre_result read_other(obj_reader *reader, text_word word, const obj_keyword *keyword) {
    model_source *source = reader->scan.source;
    size_t byte = text_byte(&reader->scan, word.text);
    if (keyword && keyword->kind == OBJ_FREE_FORM)
        return gyre_model_fail_at_line(
            source, byte,
            "'%s' belongs to free-form curves and surfaces, which are not supported: export the model with polygons",
            keyword->name);
    if (keyword && keyword->kind == OBJ_OTHER_FILE)
        return gyre_model_fail_at_line(source, byte, "'%s' includes another file, which is not supported",
                                       keyword->name);
    char first = (char)(word.text[0] | 0x20), found[TEXT_FOUND_SIZE];
    if (!keyword && (first < 'a' || first > 'z'))
        return gyre_model_fail_at_line(source, byte, "expected a keyword such as v or f, found %s",
                                       gyre_text_found(&reader->scan, word, found));
    if (!keyword || keyword->kind == OBJ_ELEMENT) reader->builder->ignored_count++;
    return GYRE_OK;
}

static gyre_result read_faces(obj_reader *reader) {
    text_scan *scan = &reader->scan;
    while (scan->p < scan->end) {
        text_word word = text_next_in_line(scan);
        gyre_result r = GYRE_OK;
        if (word.length > 0) {
            const obj_keyword *keyword = find_keyword(word);
            if (keyword && keyword->kind == OBJ_VERTEX)
                reader->vertices_so_far++;
            else if (keyword && keyword->kind == OBJ_FACE)
                r = read_face(reader, word);
            else
                r = read_other(reader, word, keyword);
        }
        if (r != GYRE_OK) return r;
        gyre_text_skip_line(scan);
        text_progress(scan);
    }
    return GYRE_OK;
}

gyre_result gyre_read_obj(model_source *source, model_builder *builder) {
    obj_reader reader = {.scan = gyre_text_begin(source, 0), .builder = builder};
    reader.scan.is_obj = true;
    reader.scan.pass_count = 2;
    const text_scan beginning = reader.scan;
    gyre_result r = read_vertices(&reader);
    reader.scan = beginning;
    reader.scan.pass = 1;
    if (r == GYRE_OK) r = read_faces(&reader);
    gyre_give_back(builder->allocator, reader.corners);
    return r;
}
