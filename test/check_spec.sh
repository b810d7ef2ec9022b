#!/bin/sh
# Every item that docs/SPEC.md calls done has a test that names it, and every test that names an item names one that exists.
set -eu
cd "$SOURCE"
done_items=$(awk -F'|' '/^\| *[0-9]+[a-z]? *\|/ && $(NF-1) ~ /done/ { gsub(/ /, "", $2); print $2 }' docs/SPEC.md)
all_items=$(awk -F'|' '/^\| *[0-9]+[a-z]? *\|/ { gsub(/ /, "", $2); print $2 }' docs/SPEC.md)
tested_items=$(grep -ho 'TEST(spec_[0-9]*[a-z]\{0,1\}_' test/test_*.c | sed 's/TEST(spec_//; s/_$//' | sort -u)
[ -n "$done_items" ] || { echo "FAILED: no item of docs/SPEC.md is done"; exit 1; }

failed=0
for item in $done_items; do
    echo "$tested_items" | grep -qx "$item" || { echo "FAILED: item $item is called done, but no test is named spec_${item}_..."; failed=1; }
done
for item in $tested_items; do
    echo "$done_items" | grep -qx "$item" || { echo "FAILED: a test names item $item, which docs/SPEC.md does not call done"; failed=1; }
done
[ $failed = 0 ] && echo "$(echo "$done_items" | wc -l) of $(echo "$all_items" | wc -l) items are done, each with a test"
exit $failed
