#!/bin/sh
# pkg-config with the static and with the shared libraries, in a prefix that was moved; the shared libraries export exactly the
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
$CC -std=c17 "$SOURCE/examples/push_block.c" $(pkg-config --cflags --libs gyre) -o "$work/push_block" || fail "a program without scenes needs more than gyre.pc"
"$work/push_block" >"$work/push_block.out" || fail "a program without scenes fails"

cmake --install "$BINARY" --prefix "$work/moved" --component shared >/dev/null
libraries=$(dirname "$(find "$work/moved" -name libgyre.so)")
build shared
same_bits "pkg-config, shared" env LD_LIBRARY_PATH="$libraries" "$work/shared/main"
"$work/shared/main" 2>/dev/null && fail "the program with the shared libraries runs without them"

sh "$consumer/exports.sh" "$libraries" "$work/moved/include" "$work" || fail "the exported functions differ from those that the headers declare"
# a declaration without a function makes the check fail
for header in ledger scene; do
    cp -r "$work/moved/include" "$work/with-$header"
    echo "gyre_result gyre_nowhere(int a);" >>"$work/with-$header/gyre/$header.h"
    sh "$consumer/exports.sh" "$libraries" "$work/with-$header" "$work" >/dev/null && fail "a declaration without a function was accepted ($header.h)"
done
exit 0
