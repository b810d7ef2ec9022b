/// Mass properties of triangle meshes: exact integrals, a check of the topology, and approximations for comparison.
#pragma once

#include "gyre/mass.h"

GYRE_BEGIN_DECLS

/// An indexed triangle mesh, owned by the caller. Adjacent triangles must share vertices by index: in a triangle soup,
/// such as an STL file, every edge is open. Triangles are counter-clockwise seen from outside. A mesh may contain
/// several closed surfaces; a surface inside another surface with the opposite winding is a cavity. Unused vertices are
/// ignored.
typedef struct gyre_mesh {
    const double *positions;   // x, y, z of each vertex [m]
    size_t vertex_count;       // number of vertices; at most 2^32 - 1
    const uint32_t *triangles; // three vertex indices per triangle
    size_t triangle_count;     // number of triangles
} gyre_mesh;

/// Result of gyre_mesh_check. All counts are 0 for a closed, consistently wound mesh.
typedef struct gyre_mesh_report {
    size_t open_edges;         // number of edges that belong to one triangle only
    size_t flipped_edges;      // number of edges along which two triangles run in the same direction
    size_t non_manifold_edges; // number of edges that belong to more than two triangles
    size_t degenerate_faces;   // number of triangles with a repeated vertex index or no area; not an error
    int is_inverted;           // 1: the whole mesh is inside out (negative volume)
    size_t first_bad_triangle; // index of the first triangle with a problem, or (size_t)-1
    double volume;             // signed volume [m^3]; holes count as closed by cones to the centre of the bounding box
    double area;               // surface area [m^2]
    char text[200];            // one sentence: the first problem, or that the mesh is valid
} gyre_mesh_report;

/// Checks that a mesh is a closed surface with consistent outward winding that encloses a volume. Otherwise returns the
/// first of these errors and fills the report:
///   GYRE_ERR_MESH_INDEX         a vertex index is out of range
///   GYRE_ERR_NOT_FINITE         a vertex is NaN or infinite, or size, volume or area overflow
///   GYRE_ERR_MESH_NON_MANIFOLD  an edge belongs to more than two triangles
///   GYRE_ERR_MESH_OPEN          an edge belongs to one triangle only
///   GYRE_ERR_MESH_WINDING       two adjacent triangles run along their edge in the same direction
///   GYRE_ERR_MESH_INVERTED      the whole mesh is inside out
///   GYRE_ERR_SHAPE              the mesh is closed but flat: its volume is 0 within rounding
///
/// These errors do not fill the report: GYRE_ERR_NULL_POINTER, GYRE_ERR_LENGTH (empty mesh), GYRE_ERR_TOO_LARGE (more
/// than 2^32 / 3 triangles), GYRE_ERR_ALLOCATOR and GYRE_ERR_NO_MEMORY. Needs 24 bytes per triangle and 4 per vertex
/// while it runs; `allocator` may be NULL (malloc). The time is linear in the size of the mesh, except at vertices
/// shared by hundreds of triangles. Does not detect self-intersections or individual parts that are inside out.
gyre_result gyre_mesh_check(const gyre_mesh *mesh, const gyre_allocator *allocator, gyre_mesh_report *out_report);

/// Computes the exact mass properties of the solid inside a closed mesh. Checks the mesh first. Fails like
/// gyre_mesh_check and gyre_mass_of_closed_mesh. `allocator` may be NULL (malloc), `report` may be NULL.
gyre_result gyre_mass_of_mesh(const gyre_mesh *mesh, gyre_amount amount, const gyre_allocator *allocator,
                              gyre_mass_properties *out_properties, gyre_mesh_report *report);

/// Computes the exact mass properties without checking the topology, for meshes that are known to be closed. Needs no
/// memory and is twice as fast as gyre_mass_of_mesh. The integrals are relative to the centre, scaled to the size of
/// the mesh and added with compensated sums: even for meshes that are thin or far from the origin, only the rounding of
/// the vertices limits the accuracy. Checks indices, vertices and the sign of the volume (GYRE_ERR_MESH_INVERTED;
/// GYRE_ERR_SHAPE if it is 0). GYRE_ERR_MASS if the amount is invalid; GYRE_ERR_NOT_FINITE if mass or inertia overflow,
/// or underflow with a loss of digits.
gyre_result gyre_mass_of_closed_mesh(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties);

/// Computes the mass properties of a thin shell: the triangles with uniform thickness. A density is in [kg/m^2]. The
/// mesh need not be closed. Fails like gyre_mass_of_closed_mesh, but with GYRE_ERR_SHAPE if the area is 0.
gyre_result gyre_mass_of_mesh_shell(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties);

/// Errors of an approximation relative to the exact result, >= 0.
typedef struct gyre_mass_comparison {
    double mass;    // relative error of the mass; always 0 if the amount is a mass, so pass a density
    double center;  // distance between the centres of mass, relative to the size of the mesh
    double inertia; // largest difference of a tensor entry, relative to the largest exact moment about a model axis
} gyre_mass_comparison;

/// Computes the mass properties of the solid bounding box of a mesh; some engines use them for the mesh. The mesh need
/// not be closed. GYRE_ERR_SHAPE if it is flat along an axis.
gyre_result gyre_mass_of_bounding_box(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties);

/// Approximates the mass properties by voxels, with `resolution` voxels along the longest side. Each voxel is weighted
/// by the number of times that the surface encloses its centre, as in the exact integral. Converges to the exact
/// result with increasing resolution. Checks the mesh first (fails like gyre_mesh_check). GYRE_ERR_LENGTH if resolution
/// is 0, GYRE_ERR_TOO_LARGE above 2^20, GYRE_ERR_SHAPE if no centre is inside. The time grows with the square of the
/// resolution; the memory does not depend on it.
gyre_result gyre_mass_of_voxels(const gyre_mesh *mesh, size_t resolution, gyre_amount amount,
                                const gyre_allocator *allocator, gyre_mass_properties *out_properties);

/// Returns the errors of an approximation relative to the exact result, for a mesh of the given size [m]. NaN if a
/// pointer is NULL or size is not > 0.
gyre_mass_comparison gyre_mass_compare(const gyre_mass_properties *approximate, const gyre_mass_properties *exact,
                                       double size);

GYRE_END_DECLS
