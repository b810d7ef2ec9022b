#!/bin/sh
# Row kill: SIGKILL before and after every system call of a write, and at 500 random times, leaves the old file or the new one.
exec "$BINARY/test/trust/kill_faults" "$BINARY/gyre" "$1"
