/// Shows progress on stderr.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature macro

#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 40, BAR_WIDTH_STAGED = 20, LINE_WIDTH = 78, STRIDE_MAX = 1 << 16 };

static const double BAR_INTERVAL = 0.1; // [s]
static const double QUIET_TIME = 5;     // [s]: a shorter run prints no lines
static const double LOOK_INTERVAL = 0.01;

double progress_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(progress *p, const char *who, double total, int is_quiet) {
    *p = (progress){.who = who, .is_shown = !is_quiet, .is_bar = isatty(STDERR_FILENO), .total = total};
    p->started = p->shown_at = progress_clock();
}

void progress_stage(progress *p, const char *stage) {
    p->stage = stage;
    p->next_look = 0;
}

static void print_time(double seconds) {
    if (seconds < 60)
        fprintf(stderr, "%.0f s left", seconds);
    else if (seconds < 3600)
        fprintf(stderr, "%.0f min left", seconds / 60);
    else
        fprintf(stderr, "%.1f h left", seconds / 3600);
}

static void print_bar(const progress *p, double part, double left) {
    char bar[BAR_WIDTH + 1];
    int width = p->stage ? BAR_WIDTH_STAGED : BAR_WIDTH;
    for (int i = 0; i < width; i++)
        bar[i] = i < part * width ? '#' : '.';
    bar[width] = 0;
    fprintf(stderr, "\r%*s\r%s %3.0f %%  ", p->stage ? LINE_WIDTH : 0, "", bar, 100 * part);
    print_time(left);
    if (p->stage) fprintf(stderr, "  %.30s", p->stage);
    fputs("   \r", stderr);
    fflush(stderr);
}

static void print_line(progress *p, double part, double left) {
    int tenths = (int)(10 * part);
    if (tenths <= p->tenths || tenths >= 10) return;
    p->tenths = tenths;
    fprintf(stderr, "%s: %d0 %%, ", p->who, tenths);
    print_time(left);
    fputs("\n", stderr);
}

void progress_show(progress *p, double done) {
    if (!p->is_shown || done < p->next_look || !(done > 0)) return;
    double t = progress_clock(), elapsed = t - p->started;
    double wait = t - p->shown_at;
    // reads the clock about a hundred times per second, however long a step takes
    double rate = done / (elapsed > 1e-9 ? elapsed : 1e-9);
    double stride = rate * LOOK_INTERVAL;
    p->next_look = done + (stride > STRIDE_MAX ? STRIDE_MAX : stride);
    double part = done / p->total, left = elapsed * (1 / part - 1);
    if (p->is_bar && wait < BAR_INTERVAL) return;
    if (!p->is_bar && elapsed < QUIET_TIME) return;
    p->shown_at = t;
    if (p->is_bar)
        print_bar(p, part, left);
    else
        print_line(p, part, left);
}

void progress_end(progress *p) {
    if (p->is_shown && p->is_bar) fprintf(stderr, "\r%*s\r", LINE_WIDTH, "");
    p->is_shown = 0;
}
