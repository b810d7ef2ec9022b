/// Limits of a command, and the allocator that enforces the memory limit.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature macro

#include "command_limits.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The file of a scene with a million bodies has 100 to 200 MB.
static const size_t SCENE_MAX = (size_t)256 << 20, FILE_MAX = (size_t)4 << 30, MEMORY_MAX = (size_t)8 << 30;
// A pipe's size is unknown until its end is read, and some pipes never end.
static const size_t PIPE_MAX = (size_t)32 << 20;
static const size_t BODIES_MAX = 10000000;

// ---- memory ----

enum { HEADER_SIZE = 64 }; // precedes each block and keeps its alignment

static void *take(size_t size, size_t alignment, void *user) {
    limits *l = user;
    if (size > l->memory - l->taken || size > SIZE_MAX - HEADER_SIZE || alignment > HEADER_SIZE) {
        l->memory_refused = 1;
        return NULL;
    }
    void *block = NULL;
    if (posix_memalign(&block, HEADER_SIZE, HEADER_SIZE + size) != 0) return NULL;
    memcpy(block, &size, sizeof size);
    l->taken += size;
    return (char *)block + HEADER_SIZE;
}

static void give(void *block, void *user) {
    limits *l = user;
    char *begin = (char *)block - HEADER_SIZE;
    size_t size;
    memcpy(&size, begin, sizeof size);
    l->taken -= size;
    free(begin);
}

// ---- limits ----

void limits_init(limits *l, const cli_options *asked) {
    *l = (limits){
        .bodies = asked->max_bodies ? (size_t)asked->max_bodies : BODIES_MAX,
        .file = asked->max_file ? asked->max_file : FILE_MAX,
        .scene = asked->max_file ? asked->max_file : SCENE_MAX,
        .pipe = asked->max_file ? asked->max_file : PIPE_MAX,
        .memory = asked->max_memory ? asked->max_memory : MEMORY_MAX,
        .allocator = {take, give, l},
    };
}

size_t limit_of_input(const limits *l, const char *path, size_t usual) {
    struct stat status;
    int is_known = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &status) == 0 : stat(path, &status) == 0;
    return is_known && !S_ISREG(status.st_mode) ? l->pipe : usual;
}

void limits_note_file(limits *l, gyre_result r, size_t limit) {
    if (r == GYRE_ERR_FILE_TOO_LARGE) l->file_refused = limit;
}

void limits_explain(const limits *l, const char *who) {
    if (l->bodies_refused)
        fprintf(stderr, "gyre %s: the limit is %zu bodies; --max-bodies N raises it\n", who, l->bodies);
    if (l->file_refused)
        fprintf(stderr, "gyre %s: the limit is %zu bytes; --max-file SIZE raises it\n", who, l->file_refused);
    if (l->memory_refused)
        fprintf(stderr, "gyre %s: the limit is %zu bytes of memory; --max-memory SIZE raises it\n", who, l->memory);
}
