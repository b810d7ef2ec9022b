#!/bin/sh
# gyre bench measures every method and the textbook loop for three numbers of bodies, and computes the same every time.
set -eu
out="$BINARY/bench.txt"
"$BINARY/gyre" bench >"$out"
methods=$(sed -n 's/^X(\([a-z0-9_]*\),.*/\1/p' "$SOURCE/include/gyre/methods.def" | wc -l)
rows=$(awk '$2 ~ /^(1|100|10000)$/ && $3 > 0 && $4 > 0' "$out" | wc -l)
[ "$rows" = $((3 * (methods + 1))) ] || { echo "FAILED: $rows rows of measurements, expected $((3 * (methods + 1)))"; exit 1; }
# the hash is that of 100 bodies both times
different=$(awk '$2 == 100 { hash[$1] = $5 } $2 == 10000 && $1 != "textbook" && hash[$1] != $5 { print $1 }' "$out")
[ -z "$different" ] || { echo "FAILED: another hash the second time:" $different; exit 1; }
grep "^exact" "$out"
