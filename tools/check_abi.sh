#!/bin/sh
# check_abi.sh SOURCE PLACE: compares the shared library's interface with that of the last tag (or of BASE, a commit). Builds both libraries
# with debugging information at PLACE and runs abidiff on them. Only declarations of the public headers count. Exit codes:
#   0  no change, or only additions
#   1  programs linked with the last release may break: functions were removed, or structs or enums changed
# While the major version is 0, a new minor version may break programs: the script reports the change and returns 0.
# Adding a member to a struct changes the interface, also for structs that a _default() function initialises.
set -eu
source=$1 place=$2
command -v abidiff >/dev/null 2>&1 || { echo "skipped: no abidiff; ./bootstrap package installs it"; exit 77; }
base=${BASE:-$(git -C "$source" describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)}
if [ -z "$base" ]; then
    echo "abi: no tag found, so there is no release to compare with (set BASE to a commit)"
    exit 0
fi

abi_of() { # abi_of FOLDER: major and minor version, as in the soname
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
# bits of abidiff's exit code: 1 error, 2 wrong usage, 4 the interface changed, 8 the change breaks programs
[ $((code & 3)) = 0 ] || { echo "FAILED: abidiff"; exit 2; }
[ $code != 0 ] || { echo "abi: no change since $base"; exit 0; }
# without bit 8 abidiff does not decide: additions are allowed, other changes are not
if [ $((code & 8)) = 0 ] && grep -q '^Functions changes summary: 0 Removed, 0 Changed' "$place/report" &&
    grep -q '^Variables changes summary: 0 Removed, 0 Changed' "$place/report"; then
    echo "abi: additions since $base"
    exit 0
fi
if [ "$(abi_of "$place/base-source")" != "$(abi_of "$source")" ]; then
    echo "abi: changed since $base, with a new soname: $(abi_of "$place/base-source") to $(abi_of "$source")"
    exit 0
fi
echo "FAILED: the interface has changed since $base but the soname has not: increase the version in CMakeLists.txt"
exit 1
