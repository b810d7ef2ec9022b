/// Ctrl-C and SIGTERM: asked for between steps, so that files end properly.
#pragma once

/// From now on the first such signal is only noted; a second one of the same kind ends the program at once.
void interrupt_watch(void);

/// The number of the signal that has come, or 0.
int interrupt_signal(void);
