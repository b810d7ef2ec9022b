/// Reads STL files, binary and text. Ignores normals and attributes: the corners define the triangle and its winding.
#include "mesh/model_bytes.h"
#include "mesh/text_scan.h"

#include "base/check.h"

#include <stdio.h>

enum { BLOCK = PROGRESS_BYTES / STL_TRIANGLE_SIZE }; // triangles between two progress reports

// ---- binary ----

static double double_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

// NaN and infinities have all exponent bits set.
static bool is_finite_bits(uint32_t bits) { return (~bits & 0x7f800000u) != 0; }

// Converts the corners of `count` triangles to doubles. Returns false if a coordinate is NaN or infinite.
static bool convert_triangles(const uint8_t *p, size_t count, double *out) {
    bool is_fine = true;
    for (size_t i = 0; i < count; i++, p += STL_TRIANGLE_SIZE, out += 9)
        for (size_t k = 0; k < 9; k++) {
            uint32_t bits = load_u32(p + STL_CORNERS_OFFSET + 4 * k);
            is_fine &= is_finite_bits(bits);
            out[k] = double_of(bits);
        }
    return is_fine;
}

static gyre_result fail_not_finite(model_source *source, size_t first_triangle) {
    for (size_t i = first_triangle;; i++)
        for (size_t k = 0; k < 9; k++) {
            size_t at = STL_HEADER_SIZE + i * STL_TRIANGLE_SIZE + STL_CORNERS_OFFSET + 4 * k;
            if (!is_finite_bits(load_u32(source->bytes + at)))
                return gyre_model_fail(source, at, "%c of corner %zu of triangle %zu is NaN or infinite", "xyz"[k % 3],
                                       k / 3 + 1, i + 1);
        }
}

static gyre_result read_binary(model_source *source, model_builder *builder) {
    size_t count = stl_count(source);
    GYRE_ASSERT(stl_size(count) <= source->size); // find_format checked it
    if (count == 0) return gyre_model_fail(source, STL_HEADER_SIZE - 4, "the binary STL has 0 triangles");
    if (count > builder->max_triangles || count > UINT32_MAX / 3) return GYRE_ERR_TOO_LARGE;
    gyre_result r = gyre_builder_reserve(builder, 3 * count, count);
    if (r != GYRE_OK) return r;
    for (size_t done = 0; done < count;) {
        size_t taken = count - done < BLOCK ? count - done : BLOCK;
        const uint8_t *p = source->bytes + STL_HEADER_SIZE + done * STL_TRIANGLE_SIZE;
        if (!convert_triangles(p, taken, builder->positions + 9 * done)) return fail_not_finite(source, done);
        for (size_t i = 3 * done; i < 3 * (done + taken); i++)
            builder->triangles[i] = (uint32_t)i; // STL does not share vertices
        done += taken;
        gyre_model_progress(source, STL_HEADER_SIZE + done * STL_TRIANGLE_SIZE);
    }
    builder->vertex_count = 3 * count;
    builder->triangle_count = count;
    return GYRE_OK;
}

// ---- text ----

static gyre_result fail_expected(text_scan *scan, text_word word, const char *expected, size_t triangle) {
    char found[TEXT_FOUND_SIZE];
    gyre_text_found(scan, word, found);
    size_t byte = text_byte(scan, word.text);
    if (word.length == 0)
        return gyre_model_fail_at_line(scan->source, byte, "the file ends inside triangle %zu: expected %s", triangle,
                                       expected);
    return gyre_model_fail_at_line(scan->source, byte, "expected %s in triangle %zu, found %s", expected, triangle,
                                   found);
}

static gyre_result fail_coordinate(text_scan *scan, text_word word, size_t axis, size_t corner, size_t triangle) {
    char what[TEXT_WHAT_SIZE];
    snprintf(what, sizeof what, "a number for %c of corner %zu of triangle %zu", "xyz"[axis], corner, triangle);
    return gyre_text_fail_number(scan, word, what);
}

