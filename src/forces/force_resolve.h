/// From a force as its user describes it, in the axes of models, to a force as the equations want it.
#pragma once

#include "gyre/forces.h"

/// How a body's principal frame lies in its model.
typedef struct body_frame {
    gyre_vec3 reference; // model coordinates of the reference point: the centre of mass, or the pivot
    gyre_quat axes;      // turns principal into model axes
} body_frame;

/// Rewrites checked parameters, once, for body a and the other body b (NULL: the world). Afterwards
///   - points on a body are in its principal frame, from its reference point; points of the world are GYRE_AT_WORLD;
///   - vectors in body axes are in the principal frame, directions and rotations of unit length;
///   - `rotation` is an orientation of the principal frame, `body_rotation` turns a part's axes into principal axes.
void gyre_force_resolve(gyre_force_kind kind, gyre_force_parameters *p, const body_frame *a, const body_frame *b);
