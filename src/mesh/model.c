/// Detects the format of a mesh file and runs its reader.
#include "mesh/model_bytes.h"
#include "mesh/foreign_formats.h"

#include "base/memory.h"
#include "math/finite.h"

#include <stdio.h>
#include <string.h>

enum {
    OPTIONS_MARKER = 0x6d6f6431,
    WORD_SHOWN = 24, // file bytes quoted in a message
};

#define FORMATS_READ "Gyre reads STL, OBJ, PLY, glTF and GLB"

// ---- names ----

const char *gyre_model_format_name(gyre_model_format format) {
    switch (format) {
#define X(name, text)                                                                                                  \
    case GYRE_MODEL_##name:                                                                                            \
        return #name;
#include "gyre/model_formats.def"
#undef X
    default:
        return NULL;
    }
}

const char *gyre_model_format_text(gyre_model_format format) {
    switch (format) {
#define X(name, text)                                                                                                  \
    case GYRE_MODEL_##name:                                                                                            \
        return text;
#include "gyre/model_formats.def"
#undef X
    default:
        return NULL;
    }
}

// ---- detection ----

static bool begins_with(const model_source *source, size_t at, const char *text, size_t length) {
    return source->size - at >= length && memcmp(source->bytes + at, text, length) == 0;
}

// Offset of the first byte after a byte order mark and white space.
static size_t first_word(const model_source *source) {
    size_t i = begins_with(source, 0, "\xef\xbb\xbf", 3) ? 3 : 0;
    while (i < source->size && is_space_byte(source->bytes[i]))
        i++;
    return i;
}

static bool is_word_end(const model_source *source, size_t at) {
    return at >= source->size || is_space_byte(source->bytes[at]);
}

// True if `word` (in any case) is at `at`, followed by white space or the end.
static bool is_word(const model_source *source, size_t at, const char *word) {
    size_t length = strlen(word);
    if (source->size - at < length || !is_word_end(source, at + length)) return false;
    for (size_t i = 0; i < length; i++)
        if ((source->bytes[at + i] | 0x20) != word[i]) return false;
    return true;
}

// True if the first line that is neither blank nor a comment begins with an OBJ keyword.
static bool is_obj(const model_source *source, size_t at) {
    static const char *const keywords[] = {"v",  "vn", "vt", "vp",     "f",      "fo",  "o",      "g",   "s",
                                           "mg", "l",  "p",  "mtllib", "usemtl", "lod", "cstype", "deg", "call"};
    while (at < source->size && (source->bytes[at] == '#' || is_space_byte(source->bytes[at]))) {
        bool is_comment = source->bytes[at] == '#';
        while (is_comment && at < source->size && source->bytes[at] != '\n' && source->bytes[at] != '\r')
            at++;
        if (!is_comment) at++;
    }
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (begins_with(source, at, keywords[i], strlen(keywords[i])) && is_word_end(source, at + strlen(keywords[i])))
            return true;
    return false;
}

static gyre_result fail_unknown_bytes(model_source *source) {
    size_t count = stl_count(source);
    const char *foreign = gyre_foreign_name(source);
    if (foreign) return gyre_model_fail(source, 0, "this is %s", foreign);
    // a truncated STL has a plausible count; other bytes give a count far larger than the file
    if (count > 0 && stl_size(count) / 64 <= source->size)
        return gyre_model_fail(
            source, STL_HEADER_SIZE - 4,
            "as a binary STL this file is cut off: its %zu triangles need %llu bytes, but it has %zu; " FORMATS_READ,
            count, (unsigned long long)stl_size(count), source->size);
    return gyre_model_fail(source, 0, "unknown binary format; " FORMATS_READ);
}

static gyre_result fail_unknown_text(model_source *source, size_t first) {
    size_t length = 0;
    while (length < WORD_SHOWN && first + length < source->size && source->bytes[first + length] >= ' ' &&
           source->bytes[first + length] < 0x7f)
        length++;
    const char *foreign = gyre_foreign_name(source);
    if (first == source->size)
        return gyre_model_fail_at_line(source, 0, "the file contains only white space; " FORMATS_READ);
    if (length == 0) return fail_unknown_bytes(source);
    if (foreign) return gyre_model_fail(source, 0, "this is %s", foreign);
    return gyre_model_fail_at_line(source, first, "unknown text format that begins with \"%.*s\"; %s", (int)length,
                                   (const char *)source->bytes + first, FORMATS_READ);
}

