/// Files that cannot be read or written: every system call of the command that concerns files fails with each of
/// several errors, and is interrupted or cut short.
///     file_faults GYRE [quick]
/// An error must end in exit code 3 and a sentence that names the file and the reason, or not matter to the results; an
/// interrupted or short call must not matter. Every output file is unchanged or complete, and nothing else is left.
#include "command.h"
#include "tracer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct fault_row {
    const char *name;
    fault_kind kind;
    int number;
} fault_row;

static const fault_row faults[] = {
    {"EIO", FAULT_ERROR, EIO},
    {"ENOSPC", FAULT_ERROR, ENOSPC},
    {"EDQUOT", FAULT_ERROR, EDQUOT},
    {"EINTR", FAULT_ERROR, EINTR},
    {"ENOSPC from then on", FAULT_FULL, ENOSPC},
    {"a short one", FAULT_SHORT, 0},
    {"EACCES", FAULT_ERROR, EACCES},
    {"EMFILE", FAULT_ERROR, EMFILE},
};
enum { FAULT_COUNT = sizeof faults / sizeof faults[0], MAIN_FAULTS = 6, STDIO_BUFFER = 4096 };

static long runs, calls, wrong, survived, refused;

static void start(const void *context) { command_exec(context); }

// True if the messages name a file of the case.
static bool names_something(const command_case *c, const char *messages) {
    if (strstr(messages, "standard output") || strstr(messages, "standard input")) return true;
    if (c->input && strstr(messages, c->input)) return true;
    for (int i = 0; i < WORDS_MAX && c->words[i]; i++)
        if (strchr(c->words[i], '.') && strstr(messages, c->words[i])) return true;
    return strstr(messages, "part.") != NULL; // a file that an input refers to
}

static const char *file_verdict(const command_case *c, const command_end *end) {
    if (end->temporary_files > 0) return "a temporary file";
    for (int i = 0; i < OUTPUTS_MAX && c->outputs[i]; i++) {
        bool may_end_early = end->code != 0 && c->outputs[1]; // if the other file failed
        if (!end->is_old[i] && !end->is_new[i] && !(may_end_early && end->is_early[i])) return "a torn file";
        if (end->code == 0 && !end->is_new[i]) return "no file";
    }
    return NULL;
}

// Text of stdio is lost when its write is interrupted, which no handler of the command lets happen (SA_RESTART).
static bool must_survive(const fault_row *f, const trace *t) {
    if (f->kind == FAULT_SHORT) return true;
    return f->number == EINTR && t->can_be_interrupted && !(t->descriptor == 1 && strcmp(t->call, "write") == 0);
}

static const char *verdict(const command_case *c, const command_truth *truth, const fault_row *f, const trace *t,
                           const command_end *end) {
    bool is_message_lost = t->descriptor == 2;
    if (end->code < 0) return "ended by a signal";
    if (end->code != 0 && end->code != 3) return "another exit code than 0 and 3";
    if (end->code != 0 && must_survive(f, t)) return "not survived";
    if (end->code == 0 && !end->is_text_whole) return "other text, and no error";
    const char *files = file_verdict(c, end);
    if (files || end->code == 0) return files;
    if (!names_something(c, end->messages)) return "a message that names no file";
    // a failure in the middle of a long text has no reason: stdio does not return it
    bool is_reason_lost = t->descriptor == 1 && truth->text_size > STDIO_BUFFER;
    if (!is_reason_lost && !is_message_lost && !strstr(end->messages, strerror(f->number)))
        return "a message without the reason";
    return NULL;
}

static void try_one(const command_case *c, const command_truth *truth, const fault_row *f, long at, bool is_over_old) {
    fault one = {f->kind, at, f->number};
    trace t;
    command_end end;
    command_prepare(c, truth, is_over_old);
    int status = tracer_run(start, c, &one, &t);
    command_look(c, truth, status, &end);
    if (!t.has_happened || (f->kind == FAULT_SHORT && !t.can_be_short)) { // nothing to try
        if (!t.has_happened) wrong++, printf("%s: call %ld was not made again\n", c->name, at);
    } else {
        const char *problem = verdict(c, truth, f, &t, &end);
        runs++;
        survived += end.code == 0;
        refused += end.code != 0;
        if (problem) {
            wrong++;
            printf("%s, call %ld (%s %s%d) with %s: %s (code %d): %.200s\n", c->name, at, t.call, t.path, t.descriptor,
                   f->name, problem, end.code, end.messages);
        }
    }
    command_end_clear(&end);
    command_sweep();
}

