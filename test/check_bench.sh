#!/bin/sh
# gyre bench measures every method beside both baselines, prints its limits and writes CSV; the bodies that it measures move as
# in the library. Without the baseline programs it reports that and continues.
set -eu
work="$BINARY/bench-check"
rm -rf "$work"
mkdir -p "$work/alone"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
"$BINARY/gyre" bench --quick -o "$work/bench.csv" >"$work/bench.txt"

# fields of the CSV file by name, as one line of "what|options|scene|bodies|threads|ns|hash" per row
/usr/bin/python3 - "$work/bench.csv" >"$work/rows" <<'PYTHON' || { cat "$work/rows"; exit 1; }
import csv, sys
with open(sys.argv[1], newline="") as file:
    for number, row in enumerate(csv.DictReader(file, strict=True), 2):
        if None in row or None in row.values():
            sys.exit(f"FAILED: line {number} has not as many fields as the first")
        if not (row["commit"] and row["cpu"] and row["compiler"] and len(row["hash"]) == 16):
            sys.exit(f"FAILED: line {number} does not name the commit, CPU, compiler and hash")
        print("|".join(row[name] for name in "what options scene bodies threads ns_per_body_step hash".split()))
PYTHON

for what in textbook lean exact semi_implicit_euler; do
    for bodies in 1 100 1000; do
        awk -F'|' -v what=$what -v bodies=$bodies '$1 == what && $3 == "spin5" && $4 == bodies && $6 > 0 { found = 1 } END { exit !found }' \
            "$work/rows" || fail "no measurement of $what with $bodies bodies"
    done
done
for method in $(sed -n 's/^X(\([a-z0-9_]*\),.*/\1/p' "$SOURCE/include/gyre/methods.def"); do
    expected=$("$BINARY/test/bench_hash" "$method")
    got=$(awk -F'|' -v what="$method" '$1 == what && $3 == "spin5_methods" { print $7 }' "$work/rows" | sort -u)
    [ "$got" = "$expected" ] || fail "$method: gyre bench has the hash '$got', the library $expected"
    grep -q "^  $method .*$expected" "$work/bench.txt" || fail "$method: the table does not show the hash $expected"
    [ "$(grep -c "^$method|.*|tumble_" "$work/rows")" = 2 ] || fail "$method: not two rows of accuracy"
done
# rollback, ledger and hashing change no bit; another scene does
for scene in spin5 spin5_options; do
    awk -F'|' -v scene=$scene '$1 == "exact" && $3 == scene && $4 == 1000 { print $7 }' "$work/rows"
done | sort -u >"$work/equal"
[ "$(wc -l <"$work/equal")" = 1 ] || fail "options change the hash:" $(cat "$work/equal")
# nor does the ledger of a world with forces; forces themselves move bodies elsewhere
awk -F'|' '$3 == "spin5_forces" && $2 != "" { print $7 }' "$work/rows" | sort -u >"$work/forced"
[ "$(wc -l <"$work/forced")" = 1 ] || fail "the ledger of forces changes the hash:" $(cat "$work/forced")
cmp -s "$work/forced" "$work/equal" && fail "forces do nothing"
grep "^exact||spin60|1000|" "$work/rows" | grep -qF "$(cat "$work/equal")" && fail "two scenes have the same hash"
grep -qE "^memory limit\|\|triad\|[0-9]+\|1\|[0-9.]+\|" "$work/rows" || fail "the bandwidth of the memory is not in the CSV file"
grep -qE "^bytes per body +<= +480 " "$work/bench.txt" || fail "no table of limits"
grep -qE "^one body, one step of exact.* (pass|FAIL)$" "$work/bench.txt" || fail "no limit was judged"
grep -q "fastest engine.*make bench" "$work/bench.txt" || fail "the limits do not name make bench"

# the tool alone
cp "$BINARY/gyre" "$work/alone/gyre"
"$work/alone/gyre" bench --quick >"$work/alone.txt"
for what in textbook lean; do
    grep -q "^$what: skipped, the program gyre-baseline-$what is not in the folder of this command" "$work/alone.txt" || fail "a missing $what is not reported"
done
grep -q "^  exact  *1000 " "$work/alone.txt" || fail "without baselines nothing is measured"
"$work/alone/gyre" bench -o bench.txt 2>"$work/error" && fail "-o bench.txt was taken"
grep -q "the extension must be .csv" "$work/error" || fail "-o bench.txt: $(cat "$work/error")"
[ $failed = 0 ] && grep "^  exact " "$work/bench.txt"
exit $failed
