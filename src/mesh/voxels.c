/// Computes the moments of the region inside a surface with an octree of boxes.
///
/// The bounding box is halved along every axis repeatedly. A box that no triangle touches is tested once, at its
/// middle, and counted as a whole. Boxes at the surface, and boxes near a hole where the winding number changes
/// gradually, are halved to the last level and tested at pseudo-random points. Unlike a test at the middle, random
/// points are unbiased even for thin walls parallel to the box faces. Boxes have the proportions of the bounding box,
/// so that plates and needles are resolved as well as cubes. The pseudo-random numbers depend on the position of the
/// box only, so results are reproducible.
#include "mesh/voxels.h"

#include "base/memory.h"
#include "base/random.h"

enum {
    LEVEL_MAX = 8,    // 256 boxes per axis
    LEVEL_FIRST = 3,  // coarser boxes are always halved
    SAMPLES_MAX = 16, // points per box
    TRIALS = 64,      // number of trial points for measuring the average cost per point
};

static const double SIGMAS = 3;
static const double PIECES_MAX = 3e7;  // limit of triangle pieces when finding touched boxes
static const double WORK_MAX = 3e8;    // total work limit of gyre_winding_at: a few seconds
static const double SIDE_MIN = 1e-300; // least side of the bounding box; 256 / side would overflow for smaller sides

// One bit per box and level: 1 if a triangle touches the box.
typedef struct touched_boxes {
    uint64_t *bits;
    size_t first[LEVEL_MAX + 1]; // by level: index of its first word in `bits`
    size_t count[LEVEL_MAX + 1]; // by level: number of touched boxes
    int finest;                  // finest level
} touched_boxes;

typedef struct filling {
    const winding_field *field;
    vec3 low, side; // the bounding box
    touched_boxes touched;
    int last_level;
    uint64_t sample_count; // points per box of the last level
    double points_left, work;
    const work_progress *progress;
    // integrals of 1, x and x x^T over the inside, and the variance of the volume
    double volume, variance;
    vec3 first;
    gyre_tensor second;
} filling;

typedef struct box_index {
    uint32_t x, y, z;
} box_index;

// ---- boxes at the surface ----

// clang-tidy cannot deduce here and in sample_box that the level is 0 to LEVEL_MAX.
static size_t bit_of(int level, box_index at) {
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
    return ((size_t)at.z << 2 * level) | ((size_t)at.y << level) | (size_t)at.x;
}

static bool is_touched(const touched_boxes *t, int level, box_index at) {
    size_t bit = bit_of(level, at);
    return t->bits[t->first[level] + bit / 64] >> (bit % 64) & 1;
}

static void touch(touched_boxes *t, int level, box_index at) {
    size_t bit = bit_of(level, at);
    uint64_t *word = &t->bits[t->first[level] + bit / 64], one = UINT64_C(1) << (bit % 64);
    t->count[level] += !(*word & one);
    *word |= one;
}

// Index of the box that contains the coordinate, both in units of the finest level.
static uint32_t box_at(const touched_boxes *t, double a) {
    const double boxes = 1 << t->finest;
    return a < 0 ? 0 : a >= boxes ? (uint32_t)boxes - 1 : (uint32_t)a;
}

// Cuts a triangle into quarters until each piece spans at most two boxes per axis. The depth limit, six levels more
// than necessary, prevents endless recursion due to rounding.
static void touch_triangle(touched_boxes *t, mesh_corners p, int depth) {
    box_index low = {box_at(t, smaller(p.a.x, smaller(p.b.x, p.c.x))), box_at(t, smaller(p.a.y, smaller(p.b.y, p.c.y))),
                     box_at(t, smaller(p.a.z, smaller(p.b.z, p.c.z)))};
    box_index high = {box_at(t, larger(p.a.x, larger(p.b.x, p.c.x))), box_at(t, larger(p.a.y, larger(p.b.y, p.c.y))),
                      box_at(t, larger(p.a.z, larger(p.b.z, p.c.z)))};
    if (depth == 0 || (high.x - low.x < 2 && high.y - low.y < 2 && high.z - low.z < 2)) {
        for (uint32_t z = low.z; z <= high.z; z++)
            for (uint32_t y = low.y; y <= high.y; y++)
                for (uint32_t x = low.x; x <= high.x; x++)
                    touch(t, t->finest, (box_index){x, y, z});
        return;
    }
    vec3 ab = scale(0.5, add(p.a, p.b)), bc = scale(0.5, add(p.b, p.c)), ca = scale(0.5, add(p.c, p.a));
    touch_triangle(t, (mesh_corners){p.a, ab, ca}, depth - 1);
    touch_triangle(t, (mesh_corners){ab, p.b, bc}, depth - 1);
    touch_triangle(t, (mesh_corners){ca, bc, p.c}, depth - 1);
    touch_triangle(t, (mesh_corners){ab, bc, ca}, depth - 1);
}

