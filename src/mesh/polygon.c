/// Triangulates polygons by ear clipping.
///
/// An ear is a convex corner whose triangle contains no other corner, neither inside nor on its border. Corners at the
/// same position as a corner of the ear are not tested, so that holes joined by a bridge edge work. Every simple
/// polygon has an ear (Meisters 1975), even with collinear corners. If sides cross and no ear is left, the rest becomes
/// a fan. Rejected: retries that ignore touching or flat corners; they changed no result for 36000 test polygons (stars
/// and mazes) with coordinates rounded to three digits.
///
/// Only reflex or flat corners can lie in an ear, and clipping changes only the two neighbours of the ear. A polygon
/// with n corners, r of them reflex, takes about n r tests; a convex polygon takes none.
#include "mesh/polygon.h"

#include <stdbool.h>

enum { CHOICE_MAX = 64 }; // with up to this number of corners, clips the best ear; with more, the next ear found

typedef enum corner_state {
    CORNER_UNKNOWN,
    CORNER_EAR,
    CORNER_NO_EAR, // convex, but another corner lies in its triangle
    CORNER_INWARD, // reflex or flat: may lie in the triangle of another corner
    CORNER_GONE,
    CORNER_STATE_COUNT
} corner_state;

typedef struct corner {
    double u, v;           // coordinates in the plane
    uint32_t index;        // of the vertex
    uint32_t before, next; // neighbours in the ring of remaining corners
    uint16_t state;
    uint16_t is_listed; // 1: is in ring.inward
} corner;

_Static_assert(sizeof(corner) + sizeof(uint32_t) == POLYGON_SCRATCH, "the caller allocates this size per corner");

typedef struct ring {
    corner *corners;
    uint32_t left;    // remaining corners
    uint32_t at;      // the corner of the ring at which the search for the next ear starts
    uint32_t *inward; // all reflex or flat corners, and stale entries
    uint32_t inward_count;
    int64_t tests_left; // remaining tests; below 0 the rest becomes a fan
    uint32_t *out;
    size_t triangle_count;
} ring;

// ---- the plane ----

static double absolute(double a) { return a < 0 ? -a : a; }

// Twice the vector area of the polygon: the sum of cross products of successive corners relative to the first corner.
static void mean_normal(const double *positions, const uint32_t *corners, size_t count, double out[3]) {
    const double *o = positions + 3 * (size_t)corners[0];
    out[0] = out[1] = out[2] = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        const double *p = positions + 3 * (size_t)corners[i], *q = positions + 3 * (size_t)corners[i + 1];
        double a[3] = {p[0] - o[0], p[1] - o[1], p[2] - o[2]}, b[3] = {q[0] - o[0], q[1] - o[1], q[2] - o[2]};
        out[0] += a[1] * b[2] - a[2] * b[1];
        out[1] += a[2] * b[0] - a[0] * b[2];
        out[2] += a[0] * b[1] - a[1] * b[0];
    }
}

// Projects to 2D by dropping the largest component of the normal. This keeps the orientation and does not round
// coordinates.
static void project(ring *r, const double *positions, const uint32_t *corners, size_t count) {
    double n[3];
    mean_normal(positions, corners, count, n);
    size_t axis = absolute(n[0]) >= absolute(n[1]) ? 0 : 1;
    if (absolute(n[2]) > absolute(n[axis])) axis = 2;
    size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (n[axis] < 0) {
        size_t other = u;
        u = v, v = other;
    }
    for (size_t i = 0; i < count; i++) {
        // skip repeated corners
        if (r->left > 0 && corners[i] == r->corners[r->left - 1].index) continue;
        if (i + 1 == count && r->left > 0 && corners[i] == r->corners[0].index) continue;
        const double *p = positions + 3 * (size_t)corners[i];
        r->corners[r->left] = (corner){.u = p[u], .v = p[v], .index = corners[i]};
        r->left++;
    }
    for (uint32_t i = 0; i < r->left; i++) {
        r->corners[i].before = i > 0 ? i - 1 : r->left - 1;
        r->corners[i].next = i + 1 < r->left ? i + 1 : 0;
    }
}

// Twice the signed area of a triangle: > 0 if a, b, c turn left. Returns 0 if rounding could have changed the sign, by
// Shewchuk's error bound (1997), slightly enlarged.
static double side(const corner *a, const corner *b, const corner *c) {
    double left = (b->u - a->u) * (c->v - a->v), right = (b->v - a->v) * (c->u - a->u);
    double area = left - right;
    return absolute(area) > 4e-16 * (absolute(left) + absolute(right)) ? area : 0;
}

static bool is_same_place(const corner *a, const corner *b) { return a->u == b->u && a->v == b->v; }

// ---- ears ----

static double least(double a, double b, double c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }
static double most(double a, double b, double c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }

// True if p lies in the triangle a b c or on its border, but not at a corner.
static bool is_in_the_way(const corner *a, const corner *b, const corner *c, const corner *p) {
    if (is_same_place(p, a) || is_same_place(p, b) || is_same_place(p, c)) return false;
    return side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0;
}

// True if no other corner lies in the triangle of the convex corner b.
static bool is_ear(ring *r, const corner *b) {
    const corner *a = &r->corners[b->before], *c = &r->corners[b->next];
    double u_low = least(a->u, b->u, c->u), u_high = most(a->u, b->u, c->u);
    double v_low = least(a->v, b->v, c->v), v_high = most(a->v, b->v, c->v);
    for (uint32_t k = 0; k < r->inward_count;) {
        corner *p = &r->corners[r->inward[k]];
        r->tests_left--;
        if (p->state != CORNER_INWARD) {
            p->is_listed = false;
            r->inward[k] = r->inward[--r->inward_count];
            continue;
        }
        k++;
        if (p->u < u_low || p->u > u_high || p->v < v_low || p->v > v_high) continue;
        if (is_in_the_way(a, b, c, p)) return false;
    }
    return true;
}

