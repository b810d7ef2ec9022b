/// Diagnosis of a failed step: reports the culprit, a body or a force.
#pragma once

#include "world/step.h"

/// Searches for the first dynamic body whose sum of forces or torques is not finite at this stage. Writes the body, the
/// quantity and the force to the report and returns true; false if all sums are finite.
bool gyre_diagnose_forces(step_run *run, const stage *s);

/// Reports a body whose `quantity` is not finite. Names the strongest force at the beginning of the step as the
/// culprit.
void gyre_diagnose_body(step_run *run, uint32_t slot, gyre_quantity quantity);

/// Reports a body whose `quantity` prevents an adaptive method from meeting its tolerance at time t: it would need
/// steps of `needed` seconds.
void gyre_diagnose_tolerance(step_run *run, uint32_t slot, gyre_quantity quantity, double t, double needed);

/// Reports a body whose state is not finite in run->to.
void gyre_diagnose_state(step_run *run, uint32_t slot);

/// Reports a result that a force returned, as text. Without a force (UINT32_MAX), `what` names the source.
void gyre_diagnose_result(step_run *run, gyre_result result, uint32_t force_slot, const char *what);

/// Removes the culprit from the report if on_progress stopped the step, because a stopped step did not fail. Returns r.
gyre_result gyre_diagnose_stop(step_run *run, gyre_result r);
