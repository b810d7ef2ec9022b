/// Computes normals of a mesh. The normal at a triangle's corner is the area-weighted mean of those face normals at the
/// corner's position that deviate from the triangle's face normal by less than the crease angle. Corners with equal
/// positions and normals share a vertex.
#include "record/drawn_mesh.h"

#include "base/memory.h"
#include "mesh/weld.h"

#include <math.h>
#include <string.h>

static const double CREASE_COSINE =
    0.766; // cosine of 40 degrees: a ten-sided prism is drawn smooth, an eight-sided prism is not

// If more triangles than this meet at a position, each triangle keeps its face normal there: the work is quadratic, and
// the centre of such a large fan is usually flat.
enum { NEIGHBOURS_MAX = 64 };

typedef struct face {
    double normal[3]; // unit length; 0 for a triangle without area
    double area;      // twice the area, divided by the square of the mesh's largest coordinate
} face;

typedef struct mesh_drawing {
    const gyre_mesh *mesh;
    const gyre_allocator *allocator;
    face *faces;
    uint32_t *places; // position of each vertex
    size_t place_count;
    uint32_t *firsts;  // index in `corners` of each position's first corner; last item: the end
    uint32_t *corners; // sorted by position; corner k of triangle i is 3 i + k
    drawn_mesh out;
} mesh_drawing;

// ---- triangles ----

static double largest_coordinate(const gyre_mesh *mesh) {
    double largest = 0;
    for (size_t i = 0; i < 3 * mesh->vertex_count; i++)
        if (fabs(mesh->positions[i]) > largest) largest = fabs(mesh->positions[i]);
    return largest;
}

static void find_face(const gyre_mesh *mesh, size_t triangle, double unit, face *out) {
    double a[3], b[3], n[3];
    const uint32_t *t = mesh->triangles + 3 * triangle;
    for (int k = 0; k < 3; k++) {
        double p = mesh->positions[3 * (size_t)t[0] + (size_t)k] / unit;
        a[k] = mesh->positions[3 * (size_t)t[1] + (size_t)k] / unit - p;
        b[k] = mesh->positions[3 * (size_t)t[2] + (size_t)k] / unit - p;
    }
    n[0] = a[1] * b[2] - a[2] * b[1], n[1] = a[2] * b[0] - a[0] * b[2], n[2] = a[0] * b[1] - a[1] * b[0];
    out->area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++)
        out->normal[k] = out->area > 0 ? n[k] / out->area : 0;
}

static void find_faces(mesh_drawing *d) {
    double unit = largest_coordinate(d->mesh);
    for (size_t i = 0; i < d->mesh->triangle_count; i++)
        find_face(d->mesh, i, unit > 0 ? unit : 1, &d->faces[i]);
}

// ---- positions ----

static uint32_t place_of_corner(const mesh_drawing *d, size_t corner) { return d->places[d->mesh->triangles[corner]]; }

// Counting sort by position. Corners at one position stay in the order of the mesh.
static void sort_corners(mesh_drawing *d) {
    size_t corner_count = 3 * d->mesh->triangle_count;
    memset(d->firsts, 0, (d->place_count + 1) * sizeof *d->firsts);
    for (size_t c = 0; c < corner_count; c++)
        d->firsts[place_of_corner(d, c) + 1]++;
    for (size_t i = 0; i < d->place_count; i++)
        d->firsts[i + 1] += d->firsts[i];
    for (size_t c = 0; c < corner_count; c++)
        d->corners[d->firsts[place_of_corner(d, c)]++] = (uint32_t)c;
    // sorting has advanced each position's start index to the next position's start index
    memmove(d->firsts + 1, d->firsts, d->place_count * sizeof *d->firsts);
    d->firsts[0] = 0;
}

