/// What every force does to every body, one after the other, in a fixed order. Summing, accounting and finding culprits
/// are visitors of the same round.
#pragma once

#include "world/world.h"

#include "forces/load.h"

/// The state at which forces are evaluated: poses from one place, momenta (P, then L) from another.
typedef struct stage {
    const double *moving;
    const double *momenta;
    double t;
} stage;

typedef struct pull_visitor {
    /// One force on one body, window and profile already multiplied in. The potential of a pair is with its first body.
    void (*see)(void *context, uint32_t force_slot, uint32_t body_slot, const pull *p);
    void *context;
} pull_visitor;

/// All forces but gravity. Fails only with what a callback returns; `out_failed` then is its slot.
gyre_result gyre_visit_pulls(const gyre_world *world, const stage *s, const pull_visitor *visitor,
                             uint32_t *out_failed);

/// The same without the uniform forces (world/uniform_run.h), of which the kernel takes care.
gyre_result gyre_visit_single_pulls(const gyre_world *world, const stage *s, const pull_visitor *visitor,
                                    uint32_t *out_failed);

/// The stage of the state in a buffer as it is.
stage gyre_stage_of(const gyre_world *world, const double *moving, double t);

/// Sets the wrench streams to the sum of gravity and all forces, about reference points.
gyre_result gyre_evaluate_forces(gyre_world *world, const stage *s, uint32_t *out_failed);

/// The forces whose potentials count, and no others, on a buffer of moving streams at time t. Here the two bodies of a
/// pair have half of its potential each. Fails only with what a callback returns.
gyre_result gyre_visit_potentials(const gyre_world *world, const double *moving, double t, const pull_visitor *visitor);

/// Sum of the potentials that count [J]. Fails only with what a callback returns; `out_failed` then is its slot.
gyre_result gyre_potential_of_forces(const gyre_world *world, const double *moving, double t, double *out_potential,
                                     uint32_t *out_failed);
