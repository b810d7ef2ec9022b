#!/bin/sh
# Readers never crash, hang or swell: fuzz.sh quick|full.
# quick: the targets' replay driver detects a broken guarantee (the tests fuzz.TARGET replay the inputs themselves).
# full: 45 s of libFuzzer per target; then the bars: no find, 2e5 executions of each target, and 95 % of the lines of each reader
# reached.
set -eu
if [ "$1" = quick ]; then
    # a control: a file that is there, one that is not, and an input for which the target is wrong on purpose
    "$BINARY/test/fuzz/replay_json" "$SOURCE/test/fuzz/corpus/json" | grep -q "no guarantee broken"
    if "$BINARY/test/fuzz/replay_json" /does/not/exist 2>/dev/null; then echo "nothing to replay is no success"; exit 1; fi
    if "$BINARY/test/fuzz/replay_broken" -m 2000 "$SOURCE/test/fuzz/corpus/json" 2>/dev/null; then echo "a broken guarantee is not detected"; exit 1; fi
    for target in json scene stl obj ply gltf snapshot; do
        [ -s "$SOURCE/test/fuzz/$target.dict" ] || { echo "no dictionary for $target"; exit 1; }
    done
    echo "reached: the driver replays, and detects a broken guarantee"
    exit 0
fi
command -v clang >/dev/null 2>&1 || { echo "clang is missing"; exit 77; }
command -v llvm-cov >/dev/null 2>&1 || { echo "llvm-cov is missing"; exit 77; }
ls "$(clang -print-resource-dir)"/lib/*/libclang_rt.fuzzer*.a >/dev/null 2>&1 || { echo "libFuzzer is missing"; exit 77; }

JOBS=1
export JOBS
record="$SOURCE/build/fuzz/record"
code=0
sh "$SOURCE/test/fuzz/run.sh" "${FUZZ_SECONDS:-45}" || code=1
sh "$SOURCE/test/fuzz/coverage.sh" 95 || code=1
few=$(awk '$2 < 2e5 { print $1 }' "$record")
[ -z "$few" ] || { echo "less than 2e5 executions:" $few; code=1; }
[ "$(wc -l <"$record")" = 7 ] || { echo "not every target was run"; code=1; }
least=$(awk '{ if (!n || $2 < n) n = $2 } END { printf "%.3g", n }' "$record")
finds=$(awk '{ n += $3 } END { print n + 0 }' "$record")
lines=$(sed -n 's/.* | \([0-9.]*\) % |.*/\1/p' "$SOURCE/build/fuzz-coverage/profiles/table.md" | sort -n | head -n 1)
echo "reached: at least $least executions per reader and $lines % of its lines; $finds finds"
exit $code
