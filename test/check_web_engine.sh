#!/bin/sh
# The library as WebAssembly does what the command does: test/web/test_engine.mjs.
set -eu
command -v node >/dev/null 2>&1 || { echo "skipped: no node"; exit 77; }
command -v clang >/dev/null 2>&1 && command -v wasm-ld >/dev/null 2>&1 && [ -e /usr/include/wasm32-wasi/stdio.h ] &&
    [ -e "$(clang -print-resource-dir)/lib/wasi/libclang_rt.builtins-wasm32.a" ] ||
    { echo "skipped: nothing builds for wasm32-wasi here; ./bootstrap wasm installs it"; exit 77; }
sh "$SOURCE/app/web/wasm/build.sh" "$SOURCE" "$BINARY/web/wasm" >/dev/null
GYRE="$BINARY/gyre" GYRE_WASM="$BINARY/web/wasm/gyre.wasm" node --test "$SOURCE/test/web/test_engine.mjs"
