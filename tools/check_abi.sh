#!/bin/sh
# check_abi.sh SOURCE PLACE: compares the interface of the shared libraries with that of the last tag (or of BASE, a commit). Builds both versions
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
    cmake --build "$place/$2" --parallel "${JOBS:-2}" --target gyre gyre_io >/dev/null
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

# internal functions, which libgyre exports for libgyre_io of the same version
grep -rhoE '^FOR_IO .*\bgyre_[a-z0-9_]+\(' "$source/src" "$place/base-source/src" | sed -E 's/^.*(gyre_[a-z0-9_]+)\($/\1/' | sort -u |
    sed 's/.*/[suppress_function]\nname = &/' >"$place/internal"

# compare NAME: sets change to 0 (none), 1 (additions) or 2 (programs may break)
compare() {
    code=0
    abidiff --headers-dir1 "$place/base-source/include" --headers-dir2 "$source/include" --drop-private-types --suppressions "$place/internal" \
        "$place/base/$1.so" "$place/now/$1.so" >"$place/report" || code=$?
    cat "$place/report"
    # bits of abidiff's exit code: 1 error, 2 wrong usage, 4 the interface changed, 8 the change breaks programs
    [ $((code & 3)) = 0 ] || { echo "FAILED: abidiff"; exit 2; }
    change=2
    if [ $code = 0 ]; then
        change=0
    # without bit 8 abidiff does not judge the change: additions are allowed, other changes are not
    elif [ $((code & 8)) = 0 ] && grep -q '^Functions changes summary: 0 Removed, 0 Changed' "$place/report" &&
        grep -q '^Variables changes summary: 0 Removed, 0 Changed' "$place/report"; then
        change=1
    fi
}
compare libgyre
largest=$change
compare libgyre_io
[ $change -le $largest ] || largest=$change
case $largest in
0) echo "abi: no change since $base"; exit 0 ;;
1) echo "abi: additions since $base"; exit 0 ;;
esac
if [ "$(abi_of "$place/base-source")" != "$(abi_of "$source")" ]; then
    echo "abi: changed since $base, with a new soname: $(abi_of "$place/base-source") to $(abi_of "$source")"
    exit 0
fi
echo "FAILED: the interface has changed since $base but the soname has not: increase the version in CMakeLists.txt"
exit 1
