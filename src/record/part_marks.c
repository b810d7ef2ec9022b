/// Draws the overlay of the picture: box, dimensions, holes, axes and centre of mass.
#include "record/part_view.h"

#include "record/part_text.h"
#include "record/svg_element.h"

enum {
    OFFSET = 20,           // [px] distance of a dimension line from the box
    RIM_EDGES_MAX = 20000, // maximum number of edges drawn; if there are more, every n-th edge is drawn
};
#define DISC 8.5 // [px] radius of the disc with an axis number

const char *const gyre_axis_colors[3] = {"#123a8c", "#00976e", "#eda100"};
static const char *const number_colors[3] = {"#ffffff", "#ffffff", "#201800"};

static void put(output *out, const char *text) { gyre_output_text(out, text); }

void gyre_draw_line(output *out, const char *class_name, point a, point b) {
    gyre_svg_line(out, class_name, tenths(a.x), tenths(a.y), tenths(b.x), tenths(b.y));
}

// ---- placement of text ----------------------------------------------------------------------------------------------

void gyre_drawing_claim(drawing *d, rectangle r) {
    if (d->placed_count < DRAWING_PLACED_MAX) d->placed[d->placed_count++] = r;
}

static double overlap(rectangle a, rectangle b) {
    double width = smaller(a.right, b.right) - larger(a.left, b.left);
    double height = smaller(a.bottom, b.bottom) - larger(a.top, b.top);
    return width > 0 && height > 0 ? width * height : 0;
}

// Returns how much of a rectangle's area an axis covers if drawn as a wide line.
static double crossed_by(const drawing *d, int axis, rectangle r) {
    enum { POINTS = 100 };
    point from = on_page(d, d->tails[axis]), to = on_page(d, d->tips[axis]);
    double sum = 0;
    for (int i = 0; i <= POINTS; i++) {
        point p = {from.x + (to.x - from.x) * i / POINTS, from.y + (to.y - from.y) * i / POINTS};
        sum += p.x > r.left && p.x < r.right && p.y > r.top && p.y < r.bottom ? 20 : 0;
    }
    return sum;
}

// Returns a penalty for text in a rectangle: the area outside the frame and the overlap with existing drawings.
static double badness(const drawing *d, rectangle r) {
    rectangle inside = {d->frame.left + 4, d->frame.top + 4, d->frame.right - 4, d->frame.bottom - DRAWING_STRIP};
    double sum = 4 * ((r.right - r.left) * (r.bottom - r.top) - overlap(r, inside));
    for (size_t i = 0; i < d->placed_count; i++)
        sum += overlap(r, d->placed[i]);
    for (int i = 0; i < 3 && d->a->has_mass; i++)
        sum += crossed_by(d, i, r);
    return sum;
}

// ---- box ------------------------------------------------------------------------------------------------------------

// The edges at the farthest corner are behind the part; all other edges are in front of it.
void gyre_draw_box(const drawing *d, bool is_behind) {
    const int far_corner = 2; // low x, high y, low z
    for (int from = 0; from < 8; from++)
        for (int bit = 1; bit < 8; bit <<= 1) {
            int to = from | bit;
            bool touches_far = from == far_corner || to == far_corner;
            if (to == from || touches_far != is_behind) continue;
            gyre_draw_line(d->out, is_behind ? "behind" : "box", on_page(d, box_corner(d->a, from)),
                           on_page(d, box_corner(d->a, to)));
        }
}

// A dimension line beside an edge of the box.
typedef struct measure {
    point from, to;
    point along, out; // unit length; out points away from the box
    bool is_left;     // the text is left of the line
} measure;

static measure measure_of(const drawing *d, int from, int to) {
    // the axis gives a direction even for an edge of length 0
    int bit = from ^ to;
    vec3 axis = {bit == 1, bit == 2, bit == 4};
    double x = dot(d->right, axis), y = -dot(d->up, axis), size = root(x * x + y * y);
    measure m = {
        on_page(d, box_corner(d->a, from)), on_page(d, box_corner(d->a, to)), {x / size, y / size}, {0, 0}, false};
    bool is_upright = bit == 4;
    m.out = is_upright ? (point){-1, 0} : (point){-m.along.y, m.along.x}; // to the left, or down
    if (!is_upright && m.out.y < 0) m.out = (point){-m.out.x, -m.out.y};
    m.is_left = m.out.x < 0;
    return m;
}

static point beside(const measure *m, double share, double away) {
    return (point){m->from.x + share * (m->to.x - m->from.x) + away * m->out.x,
                   m->from.y + share * (m->to.y - m->from.y) + away * m->out.y};
}

