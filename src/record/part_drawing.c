/// The view direction is fixed: x points right and toward the viewer, y right and away, z up.
#include "record/part_drawing.h"

#include "base/memory.h"
#include "record/base64.h"
#include "record/part_text.h"
#include "record/part_view.h"
#include "record/plot_number.h"
#include "record/png.h"
#include "record/svg_element.h"

#define AZIMUTH (-0.95) // direction of the viewer [rad]
#define ELEVATION 0.42
#define SMALL_FONT 11.5
enum {
    DENSITY = 2,     // picture pixels per page pixel: paper shows more detail than a screen
    ROOM_LEFT = 104, // margin for labels
    ROOM_RIGHT = 84,
    ROOM_TOP = 36,
    ROOM_BOTTOM = 82,
    ARM = 34, // length of the arrows for the mesh's x, y, z
    BAR_MAX = 130,
};
static const gyre_vec3 INSIDE = {0.93, 0.50, 0.27}, CAP = {0.45, 0.38, 0.62};

const char gyre_drawing_style[] =
    ".panel { fill: #f7f8fa; stroke: #dfe2e7 }\n"
    ".box { stroke: #7d8591; stroke-width: 0.8; fill: none }\n"
    ".behind { stroke: #b3b9c2; stroke-width: 0.8; stroke-dasharray: 4 3; fill: none }\n"
    ".measure { stroke: #5b626d; stroke-width: 0.9; fill: none }\n"
    ".rim { stroke: #d4001a; stroke-width: 1.8; stroke-linecap: round; fill: none }\n"
    ".halo { stroke: #ffffff; stroke-width: 5; stroke-linecap: round; fill: none; stroke-opacity: 0.8 }\n"
    ".axis { stroke-width: 2.4; stroke-linecap: round; fill: none }\n"
    ".bar { stroke: #30343b; stroke-width: 2; fill: none }\n"
    ".on { paint-order: stroke; stroke: #ffffff; stroke-width: 4; stroke-linejoin: round }\n";

static void put(output *out, const char *text) { gyre_output_text(out, text); }

// ---- view -----------------------------------------------------------------------------------------------------------

// Returns half the extent along `axis` of the ellipsoid that is inscribed in the box.
static double reach_along(const assembly *a, vec3 axis) {
    double least = 1e-4 * a->size;
    vec3 half = {larger(0.5 * (a->high.x - a->low.x), least), larger(0.5 * (a->high.y - a->low.y), least),
                 larger(0.5 * (a->high.z - a->low.z), least)};
    vec3 share = {axis.x / half.x, axis.y / half.y, axis.z / half.z};
    return 1 / length(share);
}

// Computes the ends of the axes. Axes end outside the box and are long enough to be visible on a thin part.
static void find_tips(drawing *d) {
    vec3 center = vec3_in(d->a->total.center);
    for (int i = 0; i < 3; i++) {
        vec3 axis = vec3_in(d->a->axes[i]);
        if (dot(axis, d->toward) < 0) axis = scale(-1, axis); // the sign of an axis is arbitrary: put the tip in front
        double reach = reach_along(d->a, axis), size = d->a->size;
        d->tips[i] = add(center, scale(larger(reach + 0.16 * size, 0.26 * size), axis));
        d->tails[i] = add(center, scale(-larger(reach + 0.04 * size, 0.1 * size), axis));
    }
}

static void include(rectangle *r, point p) {
    *r = (rectangle){smaller(r->left, p.x), smaller(r->top, p.y), larger(r->right, p.x), larger(r->bottom, p.y)};
}

static rectangle around_box(const drawing *d) {
    rectangle r = {1e300, 1e300, -1e300, -1e300};
    for (int i = 0; i < 8; i++)
        include(&r, on_page(d, box_corner(d->a, i)));
    return r;
}

