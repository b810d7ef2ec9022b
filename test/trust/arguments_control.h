/// Functions with the mistakes that the matrix of arguments looks for, one each. They are in the matrix like any other,
/// and a run that does not find all of them has failed.
#pragma once

#include "gyre/world.h"

gyre_result control_crashes(const gyre_world *world);
gyre_result control_accepts_nan(const gyre_world *world, double number);
gyre_result control_changes_the_world(gyre_world *world, double number);
gyre_result control_writes_its_output(const gyre_world *world, double number, double *out_number);
gyre_result control_steps_in_a_step(gyre_world *world);
