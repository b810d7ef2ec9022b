/// Shows progress on stderr: a bar on a terminal; elsewhere one line per 10 %, for runs longer than a few seconds.
#pragma once

typedef struct progress {
    const char *who;   // as in "gyre run"
    const char *stage; // name of the current stage, or NULL
    int is_shown, is_bar;
    double total;
    double started, shown_at; // [s], monotonic clock
    double next_look;         // the clock is not read before this step
    int tenths;               // printed so far
} progress;

/// Reads a monotonic clock [s].
double progress_clock(void);

void progress_begin(progress *p, const char *who, double total, int is_quiet);

/// Sets the name of the current stage, which a bar shows; the text must stay valid until the next call. The next call
/// of progress_show reads the clock, because stages differ in speed.
void progress_stage(progress *p, const char *stage);

/// Shows that `done` of `total` steps are done; a fractional `done` includes part of a step. Cheap, because it rarely
/// reads the clock.
void progress_show(progress *p, double done);

/// Erases the bar.
void progress_end(progress *p);
