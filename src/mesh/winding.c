/// Winding numbers from a tree of dipoles.
#include "mesh/winding.h"

#include "base/memory.h"
#include "math/elementary.h"

enum { STACK_MAX = 64, WORK_OF_NEAR = 3 };

// Distance, in radii of a node, beyond which its dipole approximates its triangles. Largest and root-mean-square errors
// near the surface of a sphere of a million triangles: 0.11 and 0.043 at distance 1.3, 0.068 and 0.026 at 1.6, 0.044
// and 0.016 at 2, 0.019 and 0.007 at 3. Distance 3 takes three times as long as 1.6. All errors have the same sign, so
// across a hole as large as the body, an error of 0.03 moves the boundary by 3 % of the body's size.
static const double REACHES[] = {[WINDING_QUICK] = 1.6, [WINDING_CAREFUL] = 3};
// Up to eight half solid angles with a smaller tangent are added by multiplying complex numbers: tan(pi/8) is 0.41, so
// the sum stays below pi.
static const double SMALL_TANGENT = 0.4;
static const double INVERSE_FULL_ANGLE = 0.079577471545947667884; // 1 / (4 pi)

static const double NOTHING = -1; // reach2 of a node without area

// ---- building ----

// Sums for the centre of a dipole, the area-weighted mean of the triangles' centroids.
typedef struct gathering {
    vec3 first; // integral of x
    double area;
} gathering;

static bool counts(const triangle_tree *tree, uint32_t triangle) {
    return triangle < tree->s->triangle_count - tree->s->cap_count;
}

static vec3 middle_of(mesh_corners t) { return scale(1.0 / 3, add(t.a, add(t.b, t.c))); }

static vec3 area_of(mesh_corners t) { return scale(0.5, cross(sub(t.b, t.a), sub(t.c, t.a))); }

static void set_center(dipole *d, gathering g, const tree_box *box, double reach) {
    d->reach2 = NOTHING;
    if (!(g.area > 0)) return;
    d->center = scale(1 / g.area, g.first);
    // distance to the farthest corner of the box
    vec3 far = {larger(box->high.x - d->center.x, d->center.x - box->low.x),
                larger(box->high.y - d->center.y, d->center.y - box->low.y),
                larger(box->high.z - d->center.z, d->center.z - box->low.z)};
    d->reach2 = reach * reach * dot(far, far);
}

// Adds a part with vector area n, centred at `middle`, to the moments about the dipole's centre.
static void add_shifted(dipole *d, vec3 middle, vec3 n) {
    vec3 r = sub(middle, d->center);
    d->area = add(d->area, n);
    d->xx += r.x * n.x, d->yy += r.y * n.y, d->zz += r.z * n.z;
    d->xy += r.x * n.y + r.y * n.x, d->xz += r.x * n.z + r.z * n.x, d->yz += r.y * n.z + r.z * n.y;
}

static point_dipole single_of(const triangle_tree *tree, uint32_t triangle, double reach) {
    mesh_corners t = corners_of(tree->s, triangle);
    vec3 middle = middle_of(t), a = sub(t.a, middle), b = sub(t.b, middle), c = sub(t.c, middle);
    double radius2 = larger(dot(a, a), larger(dot(b, b), dot(c, c)));
    if (!counts(tree, triangle)) return (point_dipole){middle, NOTHING, {0, 0, 0}};
    return (point_dipole){middle, reach * reach * radius2, area_of(t)};
}

static void make_leaf(winding_field *field, gathering *gatherings, size_t leaf) {
    const triangle_tree *tree = field->tree;
    dipole *d = &field->dipoles[leaf];
    gathering g = {{0, 0, 0}, 0};
    size_t begin = tree_leaf_begin(tree, leaf), end = tree_leaf_end(tree, leaf);
    for (size_t i = begin; i < end; i++) {
        point_dipole one = single_of(tree, tree->order[i], field->reach);
        double area = length(one.area);
        g.first = add(g.first, scale(area, one.center));
        g.area += area;
        field->singles[i] = one;
    }
    *d = (dipole){0};
    set_center(d, g, &tree->boxes[leaf], field->reach);
    for (size_t i = begin; i < end; i++)
        add_shifted(d, field->singles[i].center, field->singles[i].area);
    gatherings[leaf] = g;
}

static void make_inner(winding_field *field, gathering *gatherings, size_t node) {
    dipole *d = &field->dipoles[node];
    const gathering *a = &gatherings[2 * node], *b = &gatherings[2 * node + 1];
    gathering g = {add(a->first, b->first), a->area + b->area};
    *d = (dipole){0};
    set_center(d, g, &field->tree->boxes[node], field->reach);
    for (size_t child = 2 * node; child <= 2 * node + 1; child++) {
        const dipole *c = &field->dipoles[child];
        add_shifted(d, c->center, c->area);
        d->xx += c->xx, d->yy += c->yy, d->zz += c->zz, d->xy += c->xy, d->xz += c->xz, d->yz += c->yz;
    }
    gatherings[node] = g;
}

