#!/bin/sh
# gyre inertia as a person types it: every option, every exit code, what goes to which stream; numbers against closed forms.
set -eu
gyre="$BINARY/gyre"
python=/usr/bin/python3
work="$BINARY/inertia-check"
rm -rf "$work"
mkdir -p "$work/meshes"
cd "$work/meshes"
"$python" -c '' 2>/dev/null || { echo "python3 is missing, which makes the meshes"; exit 77; }
"$python" "$SOURCE/test/inertia_meshes.py"
failed=0
fail() { echo "FAILED: $*"; failed=1; }

# expect CODE 'PART OF STDOUT' 'PART OF STDERR' ARGUMENTS...; an empty part means that the stream must be empty
expect() {
    code=$1 out_part=$2 err_part=$3
    shift 3
    got=0
    "$gyre" inertia "$@" >out 2>err </dev/null || got=$?
    sed -i '/^gyre inertia: [1-9]0 %, [0-9.]* [a-z]* left$/d' err # on a busy machine it takes long enough to report progress
    [ "$got" = "$code" ] || fail "gyre inertia $*: exit code $got, expected $code: $(head -n 2 err)"
    for stream in out err; do
        [ $stream = out ] && part=$out_part || part=$err_part
        if [ -z "$part" ]; then
            [ ! -s $stream ] || fail "gyre inertia $*: std$stream is not empty: $(head -n 1 $stream)"
        else
            grep -qF -e "$part" $stream || fail "gyre inertia $*: no '$part' in std$stream: $(head -n 3 $stream)"
        fi
    done
}

# that NAME: the JSON in `out` (as d), by lines of python on standard input
that() {
    { cat <<'PYTHON'
import json, math, sys
d = json.load(open("out"))
def near(got, want, tolerance=1e-12):
    got, want = (list(v) if isinstance(v, (list, tuple)) else [v] for v in (got, want))
    size = max(map(abs, want)) or 1
    assert len(got) == len(want) and all(abs(g - w) <= tolerance * size for g, w in zip(got, want)), (got, want)
def box(mass, x, y, z): return [mass / 12 * (y*y + z*z), mass / 12 * (x*x + z*z), mass / 12 * (x*x + y*y), 0, 0, 0]
PYTHON
    cat; } >that.py
    "$python" that.py 2>that.err || fail "$1: $(tail -n 1 that.err)"
}

# ---- every format: the same box; single precision where the format has no other ----
for file in box.obj box.ply text.stl box.stl box.glb box.gltf; do
    expect 0 '"file"' "" $file --json
    that $file <<'PYTHON'
tolerance = 5e-6 if d["file"] in ("box.stl", "box.glb", "box.gltf") else 1e-12
near(d["mass"], 6, tolerance)
near(d["volume"], 0.006, tolerance)
near(d["center_of_mass"], [1.15, 2.1, 3.05], tolerance)
near(d["inertia"], box(6, 0.3, 0.2, 0.1), tolerance)
near(d["principal_moments"], sorted(box(6, 0.3, 0.2, 0.1)[:3]), tolerance)
near(math.hypot(*d["principal_axes"]), 1)
assert d["watertight"] is True and d["method"] == "exact" and d["issues"] == [] and d["frame"] == "center", d
assert d["triangles"] == 12 and d["vertices"] == 8, d
assert d["joined_vertices"] == {"stl": 28}.get(d["file"][-3:], 0), d["joined_vertices"]
near(d["bounding_box"]["low"] + d["bounding_box"]["high"], [1, 2, 3, 1.3, 2.2, 3.1], tolerance)
near(d["area"], 0.22, tolerance)
assert set(d["estimates"]) >= {"exact", "voxel", "box", "shell"}
near(d["estimates"]["exact"]["inertia"], d["inertia"], 0)
near(d["estimates"]["box"]["inertia"], d["inertia"], tolerance)
near(d["estimates"]["voxel"]["volume"], 0.006, 0.1)
PYTHON
done
"$gyre" inertia - --json <box.ply >out 2>err || fail "standard input: $(cat err)"
that "standard input" <<'PYTHON'
near(d["mass"], 6)
assert d["file"] == "stdin", d
PYTHON

# ---- amounts ----
expect 0 '"mass"' "" box.obj --json --density steel
that "steel" <<'PYTHON'
near([d["mass"], d["density"]], [47.1, 7850])
PYTHON
for density in Aluminum 2700 2.7g/cm3 "2.7 g/cm^3" 2700kg/m3; do
    expect 0 '"mass"' "" box.obj --json --density "$density"
    that "$density" <<'PYTHON'
