/// A growing list of problems.
#include "scene/problems.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static bool reserve(problem_list *list) {
    if (list->count < list->capacity) return true;
    size_t capacity = list->capacity > 0 ? 4 * list->capacity : 16;
    gyre_problem *items = gyre_take_array(list->allocator, capacity, sizeof *items);
    if (!items) return false;
    if (list->count > 0) memcpy(items, list->items, list->count * sizeof *items);
    gyre_give_back(list->allocator, list->items);
    list->items = items;
    list->capacity = capacity;
    return true;
}

void gyre_problems_add(problem_list *list, gyre_severity severity, int line, int column, const char *where,
                       const char *format, va_list arguments) {
    bool is_error = severity == GYRE_SEVERITY_ERROR;
    size_t before = is_error ? list->error_count++ : list->warning_count++;
    if (before >= (is_error ? ERRORS_MAX : WARNINGS_MAX)) return;
    if (!reserve(list)) {
        list->is_out_of_memory = true;
        return;
    }
    gyre_problem *problem = &list->items[list->count++];
    *problem = (gyre_problem){.line = line, .column = column, .severity = severity};
    gyre_show_line(where, problem->where, sizeof problem->where); // an unknown key can contain any bytes
    char raw[sizeof problem->text];
    vsnprintf(raw, sizeof raw, format, arguments);
    gyre_show_line(raw, problem->text, sizeof problem->text);
}

static bool is_before(const gyre_problem *a, const gyre_problem *b) {
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

// Sifts the root of a heap of `count` indices down. Equal positions are ordered by index.
static void sink(const gyre_problem *items, uint32_t *heap, size_t count, size_t root) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        uint32_t a = heap[child], b = child + 1 < count ? heap[child + 1] : a;
        bool is_right = b != a && (is_before(&items[a], &items[b]) || (!is_before(&items[b], &items[a]) && a < b));
        if (is_right) child++, a = b;
        uint32_t top = heap[root];
        if (!(is_before(&items[top], &items[a]) || (!is_before(&items[a], &items[top]) && top < a))) return;
        heap[root] = a;
        heap[child] = top;
    }
}

static void sort(const gyre_problem *items, uint32_t *order, size_t count) {
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    for (size_t i = count / 2; i-- > 0;)
        sink(items, order, count, i);
    for (size_t last = count; last-- > 1;) {
        uint32_t largest = order[0];
        order[0] = order[last];
        order[last] = largest;
        sink(items, order, last, 0);
    }
}

// Logs warnings, for programs without on_problem.
static void log_warning(const gyre_problem *problem, const gyre_logger *log) {
    char line[sizeof problem->where + sizeof problem->text + 48];
    if (!log->write || problem->severity != GYRE_SEVERITY_WARNING) return;
    snprintf(line, sizeof line, "line %d, column %d: %s: %s", problem->line, problem->column, problem->where,
             problem->text);
    log->write(GYRE_LOG_WARNING, line, log->user);
}

static void report_rest(const gyre_scene_options *options, gyre_severity severity, size_t count, size_t most,
                        const char *name) {
    if (count <= most) return;
    gyre_problem more = {.severity = severity};
    snprintf(more.text, sizeof more.text, "and %zu more %s", count - most, name);
    options->on_problem(&more, options->user);
}

void gyre_problems_report(problem_list *list, const gyre_scene_options *options) {
    if (list->count == 0) return;
    uint32_t *order = gyre_take_array(list->allocator, list->count, sizeof *order);
    if (order) sort(list->items, order, list->count);
    // without memory for sorting, problems are reported in the order found
    for (size_t i = 0; i < list->count; i++) {
        const gyre_problem *problem = &list->items[order ? order[i] : i];
        if (options->on_problem)
            options->on_problem(problem, options->user);
        else
            log_warning(problem, &options->log);
    }
    gyre_give_back(list->allocator, order);
    if (!options->on_problem) return;
    report_rest(options, GYRE_SEVERITY_ERROR, list->error_count, ERRORS_MAX, "problems");
    report_rest(options, GYRE_SEVERITY_WARNING, list->warning_count, WARNINGS_MAX, "warnings");
}

void gyre_problems_free(problem_list *list) {
    gyre_give_back(list->allocator, list->items);
    list->items = NULL;
    list->count = list->capacity = 0;
}
