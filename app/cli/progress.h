/// How far a command is, on stderr: a bar on a terminal; elsewhere a line per tenth, once it has taken a while.
#pragma once

typedef struct progress {
    const char *who;   // as in "gyre run"
    const char *stage; // what is going on, or NULL
    int is_shown, is_bar;
    double total;
    double started, shown_at; // [s], of a clock that only goes forward
    double next_look;         // the clock is not asked before this step
    int tenths;               // told so far
} progress;

/// Seconds of a clock that only goes forward.
double progress_clock(void);

void progress_begin(progress *p, const char *who, double total, int is_quiet);

/// What is going on now, in a few words that stay where they are until the next ones; told beside a bar. The next call
/// of progress_show asks the clock, for stages that do not go at the same pace.
void progress_stage(progress *p, const char *stage);

/// `done` of `total` steps are taken, with the part of the one that runs. Cheap: asks the clock only now and then.
void progress_show(progress *p, double done);

/// Leaves an empty line behind on a terminal.
void progress_end(progress *p);
