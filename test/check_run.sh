#!/bin/sh
# gyre run and its files: all formats at once, complete or absent after any end of the run; the same bits with or without progress reports.
set -eu
gyre="$BINARY/gyre"
work="$BINARY/run-check"
rm -rf "$work"
mkdir -p "$work"
cd "$work"
failed=0
fail() { echo "FAILED: $*"; failed=1; }

# run CODE ARGUMENTS...: gyre run, its streams to out and err
run() {
    code=$1
    shift
    got=0
    "$gyre" run "$@" >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] || fail "gyre run $*: exit code $got, expected $code: $(head -n 2 err)"
}

# ---- an own scene, from an example ----
"$gyre" examples tennis-racket | sed 's/"duration": 60/"duration": 2/' >mine.json
run 0 mine.json --quiet --hash
whole=$(cat out)
[ "$("$gyre" run - --quiet --hash <mine.json)" = "$whole" ] || fail "standard input gives another hash"

# ---- several files at once; the hash does not depend on what is watched ----
run 0 mine.json -o a.csv -o a.npz --output=a.glb -oa.svg -o a.json -o a.gyre --quiet --hash
[ "$(cat out)" = "$whole" ] || fail "files change the hash"
for file in a.csv a.npz a.glb a.svg a.json a.gyre; do
    [ -s $file ] || fail "$file was not written"
done
[ "$(wc -l <a.csv)" = 122 ] || fail "a.csv has not 121 frames and a heading"
grep -q "\"hash\": \"${whole#hash }\"" a.json || fail "a.json has another hash"
for choice in "--fps 7 -o b.csv" "--fps 60 -o b.npz" "--threads 1" "--threads 8"; do
    run 0 mine.json $choice --quiet --hash
    [ "$(cat out)" = "$whole" ] || fail "$choice changes the hash"
done
# frame k is the step nearest to k / fps: of 7 per second at dt 1/60 the second is step 17
run 0 mine.json --fps 7 -o b.csv
[ "$(awk -F, 'NR == 4 { printf "%.6f", $1 * 60 }' b.csv)" = 17.000000 ] || fail "the second frame of 7 per second is not step 17"
[ "$(wc -l <b.csv)" = 16 ] || fail "b.csv has not 15 frames and a heading"

# ---- continuing: the same bits and the same frames as without a stop ----
run 0 mine.json --duration 0.7 -o part.gyre -o part.csv
run 0 mine.json --from part.gyre --quiet --hash -o rest.csv -o rest.glb -o rest.npz
[ "$(cat out)" = "$whole" ] || fail "continuing from a snapshot changes the hash"
grep -aq '"meshes"' rest.glb || fail "a snapshot lost the shapes of bodies"
{ cat part.csv; tail -n +3 rest.csv; } | cmp -s - a.csv || fail "two parts of a run are not the whole"
run 2 mine.json --from part.gyre --duration 0.5
grep -q -e "--duration must be > 0.7" err || fail "a run that ends before it begins: $(cat err)"
run 3 mine.json --from none.gyre
run 2 mine.json --from mine.json
run 2 frisbee --from part.gyre
grep -q "the snapshot belongs to another scene" err || fail "a snapshot of another scene: $(cat err)"

# ---- a failed step: the error names body, force and time; files end there, complete ----
cat >wild.json <<'SCENE'
{ "gyre": 1, "duration": 1, "dt": 0.01, "fps": 100, "bodies": [ { "name": "block", "mass": 1, "inertia": [1, 1, 1] } ],
  "forces": [ { "type": "force", "name": "rocket", "body": "block", "force": [1e308, 0, 0], "profile": [[0, 0], [0.5, 0], [0.6, 1e300]] } ] }
SCENE
run 1 wild.json -o wild.csv -o wild.json.json -o wild.gyre --hash
grep -q "block: force is not finite in step 50 at t = 0.5; strongest force: rocket" err || fail "a failed step says: $(cat err)"
[ "$(wc -l <wild.csv)" = 52 ] || fail "wild.csv has not 51 frames and a heading: $(wc -l <wild.csv)"
grep -q '"is_early": true' wild.json.json || fail "the ledger has no mark of the early end"
grep -q "^ledger: 50 steps" out || fail "no ledger of what was done"
grep -q "^hash" out && fail "a hash of a run that failed"