static void look_at(drawing *d) {
    double sin_a = gyre_sin(AZIMUTH), cos_a = gyre_cos(AZIMUTH), sin_e = gyre_sin(ELEVATION),
           cos_e = gyre_cos(ELEVATION);
    d->toward = (vec3){cos_a * cos_e, sin_a * cos_e, sin_e};
    d->right = (vec3){-sin_a, cos_a, 0};
    d->up = cross(d->toward, d->right);

    // first measures the drawing with the size scaled to 1 px
    d->scale = 1 / d->a->size;
    d->middle = (point){0, 0};
    rectangle all = around_box(d);
    if (d->a->has_mass) {
        find_tips(d);
        for (int i = 0; i < 3; i++) {
            include(&all, on_page(d, d->tips[i]));
            include(&all, on_page(d, d->tails[i]));
        }
    }
    drawing_frame f = {d->frame.left + ROOM_LEFT, d->frame.top + ROOM_TOP, d->frame.right - ROOM_RIGHT,
                       d->frame.bottom - ROOM_BOTTOM};
    double factor = smaller((f.right - f.left) / (all.right - all.left), (f.bottom - f.top) / (all.bottom - all.top));
    d->scale *= factor;
    d->middle.x = 0.5 * (f.left + f.right) - factor * 0.5 * (all.left + all.right);
    d->middle.y = 0.5 * (f.top + f.bottom) - factor * 0.5 * (all.top + all.bottom);
}

// ---- picture --------------------------------------------------------------------------------------------------------

static void rasterise(const drawing *d, raster *r, point corner) {
    for (size_t i = 0; i < d->a->count; i++) {
        const gyre_diagnosis *part = d->a->parts[i].diagnosis;
        double pixels = d->scale * DENSITY * part->unit; // picture pixels per mesh unit
        raster_view view = {
            .origin = vec3_out(scale(1 / part->unit, vec3_in(d->a->middle))),
            .right = vec3_out(scale(pixels, d->right)),
            .down = vec3_out(scale(-pixels, d->up)),
            .nearer = vec3_out(scale(pixels, d->toward)),
            .x = DENSITY * (d->middle.x - corner.x),
            .y = DENSITY * (d->middle.y - corner.y),
        };
        raster_paint paint = {gyre_part_tint(i), INSIDE, CAP};
        gyre_raster_draw(r, &view, &part->mesh, part->cap_triangle_count, &paint);
    }
}

static gyre_result put_png(output *out, const uint8_t *pixels, uint32_t width, uint32_t height,
                           const gyre_allocator *allocator) {
    gyre_memory_sink png = {.allocator = *allocator};
    gyre_sink sink = gyre_sink_to_memory(&png);
    output to_memory;
    gyre_result r = gyre_output_begin(&to_memory, &sink, allocator, false);
    if (r != GYRE_OK) return r;
    r = gyre_png_write(pixels, width, height, allocator, &to_memory);
    if (r == GYRE_OK) r = gyre_output_end(&to_memory);
    gyre_output_free(&to_memory);
    if (r == GYRE_OK) {
        base64 text = {.out = out};
        put(out, " xlink:href=\"data:image/png;base64,");
        gyre_base64_add(&text, png.bytes, png.size);
        gyre_base64_end(&text);
        put(out, "\"");
    }
    gyre_give_back(allocator, png.bytes);
    return r;
}

static gyre_result put_picture(drawing *d, const gyre_allocator *allocator) {
    rectangle box = around_box(d);
    point corner = {(double)(int)(box.left - 1), (double)(int)(box.top - 1)};
    uint32_t width = (uint32_t)(DENSITY * (box.right - corner.x + 2));
    uint32_t height = (uint32_t)(DENSITY * (box.bottom - corner.y + 2));
    raster picture;
    gyre_result r = gyre_raster_begin(&picture, width, height, allocator);
    if (r != GYRE_OK) return r;
    rasterise(d, &picture, corner);
    uint8_t *pixels = gyre_take_array(allocator, (size_t)width * height, 4);
    if (pixels) d->seen = gyre_raster_resolve(&picture, pixels);
    gyre_raster_free(&picture);
    if (!pixels) return GYRE_ERR_NO_MEMORY;

    put(d->out, "<image");
    gyre_svg_place(d->out, "x", tenths(corner.x));
    gyre_svg_place(d->out, "y", tenths(corner.y));
    gyre_svg_place(d->out, "width", 10 * (int64_t)width / DENSITY);
    gyre_svg_place(d->out, "height", 10 * (int64_t)height / DENSITY);
    r = put_png(d->out, pixels, width, height, allocator);
    put(d->out, "/>\n");
    gyre_give_back(allocator, pixels);
    return r;
}

// ---- legend and scale
// ------------------------------------------------------------------------------------------------

static void put_tripod(drawing *d) {
    const vec3 units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const char *const names[3] = {"x", "y", "z"};
    point from = {d->frame.left + 26, d->frame.top + 58};
    gyre_drawing_claim(d, (rectangle){from.x - 12, from.y - 48, from.x + 50, from.y + 34});
    for (int i = 0; i < 3; i++) {
        double dx = ARM * dot(d->right, units[i]), dy = -ARM * dot(d->up, units[i]);
        gyre_draw_line(d->out, "measure", from, (point){from.x + dx, from.y + dy});
        gyre_svg_begin_text(d->out, "small middle", tenths(from.x + 1.3 * dx), tenths(from.y + 1.3 * dy + 4));
        put(d->out, names[i]);
        put(d->out, "</text>\n");
    }
}

