/// Who is to blame for a step that failed.
#pragma once

#include "world/step.h"

/// The first dynamic body whose sum of forces or torques is not finite at this stage: names the body, the quantity and
/// the force in the report and returns true.
bool gyre_diagnose_forces(step_run *run, const stage *s);

/// A body for which the method found something wrong. The force to blame is the strongest one at the beginning of the
/// step.
void gyre_diagnose_body(step_run *run, uint32_t slot, gyre_quantity quantity);

/// A body whose `quantity` keeps an adaptive method from meeting its tolerance at time t: it would need steps of
/// `needed` seconds.
void gyre_diagnose_tolerance(step_run *run, uint32_t slot, gyre_quantity quantity, double t, double needed);

/// A body whose state is not finite in run->to.
void gyre_diagnose_state(step_run *run, uint32_t slot);

/// A result that a force (UINT32_MAX: none) or something else came back with, in words.
void gyre_diagnose_result(step_run *run, gyre_result result, uint32_t force_slot, const char *what);

/// After a step that on_progress stopped: such a step has no culprit, whatever was found before. Returns r.
gyre_result gyre_diagnose_stop(step_run *run, gyre_result r);
