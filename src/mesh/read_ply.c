/// Reads PLY files: text, or binary of either byte order.
///
/// Uses the elements `vertex` (x y z), `face` (lists of corners) and `tristrips` (lists with -1 between strips). Skips
/// other elements. Elements may come in any order: faces that precede the vertices are read last.
#include "mesh/model_bytes.h"
#include "mesh/ply_header.h"

#include "base/memory.h"
#include "math/finite.h"

#include <stdio.h>

static const uint32_t STRIP_END = UINT32_MAX; // never a valid vertex index

// The properties to read from an element; the others are skipped.
typedef struct ply_plan {
    const ply_property *axes[3];
    const ply_property *list;
    bool is_strips; // 1: -1 separates strips
} ply_plan;

typedef struct ply_reader {
    model_source *source;
    model_builder *builder;
    const ply_header *header;
    size_t vertex_count;        // from the header; checked against the file size
    text_scan scan;             // position in a text file
    size_t at;                  // position in a binary file
    size_t report_next;         // offset of the next progress report; never decreases
    const ply_element *element; // current element, and its row
    size_t row;
    uint32_t *corners; // the list of the current face
    size_t corner_count, corner_room;
} ply_reader;

static bool is_text(const ply_reader *reader) { return reader->header->encoding == PLY_ASCII; }

static size_t byte_now(const ply_reader *reader) {
    return is_text(reader) ? text_byte(&reader->scan, reader->scan.p) : reader->at;
}

static void jump_to(ply_reader *reader, size_t byte) {
    reader->at = byte;
    reader->scan.p = reader->scan.start + byte;
}

// ---- numbers ----

static double number_of(ply_type type, uint64_t bits) {
    float single;
    double value;
    uint32_t low = (uint32_t)bits;
    switch (type) {
    case PLY_int8:
        return (int8_t)bits;
    case PLY_int16:
        return (int16_t)bits;
    case PLY_int32:
        return (int32_t)bits;
    case PLY_float32:
        memcpy(&single, &low, sizeof single);
        return (double)single;
    case PLY_float64:
        memcpy(&value, &bits, sizeof value);
        return value;
    default:
        return low; // unsigned types
    }
}

static double load_number(ply_type type, const uint8_t *p, bool is_big_endian) {
    switch (gyre_ply_type_size(type)) {
    case 1:
        return number_of(type, p[0]);
    case 2:
        return number_of(type, is_big_endian ? (uint64_t)p[0] << 8 | p[1] : (uint64_t)p[1] << 8 | p[0]);
    case 4:
        return number_of(type, is_big_endian ? __builtin_bswap32(load_u32(p)) : load_u32(p));
    default: {
        uint64_t bits = (uint64_t)load_u32(p + 4) << 32 | load_u32(p);
        return number_of(type, is_big_endian ? __builtin_bswap64(bits) : bits);
    }
    }
}

static gyre_result fail_ended(ply_reader *reader) {
    size_t shown = reader->element->name.length < 24 ? reader->element->name.length : 24;
    const char *format = "the file ends inside %.*s %zu of %zu";
    if (is_text(reader))
        return gyre_model_fail_at_line(reader->source, reader->source->size, format, (int)shown,
                                       reader->element->name.text, reader->row + 1, reader->element->count);
    return gyre_model_fail(reader->source, reader->source->size, format, (int)shown, reader->element->name.text,
                           reader->row + 1, reader->element->count);
}

// Writes "x of vertex 3" for messages.
static const char *name_value(const ply_reader *reader, const ply_property *property, char out[TEXT_WHAT_SIZE]) {
    text_word p = property->name, e = reader->element->name;
    snprintf(out, TEXT_WHAT_SIZE, "%.*s of %.*s %zu", (int)(p.length < 24 ? p.length : 24), p.text,
             (int)(e.length < 24 ? e.length : 24), e.text, reader->row + 1);
    return out;
}

// Reports an error about the number at `place`.
static gyre_result fail_value(ply_reader *reader, const ply_property *property, const uint8_t *place,
                              const char *trouble) {
    char value[TEXT_WHAT_SIZE];
    size_t byte = (size_t)(place - reader->source->bytes);
    name_value(reader, property, value);
    if (is_text(reader)) return gyre_model_fail_at_line(reader->source, byte, "%s %s", value, trouble);
    return gyre_model_fail(reader->source, byte, "%s %s", value, trouble);
}

