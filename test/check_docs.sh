#!/bin/sh
# docs/WORLD.md has a row for every force and every method, docs/notes for every equation, and the program of docs/TOUR.md is the one among the
# examples. (That pages show
# what programs print is checked by check_code_blocks.py.)
set -eu
cd "$SOURCE"
failed=0
awk '/^```c$/ && !seen { on = seen = 1; next } /^```$/ { on = 0 } on' docs/TOUR.md | cmp -s - examples/push_block.c ||
    { echo "FAILED: the program of docs/TOUR.md is not examples/push_block.c"; failed=1; }

for force in $(sed -n 's/^GYRE_FORCE_BEGIN(\([a-z_]*\),.*/\1/p' include/gyre/forces.def); do
    grep -q "^| \`$force\` |" docs/WORLD.md || { echo "FAILED: docs/WORLD.md has no row for the force $force"; failed=1; }
done
for method in $(sed -n 's/^X(\([a-z0-9_]*\),.*/\1/p' include/gyre/methods.def); do
    grep -q "^| .*\`$method\`.* | " docs/WORLD.md || { echo "FAILED: docs/WORLD.md has no row for the method $method"; failed=1; }
done
for page in docs/*.md docs/*/*.md; do
    [ "$page" = docs/README.md ] || grep -qF "(${page#docs/})" docs/README.md || { echo "FAILED: docs/README.md does not lead to $page"; failed=1; }
done
if [ -x /usr/bin/python3 ]; then
    /usr/bin/python3 test/check_notes.py || failed=1
    /usr/bin/python3 tools/cheatsheet.py | cmp -s - docs/CHEATSHEET.md ||
        { echo "FAILED: docs/CHEATSHEET.md differs from the headers: replace it by the output of tools/cheatsheet.py"; failed=1; }
fi
[ $failed = 0 ] && echo "rows and program are there"
exit $failed
