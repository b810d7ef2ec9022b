/// Energy and momenta, of one body and of the world.
#pragma once

#include "world/world.h"

/// Returns the state of a body about its centre of mass: the pose from a buffer of moving streams, P and L from
/// `momenta`.
gyre_state gyre_state_of_stage(const gyre_world *world, const double *moving, const double *momenta, uint32_t slot);
gyre_state gyre_state_of_body(const gyre_world *world, const double *moving, uint32_t slot);

/// Returns the kinetic energy of a body [J]; 0 unless it is dynamic.
double gyre_kinetic_energy_of_body(const gyre_world *world, const double *moving, uint32_t slot);

/// Computes energy and momenta of the dynamic bodies in a buffer of moving streams at time t. Adds in the order of
/// blocks and slots.
totals gyre_totals_of(const gyre_world *world, const double *moving, double t);
totals gyre_totals_now(const gyre_world *world);

/// Computes the present totals for a public function; on_progress can stop it.
totals gyre_totals_asked(const gyre_world *world);
