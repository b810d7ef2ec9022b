#!/bin/sh
# The Python module with the shared library, outside of the source tree.
. "$SOURCE/test/consumer/common.sh"
python=/usr/bin/python3
"$python" -c "import numpy" 2>/dev/null || skip "no numpy for $python; ./bootstrap test installs it"
sh "$SOURCE/tools/python_package.sh" "$SOURCE" "$BINARY" "$work/python"
cp -r "$SOURCE/python/tests" "$work/"
unset GYRE_LIBRARY
export PYTHONPATH="$work/python" PYTHONDONTWRITEBYTECODE=1 SOURCE BINARY CC
cd "$work"
"$python" -W error -m unittest discover -s tests -q 2>&1 || fail "the module's tests"

# the program of docs/PACKAGING.md
block python Python >"$work/page.py"
"$python" -W error "$work/page.py" >"$work/page.out" || fail "the program of docs/PACKAGING.md"
"$BINARY/gyre" run tennis-racket --quiet --hash | cut -d' ' -f2 | cmp - "$work/page.out" || fail "the program of docs/PACKAGING.md prints another hash"
same_bits Python "$python" -c 'import gyre, sys; print("hash", gyre.run(sys.argv[1]))'
