/// Limits on bodies, file size and memory, so that an untrusted file cannot exhaust the machine.
#pragma once

#include "cli.h"

/// The limits of a command, and which limits were exceeded.
typedef struct limits {
    size_t bodies;
    size_t file, scene, pipe; // [bytes]: mesh or snapshot; scene; pipe or device
    size_t memory, taken;     // [bytes]
    size_t file_refused;      // [bytes]: the limit that a file exceeded, or 0
    int bodies_refused, memory_refused;
    gyre_allocator allocator; // allocates at most `memory` bytes; not thread-safe
} limits;

/// Sets the limits to the options, or to their defaults. The allocator points to *l, so *l must not move.
void limits_init(limits *l, const cli_options *asked);

/// Maximum size of the file at `path`, or of standard input for "-". `usual` is l->scene or l->file.
size_t limit_of_input(const limits *l, const char *path, size_t usual);

/// Records the limit if the result is GYRE_ERR_FILE_TOO_LARGE.
void limits_note_file(limits *l, gyre_result r, size_t limit);

/// Prints on stderr the limits that were exceeded, and the options that raise them.
void limits_explain(const limits *l, const char *who);
