#!/bin/sh
# The glb files that test/draw_samples.c writes are valid for the Khronos validator (an npm package: ./bootstrap glb).
set -eu
command -v node >/dev/null 2>&1 || { echo "skipped: no node"; exit 77; }
[ -d "$SOURCE/node_modules/gltf-validator" ] || { echo "skipped: no gltf-validator; ./bootstrap glb installs it"; exit 77; }
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
"$BINARY/test/draw_samples" "$files"
node "$SOURCE/test/check_glb.js" "$files"/*.glb
# and the check can fail: a file with one byte of its description changed
sed 's/"LINEAR"/"LINEAL"/' "$files/tumbling.glb" >"$files/broken.glb"
if node "$SOURCE/test/check_glb.js" "$files/broken.glb" >/dev/null; then echo "FAILED: a broken file passed"; exit 1; fi