near(d["mass"], 16.2)
PYTHON
done
expect 0 '"mass"' "" box.obj --json --mass 1/2
that "--mass" <<'PYTHON'
assert d["mass"] == 0.5
near(d["inertia"], box(0.5, 0.3, 0.2, 0.1))
for e in d["estimates"].values(): assert e is None or abs(e["mass"] - 0.5) < 1e-12
PYTHON
expect 0 "(steel, 7850 kg/m^3)" "" box.obj --density steel
expect 0 "(from --mass; 1000 kg/m^3)" "" box.obj --mass 6
expect 0 "(default density 1000 kg/m^3: give --density or --mass)" "" box.obj
expect 0 "(7.85 kg/m^3)" "--density 7.85 kg/m^3 is less than that of foam; if it is in g/cm^3, give 7850 or '7.85g/cm3'" box.obj --density 7.85
expect 2 "" "there is no material 'alumnium'; did you mean aluminium? Give a number in kg/m^3, or one of:" box.obj --density alumnium
grep -q "stainless_steel, .*" err || fail "a wrong material does not list the right ones"
[ "$(awk 'NR > 1 && length > 80' err | wc -l)" = 0 ] || fail "the list of materials is wider than 80 columns"
expect 2 "" "did you mean acrylic?" box.obj --density plexiglas
for density in 0 -1 nan inf 1e999 7x .; do
    case $density in nan | inf) what="there is no material '$density'" ;; *) what="--density must be a number > 0 in kg/m^3, such as 7850 or 7.85g/cm3, is '$density'" ;; esac
    expect 2 "" "$what" box.obj --density $density
done
for pair in 3kg:3 500g:0.5 "0.25 t:250" 2lb:0.90718474 1/4kg:0.25 0.123456789:0.123456789; do
    expect 0 '"mass"' "" box.obj --json --mass "${pair%:*}"
    that "--mass ${pair%:*}" <<PYTHON
