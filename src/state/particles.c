/// Totals of a set of particles.
#include "gyre/state.h"

#include "math/convert.h"
#include "math/finite.h"

gyre_result gyre_particles_momentum(const gyre_particle *particles, const double *masses, size_t count,
                                    gyre_vec3 point_world, gyre_vec3 *out_P, gyre_vec3 *out_L) {
    if (!particles || !masses || !out_P || !out_L) return GYRE_ERR_NULL_POINTER;
    if (count == 0) return GYRE_ERR_LENGTH;
    vec3 P = {0, 0, 0}, L = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        vec3 p = scale(masses[i], vec3_in(particles[i].v)); // p = m v
        P = add(P, p);
        L = add(L, cross(sub(vec3_in(particles[i].x), vec3_in(point_world)), p)); // L = r x p
    }
    gyre_vec3 total_P = vec3_out(P), total_L = vec3_out(L);
    if (!is_finite_vec3(total_P) || !is_finite_vec3(total_L)) return GYRE_ERR_NOT_FINITE;
    *out_P = total_P;
    *out_L = total_L;
    return GYRE_OK;
}
