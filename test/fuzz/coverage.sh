#!/bin/sh
# Coverage of the readers by all inputs (seeds, regressions, the corpus grown in build/fuzz) and by
# the readers' tests: coverage.sh BAR. Builds those with clang's coverage into build/fuzz-coverage, prints a row per
# reader (the table is kept in build/fuzz-coverage/profiles/table.md), and exits with 1 if a reader is below BAR percent.
# SOURCE is the project.
set -eu
bar=$1
here="$SOURCE/test/fuzz"
build="$SOURCE/build/fuzz-coverage"
work="$build/profiles"
cd "$SOURCE"

# reader: files | tests
readers() {
    cat <<'READERS'
json|src/json/json.c src/json/json_scan.c|json
scene|src/scene/scene_read.c src/scene/read_*.c src/scene/keys.c src/scene/problems.c|scene scene_forces scene_mistakes scene_faults scene_mesh scene_examples
stl|src/mesh/read_stl.c src/mesh/model.c src/mesh/model_builder.c|read_stl model
obj|src/mesh/read_obj.c src/mesh/polygon.c src/mesh/text_scan.c|read_obj polygon model
ply|src/mesh/read_ply.c src/mesh/ply_header.c|read_ply model
gltf|src/mesh/read_gltf.c src/mesh/gltf_*.c|read_gltf read_gltf_faults
snapshot|src/world/snapshot.c src/base/archive.c|snapshot archive
READERS
}

targets=fuzz_seeds
for reader in $(readers | cut -d '|' -f 1); do targets="$targets replay_$reader"; done
for test in $(readers | cut -d '|' -f 3); do targets="$targets test_$test"; done
cmake -S . -B "$build" -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="-O1 -fprofile-instr-generate -fcoverage-mapping" \
    -DGYRE_BUILD_TESTS=ON -DGYRE_BUILD_TOOL=OFF -DGYRE_REPLAY_PAGE=OFF -DGYRE_INSTALL=OFF >/dev/null
LLVM_PROFILE_FILE=/dev/null cmake --build "$build" --parallel "${JOBS:-2}" --target $targets >/dev/null
rm -rf "$work"
mkdir -p "$work"

# lines FILE...: "lines covered" of these files, of what llvm-cov exports
lines() {
    python3 -c '
import json, sys
files = [f for f in json.load(sys.stdin)["data"][0]["files"] if any(f["filename"].endswith("/" + name) for name in sys.argv[1:])]
assert len(files) == len(sys.argv) - 1, "not all files are in the program"
lines = [f["summary"]["lines"] for f in files]
print(sum(l["count"] for l in lines), sum(l["covered"] for l in lines))' "$@"
}

failed=0
record="$SOURCE/build/fuzz/record" # of the last run of run.sh
[ -e "$record" ] || record=/dev/null
readers >"$work/readers"
while IFS='|' read -r reader files tests; do
    objects="$build/test/fuzz/replay_$reader"
    LLVM_PROFILE_FILE="$work/$reader-%p.raw" "$objects" -m 20000 -a 100 "$here/corpus/$reader" "$here/regressions/$reader" \
        "$build/test/fuzz/seeds/$reader" >"$work/$reader.log" 2>&1
    if [ -d "build/fuzz/corpus/$reader" ]; then
        LLVM_PROFILE_FILE="$work/$reader-%p.raw" "$objects" "build/fuzz/corpus/$reader" >>"$work/$reader.log" 2>&1
    fi
    more=""
    for test in $tests; do
        LLVM_PROFILE_FILE="$work/$reader-%p.raw" "$build/test/test_$test" >>"$work/$reader.log" 2>&1 || true
        more="$more -object $build/test/test_$test"
    done
    llvm-profdata merge -sparse -o "$work/$reader.profile" "$work/$reader"-*.raw
    counts=$(llvm-cov export -summary-only -instr-profile="$work/$reader.profile" "$objects" $more | lines $files)
    executions=$(awk -v target="$reader" '$1 == target { print $2 }' "$record")
    finds=$(awk -v target="$reader" '$1 == target { print $3 }' "$record")
    echo "$reader $counts ${executions:-0} ${finds:-0}" | awk -v bar="$bar" -v files="$files" '{
        part = 100 * $3 / $2
        printf "| %s | `%s` | %d | %.1f %% | %.3g million | %d |\n", $1, files, $2, part, $4 / 1e6, $5
        if (part < bar) exit 1 }' >"$work/$reader.row" || { failed=1; echo "below $bar %:"; }
    cat "$work/$reader.row"
done <"$work/readers"

{
    echo "| reader | files | lines | reached | executions | finds |"
    echo "|---|---|---|---|---|---|"
    for reader in $(cut -d '|' -f 1 "$work/readers"); do cat "$work/$reader.row"; done
} >"$work/table.md"
exit $failed
