/// The command without memory: the n-th malloc of the process fails, once and from then on, for every n.
///     command_memory GYRE SHIM [quick]
/// It must end by itself: with 0 and the same results, or with 3, a message about memory, and every output
/// file unchanged or complete.
#include "command.h"
#include "failing_malloc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static failing_malloc_page *page;
static long runs, wrong, done_without;

static bool make_page(void) {
    int file = open("page", O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof *page) != 0) return false;
    void *memory = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    page = memory;
    return memory != MAP_FAILED;
}

static int run_failing(const command_case *c, long fail_at, bool is_onward) {
    char place[300];
    snprintf(place, sizeof place, "%s/page", command_path());
    setenv("GYRE_FAILING_MALLOC", place, 1);
    *page = (failing_malloc_page){.fail_at = fail_at, .is_onward = is_onward};
    return command_run(c, "LD_PRELOAD", getenv("SHIM"));
}

static const char *verdict(const command_case *c, const command_end *end) {
    // a run whose step runs out of memory stops there and completes its files; a failed file does not stop the other
    bool may_end_early = end->code != 0 && (strstr(end->messages, "stopped at t") || c->outputs[1]);
    if (end->code < 0) return "ended by a signal";
    if (end->code != 0 && end->code != 3) return "another exit code than 0 and 3";
    if (end->code == 3 && !strstr(end->messages, "memory")) return "a message that does not speak of memory";
    if (end->code == 0 && !end->is_text_whole) return "other text";
    if (end->temporary_files > 0) return "a temporary file";
    for (int i = 0; i < OUTPUTS_MAX && c->outputs[i]; i++) {
        if (!end->is_old[i] && !end->is_new[i] && !(may_end_early && end->is_early[i])) return "a torn file";
        if (end->code == 0 && !end->is_new[i]) return "no file";
    }
    return NULL;
}

static void try_one(const command_case *c, const command_truth *truth, long n, bool is_onward) {
    command_end end;
    command_prepare(c, truth, n % 2 == 0);
    command_look(c, truth, run_failing(c, n, is_onward), &end);
    const char *problem = page->failures == 0 ? "nothing was refused" : verdict(c, &end);
    runs++;
    done_without += end.code == 0;
    if (problem) {
        wrong++;
        printf("%s, malloc %ld%s: %s (code %d): %.200s\n", c->name, n, is_onward ? " and after" : "", problem, end.code,
               end.messages);
    }
    command_end_clear(&end);
    command_sweep();
}

static void try_case(const command_case *c, long most) {
    command_truth truth;
    if (!command_learn(c, &truth)) {
        wrong++;
        return;
    }
    command_prepare(c, &truth, false);
    run_failing(c, -1, false);
    long calls = page->calls, stride = calls > most ? (calls + most - 1) / most : 1;
    for (int is_onward = 0; is_onward < 2; is_onward++)
        for (long n = 0; n < calls; n += stride)
            try_one(c, &truth, n, is_onward);
    printf("%-26s %5ld allocations\n", c->name, calls);
    fflush(stdout);
    command_forget(&truth);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    bool is_quick = argc > 3 && strcmp(argv[3], "quick") == 0;
    setenv("SHIM", argv[2], 1);
    if (!command_begin(argv[1]) || !make_page()) return 2;
    for (int i = 0; i < command_case_count; i++)
        if (!is_quick || !command_cases[i].is_slow) try_case(&command_cases[i], is_quick ? 3 : 1000000);
    command_clear();
    printf("command: runs %ld done-without %ld wrong %ld\n", runs, done_without, wrong);
    return wrong > 0 || runs == 0;
}
