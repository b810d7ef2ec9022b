/// The mesh doctor: what is wrong with the mesh of a part, what its mass properties are, and how far to trust them.
///
/// A mesh from a file is joined where its vertices coincide, examined, repaired where one repair is the evident one
/// (wrong winding, doubled triangles, cavities wound like solids, small or flat holes), and weighed in several ways.
/// One of them is recommended, with a sentence that says why.
#pragma once

#include "gyre/mesh.h"

GYRE_BEGIN_DECLS

/// What can be found in a mesh: the rows of mesh_issues.def.
typedef enum gyre_issue_kind {
#define X(name, is_damage, one, several) GYRE_ISSUE_##name,
#include "gyre/mesh_issues.def"
#undef X
    GYRE_ISSUE_KIND_COUNT
} gyre_issue_kind;

/// "open_edge"; NULL for numbers that are no kind.
const char *gyre_issue_name(gyre_issue_kind kind);

/// One thing that was found.
typedef struct gyre_issue {
    gyre_issue_kind kind;  // what it is
    size_t count;          // of edges, vertices, triangles, pairs, surfaces: as the kind says
    size_t first_triangle; // index, in the mesh as given, of the first triangle concerned
    int is_damage;         // 0: a note, nothing is wrong (cavities, several parts, merged vertices)
    int is_repaired;       // the repaired surface is without it
    char text[200];        // one sentence with the numbers
} gyre_issue;

/// The ways to weigh a part: the rows of estimates.def.
typedef enum gyre_estimate_kind {
#define X(name, text) GYRE_ESTIMATE_##name,
#include "gyre/estimates.def"
#undef X
    GYRE_ESTIMATE_COUNT
} gyre_estimate_kind;

/// "exact", and a line of description; NULL for numbers that are no estimate.
const char *gyre_estimate_name(gyre_estimate_kind kind);
const char *gyre_estimate_text(gyre_estimate_kind kind);

/// What one of them came to.
typedef struct gyre_estimate {
    int is_known;  // 0: it could not be computed, and the rest is 0
    double volume; // [m^3]; of the shell, area times thickness
    double error;  // of volume and inertia, relative, as far as it can be told: 0 when it is rounding, or not known
    gyre_mass_properties mass; // mass, centre and inertia, in metres
} gyre_estimate;

/// How to look at a mesh, and what it is made of.
typedef struct gyre_doctor_options {
    uint32_t marker;    // set by gyre_doctor_options_default
    gyre_amount amount; // 1000 kg/m^3
    double unit;        // [m] per unit of the mesh: 1; 0.001 for millimetres
    double thickness;   // [m] of the sheet that the triangles are; 0: the mesh is the surface of a solid
    double weld;        // vertices closer than this are one, in units of the mesh. 0: those at equal places. < 0 (the
                 // default): these, and on the rims of holes those no farther apart than 1e-6, 1e-5 or 1e-4 of the
                 // size, when that closes gaps
    int is_soup;              // equal places are one vertex by the nature of the format, and no gap that was mended
    size_t voxel_budget;      // how many points the voxel estimate may ask about; 100000. 0: no voxel estimate
    gyre_allocator allocator; // for the work, and for what the diagnosis owns
    /// Called now and then with the part that is done, 0 to 1, and what is going on; may be NULL.
    void (*on_progress)(double part, const char *what, void *user);
    void *user; // yours: handed to on_progress
} gyre_doctor_options;

/// Of water, in metres, solid, with 100000 voxels.
gyre_doctor_options gyre_doctor_options_default(void);

/// What was found. Lengths in metres, but for `mesh`, which is in the units of the mesh as given.
typedef struct gyre_diagnosis {
    size_t issue_count;                       // of issues
    gyre_issue issues[GYRE_ISSUE_KIND_COUNT]; // in the order of mesh_issues.def, those that there are
    int is_watertight;   // no edge is open, and along every edge as many triangles run up as down; doubled and flipped
                         // triangles are mended before
    size_t joined_count; // vertices that were joined with another one
    size_t loop_count;   // rims of holes
    size_t shell_count, cavity_count;             // connected surfaces; those of them that bound a cavity
    double area;                                  // [m^2], of the mesh as given
    gyre_vec3 low, high;                          // [m], its box
    gyre_estimate estimates[GYRE_ESTIMATE_COUNT]; // by their kind
    gyre_estimate_kind best;                      // the estimate to use
    double spread; // relative: how far the best estimate and the one that checks it (voxel against surface) are apart;
                   // with nothing to check it, the part of the surface that is missing, if any
    char trust[400]; // one or two sentences: which estimate to use, and why

    gyre_mesh mesh;            // joined and repaired, for drawing and for simulation: owned
    double unit;               // [m] per unit of `mesh`
    size_t cap_triangle_count; // the last triangles, with which holes were closed
    uint32_t *rim_edges; // pairs of vertices: edges of holes, before they were closed; owned, NULL when there are none
    size_t rim_edge_count;    // of pairs
    gyre_allocator allocator; // that gyre_diagnosis_clear gives back to
} gyre_diagnosis;

/// Examines and weighs a mesh. Fails only when there is nothing to be said: GYRE_ERR_NULL_POINTER, GYRE_ERR_DEFINITION,
/// GYRE_ERR_LENGTH (an empty mesh), GYRE_ERR_MESH_INDEX, GYRE_ERR_NOT_FINITE, GYRE_ERR_TOO_LARGE, GYRE_ERR_MASS (the
/// amount), GYRE_ERR_OPTION (unit, thickness), GYRE_ERR_ALLOCATOR, GYRE_ERR_NO_MEMORY; GYRE_ERR_SHAPE when there is
/// neither volume nor, with a thickness, area: no estimate of a solid could be made. `options` may be NULL. To be given
/// back with gyre_diagnosis_clear.
gyre_result gyre_diagnose(const gyre_mesh *mesh, const gyre_doctor_options *options, gyre_diagnosis *out_diagnosis);

/// Gives everything back; all zero is fine.
void gyre_diagnosis_clear(gyre_diagnosis *diagnosis);

GYRE_END_DECLS
