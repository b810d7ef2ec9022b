#!/bin/sh
# gyre selftest passes; its rows have numbers of docs/SPEC.md.
set -eu
cd "$SOURCE"
out="$BINARY/selftest.txt"
failed=0
"$BINARY/gyre" selftest >"$out" || { echo "FAILED: gyre selftest: exit code $?"; grep 'FAIL$' "$out"; failed=1; }
all_items=$(awk -F'|' '/^\| *[0-9]+[a-z]? *\|/ { gsub(/ /, "", $2); print $2 }' docs/SPEC.md)
rows=$(awk '$1 ~ /^[0-9]+[a-z]?$/ && $NF ~ /^(ok|FAIL)$/ { print $1 }' "$out")
for item in $rows; do
    echo "$all_items" | grep -qx "$item" || { echo "FAILED: gyre selftest has a row $item, which is not in docs/SPEC.md"; failed=1; }
done
count=$(echo "$rows" | wc -l)
[ "$count" -ge 15 ] || { echo "FAILED: $count rows only"; failed=1; }
[ "$(tail -n 1 "$out")" = "$count of $count results are right" ] || { echo "FAILED: last line: $(tail -n 1 "$out")"; failed=1; }
[ "$(awk 'length > 120' "$out" | wc -l)" = 0 ] || { echo "FAILED: a line is wider than 120 columns"; failed=1; }
[ $failed = 0 ] && tail -n 1 "$out"
exit $failed
