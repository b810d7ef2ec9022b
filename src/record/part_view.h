/// State of a drawing: the view of the parts on the page, and the rectangles already used.
#pragma once

#include "math/convert.h"
#include "record/part_drawing.h"
#include "record/raster.h"

#define DRAWING_FONT 12.5 // [px]
enum {
    DRAWING_STRIP = 30, // [px] legend and scale at the bottom
    DRAWING_PLACED_MAX = 16,
};

/// A position on the page [px].
typedef struct point {
    double x, y;
} point;

typedef struct rectangle {
    double left, top, right, bottom;
} rectangle;

typedef struct drawing {
    const assembly *a;
    output *out;
    drawing_frame frame;
    vec3 right, up, toward; // page axes as unit vectors, in model axes
    double scale;           // [px/m]
    point middle;           // the middle of the box on the page
    vec3 tips[3], tails[3]; // [m] ends of the axes
    rectangle placed[DRAWING_PLACED_MAX];
    size_t placed_count;
    raster_seen seen;
} drawing;

static inline int64_t tenths(double px) { return (int64_t)(10 * px + (px < 0 ? -0.5 : 0.5)); }

static inline point on_page(const drawing *d, vec3 p) {
    vec3 from_middle = sub(p, vec3_in(d->a->middle));
    return (point){d->middle.x + d->scale * dot(d->right, from_middle),
                   d->middle.y - d->scale * dot(d->up, from_middle)};
}

/// Returns a corner of the box. Bits 1, 2 and 4 of the index select high x, y and z.
static inline vec3 box_corner(const assembly *a, int index) {
    return (vec3){index & 1 ? a->high.x : a->low.x, index & 2 ? a->high.y : a->low.y, index & 4 ? a->high.z : a->low.z};
}

void gyre_draw_line(output *out, const char *class_name, point a, point b);

/// Draws the usual centre-of-mass symbol.
void gyre_draw_center(output *out, point at, double radius);

/// Marks a rectangle as used: later text avoids the rectangle if possible.
void gyre_drawing_claim(drawing *d, rectangle r);

/// Call these functions in this order: each draws over the previous drawing.
void gyre_draw_box(const drawing *d, bool is_behind);
void gyre_draw_lengths(drawing *d);
void gyre_draw_rims(const drawing *d);
void gyre_draw_axes(drawing *d);
