/// A logger that writes to stderr.
#include "gyre/base.h"

#include <stdio.h>

static void write_line(gyre_log_level level, const char *text, void *user) {
    (void)user;
    const char *label = level == GYRE_LOG_INFO ? "" : level == GYRE_LOG_WARNING ? "warning: " : "error: ";
    fflush(stdout); // keeps earlier output first
    fprintf(stderr, "gyre: %s%s\n", label, text);
}

gyre_logger gyre_logger_stderr(void) { return (gyre_logger){write_line, NULL}; }
