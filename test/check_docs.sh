#!/bin/sh
# What the README shows is what the programs print, and docs/WORLD.md has a row for every force and every method.
set -eu
cd "$SOURCE"
out="$BINARY/docs-check.txt"
failed=0
# the README's scene, and the slips in it that the README shows
mkdir -p "$BINARY/docs-check/slips"
awk '/^```json$/ && !seen { on = seen = 1; next } /^```$/ { on = 0 } on' README.md >"$BINARY/docs-check/crate.json"
sed 's/"mass": 12/"mas": 12/; s/"dt": 0.005/"dt": "0.005"/; s/"stiffness": 90/"stiffness": -90/' \
    "$BINARY/docs-check/crate.json" >"$BINARY/docs-check/slips/crate.json"
{
    cd "$BINARY/docs-check"
    "$BINARY/gyre" run tennis-racket
    "$BINARY/gyre" run tennis-racket --quiet --method semi_implicit_euler
    "$BINARY/gyre" run frisbee --method rkn4 || true # refused, and that is the point
    "$BINARY/gyre" run crate.json
    (cd slips && "$BINARY/gyre" check crate.json) || true
    "$BINARY/gyre" run tumbling-block --quiet
    "$BINARY/examples/example_mistakes"
    # the meshes that the README speaks of are made in the manual page
    awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$SOURCE/docs/INERTIA.md" >commands.sh
    PATH="$BINARY:$PATH" sh ./commands.sh || true
} 2>&1 | sed 's/^gyre run: //' >"$out"

# lines indented by four are output
for page in README.md docs/WORLD.md; do
    awk '/^```/ { inside = !inside } !inside && /^    / { sub(/^    /, ""); print }' "$page" >"$out.lines"
    [ -s "$out.lines" ] || { echo "FAILED: $page shows no output"; failed=1; }
    while IFS= read -r line; do
        [ -z "$line" ] || grep -qxF -e "$line" "$out" || { echo "FAILED: $page shows a line that nothing prints: $line"; failed=1; }
    done <"$out.lines"
done

# the README's program and its twin among the examples
awk '/^```c$/ && !seen { on = seen = 1; next } /^```$/ { on = 0 } on' README.md | cmp -s - examples/push_block.c ||
    { echo "FAILED: the README's program is not examples/push_block.c"; failed=1; }

for force in $(sed -n 's/^GYRE_FORCE_BEGIN(\([a-z_]*\),.*/\1/p' include/gyre/forces.def); do
    grep -q "^| \`$force\` |" docs/WORLD.md || { echo "FAILED: docs/WORLD.md has no row for the force $force"; failed=1; }
done
for method in $(sed -n 's/^X(\([a-z0-9_]*\),.*/\1/p' include/gyre/methods.def); do
    grep -q "^| .*\`$method\`.* | " docs/WORLD.md || { echo "FAILED: docs/WORLD.md has no row for the method $method"; failed=1; }
done
[ $failed = 0 ] && echo "the pages show what the programs print"
exit $failed
