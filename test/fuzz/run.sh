#!/bin/sh
# Fuzzes: run.sh SECONDS [TARGET...], each target for so long (default: all of them), one after the other. SOURCE is the
# project. Builds with the preset `fuzz` into build/fuzz. New inputs go to build/fuzz/corpus/TARGET, finds to
# build/fuzz/finds; the targets check the limit of one second of processor time per input (fuzz.c); libFuzzer ends inputs after ten seconds
# of real time. Executions and finds are in build/fuzz/record, a line per target. Exits with 1 if there were finds.
set -eu
seconds=$1
shift
here="$SOURCE/test/fuzz"
build="$SOURCE/build/fuzz"
[ $# -gt 0 ] || set -- json scene stl obj ply gltf snapshot
cd "$SOURCE"
cmake --preset fuzz >/dev/null
cmake --build build/fuzz --parallel "${JOBS:-2}" >/dev/null

# Seeds are made by a program of the tests, in the release build; without it there are those of corpus/.
seeds="$SOURCE/build/test/fuzz/seeds"
mkdir -p "$build/finds"

# Allocations are checked by the targets (fuzz.c), and blocks are many and short-lived.
export ASAN_OPTIONS="malloc_context_size=2:quarantine_size_mb=1:detect_leaks=0:allocator_release_to_os_interval_ms=-1"

record="$build/record" # of this run: target, executions, finds
: >"$record"

found=0
for target in "$@"; do
    corpus="$build/corpus/$target"
    mkdir -p "$corpus"
    set -- "$corpus"
    for folder in "$here/corpus/$target" "$here/regressions/$target" "$seeds/$target"; do
        [ ! -d "$folder" ] || set -- "$@" "$folder"
    done
    log="$build/$target.log"
    begun=$(date +%s)
    executions=0 finds=0
    # after a find it continues for the remaining time: the next find may be a different one
    while left=$((seconds - ($(date +%s) - begun))) && [ $left -gt 0 ] && [ $finds -lt 5 ]; do
        if "$build/test/fuzz/fuzz_$target" -dict="$here/$target.dict" -timeout=10 -rss_limit_mb=512 -malloc_limit_mb=256 \
            -max_len=1024 -max_total_time=$left -reduce_inputs=0 -print_final_stats=1 \
            -artifact_prefix="$build/finds/$target-" "$@" >"$log" 2>&1; then is_found=0; else is_found=1; fi
        grep -a -q 'Test unit written' "$log" || is_found=0 # it was ended from outside
        ran=$(sed -n 's/^stat::number_of_executed_units: //p' "$log" | tail -n 1)
        executions=$((executions + ${ran:-0}))
        [ $is_found = 1 ] || break
        finds=$((finds + 1)) found=1
        grep -a -m 4 'ERROR\|SUMMARY\|broken guarantee\|runtime error\|Test unit written' "$log" || tail -n 5 "$log"
    done
    echo "$target $executions $finds" >>"$record"
    printf '%-9s %11d executions, %d finds\n' "$target" "$executions" "$finds"
done
exit $found
