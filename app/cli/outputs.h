/// The files that a run writes: several at once, each whole or absent.
#pragma once

#include "cli.h"

typedef struct output_file {
    const char *path;
    gyre_file_writer *writer;
    gyre_recording *recording;
    gyre_sink sink; // of the writer
    int has_begun;
} output_file;

typedef struct outputs {
    output_file files[LIST_MAX];
    int count;
} outputs;

/// EXIT_USAGE, and a message, when a file's extension says nothing: before any work is done.
int outputs_check(const text_list *paths);

/// EXIT_USAGE, and a message, when one of these files is the input, which must not be lost.
int outputs_spare(const char *who, const text_list *paths, const char *input);

/// Begins every file, or none; they take their memory from the allocator. Returns an exit code, after a message.
int outputs_begin(outputs *out, const text_list *paths, gyre_scene *scene, const gyre_allocator *allocator);

/// One frame in every file, or in none from the first on that a signal stopped. Returns an exit code.
int outputs_frame(outputs *out);

/// Ends every file and puts it in its place; what failed before is removed. Returns an exit code, after a message per
/// file.
int outputs_end(outputs *out, int is_early);
