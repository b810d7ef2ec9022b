/// Closes cracks, pairs of open rims whose vertices should coincide but differ by small rounding errors.
///
/// Merges only vertices on open rims, so fine detail elsewhere is never collapsed.
#include "mesh/rims.h"
#include "mesh/weld.h"

#include "base/memory.h"

static const uint32_t NOT_ON_RIM = UINT32_MAX;

/// Welded vertices on open rims, and the groups into which they merge.
typedef struct rim_places {
    uint32_t *numbers;   // by welded vertex: its rim index, or NOT_ON_RIM
    uint32_t *places;    // by rim index: the welded vertex
    double *positions;   // by rim index
    uint32_t *joined_to; // by rim index: index of its group
    size_t count, group_count;
} rim_places;

static void free_places(const surface *s, rim_places *r) {
    gyre_give_back(s->allocator, r->joined_to);
    gyre_give_back(s->allocator, r->positions);
    gyre_give_back(s->allocator, r->places);
    gyre_give_back(s->allocator, r->numbers);
}

static gyre_result gather_places(const surface *s, const rim_edge *rims, size_t rim_count, rim_places *r) {
    r->numbers = gyre_take_array(s->allocator, s->place_count, sizeof *r->numbers);
    r->places = gyre_take_array(s->allocator, 2 * rim_count, sizeof *r->places);
    r->positions = gyre_take_array(s->allocator, 2 * rim_count, 3 * sizeof *r->positions);
    r->joined_to = gyre_take_array(s->allocator, 2 * rim_count, sizeof *r->joined_to);
    if (!r->numbers || !r->places || !r->positions || !r->joined_to) return GYRE_ERR_NO_MEMORY;
    memset(r->numbers, 0xff, s->place_count * sizeof *r->numbers); // all NOT_ON_RIM
    for (size_t i = 0; i < 2 * rim_count; i++) {
        uint32_t place = i & 1 ? rims[i / 2].to : rims[i / 2].from;
        if (r->numbers[place] != NOT_ON_RIM) continue;
        r->numbers[place] = (uint32_t)r->count;
        memcpy(r->positions + 3 * r->count, s->positions + 3 * (size_t)place, 3 * sizeof *r->positions);
        r->places[r->count++] = place;
    }
    return GYRE_OK;
}

// Splits every group that contains both ends of an edge: there the mesh is no wider than the tolerance, so the opening
// is not a crack.
static gyre_result split_thin_groups(const surface *s, rim_places *r) {
    uint8_t *is_thin = gyre_take_array(s->allocator, r->group_count, sizeof *is_thin);
    uint32_t *numbers = gyre_take_array(s->allocator, r->group_count, sizeof *numbers);
    if (is_thin && numbers) {
        memset(is_thin, 0, r->group_count);
        memset(numbers, 0xff, r->group_count * sizeof *numbers); // all UINT32_MAX: not numbered yet
        for (size_t i = 0; i < 3 * s->triangle_count; i++) {
            uint32_t a = r->numbers[s->triangles[i]], b = r->numbers[s->triangles[i % 3 == 2 ? i - 2 : i + 1]];
            if (a != NOT_ON_RIM && b != NOT_ON_RIM && r->joined_to[a] == r->joined_to[b]) is_thin[r->joined_to[a]] = 1;
        }
        // renumber the groups in the order of their first vertices
        r->group_count = 0;
        for (size_t i = 0; i < r->count; i++) {
            uint32_t group = r->joined_to[i];
            bool is_new = is_thin[group] || numbers[group] == UINT32_MAX;
            if (is_new) numbers[group] = (uint32_t)r->group_count++;
            r->joined_to[i] = numbers[group];
        }
    }
    gyre_result result = is_thin && numbers ? GYRE_OK : GYRE_ERR_NO_MEMORY;
    gyre_give_back(s->allocator, numbers);
    gyre_give_back(s->allocator, is_thin);
    return result;
}