assert d["mass"] == ${pair#*:}, d["mass"]
PYTHON
done
for mass in 0 -1 0kg 1kgs 2oz kg 1/0 1/ 1//2 nan inf; do
    expect 2 "" "--mass must be a mass > 0 in kg, or with a unit (kg, g, t, lb) as in 500g, is '$mass'" box.obj --mass $mass
done
expect 0 "with 2.4 kg it is equivalent to a solid box" "" --check 0.02 0.03 0.04 --mass 2400g
expect 2 "" "give only one of --mass and --density: the other follows from the volume" box.obj --mass 1 --density 2

# ---- units ----
expect 0 '"mass"' "" mm.stl --json --unit mm
that "--unit mm" <<'PYTHON'
near(d["mass"], 6, 1e-6)
near(d["center_of_mass"], [1.15, 2.1, 3.05], 1e-6)
PYTHON
for pair in cm:0.01 in:0.0254 inch:0.0254 inches:0.0254 m:1 um:1e-6 micron:1e-6 ft:0.3048 foot:0.3048 feet:0.3048 yd:0.9144 mil:0.0000254; do
    "$gyre" inertia box.obj --json --unit ${pair%:*} >out 2>err || fail "--unit ${pair%:*}: $(cat err)"
    that "--unit ${pair%:*}" <<PYTHON
near(d["volume"], 0.006 * ${pair#*:}**3, 1e-11)
PYTHON
done
expect 0 "<inertial>" "mm.stl is 300 m long; stl files have no unit: give --unit mm if it is in millimetres" mm.stl --urdf
expect 0 "<inertial>" "box.obj is 0.0003 mm long: check --unit" box.obj --unit um --urdf
expect 2 "" "--unit: there is no unit 'mile'; the units are: m, mm, cm, um, in, ft, yd, mil, micron, inch, inches, foot, feet" box.obj --unit mile

# ---- sheets ----
expect 2 "" "encloses no volume; if it is a sheet, give its thickness: --shell 2mm" plate.obj
for thickness in 0.002 2mm 0.2cm 2000um 2000micron 1/500m; do
    "$gyre" inertia plate.obj --json --shell $thickness --density 1000 >out 2>err || fail "--shell $thickness: $(cat err)"
    that "--shell $thickness" <<'PYTHON'
near(d["mass"], 0.12, 1e-9)
near(d["volume"], 0.00012, 1e-9)
near(d["inertia"], box(0.12, 0.3, 0.2, 0), 1e-9)
assert d["method"] == "shell", d["method"]
PYTHON
done
for thickness in 0 -1 2km mm 1/0in ""; do
    expect 2 "" "--shell must be a thickness > 0 in metres, or with a unit such as 2mm or 0.1in, is '$thickness'" plate.obj --shell "$thickness"
done
expect 0 "mass" "--shell 2 m is thick for plate.obj, which is 0.3 m long; 2 millimetres are written 2mm" plate.obj --shell 2
awk '/^v / { print "v", 100 * $2, 100 * $3, 100 * $4; next } { print }' plate.obj >large.obj
expect 0 "mass" "--shell 2 is in metres: write 2mm if it is in millimetres" large.obj --shell 2 --unit m
"$gyre" inertia large.obj --shell 2m --unit m >out 2>err && ! grep -q -e --shell err || fail "a thickness with its unit causes a warning: $(cat err)"

# ---- frames ----
expect 0 '"frame": "origin"' "" box.obj --json --frame origin
that "--frame origin" <<'PYTHON'
x, y, z = 1.15, 2.1, 3.05
own = box(6, 0.3, 0.2, 0.1)
near(d["inertia"], [own[0] + 6*(y*y + z*z), own[1] + 6*(x*x + z*z), own[2] + 6*(x*x + y*y), -6*x*y, -6*x*z, -6*y*z])
PYTHON
expect 0 '"frame": "principal"' "" box.obj --json --frame principal
that "--frame principal" <<'PYTHON'
assert d["inertia"] == d["principal_moments"] + [0, 0, 0]
near(d["inertia"], sorted(box(6, 0.3, 0.2, 0.1)[:3]) + [0, 0, 0])
PYTHON
expect 0 "about the origin of the mesh, along its axes" "" box.obj --frame origin
expect 0 "about the centre of mass, along the principal axes" "" box.obj --frame principal
expect 2 "" "--frame: there is no frame 'centre'; did you mean center? The frames are: center, origin, principal" box.obj --frame centre
expect 2 "" "--frame must be center or principal with --urdf, is 'origin'" box.obj --frame origin --urdf

# ---- elements: nothing else on standard output; numbers that parse back ----
expect 0 '<inertia ixx="' "" box.obj --urdf
expect 0 'fullinertia="' "" box.obj --mjcf
expect 0 'diaginertia="' "" box.obj --mjcf --frame principal
expect 0 '<pose>' "" box.obj --sdf
cat >elements.py <<'PYTHON'
import json, math, subprocess, sys, xml.etree.ElementTree as xml
def ask(*words): return subprocess.run([sys.argv[1], "inertia", *words], check=True, capture_output=True, text=True).stdout
d = json.loads(ask("box.obj", "--json"))
xx, yy, zz, xy, xz, yz = d["inertia"]
urdf = xml.fromstring(ask("box.obj", "--urdf"))
assert [float(urdf.find("inertia").get(k)) for k in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")] == d["inertia"]
assert float(urdf.find("mass").get("value")) == d["mass"]
assert [float(x) for x in urdf.find("origin").get("xyz").split()] == d["center_of_mass"]
mjcf = xml.fromstring(ask("box.obj", "--mjcf"))
assert [float(x) for x in mjcf.get("fullinertia").split()] == d["inertia"] and float(mjcf.get("mass")) == d["mass"]
sdf = xml.fromstring(ask("box.obj", "--sdf"))
assert [float(sdf.find("inertia/" + k).text) for k in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")] == d["inertia"]
assert [float(x) for x in sdf.find("pose").text.split()] == d["center_of_mass"] + [0, 0, 0]
# the principal frame, by its angles, is the same tensor
urdf = xml.fromstring(ask("box.obj", "--urdf", "--frame", "principal"))
r, p, y = (float(x) for x in urdf.find("origin").get("rpy").split())
def times(a, b): return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
cr, sr, cp, sp, cy, sy = math.cos(r), math.sin(r), math.cos(p), math.sin(p), math.cos(y), math.sin(y)
R = times([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]], times([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]], [[1, 0, 0], [0, cr, -sr], [0, sr, cr]]))
D = [[float(urdf.find("inertia").get(k)) if i == j else 0 for j in range(3)] for i, k in enumerate(("ixx", "iyy", "izz"))]
T = times(times(R, D), [list(row) for row in zip(*R)])
for got, want in zip((T[0][0], T[1][1], T[2][2], T[0][1], T[0][2], T[1][2]), d["inertia"]): assert abs(got - want) < 1e-15, (got, want)
PYTHON
"$python" elements.py "$gyre" 2>that.err || fail "elements: $(tail -n 1 that.err)"
expect 0 "<!-- left.obj and 1 other file: mass properties by Gyre" "" left.obj right.obj --urdf
expect 2 "" "give only one of --json, --urdf, --mjcf, --sdf" box.obj --json --sdf

# ---- the report: input, results with six digits, no line too wide, no blanks at the end ----
for choice in "box.obj" "text.stl --frame principal" "left.obj right.obj --mass 3"; do
    expect 0 "diagnosis: no damage, watertight" "" $choice
    [ "$(awk 'length > 120 || / $/' out | wc -l)" = 0 ] || fail "$choice: a line is wide or ends in blanks: $(awk 'length > 120 || / $/' out | head -n 1)"
    [ "$(awk '/^total of/ { exit } { n++ } END { print n }' out)" -le 62 ] || fail "$choice: more than 30 lines per part"
done
expect 0 "  Wavefront OBJ: 12 triangles, 8 vertices; 0.3 x 0.2 x 0.1 m" "" box.obj
expect 0 "  STL: 12 triangles, 36 vertices (28 merged); 0.3 x 0.2 x 0.1 m" "" text.stl
for choice in "" "--mass 0.123456789"; do
"$gyre" inertia box.obj $choice --json >json
"$gyre" inertia box.obj $choice >out
"$python" - <<'PYTHON' 2>that.err || fail "the report and the JSON differ: $(tail -n 1 that.err)"
import json
d, lines = json.load(open("json")), open("out").read().splitlines()
def six(*values): return [format(0 if v == 0 else v, ".6g") for v in values] # as text: neither more digits nor fewer
def words(i): return lines[i].split()
assert [l for l in lines if l.startswith("  mass ")][0].split()[1:2] == six(d["mass"])
assert [l for l in lines if l.startswith("  volume ")][0].split()[1:2] == six(d["volume"])
assert [l for l in lines if l.startswith("  centre of mass ")][0].split()[3:6] == six(*d["center_of_mass"])
i = [l.startswith("  inertia [kg m^2]") for l in lines].index(True)
xx, yy, zz, xy, xz, yz = d["inertia"]
assert words(i + 1) + words(i + 2) + words(i + 3) == six(xx, xy, xz, xy, yy, yz, xz, yz, zz)
assert [words(i + k)[0] for k in (5, 6, 7)] == six(*d["principal_moments"])
PYTHON
done
# a tensor to copy has all its digits
expect 1 "  1.123456789 2.2 3.323456789 0 0 0" "" --check 1.123456789 2.2 33.23456789

# ---- assemblies ----
"$gyre" inertia left.obj right.obj --json --mass 6 >out 2>err
that "two halves" <<'PYTHON'
assert set(d) == {"parts", "total"} and [p["file"] for p in d["parts"]] == ["left.obj", "right.obj"]
near([p["mass"] for p in d["parts"]], [3, 3])
near([p["volume"] for p in d["parts"]], [6, 6])
t = d["total"]
near([t["mass"], t["volume"]], [6, 12])
near(t["center_of_mass"], [1, 1, 1.5])
near(t["inertia"], box(6, 2, 2, 3))
near(t["principal_moments"], sorted(box(6, 2, 2, 3)[:3]))
assert t["watertight"] is True and t["method"] == "exact" and t["frame"] == "center"
PYTHON
expect 0 "total of 2 parts" "" left.obj right.obj
grep -q "(share of --mass; 0.5 kg/m^3)" out && fail "a share of a mass that was not given"
expect 0 "(share of --mass; 0.5 kg/m^3)" "" left.obj right.obj --mass 6
[ "$(grep -c '^  > exact' out)" = 2 ] || fail "not a block per part"

# ---- broken meshes with an answer: 0, and a warning ----
expect 0 '"watertight": false' "warning: open.stl: " open.stl --json
that "open.stl" <<'PYTHON'
issue, = [i for i in d["issues"] if i["kind"] == "open_edge"]
assert issue["count"] == 3 and issue["damage"] and issue["repaired"] and issue["text"], issue
assert d["holes"] == 1 and d["method"] == "repaired", d
near(d["volume"], 0.006, 5e-6)
near(d["inertia"], box(6, 0.3, 0.2, 0.1), 5e-6)
assert d["estimates"]["repaired"]["volume"] == d["volume"]
PYTHON
expect 0 "diagnosis: damaged" "the result is the estimate 'repaired'" open.stl
grep -q "^    repaired  3 edges" out || fail "the sheet does not list what is wrong: $(cat out)"
expect 0 "<inertial" "warning: open.stl: " open.stl --mjcf
expect 0 '"inverted"' "warning: inverted.obj: " inverted.obj --json
that "inverted.obj" <<'PYTHON'
near(d["volume"], 0.006)
near(d["inertia"], box(6, 0.3, 0.2, 0.1))
PYTHON
expect 0 "total of 2 parts" "warning: open.stl: " box.obj open.stl

# ---- harmless faults of the file: 0, and a warning with its position ----
sed '1,/^v /s/^v .*/& 0.5 nan 0.5/' box.obj >colour.obj
line=$(grep -n '^v ' colour.obj | head -n 1 | cut -d: -f1)
expect 0 '"watertight": true' "warning: colour.obj:$line:" colour.obj --json
grep -q "the colour or weight of vertex 1 is 'nan', which is not finite; ignored" err || fail "the colour has no warning: $(cat err)"

# ---- CAD models: 2, and how to convert them ----
printf 'ISO-10303-21;\nHEADER;\n' >part.step
expect 2 "" "gyre inertia: part.step: byte 0: this is a STEP file, a CAD model and not a mesh; export it as STL or OBJ" part.step
printf '\001\002\003' >part.SLDPRT
expect 2 "" "this is a SolidWorks part (by its name)" part.SLDPRT

# ---- malformed: 2, with the place ----
expect 2 "" "gyre inertia: slip.obj:3:7: " slip.obj
expect 2 "" "gyre inertia: words.obj" words.obj
expect 2 "" "gyre inertia: empty.stl" empty.stl
expect 2 "" "gyre inertia: short.stl: byte " short.stl
expect 2 "" "gyre inertia: escape.gltf" escape.gltf
# ---- missing or unreadable: 3; every file is reported, the worst sets the exit code, and nothing is printed ----
expect 3 "" "gyre inertia: cannot read 'none.stl': No such file or directory" none.stl
expect 3 "" "gyre inertia: cannot read '.': " .
expect 3 "" "none.bin" lonely.gltf
expect 3 "" "slip.obj:3:7: " none.stl slip.obj box.obj
grep -q "cannot read 'none.stl'" err || fail "only one of two bad files is reported"

# ---- usage ----
expect 2 "" "gyre inertia: needs a mesh: a file, or - for standard input: gyre inertia part.stl"
expect 2 "" "standard input (-) can be read only once" - -
expect 2 "" "unknown option '--densty'; did you mean --density?" box.obj --densty 3
expect 2 "" "unknown option '--fps'" box.obj --fps 3
expect 2 "" "--shell needs a value: THICKNESS" box.obj --shell
expect 2 "" "-o a.png: the extension must be one of: .svg .html" box.obj -o a.png
expect 2 "" "--weld must be a number >= 0 in units of the file, is '-1'" box.obj --weld -1
expect 0 "diagnosis: no damage" "" box.obj --weld 0
expect 0 "diagnosis: no damage" "" text.stl --weld 1e-3

# ---- --check ----
expect 0 "possible: a body can have the principal moments 1, 2, 2.5 kg m^2" "" --check 1 2 2.5
expect 0 "possible: " "" --check 1 2 2.5 -0.01 0.02 -3e-3
expect 0 "possible: " "" --check 1,2,2.5,-0.01,0.02,-3e-3
expect 0 "possible: " "" --check=1, 2, 2.5,
expect 0 "with 24 kg it is equivalent to a solid box of 4 x 3 x 2 m" "" --check 50 40 26 --mass 24
expect 0 "in kg mm^2 (multiply by 1e-6) it is 0.3 x 0.2 x 0.1 m" "a body of 2 kg with this inertia is 300 m long: check the units" --check 8333.3 16666.6 21666.6 --mass 2
expect 1 "impossible: triangle inequality: the principal moment 4 kg m^2 must be <= 1 + 2 = 3, is too large by 1" "" --check 1 2 4
grep -q "possible mistake: these are second moments" out || fail "1 2 4 is not explained"
grep -qx "  6 5 3 0 0 0" out || fail "second moments are not turned into inertia"
grep -qx "  1.5 2.5 4 0 0 0" out || fail "the nearest tensor is not told"
expect 1 "possible mistake: one entry is 10 times too large: Izz is 30, should be 3" "" --check 1 2 30
expect 1 "possible mistake: digits were lost in rounding: the nearest possible body is a flat plate, 0.24 %" "" --check 0.333 0.083 0.417
expect 1 "possible mistake: the entries are in the order xx xy xz yy yz zz" "" --check 1 0.01 0.02 2 0.03 2.5
grep -qx "  1 2 2.5 0.01 0.02 0.03" out || fail "the order is not put right"
expect 1 "possible mistake: the products of inertia have the wrong sign" "" --check 2 2 2 1 1 1
expect 1 "no known mistake explains it" "" --check -1 -2 -3
expect 2 "" "--check needs 3 or 6 numbers, Ixx Iyy Izz [Ixy Ixz Iyz]; found 2" --check 1 2
expect 2 "" "; found 4 before 'box.obj'" --check 1 2 3 4 box.obj
expect 2 "" "; found 2 before 'nan'" --check 1 2 nan
expect 2 "" "; found 2 before '--mass'" --check 1 2 --mass 3
expect 2 "" "; found 7" --check 1 2 3 4 5 6 7
expect 2 "" "--check cannot be combined with --json" --check 1 2 2.5 --json
expect 2 "" "--density, --unit, --shell and --weld need a mesh" --check 1 2 2.5 --density steel
# with the mesh: right, physical but another, impossible and why
expect 0 "comparison: the tensor agrees with the body" "" --check 0.025 0.05 0.065 0 0 0 box.obj
expect 0 "comparison: the tensor is in kg mm^2: multiply by 1e-6" "the tensor differs from that of the mesh" --check 25000 50000 65000 box.obj
expect 0 "comparison: no known mistake explains the difference" "the tensor differs from that of the mesh" --check 0.05 0.06 0.07 box.obj
expect 0 "comparison: the axes are in another order than the model's" "the tensor differs from that of the mesh" --check 0.05 0.025 0.065 box.obj --density water
expect 1 "impossible: " "the tensor differs from that of the mesh" --check 1 2 4 box.obj
expect 3 "" "cannot read 'none.stl'" --check 1 2 2.5 none.stl

# ---- pictures, whole or absent ----
expect 0 "box.obj" "" box.obj -o a.svg -o b.html
[ -s a.svg ] && [ -s b.html ] || fail "pictures were not written"
expect 0 '"mass"' "" box.obj --json -o A.SVG
cmp -s a.svg A.SVG || fail "the same picture has other bytes"
expect 3 "box.obj" "cannot write 'nowhere/a.svg': No such file or directory" box.obj -o nowhere/a.svg
cp a.svg before.svg
expect 2 "" "slip.obj" slip.obj -o a.svg
cmp -s a.svg before.svg || fail "a bad mesh has changed the picture of a good one"
if [ -w /dev/full ]; then
    ln -sf /dev/full full.svg
    expect 3 "box.obj" "full.svg': No space left on device" box.obj -o full.svg
    for choice in "" --json --urdf; do
        got=0
        "$gyre" inertia box.obj $choice >/dev/full 2>err || got=$?
        [ "$got" = 3 ] || fail "a full disk for gyre inertia $choice: exit code $got"
        [ "$(wc -l <err)" = 1 ] || fail "a full disk for gyre inertia $choice says: $(cat err)"
    done
fi
(ulimit -f 1; got=0; "$gyre" inertia box.obj -o a.svg -o a.html >/dev/null 2>err || got=$?; [ "$got" = 3 ]) || fail "a file that may not grow: exit code is not 3"
cmp -s a.svg before.svg || fail "half a picture under its name"
# until the reader of standard output has closed it
await_closed() { (trap '' PIPE; while printf x 2>/dev/null; do sleep 0.05; done); }
for choice in "box.obj" "box.obj --json" "--check 1 2 2.5"; do
    { await_closed; got=0; "$gyre" inertia $choice 2>err || got=$?; echo "$got" >code; } | true
    [ "$(cat code)" = 141 ] || fail "a closed pipe: gyre inertia $choice: exit code $(cat code)"
    [ ! -s err ] || fail "a closed pipe: gyre inertia $choice prints: $(cat err)"
done
[ -z "$(ls -A | grep '^\.gyre-' || true)" ] || fail "temporary files are left: $(ls -A | grep '^\.gyre-')"
[ $failed = 0 ] && echo "gyre inertia behaves"
exit $failed
