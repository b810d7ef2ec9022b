#!/bin/sh
# ThreadSanitizer finds nothing: in worlds whose bodies are moved by several threads, in worlds that run concurrently,
# each on its thread, and in test_world_threads.c.
# SOURCE is the project, BINARY a place to build in. Skipped where the sanitizer does not work.
set -eu
place="$BINARY/determinism/tsan"
mkdir -p "$place"
echo 'int main(void) { return 0; }' >"$place/probe.c"
compiler=""
for candidate in clang gcc; do
    if "$candidate" -fsanitize=thread "$place/probe.c" -o "$place/probe" 2>/dev/null && "$place/probe" 2>/dev/null; then
        compiler=$candidate
        break
    fi
done
[ -n "$compiler" ] || { echo "skipped: neither clang nor gcc has a ThreadSanitizer that runs here"; exit 77; }

# The control: a race that it must find, or finding none would mean nothing.
cat >"$place/race.c" <<'RACE'
#include <pthread.h>
static int shared;
static void *write_it(void *unused) {
    for (int i = 0; i < 100000; i++)
        shared++;
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, write_it, NULL);
    write_it(NULL);
    pthread_join(thread, NULL);
    return 0;
}
RACE
"$compiler" -fsanitize=thread "$place/race.c" -pthread -o "$place/race"
tries=10 # on a busy machine the threads do not always meet
while "$place/race" >"$place/race.txt" 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { echo "FAILED: ThreadSanitizer does not detect a race"; exit 1; }
done

# The wide kernels are the same text once more, cut into the same blocks, and slow to compile: left out.
cmake -S "$SOURCE/test/determinism" -B "$place" -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_COMPILER=$compiler" \
    -DGYRE_HAS_AVX2_FLAG=OFF -DGYRE_HAS_AVX512_FLAG=OFF "-DCMAKE_C_FLAGS=-O1 -g -fsanitize=thread" >"$place/log"
cmake --build "$place" --parallel 2 --target determinism together >>"$place/log" 2>&1 || { tail -n 20 "$place/log"; exit 1; }
export TSAN_OPTIONS=halt_on_error=1
for threads in 2 3 8; do # the scenes with enough bodies for threads
    for scene in free-crowd euler-crowd pushed-crowd rkn4-crowd; do
        "$place/determinism" --threads $threads --steps 20 $scene >"$place/lines"
        grep -qxF -f "$place/lines" "$SOURCE/test/determinism/golden" || { echo "FAILED: $scene has other bits with $threads threads"; exit 1; }
    done
    echo "$threads threads: no race, and the same bits"
done
"$place/together" 8 10
"$compiler" -O1 -g -std=c17 -fsanitize=thread -ffp-contract=off -fno-math-errno -I"$SOURCE/include" -I"$SOURCE/src" -I"$SOURCE/test" \
    "$SOURCE/test/test_world_threads.c" "$place/gyre/libgyre.a" -lcmocka -lm -pthread -o "$place/world_threads"
"$place/world_threads" >"$place/world_threads.txt" 2>&1 || { cat "$place/world_threads.txt"; exit 1; }
