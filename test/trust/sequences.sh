#!/bin/sh
# Any order of calls is safe: random calls against a simple model. Full: two million operations, and some against the
# library built with AddressSanitizer where there is one (cmake --preset asan).
set -eu
program="$BINARY/test/trust/sequences"
if "$program" 2000 1 control >/dev/null; then
    echo "sequences: a model that forgets forces was not detected"
    exit 1
fi
echo "control: a model that forgets forces is detected"
if [ "$1" = quick ]; then
    "$program" 20000 1
    exit
fi
watched="$SOURCE/build/asan/test/trust/sequences"
if [ -x "$watched" ]; then "$watched" 100000 1000000; else echo "build/asan has no sequences: not run with AddressSanitizer"; fi
"$program" 2000000 1
