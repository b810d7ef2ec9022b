#!/bin/sh
# pkg-config with the static and with the shared library, in a prefix that was moved; the shared library exports exactly the
# functions that the installed headers declare.
. "$SOURCE/test/consumer/common.sh"
command -v pkg-config >/dev/null 2>&1 || skip "no pkg-config"
cmake --install "$BINARY" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name gyre.pc)")
export PKG_CONFIG_PATH
[ "$(pkg-config --modversion gyre)" = "$(version)" ] || fail "pkg-config reports version $(pkg-config --modversion gyre)"
build() { # build NAME: runs the command of docs/PACKAGING.md
    mkdir "$work/$1"
    cp "$consumer/run_example.c" "$work/$1/main.c"
    block sh pkg-config | sed "s|^cc|$CC -Wall -Wextra -Werror|" >"$work/$1/build.sh"
    (cd "$work/$1" && sh ./build.sh) || fail "pkg-config, $1: does not build"
}
build static
same_bits "pkg-config, static" "$work/static/main"

cmake --install "$BINARY" --prefix "$work/moved" --component shared >/dev/null
library=$(find "$work/moved" -name libgyre.so)
build shared
same_bits "pkg-config, shared" env LD_LIBRARY_PATH="$(dirname "$library")" "$work/shared/main"
"$work/shared/main" 2>/dev/null && fail "the program with the shared library runs without it"

sh "$consumer/exports.sh" "$library" "$work/moved/include" "$work" || fail "the exported functions differ from those that the headers declare"
# a declaration without a function makes the check fail
cp -r "$work/moved/include" "$work/more"
echo "gyre_result gyre_nowhere(int a);" >>"$work/more/gyre/ledger.h"
sh "$consumer/exports.sh" "$library" "$work/more" "$work" >/dev/null && fail "a declaration without a function was accepted"
exit 0