static void find_normal(const mesh_drawing *d, const uint32_t *corners, size_t count, size_t own, float out[3]) {
    const face *self = &d->faces[corners[own] / 3];
    double sum[3] = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        const face *f = &d->faces[corners[i] / 3];
        double cosine =
            f->normal[0] * self->normal[0] + f->normal[1] * self->normal[1] + f->normal[2] * self->normal[2];
        for (int k = 0; k < 3 && cosine > CREASE_COSINE; k++)
            sum[k] += f->area * f->normal[k];
    }
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int k = 0; k < 3; k++)
        out[k] = length > 0 ? (float)(sum[k] / length) + 0.0F : 0;
    if (!(length > 0)) out[2] = 1; // arbitrary, because the triangle is invisible
}

static bool is_same(const float a[3], const float b[3]) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

static void draw_corner(mesh_drawing *d, const uint32_t *corners, size_t count, size_t own) {
    drawn_mesh *out = &d->out;
    float normal[3];
    bool is_alone = count > NEIGHBOURS_MAX;
    if (is_alone)
        find_normal(d, corners + own, 1, 0, normal);
    else
        find_normal(d, corners, count, own, normal);
    for (size_t i = 0; i < own && !is_alone; i++) {
        uint32_t vertex = out->triangles[corners[i]];
        if (!is_same(out->normals + 3 * (size_t)vertex, normal)) continue;
        out->triangles[corners[own]] = vertex;
        return;
    }
    memcpy(out->normals + 3 * out->vertex_count, normal, sizeof normal);
    out->sources[out->vertex_count] = d->mesh->triangles[corners[own]];
    out->triangles[corners[own]] = (uint32_t)out->vertex_count++;
}

// ---- the whole mesh ----

static gyre_result take_room(mesh_drawing *d) {
    size_t corner_count = 3 * d->mesh->triangle_count;
    d->places = gyre_take_array(d->allocator, d->mesh->vertex_count, sizeof *d->places);
    d->faces = gyre_take_array(d->allocator, d->mesh->triangle_count, sizeof *d->faces);
    d->corners = gyre_take_array(d->allocator, corner_count, sizeof *d->corners);
    d->out.sources = gyre_take_array(d->allocator, corner_count, sizeof *d->out.sources);
    d->out.normals = gyre_take_array(d->allocator, corner_count, 3 * sizeof *d->out.normals);
    d->out.triangles = gyre_take_array(d->allocator, corner_count, sizeof *d->out.triangles);
    bool has_all = d->places && d->faces && d->corners && d->out.sources && d->out.normals && d->out.triangles;
    gyre_result r =
        has_all ? gyre_weld(d->mesh->positions, d->mesh->vertex_count, 0, d->allocator, d->places, &d->place_count)
                : GYRE_ERR_NO_MEMORY;
    if (r != GYRE_OK) return r;
    d->firsts = gyre_take_array(d->allocator, d->place_count + 1, sizeof *d->firsts);
    return d->firsts ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

gyre_result gyre_drawn_mesh_make(const gyre_mesh *mesh, const gyre_allocator *allocator, drawn_mesh *out_drawn) {
    mesh_drawing d = {.mesh = mesh, .allocator = allocator, .out = {.triangle_count = mesh->triangle_count}};
    if (mesh->triangle_count > UINT32_MAX / 3 - 1) return GYRE_ERR_TOO_LARGE;
    gyre_result r = take_room(&d);
    if (r == GYRE_OK) {
        find_faces(&d);
        sort_corners(&d);
        for (size_t i = 0; i < d.place_count; i++)
            for (uint32_t k = d.firsts[i]; k < d.firsts[i + 1]; k++)
                draw_corner(&d, d.corners + d.firsts[i], d.firsts[i + 1] - d.firsts[i], k - d.firsts[i]);
        *out_drawn = d.out;
    } else {
        gyre_drawn_mesh_free(allocator, &d.out);
    }
    gyre_give_back(allocator, d.firsts);
    gyre_give_back(allocator, d.corners);
    gyre_give_back(allocator, d.faces);
    gyre_give_back(allocator, d.places);
    return r;
}

void gyre_drawn_mesh_free(const gyre_allocator *allocator, drawn_mesh *drawn) {
    gyre_give_back(allocator, drawn->triangles);
    gyre_give_back(allocator, drawn->normals);
    gyre_give_back(allocator, drawn->sources);
    *drawn = (drawn_mesh){0};
}