# ---- signals: files are complete and marked as ending early ----
# --foreground: otherwise timeout signals the command and then its whole group, and the second signal, if the first was taken
# already, ends it at once as a second Ctrl-C does
"$gyre" examples tennis-racket | sed 's/"duration": 60/"duration": 100000000/' >long.json
for signal in INT:130 TERM:143; do
    rm -f s.*
    for patience in 1 5 25; do # a busy machine may need longer to begin at all
        got=0
        timeout --foreground -s ${signal%:*} $patience "$gyre" run long.json --fps 0.001 -o s.csv -o s.json -o s.gyre -o s.svg \
            >out 2>err || got=$?
        [ ! -e s.csv ] || break
    done
    # timeout hides the exit code of a command it ends, unless --preserve-status is given
    [ "$got" = 124 ] || fail "SIG${signal%:*}: timeout says $got"
    [ "$(tail -c 1 s.csv | od -An -c | tr -d ' ')" = '\n' ] || fail "SIG${signal%:*}: s.csv ends in the middle"
    grep -q '"is_early": true' s.json || fail "SIG${signal%:*}: the ledger has no mark of the early end"
    [ "$(tail -n 1 s.svg)" = "</svg>" ] || fail "SIG${signal%:*}: s.svg ends in the middle"
    got=0
    timeout --foreground --preserve-status -s ${signal%:*} 0.5 "$gyre" run long.json --quiet --hash >out 2>err || got=$?
    [ "$got" = "${signal#*:}" ] || fail "SIG${signal%:*}: exit code $got, expected ${signal#*:}"
    [ ! -s out ] || fail "SIG${signal%:*}: a hash of a run that was stopped"
done

# ---- outputs that cannot be written ----
run 3 mine.json -o nowhere/a.csv
grep -q "cannot write 'nowhere/a.csv': No such file" err || fail "no folder: $(cat err)"
[ ! -s out ] || fail "it runs although it cannot write"
run 3 mine.json -o c.csv -o nowhere/a.csv
[ ! -e c.csv ] || fail "a file of a run that never began"
if [ -w /dev/full ]; then
    ln -sf /dev/full full.csv
    run 3 mine.json -o full.csv -o d.json
    grep -q "full.csv': No space left on device" err || fail "a full disk: $(cat err)"
    got=0
    "$gyre" run mine.json >/dev/full 2>err || got=$?
    [ "$got" = 3 ] || fail "a full disk for the ledger: exit code $got"
fi
(ulimit -f 8; got=0; "$gyre" run mine.json --quiet -o limit.csv 2>err || got=$?; [ "$got" = 3 ]) || fail "a file that may not grow: exit code is not 3"
[ ! -e limit.csv ] || fail "half a file under its name"
# until the reader of standard output has closed it
await_closed() { (trap '' PIPE; while printf x 2>/dev/null; do sleep 0.05; done); }
for closed in methods "run mine.json" examples "examples tennis-racket" schema selftest --help "run --help" "run mine.json -o e.csv"; do
    for handling in default ignored; do # of SIGPIPE by the parent
        [ $handling = default ] && trap - PIPE || trap '' PIPE
        { await_closed; got=0; "$gyre" $closed 2>err || got=$?; echo "$got" >code; } | true
        trap - PIPE
        [ "$(cat code)" = 141 ] || fail "a closed pipe, SIGPIPE $handling: gyre $closed: exit code $(cat code)"
        [ ! -s err ] || fail "a closed pipe, SIGPIPE $handling: gyre $closed prints: $(cat err)"
    done
done
cmp -s e.csv a.csv || fail "a closed pipe: the file of -o is not finished"
rm -f e.csv
"$gyre" run mine.json 2>err | head -n 1 >out || fail "head ends the run badly"
[ ! -s err ] && [ "$(wc -l <out)" = 1 ] || fail "gyre run into head: $(cat out err)"
got=0
"$gyre" run mine.json -o e.csv >&- 2>err || got=$?
[ "$got" = 3 ] || fail "closed standard output: exit code $got"
cmp -s e.csv a.csv || fail "the ledger went into a file"
"$gyre" run wild.json -o f.csv >&- 2>&- || true
cmp -s f.csv wild.csv || fail "a message went into a file"

# ---- a pipe is written directly ----
mkfifo pipe.csv
cat pipe.csv >from_pipe.csv &
run 0 mine.json -o pipe.csv
wait
cmp -s from_pipe.csv a.csv || fail "a pipe gets other bytes than a file"

