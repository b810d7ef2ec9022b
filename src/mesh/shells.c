/// Shells: their volume, nesting and orientation.
#include "mesh/triangle_tree.h"

#include "base/memory.h"

enum {
    SAMPLES = 64, // number of points of a shell tested against other shells
    STACK_MAX = 64,
};

static const double VOLUME_NOISE = 0x1p-46; // volumes below this fraction of the sum of magnitudes are rounding errors
static const double SIZE_MARGIN = 1e-6;     // least fraction by which a container's volume exceeds that of its content
static const double SAMPLE_DEPTH = 1e-6;    // depth of a sample point below the surface, in units of the shell's size
static const double CAPS_MAX = 0.2;         // caps with a larger share of the area do not show which side is inside
static const double WORK_PER_TRIANGLE =
    200; // work limit per triangle, on average; bounds the time on adversarial meshes
static const double WORK_OF_BOX = 0.25, WORK_OF_LEAF = 2; // a hit is 1

// ---- measuring ----

// Six times the signed volume of the tetrahedron from the origin (the middle of the box) to the triangle.
static double volume_below(mesh_corners p) { return dot(p.a, cross(p.b, p.c)); }

void gyre_measure_shells(surface *s) {
    for (size_t i = 0; i < s->shell_count; i++) {
        s->shells[i].low = (vec3){DBL_MAX, DBL_MAX, DBL_MAX};
        s->shells[i].high = (vec3){-DBL_MAX, -DBL_MAX, -DBL_MAX};
        s->shells[i].volume = s->shells[i].noise = s->shells[i].area = s->shells[i].cap_area = 0;
    }
    for (size_t i = 0; i < s->triangle_count; i++) {
        shell *mine = &s->shells[shell_of(s, i)];
        mesh_corners p = corners_of(s, i);
        double part = volume_below(p) / 6, area = 0.5 * length(cross(sub(p.b, p.a), sub(p.c, p.a)));
        tree_box box = box_around((tree_box){mine->low, mine->high}, box_of_triangle(s, i));
        mine->low = box.low, mine->high = box.high;
        *(i < s->triangle_count - s->cap_count ? &mine->area : &mine->cap_area) += area;
        mine->volume += part;
        mine->noise += VOLUME_NOISE * (magnitude(part) + area * length(p.a));
    }
}

// ---- nesting ----

typedef struct nesting {
    surface *s;
    const triangle_tree *tree;
    uint32_t *first;    // by shell: index of its first triangle in by_shell; the last entry is the end
    uint32_t *by_shell; // triangles, grouped by shell
    int32_t *windings;  // by shell: winding number about the current sample
    uint32_t *inside;   // by shell: number of samples of the current shell inside this shell
    uint32_t *met;      // shells that the rays of the current shell hit
    uint8_t *is_met;    // by shell: 1 if it is in `met`
    size_t met_count;
    double work_left;
} nesting;

static void sort_by_shell(nesting *n) {
    const surface *s = n->s;
    memset(n->first, 0, (s->shell_count + 1) * sizeof *n->first);
    for (size_t i = 0; i < s->triangle_count; i++)
        n->first[shell_of(s, i) + 1]++;
    for (size_t i = 0; i < s->shell_count; i++)
        n->first[i + 1] += n->first[i];
    // counting sort: each start advances to the end of its shell; then all entries shift by one
    for (size_t i = 0; i < s->triangle_count; i++)
        n->by_shell[n->first[shell_of(s, i)]++] = (uint32_t)i;
    for (size_t i = s->shell_count; i > 0; i--)
        n->first[i] = n->first[i - 1];
    n->first[0] = 0;
}

// Contribution of one edge, projected along z, to the winding about p: +1 or -1 if a ray along x crosses the edge, else
// 0. The interval in y is half open and the computation starts at the lower end of the edge, so that both triangles at
// an edge agree.
static int crossing(vec3 from, vec3 to, vec3 p) {
    bool is_upward = to.y > p.y;
    if ((from.y > p.y) == is_upward) return 0;
    vec3 low = is_upward ? from : to, high = is_upward ? to : from;
    double side = (high.x - low.x) * (p.y - low.y) - (p.x - low.x) * (high.y - low.y);
    return side > 0 ? (is_upward ? 1 : -1) : 0;
}

// +1 if an upward ray from p leaves through the triangle, -1 if it enters, 0 if it misses.
static int passage(mesh_corners t, vec3 p) {
    int winding = crossing(t.a, t.b, p) + crossing(t.b, t.c, p) + crossing(t.c, t.a, p);
    if (winding == 0) return 0;
    vec3 n = cross(sub(t.b, t.a), sub(t.c, t.a));
    double below = n.x * (p.x - t.a.x) + n.y * (p.y - t.a.y) + n.z * (p.z - t.a.z);
    // p is below the plane: the normal points up and p is behind it, or the normal points down and p is in front
    return (n.z > 0 ? below < 0 : below > 0) ? winding : 0;
}

static bool is_container(const shell *s) { return s->is_closed && magnitude(s->volume) > s->noise; }

static void meet_leaf(nesting *n, size_t leaf, vec3 p) {
    const surface *s = n->s;
    for (size_t i = tree_leaf_begin(n->tree, leaf); i < tree_leaf_end(n->tree, leaf); i++) {
        uint32_t triangle = n->tree->order[i], other = shell_of(s, triangle);
        int change = passage(corners_of(s, triangle), p);
        if (change == 0 || !is_container(&s->shells[other])) continue;
        n->work_left--;
        n->windings[other] += change;
        if (!n->is_met[other]) n->met[n->met_count++] = other;
        n->is_met[other] = 1;
    }
}

