/// Growing arrays for the mesh that a reader builds, and error reporting for all readers.
#pragma once

#include "gyre/model.h"

#include <stdbool.h>

/// The bytes to read, and the error to fill.
typedef struct model_source {
    const uint8_t *bytes;
    size_t size;
    const gyre_model_options *options; // never NULL
    gyre_model_error *error;           // never NULL
    size_t warning_count;
    gyre_model_error warning; // the first
} model_source;

/// Capacity doubles when full. Memory for a count from the file is reserved only if the file can contain that many
/// items.
typedef struct model_builder {
    const gyre_allocator *allocator;
    size_t max_triangles;
    double *positions;
    size_t vertex_count, vertex_room;
    uint32_t *triangles;
    size_t triangle_count, triangle_room;
    size_t ignored_count;
} model_builder;

/// Reserves capacity for additional vertices and triangles. Returns GYRE_ERR_NO_MEMORY, or GYRE_ERR_TOO_LARGE if the
/// totals exceed 2^32 - 1 vertices or max_triangles triangles.
gyre_result gyre_builder_reserve(model_builder *builder, size_t vertices, size_t triangles);
gyre_result gyre_builder_vertex(model_builder *builder, double x, double y, double z);
/// Adds a triangle. The reader must have checked the indices.
gyre_result gyre_builder_triangle(model_builder *builder, uint32_t a, uint32_t b, uint32_t c);
/// Triangulates a polygon and keeps its winding. Clips ears in the plane of the mean normal, so concave polygons work
/// too (mesh/polygon.h). A polygon that is not simple, or that exceeds the work limit, becomes a fan. A polygon with
/// fewer than three corners increments ignored_count.
gyre_result gyre_builder_polygon(model_builder *builder, const uint32_t *corners, size_t count);

/// Fills the error with GYRE_ERR_MODEL, the message and the offset `byte`, and returns GYRE_ERR_MODEL. The variant
/// _at_line is for text files: it also computes the line and column of `byte`.
__attribute__((format(printf, 3, 4))) gyre_result gyre_model_fail(model_source *source, size_t byte, const char *format,
                                                                  ...);
__attribute__((format(printf, 3, 4))) gyre_result gyre_model_fail_at_line(model_source *source, size_t byte,
                                                                          const char *format, ...);

/// Counts a fault that does not affect the mesh, and keeps the first message with its position.
__attribute__((format(printf, 3, 4))) void gyre_model_warn(model_source *source, size_t byte, const char *format, ...);
__attribute__((format(printf, 3, 4))) void gyre_model_warn_at_line(model_source *source, size_t byte,
                                                                   const char *format, ...);

/// Reports to the host that all bytes before `byte` are processed. Readers call it about once per PROGRESS_BYTES.
enum { PROGRESS_BYTES = 1 << 20 };
void gyre_model_progress(const model_source *source, size_t byte);

/// Every reader starts with an empty builder, which the caller frees. Readers return GYRE_ERR_MODEL with the error
/// filled, GYRE_ERR_NO_MEMORY or GYRE_ERR_TOO_LARGE.
gyre_result gyre_read_stl(model_source *source, model_builder *builder);
gyre_result gyre_read_obj(model_source *source, model_builder *builder);
gyre_result gyre_read_ply(model_source *source, model_builder *builder);
gyre_result gyre_read_gltf(model_source *source, model_builder *builder);
