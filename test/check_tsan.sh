#!/bin/sh
# Threads without races: test_world_threads.c and everything below it, built with the thread sanitizer.
set -eu
work="$BINARY/tsan-check"
mkdir -p "$work"
echo 'int main(void) { return 0; }' >"$work/try.c"
"$CC" -fsanitize=thread "$work/try.c" -o "$work/try" 2>/dev/null && "$work/try" || { echo "skipped: no thread sanitizer here"; exit 77; }
sources=$(cd "$SOURCE/src" && find "$PWD/base" "$PWD/math" "$PWD/mass" "$PWD/state" "$PWD/forces" "$PWD/motion" \
    "$PWD/integrators" "$PWD/kernels" "$PWD/world" -name '*.c' | sort)
"$CC" -O1 -g -std=c17 -fsanitize=thread -ffp-contract=off -fno-math-errno -pthread -DGYRE_THREADS -DGYRE_VERSION='"0"' \
    -I"$SOURCE/include" -I"$SOURCE/src" -I"$SOURCE/test" $sources "$SOURCE/test/test_world_threads.c" -lcmocka -lm -o "$work/threads"
TSAN_OPTIONS=halt_on_error=1 "$work/threads"
