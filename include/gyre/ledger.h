/// The ledger: where the energy and the momenta of a world went.
///
/// Work is integrated along the motion, force by force, as impulse times the velocity of the point where the force
/// acts; it is never computed from energies. Energies are computed from the state. What remains between the two is what
/// the integrator added or lost: the residual.
///
/// What the residual sees: with methods of kicks and drifts a kick does exactly the work that is booked for it, so the
/// residual shows how well forces with a potential follow it, how exact the turning is, wrong lever arms, and energy
/// that drag or dampers put in when a step is too long for them. How exactly the work of a thruster was integrated it
/// does not show: halve the step, or use a Runge-Kutta method, whose work is integrated beside the motion.
#pragma once

#include "gyre/world.h"

GYRE_BEGIN_DECLS

/// A conserved vector: what it was, what it is, what was put in from outside, and what remains unexplained.
typedef struct gyre_vector_account {
    gyre_vec3 initial, final, impulse, residual; // final - initial - impulse is the residual
} gyre_vector_account;

/// The account of a world since its first step, or since gyre_world_reset_ledger.
typedef struct gyre_ledger {
    uint64_t steps;               // since the ledger began
    double time;                  // [s], likewise
    double initial, final;        // kinetic + potential energy [J]
    double kinetic;               // now
    double potential;             // now: in gravity and in forces with a potential
    double work;                  // by forces without a potential, by everything applied, and by bodies on paths
    double dissipated;            // by damping of bodies
    double edited;                // by hand between steps: bodies added, moved, struck, removed; parameters changed
    double residual;              // final - initial - work + dissipated - edited
    gyre_vector_account momentum; // [kg m/s]; impulse includes damping and edits
    gyre_vector_account angular_momentum; // about the world's origin [kg m^2/s]
} gyre_ledger;

/// The account as it is now. GYRE_ERR_OPTION unless the world was created with has_ledger.
gyre_result gyre_world_get_ledger(const gyre_world *world, gyre_ledger *out_ledger);

/// Begins again from now.
gyre_result gyre_world_reset_ledger(gyre_world *world);

/// What one force did since the ledger (or the force) began [J]. `out_work` is all of its work; `out_external` the part
/// that no potential accounts for, which is what gyre_ledger.work sums (0 for a spring without a damper). Either may be
/// NULL.
gyre_result gyre_force_get_work(const gyre_world *world, gyre_force_id force, double *out_work, double *out_external);

/// What gyre_body_apply_* forces did, and what bodies on paths did to the others [J]. Either may be NULL.
gyre_result gyre_world_get_other_work(const gyre_world *world, double *out_applied, double *out_driven);

/// What forces did that have been removed since the ledger began: the part that no potential accounts for [J]. With
/// gyre_force_get_work of all forces and gyre_world_get_other_work it makes up gyre_ledger.work.
gyre_result gyre_world_get_removed_work(const gyre_world *world, double *out_external);

GYRE_END_DECLS