gyre_result gyre_winding_make(const triangle_tree *tree, winding_care care, winding_field *out_field) {
    const gyre_allocator *allocator = tree->s->allocator;
    winding_field field = {.tree = tree, .reach = REACHES[care]};
    field.dipoles = gyre_take_array(allocator, 2 * tree->leaf_count, sizeof *field.dipoles);
    field.singles = gyre_take_array(allocator, tree->s->triangle_count, sizeof *field.singles);
    gathering *gatherings = gyre_take_array(allocator, 2 * tree->leaf_count, sizeof *gatherings);
    gyre_result r = field.dipoles && field.singles && gatherings ? GYRE_OK : GYRE_ERR_NO_MEMORY;
    if (r == GYRE_OK) {
        for (size_t node = 2 * tree->leaf_count; node-- > tree->leaf_count;)
            make_leaf(&field, gatherings, node);
        for (size_t node = tree->leaf_count; node-- > TREE_ROOT;)
            make_inner(&field, gatherings, node);
        *out_field = field;
    } else {
        gyre_winding_free(&field);
    }
    gyre_give_back(allocator, gatherings);
    return r;
}

void gyre_winding_free(winding_field *field) {
    if (!field->tree) return;
    gyre_give_back(field->tree->s->allocator, field->singles);
    gyre_give_back(field->tree->s->allocator, field->dipoles);
    *field = (winding_field){0};
}

// ---- evaluation ----

// Integral of n . (x - p) / |x - p|^3, to first order about the centre, with r = center - p:
//   area . r / |r|^3  +  tr(M) / |r|^3  -  3 r . M r / |r|^5
static double far_angle(const dipole *d, vec3 r, double distance2) {
    double inverse = 1 / (distance2 * root(distance2));
    double along =
        r.x * (d->xx * r.x + d->xy * r.y + d->xz * r.z) + r.y * (d->yy * r.y + d->yz * r.z) + d->zz * r.z * r.z;
    return inverse * (dot(d->area, r) + (d->xx + d->yy + d->zz) - 3 * along / distance2);
}

// A complex number whose argument is half a solid angle.
typedef struct half_angle {
    double real_part, imaginary_part;
} half_angle;

// tan(angle / 2) = a . b x c / (|a||b||c| + a.b |c| + b.c |a| + c.a |b|)      Van Oosterom and Strackee 1983
static half_angle near_half(mesh_corners t, vec3 p) {
    vec3 a = sub(t.a, p), b = sub(t.b, p), c = sub(t.c, p);
    double la = length(a), lb = length(b), lc = length(c);
    double base = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb, volume = dot(a, cross(b, c));
    // in the plane of the triangle the solid angle is 0 by symmetry
    return volume == 0 ? (half_angle){1, 0} : (half_angle){base, volume};
}

static double leaf_angle(const winding_field *field, size_t leaf, vec3 point, double *work) {
    const triangle_tree *tree = field->tree;
    double angle = 0;
    half_angle small = {1, 0}; // product of the factors whose arguments add up to less than pi
    for (size_t i = tree_leaf_begin(tree, leaf); i < tree_leaf_end(tree, leaf); i++) {
        const point_dipole *one = &field->singles[i];
        vec3 r = sub(one->center, point);
        double distance2 = dot(r, r);
        if (distance2 > one->reach2) {
            angle += dot(one->area, r) / (distance2 * root(distance2));
            continue;
        }
        if (one->reach2 == NOTHING) continue;
        *work += WORK_OF_NEAR;
        half_angle h = near_half(corners_of(tree->s, tree->order[i]), point);
        if (magnitude(h.imaginary_part) < SMALL_TANGENT * h.real_part)
            small = (half_angle){small.real_part * h.real_part - small.imaginary_part * h.imaginary_part,
                                 small.real_part * h.imaginary_part + small.imaginary_part * h.real_part};
        else
            angle += 2 * atan2_real(h.imaginary_part, h.real_part);
    }
    if (small.imaginary_part != 0) angle += 2 * atan2_real(small.imaginary_part, small.real_part);
    return angle;
}

double gyre_winding_at(const winding_field *field, vec3 point, double *work) {
    const triangle_tree *tree = field->tree;
    size_t stack[STACK_MAX], depth = 0;
    double angle = 0;
    stack[depth++] = TREE_ROOT;
    while (depth > 0) {
        size_t node = stack[--depth];
        const dipole *d = &field->dipoles[node];
        vec3 r = sub(d->center, point);
        double distance2 = dot(r, r);
        *work += 1;
        if (d->reach2 == NOTHING) continue;
        if (distance2 > d->reach2) {
            angle += far_angle(d, r, distance2);
        } else if (node < tree->leaf_count) {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node;
        } else {
            angle += leaf_angle(field, node, point, work);
            *work += TREE_LEAF;
        }
    }
    return INVERSE_FULL_ANGLE * angle;
}