// Returns the largest length <= `longest` that is 1, 2 or 5 times a power of ten.
static double round_length(double longest) {
    double power = gyre_times_ten_to(1, gyre_order_of_ten(longest));
    return longest >= 5 * power ? 5 * power : longest >= 2 * power ? 2 * power : power;
}

static void put_scale_bar(const drawing *d) {
    char text[QUANTITY_TEXT_MAX];
    double bar = round_length(BAR_MAX / d->scale), size = bar * d->scale;
    point left = {d->frame.left + 14, d->frame.bottom - 12}, right = {left.x + size, left.y};
    gyre_draw_line(d->out, "bar", left, right);
    gyre_draw_line(d->out, "bar", (point){left.x, left.y - 5}, (point){left.x, left.y + 1});
    gyre_draw_line(d->out, "bar", (point){right.x, right.y - 5}, (point){right.x, right.y + 1});
    gyre_length_text(bar, text);
    gyre_svg_begin_text(d->out, "small middle", tenths(0.5 * (left.x + right.x)), tenths(left.y - 6));
    put(d->out, text);
    put(d->out, "</text>\n");
}

// Writes a legend entry that ends at `right`; returns the right end for the next entry, further left.
static double put_entry(const drawing *d, double right, const char *text, const char *swatch, const char *stroke) {
    double left = right - 22 - SMALL_FONT * gyre_text_width(text), y = d->frame.bottom - 12;
    put(d->out, "<rect");
    gyre_svg_place(d->out, "x", tenths(left));
    gyre_svg_place(d->out, "y", tenths(y - 10));
    put(d->out, " width=\"14\" height=\"11\" rx=\"2\" fill=\"");
    put(d->out, swatch);
    put(d->out, "\" stroke=\"");
    put(d->out, stroke);
    put(d->out, "\"/>");
    gyre_svg_begin_text(d->out, "small", tenths(left + 19), tenths(y));
    put(d->out, text);
    put(d->out, "</text>\n");
    return left - 14;
}

static void put_legend(const drawing *d) {
    double right = d->frame.right - 8;
    size_t some = d->seen.covered / 2000; // fewer samples can result from rounding at outlines
    if (d->a->has_mass) {
        double left = right - 22 - SMALL_FONT * gyre_text_width("centre of mass");
        gyre_draw_center(d->out, (point){left + 7, d->frame.bottom - 16}, 6);
        gyre_svg_begin_text(d->out, "small", tenths(left + 19), tenths(d->frame.bottom - 12));
        put(d->out, "centre of mass</text>\n");
        right = left - 14;
    }
    if (d->a->rim_edge_count > 0) right = put_entry(d, right, "hole", "#ffffff", "#d4001a");
    if (d->seen.cap > some) right = put_entry(d, right, "cap", "url(#hatch)", "#8079a5");
    if (d->seen.inside > some) right = put_entry(d, right, "inside", "#e6803f", "#b0602c");
    if (d->a->count == 1) put_entry(d, right, "outside", "#b4c4d8", "#8793a5");
}

gyre_result gyre_draw_parts(const assembly *a, drawing_frame frame, const gyre_allocator *allocator, output *out) {
    drawing d = {.a = a, .out = out, .frame = frame};
    look_at(&d);
    put(out, "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
             "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#b4c4d8\"/>"
             "<rect width=\"3\" height=\"6\" fill=\"#8a7bb8\"/></pattern></defs>\n<rect class=\"panel\"");
    gyre_svg_place(out, "x", tenths(frame.left));
    gyre_svg_place(out, "y", tenths(frame.top));
    gyre_svg_place(out, "width", tenths(frame.right - frame.left));
    gyre_svg_place(out, "height", tenths(frame.bottom - frame.top));
    put(out, " rx=\"5\"/>\n");
    gyre_draw_box(&d, true);
    gyre_result r = put_picture(&d, allocator);
    if (r != GYRE_OK) return r;
    gyre_draw_box(&d, false);
    put_tripod(&d);
    gyre_draw_lengths(&d);
    gyre_draw_rims(&d);
    gyre_draw_axes(&d);
    put_scale_bar(&d);
    put_legend(&d);
    return GYRE_OK;
}
