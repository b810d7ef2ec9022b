#!/bin/sh
# FetchContent (or add_subdirectory): a project takes Gyre's sources in. `full` builds it; else it is configured, and a look is taken
# at what it would build: the library, not the command, no tests, nothing installed.
. "$SOURCE/test/consumer/common.sh"
mkdir "$work/project"
cp "$consumer/run_example.c" "$work/project/main.c"
ln -s "$SOURCE" "$work/project/gyre"
{
    echo 'cmake_minimum_required(VERSION 3.21)'
    echo 'project(consumer C)'
    echo 'add_executable(main main.c)'
    block cmake "CMake, from source"
    echo 'if(TARGET gyre_tool OR TARGET gyre_shared OR TARGET determinism)'
    echo '    message(FATAL_ERROR "more than the library is built")'
    echo 'endif()'
} >"$work/project/CMakeLists.txt"
cmake -S "$work/project" -B "$work/build" -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=Release -DGYRE_REPLAY_PAGE=OFF >/dev/null
cmake --install "$work/build" --prefix "$work/prefix" | grep -v '^-- Install configuration' && fail "the consumer installs Gyre"
if [ "${1:-quick}" = full ]; then
    cmake --build "$work/build" --parallel "${JOBS:-2}" >/dev/null
    same_bits "FetchContent" "$work/build/main"
else
    # some objects of the library, with the flags that belong to it
    grep -q -- -ffp-contract=off "$work/build/_deps/gyre-build/CMakeFiles/gyre.dir/flags.make" || fail "the library's flags are gone"
    make -s -C "$work/build/_deps/gyre-build" src/base/result.o src/math/algebra.o >/dev/null || fail "the library does not compile"
    echo "FetchContent: configured, and compiles"
fi
