/// Rounds triangle corners to 1/256 of a sample. Coverage of the rounded triangles is exact: neighbours have no gap and
/// no overlap.
#include "record/raster.h"

#include "base/memory.h"
#include "math/convert.h"

#include <float.h>
#include <stdbool.h>
#include <string.h>

enum {
    FINE = 256,          // steps per sample
    STRIPE = 24,         // width of a stripe of hatching, in samples
    FAR_AWAY = 1 << 19,  // [samples] corners beyond this cannot be drawn
    IS_INSIDE = 1 << 24, // flags in a colour; at equal depth outside faces win
    IS_OUTSIDE = 2 << 24,
    IS_CAP = 4 << 24,
};
#define BEND 1.2f // a line is drawn where the second difference of depth exceeds this [samples]

typedef struct corner {
    vec3 at;      // [samples]
    int64_t x, y; // [1 / FINE samples]
} corner;

// The half-plane to the right of an edge: base - slope * x >= 0 in each row.
typedef struct edge {
    int64_t base, slope, per_row;
} edge;

typedef struct span {
    int64_t first, last;
} span;

static size_t samples_across(const raster *r) { return (size_t)r->width * RASTER_SAMPLES; }
static size_t samples_down(const raster *r) { return (size_t)r->height * RASTER_SAMPLES; }

gyre_result gyre_raster_begin(raster *r, uint32_t width, uint32_t height, const gyre_allocator *allocator) {
    *r = (raster){.width = width, .height = height, .allocator = *allocator};
    size_t count;
    if (!size_multiply(samples_across(r), samples_down(r), &count)) return GYRE_ERR_TOO_LARGE;
    r->depths = gyre_take_array(allocator, count, sizeof *r->depths);
    r->colors = gyre_take_array(allocator, count, sizeof *r->colors);
    if (!r->depths || !r->colors) {
        gyre_raster_free(r);
        return GYRE_ERR_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        r->depths[i] = -FLT_MAX;
    memset(r->colors, 0, count * sizeof *r->colors);
    return GYRE_OK;
}

void gyre_raster_free(raster *r) {
    gyre_give_back(&r->allocator, r->colors);
    gyre_give_back(&r->allocator, r->depths);
    r->colors = NULL;
    r->depths = NULL;
}

// ---- colour ---------------------------------------------------------------------------------------------------------

static uint32_t channel(double value) { return value <= 0 ? 0 : value >= 1 ? 255 : (uint32_t)(255 * value + 0.5); }

static uint32_t packed(gyre_vec3 color, double light, uint32_t flags) {
    return flags | channel(color.x * light) << 16 | channel(color.y * light) << 8 | channel(color.z * light);
}

// Returns the brightness of a surface lit from the upper left front; never 0.
static double light_on(vec3 normal) {
    double size = length(normal);
    if (!(size > 0)) return 1;
    double toward = (-0.35 * normal.x - 0.55 * normal.y + 0.758 * normal.z) / size;
    double soft = 0.5 + 0.5 * toward;
    return 0.42 + 0.66 * soft * soft;
}

// ---- coverage -------------------------------------------------------------------------------------------------------

// Samples exactly on an edge belong to the triangle below or to the right of the edge.
static edge edge_between(const corner *a, const corner *b, int64_t first_row) {
    int64_t dx = b->x - a->x, dy = b->y - a->y;
    bool is_inclusive = dy < 0 || (dy == 0 && dx > 0);
    return (edge){
        .base = dx * (FINE * first_row + FINE / 2 - a->y) - dy * (FINE / 2 - a->x) - !is_inclusive,
        .slope = FINE * dy,
        .per_row = FINE * dx,
    };
}

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); } // for b > 0

static span cut(span s, const edge *e) {
    if (e->slope > 0) {
        int64_t last = floor_divide(e->base, e->slope);
        if (last < s.last) s.last = last;
    } else if (e->slope < 0) {
        int64_t first = -floor_divide(e->base, -e->slope); // ceil(-base / -slope)
        if (first > s.first) s.first = first;
    } else if (e->base < 0) {
        s.last = s.first - 1;
    }
    return s;
}

