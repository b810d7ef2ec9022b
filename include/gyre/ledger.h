/// The ledger: an account of the energy and the momenta of a world.
///
/// Work is integrated during each step, force by force, as impulse times the velocity of the point where the force
/// acts; it is never derived from energies. Energies are computed from the state. The residual is the change of energy
/// minus the work: energy that the integrator added or lost.
///
/// With splitting methods (kicks and drifts), the work recorded for a kick is exactly the energy that the kick adds.
/// The residual therefore shows energy errors of forces with a potential, of the rotation and of lever arms, and energy
/// that drag or dampers add when the step is too long for them. It does not show how accurately
/// the work of a thruster was integrated. To check this, halve the step, or use a Runge-Kutta method, which integrates
/// the work together with the motion.
#pragma once

#include "gyre/world.h"

GYRE_BEGIN_DECLS

/// Account of a conserved vector: residual = final - initial - impulse.
typedef struct gyre_vector_account {
    gyre_vec3 initial, final, impulse, residual; // at the beginning; now; impulse of external loads; remaining error
} gyre_vector_account;

/// Account of a world since its first step or since gyre_world_reset_ledger. Energies are in joules.
typedef struct gyre_ledger {
    uint64_t steps;                       // number of steps since the ledger began
    double time;                          // simulated time since the ledger began [s]
    double initial, final;                // kinetic + potential energy [J], at the beginning and now
    double kinetic;                       // kinetic energy now [J]
    double potential;                     // potential energy now [J]: of gravity and of forces with a potential
    double work;                          // work [J] of forces without a potential, applied forces, and bodies on paths
    double dissipated;                    // energy removed by damping of bodies [J]
    double edited;                        // energy added by edits (changes between steps) [J]
    double residual;                      // final - initial - work + dissipated - edited - hook [J]
    gyre_vector_account momentum;         // linear momentum [kg m/s]; `impulse` includes damping, edits and the hook
    gyre_vector_account angular_momentum; // about the world's origin [kg m^2/s]
    double hook;                          // work of the constraint hook [J]: kinetic energy that its changes added
} gyre_ledger;

/// Returns the current ledger. GYRE_ERR_OPTION unless the world was created with has_ledger.
gyre_result gyre_world_get_ledger(const gyre_world *world, gyre_ledger *out_ledger);

/// Clears the ledger; it begins again with the next step. GYRE_ERR_OPTION unless the world was created with has_ledger.
gyre_result gyre_world_reset_ledger(gyre_world *world);

/// Returns the work of one force [J] since the ledger began or the force was added. `out_work` is the total work;
/// `out_external` is the part not covered by a potential, which gyre_ledger.work adds up (0 for a spring without a
/// damper). Either may be NULL.
gyre_result gyre_force_get_work(const gyre_world *world, gyre_force_id force, double *out_work, double *out_external);

/// Returns the work [J] of forces applied with gyre_body_apply_*, and the work that bodies on paths did on other
/// bodies. Either may be NULL.
gyre_result gyre_world_get_other_work(const gyre_world *world, double *out_applied, double *out_driven);

/// Returns the work [J] of forces removed since the ledger began, without the part covered by a potential. Together
/// with gyre_force_get_work of all forces and gyre_world_get_other_work it adds up to gyre_ledger.work.
gyre_result gyre_world_get_removed_work(const gyre_world *world, double *out_external);

GYRE_END_DECLS
