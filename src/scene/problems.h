/// What is wrong with a scene: gathered while reading, told in the order of the file.
#pragma once

#include "gyre/scene.h"

#include <stdbool.h>
#include <stdarg.h>

enum { PROBLEMS_MAX = 10000 }; // beyond this they are only counted

typedef struct problem_list {
    const gyre_allocator *allocator;
    gyre_problem *items;
    size_t count, capacity;
    size_t total;          // what was added, kept or not
    bool is_out_of_memory; // one was lost for lack of memory
} problem_list;

/// `where` is no longer than a problem has room for.
__attribute__((format(printf, 5, 0))) void gyre_problems_add(problem_list *list, int line, int column,
                                                             const char *where, const char *format, va_list arguments);

/// Calls on_problem for each, by line and column; at the end one more that says how many were not kept.
void gyre_problems_tell(problem_list *list, const gyre_scene_options *options);

void gyre_problems_free(problem_list *list);