// Writes a length at the middle of its line, or nearer to an end if that position is better.
static void put_length_text(drawing *d, const measure *m, const char *text) {
    static const double shares[] = {0.5, 0.3, 0.7, 0.15, 0.85};
    double width = DRAWING_FONT * gyre_text_width(text), best_badness = 1e300;
    rectangle best = {0, 0, 0, 0};
    for (int i = 0; i < 5; i++) {
        point at = beside(m, shares[i], OFFSET + 9);
        double left = m->is_left ? at.x - width : at.x, top = at.y - (m->out.y == 0 ? 0.65 : 0.2) * DRAWING_FONT;
        rectangle r = {left, top, left + width, top + 1.25 * DRAWING_FONT};
        double bad = badness(d, r) + i;
        if (bad >= best_badness) continue;
        best_badness = bad;
        best = r;
    }
    gyre_drawing_claim(d, best);
    gyre_svg_begin_text(d->out, m->is_left ? "on end" : "on", tenths(m->is_left ? best.right : best.left),
                        tenths(best.top + DRAWING_FONT));
    put(d->out, text);
    put(d->out, "</text>\n");
}

static void put_length(drawing *d, int from, int to, double metres) {
    char text[QUANTITY_TEXT_MAX];
    measure m = measure_of(d, from, to);
    gyre_draw_line(d->out, "measure", beside(&m, 0, OFFSET), beside(&m, 1, OFFSET));
    for (int end = 0; end < 2; end++) { // slanted ticks fit on a line of any length
        point at = beside(&m, end, OFFSET), slant = {4 * (m.along.x + m.out.x), 4 * (m.along.y + m.out.y)};
        gyre_draw_line(d->out, "box", beside(&m, end, 4), beside(&m, end, OFFSET + 4));
        gyre_draw_line(d->out, "measure", (point){at.x - slant.x, at.y - slant.y},
                       (point){at.x + slant.x, at.y + slant.y});
    }
    gyre_length_text(metres, text);
    put_length_text(d, &m, text);
    if (m.out.y == 0) { // text avoids an upright line as it avoids other text
        point top = beside(&m, 1, OFFSET), bottom = beside(&m, 0, OFFSET);
        gyre_drawing_claim(d, (rectangle){top.x - 3, top.y, bottom.x + 3, bottom.y});
    }
}

void gyre_draw_lengths(drawing *d) {
    const assembly *a = d->a;
    put_length(d, 0, 1, a->high.x - a->low.x);
    put_length(d, 1, 3, a->high.y - a->low.y);
    put_length(d, 0, 4, a->high.z - a->low.z);
}

// ---- holes ----------------------------------------------------------------------------------------------------------

static void put_point(output *out, const char *command, point p) {
    put(out, command);
    gyre_svg_tenths(out, tenths(p.x));
    put(out, " ");
    gyre_svg_tenths(out, tenths(p.y));
}

static vec3 vertex_of(const gyre_diagnosis *d, uint32_t index) {
    const double *p = d->mesh.positions + 3 * (size_t)index;
    return (vec3){d->unit * p[0], d->unit * p[1], d->unit * p[2]};
}

// Draws the rims of holes. If there are very many edges, skips some to limit the page size.
void gyre_draw_rims(const drawing *d) {
    if (d->a->rim_edge_count == 0) return;
    size_t every = 1 + d->a->rim_edge_count / RIM_EDGES_MAX, number = 0;
    put(d->out, "<path class=\"rim\" d=\"");
    for (size_t i = 0; i < d->a->count; i++) {
        const gyre_diagnosis *part = d->a->parts[i].diagnosis;
        for (size_t k = 0; k < part->rim_edge_count; k++) {
            if (number++ % every != 0) continue;
            put_point(d->out, "M", on_page(d, vertex_of(part, part->rim_edges[2 * k])));
            put_point(d->out, "L", on_page(d, vertex_of(part, part->rim_edges[2 * k + 1])));
        }
    }
    put(d->out, "\"/>\n");
}

// ---- axes and centre ------------------------------------------------------------------------------------------------

static void put_disc(output *out, point at, double radius, const char *color) {
    put(out, "<circle");
    gyre_svg_place(out, "cx", tenths(at.x));
    gyre_svg_place(out, "cy", tenths(at.y));
    gyre_svg_place(out, "r", tenths(radius));
    put(out, " fill=\"");
    put(out, color);
    put(out, "\" stroke=\"#ffffff\" stroke-width=\"1\"/>");
}

void gyre_draw_axis_number(output *out, int axis, double x, double y) {
    put_disc(out, (point){x, y}, DISC, gyre_axis_colors[axis]);
    put(out, "<text class=\"number middle\"");
    gyre_svg_place(out, "x", tenths(x));
    gyre_svg_place(out, "y", tenths(y + 4.2));
    put(out, " style=\"fill:");
    put(out, number_colors[axis]);
    put(out, "\">");
    gyre_output_integer(out, axis + 1);
    put(out, "</text>\n");
}

static const char *axis_word(const assembly *a, int axis) {
    if (!(a->moments[2] - a->moments[0] > 1e-6 * a->moments[2])) return ""; // all moments are equal
    return axis == 0 ? "smallest" : axis == 2 ? "largest" : "";
}

