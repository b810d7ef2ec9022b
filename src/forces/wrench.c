/// Adds forces at points to the caller's sum.
#include "forces/wrench.h"

#include "gyre/forces.h"
#include "math/convert.h"

void gyre_wrench_add_force_at(gyre_wrench *w, gyre_vec3 x, gyre_vec3 force, gyre_vec3 point_world) {
    if (!w) return;
    wrench W = {vec3_in(w->force), vec3_in(w->torque)};
    W = wrench_plus_force_at(W, vec3_in(force), sub(vec3_in(point_world), vec3_in(x)));
    *w = (gyre_wrench){vec3_out(W.F), vec3_out(W.tau)};
}
