#!/bin/sh
# check_abi.sh SOURCE PLACE: what changed in the shared library's interface since the last tag (or since BASE, a commit), by abidiff over
# both libraries, built with debugging information at PLACE. Only what the public headers declare counts.
#   0  nothing, or only additions
#   1  programs that were linked with the last release may break: functions gone, or structs and enums changed
# While the version begins with 0 a new second number may do that; the script says so and is content when that number has changed.
# Structs that come from a _default() function are as visible as any other: who grows one changes the interface.
set -eu
source=$1 place=$2
command -v abidiff >/dev/null 2>&1 || { echo "skipped: no abidiff; ./bootstrap package installs it"; exit 77; }
base=${BASE:-$(git -C "$source" describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)}
if [ -z "$base" ]; then
    echo "abi: there is no tag yet, so there is no release to compare with (BASE=commit names another one)"
    exit 0
fi

abi_of() { # abi_of FOLDER: the part of the version that is in the soname
    sed -n 's/^project(gyre VERSION \([0-9]*\.[0-9]*\).*/\1/p' "$1/CMakeLists.txt"
}

build() { # build FOLDER NAME
    cmake -S "$1" -B "$place/$2" -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=-g -O0" -DBUILD_SHARED_LIBS=ON -DGYRE_BUILD_TOOL=OFF \
        -DGYRE_REPLAY_PAGE=OFF >/dev/null
    cmake --build "$place/$2" --parallel "${JOBS:-2}" --target gyre >/dev/null
}

commit=$(git -C "$source" rev-parse "$base^{commit}")
if [ "$(cat "$place/base-commit" 2>/dev/null)" != "$commit" ]; then
    rm -rf "$place/base-source" "$place/base" "$place/base-commit"
    mkdir -p "$place/base-source"
    git -C "$source" archive "$commit" | tar -x -C "$place/base-source"
    build "$place/base-source" base
    echo "$commit" >"$place/base-commit"
fi
build "$source" now

set +e
abidiff --headers-dir1 "$place/base-source/include" --headers-dir2 "$source/include" --drop-private-types \
    "$place/base/libgyre.so" "$place/now/libgyre.so" >"$place/report"
code=$?
set -e
cat "$place/report"
# abidiff's answer is a set of bits: 1 an error, 2 wrong usage, 4 something changed, 8 and in a way that breaks programs
[ $((code & 3)) = 0 ] || { echo "FAILED: abidiff"; exit 2; }
[ $code != 0 ] || { echo "abi: as in $base"; exit 0; }
# without bit 8 it leaves the judgement to us: additions are fine, and anything else is not
if [ $((code & 8)) = 0 ] && grep -q '^Functions changes summary: 0 Removed, 0 Changed' "$place/report" &&
    grep -q '^Variables changes summary: 0 Removed, 0 Changed' "$place/report"; then
    echo "abi: additions since $base"
    exit 0
fi
if [ "$(abi_of "$place/base-source")" != "$(abi_of "$source")" ]; then
    echo "abi: changed since $base, and so has the soname: $(abi_of "$place/base-source") to $(abi_of "$source")"
    exit 0
fi
echo "FAILED: the interface has changed since $base, and the soname has not: raise the version in CMakeLists.txt"
exit 1
