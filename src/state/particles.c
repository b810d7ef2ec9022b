/// Totals over a set of particles.
#include "gyre/state.h"

#include "math/convert.h"
#include "math/finite.h"

gyre_result gyre_particles_center(const gyre_particle *particles, const double *masses, size_t count,
                                  gyre_particle *out_center, double *out_mass) {
    if (!particles || !masses || !out_center) return GYRE_ERR_NULL_POINTER;
    if (count == 0) return GYRE_ERR_LENGTH;
    double mass = 0;
    vec3 x0 = vec3_in(particles[0].x), v0 = vec3_in(particles[0].v), x = {0, 0, 0}, v = {0, 0, 0};
    // relative to the first particle, to keep digits for a cluster that is far away or fast
    for (size_t i = 0; i < count; i++) {
        if (!is_finite_vec3(particles[i].x) || !is_finite_vec3(particles[i].v)) return GYRE_ERR_NOT_FINITE;
        if (!(masses[i] >= 0) || !is_finite(masses[i])) return GYRE_ERR_MASS;
        mass += masses[i];
        x = add(x, scale(masses[i], sub(vec3_in(particles[i].x), x0)));
        v = add(v, scale(masses[i], sub(vec3_in(particles[i].v), v0)));
    }
    if (!(mass > 0) || !is_finite(mass)) return GYRE_ERR_MASS;
    gyre_particle center = {vec3_out(add(x0, scale(1 / mass, x))), vec3_out(add(v0, scale(1 / mass, v)))};
    if (!is_finite_vec3(center.x) || !is_finite_vec3(center.v)) return GYRE_ERR_NOT_FINITE;
    *out_center = center;
    if (out_mass) *out_mass = mass;
    return GYRE_OK;
}

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
