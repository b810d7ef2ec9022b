#!/bin/sh
# find_package(gyre) finds the static and the shared libraries in a prefix that was moved after the installation.
. "$SOURCE/test/consumer/common.sh"
cmake --install "$BINARY" --prefix "$work/first" >/dev/null
cmake --install "$BINARY" --prefix "$work/first" --component shared >/dev/null
mv "$work/first" "$work/moved"

project() { # project NAME SUBSTITUTION: configures a project in work/NAME/build
    mkdir "$work/$1"
    cp "$consumer/run_example.c" "$work/$1/main.c"
    {
        echo 'cmake_minimum_required(VERSION 3.21)'
        echo 'project(consumer C)'
        echo 'add_executable(main main.c)'
        block cmake "CMake, installed" | sed "$2"
    } >"$work/$1/CMakeLists.txt"
    cmake -S "$work/$1" -B "$work/$1/build" -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$work/moved" >"$work/$1/log" 2>&1
}
project static "" || { cat "$work/static/log"; fail "find_package, static"; }
project shared "s/gyre::io/gyre::io_shared/" || { cat "$work/shared/log"; fail "find_package, shared"; }
for kind in static shared; do
    cmake --build "$work/$kind/build" >/dev/null
    same_bits "find_package, $kind" "$work/$kind/build/main"
done
for name in libgyre libgyre_io; do
    soname=$name.so.$(version | cut -d. -f1-2)
    objdump -p "$work/shared/build/main" | grep -q "NEEDED *$soname\$" || fail "a program with gyre::io_shared is not linked with $soname"
done
objdump -p "$work/static/build/main" | grep -q "NEEDED.*gyre" && fail "a program with gyre::io is linked with a shared library"

# without scenes: gyre::gyre
project least "s/gyre::io/gyre::gyre/; s/^find_package/set(CMAKE_DISABLE_FIND_PACKAGE_ZLIB ON)\n&/" || { cat "$work/least/log"; fail "find_package, gyre::gyre"; }
cp "$SOURCE/examples/push_block.c" "$work/least/main.c"
cmake --build "$work/least/build" >/dev/null || fail "a program without scenes does not link with gyre::gyre"
"$work/least/build/main" >"$work/least/out" || fail "a program without scenes fails"
nm "$work/least/build/main" | grep -q gyre_scene_read && fail "a program with gyre::gyre contains libgyre_io"
grep -q "zlib was not found" "$work/least/log" || fail "without zlib there is no message"
project without_zlib "s/^find_package(gyre 0.1 REQUIRED/set(CMAKE_DISABLE_FIND_PACKAGE_ZLIB ON)\n& COMPONENTS io/" && fail "the component io was found without zlib"
grep -q "gyre has no component io here (io needs zlib)" "$work/without_zlib/log" || fail "without zlib, COMPONENTS io: $(cat "$work/without_zlib/log")"

project newer "s/gyre 0\.1/gyre 0.99/" && fail "find_package(gyre 0.99) found $(version)"
grep -q "$(version)" "$work/newer/log" || fail "the error of find_package(gyre 0.99) does not name the installed version"
echo "find_package: incompatible versions are rejected"
