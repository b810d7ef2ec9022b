#!/bin/sh
# build.sh SOURCE PLACE: builds PLACE/gyre.wasm from the project at SOURCE.
set -eu
source=$1 place=$2
mkdir -p "$place"
cmake -S "$source/app/web/wasm" -B "$place" -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=-O3 -msimd128" \
    -DCMAKE_SYSTEM_NAME=Generic -DCMAKE_SYSTEM_PROCESSOR=wasm32 -DCMAKE_C_COMPILER=clang \
    -DCMAKE_C_COMPILER_TARGET=wasm32-wasi "-DCMAKE_AR=$(command -v llvm-ar || echo llvm-ar)" \
    -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY -DGYRE_WARNINGS_AS_ERRORS=ON >"$place/configure.log" ||
    { cat "$place/configure.log"; exit 1; }
cmake --build "$place" --target gyre_web --parallel "${JOBS:-2}"
