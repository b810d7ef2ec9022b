#!/bin/sh
# The svg files that test/draw_samples.c writes are well-formed XML.
set -eu
if command -v xmllint >/dev/null 2>&1; then
    parse="xmllint --noout"
elif [ -x /usr/bin/python3 ]; then
    parse="/usr/bin/python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])'"
else
    echo "skipped: neither xmllint nor python3"
    exit 77
fi
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
"$BINARY/test/draw_samples" "$files"
for file in "$files"/*.svg; do
    eval "$parse \"\$file\"" || { echo "FAILED: $(basename "$file")"; exit 1; }
done
# and the check can fail
sed '$d' "$files/tumbling.svg" >"$files/cut"
if eval "$parse \"\$files/cut\"" >/dev/null 2>&1; then echo "FAILED: a page without its end passed"; exit 1; fi
echo "$(ls "$files"/*.svg | wc -l) pages are well-formed"