// ---- triangles ------------------------------------------------------------------------------------------------------

// A triangle being drawn: its area is positive in the picture, where y points down.
typedef struct patch {
    const corner *a, *b, *c;
    double depth_x, depth_y, low, high; // slopes and range of depth
    uint32_t color, stripe;
} patch;

static int64_t least_of(int64_t a, int64_t b, int64_t c) {
    int64_t least = a < b ? a : b;
    return least < c ? least : c;
}
static int64_t most_of(int64_t a, int64_t b, int64_t c) { return -least_of(-a, -b, -c); }

// Returns the samples whose centres are between two positions, limited to 0..count-1.
static span samples_between(int64_t low, int64_t high, size_t count) {
    span s = {-floor_divide(FINE / 2 - low, FINE), floor_divide(high - FINE / 2, FINE)};
    if (s.first < 0) s.first = 0;
    if (s.last >= (int64_t)count) s.last = (int64_t)count - 1;
    return s;
}

static void fill_row(raster *r, const patch *p, int64_t row, span s) {
    size_t start = samples_across(r) * (size_t)row;
    double y = (double)row + 0.5 - (double)p->a->y / FINE;
    double at_row = p->a->at.z + p->depth_y * y, from = 0.5 - (double)p->a->x / FINE;
    for (int64_t x = s.first; x <= s.last; x++) {
        double exact = at_row + p->depth_x * ((double)x + from);
        float depth =
            (float)smaller(larger(exact, p->low), p->high); // limited, because the slopes of a sliver are large
        uint32_t color = (x + row) / STRIPE % 2 ? p->stripe : p->color;
        size_t i = start + (size_t)x;
        if (depth < r->depths[i] || (depth == r->depths[i] && color <= r->colors[i])) continue;
        r->depths[i] = depth;
        r->colors[i] = color;
    }
}

static void fill(raster *r, const patch *p) {
    const corner *a = p->a, *b = p->b, *c = p->c;
    span rows = samples_between(least_of(a->y, b->y, c->y), most_of(a->y, b->y, c->y), samples_down(r));
    span columns = samples_between(least_of(a->x, b->x, c->x), most_of(a->x, b->x, c->x), samples_across(r));
    if (columns.first > columns.last) return;
    edge edges[3] = {edge_between(a, b, rows.first), edge_between(b, c, rows.first), edge_between(c, a, rows.first)};
    for (int64_t row = rows.first; row <= rows.last; row++) {
        span s = columns;
        for (int i = 0; i < 3; i++) {
            s = cut(s, &edges[i]);
            edges[i].base += edges[i].per_row;
        }
        if (s.first <= s.last) fill_row(r, p, row, s);
    }
}

static bool corner_of(const raster_view *view, const double *position, corner *out) {
    vec3 p = {position[0] - view->origin.x, position[1] - view->origin.y, position[2] - view->origin.z};
    vec3 at = {dot(vec3_in(view->right), p) + view->x, dot(vec3_in(view->down), p) + view->y,
               dot(vec3_in(view->nearer), p)};
    out->at = scale(RASTER_SAMPLES, at);
    if (!(magnitude(out->at.x) < FAR_AWAY && magnitude(out->at.y) < FAR_AWAY && magnitude(out->at.z) < FAR_AWAY))
        return false;
    // round to nearest; the shift makes the number positive
    out->x = (int64_t)((out->at.x + FAR_AWAY) * FINE + 0.5) - (int64_t)FAR_AWAY * FINE;
    out->y = (int64_t)((out->at.y + FAR_AWAY) * FINE + 0.5) - (int64_t)FAR_AWAY * FINE;
    return true;
}

