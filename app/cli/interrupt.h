/// Ctrl-C, SIGTERM and SIGHUP end a run between steps, so that its files are complete.
#pragma once

/// Installs handlers that record these signals. The first signal of each kind is only recorded; a second signal of the
/// same kind ends the program at once.
void interrupt_watch(void);

/// The number of the signal received, or 0.
int interrupt_signal(void);
