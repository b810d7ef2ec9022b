/// Declarations shared by the files of the command: exit codes, commands, scenes, text.
#pragma once

#include "gyre/gyre.h"
#include "options.h"

/// Exit codes of the command.
enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,   // a step, verify or the selftest failed; impossible tensor
    EXIT_USAGE = 2,    // wrong usage, invalid scene or mesh
    EXIT_FILES = 3,    // missing or unreadable input, failed output, out of memory
    EXIT_SIGNAL = 128, // plus n if signal n ended the run
};

/// Exit code of a failed call: EXIT_FILES if memory ran out, else `otherwise`.
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

// ---- scenes ----

/// Reads a scene within the limits: "-" is standard input, otherwise `name` is a built-in example or a file. Prints
/// problems and read errors on stderr; `who` is the prefix of messages, such as "gyre run". Returns an exit code and
/// sets *out_scene if it is EXIT_DONE.
int scene_load(const char *who, const char *name, const cli_options *asked, gyre_scene **out_scene);

/// Returns the name of the example most similar to `name`, or NULL.
const char *suggest_example(const char *name);

/// True if the path ends with this ending, such as ".json", in lower or upper case.
int has_ending(const char *path, const char *ending);

/// True if the path has the extension of a mesh format.
int is_mesh_name(const char *path);

/// Applies --dt, --duration, --fps, --method, --threads and --kernel to the scene, or prints why they are invalid.
int scene_adjust(const char *who, gyre_scene *scene, const cli_options *asked);

// ---- text ----

/// A number as text.
typedef struct number_text {
    char digits[32];
} number_text;

/// A name in a form that is safe to print on a terminal.
typedef struct shown_text {
    char text[512];
} shown_text;

/// Escapes control characters in the name of a file, force or scene, so that it cannot control the terminal.
shown_text shown(const char *name);

/// The number with 15 to 17 significant digits, as few as are needed to parse back to the same double; -0 becomes 0.
number_text exact_text(double value);

/// The number with at most 6 significant digits, for people; -0 becomes 0.
number_text short_text(double value);

/// "1/60" if 1/dt is an integer, otherwise the number with 6 digits.
number_text step_text(double dt);

/// Prints the last line of a run: `hash` and 16 hexadecimal digits.
void print_hash(uint64_t hash);

/// Flushes standard output. Returns 0, or the errno of the first failed write; -1 if it is unknown.
int flush_output(void);

/// Writes to standard output; the function of a gyre_sink.
gyre_result write_to_stdout(const void *bytes, size_t size, void *user);

/// Writes warnings and errors to stderr; the function of a gyre_logger.
void print_log(gyre_log_level level, const char *text, void *user);

/// Prints the ledger: energies, the work of each force, momenta.
gyre_result print_ledger(const gyre_world *world, const gyre_ledger *ledger);

/// The residual divided by the largest energy of the ledger.
double residual_part(const gyre_ledger *ledger);
