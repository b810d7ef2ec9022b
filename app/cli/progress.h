/// How far a run is, on stderr: a bar on a terminal; elsewhere a line per tenth, once the run has taken a while.
#pragma once

#include <stdint.h>

typedef struct progress {
    int is_shown, is_bar;
    uint64_t total;
    double started, shown_at; // [s], of a clock that only goes forward
    uint64_t next_look;       // the clock is not asked before this step
    int tenths;               // told so far
} progress;

void progress_begin(progress *p, uint64_t total, int is_quiet);

/// `done` of `total` steps are taken. Cheap: asks the clock only now and then.
void progress_show(progress *p, uint64_t done);

/// Leaves an empty line behind on a terminal.
void progress_end(progress *p);
