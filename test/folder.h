/// A separate folder for each test about files. Include it first: it defines _POSIX_C_SOURCE.
#pragma once

#ifndef _XOPEN_SOURCE
#error "define _XOPEN_SOURCE 700 before the first include"
#endif

#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[256]; // with a slash at its end

__attribute__((unused)) static void make_folder(void) {
    const char *place = getenv("TMPDIR");
    snprintf(folder, sizeof folder - 1, "%s/gyre-test-XXXXXX", place ? place : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    strcat(folder, "/");
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

__attribute__((unused)) static void remove_folder(void) {
    CHECK_EQ(nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0);
}

/// The path of a name in the folder; each of four in turn, so that some can be used at once.
__attribute__((unused)) static const char *in_folder(const char *name) {
    static char paths[4][512];
    static int turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s%s", folder, name);
    return path;
}

__attribute__((unused)) static void put_file(const char *name, const char *text) {
    FILE *file = fopen(in_folder(name), "w");
    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

__attribute__((unused)) static void check_file(const char *name, const char *want) {
    char got[256] = "";
    FILE *file = fopen(in_folder(name), "r");
    CHECK(file != NULL);
    got[fread(got, 1, sizeof got - 1, file)] = 0;
    fclose(file);
    if (strcmp(got, want) != 0) fail_msg("%s contains \"%s\", expected \"%s\"", name, got, want);
}

__attribute__((unused)) static int entry_count(void) {
    DIR *listing = opendir(folder);
    int count = -2; // . and ..
    while (readdir(listing))
        count++;
    closedir(listing);
    return count;
}

/// Runs a function in another process, as a user without special rights; returns the function's result.
__attribute__((unused)) static int run_as_nobody(int (*run)(void)) {
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0) _exit(99);
        _exit(run());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static volatile sig_atomic_t alarms;

static void count_alarm(int number) {
    (void)number;
    alarms++;
}

/// Interrupts every system call of this process, again and again, until the count is taken.
__attribute__((unused)) static void start_alarms(void) {
    struct sigaction action = {.sa_handler = count_alarm}; // without SA_RESTART
    sigaction(SIGALRM, &action, NULL);
    alarms = 0;
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 300}, {0, 300}}, NULL);
}

__attribute__((unused)) static int stop_alarms(void) {
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    return alarms;
}
