#!/bin/sh
# exports.sh LIBRARY HEADERS PLACE: checks that a shared library exports exactly the functions that the headers in HEADERS/gyre
# declare. PLACE is for temporary files.
set -eu
library=$1 headers=$2 place=$3
nm -D --defined-only "$library" | awk '{ print $NF }' | LC_ALL=C sort >"$place/exported"
# a declaration is a name after a type and before an argument list, without a body
for header in "$headers"/gyre/*.h; do echo "#include \"gyre/$(basename "$header")\""; done |
    ${CC:-cc} -std=c17 -E -P -I"$headers" -x c - | tr '\n' ' ' | sed 's/{[^{}]*}/{}/g; s/; */;\n/g; s/{} */{}\n/g' |
    sed -nE '/\{\}$/d; /^ *(typedef|static)/d; s/^.*[ *](gyre_[a-z0-9_]+) *\(([^*].*)?\) *;$/\1/p' | LC_ALL=C sort -u >"$place/declared"
[ "$(wc -l <"$place/declared")" -ge 200 ] || { echo "FAILED: found only $(wc -l <"$place/declared") declarations, expected at least 200"; exit 1; }
diff "$place/declared" "$place/exported" || exit 1
echo "exports: exactly the $(wc -l <"$place/exported") functions of the headers"