// Reads the next number of `property` and its position in the file.
static gyre_result next_number(ply_reader *reader, const ply_property *property, ply_type type, double *out,
                               const uint8_t **out_place) {
    if (is_text(reader)) {
        text_word word = text_next(&reader->scan);
        *out_place = (const uint8_t *)word.text;
        if (gyre_text_number(word, out)) return GYRE_OK;
        if (word.length == 0) return fail_ended(reader);
        char what[TEXT_WHAT_SIZE + 16] = "a number for ", value[TEXT_WHAT_SIZE];
        strncat(what, name_value(reader, property, value), TEXT_WHAT_SIZE);
        return gyre_text_fail_number(&reader->scan, word, what);
    }
    size_t size = gyre_ply_type_size(type);
    if (reader->source->size - reader->at < size) return fail_ended(reader);
    *out_place = reader->source->bytes + reader->at;
    *out = load_number(type, *out_place, reader->header->encoding == PLY_BIG_ENDIAN);
    reader->at += size;
    return GYRE_OK;
}

static gyre_result skip_numbers(ply_reader *reader, ply_type type, size_t count) {
    if (!is_text(reader)) {
        if ((reader->source->size - reader->at) / gyre_ply_type_size(type) < count) return fail_ended(reader);
        reader->at += count * gyre_ply_type_size(type);
        return GYRE_OK;
    }
    for (size_t i = 0; i < count; i++)
        if (text_next(&reader->scan).length == 0) return fail_ended(reader);
    return GYRE_OK;
}

// ---- lists ----

// Reads the length of a list and checks that the file is long enough for it.
static gyre_result read_count(ply_reader *reader, const ply_property *property, size_t *out) {
    double count = 0;
    const uint8_t *place = NULL;
    gyre_result r = next_number(reader, property, property->count_type, &count, &place);
    if (r != GYRE_OK) return r;
    if (!(count >= 0 && count <= UINT32_MAX) || (double)(uint32_t)count != count)
        return fail_value(reader, property, place, "is a list whose length is not a whole number >= 0");
    size_t left = reader->source->size - byte_now(reader);
    // in text a number takes at least a digit and a space; the last number has no space
    size_t room = is_text(reader) ? (left + 1) / 2 : left / gyre_ply_type_size(property->type);
    if (count > (double)room)
        return fail_value(reader, property, place, "is a list that is longer than the rest of the file");
    *out = (size_t)count;
    return GYRE_OK;
}

static gyre_result make_room(ply_reader *reader, size_t count) {
    if (count <= reader->corner_room) return GYRE_OK;
    uint32_t *corners = gyre_take_array(reader->builder->allocator, count, sizeof *corners);
    if (!corners) return GYRE_ERR_NO_MEMORY;
    gyre_give_back(reader->builder->allocator, reader->corners);
    reader->corners = corners;
    reader->corner_room = count;
    return GYRE_OK;
}

static gyre_result fail_index(ply_reader *reader, const ply_property *property, const uint8_t *place, double index) {
    char trouble[TEXT_WHAT_SIZE];
    if (is_finite(index) && index > -1e15 && index < 1e15 && (double)(int64_t)index == index)
        snprintf(trouble, sizeof trouble, "refers to vertex %lld; the %zu vertices are counted from 0",
                 (long long)index, reader->vertex_count);
    else
        snprintf(trouble, sizeof trouble, "has an index that is not a whole number");
    return fail_value(reader, property, place, trouble);
}

static gyre_result read_list(ply_reader *reader, const ply_property *property, size_t count, bool is_strips) {
    gyre_result r = make_room(reader, count);
    reader->corner_count = count;
    for (size_t i = 0; i < count && r == GYRE_OK; i++) {
        double index = 0;
        const uint8_t *place = NULL;
        r = next_number(reader, property, property->type, &index, &place);
        if (r != GYRE_OK) return r;
        bool is_end = is_strips && index == -1;
        bool is_index = index >= 0 && index < (double)reader->vertex_count && (double)(uint32_t)index == index;
        if (!is_index && !is_end) return fail_index(reader, property, place, index);
        reader->corners[i] = is_end ? STRIP_END : (uint32_t)index;
    }
    return r;
}

