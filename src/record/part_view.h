/// A drawing under way: how parts are seen on the page, and which places are taken.
#pragma once

#include "math/convert.h"
#include "record/part_drawing.h"
#include "record/raster.h"

#define DRAWING_FONT 12.5 // [px]
enum {
    DRAWING_STRIP = 30, // legend and scale at the bottom [px]
    DRAWING_PLACED_MAX = 16,
};

/// On the page [px].
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
    vec3 right, up, toward; // of the page, in model axes
    double scale;           // [px/m]
    point middle;           // where the middle of the box is
    vec3 tips[3], tails[3]; // of the axes [m]
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

/// Bits 1, 2 and 4 of the index: high x, y and z.
static inline vec3 box_corner(const assembly *a, int index) {
    return (vec3){index & 1 ? a->high.x : a->low.x, index & 2 ? a->high.y : a->low.y, index & 4 ? a->high.z : a->low.z};
}

void gyre_draw_line(output *out, const char *class_name, point a, point b);

/// The usual sign for a centre of mass.
void gyre_draw_center(output *out, point at, double radius);

/// Takes a place: later text goes elsewhere, as far as it can.
void gyre_drawing_claim(drawing *d, rectangle r);

/// In the order in which they lie on each other.
void gyre_draw_box(const drawing *d, bool is_behind);
void gyre_draw_lengths(drawing *d);
void gyre_draw_rims(const drawing *d);
void gyre_draw_axes(drawing *d);
