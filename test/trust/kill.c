/// SIGKILL while files are written: before and after every system call, and at random times.
///     kill_faults GYRE [quick]
/// Afterwards the file is the old one or the whole new one. A leftover temporary file does not disturb the
/// next run, which gives the same bytes.
#include "command.h"
#include "random.h"
#include "tracer.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long kills, old_files, new_files, torn, wrong, leftovers;

static void start(const void *context) { command_exec(context); }

// Checks the files after the kill; then runs the command again beside them.
static void judge(const command_case *c, const command_truth *truth, int status, const char *when, bool is_rerun) {
    command_end end;
    int before = command_temporaries();
    command_look(c, truth, status, &end);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) {
        if (end.code != 0) wrong++, printf("%s, %s: ended with code %d\n", c->name, when, end.code);
    } else {
        kills++;
    }
    leftovers += before;
    if (before > 2) wrong++, printf("%s, %s: %d temporary files\n", c->name, when, before);
    for (int i = 0; i < OUTPUTS_MAX && c->outputs[i]; i++) {
        old_files += end.is_old[i];
        new_files += end.is_new[i];
        if (end.is_old[i] || end.is_new[i]) continue;
        torn++;
        printf("%s, %s: %s is torn\n", c->name, when, c->outputs[i]);
    }
    command_end_clear(&end);
    if (!is_rerun) return;
    status = command_run(c, NULL, NULL);
    command_look(c, truth, status, &end);
    for (int i = 0; i < OUTPUTS_MAX && c->outputs[i]; i++)
        if (status != 0 || !end.is_new[i]) wrong++, printf("%s, %s: the next run differs\n", c->name, when);
    if (command_temporaries() != before) wrong++, printf("%s, %s: the next run leaves files\n", c->name, when);
    command_end_clear(&end);
}

static void kill_at_calls(const command_case *c, const command_truth *truth, bool is_quick) {
    trace t;
    fault none = {FAULT_NONE, -1, 0};
    command_prepare(c, truth, true);
    tracer_run(start, c, &none, &t);
    long calls = t.calls;
    for (long at = 0; at < calls; at++)
        for (int is_after = 0; is_after < 2; is_after++) {
            if (is_quick && (at + is_after) % 4 != 0) continue;
            fault f = {is_after ? FAULT_KILL_DONE : FAULT_KILL, at, 0};
            char when[64];
            command_prepare(c, truth, true);
            int status = tracer_run(start, c, &f, &t);
            snprintf(when, sizeof when, "%s call %ld (%s)", is_after ? "after" : "before", at, t.call);
            if (!t.has_happened) wrong++, printf("%s: call %ld was not made again\n", c->name, at);
            judge(c, truth, status, when, !is_quick || at % 8 == 0);
            command_sweep();
        }
    printf("%-26s %4ld calls\n", c->name, calls);
    fflush(stdout);
}

// ---- at any time ----

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static int run_for(const command_case *c, int64_t time) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) command_exec(c);
    nanosleep(&(struct timespec){(time_t)(time / 1000000000), (long)(time % 1000000000)}, NULL);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return status;
}

static void kill_at_times(const command_case *c, const command_truth *truth, long count, random_source *r) {
    int64_t begun = nanoseconds();
    command_prepare(c, truth, true);
    command_run(c, NULL, NULL);
    int64_t longest = nanoseconds() - begun;
    for (long before = kills, tries = 0; kills - before < count && tries < 20 * count; tries++) {
        int64_t time = (int64_t)(random_u64(r) % (uint64_t)(longest + longest / 10));
        command_prepare(c, truth, true);
        judge(c, truth, run_for(c, time), "at some time", tries % 16 == 0);
        command_sweep();
    }
}

// ---- control: a program that writes in place is caught ----

static void write_in_place(const void *context) {
    (void)context;
    static char bytes[100000];
    FILE *probe = fopen("/dev/null", "r"); // as the command begins
    FILE *file = fopen("out.csv", "w");
    if (!probe || !file) _exit(1);
    for (int i = 0; i < 20; i++)
        fwrite(bytes, 1, sizeof bytes / 20, file);
    fclose(file);
    _exit(0);
}

static bool is_tearing_seen(const command_case *c, const command_truth *truth) {
    fault f = {FAULT_KILL, 5, 0};
    trace t;
    command_end end;
    command_prepare(c, truth, true);
    command_look(c, truth, tracer_run(write_in_place, NULL, &f, &t), &end);
    command_end_clear(&end);
    return t.has_happened && !end.is_old[0] && !end.is_new[0];
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    bool is_quick = argc > 2 && strcmp(argv[2], "quick") == 0, is_seen = false;
    if (!tracer_works()) {
        printf("processes cannot be traced here (ptrace)\n");
        return 77;
    }
    if (!command_begin(argv[1])) return 2;
    random_source r = {(uint64_t)time(NULL)}; // other times in every run
    int writing = 0;
    for (int i = 0; i < command_case_count; i++)
        writing += command_cases[i].outputs[0] != NULL;
    long random_kills = 0;
    for (int i = 0; i < command_case_count; i++) {
        const command_case *c = &command_cases[i];
        command_truth truth;
        if (!c->outputs[0] || (is_quick && (c->is_slow || c->input || c->words[2] == NULL))) continue;
        if (!command_learn(c, &truth)) {
            wrong++;
            continue;
        }
        if (i == 0) is_seen = is_tearing_seen(c, &truth);
        kill_at_calls(c, &truth, is_quick);
        long before = kills;
        kill_at_times(c, &truth, is_quick ? 3 : 500 / writing + 1, &r);
        random_kills += kills - before;
        command_forget(&truth);
    }
    command_clear();
    if (!is_seen) wrong++, printf("control: a file written in place was not seen to be torn\n");
    if (!is_quick && random_kills < 500) wrong++, printf("only %ld kills at random times\n", random_kills);
    printf("reached: %ld kills (%ld at random times): %ld files old, %ld new, %ld torn; %ld temporary files left, %ld "
           "in the way\n",
           kills, random_kills, old_files, new_files, torn, leftovers, wrong);
    return torn + wrong > 0 || kills == 0;
}
