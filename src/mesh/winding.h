/// How often a surface goes round a point: 1 inside, 0 outside, and something in between near holes.
///
/// The generalised winding number is the sum of the solid angles of all triangles, over 4 pi (Jacobson, Kavan, Sorkine
/// 2013). Triangles that are far away, compared with their size, count as one dipole (Barill, Dickson, Schmidt, Levin,
/// Jacobson 2018), here with its first derivative, so that a point costs time with the logarithm of the triangles.
#pragma once

#include "mesh/triangle_tree.h"

/// A node of the tree from far away: the integrals of n and of (x - center) n^T over its triangles.
typedef struct dipole {
    vec3 center;
    double reach2;                 // square of the distance beyond which it stands for its triangles; < 0: it has none
    vec3 area;                     // the integral of n
    double xx, yy, zz, xy, xz, yz; // of (x - center) n^T, its symmetric part; xy is the sum of both halves
} dipole;

/// A single triangle from far away: a dipole in its middle, whose first derivative is none.
typedef struct point_dipole {
    vec3 center;
    double reach2;
    vec3 area;
} point_dipole;

/// How exact: enough to tell 0 from 1, or where between them 1/2 is.
typedef enum winding_care { WINDING_QUICK, WINDING_CAREFUL } winding_care;

typedef struct winding_field {
    const triangle_tree *tree;
    double reach;          // from how many radii on a dipole stands for its triangles
    dipole *dipoles;       // by node
    point_dipole *singles; // by triangle, in the order of the tree
} winding_field;

/// Triangles that close holes do not count.
gyre_result gyre_winding_make(const triangle_tree *tree, winding_care care, winding_field *out_field);
void gyre_winding_free(winding_field *field);

/// Right to about 0.05 (quick) or 0.01 (careful). Adds to *work what it took: 1 for a
/// node or a triangle that is far away, 4 for one that is near.
double gyre_winding_at(const winding_field *field, vec3 point, double *work);
