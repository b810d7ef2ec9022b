/// Evaluates every force on every body in a fixed order. Visitors receive each result: they sum forces, record work or
/// find culprits.
#pragma once

#include "world/world.h"

#include "forces/load.h"

/// The state at which forces are evaluated: poses from `moving`, momenta (P, then L) from `momenta`.
typedef struct stage {
    const double *moving;
    const double *momenta;
    double t;
} stage;

typedef struct pull_visitor {
    /// Receives one force on one body, multiplied by its window and profile. The first body of a pair receives the
    /// whole potential.
    void (*visit)(void *context, uint32_t force_slot, uint32_t body_slot, const pull *p);
    void *context;
} pull_visitor;

/// Visits all forces except gravity. Fails only if a callback fails: returns the callback's error, and the slot of
/// the force in `out_failed`.
gyre_result gyre_visit_pulls(const gyre_world *world, const stage *s, const pull_visitor *visitor,
                             uint32_t *out_failed);

/// Visits all forces except gravity and the uniform forces, which the kernel evaluates (world/uniform_run.h).
gyre_result gyre_visit_single_pulls(const gyre_world *world, const stage *s, const pull_visitor *visitor,
                                    uint32_t *out_failed);

/// Returns the stage with poses and momenta from the same buffer.
stage gyre_stage_of(const gyre_world *world, const double *moving, double t);

/// Sets the wrench streams to the sum of gravity and all forces about the reference points. Fails like
/// gyre_visit_pulls.
gyre_result gyre_evaluate_forces(gyre_world *world, const stage *s, uint32_t *out_failed);

/// Visits the forces whose potentials are part of the world's energy, for a buffer of moving streams at time t. Each
/// body of a pair receives half of the potential. Fails only if a callback fails, with the callback's error.
gyre_result gyre_visit_potentials(const gyre_world *world, const double *moving, double t, const pull_visitor *visitor);

/// Computes the sum of the potentials that are part of the world's energy [J]. Fails only if a callback fails: returns
/// the callback's error, and the slot of the force in `out_failed`.
gyre_result gyre_potential_of_forces(const gyre_world *world, const double *moving, double t, double *out_potential,
                                     uint32_t *out_failed);
