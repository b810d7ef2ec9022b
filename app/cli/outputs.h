/// The output files of a run: several at once, each complete or absent.
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

/// Prints a message and returns EXIT_USAGE if a file has an unknown extension. Call it before any work is done.
int outputs_check(const text_list *paths);

/// Prints a message and returns EXIT_USAGE if an output file would overwrite the input file.
int outputs_spare(const char *who, const text_list *paths, const char *input);

/// Begins all files or none, with memory from the allocator. Prints errors and returns an exit code.
int outputs_begin(outputs *out, const text_list *paths, gyre_scene *scene, const gyre_allocator *allocator);

/// Adds a frame to every file; a signal stops this call after the current file. Returns an exit code.
int outputs_frame(outputs *out);

/// Finishes every file and moves it to its path; removes files that failed earlier. Prints errors and returns an exit
/// code.
int outputs_end(outputs *out, int is_early);
