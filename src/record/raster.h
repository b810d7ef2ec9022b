/// Draws triangles in orthographic projection, with a depth buffer and four samples per pixel.
///
/// The order of the triangles does not matter: at equal depth the larger colour value wins.
#pragma once

#include "gyre/mesh.h"

enum { RASTER_SAMPLES = 2 }; // per pixel and direction

/// Transformation from mesh to picture: rows * (p - origin) + offset. The picture's x points right, y down, z towards
/// the viewer [pixels].
typedef struct raster_view {
    gyre_vec3 origin; // in units of the mesh
    gyre_vec3 right, down, nearer;
    double x, y; // position of the origin on the picture
} raster_view;

/// Colours, 0 to 1.
typedef struct raster_paint {
    gyre_vec3 outside, inside, cap; // a cap shows stripes of `cap` on the colour of its side
} raster_paint;

typedef struct raster {
    uint32_t width, height; // [pixels]
    float *depths;          // depth of the nearest surface at each sample
    uint32_t *colors;       // of each sample, from the high byte down: flags, red, green, blue; 0: empty
    gyre_allocator allocator;
} raster;

/// Allocates 32 bytes per pixel. GYRE_ERR_TOO_LARGE, GYRE_ERR_NO_MEMORY.
gyre_result gyre_raster_begin(raster *r, uint32_t width, uint32_t height, const gyre_allocator *allocator);
void gyre_raster_free(raster *r);

/// Draws triangles; the last `cap_count` are caps. Indices must be valid. Parts outside the picture are clipped.
void gyre_raster_draw(raster *r, const raster_view *view, const gyre_mesh *mesh, size_t cap_count,
                      const raster_paint *paint);

/// Numbers of samples that show any surface, an inside face, or a cap.
typedef struct raster_seen {
    size_t covered, inside, cap;
} raster_seen;

/// Writes the picture as red, green, blue and opacity, and draws lines where depth jumps or a surface bends sharply.
raster_seen gyre_raster_resolve(const raster *r, uint8_t *out_pixels);
