/// Callback forces: bodies are handed to the user's function block by block.
#pragma once

#include "world/evaluation.h"

/// Memory for one block.
gyre_result gyre_callback_reserve(gyre_world *world);

/// Shows the visitor what the callback does to its bodies. Fails with what the callback returns.
gyre_result gyre_visit_callback(const gyre_world *world, uint32_t force_slot, double factor, const stage *s,
                                const pull_visitor *visitor, bool is_for_step);