# ---- meshes beside the scene, and nowhere else ----
mkdir -p meshes/parts elsewhere
# a tetrahedron, and one with a hole
awk 'BEGIN { split("0 0 0,1 0 0,0 1 0,0 0 1", p, ","); n = split("1 3 2,1 2 4,2 3 4,3 1 4", f, ",")
    print "solid corner"
    for (i = 1; i <= n; i++) { split(f[i], c, " "); print "facet normal 0 0 0\nouter loop"
        for (k = 1; k <= 3; k++) print "vertex", p[c[k]]; print "endloop\nendfacet" }
    print "endsolid corner" }' >meshes/parts/corner.stl
awk '/facet normal/ { n++ } n < 4 || /endsolid/' meshes/parts/corner.stl >meshes/open.stl
cp meshes/parts/corner.stl elsewhere/
ln -sf ../elsewhere/corner.stl meshes/link.stl
mesh_scene() {
    printf '{ "gyre": 1, "duration": 1, "bodies": [ { "name": "part", "density": 1200, "angular_velocity": [1, 2, 3],\n'
    printf '  "shape": { "type": "mesh", "file": "%s" } } ] }\n' "$1"
}
mesh_scene parts/corner.stl >meshes/scene.json
run 0 meshes/scene.json --quiet --hash -o mesh.glb
[ ! -s err ] || fail "a sound mesh is warned of: $(cat err)"
grep -aq '"name":"mesh"' mesh.glb || fail "the mesh is not drawn"
corner=$(cat out)
[ "$(cd meshes && "$gyre" run - --quiet --hash <scene.json)" = "$corner" ] || fail "a mesh beside standard input gives another hash"

# ---- what is read is never written over ----
cp meshes/scene.json meshes/before.json
cp mesh.glb meshes/parts/drawn.glb
cp mesh.glb before.glb
mesh_scene parts/drawn.glb >meshes/drawn.json
ln -sf scene.json meshes/linked.json
for path in meshes/scene.json ./meshes/../meshes/scene.json meshes/linked.json "$work/meshes/scene.json"; do
    run 2 meshes/scene.json -o "$path"
    grep -q "gyre run: -o .* would replace the input file meshes/scene.json: choose another name" err || fail "-o $path: $(cat err)"
    cmp -s meshes/scene.json meshes/before.json || fail "-o $path replaced the scene"
done
run 2 meshes/drawn.json -o meshes/parts/drawn.glb
grep -q "would replace the input file meshes/parts/drawn.glb" err || fail "a mesh is written over: $(cat err)"
cmp -s meshes/parts/drawn.glb before.glb || fail "a scene's mesh was replaced"
run 0 meshes/scene.json --quiet -o meshes/ledger.json
run 2 meshes/scene.json -o new.json -o ./new.json
grep -q -e "--output ./new.json is given twice" err || fail "one file by two names: $(cat err)"
[ ! -e new.json ] || fail "a refused run wrote a file"
run 0 meshes/scene.json --quiet --duration 0.5 -o at.gyre
run 0 meshes/scene.json --quiet --from at.gyre -o at.gyre # continuing in place is allowed

mesh_scene open.stl >meshes/holed.json
run 0 meshes/holed.json --quiet --hash
grep -q "open.stl: 3 edges belong to one triangle only.* Use the estimate 'repaired'" err || fail "a mesh with a hole: $(cat err)"
for path in ../elsewhere/corner.stl link.stl "$work/elsewhere/corner.stl"; do
    mesh_scene "$path" >meshes/escaping.json
    run 2 meshes/escaping.json
    grep -q "meshes/escaping.json:2:38: bodies\[0\].shape.file: cannot read '$path': it leads out of the folder" err ||
        fail "$path: $(cat err)"
done
mesh_scene none.stl >meshes/missing.json
run 3 meshes/missing.json
grep -q "bodies\[0\].shape.file: cannot read 'none.stl': No such file or directory" err || fail "a mesh that is missing: $(cat err)"
mesh_scene parts >meshes/folder.json
run 3 meshes/folder.json
grep -q "bodies\[0\].shape.file: cannot read 'parts': Is a directory" err || fail "a mesh that cannot be read: $(cat err)"

# ---- nothing is left behind ----
[ -z "$(ls -A | grep '^\.gyre-' || true)" ] || fail "temporary files are left: $(ls -A | grep '^\.gyre-')"
[ $failed = 0 ] && echo "runs write whole files, after any end"
exit $failed
