#!/bin/sh
# build.sh SOURCE PLACE: writes the npm package to the folder PLACE, ready for `npm pack`. WASM is the build folder of the library (default PLACE-wasm).
set -eu
source=$(cd "$1" && pwd) place=$2
wasm=${WASM:-$place-wasm}
version=$(sed -n 's/^project(gyre VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
sh "$source/app/web/wasm/build.sh" "$source" "$wasm" >/dev/null
rm -rf "$place"
mkdir -p "$place"
cp "$source"/app/web/engine/engine.js "$source"/app/web/engine/run.js "$source"/app/web/engine/wasi.js "$place/"
for file in index.js index.node.js index.d.ts README.md; do cp "$source/app/web/npm/$file" "$place/"; done
cp "$source/LICENSE" "$wasm/gyre.wasm" "$place/"
sed "s/@VERSION@/$version/" "$source/app/web/npm/package.json.in" >"$place/package.json"
echo "$place: $(du -sk "$place" | cut -f1) KiB"