static void touch_parents(touched_boxes *t, int level) {
    size_t word_count = t->first[level] + ((size_t)1 << 3 * level) / 64 + 1;
    uint32_t last = (1u << level) - 1;
    for (size_t i = t->first[level]; i < word_count; i++)
        for (uint64_t word = t->bits[i]; word != 0; word &= word - 1) {
            size_t bit = 64 * (i - t->first[level]) + (size_t)__builtin_ctzll(word);
            box_index at = {(uint32_t)bit & last, (uint32_t)(bit >> level) & last, (uint32_t)(bit >> 2 * level)};
            touch(t, level - 1, (box_index){at.x / 2, at.y / 2, at.z / 2});
        }
}

static mesh_corners in_boxes(const filling *f, vec3 unit, size_t triangle) {
    mesh_corners p = corners_of(f->field->tree->s, triangle);
    return (mesh_corners){times(unit, sub(p.a, f->low)), times(unit, sub(p.b, f->low)), times(unit, sub(p.c, f->low))};
}

// Chooses the finest useful level. A surface touches at least as many boxes as its area measured in box faces; this
// number must not exceed the budget. Cutting triangles gives about eight times as many pieces, and needles add pieces
// along their length; limits on both numbers bound the time.
static void choose_finest(filling *f, size_t triangle_count, size_t budget) {
    vec3 unit = {1 / f->side.x, 1 / f->side.y, 1 / f->side.z};
    double area = 0, lengths = 0;
    for (size_t i = 0; i < triangle_count; i++) {
        mesh_corners p = in_boxes(f, unit, i);
        vec3 ab = sub(p.b, p.a), ac = sub(p.c, p.a);
        area += 0.5 * length(cross(ab, ac));
        lengths += larger(length(ab), length(ac));
    }
    int level = LEVEL_MAX;
    double limit = smaller((double)budget, PIECES_MAX / 8);
    while (level > LEVEL_FIRST &&
           (area * (double)(1 << 2 * level) > limit || lengths * (double)(1 << level) > PIECES_MAX / 4))
        level--;
    f->touched.finest = level;
}

static gyre_result find_touched(filling *f, size_t budget) {
    touched_boxes *t = &f->touched;
    const surface *s = f->field->tree->s;
    size_t words = 0, triangle_count = s->triangle_count - s->cap_count;
    choose_finest(f, triangle_count, budget);
    for (int level = 0; level <= t->finest; level++) {
        t->first[level] = words;
        words += ((size_t)1 << 3 * level) / 64 + 1;
    }
    t->bits = gyre_take_array(s->allocator, words, sizeof *t->bits);
    if (!t->bits) return GYRE_ERR_NO_MEMORY;
    memset(t->bits, 0, words * sizeof *t->bits);
    const double boxes = 1 << t->finest;
    vec3 unit = {boxes / f->side.x, boxes / f->side.y, boxes / f->side.z};
    for (size_t i = 0; i < triangle_count; i++)
        touch_triangle(t, in_boxes(f, unit, i), t->finest + 6);
    for (int level = t->finest; level > 0; level--)
        touch_parents(t, level);
    return GYRE_OK;
}

// ---- integration ----

static vec3 corner_of_box(const filling *f, int level, box_index at, vec3 fraction) {
    double part = 1.0 / (1 << level);
    return add(f->low, times(f->side, scale(part, (vec3){at.x + fraction.x, at.y + fraction.y, at.z + fraction.z})));
}

static double winding_at(filling *f, vec3 p) {
    f->points_left--;
    return gyre_winding_at(f->field, p, &f->work);
}

// Adds a box with sides `size`, or a point with size 0.
static void add_matter(filling *f, double volume, vec3 p, vec3 size) {
    f->volume += volume;
    f->first = add(f->first, scale(volume, p));
    f->second.xx += volume * (p.x * p.x + size.x * size.x / 12);
    f->second.yy += volume * (p.y * p.y + size.y * size.y / 12);
    f->second.zz += volume * (p.z * p.z + size.z * size.z / 12);
    f->second.xy += volume * p.x * p.y;
    f->second.xz += volume * p.x * p.z;
    f->second.yz += volume * p.y * p.z;
}

