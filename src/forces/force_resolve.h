/// From a force as its user describes it, in the axes of models, to a force as the equations want it.
#pragma once

#include "gyre/forces.h"

#include <stdbool.h>

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

/// Whether the resolved parameters of a force without another body depend on the body's frame. Decided by the types of
/// the parameters, not by their values: a direction such as (1,1,1) is the same in many frames, and yet in model axes.
bool gyre_force_needs_frame(gyre_force_kind kind, const gyre_force_parameters *p);
