#!/bin/sh
# Independent readers accept the output of test/draw_parts.c: Python reads the XML and PNG, a browser (if installed) the pages.
set -eu
python=/usr/bin/python3
if ! [ -x $python ]; then echo "skipped: no python3"; exit 77; fi
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
"$BINARY/test/draw_parts" "$files" >/dev/null
$python "$SOURCE/test/check_part_picture.py" "$files"

# and the check can fail
mkdir "$files/bad"
cp "$files"/*.svg "$files"/*.html "$files/bad"
sed -i 's/"use strict";/"use strict"; /' "$files/bad/cube.html"
if $python "$SOURCE/test/check_part_picture.py" "$files/bad" >/dev/null 2>&1; then
    echo "FAILED: a page whose script differs from its hash passed"; exit 1
fi

# The script must run to its end without errors; a frame may be late on a slow machine.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then echo "no chromium: the pages were not run"; exit 0; fi
for name in cup_open hostile; do
    timeout 100 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$files/profile" --use-angle=swiftshader \
        --enable-unsafe-swiftshader --virtual-time-budget=4000 --enable-logging=stderr --dump-dom \
        "file://$files/$name.html" >"$files/dom" 2>"$files/log" || true
    if ! grep -q '</html>' "$files/dom"; then echo "chromium does not run here: the pages were not run"; exit 0; fi
    if grep 'CONSOLE' "$files/log" | grep -v 'GL Driver Message' >&2; then echo "FAILED: $name.html complains"; exit 1; fi
    if ! grep -q 'id="message" class="message" hidden' "$files/dom"; then
        if grep -q "WebGL" "$files/log"; then echo "no WebGL2 in this chromium: the view was not run"; exit 0; fi
        echo "FAILED: $name.html does not show its view"; exit 1
    fi
done
echo "the pages run in $(basename "$browser") without a complaint"
