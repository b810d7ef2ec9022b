/// Signals that ask to end.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): reserved for saying this

#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t received; // the only way out of a signal handler is a global

static void note(int number) { received = number; }

void interrupt_watch(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        // what is being printed goes on: a write of stdio that is interrupted loses its text
        struct sigaction action = {.sa_handler = note, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)}, before;
        sigemptyset(&action.sa_mask);
        // what was ignored stays so: nohup, and shells that start something in the background
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
        sigaction(numbers[i], &action, NULL);
    }
}

int interrupt_signal(void) { return received; }
