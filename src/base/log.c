/// Explanations in words for the host's log.
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

void gyre_log_line(const gyre_logger *log, gyre_log_level level, const char *format, ...) {
    if (!log->write) return;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log->write(level, text, log->user);
}
