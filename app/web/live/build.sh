#!/bin/sh
# build.sh SOURCE PLACE: builds PLACE/wasm/gyre.wasm and from it PLACE/gyre.html.
set -eu
source=$1 place=$2
sh "$source/app/web/wasm/build.sh" "$source" "$place/wasm" >/dev/null
node "$source/app/web/build.mjs" live "$place"
node "$source/app/web/live/page.mjs" "$place" "$place/wasm/gyre.wasm"
