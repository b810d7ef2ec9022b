/// The closed form of free rotation, one double wide, for any time and any three positive moments.
#pragma once

/// Rotates a body with principal moments `inertia` without torque for a time t of either sign. q (unit, body to world)
/// and m = R^T L, the momentum in the body frame, are replaced by their values at time t. The error is a few rounding
/// errors of the angle of rotation. Takes plain arrays, so that kernels of every width can call it.
void gyre_free_turn(double q[4], double m[3], const double inertia[3], double t);