// Classifies a corner as convex or reflex. Convex corners are tested for ears after all corners are classified.
static void find_direction(ring *r, uint32_t i) {
    corner *b = &r->corners[i];
    double turn = side(&r->corners[b->before], b, &r->corners[b->next]);
    b->state = turn > 0 ? CORNER_UNKNOWN : CORNER_INWARD;
    if (b->state == CORNER_INWARD && !b->is_listed) {
        b->is_listed = true;
        r->inward[r->inward_count++] = i;
    }
}

static bool is_ear_now(ring *r, uint32_t i) {
    corner *b = &r->corners[i];
    if (b->state == CORNER_UNKNOWN) b->state = is_ear(r, b) ? CORNER_EAR : CORNER_NO_EAR;
    return b->state == CORNER_EAR;
}

// Area divided by the sum of the squared sides: largest for an equilateral triangle, 0 for a degenerate one.
static double shape_of(const ring *r, uint32_t i) {
    const corner *b = &r->corners[i], *a = &r->corners[b->before], *c = &r->corners[b->next];
    double ab = (b->u - a->u) * (b->u - a->u) + (b->v - a->v) * (b->v - a->v);
    double bc = (c->u - b->u) * (c->u - b->u) + (c->v - b->v) * (c->v - b->v);
    double ca = (a->u - c->u) * (a->u - c->u) + (a->v - c->v) * (a->v - c->v);
    return side(a, b, c) / (ab + bc + ca);
}

// Finds the best ear of a small ring, or the next ear of a large ring. False if no ear is left.
static bool find_ear(ring *r, uint32_t *out) {
    double best = -1;
    uint32_t i = r->at;
    for (uint32_t k = 0; k < r->left && r->tests_left >= 0; k++, i = r->corners[i].next) {
        r->tests_left--;
        if (!is_ear_now(r, i)) continue;
        double shape = r->left <= CHOICE_MAX ? shape_of(r, i) : 0;
        if (shape > best) best = shape, *out = i;
        if (r->left > CHOICE_MAX) break;
    }
    return best >= 0;
}

// ---- cutting ----

static void write_triangle(ring *r, const corner *a, const corner *b, const corner *c) {
    if (a->index == b->index || b->index == c->index || c->index == a->index) return;
    uint32_t *out = r->out + 3 * r->triangle_count++;
    out[0] = a->index, out[1] = b->index, out[2] = c->index;
}

static void cut_off(ring *r, uint32_t i) {
    corner *b = &r->corners[i], *a = &r->corners[b->before], *c = &r->corners[b->next];
    write_triangle(r, a, b, c);
    b->state = CORNER_GONE;
    a->next = b->next, c->before = b->before;
    r->left--;
    r->at = c->next; // skip the neighbour, because otherwise large polygons would become fans
    find_direction(r, b->before);
    find_direction(r, b->next);
}

static void cut_fan(ring *r) {
    const corner *first = &r->corners[r->at];
    for (uint32_t i = first->next; r->corners[i].next != r->at; i = r->corners[i].next)
        write_triangle(r, first, &r->corners[i], &r->corners[r->corners[i].next]);
}

// ---- four corners ----

static void normal_of(const double *a, const double *b, const double *c, double out[3]) {
    double p[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, q[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    out[0] = p[1] * q[2] - p[2] * q[1];
    out[1] = p[2] * q[0] - p[0] * q[2];
    out[2] = p[0] * q[1] - p[1] * q[0];
}

static double inner_product(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// True if the triangles a b c and a c d face the same way and neither is degenerate relative to the other.
static bool is_good_cut(const double *a, const double *b, const double *c, const double *d) {
    const double small = 1e-9; // far above rounding errors
    double n[3], m[3];
    normal_of(a, b, c, n);
    normal_of(a, c, d, m);
    double nm = inner_product(n, m);
    return nm > small * inner_product(n, n) && nm > small * inner_product(m, m);
}

static double squared_distance(const double *a, const double *b) {
    double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return inner_product(d, d);
}

// Cuts a convex quadrilateral along its shorter diagonal. A fast path: most polygons in files are convex
// quadrilaterals.
static bool cut_quadrilateral(const double *positions, const uint32_t *q, uint32_t *out) {
    const double *p[4];
    for (size_t i = 0; i < 4; i++)
        p[i] = positions + 3 * (size_t)q[i];
    if (!is_good_cut(p[0], p[1], p[2], p[3]) || !is_good_cut(p[1], p[2], p[3], p[0])) return false;
    size_t first = squared_distance(p[0], p[2]) <= squared_distance(p[1], p[3]) ? 0 : 1;
    for (size_t i = 0; i < 3; i++) {
        out[i] = q[first + i];
        out[3 + i] = q[(first + (i == 0 ? 0 : i + 1)) % 4];
    }
    return true;
}

size_t gyre_polygon_cut(const double *positions, const uint32_t *corners, size_t count, void *scratch,
                        uint32_t *out_triangles) {
    if (count == 4 && cut_quadrilateral(positions, corners, out_triangles)) return 2;
    ring r = {.corners = scratch, .out = out_triangles};
    r.inward = (uint32_t *)(r.corners + count);
    r.tests_left = (int64_t)count * POLYGON_TESTS_PER_CORNER;
    project(&r, positions, corners, count);
    for (uint32_t i = 0; i < r.left; i++)
        find_direction(&r, i);
    uint32_t ear;
    while (r.left > 3 && find_ear(&r, &ear))
        cut_off(&r, ear);
    if (r.left >= 3) cut_fan(&r);
    return r.triangle_count;
}
