/// The derivative of a system of particles: (v, F/m) for each.                          Baraff 1997, (1-3)
#include "gyre/motion.h"

#include "base/log.h"
#include "math/convert.h"
#include "math/finite.h"
#include "motion/system.h"

gyre_particle_system gyre_particle_system_default(void) {
    return (gyre_particle_system){.marker = PARTICLE_SYSTEM_MARKER};
}

static gyre_result particle_derivative(const gyre_particle_system *system, size_t index, double t, const double *y,
                                       double *out_ydot) {
    gyre_particle particle;
    gyre_array_to_particle(&y[index * GYRE_PARTICLE_SIZE], &particle);
    gyre_vec3 force = {0, 0, 0};
    if (system->add_forces) {
        gyre_result r = system->add_forces(t, index, &particle, y, &force, system->user);
        if (r != GYRE_OK) return r;
    }
    // d/dt (x, v) = (v, F/m); gravity is an acceleration already
    vec3 a = add(scale(1 / system->masses[index], vec3_in(force)), vec3_in(system->gravity));
    gyre_particle derivative = {particle.v, vec3_out(a)};
    if (!is_finite_vec3(derivative.x) || !is_finite_vec3(derivative.v)) {
        gyre_log_line(&system->log, GYRE_LOG_ERROR, "particle %zu: its %s at t = %.17g is not finite", index,
                      is_finite_vec3(derivative.x) ? "acceleration" : "velocity", t);
        return GYRE_ERR_NOT_FINITE;
    }
    gyre_particle_to_array(&derivative, &out_ydot[index * GYRE_PARTICLE_SIZE]);
    return GYRE_OK;
}

gyre_result gyre_particle_dydt(double t, const double *y, double *out_ydot, void *user) {
    const gyre_particle_system *system = user;
    if (!y || !out_ydot || !system) return GYRE_ERR_NULL_POINTER;
    if (system->marker != PARTICLE_SYSTEM_MARKER) return GYRE_ERR_DEFINITION;
    if (!system->masses) return GYRE_ERR_NULL_POINTER;
    if (system->count == 0) return GYRE_ERR_LENGTH;
    for (size_t i = 0; i < system->count; i++) {
        if (!(system->masses[i] > 0) || !is_finite(system->masses[i])) {
            gyre_log_line(&system->log, GYRE_LOG_ERROR, "particle %zu: %s", i, gyre_result_text(GYRE_ERR_MASS));
            return GYRE_ERR_MASS;
        }
        gyre_result r = particle_derivative(system, i, t, y, out_ydot);
        if (r != GYRE_OK) return r;
    }
    return GYRE_OK;
}
