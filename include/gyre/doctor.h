/// The mesh doctor: finds the defects of a mesh, computes its mass properties in several ways and recommends one of the
/// results.
///
/// The doctor joins vertices at equal positions, examines the mesh, repairs defects that have one obvious repair (wrong
/// winding, duplicate triangles, cavities wound like solids, small or flat holes), and computes several estimates of
/// the mass properties. It recommends one estimate and states the reason.
#pragma once

#include "gyre/mesh.h"

GYRE_BEGIN_DECLS

/// Kinds of issues: the rows of mesh_issues.def.
typedef enum gyre_issue_kind {
#define X(name, is_damage, one, several) GYRE_ISSUE_##name,
#include "gyre/mesh_issues.def"
#undef X
    GYRE_ISSUE_KIND_COUNT
} gyre_issue_kind;

/// Returns the name of a kind of issue, such as "open_edge"; NULL if `kind` is out of range.
const char *gyre_issue_name(gyre_issue_kind kind);

/// An issue found in a mesh.
typedef struct gyre_issue {
    gyre_issue_kind kind;  // kind of issue
    size_t count;          // number of edges, vertices, triangles, pairs or surfaces, depending on the kind
    size_t first_triangle; // index of the first triangle concerned, in the original mesh
    int is_damage;         // 1: a defect; 0: a note (cavities, several parts, merged vertices)
    int is_repaired;       // 1: the repair removed the issue
    char text[200];        // one sentence: the issue with its numbers
} gyre_issue;

/// Ways to compute the mass properties of a part: the rows of estimates.def.
typedef enum gyre_estimate_kind {
#define X(name, text) GYRE_ESTIMATE_##name,
#include "gyre/estimates.def"
#undef X
    GYRE_ESTIMATE_COUNT
} gyre_estimate_kind;

/// Returns the name of an estimate, such as "exact"; NULL if `kind` is out of range.
const char *gyre_estimate_name(gyre_estimate_kind kind);
/// Returns a description of an estimate in one line; NULL if `kind` is out of range.
const char *gyre_estimate_text(gyre_estimate_kind kind);

/// One estimate of the mass properties.
typedef struct gyre_estimate {
    int is_known;  // 0: the estimate could not be computed; all other fields are 0
    double volume; // [m^3]; of a shell: area times thickness; without a thickness: the volume of the best estimate
    double error;  // estimated relative error of volume and inertia; 0: rounding error only, or unknown
    gyre_mass_properties mass; // mass, centre and inertia; lengths in metres
} gyre_estimate;

/// Options of gyre_diagnose.
typedef struct gyre_doctor_options {
    uint32_t marker;    // set by gyre_doctor_options_default
    gyre_amount amount; // mass, or density of the material; default 1000 kg/m^3
    double unit;        // length of one mesh unit [m], such as 0.001 for millimetres; default 1
    double thickness;   // thickness [m] if the mesh is a sheet; 0 (default): the mesh is the surface of a solid
    /// Distance below which vertices are joined, in mesh units. 0: only vertices at equal positions are joined. < 0
    /// (default): also vertices on the rims of holes, at most 1e-6, 1e-5 or 1e-4 of the mesh size apart, if joining
    /// them closes gaps.
    double weld;
    int is_soup;         // 1: the file format repeats vertices, so joining them does not count as a repair; default 0
    size_t voxel_budget; // maximum number of points for the voxel estimate, 0: none; default 100000
    gyre_allocator allocator; // for work space and for the arrays of the diagnosis
    /// Called repeatedly with the fraction done, 0 to 1, and the name of the current phase; may be NULL.
    void (*on_progress)(double part, const char *what, void *user);
    void *user; // user data, passed to on_progress
} gyre_doctor_options;

/// Returns the default options: a solid with the density of water, lengths in metres, 100000 voxel points.
gyre_doctor_options gyre_doctor_options_default(void);

/// Result of gyre_diagnose. Lengths are in metres, except in `mesh`, which keeps the units of the original mesh.
typedef struct gyre_diagnosis {
    size_t issue_count;                       // number of issues found
    gyre_issue issues[GYRE_ISSUE_KIND_COUNT]; // the issues, in the order of mesh_issues.def
    int is_watertight;   // 1: after repair of duplicate and flipped triangles, no edge is open and every edge has
                         // equally many triangles in both directions
    size_t joined_count; // number of vertices that were joined to another vertex
    size_t loop_count;   // number of hole boundaries
    size_t shell_count, cavity_count; // number of connected surfaces; number of surfaces that bound a cavity
    double area;                      // surface area of the original mesh [m^2]
    gyre_vec3 low, high;              // corners of the bounding box [m]
    gyre_estimate estimates[GYRE_ESTIMATE_COUNT]; // indexed by gyre_estimate_kind
    gyre_estimate_kind best;                      // recommended estimate
    /// Relative difference between the surface estimate and the voxel estimate; 0 if the best estimate is the shell, or
    /// if the voxel estimate is unknown. If only the voxel estimate is known: the larger of its error and the missing
    /// fraction of the surface.
    double spread;
    char trust[400]; // one or two sentences: the recommended estimate and the reason

    gyre_mesh mesh;            // joined and repaired mesh, for drawing and simulation; owned by the diagnosis
    double unit;               // length of one unit of `mesh` [m]
    size_t cap_triangle_count; // number of triangles at the end of `mesh` that close holes
    uint32_t *rim_edges;       // vertex pairs: boundary edges of the holes before closing; owned; may be NULL
    size_t rim_edge_count;     // number of pairs
    gyre_allocator allocator;  // allocator of the arrays
} gyre_diagnosis;

/// Examines a mesh and computes its mass properties. Defects of the mesh are not errors; the call fails only if no
/// estimate is possible: GYRE_ERR_NULL_POINTER, GYRE_ERR_DEFINITION, GYRE_ERR_LENGTH (empty mesh), GYRE_ERR_MESH_INDEX,
/// GYRE_ERR_NOT_FINITE, GYRE_ERR_TOO_LARGE, GYRE_ERR_MASS (amount), GYRE_ERR_OPTION (unit, thickness, weld),
/// GYRE_ERR_ALLOCATOR, GYRE_ERR_NO_MEMORY; GYRE_ERR_SHAPE if the mesh has no volume and, with a thickness, no area.
/// `options` may be NULL (defaults). Free the result with gyre_diagnosis_clear.
gyre_result gyre_diagnose(const gyre_mesh *mesh, const gyre_doctor_options *options, gyre_diagnosis *out_diagnosis);

/// Frees the arrays of a diagnosis and sets it to all zero. `diagnosis` may be NULL or all zero.
void gyre_diagnosis_clear(gyre_diagnosis *diagnosis);

GYRE_END_DECLS
