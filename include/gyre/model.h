/// Meshes from the bytes of files: STL, OBJ, PLY, glTF and GLB. The content decides the format, not the file name.
#pragma once

#include "gyre/mesh.h"

GYRE_BEGIN_DECLS

/// The formats that are read: the rows of model_formats.def.
typedef enum gyre_model_format {
#define X(name, text) GYRE_MODEL_##name,
#include "gyre/model_formats.def"
#undef X
    GYRE_MODEL_FORMAT_COUNT
} gyre_model_format;

/// "stl" and a line of description; NULL for numbers that are no format.
const char *gyre_model_format_name(gyre_model_format format);
const char *gyre_model_format_text(gyre_model_format format);

/// What is wrong with the bytes, and where.
typedef struct gyre_model_error {
    gyre_result code; // the same that the call returned
    size_t byte;      // offset from 0
    int line, column; // 1-based, of text; 0 of binary files
    char text[224];   // a sentence without a full stop: what was found, what would be right
} gyre_model_error;

/// A mesh that owns its arrays, in the units of the file. Every index is below vertex_count, every vertex is finite,
/// and there is at least one triangle.
typedef struct gyre_model {
    gyre_mesh mesh;           // owned
    gyre_model_format format; // what it was
    int is_soup; // the format repeats a vertex for every triangle or seam (STL, glTF): equal places are one vertex
    size_t ignored_count;     // points, lines and the like, which have no surface
    size_t warning_count;     // faults in the file that do not affect the mesh: NaN in a colour, unaligned glTF data
    gyre_model_error warning; // the first of them, with its place; its code is GYRE_OK
    gyre_allocator allocator; // that gyre_model_clear gives back to
} gyre_model;

/// Limits, and where other files come from.
typedef struct gyre_model_options {
    uint32_t marker;          // set by gyre_model_options_default
    size_t max_triangles;     // 2^30
    const char *file_name;    // its extension helps to recognise formats that are not read; may be NULL
    gyre_loader loader;       // for the buffers that a .gltf has in other files; all zero: they are refused
    gyre_allocator allocator; // for the mesh
    /// Called now and then with the part that is done, 0 to 1; may be NULL.
    void (*on_progress)(double part, void *user);
    void *user; // yours: handed to on_progress
} gyre_model_options;

/// No files beside, at most 2^30 triangles.
gyre_model_options gyre_model_options_default(void);

/// Reads all triangles of a file; polygons are cut into triangles. `options` and `out_error` may be NULL. Memory is
/// bounded by the bytes that are there, whatever their headers promise; a glTF file, which can repeat a mesh, makes at
/// most 2^18 triangles and 16 for each of its bytes. GYRE_ERR_MODEL when the bytes are no mesh that
/// can be read (out_error says what and where), GYRE_ERR_TOO_LARGE, GYRE_ERR_NO_MEMORY, GYRE_ERR_DEFINITION,
/// GYRE_ERR_ALLOCATOR, or what the loader returned. To be given back with gyre_model_clear.
gyre_result gyre_model_read(const void *bytes, size_t size, const gyre_model_options *options, gyre_model *out_model,
                            gyre_model_error *out_error);

/// Gives everything back; all zero is fine.
void gyre_model_clear(gyre_model *model);

GYRE_END_DECLS
