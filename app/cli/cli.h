/// What the parts of the command share.
#pragma once

#include "gyre/gyre.h"

/// Exit codes of the command; 128+n stands for ended by signal n.
enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1, // a step failed
    EXIT_USAGE = 2,  // bad usage
    EXIT_FILES = 3,  // missing input, failed output
};

typedef struct run_options {
    const char *example;
    gyre_method method;
    double dt;       // [s]; 0: one step per frame, or chosen by the method
    double duration; // [s]
    double fps;
    size_t frame_count; // whole frames that fit into the duration
    int is_quiet;
} run_options;

/// Fills the options from `count` arguments after `gyre run`, or explains on stderr and returns EXIT_USAGE.
int run_options_parse(int count, char **arguments, run_options *out_options);

/// The notes' simulation of a tumbling block: frames as a table, drift in the last line. Returns an exit code.
int tumbling_block_run(const run_options *options);
