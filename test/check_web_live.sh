#!/bin/sh
# The live page in a real browser: test/web/test_live.mjs.
set -eu
command -v node >/dev/null 2>&1 || { echo "skipped: no node"; exit 77; }
command -v clang >/dev/null 2>&1 && command -v wasm-ld >/dev/null 2>&1 && [ -e /usr/include/wasm32-wasi/stdio.h ] &&
    [ -e "$(clang -print-resource-dir)/lib/wasi/libclang_rt.builtins-wasm32.a" ] ||
    { echo "skipped: nothing builds for wasm32-wasi here; ./bootstrap wasm installs it"; exit 77; }
for package in esbuild three playwright-core; do
    [ -d "$SOURCE/node_modules/$package" ] || { echo "skipped: no $package; ./bootstrap web browser installs it"; exit 77; }
done
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || { echo "skipped: no chromium; ./bootstrap browser installs it"; exit 77; }
sh "$SOURCE/app/web/live/build.sh" "$SOURCE" "$BINARY/web" >/dev/null
GYRE="$BINARY/gyre" GYRE_PAGE="$BINARY/web/gyre.html" node --test "$SOURCE/test/web/test_live.mjs"
