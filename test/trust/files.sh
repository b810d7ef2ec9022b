#!/bin/sh
# Row files: I/O faults are errors. Every system call of the command that concerns files fails, is interrupted, is cut short.
exec "$BINARY/test/trust/file_faults" "$BINARY/gyre" "$1"
