/// The options and operands of a command.
#pragma once

#include "gyre/gyre.h"

enum { LIST_MAX = 32 };

typedef struct text_list {
    const char *items[LIST_MAX];
    int count;
} text_list;

/// The entries of a tensor: 0, 3 or 6 numbers.
typedef struct number_list {
    double items[6];
    int count;
} number_list;

typedef struct method_choice {
    int is_given;
    gyre_method value;
} method_choice;

/// One field per row of options.def (0 or NULL if the option was not given), then the operands.
typedef struct cli_options {
    text_list output;
    double duration, dt; // [s]
    double fps;
    method_choice method;
    int threads, every;
    const char *kernel, *from;
    const char *density, *mass, *unit, *shell, *weld, *frame;
    int json, urdf, mjcf, sdf;
    number_list check; // [kg m^2]
    int hash, quiet, quick, peers, help;
    int max_bodies;
    size_t max_file, max_memory; // [bytes]
    struct limits *limits;       // of the command (command_limits.h)
    char **operands;
    int operand_count;
} cli_options;

/// The number of an option is its row in options.def.
typedef enum option_id {
#define X(name, letter, value, kind, text) OPTION_##name,
#include "options.def"
#undef X
    OPTION_COUNT
} option_id;

#define OPTION_BIT(name) (1u << OPTION_##name)

/// One command.
typedef struct command {
    const char *name;
    const char *operands; // operands in the usage line
    const char *text;     // one line for the list of commands
    const char *more;     // further lines of the command's help
    unsigned options;     // OPTION_BIT of each option it accepts; every command accepts --help
    int operand_min, operand_max;
    int (*run)(const cli_options *asked); // returns an exit code
} command;

/// Parses the words after the command's name, or prints the error on stderr and returns EXIT_USAGE. Moves the operands
/// to the beginning of `words`. `--name value` and `--name=value` are equivalent; after `--` all words are operands. An
/// option with a list of numbers takes all following words that are numbers, including negative numbers.
int options_parse(const command *of, int count, char **words, cli_options *out_options);

/// Prints the command's help.
void options_print_help(const command *of);

/// Returns the candidate most similar to `word`, or NULL if none is similar enough. The list of candidates ends with
/// NULL.
const char *suggest(const char *word, const char *const *candidates);
