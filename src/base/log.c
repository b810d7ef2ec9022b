/// Formats messages for the host's log.
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

void gyre_log_line(const gyre_logger *log, gyre_log_level level, const char *format, ...) {
    if (!log->write) return;
    char raw[256], text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    log->write(level, gyre_show_line(raw, text, sizeof text), log->user);
}
