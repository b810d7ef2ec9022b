/// Detects the format of a mesh file and runs its reader.
#include "mesh/model_bytes.h"

#include "base/memory.h"
#include "math/finite.h"

#include <stdio.h>
#include <string.h>

enum {
    OPTIONS_MARKER = 0x6d6f6431,
    WORD_SHOWN = 24, // bytes of the file that a message quotes
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

// ---- formats that are not read ----

typedef struct foreign_format {
    const char *beginning; // first bytes, after white space
    size_t length;
    const char *text;
} foreign_format;

#define BEGINS(beginning, text)                                                                                        \
    { beginning, sizeof(beginning) - 1, text }

// What people try. A longer beginning stands before a shorter one.
static const foreign_format foreign_formats[] = {
    BEGINS("PK\003\004", "a ZIP archive, perhaps 3MF"),
    BEGINS("\037\213", "compressed by gzip"),
    BEGINS("7z\274\257", "a 7-Zip archive"),
    BEGINS("\050\265\057\375", "compressed by Zstandard"),
    BEGINS("BZh", "compressed by bzip2"),
    BEGINS("\3757zXZ", "compressed by xz"),
    BEGINS("\211PNG", "a PNG picture"),
    BEGINS("\377\330\377", "a JPEG picture"),
    BEGINS("GIF8", "a GIF picture"),
    BEGINS("%PDF", "a PDF document"),
    BEGINS("ISO-10303-21", "a STEP file: a CAD model, not a mesh"),
    BEGINS("DBRep_DrawableShape", "an Open CASCADE BREP file: a CAD model, not a mesh"),
    BEGINS("CASCADE Topology", "an Open CASCADE BREP file: a CAD model, not a mesh"),
    BEGINS("3D Geometry File Format", "a Rhino 3DM file"),
    BEGINS("Kaydara FBX", "an FBX file"),
    BEGINS("; FBX", "an FBX file"),
    BEGINS("BLENDER", "a Blender file"),
    BEGINS("AutoCAD Binary DXF", "a DXF file"),
    BEGINS("0\nSECTION", "a DXF file"),
    BEGINS("0\r\nSECTION", "a DXF file"),
    BEGINS("AC10", "a DWG file"),
    BEGINS("<COLLADA", "a COLLADA file"),
    BEGINS("<amf", "an AMF file"),
    BEGINS("<X3D", "an X3D file"),
    BEGINS("<!DOCTYPE html", "a web page"),
    BEGINS("<html", "a web page"),
    BEGINS("<", "XML, perhaps COLLADA, AMF or X3D"),
    BEGINS("#VRML", "a VRML file"),
    BEGINS("#X3D", "an X3D file"),
    BEGINS("#usda", "a USD file"),
    BEGINS("PXR-USDC", "a USD file"),
    BEGINS("# vtk", "a VTK file"),
    BEGINS("DRACO", "a Draco file"),
    BEGINS("OFF", "an OFF file"),
    BEGINS("COFF", "an OFF file"),
    BEGINS("NOFF", "an OFF file"),
    BEGINS("$MeshFormat", "a Gmsh file"),
    BEGINS("\211HDF", "an HDF5 file"),
    BEGINS("\177ELF", "a program"),
    BEGINS("GYRE", "a recording or snapshot of Gyre, not a mesh"),
    BEGINS("version https://git-lfs", "a pointer of Git LFS, not the file itself"),
    BEGINS("\377\376", "text in UTF-16: save it as UTF-8"),
    BEGINS("\376\377", "text in UTF-16: save it as UTF-8"),
};

// True for IGES, which has no signature: lines have 80 columns, and column 73 holds the section letter.
static bool is_iges(const model_source *source) {
    return source->size >= 80 && memcmp(source->bytes + 72, "S      1", 8) == 0;
}

static bool begins_with(const model_source *source, size_t at, const char *text, size_t length) {
    return source->size - at >= length && memcmp(source->bytes + at, text, length) == 0;
}

static const char *foreign_text(const model_source *source, size_t first) {
    for (size_t i = 0; i < sizeof foreign_formats / sizeof foreign_formats[0]; i++) {
        const foreign_format *f = &foreign_formats[i];
        if (begins_with(source, 0, f->beginning, f->length) || begins_with(source, first, f->beginning, f->length))
            return f->text;
    }
    return is_iges(source) ? "an IGES file: a CAD model, not a mesh" : NULL;
}

// ---- detection ----

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

// True if `word` (in any case), followed by white space or the end, is at `at`.
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
    // a truncated STL has a plausible count; other bytes give a count far larger than the file
    if (count > 0 && stl_size(count) / 64 <= source->size)
        return gyre_model_fail(
            source, STL_HEADER_SIZE - 4,
            "as a binary STL this is cut off: %zu triangles are promised, which need %llu bytes, and "
            "there are %zu; " FORMATS_READ,
            count, (unsigned long long)stl_size(count), source->size);
    return gyre_model_fail(source, 0, "these bytes are of no format that is known; " FORMATS_READ);
}

static gyre_result fail_unknown_text(model_source *source, size_t first) {
    size_t length = 0;
    while (length < WORD_SHOWN && first + length < source->size && source->bytes[first + length] >= ' ' &&
           source->bytes[first + length] < 0x7f)
        length++;
    if (first == source->size)
        return gyre_model_fail_at_line(source, 0, "there is nothing but white space; " FORMATS_READ);
    if (length == 0) return fail_unknown_bytes(source);
    return gyre_model_fail_at_line(source, first,
                                   "this is text that begins with \"%.*s\", of no format that is known; %s",
                                   (int)length, (const char *)source->bytes + first, FORMATS_READ);
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
    const char *foreign = foreign_text(source, first);
    if (foreign) return gyre_model_fail(source, 0, "this is %s; %s", foreign, FORMATS_READ);

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

// Checks that apply to all formats. Readers report NaN more precisely; this is the last check.
static gyre_result check_model(model_source *source, const model_builder *builder) {
    if (builder->triangle_count == 0)
        return gyre_model_fail(source, 0,
                               "there are no triangles: %zu vertices, %zu points, lines or the like, and no face",
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
                 "there are more than %zu triangles, the limit that was set, or more than 2^32 - 1 vertices",
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

    model_source source = {bytes, size, options, error};
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
