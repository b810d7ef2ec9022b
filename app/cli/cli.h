/// What the parts of the command share.
#pragma once

#include "gyre/gyre.h"
#include "options.h"

/// Exit codes of the command.
enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,   // a step, verify or the selftest failed; a tensor that no body has
    EXIT_USAGE = 2,    // bad usage, malformed scene or mesh
    EXIT_FILES = 3,    // missing or unreadable input, failed output, no memory
    EXIT_SIGNAL = 128, // + n: ended by signal n
};

/// The exit code of a failure: whatever was being done, memory that ran out is EXIT_FILES.
static inline int failure_code(gyre_result r, int otherwise) {
    return r == GYRE_ERR_NO_MEMORY ? EXIT_FILES : otherwise;
}

// ---- commands: each returns an exit code ----

int run_command(const cli_options *asked);
int inertia_command(const cli_options *asked);
int check_command(const cli_options *asked);
int verify_command(const cli_options *asked);
int schema_command(const cli_options *asked);
int examples_command(const cli_options *asked);
int methods_command(const cli_options *asked);
int selftest_command(const cli_options *asked);
int bench_command(const cli_options *asked);

/// The notes' simulation of a tumbling block, which is a program and no scene: frames as a table, drift in the last
/// line.
int tumbling_block_run(const cli_options *asked);

// ---- scenes ----

/// Reads, within the limits, the scene that `name` stands for: standard input for "-", a built-in example, or a file.
/// Problems and what cannot be read go to stderr, with `who` as in "gyre run". Returns an exit code; *out_scene is set
/// when it is EXIT_DONE.
int scene_load(const char *who, const char *name, const cli_options *asked, gyre_scene **out_scene);

/// Gives the scene the --dt, --duration, --fps and --method that were asked for, and makes sure that they fit.
int scene_adjust(const char *who, gyre_scene *scene, const cli_options *asked);

// ---- text ----

/// A number as text.
typedef struct number_text {
    char digits[32];
} number_text;

/// A name from somewhere, fit for a terminal.
typedef struct shown_text {
    char text[512];
} shown_text;

/// The name of a file, a force, a scene, as one line that commands no terminal: control characters are escaped.
shown_text shown(const char *name);

/// 15 to 17 digits, as many as it takes to parse back to the same double; -0 is written as 0.
number_text exact_text(double value);

/// "1/60" for steps that are a whole part of a second, the number otherwise.
number_text step_text(double dt);

/// The last line of a run: `hash`, and 16 hexadecimal digits.
void print_hash(uint64_t hash);

/// Sends what was printed so far. Returns 0, or the errno of the first time that this failed; -1 when it is not known.
int flush_output(void);

/// A gyre_sink's function.
gyre_result write_to_stdout(const void *bytes, size_t size, void *user);

/// A gyre_logger's function that writes warnings and errors to stderr.
void print_log(gyre_log_level level, const char *text, void *user);

/// Where energy and momenta went, force by force.
gyre_result print_ledger(const gyre_world *world, const gyre_ledger *ledger);

/// The residual beside the largest energy of the ledger.
double residual_part(const gyre_ledger *ledger);