// ---- elements ----

static gyre_result read_axis(ply_reader *reader, const ply_property *property, double *out) {
    const uint8_t *place = NULL;
    gyre_result r = next_number(reader, property, property->type, out, &place);
    if (r == GYRE_OK && !is_finite(*out)) return fail_value(reader, property, place, "is NaN or infinite");
    return r;
}

// Reads one row: coordinates into `x`, the planned list into reader->corners.
static gyre_result read_row(ply_reader *reader, const ply_plan *plan, double x[3]) {
    const ply_element *element = reader->element;
    gyre_result r = GYRE_OK;
    for (size_t i = 0; i < element->property_count && r == GYRE_OK; i++) {
        const ply_property *property = &element->properties[i];
        if (property->is_list) {
            size_t count = 0;
            r = read_count(reader, property, &count);
            if (r == GYRE_OK && property == plan->list)
                r = read_list(reader, property, count, plan->is_strips);
            else if (r == GYRE_OK)
                r = skip_numbers(reader, property->type, count);
            continue;
        }
        size_t axis = 0;
        while (axis < 3 && property != plan->axes[axis])
            axis++;
        r = axis < 3 ? read_axis(reader, property, &x[axis]) : skip_numbers(reader, property->type, 1);
    }
    return r;
}

// Adds the triangles of strips: each corner forms a triangle with the two before it, and every second triangle is
// reversed. Degenerate triangles join strips and are skipped.
static gyre_result add_strips(model_builder *builder, const uint32_t *corners, size_t count) {
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        if (corners[i] == STRIP_END) first = i + 1;
        if (i < first + 2) continue;
        bool is_turned = (i - first) % 2 == 1;
        uint32_t a = corners[i - 2], b = corners[i - 1], c = corners[i];
        if (a == b || b == c || c == a) continue;
        gyre_result r = is_turned ? gyre_builder_triangle(builder, b, a, c) : gyre_builder_triangle(builder, a, b, c);
        if (r != GYRE_OK) return r;
    }
    return GYRE_OK;
}

static gyre_result read_rows(ply_reader *reader, const ply_plan *plan) {
    gyre_result r = GYRE_OK;
    for (reader->row = 0; reader->row < reader->element->count && r == GYRE_OK; reader->row++) {
        double x[3] = {0};
        r = read_row(reader, plan, x);
        if (r != GYRE_OK) break;
        if (plan->axes[0])
            r = gyre_builder_vertex(reader->builder, x[0], x[1], x[2]);
        else if (plan->is_strips)
            r = add_strips(reader->builder, reader->corners, reader->corner_count);
        else if (plan->list)
            r = gyre_builder_polygon(reader->builder, reader->corners, reader->corner_count);
        if (byte_now(reader) >= reader->report_next) {
            gyre_model_progress(reader->source, byte_now(reader));
            reader->report_next = byte_now(reader) + PROGRESS_BYTES;
        }
    }
    return r;
}

// Checks that the file is long enough for the rows of an element at their smallest size.
static gyre_result check_count(ply_reader *reader, const ply_element *element) {
    size_t left = reader->source->size - byte_now(reader), needed;
    if (element->count == 0) return GYRE_OK;
    size_t byte = text_byte(&reader->scan, element->name.text);
    if (element->min_size == 0) return gyre_model_fail_at_line(reader->source, byte, "the element has no properties");
    if (!size_multiply(element->count, element->min_size, &needed)) needed = SIZE_MAX;
    if (needed <= left + is_text(reader)) return GYRE_OK; // in text the last number has no space after it
    return gyre_model_fail_at_line(
        reader->source, byte,
        "the header announces %zu of these, which need at least %zu bytes, but the file has %zu left", element->count,
        needed, left);
}

static gyre_result fail_element(ply_reader *reader, const ply_element *element, const char *text) {
    return gyre_model_fail_at_line(reader->source, text_byte(&reader->scan, element->name.text), "%s", text);
}

static gyre_result plan_vertices(ply_reader *reader, ply_plan *plan) {
    static const char *const names[] = {"x", "y", "z"};
    for (size_t i = 0; i < 3; i++) {
        plan->axes[i] = gyre_ply_find(reader->element, names[i]);
        if (!plan->axes[i] || plan->axes[i]->is_list)
            return fail_element(reader, reader->element, "vertices need the properties x, y and z, one number each");
    }
    return gyre_builder_reserve(reader->builder, reader->element->count, 0);
}

