/// The winding number of a surface about a point: 1 inside, 0 outside, between 0 and 1 near holes.
///
/// The generalised winding number is the sum of the solid angles of all triangles divided by 4 pi (Jacobson, Kavan,
/// Sorkine 2013). Each group of triangles that is far away relative to its size is replaced by a dipole with its first
/// derivative (Barill, Dickson, Schmidt, Levin, Jacobson 2018), so that the time per point is logarithmic in the number
/// of triangles.
#pragma once

#include "mesh/triangle_tree.h"

/// Far-field approximation of a node: the integrals of n and of (x - center) n^T over its triangles.
typedef struct dipole {
    vec3 center;
    double reach2; // square of the distance beyond which the approximation is used; < 0: the node has no area
    vec3 area;     // integral of n
    double xx, yy, zz, xy, xz, yz; // symmetric part of (x - center) n^T; xy is the sum of the xy and yx entries
} dipole;

/// Far-field approximation of a triangle: a dipole at its centroid, where the first derivative vanishes.
typedef struct point_dipole {
    vec3 center;
    double reach2;
    vec3 area;
} point_dipole;

/// Accuracy: quick distinguishes 0 from 1; careful locates where the winding number is 1/2.
typedef enum winding_care { WINDING_QUICK, WINDING_CAREFUL } winding_care;

typedef struct winding_field {
    const triangle_tree *tree;
    double reach;          // distance beyond which dipoles are used, in radii of a node
    dipole *dipoles;       // by node
    point_dipole *singles; // by triangle, in tree order
} winding_field;

/// Builds the dipoles. Leaves out caps that close holes.
gyre_result gyre_winding_make(const triangle_tree *tree, winding_care care, winding_field *out_field);
void gyre_winding_free(winding_field *field);

/// Returns the winding number, accurate to about 0.05 (quick) or 0.01 (careful). Adds the cost to *work: 1 for a node
/// or a far triangle, 4 for a near triangle.
double gyre_winding_at(const winding_field *field, vec3 point, double *work);
