#!/bin/sh
# The whole programme of docs/TRUST.md: run.sh [ROW...]. Each row of the file `rows` is a script ROW.sh that is called with
# `full` (in make test: `quick`), prints its result on a line `reached: ...`, and exits with 0 if the guarantee holds.
# Results are kept in BINARY/trust; the table is made of the last result of every row and goes to docs/TRUST.md, between
# its markers. JOBS rows run at a time. SOURCE is the project, BINARY a release build with tests.
set -eu
export CC="${CC:-cc}"
here="$SOURCE/test/trust"
work="$BINARY/trust"
mkdir -p "$work"
names() { grep -v '^#' "$here/rows" | cut -d '|' -f 1; }
[ $# -gt 0 ] || set -- $(names)
for row in "$@"; do
    names | grep -qx "$row" || { echo "run.sh: there is no row '$row'; the rows are" $(names) >&2; exit 2; }
done

cat >"$work/one" <<'ONE'
row=$1
begun=$(date +%s)
if sh "$here/$row.sh" full >"$work/$row.log" 2>&1; then verdict=pass; else verdict=FAIL; fi
reached=$(sed -n 's/^reached: //p' "$work/$row.log" | tail -n 1)
[ -n "$reached" ] || verdict=FAIL reached="no result: see $row.log"
seconds=$(($(date +%s) - begun))
echo "$row|$reached|$verdict|$seconds" >"$work/$row.result"
printf '%-12s %-4s %5d s  %s\n' "$row" "$verdict" "$seconds" "$reached"
ONE
export here work
printf '%s\n' "$@" | xargs -n 1 -P "${JOBS:-2}" sh "$work/one"

{
    echo "| guarantee | test | bar | reached | | repeat |"
    echo "|---|---|---|---|---|---|"
    grep -v '^#' "$here/rows" | while IFS='|' read -r row guarantee test bar; do
        reached="not run" verdict="-"
        [ ! -e "$work/$row.result" ] || IFS='|' read -r _ reached verdict _ <"$work/$row.result"
        echo "| $guarantee | $test | $bar | $reached | $verdict | \`make trust ROWS=$row\` |"
    done
} >"$work/table.md"
awk -v table="$work/table.md" '
    /^<!-- table: end -->$/ { inside = 0 }
    !inside { print }
    /^<!-- table: made by make trust -->$/ { inside = 1; while ((getline line < table) > 0) print line }
' "$SOURCE/docs/TRUST.md" >"$work/TRUST.md"
cp "$work/TRUST.md" "$SOURCE/docs/TRUST.md"
failed=0
for row in $(names); do
    [ -e "$work/$row.result" ] && grep -q '|pass|' "$work/$row.result" || { failed=1; echo "not passed: $row"; }
done
[ $failed = 1 ] || echo "every guarantee holds; the table is in docs/TRUST.md"
exit $failed
