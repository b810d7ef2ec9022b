/// Parses the header of a PLY file.
#include "mesh/ply_header.h"

size_t gyre_ply_type_size(ply_type type) {
    static const size_t sizes[] = {
#define X(name, bytes, first, second) bytes,
        PLY_TYPE_LIST(X)
#undef X
    };
    return sizes[type];
}

const ply_property *gyre_ply_find(const ply_element *element, const char *name) {
    for (size_t i = 0; i < element->property_count; i++)
        if (text_is(element->properties[i].name, name)) return &element->properties[i];
    return NULL;
}

// ---- lines ----

static gyre_result fail_word(text_scan *scan, text_word word, const char *expected) {
    char found[TEXT_FOUND_SIZE];
    return gyre_model_fail_at_line(scan->source, text_byte(scan, word.text), "expected %s, found %s", expected,
                                   gyre_text_found(scan, word, found));
}

// Fails if another word follows in the line.
static gyre_result end_line(text_scan *scan) {
    text_word word = text_next_in_line(scan);
    return word.length == 0 ? GYRE_OK : fail_word(scan, word, "the end of the line");
}

static gyre_result read_format(text_scan *scan, ply_header *header) {
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    text_word word = text_next_in_line(scan);
    size_t i = 0;
    while (i < PLY_ENCODING_COUNT && !text_is(word, names[i]))
        i++;
    if (i == PLY_ENCODING_COUNT)
        return fail_word(scan, word, "ascii, binary_little_endian or binary_big_endian after 'format'");
    header->encoding = (ply_encoding)i;
    word = text_next_in_line(scan);
    return text_is(word, "1.0") ? end_line(scan) : fail_word(scan, word, "version 1.0 of PLY");
}

static gyre_result read_element(text_scan *scan, ply_header *header) {
    text_word name = text_next_in_line(scan);
    if (name.length == 0) return fail_word(scan, name, "the name of an element");
    text_word word = text_next_in_line(scan);
    int64_t count;
    if (!gyre_text_integer(word, &count) || count < 0)
        return fail_word(scan, word, "the number of elements, a whole number");
    for (size_t i = 0; i < header->element_count; i++)
        if (header->elements[i].name.length == name.length &&
            memcmp(header->elements[i].name.text, name.text, name.length) == 0)
            return fail_word(scan, name, "a new name for the element");
    if (header->element_count == PLY_ELEMENTS_MAX)
        return gyre_model_fail_at_line(scan->source, text_byte(scan, name.text), "the header has more than %d elements",
                                       PLY_ELEMENTS_MAX);
    header->elements[header->element_count++] =
        (ply_element){.name = name, .count = (size_t)count, .properties = &header->properties[header->property_count]};
    return end_line(scan);
}

static gyre_result read_type(text_scan *scan, text_word word, ply_type *out) {
    static const char *const names[][2] = {
#define X(name, bytes, first, second) {first, second},
        PLY_TYPE_LIST(X)
#undef X
    };
    for (size_t i = 0; i < PLY_TYPE_COUNT; i++)
        if (text_is(word, names[i][0]) || text_is(word, names[i][1])) {
            *out = (ply_type)i;
            return GYRE_OK;
        }
    return fail_word(scan, word, "a type such as float, double, uchar or int");
}

static gyre_result read_property(text_scan *scan, ply_header *header) {
    text_word word = text_next_in_line(scan);
    ply_property property = {.is_list = text_is(word, "list")};
    if (header->element_count == 0)
        return gyre_model_fail_at_line(scan->source, text_byte(scan, word.text),
                                       "the property precedes the first element");
    gyre_result r = GYRE_OK;
    if (property.is_list) {
        r = read_type(scan, text_next_in_line(scan), &property.count_type);
        if (r == GYRE_OK) word = text_next_in_line(scan);
    }
    if (r == GYRE_OK) r = read_type(scan, word, &property.type);
    if (r != GYRE_OK) return r;

    property.name = text_next_in_line(scan);
    if (property.name.length == 0) return fail_word(scan, property.name, "the name of a property");
    if (header->property_count == PLY_PROPERTIES_MAX)
        return gyre_model_fail_at_line(scan->source, text_byte(scan, word.text),
                                       "the header has more than %d properties", PLY_PROPERTIES_MAX);
    ply_element *element = &header->elements[header->element_count - 1];
    header->properties[header->property_count++] = property;
    element->property_count++;
    element->has_lists |= property.is_list;
    return end_line(scan);
}

// ---- the header ----

static gyre_result read_line(text_scan *scan, text_word keyword, ply_header *header) {
    if (text_is(keyword, "element")) return read_element(scan, header);
    if (text_is(keyword, "property")) return read_property(scan, header);
    if (text_is(keyword, "comment") || text_is(keyword, "obj_info") || keyword.length == 0) return GYRE_OK;
    return fail_word(scan, keyword, "element, property, comment, obj_info or end_header");
}

// Offset of the first value. After end_header, \r\n is one line end only if the first line also ends with \r\n;
// otherwise \r ends the line and \n is a value.
static size_t values_begin(const text_scan *scan, size_t first_line_end) {
    size_t line_end = gyre_text_line_end(scan, scan->p);
    bool is_old_mac = line_end == 2 && gyre_text_line_end(scan, scan->start + first_line_end) == 1;
    return text_byte(scan, scan->p) + (is_old_mac ? 1 : line_end);
}

static void measure_elements(ply_header *header) {
    for (size_t i = 0; i < header->element_count; i++) {
        ply_element *element = &header->elements[i];
        for (size_t k = 0; k < element->property_count; k++) {
            const ply_property *property = &element->properties[k];
            ply_type type = property->is_list ? property->count_type : property->type;
            element->min_size += header->encoding == PLY_ASCII ? 2 : gyre_ply_type_size(type);
        }
    }
}

gyre_result gyre_ply_read_header(model_source *source, ply_header *out_header) {
    text_scan scan = gyre_text_begin(source, 3); // after "ply"
    *out_header = (ply_header){.encoding = PLY_ENCODING_COUNT};
    gyre_result r = end_line(&scan);
    size_t first_line_end = text_byte(&scan, scan.p);
    while (r == GYRE_OK) {
        gyre_text_skip_line(&scan);
        text_word keyword = text_next_in_line(&scan);
        if (keyword.length == 0 && scan.p == scan.end)
            return gyre_model_fail_at_line(source, source->size, "the file ends inside its header, without end_header");
        if (out_header->encoding == PLY_ENCODING_COUNT) {
            bool is_comment = text_is(keyword, "comment") || text_is(keyword, "obj_info");
            if (text_is(keyword, "format"))
                r = read_format(&scan, out_header);
            else if (!is_comment)
                r = fail_word(&scan, keyword, "'format' in the line after 'ply'");
            continue;
        }
        if (text_is(keyword, "end_header")) {
            r = end_line(&scan);
            out_header->size = values_begin(&scan, first_line_end);
            measure_elements(out_header);
            return r;
        }
        r = read_line(&scan, keyword, out_header);
    }
    return r;
}