// Computes the winding number of every shell about a point from the triangles that an upward ray crosses.
static void follow_ray(nesting *n, vec3 p) {
    size_t stack[STACK_MAX], depth = 0;
    stack[depth++] = TREE_ROOT;
    while (depth > 0) {
        size_t node = stack[--depth];
        const tree_box *box = &n->tree->boxes[node];
        if (p.x < box->low.x || p.x > box->high.x || p.y < box->low.y || p.y > box->high.y || p.z > box->high.z)
            continue;
        n->work_left -= WORK_OF_BOX;
        if (node >= n->tree->leaf_count) {
            n->work_left -= WORK_OF_LEAF;
            meet_leaf(n, node, p);
        } else {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node;
        }
    }
}

// A point just inside the shell, below the centroid of a triangle. False for a degenerate triangle.
static bool sample_point(const surface *s, const shell *mine, uint32_t triangle, vec3 *out_point) {
    mesh_corners t = corners_of(s, triangle);
    vec3 n = mesh_normal(t, (vec3){1, 1, 1});
    double size = length(n);
    if (!(size > 0)) return false;
    double depth = SAMPLE_DEPTH * length(sub(mine->high, mine->low)) * (mine->volume < 0 ? -1 : 1);
    vec3 middle = scale(1.0 / 3, add(t.a, add(t.b, t.c)));
    *out_point = sub(middle, scale(depth / size, n));
    return true;
}

// Tests which shells contain samples of this shell. A shell that contains all samples increases the depth of this
// shell; a shell that contains only some samples crosses it.
static void place_shell(nesting *n, uint32_t number) {
    surface *s = n->s;
    shell *mine = &s->shells[number];
    uint32_t first = n->first[number], count = n->first[number + 1] - first, sample_count = 0;
    uint32_t stride = count > SAMPLES ? count / SAMPLES : 1;
    for (uint32_t i = 0; i < count && sample_count < SAMPLES; i += stride) {
        vec3 p;
        if (!sample_point(s, mine, n->by_shell[first + i], &p)) continue;
        sample_count++;
        follow_ray(n, p);
        for (size_t k = 0; k < n->met_count; k++) {
            uint32_t other = n->met[k];
            n->inside[other] += n->windings[other] != 0;
            n->windings[other] = 0;
        }
    }
    for (size_t k = 0; k < n->met_count; k++) {
        uint32_t other = n->met[k], inside = n->inside[other];
        n->inside[other] = 0;
        n->is_met[other] = 0;
        if (other == number || inside == 0) continue;
        // a container does not cross its content and is larger
        bool is_around = inside == sample_count && !(mine->is_crossed && s->shells[other].is_crossed) &&
                         magnitude(s->shells[other].volume) > (1 + SIZE_MARGIN) * magnitude(mine->volume);
        if (is_around)
            mine->depth++;
        else
            mine->is_crossed = s->shells[other].is_crossed = true;
    }
    n->met_count = 0;
}

gyre_result gyre_nest_shells(surface *s, const triangle_tree *tree, bool *out_is_interrupted) {
    nesting n = {.s = s, .tree = tree, .work_left = WORK_PER_TRIANGLE * (double)(s->triangle_count + 100000)};
    n.first = gyre_take_array(s->allocator, s->shell_count + 1, sizeof *n.first);
    n.by_shell = gyre_take_array(s->allocator, s->triangle_count, sizeof *n.by_shell);
    n.windings = gyre_take_array(s->allocator, s->shell_count, sizeof *n.windings);
    n.inside = gyre_take_array(s->allocator, s->shell_count, sizeof *n.inside);
    n.met = gyre_take_array(s->allocator, s->shell_count, sizeof *n.met);
    n.is_met = gyre_take_array(s->allocator, s->shell_count, sizeof *n.is_met);
    gyre_result r = n.first && n.by_shell && n.windings && n.inside && n.met && n.is_met ? GYRE_OK : GYRE_ERR_NO_MEMORY;
    *out_is_interrupted = false;
    if (r == GYRE_OK) {
        sort_by_shell(&n);
        memset(n.windings, 0, s->shell_count * sizeof *n.windings);
        memset(n.inside, 0, s->shell_count * sizeof *n.inside);
        memset(n.is_met, 0, s->shell_count);
        for (uint32_t i = 0; i < s->shell_count; i++) {
            // beyond the work limit, trust the given winding
            if (!is_container(&s->shells[i])) continue; // a shell without volume contains nothing and has depth 0
            if (n.work_left > 0) {
                place_shell(&n, i);
            } else {
                s->shells[i].depth = s->shells[i].volume < 0;
                *out_is_interrupted = true;
            }
        }
    }
    void *const blocks[] = {n.is_met, n.met, n.inside, n.windings, n.by_shell, n.first};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        gyre_give_back(s->allocator, blocks[i]);
    return r;
}

// ---- orientation ----

static bool is_inside_out(const shell *s) { return is_container(s) && (s->volume < 0) != (s->depth & 1); }

static bool is_doubtful(const shell *s) { return s->cap_area > CAPS_MAX * s->area; }

void gyre_turn_shells(surface *s, finding *out_inverted, size_t *out_doubtful) {
    *out_inverted = (finding){0};
    *out_doubtful = 0;
    for (size_t i = 0; i < s->triangle_count; i++)
        if (is_inside_out(&s->shells[shell_of(s, i)]) && !is_doubtful(&s->shells[shell_of(s, i)])) turn_triangle(s, i);
    for (size_t i = 0; i < s->shell_count; i++) {
        if (!is_inside_out(&s->shells[i])) continue;
        *out_doubtful += is_doubtful(&s->shells[i]);
        if (is_doubtful(&s->shells[i])) continue;
        s->shells[i].volume = -s->shells[i].volume;
        note_finding(out_inverted, s->shells[i].first_triangle);
    }
}
