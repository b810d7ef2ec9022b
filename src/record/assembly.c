/// Checks the parts of a picture and adds up their masses.
#include "record/assembly.h"
#include "record/part_total.h"

#include "math/convert.h"
#include "math/finite.h"

// ---- checks ---------------------------------------------------------------------------------------------------------

static gyre_result part_check(const gyre_part *part) {
    if (!part->file || !part->diagnosis) return GYRE_ERR_NULL_POINTER;
    const gyre_diagnosis *d = part->diagnosis;
    if (d->mesh.triangle_count == 0 || d->cap_triangle_count > d->mesh.triangle_count) return GYRE_ERR_LENGTH;
    if (!d->mesh.positions || !d->mesh.triangles) return GYRE_ERR_NULL_POINTER;
    if (d->rim_edge_count > 0 && !d->rim_edges) return GYRE_ERR_NULL_POINTER;
    if (d->issue_count > GYRE_ISSUE_KIND_COUNT) return GYRE_ERR_LENGTH;
    if ((unsigned)d->best >= GYRE_ESTIMATE_COUNT || !(d->unit > 0) || !is_finite(d->unit)) return GYRE_ERR_OPTION;
    return GYRE_OK;
}

static void include_point(assembly *a, gyre_vec3 p) {
    a->low = (gyre_vec3){smaller(a->low.x, p.x), smaller(a->low.y, p.y), smaller(a->low.z, p.z)};
    a->high = (gyre_vec3){larger(a->high.x, p.x), larger(a->high.y, p.y), larger(a->high.z, p.z)};
}

// Extends the box to the vertices that triangles or rims use.
static gyre_result include_vertices(assembly *a, const gyre_diagnosis *d, const uint32_t *indices, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (indices[i] >= d->mesh.vertex_count) return GYRE_ERR_MESH_INDEX;
        const double *at = d->mesh.positions + 3 * (size_t)indices[i];
        gyre_vec3 p = {d->unit * at[0], d->unit * at[1], d->unit * at[2]};
        if (!is_finite_vec3(p)) return GYRE_ERR_NOT_FINITE;
        include_point(a, p);
    }
    return GYRE_OK;
}

static gyre_result include_part(assembly *a, const gyre_part *part) {
    gyre_result r = part_check(part);
    if (r != GYRE_OK) return r;
    const gyre_diagnosis *d = part->diagnosis;
    r = include_vertices(a, d, d->mesh.triangles, 3 * d->mesh.triangle_count);
    if (r == GYRE_OK) r = include_vertices(a, d, d->rim_edges, 2 * d->rim_edge_count);
    if (r != GYRE_OK) return r;
    if (!is_finite_vec3(d->low) || !is_finite_vec3(d->high)) return GYRE_ERR_NOT_FINITE;
    include_point(a, d->low);
    include_point(a, d->high);
    a->triangle_count += d->mesh.triangle_count;
    a->rim_edge_count += d->rim_edge_count;
    a->is_sheet |= d->best == GYRE_ESTIMATE_shell;
    return GYRE_OK;
}

// Sets the size of the box. Drawings divide by the size, so its square and its inverse must be in range.
static gyre_result measure(assembly *a) {
    gyre_vec3 sides = {a->high.x - a->low.x, a->high.y - a->low.y, a->high.z - a->low.z};
    a->middle = (gyre_vec3){a->low.x + 0.5 * sides.x, a->low.y + 0.5 * sides.y, a->low.z + 0.5 * sides.z};
    a->size = larger(sides.x, larger(sides.y, sides.z));
    return a->size > 1e-150 && a->size < 1e150 ? GYRE_OK : GYRE_ERR_NOT_FINITE;
}

// ---- mass -----------------------------------------------------------------------------------------------------------

static bool add_masses(assembly *a) {
    if (gyre_parts_total(a->parts, a->count, &a->total) != GYRE_OK) return false;
    for (size_t i = 0; i < a->count; i++)
        a->volume += best_of(&a->parts[i])->volume;
    return true;
}

static bool find_axes(assembly *a) {
    gyre_mass mass;
    gyre_quat turn;
    if (!is_finite_vec3(a->total.center)) return false;
    if (gyre_mass_principal_sorted(&a->total, &mass, &turn) != GYRE_OK) return false;
    const gyre_vec3 units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++)
        a->axes[i] = gyre_quat_rotate(turn, units[i]);
    a->moments[0] = mass.inertia.x;
    a->moments[1] = mass.inertia.y;
    a->moments[2] = mass.inertia.z;
    return true;
}

gyre_result gyre_assembly_of(const gyre_part *parts, size_t count, assembly *out) {
    if (count == 0) return GYRE_ERR_LENGTH;
    if (!parts) return GYRE_ERR_NULL_POINTER;
    const double most = __builtin_inf();
    assembly a = {.parts = parts, .count = count, .low = {most, most, most}, .high = {-most, -most, -most}};
    for (size_t i = 0; i < count; i++) {
        gyre_result r = include_part(&a, &parts[i]);
        if (r != GYRE_OK) return r;
    }
    gyre_result r = measure(&a);
    if (r != GYRE_OK) return r;
    a.has_mass = add_masses(&a) && find_axes(&a);
    *out = a;
    return GYRE_OK;
}

// ---- colours
// ---------------------------------------------------------------------------------------------------------

gyre_vec3 gyre_part_tint(size_t index) {
    // light enough to show shading, and cooler than the colour of inside faces
    static const gyre_vec3 tints[] = {
        {0.66, 0.73, 0.82}, {0.62, 0.80, 0.72}, {0.80, 0.72, 0.86}, {0.84, 0.80, 0.62},
        {0.56, 0.77, 0.86}, {0.78, 0.78, 0.78}, {0.74, 0.84, 0.58}, {0.88, 0.74, 0.80},
    };
    return tints[index % (sizeof tints / sizeof *tints)];
}