static gyre_result find_format(model_source *source, gyre_model_format *out_format) {
    if (source->size == 0) return gyre_model_fail(source, 0, "the file is empty; " FORMATS_READ);
    *out_format = GYRE_MODEL_stl;
    if (is_exact_stl(source)) return GYRE_OK;
    *out_format = GYRE_MODEL_gltf;
    if (begins_with(source, 0, "glTF", 4)) return GYRE_OK;
    *out_format = GYRE_MODEL_ply;
    if (begins_with(source, 0, "ply", 3) && is_word_end(source, 3)) return GYRE_OK;

    size_t first = first_word(source);
    const char *foreign = gyre_foreign_content(source, first);
    if (foreign) return gyre_model_fail(source, 0, "this is %s", foreign);

    *out_format = GYRE_MODEL_stl;
    if (!looks_like_text(source)) {
        // a complete binary STL with trailing bytes, an STL of 0 triangles, or an unknown format
        size_t count = stl_count(source);
        bool is_stl = count > 0 ? stl_size(count) <= source->size : source->size == STL_HEADER_SIZE;
        return is_stl ? GYRE_OK : fail_unknown_bytes(source);
    }
    if (is_word(source, first, "solid")) return GYRE_OK;
    *out_format = GYRE_MODEL_gltf;
    if (first < source->size && source->bytes[first] == '{') return GYRE_OK;
    *out_format = GYRE_MODEL_obj;
    return is_obj(source, first) ? GYRE_OK : fail_unknown_text(source, first);
}

// ---- reading ----

gyre_model_options gyre_model_options_default(void) {
    return (gyre_model_options){.marker = OPTIONS_MARKER, .max_triangles = (size_t)1 << 30};
}

// Final checks for all formats. Readers that check for NaN themselves also report its position.
static gyre_result check_model(model_source *source, const model_builder *builder) {
    if (builder->triangle_count == 0)
        return gyre_model_fail(source, 0,
                               "the file has no triangles: it has %zu vertices, %zu points or lines, and no faces",
                               builder->vertex_count, builder->ignored_count);
    const size_t block = 4096;
    size_t count = 3 * builder->vertex_count;
    for (size_t i = 0; i < count; i += block) {
        size_t end = count - i < block ? count : i + block;
        double sum = 0; // 0 unless a coordinate is NaN or infinite
        for (size_t k = i; k < end; k++)
            sum += builder->positions[k] - builder->positions[k];
        for (size_t k = i; k < end && sum != 0; k++)
            if (!is_finite(builder->positions[k]))
                return gyre_model_fail(source, 0, "vertex %zu is NaN or infinite", k / 3 + 1);
    }
    return GYRE_OK;
}

static gyre_result read_model(model_source *source, model_builder *builder, gyre_model_format *out_format) {
    static gyre_result (*const readers[])(model_source *, model_builder *) = {
#define X(name, text) gyre_read_##name,
#include "gyre/model_formats.def"
#undef X
    };
    gyre_result r = find_format(source, out_format);
    if (r == GYRE_OK) r = readers[*out_format](source, builder);
    if (r == GYRE_OK) r = check_model(source, builder);
    if (r == GYRE_OK) gyre_model_progress(source, source->size);
    return r;
}

// Sets the code, and a text if the reader did not write one.
static void complete_error(gyre_model_error *error, gyre_result r, const gyre_model_options *options) {
    error->code = r;
    if (error->text[0]) return;
    if (r == GYRE_ERR_TOO_LARGE)
        snprintf(error->text, sizeof error->text,
                 "more than %zu triangles (the limit in the options) or more than 2^32 - 1 vertices",
                 options->max_triangles);
    else
        snprintf(error->text, sizeof error->text, "%s", gyre_result_text(r));
}

gyre_result gyre_model_read(const void *bytes, size_t size, const gyre_model_options *options, gyre_model *out_model,
                            gyre_model_error *out_error) {
    gyre_model_options defaults = gyre_model_options_default();
    gyre_model_error own_error = {0}, *error = out_error ? out_error : &own_error;
    if (!options) options = &defaults;
    *error = (gyre_model_error){0};
    gyre_result r = GYRE_OK;
    if (!out_model || (!bytes && size > 0))
        r = GYRE_ERR_NULL_POINTER;
    else if (options->marker != OPTIONS_MARKER)
        r = GYRE_ERR_DEFINITION;
    else
        r = gyre_allocator_check(&options->allocator);

    model_source source = {.bytes = bytes, .size = size, .options = options, .error = error};
    model_builder builder = {.allocator = &options->allocator, .max_triangles = options->max_triangles};
    gyre_model_format format = GYRE_MODEL_stl; // set by read_model
    if (r == GYRE_OK) r = read_model(&source, &builder, &format);
    if (r != GYRE_OK) {
        gyre_give_back(builder.allocator, builder.triangles);
        gyre_give_back(builder.allocator, builder.positions);
        complete_error(error, r, options);
        return r;
    }
    *out_model = (gyre_model){
        .mesh = {builder.positions, builder.vertex_count, builder.triangles, builder.triangle_count},
        .format = format,
        .is_soup = format == GYRE_MODEL_stl || format == GYRE_MODEL_gltf,
        .ignored_count = builder.ignored_count,
        .warning_count = source.warning_count,
        .warning = source.warning,
        .allocator = options->allocator,
    };
    return GYRE_OK;
}

void gyre_model_clear(gyre_model *model) {
    if (!model) return;
    gyre_give_back(&model->allocator, (void *)model->mesh.triangles);
    gyre_give_back(&model->allocator, (void *)model->mesh.positions);
    *model = (gyre_model){0};
}
