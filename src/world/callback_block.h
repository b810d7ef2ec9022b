/// Callback forces: the user's function receives blocks of bodies.
#pragma once

#include "world/evaluation.h"

/// Allocates the memory of one block.
gyre_result gyre_callback_reserve(gyre_world *world);

/// Evaluates a callback force and passes the result for each of its bodies to the visitor. Returns the error of the
/// callback.
gyre_result gyre_visit_callback(const gyre_world *world, uint32_t force_slot, double factor, const stage *s,
                                const pull_visitor *visitor, bool is_for_step);
