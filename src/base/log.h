/// Explanations in words for the host's log.
#pragma once

#include "gyre/base.h"

/// Formats one line (at most about 250 characters, cut if longer) and hands it to the log; does nothing without one.
__attribute__((format(printf, 3, 4))) void gyre_log_line(const gyre_logger *log, gyre_log_level level,
                                                         const char *format, ...);
