#!/bin/sh
# FetchContent (or add_subdirectory): a project that includes Gyre's sources builds the library only, without command and tests, and
# installs nothing of it. `full` builds the project; otherwise it is only configured.
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
    echo '    message(FATAL_ERROR "targets other than the library exist")'
    echo 'endif()'
} >"$work/project/CMakeLists.txt"
cmake -S "$work/project" -B "$work/build" -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=Release -DGYRE_REPLAY_PAGE=OFF >/dev/null

# flags_of FOLDER OPTIONS...: configures the project with the options; sets flags to the flags of Gyre's files, own_flags to those of main
flags_of() {
    folder="$work/$1"
    shift
    env -u CFLAGS -u CMAKE_BUILD_TYPE cmake -S "$work/project" -B "$folder" -DCMAKE_C_COMPILER="$CC" -DGYRE_REPLAY_PAGE=OFF "$@" >"$folder.log"
    flags=$(cat "$folder/_deps/gyre-build/CMakeFiles/gyre.dir/flags.make")
    own_flags=$(cat "$folder/CMakeFiles/main.dir/flags.make")
}
flags_of untyped
echo "$flags" | grep -q -- '^C_FLAGS.* -O[23]' || fail "without a build type the library is not optimised"
echo "$own_flags" | grep -q -- ' -O' && fail "without a build type the project's own files get Gyre's flags"
grep -q '^CMAKE_BUILD_TYPE:[A-Z]*=$' "$work/untyped/CMakeCache.txt" || fail "the project's build type was set"
grep -q -- "^-- gyre: CMAKE_BUILD_TYPE is not set: .*-DCMAKE_BUILD_TYPE=" "$work/untyped.log" || fail "no message about the missing build type"
flags_of debug -DCMAKE_BUILD_TYPE=Debug
echo "$flags" | grep -q -- ' -O' && fail "a Debug project gets an optimised library"
grep -q "CMAKE_BUILD_TYPE is not set" "$work/debug.log" && fail "a message about a build type that is set"
flags_of flagged -DCMAKE_C_FLAGS=-O1
echo "$flags" | grep -q -- ' -O[23]' && fail "Gyre overrides the project's -O1"

cmake --install "$work/build" --prefix "$work/prefix" | grep -v '^-- Install configuration' && fail "the consumer installs Gyre"
if [ "${1:-quick}" = full ]; then
    cmake --build "$work/build" --parallel "${JOBS:-2}" >/dev/null
    same_bits "FetchContent" "$work/build/main"
else
    # compiles two files and checks one flag of the library
    grep -q -- -ffp-contract=off "$work/build/_deps/gyre-build/CMakeFiles/gyre.dir/flags.make" || fail "the library's flags are missing"
    make -s -C "$work/build/_deps/gyre-build" src/base/result.o src/math/algebra.o >/dev/null || fail "the library does not compile"
    echo "FetchContent: configures and compiles"
fi
