/// Handles the signals that end a run early.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature macro

#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t received; // global, because a signal handler cannot return a value

static void note(int number) { received = number; }

void interrupt_watch(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        // SA_RESTART: an interrupted stdio write would lose its text
        struct sigaction action = {.sa_handler = note, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)}, before;
        sigemptyset(&action.sa_mask);
        // ignored signals stay ignored: nohup and shell background jobs rely on it
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
        sigaction(numbers[i], &action, NULL);
    }
}

int interrupt_signal(void) { return received; }
