/// Reading mesh files: STL, OBJ, PLY, glTF and GLB. The format is detected from the content, never from the file name.
#pragma once

#include "gyre/mesh.h"

GYRE_BEGIN_DECLS

/// Mesh formats that can be read: the rows of model_formats.def.
typedef enum gyre_model_format {
#define X(name, text) GYRE_MODEL_##name,
#include "gyre/model_formats.def"
#undef X
    GYRE_MODEL_FORMAT_COUNT
} gyre_model_format;

/// Returns the name of a format, such as "stl"; NULL if `format` is out of range.
const char *gyre_model_format_name(gyre_model_format format);
/// Returns a description of a format in one line; NULL if `format` is out of range.
const char *gyre_model_format_text(gyre_model_format format);

/// Description of an error or a warning in a mesh file.
typedef struct gyre_model_error {
    gyre_result code; // result of the call
    size_t byte;      // offset in the file, from 0
    int line, column; // position in a text file, from 1; 0 for binary files
    char text[224];   // the problem and the allowed values; one sentence without a full stop
} gyre_model_error;

/// A mesh that was read, in the units of the file. Every index is less than vertex_count, every vertex is finite, and
/// there is at least one triangle.
typedef struct gyre_model {
    gyre_mesh mesh;           // the mesh; the model owns its arrays
    gyre_model_format format; // format of the file
    int is_soup; // 1: the format repeats vertices at triangles or seams (STL, glTF); join vertices at equal positions
    size_t ignored_count;     // number of ignored elements without a surface, such as points and lines
    size_t warning_count;     // number of faults that do not affect the mesh: NaN in a colour, unaligned glTF data
    gyre_model_error warning; // the first fault, with its position; its code is GYRE_OK
    gyre_allocator allocator; // allocator of the arrays
} gyre_model;

/// Options of gyre_model_read.
typedef struct gyre_model_options {
    uint32_t marker;          // set by gyre_model_options_default
    size_t max_triangles;     // maximum number of triangles; default 2^30
    const char *file_name;    // errors name an unsupported format by this extension; may be NULL
    gyre_loader loader;       // loads the separate buffers of .gltf files; all zero: such buffers are errors
    gyre_allocator allocator; // for the mesh
    /// Called repeatedly with the fraction done, 0 to 1; may be NULL.
    void (*on_progress)(double part, void *user);
    void *user; // user data, passed to on_progress
} gyre_model_options;

/// Returns the default options: no separate files, at most 2^30 triangles.
gyre_model_options gyre_model_options_default(void);

/// Reads the triangles of a mesh file and splits polygons into triangles. `options` and `out_error` may be NULL. The
/// memory used is bounded by the actual size of the file, not by the counts in its header. A glTF file can reuse a
/// mesh, but must not expand to more than 2^18 triangles plus 16 per byte of the file. GYRE_ERR_MODEL if the bytes are
/// not a valid mesh (out_error has reason and position), GYRE_ERR_TOO_LARGE, GYRE_ERR_NO_MEMORY, GYRE_ERR_DEFINITION,
/// GYRE_ERR_ALLOCATOR, or the error of the loader. Free the result with gyre_model_clear.
gyre_result gyre_model_read(const void *bytes, size_t size, const gyre_model_options *options, gyre_model *out_model,
                            gyre_model_error *out_error);

/// Frees the arrays of a model and sets it to all zero. `model` may be NULL or all zero.
void gyre_model_clear(gyre_model *model);

GYRE_END_DECLS
