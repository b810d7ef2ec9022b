/// The gyre command under observation: in a separate folder with old files; the files that it leaves and its messages
/// are compared with an undisturbed run. For the rows memory, files and kill.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { WORDS_MAX = 12, OUTPUTS_MAX = 2, TEXT_ROOM = 1 << 12 };

/// One way to call the command. Its inputs are in the folder: see command.c.
typedef struct command_case {
    const char *name;
    const char *words[WORDS_MAX];     // after "gyre"
    const char *outputs[OUTPUTS_MAX]; // files that it writes
    const char *input;                // standard input is this file; NULL: empty
    bool is_slow;                     // not in quick runs
} command_case;

extern const command_case command_cases[];
extern const int command_case_count;

/// The output of an undisturbed run.
typedef struct command_truth {
    char *outputs[OUTPUTS_MAX], *text; // text: standard output
    size_t sizes[OUTPUTS_MAX], text_size;
    char *old;
    size_t old_size;
} command_truth;

/// The end of a run.
typedef struct command_end {
    int status; // of waitpid
    int code;   // of exit; -1: by a signal
    char *text; // standard output
    size_t text_size;
    char messages[TEXT_ROOM]; // standard error
    bool is_old[OUTPUTS_MAX], is_new[OUTPUTS_MAX], is_text_whole;
    bool is_early[OUTPUTS_MAX]; // fewer frames, and whole for its format
    int temporary_files;        // left behind
} command_end;

/// Makes the folder with all inputs and makes it the working directory. False on failure, with a message on standard
/// output.
bool command_begin(const char *gyre_path);
void command_clear(void);
const char *command_path(void);

/// An undisturbed run; false when it fails.
bool command_learn(const command_case *c, command_truth *out);
void command_forget(command_truth *truth);

/// Puts the old file in the place of every output, or nothing.
void command_prepare(const command_case *c, const command_truth *truth, bool is_over_old);
/// In a child: standard streams to files of the folder, then the command. Does not return.
void command_exec(const command_case *c);
/// Runs it with an environment variable (or NULL) set; returns the status of waitpid.
int command_run(const command_case *c, const char *variable, const char *value);
/// Collects the files and messages of a run with that status.
void command_look(const command_case *c, const command_truth *truth, int status, command_end *out);
void command_end_clear(command_end *end);
/// Number of temporary files; command_sweep also removes them.
int command_sweep(void);
int command_temporaries(void);