// Finds the vertex that replaces each group: its first member. Groups are numbered in the order of their first members.
static void list_groups(const rim_places *r, uint32_t *first_of_group) {
    size_t known = 0;
    for (size_t i = 0; i < r->count; i++)
        if (r->joined_to[i] == known) first_of_group[known++] = r->places[i];
}

// Copies the triangles with merged vertices and drops triangles that collapse. Unused vertices stay in the table.
static void join_triangles(const surface *s, const rim_places *r, const uint32_t *first_of_group, surface *out) {
    for (size_t i = 0; i < s->triangle_count; i++) {
        uint32_t t[3];
        for (size_t k = 0; k < 3; k++) {
            uint32_t place = s->triangles[3 * i + k], number = r->numbers[place];
            t[k] = number == NOT_ON_RIM ? place : first_of_group[r->joined_to[number]];
        }
        if (!has_repeated_index(t)) gyre_surface_add_triangle(out, t[0], t[1], t[2], s->origins[i], 0);
    }
}

static gyre_result try_joined(surface *s, const rim_places *r, size_t open_before, size_t crowded_before,
                              bool *out_taken) {
    surface joined = *s;
    joined.triangle_count = 0;
    uint32_t *first_of_group = gyre_take_array(s->allocator, r->group_count, sizeof *first_of_group);
    joined.triangles = gyre_take_array(s->allocator, s->triangle_room, 3 * sizeof *joined.triangles);
    joined.origins = gyre_take_array(s->allocator, s->triangle_room, sizeof *joined.origins);
    gyre_result result = first_of_group && joined.triangles && joined.origins ? GYRE_OK : GYRE_ERR_NO_MEMORY;
    size_t open = 0, crowded = 0;
    rim_edge *rims = NULL;
    if (result == GYRE_OK) {
        list_groups(r, first_of_group);
        join_triangles(s, r, first_of_group, &joined);
        if (joined.triangle_count > 0) result = gyre_gather_rims(&joined, &rims, &open, &crowded);
    }
    *out_taken = result == GYRE_OK && joined.triangle_count > 0 && open < open_before && crowded <= crowded_before;
    const surface *unused = *out_taken ? s : &joined;
    gyre_give_back(s->allocator, rims);
    gyre_give_back(s->allocator, first_of_group);
    gyre_give_back(s->allocator, unused->origins);
    gyre_give_back(s->allocator, unused->triangles);
    if (*out_taken) *s = joined;
    return result;
}

// Largest distance from a merged vertex to the vertex that replaces it.
static double largest_distance(rim_places *r) {
    double most2 = 0;
    size_t known = 0;
    // by group: rim index of its first member; reuses the memory of `numbers`, which is no longer needed
    uint32_t *first = r->numbers;
    for (size_t i = 0; i < r->count; i++) {
        if (r->joined_to[i] == known) first[known++] = (uint32_t)i;
        const double *a = r->positions + 3 * i, *b = r->positions + 3 * (size_t)first[r->joined_to[i]];
        vec3 apart = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
        most2 = larger(most2, dot(apart, apart));
    }
    return root(most2);
}

gyre_result gyre_mend_cracks(surface *s, double tolerance, bool may_collapse, crack_report *out_report) {
    *out_report = (crack_report){0};
    rim_edge *rims;
    size_t rim_count, crowded;
    gyre_result r = gyre_gather_rims(s, &rims, &rim_count, &crowded);
    if (r != GYRE_OK || rim_count == 0) return r;
    rim_places places = {0};
    bool is_taken = false;
    r = gather_places(s, rims, rim_count, &places);
    if (r == GYRE_OK)
        r = gyre_weld(places.positions, places.count, tolerance, s->allocator, places.joined_to, &places.group_count);
    if (r == GYRE_OK && !may_collapse && places.group_count < places.count) r = split_thin_groups(s, &places);
    if (r == GYRE_OK && places.group_count < places.count) r = try_joined(s, &places, rim_count, crowded, &is_taken);
    if (is_taken) *out_report = (crack_report){places.count - places.group_count, largest_distance(&places)};
    free_places(s, &places);
    gyre_give_back(s->allocator, rims);
    return r;
}
