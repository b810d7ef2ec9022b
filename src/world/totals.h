/// Energy and momenta, of one body and of the world.
#pragma once

#include "world/world.h"

/// The state of a body about its centre of mass, from a buffer of moving streams; momenta (P, then L) from elsewhere.
gyre_state gyre_state_of_stage(const gyre_world *world, const double *moving, const double *momenta, uint32_t slot);
gyre_state gyre_state_of_body(const gyre_world *world, const double *moving, uint32_t slot);

/// 0 unless the body is dynamic.
double gyre_kinetic_energy_of_body(const gyre_world *world, const double *moving, uint32_t slot);

/// Of the dynamic bodies in a buffer of moving streams, at time t; sums in the order of blocks and slots.
totals gyre_totals_of(const gyre_world *world, const double *moving, double t);
totals gyre_totals_now(const gyre_world *world);

/// The same for a call that asks for nothing else, which on_progress may stop.
totals gyre_totals_asked(const gyre_world *world);
