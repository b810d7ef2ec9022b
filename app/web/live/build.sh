#!/bin/sh
# build.sh SOURCE PLACE: makes PLACE/gyre.html, and PLACE/wasm/gyre.wasm on the way.
set -eu
source=$1 place=$2
sh "$source/app/web/wasm/build.sh" "$source" "$place/wasm" >/dev/null
node "$source/app/web/build.mjs" live "$place"
node "$source/app/web/live/page.mjs" "$place" "$place/wasm/gyre.wasm"
