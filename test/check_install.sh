#!/bin/sh
# The C program of docs/TOUR.md builds against the installed libgyre only, by pkg-config and by find_package, and prints the
# output on the page. The installed headers are clean as C++ where there is a C++ compiler.
set -eu
work="$BINARY/install-check"
rm -rf "$work"
mkdir -p "$work/program"
cmake --install "$BINARY" --prefix "$work/prefix" >/dev/null

# the first ```c block, and the ``` block after it, which is its output
awk '/^```c$/ && !seen { on = seen = 1; next } /^```$/ { on = 0 } on' "$SOURCE/docs/TOUR.md" >"$work/program/main.c"
awk '/^```c$/ { seen = 1 } seen && /^```$/ { fences++; if (fences == 2) on = 1; else on = 0; next } on' "$SOURCE/docs/TOUR.md" >"$work/expected"
[ -s "$work/program/main.c" ] && [ -s "$work/expected" ] || { echo "FAILED: no program in docs/TOUR.md"; exit 1; }
lines=$(wc -l <"$work/program/main.c")
[ "$lines" -le 25 ] || { echo "FAILED: the program has $lines lines, more than 25"; exit 1; }

export PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig:$(echo "$work"/prefix/lib/*/pkgconfig)"
$CC -std=c17 -Wall -Wextra -Werror "$work/program/main.c" $(pkg-config --cflags --libs gyre) -o "$work/by-pkg-config"
"$work/by-pkg-config" | tee "$work/got"
cmp "$work/got" "$work/expected" || { echo "FAILED: docs/TOUR.md shows another output"; exit 1; }

cat >"$work/program/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.21)
project(program C)
find_package(gyre 0.1 REQUIRED)
add_executable(program main.c)
target_link_libraries(program PRIVATE gyre::gyre)
CMAKE
cmake -S "$work/program" -B "$work/by-cmake" -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/by-cmake" >/dev/null
"$work/by-cmake/program" | cmp - "$work/expected"

# a static library shares its name space with the program: every global symbol carries the prefix
foreign=$(nm -g --defined-only "$BINARY/libgyre.a" "$BINARY/libgyre_io.a" 2>/dev/null | awk 'NF == 3 && $3 !~ /^gyre_/ { print $3 }')
[ -z "$foreign" ] || { echo "FAILED: global symbols without the prefix gyre_:" $foreign; exit 1; }

if command -v g++ >/dev/null 2>&1; then
    echo '#include "gyre/gyre.h"
int main() { return gyre_ode_options_default().method == GYRE_METHOD_dopri5 ? 0 : 1; }' >"$work/program/main.cpp"
    g++ -std=c++17 -Wall -Wextra -Werror "$work/program/main.cpp" $(pkg-config --cflags --libs gyre) -o "$work/as-cpp"
    "$work/as-cpp"
fi
for file in share/man/man1/gyre.1 share/bash-completion/completions/gyre share/doc/gyre/docs/SCENES.md \
    share/doc/gyre/docs/INERTIA.md; do
    [ -s "$work/prefix/$file" ] || { echo "FAILED: $file is not installed"; exit 1; }
done
"$work/prefix/bin/gyre" --version
