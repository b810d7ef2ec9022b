/// Starts and queries the programs in the folder of the command, which measure themselves.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature macro

#include "bench.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_LENGTH_MAX = 4096 };

struct bench_child {
    pid_t id;
    FILE *to, *from;
};

// Path of a file in the folder of the running command; returns 0 if it is too long or the system does not provide it.
static int path_beside(const char *name, char out_path[PATH_LENGTH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", out_path, PATH_LENGTH_MAX - 1);
    if (length <= 0) return 0;
    out_path[length] = 0;
    char *slash = strrchr(out_path, '/');
    if (!slash) return 0;
    size_t room = PATH_LENGTH_MAX - (size_t)(slash + 1 - out_path);
    return snprintf(slash + 1, room, "%s", name) < (int)room;
}

// Both ends are closed on exec: a program that inherits an end of another program's pipe would keep that pipe open.
static int open_pipe(int ends[2]) {
    if (pipe(ends) != 0) return 0;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return 1;
}

static void close_pipe(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

static void become(const char *path, const char *name, const int in[2], const int out[2]) {
    if (dup2(in[0], STDIN_FILENO) >= 0 && dup2(out[1], STDOUT_FILENO) >= 0) execl(path, name, (char *)NULL);
    _exit(127);
}

bench_child *bench_child_start(const char *name) {
    char path[PATH_LENGTH_MAX];
    int in[2], out[2];
    if (!path_beside(name, path) || access(path, X_OK) != 0) return NULL;
    bench_child *child = calloc(1, sizeof *child);
    signal(SIGPIPE, SIG_IGN); // writing to a program that has ended then fails with EPIPE
    if (!child || !open_pipe(in)) goto no_child;
    if (!open_pipe(out)) goto no_answers;
    child->id = fork();
    if (child->id < 0) goto no_fork;
    if (child->id == 0) become(path, name, in, out);
    close(in[0]);
    close(out[1]);
    child->to = fdopen(in[1], "w");
    child->from = fdopen(out[0], "r");
    if (child->to && child->from) return child;
    bench_child_end(child);
    return NULL;
no_fork:
    close_pipe(out);
no_answers:
    close_pipe(in);
no_child:
    free(child);
    return NULL;
}

int bench_child_ask(bench_child *child, const char *line, char *out_answer, size_t size) {
    if (fprintf(child->to, "%s\n", line) < 0 || fflush(child->to) != 0) return 0;
    if (!fgets(out_answer, (int)size, child->from)) return 0;
    out_answer[strcspn(out_answer, "\n")] = 0;
    return 1;
}

void bench_child_end(bench_child *child) {
    if (!child) return;
    if (child->to) fclose(child->to); // the program ends at the end of its input
    if (child->from) fclose(child->from);
    waitpid(child->id, NULL, 0);
    free(child);
}
