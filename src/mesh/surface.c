/// Creates a surface from a mesh, adds triangles and removes them.
#include "mesh/surface.h"

#include "base/memory.h"
#include "mesh/weld.h"

// ---- making ----

static vec3 to_unit(const surface *s, const double *p) {
    return scale(s->scale, sub((vec3){p[0], p[1], p[2]}, s->middle));
}

// Sets the middle of the box, and the power of two that scales its longest half side to about 1.
static void set_frame(surface *s, const mesh_box *box) {
    mesh_frame frame = gyre_mesh_frame_of(box);
    const int *e = frame.exponent;
    int xy = e[0] > e[1] ? e[0] : e[1];
    s->middle = (vec3){frame.origin.x, frame.origin.y, frame.origin.z};
    s->scale = gyre_times_power(1, -(xy > e[2] ? xy : e[2]));
}

static gyre_result take_room(surface *s) {
    s->positions = gyre_take_array(s->allocator, s->place_room, 3 * sizeof *s->positions);
    s->points = gyre_take_array(s->allocator, s->place_room, sizeof *s->points);
    s->triangles = gyre_take_array(s->allocator, s->triangle_room, 3 * sizeof *s->triangles);
    s->origins = gyre_take_array(s->allocator, s->triangle_room, sizeof *s->origins);
    s->patch_of = gyre_take_array(s->allocator, s->triangle_room, sizeof *s->patch_of);
    bool has_all = s->positions && s->points && s->triangles && s->origins && s->patch_of;
    return has_all ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

// Gives each welded vertex the coordinates of its first original vertex.
static void place_vertices(surface *s, const gyre_mesh *mesh, const uint32_t *map) {
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (map[i] != s->place_count) continue; // already has coordinates
        const double *p = mesh->positions + 3 * i;
        memcpy(s->positions + 3 * s->place_count, p, 3 * sizeof *p);
        s->points[s->place_count++] = to_unit(s, p);
    }
}

static void place_triangles(surface *s, const gyre_mesh *mesh, const uint32_t *map, finding *collapsed) {
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        uint32_t places[3] = {map[t[0]], map[t[1]], map[t[2]]};
        if (has_repeated_index(places))
            note_finding(collapsed, i);
        else
            gyre_surface_add_triangle(s, places[0], places[1], places[2], (uint32_t)i, 0);
    }
}

gyre_result gyre_surface_join(const gyre_mesh *mesh, const mesh_box *box, double tolerance,
                              const gyre_allocator *allocator, surface *out_surface, finding *out_collapsed) {
    *out_surface = (surface){.allocator = allocator, .triangle_room = mesh->triangle_count};
    *out_collapsed = (finding){0};
    if (mesh->triangle_count > SURFACE_TRIANGLES_MAX) return GYRE_ERR_TOO_LARGE;
    set_frame(out_surface, box);
    uint32_t *map = gyre_take_array(allocator, mesh->vertex_count, sizeof *map);
    if (!map) return GYRE_ERR_NO_MEMORY;
    gyre_result r = gyre_weld(mesh->positions, mesh->vertex_count, tolerance, allocator, map, &out_surface->place_room);
    if (r == GYRE_OK) r = take_room(out_surface);
    if (r == GYRE_OK) {
        place_vertices(out_surface, mesh, map);
        place_triangles(out_surface, mesh, map, out_collapsed);
        if (out_surface->triangle_count == 0) r = GYRE_ERR_SHAPE;
    }
    gyre_give_back(allocator, map);
    return r;
}

void gyre_surface_free(surface *s) {
    void *const blocks[] = {s->positions, s->points,  s->triangles, s->origins,
                            s->patch_of,  s->patches, s->shells,    s->rim_edges};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks && s->allocator; i++)
        gyre_give_back(s->allocator, blocks[i]);
    *s = (surface){0};
}

// ---- adding ----

gyre_result gyre_surface_grow(surface *s, size_t places, size_t triangles) {
    surface larger = *s;
    if (s->triangle_count + triangles > SURFACE_TRIANGLES_MAX || s->place_count + places > UINT32_MAX)
        return GYRE_ERR_TOO_LARGE;
    larger.place_room = s->place_count + places;
    larger.triangle_room = s->triangle_count + triangles;
    void *const before[] = {s->positions, s->points, s->triangles, s->origins, s->patch_of};
    gyre_result r = take_room(&larger);
    void *const after[] = {larger.positions, larger.points, larger.triangles, larger.origins, larger.patch_of};
    const size_t sizes[] = {3 * s->place_count * sizeof *s->positions, s->place_count * sizeof *s->points,
                            3 * s->triangle_count * sizeof *s->triangles, s->triangle_count * sizeof *s->origins,
                            s->triangle_count * sizeof *s->patch_of};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        if (r == GYRE_OK) memcpy(after[i], before[i], sizes[i]);
        gyre_give_back(s->allocator, r == GYRE_OK ? before[i] : after[i]);
    }
    if (r == GYRE_OK) *s = larger;
    return r;
}

void gyre_surface_add_triangle(surface *s, uint32_t a, uint32_t b, uint32_t c, uint32_t origin, uint32_t in_patch) {
    uint32_t *t = s->triangles + 3 * s->triangle_count;
    t[0] = a, t[1] = b, t[2] = c;
    s->origins[s->triangle_count] = origin;
    s->patch_of[s->triangle_count++] = in_patch;
}

uint32_t gyre_surface_add_place(surface *s, vec3 point) {
    vec3 p = add(s->middle, scale(1 / s->scale, point));
    double *to = s->positions + 3 * s->place_count;
    to[0] = p.x, to[1] = p.y, to[2] = p.z;
    s->points[s->place_count] = point;
    return (uint32_t)s->place_count++;
}

// ---- removing ----

void gyre_surface_drop(surface *s, const uint8_t *is_dropped) {
    size_t kept = 0;
    for (size_t i = 0; i < s->triangle_count; i++) {
        if (is_dropped[i]) continue;
        memmove(s->triangles + 3 * kept, s->triangles + 3 * i, 3 * sizeof *s->triangles);
        s->origins[kept++] = s->origins[i];
    }
    s->triangle_count = kept;
}
