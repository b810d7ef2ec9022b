/// What the parts of the command share.
#pragma once

#include "gyre/gyre.h"

/// Exit codes of the command; 128+n stands for ended by signal n.
enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1, // a step or the selftest failed
    EXIT_USAGE = 2,  // bad usage
    EXIT_FILES = 3,  // missing input, failed output
};

/// What `gyre run` was told. 0 stands for what was not said: each example has its own idea of it.
typedef struct run_options {
    const char *example;
    int has_method;
    gyre_method method;
    double dt;       // [s]
    double duration; // [s]
    double fps;
    int is_quiet;   // results that were not asked for stay away
    int wants_hash; // of the final state
} run_options;

/// Fills the options from `count` arguments after `gyre run`, or explains on stderr and returns EXIT_USAGE.
int run_options_parse(int count, char **arguments, run_options *out_options);

/// The notes' simulation of a tumbling block: frames as a table, drift in the last line. Returns an exit code.
int tumbling_block_run(const run_options *options);

/// Every numbered requirement that exists, one line each: expected, got, pass. Returns an exit code.
int selftest_run(void);

/// A number as text.
typedef struct number_text {
    char digits[32];
} number_text;

/// 15 to 17 digits, as many as it takes to parse back to the same double; -0 is written as 0.
number_text exact_text(double value);

/// The last line of a run: `hash`, and 16 hexadecimal digits.
void print_hash(uint64_t hash);

/// A gyre_logger's function that writes warnings and errors to stderr.
void print_log(gyre_log_level level, const char *text, void *user);
