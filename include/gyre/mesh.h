/// Mass properties of triangle meshes: exact integrals, a check of the topology, and approximations with their error.
#pragma once

#include "gyre/mass.h"

GYRE_BEGIN_DECLS

/// An indexed triangle mesh, owned by the caller. Triangles that touch share their vertices by index: in a soup of
/// separate triangles, as STL files have it, every edge is open. Triangles are counter-clockwise seen from outside.
/// Several closed surfaces may stand side by side; one inside another and wound the other way is a cavity. Vertices
/// that no triangle uses are not looked at.
typedef struct gyre_mesh {
    const double *positions;   // x y z of every vertex [m]
    size_t vertex_count;       // at most 2^32 - 1
    const uint32_t *triangles; // three vertex indices each
    size_t triangle_count;     // of index triples
} gyre_mesh;

/// What is wrong with a mesh as the surface of a solid. All counts are 0 for a closed, consistently wound mesh.
typedef struct gyre_mesh_report {
    size_t open_edges;         // belong to one triangle
    size_t flipped_edges;      // two triangles run along them in the same direction
    size_t non_manifold_edges; // belong to more than two triangles
    size_t degenerate_faces;   // have a repeated vertex index or no area; counted, but no error
    int is_inverted;           // the volume is negative: everything is wound inside out
    size_t first_bad_triangle; // index of the first triangle with a problem, or (size_t)-1
    double volume;  // signed [m^3]; of an open mesh, as if its rims were closed towards the middle of its box
    double area;    // [m^2]
    char text[200]; // one sentence: what is wrong, or that nothing is
} gyre_mesh_report;

/// Examines a mesh: GYRE_OK when it is a closed surface with consistent outward winding around some volume. Otherwise
/// the first of
///   GYRE_ERR_MESH_INDEX         an index beyond the vertices
///   GYRE_ERR_NOT_FINITE         a vertex that is NaN or infinite; a size, volume or area beyond the largest double
///   GYRE_ERR_MESH_NON_MANIFOLD  edges of more than two triangles
///   GYRE_ERR_MESH_OPEN          edges of one triangle
///   GYRE_ERR_MESH_WINDING       neighbours that run along their edge in the same direction
///   GYRE_ERR_MESH_INVERTED      inside out as a whole
///   GYRE_ERR_SHAPE              closed, but flat: no volume that could be told from rounding
/// with the report filled. The report is untouched by GYRE_ERR_NULL_POINTER, GYRE_ERR_LENGTH (an empty mesh),
/// GYRE_ERR_TOO_LARGE (more than 2^32 / 3 triangles), GYRE_ERR_ALLOCATOR and GYRE_ERR_NO_MEMORY. Takes 24 bytes per
/// triangle and 4 per vertex while it runs; `allocator` may be NULL (malloc). Linear time but for vertices with
/// hundreds of triangles. Self-intersections, and parts that are inside out beside others that are not, are not looked
/// for.
gyre_result gyre_mesh_check(const gyre_mesh *mesh, const gyre_allocator *allocator, gyre_mesh_report *out_report);

/// Exact mass properties of the solid inside a closed mesh, which is checked first (fails like gyre_mesh_check), then
/// like gyre_mass_of_closed_mesh. `allocator` may be NULL (malloc), `report` may be NULL.
gyre_result gyre_mass_of_mesh(const gyre_mesh *mesh, gyre_amount amount, const gyre_allocator *allocator,
                              gyre_mass_properties *out_properties, gyre_mesh_report *report);

/// The same without the check of the topology, for meshes that are known to be closed: no memory, twice as fast.
/// Integrals are taken about the centre, with compensated sums and in units of the mesh's size: what is lost in a mesh
/// that is far away or thin was lost when its vertices were rounded. Indices and vertices are checked, and the
/// sign of the volume (GYRE_ERR_MESH_INVERTED, GYRE_ERR_SHAPE for none). GYRE_ERR_MASS for the amount;
/// GYRE_ERR_NOT_FINITE when mass or inertia overflow, or underflow so far that digits are lost.
gyre_result gyre_mass_of_closed_mesh(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties);

/// A thin shell: the triangles themselves, of uniform thickness. The mesh need not be closed. Density in [kg/m^2].
/// Fails like gyre_mass_of_closed_mesh, with GYRE_ERR_SHAPE when there is no area.
gyre_result gyre_mass_of_mesh_shell(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties);

/// How an approximation compares with the exact answer: relative errors, >= 0.
typedef struct gyre_mass_comparison {
    double mass;    // of the mass (give both the same density, or it is 0)
    double center;  // distance of the centres, in units of the mesh's size
    double inertia; // largest difference of two entries, over the largest exact moment about a model axis
} gyre_mass_comparison;

/// The bounding box taken for the body (what some engines do). The mesh need not be closed; GYRE_ERR_SHAPE when it is
/// flat along an axis.
gyre_result gyre_mass_of_bounding_box(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties);

/// The mesh filled with cubes, `resolution` of them along its longest side; a cube counts when its centre is inside
/// (twice when it is inside twice, as in the exact integral). Converges to the exact answer with the resolution. The
/// mesh is checked first (fails like gyre_mesh_check). GYRE_ERR_LENGTH for a resolution of 0, GYRE_ERR_TOO_LARGE above
/// 2^20, GYRE_ERR_SHAPE when no centre is inside. Time grows with the square of the resolution, memory not at all.
gyre_result gyre_mass_of_voxels(const gyre_mesh *mesh, size_t resolution, gyre_amount amount,
                                const gyre_allocator *allocator, gyre_mass_properties *out_properties);

/// The error of an approximation against the exact answer for a mesh of this size [m]; NaN for NULL or a size <= 0.
gyre_mass_comparison gyre_mass_compare(const gyre_mass_properties *approximate, const gyre_mass_properties *exact,
                                       double size);

GYRE_END_DECLS
