/// Checks of a whole system, for layers that do not use the equations.
#pragma once

#include "gyre/motion.h"

/// Checks the length of the state vector, then the system and its bodies. The length comes first, because it usually
/// shows a wrong body_count before bodies are read.
gyre_result gyre_system_check_with_length(const gyre_system *system, size_t length);
