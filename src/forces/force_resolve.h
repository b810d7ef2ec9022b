/// Converts a force from the user's description, in model axes, to the form of the equations.
#pragma once

#include "gyre/forces.h"

#include <stdbool.h>

/// Pose of a body's principal frame in its model.
typedef struct body_frame {
    gyre_vec3 reference; // model coordinates of the reference point: the centre of mass, or the pivot
    gyre_quat axes;      // rotates principal axes into model axes
} body_frame;

/// Rewrites checked parameters, once, for body a and the other body b (NULL: the world). Afterwards
///   - points on a body are in its principal frame, relative to its reference point; points of the world are
/// GYRE_AT_WORLD;
///   - vectors in body axes are in the principal frame, directions and rotations have unit length;
///   - `rotation` is an orientation of the principal frame, `body_rotation` rotates a part's axes into principal axes.
void gyre_force_resolve(gyre_force_kind kind, gyre_force_parameters *p, const body_frame *a, const body_frame *b);

/// True if the resolved parameters of a force without another body depend on the body's frame. The types of the
/// parameters decide this, not their values.
bool gyre_force_needs_frame(gyre_force_kind kind, const gyre_force_parameters *p);
