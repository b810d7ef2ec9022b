#!/bin/sh
# The Python module with the shared libraries, outside of the source tree.
. "$SOURCE/test/consumer/common.sh"
python=/usr/bin/python3
"$python" -c "import numpy" 2>/dev/null || skip "no numpy for $python; ./bootstrap test installs it"
sh "$SOURCE/tools/python_package.sh" "$SOURCE" "$BINARY" "$work/python"
cp -r "$SOURCE/python/tests" "$work/"
unset GYRE_LIBRARY
for library in "$work"/python/gyre/*.so.*; do
    objdump -p "$library" | grep -E 'R(UN)?PATH' | grep -v ' \$ORIGIN$' && fail "$library looks for libraries in other folders"
done
export PYTHONPATH="$work/python" PYTHONDONTWRITEBYTECODE=1 SOURCE BINARY CC
cd "$work"
"$python" -W error -m unittest discover -s tests -q 2>&1 || fail "the module's tests"

# the program of docs/PACKAGING.md
block python Python >"$work/page.py"
"$python" -W error "$work/page.py" >"$work/page.out" || fail "the program of docs/PACKAGING.md"
"$BINARY/gyre" run tennis-racket --quiet --hash | cut -d' ' -f2 | cmp - "$work/page.out" || fail "the program of docs/PACKAGING.md prints another hash"
# libraries of an installation, named by GYRE_LIBRARY
mkdir "$work/lib"
mv "$work"/python/gyre/*.so.* "$work/lib/"
named() { GYRE_LIBRARY="$work/lib/$(basename "$work"/lib/libgyre.so.*)" "$python" -c 'import gyre, sys; print("hash", gyre.run(sys.argv[1]))' "$1"; }
same_bits "Python, GYRE_LIBRARY" named
"$python" -c 'import gyre' 2>"$work/missing.log" && fail "the module loads without libraries"
grep -q "^ImportError: libgyre.so.* was not found: install it" "$work/missing.log" || fail "without libraries: $(cat "$work/missing.log")"
mv "$work"/lib/*.so.* "$work/python/gyre/"
same_bits Python "$python" -c 'import gyre, sys; print("hash", gyre.run(sys.argv[1]))'
