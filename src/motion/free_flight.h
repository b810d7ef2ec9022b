/// The closed form of free rotation, one double wide: any time, any three positive moments.
#pragma once

/// Turns a body with principal moments `inertia` that nothing twists for a time t of either sign: q (unit, body to
/// world) and m = R^T L, the momentum in the body frame, go in as they are and come out as they will be. Errs by a few
/// roundings of the angle turned. Plain arrays, so that kernels of every width can call it.
void gyre_free_turn(double q[4], double m[3], const double inertia[3], double t);