static void draw_triangle(raster *r, const corner corners[3], bool is_cap, const raster_paint *paint) {
    const corner *a = &corners[0], *b = &corners[1], *c = &corners[2];
    int64_t area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
    if (area == 0) return;
    bool is_outside = area < 0; // counter-clockwise if y pointed up
    if (is_outside) {
        const corner *swapped = b;
        b = c;
        c = swapped;
        area = -area;
    }
    vec3 normal = cross(sub(b->at, a->at), sub(c->at, a->at)); // towards the viewer, because the area is positive
    double light = light_on(normal);
    uint32_t flags = (is_outside ? IS_OUTSIDE : IS_INSIDE) | (is_cap ? IS_CAP : 0);
    uint32_t color = packed(is_outside ? paint->outside : paint->inside, light, flags);

    // depth is linear between the rounded corners
    double to_b = b->at.z - a->at.z, to_c = c->at.z - a->at.z, per_area = FINE / (double)area;
    patch p = {
        .a = a,
        .b = b,
        .c = c,
        .depth_x = per_area * (to_b * (double)(c->y - a->y) - to_c * (double)(b->y - a->y)),
        .depth_y = per_area * (to_c * (double)(b->x - a->x) - to_b * (double)(c->x - a->x)),
        .low = smaller(a->at.z, smaller(b->at.z, c->at.z)),
        .high = larger(a->at.z, larger(b->at.z, c->at.z)),
        .color = color,
        .stripe = is_cap ? packed(paint->cap, light, flags) : color,
    };
    fill(r, &p);
}

void gyre_raster_draw(raster *r, const raster_view *view, const gyre_mesh *mesh, size_t cap_count,
                      const raster_paint *paint) {
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        corner corners[3];
        bool is_near = true;
        for (size_t k = 0; k < 3; k++)
            is_near &= corner_of(view, mesh->positions + 3 * (size_t)mesh->triangles[3 * i + k], &corners[k]);
        if (is_near) draw_triangle(r, corners, i + cap_count >= mesh->triangle_count, paint);
    }
}

// ---- lines and pixels -----------------------------------------------------------------------------------------------

// True if the sample is nearer than the straight line through its two neighbours. Empty samples count as infinitely
// far.
static bool sticks_out(const raster *r, size_t i, size_t before, size_t behind) {
    if (r->colors[before] == 0 || r->colors[behind] == 0) return true;
    return 2 * r->depths[i] - r->depths[before] - r->depths[behind] > BEND;
}

static bool is_line(const raster *r, size_t x, size_t y) {
    size_t across = samples_across(r), i = across * y + x;
    bool has_sides = x > 0 && x + 1 < across, has_ends = y > 0 && y + 1 < samples_down(r);
    return (has_sides && sticks_out(r, i, i - 1, i + 1)) || (has_ends && sticks_out(r, i, i - across, i + across));
}

static void resolve_pixel(const raster *r, size_t x, size_t y, uint8_t out[4], raster_seen *seen) {
    uint32_t sums[3] = {0, 0, 0}, covered = 0;
    for (size_t k = 0; k < RASTER_SAMPLES * RASTER_SAMPLES; k++) {
        size_t sample_x = RASTER_SAMPLES * x + k % RASTER_SAMPLES, sample_y = RASTER_SAMPLES * y + k / RASTER_SAMPLES;
        uint32_t color = r->colors[samples_across(r) * sample_y + sample_x];
        if (color == 0) continue;
        covered++;
        seen->inside += (color & IS_INSIDE) != 0;
        seen->cap += (color & IS_CAP) != 0;
        uint32_t light = is_line(r, sample_x, sample_y) ? 7 : 16; // of 16
        for (int i = 0; i < 3; i++)
            sums[i] += (color >> (16 - 8 * i) & 255) * light;
    }
    for (int i = 0; i < 3; i++)
        out[i] = (uint8_t)(covered > 0 ? sums[i] / (16 * covered) : 0);
    out[3] = (uint8_t)(255 * covered / (RASTER_SAMPLES * RASTER_SAMPLES));
    seen->covered += covered;
}

raster_seen gyre_raster_resolve(const raster *r, uint8_t *out_pixels) {
    raster_seen seen = {0, 0, 0};
    for (size_t y = 0; y < r->height; y++)
        for (size_t x = 0; x < r->width; x++)
            resolve_pixel(r, x, y, out_pixels + 4 * (r->width * y + x), &seen);
    return seen;
}
