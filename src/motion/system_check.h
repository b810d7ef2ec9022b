/// Checks of a whole system, for those who know nothing of the equations.
#pragma once

#include "gyre/motion.h"

/// The whole system and the length of its state vector. The length comes before the bodies are read: a wrong body_count
/// most often shows there.
gyre_result gyre_system_check_with_length(const gyre_system *system, size_t length);
