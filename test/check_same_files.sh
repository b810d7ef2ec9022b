#!/bin/sh
# The same input gives the same files, byte by byte: recordings, drawings, answer sheets and ledgers against the sums in
# test/same_files. A difference is a change that users see: look at it, then write the sums again, with
#   SUMS=write BINARY=$PWD/build SOURCE=$PWD sh test/check_same_files.sh
set -eu
gyre="$BINARY/gyre"
golden="$SOURCE/test/same_files"
work="$BINARY/same-files"
rm -rf "$work"
mkdir -p "$work/drawn" "$work/parts"
cd "$work"

"$BINARY/test/draw_samples" drawn >/dev/null
"$BINARY/test/draw_parts" parts >/dev/null

# runs: every format but snapshots (which name the world they are of), what is printed, and the data of the page (its script is built from elsewhere)
for scene in frisbee satellite-detumble floating-crate; do
    "$gyre" run $scene --duration 1 -o $scene.csv -o $scene.npz -o $scene.glb -o $scene.svg -o $scene.json >$scene.txt
    if "$gyre" run $scene --duration 1 -o page.html >/dev/null 2>&1; then
        sed -n '/id="replay"/,/<\/script>/p' page.html >$scene.page
        sed -n 's/.*\(<title>.*<\/title>\).*/\1/p' page.html | head -n 1 >>$scene.page
        rm page.html
    fi
done

# parts: sheets of a whole and of a broken mesh, in every notation
cat >wedge.obj <<'OBJ'
v 0 0 0
v 2 0 0
v 2 1 0
v 0 1 0
v 0 0 1
v 0 1 1
f 1 4 3 2
f 1 2 5
f 4 6 3
f 2 3 6 5
f 1 5 6 4
OBJ
grep -v '^f 4 6 3' wedge.obj >open.obj
for mesh in wedge open; do
    for how in "" "--json" "--urdf" "--mjcf" "--sdf" "--density steel --unit mm" "--mass 3 --frame principal" "--shell 1mm --unit cm" "--check 1 2 3"; do
        "$gyre" inertia $mesh.obj $how >"$mesh $how.txt" 2>&1 || echo "exit code $?" >>"$mesh $how.txt"
    done
    "$gyre" inertia $mesh.obj -o "$mesh.svg" -o "$mesh.html" >/dev/null 2>&1
done
"$gyre" inertia wedge.obj open.obj >both.txt 2>&1
"$gyre" inertia --check 1 1 9 >check.txt 2>&1 || true
"$gyre" schema >schema.txt
"$gyre" methods >methods.txt

[ -x /usr/bin/python3 ] || { echo "skipped: no python3"; exit 77; }
find . -name '*.page' -o -path './parts/*.svg' -o -name wedge.svg -o -name open.svg | xargs /usr/bin/python3 "$SOURCE/test/unpacked.py"

[ -e frisbee.page ] || missing='\.page$'
. "$SOURCE/test/compare_sums.sh"
