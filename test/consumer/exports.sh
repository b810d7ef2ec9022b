#!/bin/sh
# exports.sh LIBRARIES HEADERS PLACE: checks that the shared libraries in the folder LIBRARIES together export exactly the functions that the
# headers in HEADERS/gyre declare, and libgyre the internal functions marked FOR_IO in SOURCE/src, each in one library only. PLACE is for temporary files.
set -eu
libraries=$1 headers=$2 place=$3
exported() { nm -D --defined-only "$libraries/$1" | awk '{ print $NF }' | LC_ALL=C sort; }
# a declaration is a name after a type and before an argument list, without a body
declared() { # declared HEADERS...: the functions that these and the headers they include declare
    for header in "$@"; do echo "#include \"gyre/$header\""; done |
        ${CC:-cc} -std=c17 -E -P -I"$headers" -x c - | tr '\n' ' ' | sed 's/{[^{}]*}/{}/g; s/; */;\n/g; s/{} */{}\n/g' |
        sed -nE '/\{\}$/d; /^ *(typedef|static)/d; s/^.*[ *](gyre_[a-z0-9_]+) *\(([^*].*)?\) *;$/\1/p' | LC_ALL=C sort -u
}
cd "$headers/gyre"
io=$(sed -n 's/^#include "gyre\/\(.*\)"$/\1/p' io.h)
base=$(for header in *.h; do echo " $io io.h gyre.h " | tr '\n' ' ' | grep -q " $header " || echo "$header"; done)
declared $base >"$place/declared-public"
grep -rhoE '^FOR_IO .*\b(gyre_[a-z0-9_]+)\(' "$SOURCE/src" | sed -E 's/^.*(gyre_[a-z0-9_]+)\($/\1/' | LC_ALL=C sort >"$place/declared-inside"
LC_ALL=C sort "$place/declared-public" "$place/declared-inside" >"$place/declared-libgyre"
declared io.h | LC_ALL=C comm -23 - "$place/declared-public" >"$place/declared-libgyre_io"
for count in libgyre:180 libgyre_io:50; do
    name=${count%:*}
    found=$(wc -l <"$place/declared-$name")
    [ "$found" -ge "${count#*:}" ] || { echo "FAILED: found only $found declarations of $name, expected at least ${count#*:}"; exit 1; }
    exported $name.so >"$place/exported-$name"
    diff "$place/declared-$name" "$place/exported-$name" || exit 1
done
echo "exports: exactly the $(wc -l <"$place/exported-libgyre") functions of libgyre ($(wc -l <"$place/declared-inside") of them internal) and the $(wc -l <"$place/exported-libgyre_io") of libgyre_io"
