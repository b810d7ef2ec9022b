#!/bin/sh
# Windows, with MinGW's compiler: the libraries without files compile without warnings and links. `full` also runs the program under
# Wine, if installed, and compares its bits.
. "$SOURCE/test/consumer/common.sh"
cross=x86_64-w64-mingw32-gcc
command -v $cross >/dev/null 2>&1 || skip "no $cross; ./bootstrap test installs it"
type=Debug # -O0: it compiles fastest
[ "${1:-quick}" = quick ] || type=Release
cmake -S "$SOURCE" -B "$work/build" -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 -DCMAKE_C_COMPILER=$cross \
    -DCMAKE_BUILD_TYPE=$type -DCMAKE_C_FLAGS_DEBUG=-O0 -DGYRE_FILES=OFF -DGYRE_BUILD_TOOL=OFF -DGYRE_INSTALL=OFF -DGYRE_REPLAY_PAGE=OFF \
    -DGYRE_WARNINGS_AS_ERRORS=ON >/dev/null
cmake --build "$work/build" --parallel "${JOBS:-2}" >"$work/log" 2>&1 || { grep -B1 -A5 error "$work/log" | head -n 30; fail "the library does not compile for Windows"; }
$cross -std=c17 -I"$SOURCE/include" "$consumer/run_example.c" "$work/build/libgyre_io.a" "$work/build/libgyre.a" -static -lm -pthread -o "$work/main.exe" ||
    fail "a program does not link with the library for Windows"
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
if [ $type = Release ] && [ -x "$wine" ]; then
    export WINEDEBUG=-all WINEPREFIX="$work/wine"
    run_there() { "$wine" "$work/main.exe" "$1" | tr -d '\r'; }
    same_bits "Windows" run_there
else
    echo "Windows: compiles and links"
fi
