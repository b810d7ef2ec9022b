/// Ctrl-C, SIGTERM and SIGHUP end a run between steps, so that its files are complete.
#pragma once

/// Starts to record these signals. The first of each kind is only recorded; a second one ends the program at once.
void interrupt_watch(void);

/// The number of the signal received, or 0.
int interrupt_signal(void);