// Reads three lines "vertex x y z".
static gyre_result read_corners(text_scan *scan, model_builder *builder, size_t triangle) {
    for (size_t corner = 1; corner <= 3; corner++) {
        text_word word = text_next(scan);
        if (!gyre_text_is_any_case(word, "vertex")) return fail_expected(scan, word, "'vertex'", triangle);
        double x[3];
        for (size_t axis = 0; axis < 3; axis++) {
            word = text_next(scan);
            if (!gyre_text_number(word, &x[axis])) return fail_coordinate(scan, word, axis, corner, triangle);
        }
        gyre_result r = gyre_builder_vertex(builder, x[0], x[1], x[2]);
        if (r != GYRE_OK) return r;
    }
    return GYRE_OK;
}

// Reads the rest of a facet after the word "facet": normal x y z, outer loop, corners, endloop, endfacet. The normal
// may be missing or consist of any words: some programs write "nan" for a degenerate triangle.
static gyre_result read_facet(text_scan *scan, model_builder *builder) {
    const size_t normal_words = 4;
    size_t triangle = builder->triangle_count + 1;
    text_word word = text_next(scan);
    for (size_t i = 0; i < normal_words && word.length > 0 && !gyre_text_is_any_case(word, "outer"); i++)
        word = text_next(scan);
    if (!gyre_text_is_any_case(word, "outer")) return fail_expected(scan, word, "'outer loop'", triangle);
    word = text_next(scan);
    if (!gyre_text_is_any_case(word, "loop")) return fail_expected(scan, word, "'loop' after 'outer'", triangle);
    gyre_result r = read_corners(scan, builder, triangle);
    if (r != GYRE_OK) return r;
    word = text_next(scan);
    if (gyre_text_is_any_case(word, "vertex"))
        return gyre_model_fail_at_line(scan->source, text_byte(scan, word.text),
                                       "triangle %zu has a fourth corner: in STL every facet has three", triangle);
    if (!gyre_text_is_any_case(word, "endloop")) return fail_expected(scan, word, "'endloop'", triangle);
    word = text_next(scan);
    if (!gyre_text_is_any_case(word, "endfacet")) return fail_expected(scan, word, "'endfacet'", triangle);
    uint32_t first = (uint32_t)(builder->vertex_count - 3);
    return gyre_builder_triangle(builder, first, first + 1, first + 2);
}

// Reads the rest of a solid after the word "solid": an optional name up to the end of the line, facets, endsolid.
static gyre_result read_solid(text_scan *scan, model_builder *builder) {
    gyre_text_skip_line(scan);
    for (;;) {
        text_word word = text_next(scan);
        if (gyre_text_is_any_case(word, "facet")) {
            gyre_result r = read_facet(scan, builder);
            if (r != GYRE_OK) return r;
            text_progress(scan);
        } else if (gyre_text_is_any_case(word, "endsolid")) {
            gyre_text_skip_line(scan);
            return GYRE_OK;
        } else {
            char found[TEXT_FOUND_SIZE];
            size_t byte = text_byte(scan, word.text);
            if (word.length == 0)
                return gyre_model_fail_at_line(scan->source, byte,
                                               "the file ends after triangle %zu without 'endsolid': it may be cut off",
                                               builder->triangle_count);
            return gyre_model_fail_at_line(scan->source, byte,
                                           "expected 'facet' or 'endsolid' after triangle %zu, found %s",
                                           builder->triangle_count, gyre_text_found(scan, word, found));
        }
    }
}

static gyre_result read_text(model_source *source, model_builder *builder) {
    text_scan scan = gyre_text_begin(source, 0);
    for (;;) {
        text_word word = text_next(&scan);
        if (word.length == 0) return GYRE_OK;
        if (!gyre_text_is_any_case(word, "solid")) {
            char found[TEXT_FOUND_SIZE];
            return gyre_model_fail_at_line(source, text_byte(&scan, word.text),
                                           "expected 'solid' or the end of the file after 'endsolid', found %s",
                                           gyre_text_found(&scan, word, found));
        }
        gyre_result r = read_solid(&scan, builder);
        if (r != GYRE_OK) return r;
    }
}

gyre_result gyre_read_stl(model_source *source, model_builder *builder) {
    bool is_binary = is_exact_stl(source) || !looks_like_text(source);
    return is_binary ? read_binary(source, builder) : read_text(source, builder);
}
