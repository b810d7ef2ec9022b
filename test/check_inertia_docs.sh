#!/bin/sh
# docs/INERTIA.md: its tables have a row for every issue, estimate, material and key. (That it
# shows what its commands print is checked by check_code_blocks.py.)
set -eu
page="$SOURCE/docs/INERTIA.md"
work="$BINARY/inertia-docs-check"
rm -rf "$work"
mkdir -p "$work/run"
failed=0
fail() { echo "FAILED: $*"; failed=1; }

awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$page" >"$work/commands.sh"
[ "$(grep -c '^gyre inertia' "$work/commands.sh")" -ge 10 ] || fail "docs/INERTIA.md shows hardly any command"
(cd "$work/run" && PATH="$BINARY:$PATH" sh ../commands.sh) >"$work/out" 2>&1 || true
for list in mesh_issues estimates; do
    for name in $(sed -n 's/^X(\([a-z_]*\),.*/\1/p' "$SOURCE/include/gyre/$list.def"); do
        grep -q "^| \`$name\` |" "$page" || fail "docs/INERTIA.md has no row for $name"
    done
done
sed -n 's/^X(\([a-z0-9_]*\), \([0-9.]*\),.*/| `\1` | \2 |/p' "$SOURCE/include/gyre/materials.def" >"$work/materials"
[ "$(wc -l <"$work/materials")" -ge 45 ] || fail "hardly any materials were found"
while IFS= read -r row; do
    grep -qF -e "$row" "$page" || fail "docs/INERTIA.md has no row $row"
done <"$work/materials"
units=$(sed -n 's/^X(\([a-z]*\), .*/\1/p' "$SOURCE/include/gyre/length_units.def")
[ "$(echo "$units" | wc -l)" -ge 13 ] || fail "hardly any units were found"
for unit in $units; do
    grep -q "^| .*\`$unit\`.* |" "$page" || fail "docs/INERTIA.md has no row for the unit $unit"
    sed -n '/-unit " UNIT"/,/^\.TP/p' "$SOURCE/app/cli/gyre.1" | grep -qw "$unit" || fail "the man page does not name the unit $unit"
done
cd "$work/run"
for key in $(PATH="$BINARY:$PATH" gyre inertia open.obj --json 2>/dev/null | sed -n 's/^  "\([a-z_]*\)":.*/\1/p'); do
    grep -q "^| .*\`$key\`.* |" "$page" || fail "docs/INERTIA.md has no row for the key $key"
done
[ $failed = 0 ] && echo "docs/INERTIA.md has every row"
exit $failed
