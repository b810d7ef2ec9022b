#!/bin/sh
# gyre selftest passes, and has a line for every item that docs/SPEC.md calls done.
set -eu
cd "$SOURCE"
out="$BINARY/selftest.txt"
failed=0
"$BINARY/gyre" selftest >"$out" || { echo "FAILED: gyre selftest: exit code $?"; grep 'FAIL$' "$out"; failed=1; }
done_items=$(awk -F'|' '/^\| *[0-9]+[a-z]? *\|/ && $(NF-1) ~ /done/ { gsub(/ /, "", $2); print $2 }' docs/SPEC.md)
all_items=$(awk -F'|' '/^\| *[0-9]+[a-z]? *\|/ { gsub(/ /, "", $2); print $2 }' docs/SPEC.md)
lines=$(awk '$1 ~ /^[0-9]+[a-z]?$/ && $NF ~ /^(ok|FAIL)$/ { print $1 }' "$out")
[ -n "$done_items" ] || { echo "FAILED: no item of docs/SPEC.md is done"; exit 1; }
for item in $done_items; do
    echo "$lines" | grep -qx "$item" || { echo "FAILED: item $item is called done, but gyre selftest has no line for it"; failed=1; }
done
for item in $lines; do
    echo "$all_items" | grep -qx "$item" || { echo "FAILED: gyre selftest has a line $item, which is not in docs/SPEC.md"; failed=1; }
done
[ -z "$(echo "$lines" | uniq -d)" ] || { echo "FAILED: two lines for item $(echo "$lines" | uniq -d)"; failed=1; }
count=$(echo "$lines" | wc -l)
[ "$(tail -n 1 "$out")" = "$count of $count requirements hold" ] || { echo "FAILED: last line: $(tail -n 1 "$out")"; failed=1; }
[ "$(awk 'length > 120' "$out" | wc -l)" = 0 ] || { echo "FAILED: a line is wider than 120 columns"; failed=1; }
[ $failed = 0 ] && tail -n 1 "$out"
exit $failed
