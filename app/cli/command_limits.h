/// How much a command may take, so that a file from somewhere cannot take everything: bodies, bytes of a file, memory.
#pragma once

#include "cli.h"

/// What a command keeps to, and what of it was reached.
typedef struct limits {
    size_t bodies;
    size_t file, scene, pipe; // [bytes] of a mesh or snapshot, of a scene, of what has no size of its own
    size_t memory, taken;     // [bytes]
    size_t file_refused;      // the limit that a file was larger than; 0: none was
    int bodies_refused, memory_refused;
    gyre_allocator allocator; // counts, and gives no more than `memory`; for one thread at a time
} limits;

/// The limits that were asked for, the usual ones otherwise. It must stay where it is: the allocator knows it.
void limits_init(limits *l, const cli_options *asked);

/// How many bytes may be read from that file, or from "-". `usual` is l->scene or l->file.
size_t limit_of_input(const limits *l, const char *path, size_t usual);

/// Takes down that a file was refused, when that is what the result says.
void limits_note_file(limits *l, gyre_result r, size_t limit);

/// Says on stderr which limits were reached, and how to raise them.
void limits_explain(const limits *l, const char *who);