// Weighing a mesh takes a tenth of a second: then the errors that others stand for, and a file that is new, are left
// out.
static bool weighs_mesh(const command_case *c) {
    for (int i = 0; i < WORDS_MAX && c->words[i]; i++)
        if (strncmp(c->words[i], "part.", 5) == 0 || strcmp(c->words[i], "meshes.json") == 0) return true;
    return c->input && strncmp(c->input, "part.", 5) == 0;
}

static void try_case(int number, bool is_quick) {
    const command_case *c = &command_cases[number];
    command_truth truth;
    trace t;
    fault none = {FAULT_NONE, -1, 0};
    if (!command_learn(c, &truth)) {
        wrong++;
        return;
    }
    command_prepare(c, &truth, true);
    int status = tracer_run(start, c, &none, &t);
    if (status != 0 || t.calls == 0) wrong++, printf("%s: traced, it ends with %x\n", c->name, status);
    calls += t.calls;
    for (long at = 0; at < t.calls; at++)
        for (int k = 0; k < (weighs_mesh(c) ? MAIN_FAULTS : FAULT_COUNT); k++) {
            // in a quick run every third call meets one fault
            if (is_quick && (at % 3 != number % 3 || k != (at / 3 + number) % MAIN_FAULTS)) continue;
            try_one(c, &truth, &faults[k], at, true);
        }
    // without an old file there may be fewer calls
    command_prepare(c, &truth, false);
    tracer_run(start, c, &none, &t);
    for (long at = 0; c->outputs[0] && !weighs_mesh(c) && !is_quick && at < t.calls; at++)
        for (int k = 0; k < FAULT_COUNT; k++)
            try_one(c, &truth, &faults[k], at, false);
    printf("%-26s %4ld calls\n", c->name, t.calls);
    fflush(stdout);
    command_forget(&truth);
}

// ---- control: a program that does not look at its errors is caught ----

static void write_carelessly(const void *context) {
    (void)context;
    FILE *probe = fopen("/dev/null", "r"), *file = fopen("out.csv", "w"); // as the command begins
    if (!probe || !file) _exit(1);
    for (int i = 0; i < 100; i++)
        fprintf(file, "line %d of a file with important contents\n", i);
    fclose(file);
    _exit(0);
}

static bool is_carelessness_seen(const command_case *c) {
    command_truth truth;
    command_end end;
    bool is_seen = false;
    if (!command_learn(c, &truth)) return false;
    for (long at = 2; at < 8; at++) { // its writes are among these calls
        fault one = {FAULT_ERROR, at, ENOSPC};
        trace t;
        command_prepare(c, &truth, true);
        command_look(c, &truth, tracer_run(write_carelessly, NULL, &one, &t), &end);
        if (t.has_happened && strcmp(t.call, "write") == 0) is_seen |= verdict(c, &truth, &faults[1], &t, &end) != NULL;
        command_end_clear(&end);
    }
    command_forget(&truth);
    return is_seen;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    bool is_quick = argc > 2 && strcmp(argv[2], "quick") == 0;
    if (!tracer_works()) {
        printf("processes cannot be traced here (ptrace)\n");
        return 77;
    }
    if (!command_begin(argv[1])) return 2;
    if (!is_carelessness_seen(&command_cases[0])) wrong++, printf("control: a careless program was not seen\n");
    int cases = 0;
    for (int i = 0; i < command_case_count; i++) {
        if (is_quick && command_cases[i].is_slow) continue;
        try_case(i, is_quick);
        cases++;
    }
    command_clear();
    printf("reached: %ld runs over %ld system calls of %d commands: %ld refused, %ld survived, %ld wrong\n", runs,
           calls, cases, refused, survived, wrong);
    return wrong > 0 || runs == 0;
}