static gyre_result plan_faces(ply_reader *reader, ply_plan *plan, bool is_strips) {
    plan->is_strips = is_strips;
    plan->list = gyre_ply_find(reader->element, "vertex_indices");
    if (!plan->list) plan->list = gyre_ply_find(reader->element, "vertex_index");
    if (!plan->list || !plan->list->is_list)
        return fail_element(reader, reader->element, "faces need a property list named vertex_indices or vertex_index");
    // reserve no more triangles than the rest of the file can contain
    size_t size = is_text(reader) ? 2 : gyre_ply_type_size(plan->list->type);
    size_t possible = (reader->source->size - byte_now(reader)) / (reader->element->min_size + 3 * size);
    size_t count = reader->element->count < possible ? reader->element->count : possible;
    size_t allowed = reader->builder->max_triangles - reader->builder->triangle_count;
    return gyre_builder_reserve(reader->builder, 0, count < allowed ? count : allowed);
}

// Reads or skips the element at the current position.
static gyre_result read_element(ply_reader *reader, const ply_element *element, bool is_skipped) {
    ply_plan plan = {0};
    reader->element = element;
    gyre_result r = check_count(reader, element);
    if (r != GYRE_OK || element->count == 0) return r;
    if (!is_skipped && text_is(element->name, "vertex")) r = plan_vertices(reader, &plan);
    if (!is_skipped && text_is(element->name, "face")) r = plan_faces(reader, &plan, false);
    if (!is_skipped && text_is(element->name, "tristrips")) r = plan_faces(reader, &plan, true);
    if (r != GYRE_OK) return r;
    bool is_wanted = plan.axes[0] || plan.list;
    if (!is_wanted && !is_text(reader) && !element->has_lists) {
        reader->at += element->count * element->min_size; // check_count has compared this count with the file size
        return GYRE_OK;
    }
    return read_rows(reader, &plan);
}

// ---- the file ----

static const ply_element *find_element(const ply_header *header, const char *name) {
    for (size_t i = 0; i < header->element_count; i++)
        if (text_is(header->elements[i].name, name)) return &header->elements[i];
    return NULL;
}

static gyre_result read_elements(ply_reader *reader) {
    const ply_header *header = reader->header;
    size_t begins[PLY_ELEMENTS_MAX] = {0}; // offsets of elements that precede the vertices
    const ply_element *vertex = find_element(header, "vertex");
    gyre_result r = GYRE_OK;
    for (size_t i = 0; i < header->element_count && r == GYRE_OK; i++) {
        begins[i] = byte_now(reader);
        r = read_element(reader, &header->elements[i], &header->elements[i] < vertex);
    }
    if (r == GYRE_OK && is_text(reader)) {
        text_word word = text_next(&reader->scan);
        if (word.length > 0)
            return gyre_model_fail_at_line(reader->source, text_byte(&reader->scan, word.text),
                                           "the file continues after the last element");
    }
    for (size_t i = 0; i < header->element_count && &header->elements[i] < vertex && r == GYRE_OK; i++) {
        jump_to(reader, begins[i]);
        r = read_element(reader, &header->elements[i], false);
    }
    return r;
}

gyre_result gyre_read_ply(model_source *source, model_builder *builder) {
    ply_header header;
    gyre_result r = gyre_ply_read_header(source, &header);
    if (r != GYRE_OK) return r;
    const ply_element *vertex = find_element(&header, "vertex");
    if (!vertex) return gyre_model_fail_at_line(source, 0, "the header has no element named vertex");
    if (!find_element(&header, "face") && !find_element(&header, "tristrips"))
        return gyre_model_fail_at_line(source, 0, "a cloud of %zu points: the header has no element named face",
                                       vertex->count);
    ply_reader reader = {.source = source,
                         .builder = builder,
                         .header = &header,
                         .vertex_count = vertex->count,
                         .scan = gyre_text_begin(source, header.size)};
    jump_to(&reader, header.size);
    reader.report_next = header.size + PROGRESS_BYTES;
    r = read_elements(&reader);
    gyre_give_back(builder->allocator, reader.corners);
    return r;
}
