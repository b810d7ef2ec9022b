/// A mesh while a reader makes it: vertices and triangles that grow, and what all readers share.
#pragma once

#include "gyre/model.h"

#include <stdbool.h>

/// The bytes to be read, and where trouble is told.
typedef struct model_source {
    const uint8_t *bytes;
    size_t size;
    const gyre_model_options *options; // never NULL here
    gyre_model_error *error;           // never NULL here
} model_source;

/// Room grows by doubling and is never asked for by a number that a file promises, unless the bytes for it are there.
typedef struct model_builder {
    const gyre_allocator *allocator;
    size_t max_triangles;
    double *positions;
    size_t vertex_count, vertex_room;
    uint32_t *triangles;
    size_t triangle_count, triangle_room;
    size_t ignored_count;
} model_builder;

/// Room for so many more, before many are added. GYRE_ERR_NO_MEMORY, or GYRE_ERR_TOO_LARGE (more than 2^32 - 1 vertices
/// or max_triangles triangles).
gyre_result gyre_builder_reserve(model_builder *builder, size_t vertices, size_t triangles);
gyre_result gyre_builder_vertex(model_builder *builder, double x, double y, double z);
/// Indices were checked by the reader.
gyre_result gyre_builder_triangle(model_builder *builder, uint32_t a, uint32_t b, uint32_t c);
/// A polygon with three corners or more becomes triangles, wound like it. Concave ones too: ears are cut off in the
/// plane of its mean normal, the best shaped first while there are few; what is no simple polygon, or takes too long
/// (mesh/polygon.h), becomes a fan. Fewer corners count as ignored.
gyre_result gyre_builder_polygon(model_builder *builder, const uint32_t *corners, size_t count);

/// Fills the error with GYRE_ERR_MODEL, a sentence and a place, and returns GYRE_ERR_MODEL. _at_line is for text files:
/// `byte` is where, and line and column are counted from the bytes before it.
__attribute__((format(printf, 3, 4))) gyre_result gyre_model_fail(model_source *source, size_t byte, const char *format,
                                                                  ...);
__attribute__((format(printf, 3, 4))) gyre_result gyre_model_fail_at_line(model_source *source, size_t byte,
                                                                          const char *format, ...);

/// Tells the host that everything before `byte` is done. Readers call it about once per PROGRESS_BYTES.
enum { PROGRESS_BYTES = 1 << 20 };
void gyre_model_progress(const model_source *source, size_t byte);

/// The readers. Each begins with an empty builder, which the caller frees. GYRE_ERR_MODEL with the error filled, or
/// GYRE_ERR_NO_MEMORY, GYRE_ERR_TOO_LARGE.
gyre_result gyre_read_stl(model_source *source, model_builder *builder);
gyre_result gyre_read_obj(model_source *source, model_builder *builder);
gyre_result gyre_read_ply(model_source *source, model_builder *builder);
gyre_result gyre_read_gltf(model_source *source, model_builder *builder);
