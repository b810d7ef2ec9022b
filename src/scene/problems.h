/// List of the problems of a scene: collected while reading, reported in the order of the file.
#pragma once

#include "gyre/scene.h"

#include <stdbool.h>
#include <stdarg.h>

enum { ERRORS_MAX = 10000, WARNINGS_MAX = 10 }; // further problems are counted, not kept

typedef struct problem_list {
    const gyre_allocator *allocator;
    gyre_problem *items;
    size_t count, capacity;            // of items
    size_t error_count, warning_count; // numbers of problems added, including those not kept
    bool is_out_of_memory;             // a problem was lost for lack of memory
} problem_list;

/// Adds a problem. `where` must fit into gyre_problem.where.
__attribute__((format(printf, 6, 0))) void gyre_problems_add(problem_list *list, gyre_severity severity, int line,
                                                             int column, const char *where, const char *format,
                                                             va_list arguments);

/// Calls on_problem for each problem, sorted by line and column, then once for the number of errors not kept
/// and once for the number of warnings not kept. Without on_problem, writes the warnings to the log.
void gyre_problems_report(problem_list *list, const gyre_scene_options *options);

void gyre_problems_free(problem_list *list);
