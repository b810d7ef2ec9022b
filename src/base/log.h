/// Formats messages for the host's log.
#pragma once

#include "gyre/base.h"
#include "base/for_io.h"

/// Formats one line (cut after about 250 characters) and passes it to the log, if there is one.
FOR_IO __attribute__((format(printf, 3, 4))) void gyre_log_line(const gyre_logger *log, gyre_log_level level,
                                                                const char *format, ...);
