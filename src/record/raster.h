/// A picture of triangles: orthographic, hidden surfaces by a depth buffer, every pixel sampled four times.
///
/// Which triangle comes first does not matter: of two at the same depth the one with the larger colour is seen.
#pragma once

#include "gyre/mesh.h"

enum { RASTER_SAMPLES = 2 }; // per pixel and direction

/// Mesh to picture: rows * (p - origin) + offset. x to the right and y down [pixels], z towards the viewer [pixels].
typedef struct raster_view {
    gyre_vec3 origin; // in units of the mesh
    gyre_vec3 right, down, nearer;
    double x, y; // where the origin is
} raster_view;

/// Colours, 0 to 1.
typedef struct raster_paint {
    gyre_vec3 outside, inside, cap; // caps are hatched: stripes of `cap` on whichever side is seen
} raster_paint;

typedef struct raster {
    uint32_t width, height; // [pixels]
    float *depths;          // of samples, the nearest one so far
    uint32_t *colors;       // of samples: red, green, blue from the third byte down; the fourth is 0 where nothing is
    gyre_allocator allocator;
} raster;

/// GYRE_ERR_TOO_LARGE, GYRE_ERR_NO_MEMORY. 32 bytes per pixel.
gyre_result gyre_raster_begin(raster *r, uint32_t width, uint32_t height, const gyre_allocator *allocator);
void gyre_raster_free(raster *r);

/// Draws triangles, the last `cap_count` of them as caps. Indices must exist. What is outside the picture is not seen.
void gyre_raster_draw(raster *r, const raster_view *view, const gyre_mesh *mesh, size_t cap_count,
                      const raster_paint *paint);

/// How many samples show something, an inside, a cap.
typedef struct raster_seen {
    size_t covered, inside, cap;
} raster_seen;

/// The picture as red, green, blue and opacity, with lines where depth jumps or a surface bends sharply.
raster_seen gyre_raster_resolve(const raster *r, uint8_t *out_pixels);