// Writes the number of an axis at the tip, and the name of the axis beside the number at the best position.
static void put_axis_label(drawing *d, int axis, point tip, point direction) {
    const char *word = axis_word(d->a, axis);
    double width = DRAWING_FONT * gyre_text_width(word) + (word[0] ? 4 : 0);
    rectangle best = {0, 0, 0, 0};
    double best_badness = 1e300;
    bool is_best_left = false;
    for (int turn = 0; turn < 36; turn++) { // candidates on both sides of the axis, at growing distances
        static const double asides[3] = {0, 15, -15};
        int step = turn / 6;
        double far = 14 + 9 * step, aside = asides[turn % 6 / 2];
        bool is_left = (turn % 2 == 0) == (direction.x < 0);
        point at = {tip.x + far * direction.x - aside * direction.y, tip.y + far * direction.y + aside * direction.x};
        rectangle r = {at.x - DISC - 1 - (is_left ? width : 0), at.y - DISC - 1,
                       at.x + DISC + 1 + (is_left ? 0 : width), at.y + DISC + 1};
        double bad = badness(d, r) + turn;
        if (bad >= best_badness) continue;
        best_badness = bad;
        best = r;
        is_best_left = is_left;
    }
    gyre_drawing_claim(d, best);
    point at = {is_best_left ? best.right - DISC - 1 : best.left + DISC + 1, best.top + DISC + 1};
    gyre_draw_axis_number(d->out, axis, at.x, at.y);
    if (!word[0]) return;
    gyre_svg_begin_text(d->out, is_best_left ? "on end" : "on", tenths(at.x + (is_best_left ? -12 : 12)),
                        tenths(at.y + 4.5));
    put(d->out, word);
    put(d->out, "</text>\n");
}

static void put_colored(const drawing *d, const char *shape, const char *attribute, int axis) {
    put(d->out, shape);
    put(d->out, attribute);
    put(d->out, gyre_axis_colors[axis]);
    put(d->out, "\"/>\n");
}

// Draws an axis from its far end through the centre to its tip, with an arrow head unless it points at the viewer.
static point put_axis(const drawing *d, int axis) {
    point tail = on_page(d, d->tails[axis]), tip = on_page(d, d->tips[axis]);
    point center = on_page(d, vec3_in(d->a->total.center));
    double dx = tip.x - center.x, dy = tip.y - center.y, size = root(dx * dx + dy * dy);
    point along = size > 1e-6 ? (point){dx / size, dy / size} : (point){0, -1};
    point neck = {tip.x - 9 * along.x, tip.y - 9 * along.y};
    gyre_draw_line(d->out, "halo", tail, tip);
    put(d->out, "<path class=\"axis\" d=\"");
    put_point(d->out, "M", tail);
    put_point(d->out, "L", size > 12 ? neck : tip);
    put_colored(d, "\"", " stroke=\"", axis);
    if (size <= 12) return along;
    put(d->out, "<path d=\"");
    put_point(d->out, "M", tip);
    put_point(d->out, "L", (point){neck.x - 2 * along.x + 4.5 * along.y, neck.y - 2 * along.y - 4.5 * along.x});
    put_point(d->out, "L", neck);
    put_point(d->out, "L", (point){neck.x - 2 * along.x - 4.5 * along.y, neck.y - 2 * along.y + 4.5 * along.x});
    put_colored(d, "Z\"", " stroke=\"#ffffff\" stroke-width=\"0.6\" fill=\"", axis);
    return along;
}

// Draws the usual centre-of-mass symbol: a quartered circle.
void gyre_draw_center(output *out, point at, double radius) {
    const point up = {at.x, at.y - radius}, down = {at.x, at.y + radius}, left = {at.x - radius, at.y},
                right = {at.x + radius, at.y};
    put(out, "<circle");
    gyre_svg_place(out, "cx", tenths(at.x));
    gyre_svg_place(out, "cy", tenths(at.y));
    gyre_svg_place(out, "r", tenths(radius));
    put(out, " fill=\"#ffffff\" stroke=\"#101216\" stroke-width=\"1.4\"/><path fill=\"#101216\" d=\"");
    const point from[2] = {up, down}, to[2] = {right, left};
    for (int i = 0; i < 2; i++) {
        put_point(out, "M", at);
        put_point(out, "L", from[i]);
        put(out, "A");
        gyre_svg_tenths(out, tenths(radius));
        put(out, " ");
        gyre_svg_tenths(out, tenths(radius));
        put_point(out, " 0 0 1 ", to[i]);
        put(out, "Z");
    }
    put(out, "\"/>\n");
}

void gyre_draw_axes(drawing *d) {
    if (!d->a->has_mass) return;
    point along[3], center = on_page(d, vec3_in(d->a->total.center));
    for (int i = 0; i < 3; i++)
        along[i] = put_axis(d, i);
    gyre_draw_center(d->out, center, 8);
    gyre_drawing_claim(d, (rectangle){center.x - 10, center.y - 10, center.x + 10, center.y + 10});
    for (int i = 0; i < 3; i++)
        put_axis_label(d, i, on_page(d, d->tips[i]), along[i]);
}
