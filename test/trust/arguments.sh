#!/bin/sh
# A bad argument gives a result and changes nothing: the whole matrix (quick: except for some pictures). Before that, a declaration is
# added to a copy of the headers: the generator must fail and name it.
set -eu
here="$SOURCE/test/trust"
program="$BINARY/test/trust/arguments"
[ -x "$program" ] || { echo "arguments: python3 was missing when this was built"; exit 77; }
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cp -r "$SOURCE/include" "$work"
echo 'gyre_result gyre_world_do_something_new(gyre_world *world);' >>"$work/include/gyre/world.h"
if python3 "$here/arguments.py" "$CC" "$work/include" "$here" "$work/table.c" 2>"$work/errors"; then
    echo "arguments: a new public function without a row was not detected"
    exit 1
fi
grep -q 'gyre_world_do_something_new is public and has no row' "$work/errors" || { cat "$work/errors"; exit 1; }
echo "control: a new public function without a row is named"
if [ "$1" = quick ]; then "$program" quick; else "$program"; fi