static void sample_box(filling *f, int level, box_index at) {
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
    double volume = f->side.x * f->side.y * f->side.z / (double)(UINT64_C(1) << 3 * level) / (double)f->sample_count;
    uint64_t state = bit_of(level, at);
    for (uint64_t i = 0; i < f->sample_count; i++) {
        double x = random_fraction(&state), y = random_fraction(&state), z = random_fraction(&state);
        vec3 p = corner_of_box(f, level, at, (vec3){x, y, z});
        if (winding_at(f, p) > 0.5) add_matter(f, volume, p, (vec3){0, 0, 0});
    }
    // if a fraction p of the box is inside, the variance is p (1 - p), whose average over p is 1/6
    f->variance += volume * volume * (double)f->sample_count / 6;
}

// True if the winding number can be 1/2 somewhere in a box without triangles. Across a hole of radius a the winding
// number changes by 1/(2 a) per unit length, or by 1.7 per box side for a hole half as wide as the surface. Smaller
// holes have little volume.
static bool is_uncertain(int level, double winding) { return magnitude(winding - 0.5) < 2.0 / (1 << level); }

static void fill_box(filling *f, int level, box_index at) {
    bool is_surface = is_touched(&f->touched, level, at), is_first = level < LEVEL_FIRST;
    if (level == f->last_level) {
        sample_box(f, level, at);
        return;
    }
    if (!is_surface && !is_first) {
        vec3 middle = corner_of_box(f, level, at, (vec3){0.5, 0.5, 0.5});
        double winding = winding_at(f, middle);
        if (f->points_left < 0 || !is_uncertain(level, winding)) {
            double part = 1.0 / (1 << level);
            vec3 size = scale(part, f->side);
            if (winding > 0.5) add_matter(f, size.x * size.y * size.z, middle, size);
            return;
        }
    }
    if (level == 2) tell_progress(f->progress, (double)bit_of(level, at) / 64);
    for (uint32_t i = 0; i < 8; i++)
        fill_box(f, level + 1, (box_index){2 * at.x + (i & 1), 2 * at.y + (i >> 1 & 1), 2 * at.z + (i >> 2)});
}

// Number of points within the work limit. The cost of a point depends on the surface: if all triangles are as large as
// the surface, no triangle is far enough away to be approximated.
static size_t affordable(filling *f, size_t budget) {
    uint64_t state = 0;
    for (int i = 0; i < TRIALS; i++) {
        double x = random_fraction(&state), y = random_fraction(&state), z = random_fraction(&state);
        winding_at(f, corner_of_box(f, 0, (box_index){0, 0, 0}, (vec3){x, y, z}));
    }
    double points = WORK_MAX * TRIALS / f->work;
    return points < (double)budget ? (size_t)points : budget;
}

// Chooses the finest level that the budget allows.
static void choose_level(filling *f, size_t budget) {
    budget = affordable(f, budget);
    f->last_level = f->touched.finest;
    while (f->last_level > LEVEL_FIRST && f->touched.count[f->last_level] > budget)
        f->last_level--;
    size_t samples = budget / (f->touched.count[f->last_level] + 1);
    f->sample_count = samples < 1 ? 1 : samples > SAMPLES_MAX ? SAMPLES_MAX : samples;
    // uncertain boxes near holes may at least double the number of points
    f->points_left = 4 * (double)budget;
}

static shape_moments moments_of(const filling *f) {
    vec3 c = scale(1 / f->volume, f->first);
    const gyre_tensor *S = &f->second;
    double v = f->volume;
    return (shape_moments){
        .measure = v,
        .center = {c.x, c.y, c.z},
        .covariance = {S->xx / v - c.x * c.x, S->yy / v - c.y * c.y, S->zz / v - c.z * c.z, S->xy / v - c.x * c.y,
                       S->xz / v - c.x * c.z, S->yz / v - c.y * c.z},
    };
}

gyre_result gyre_fill_voxels(const winding_field *field, size_t budget, const work_progress *progress,
                             shape_moments *out_moments, double *out_error) {
    const tree_box *box = &field->tree->boxes[TREE_ROOT];
    filling f = {.field = field, .low = box->low, .side = sub(box->high, box->low), .progress = progress};
    if (!(f.side.x > SIDE_MIN && f.side.y > SIDE_MIN && f.side.z > SIDE_MIN)) return GYRE_ERR_SHAPE;
    gyre_result r = find_touched(&f, budget);
    if (r != GYRE_OK) return r;
    choose_level(&f, budget);
    fill_box(&f, 0, (box_index){0, 0, 0});
    gyre_give_back(field->tree->s->allocator, f.touched.bits);
    if (!(f.volume > 0)) return GYRE_ERR_SHAPE;
    *out_moments = moments_of(&f);
    *out_error = SIGMAS * root(f.variance) / f.volume;
    return GYRE_OK;
}
