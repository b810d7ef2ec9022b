/// A process under observation, system call by system call: the n-th one that concerns files fails, is cut short, or is
/// the last one before SIGKILL. By ptrace, so that what the C library does by itself is seen, too.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_ERROR,     // the call does nothing and gives an error
    FAULT_FULL,      // so does every further call that puts data into files
    FAULT_SHORT,     // a read or write is given half of its bytes, at least one
    FAULT_KILL,      // SIGKILL before the call
    FAULT_KILL_DONE, // SIGKILL after it
} fault_kind;

typedef struct fault {
    fault_kind kind;
    long at;    // the number, from 0, of the call
    int number; // errno
} fault;

enum { TRACE_PATH_SIZE = 128 };

typedef struct trace {
    long calls;        // that concern files, from main on
    bool has_happened; // the fault
    int descriptor;    // of the call that failed; -1: it has a path or none
    char call[24];     // its name
    char path[TRACE_PATH_SIZE];
    bool can_be_short;       // it reads or writes bytes
    bool can_be_interrupted; // POSIX allows it to fail with EINTR
} trace;

/// False if this system does not allow tracing, or is not supported by this file.
bool tracer_works(void);

/// Runs `start`, which calls exec, in a child that is traced; returns the status of waitpid.
int tracer_run(void (*start)(const void *context), const void *context, const fault *f, trace *out);
