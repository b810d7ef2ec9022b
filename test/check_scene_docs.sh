#!/bin/sh
# The checked-in texts equal those generated from the lists of keys: the tables of docs/SCENES.md, between their two marks, and
# examples/scene.schema.json. The schema accepts every example and refuses mistakes, if Debian's python3-jsonschema is there.
set -eu
cd "$SOURCE"
tables=$BINARY/test/scene_tables
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$tables" docs >"$work/docs"
awk '/^<!-- end of tables -->/ { inside = 0 } inside { print } /^<!-- tables/ { inside = 1 }' docs/SCENES.md >"$work/checked_in"
if ! diff "$work/checked_in" "$work/docs" >"$work/difference"; then
    cat "$work/difference"
    echo "FAILED: the tables of docs/SCENES.md differ from the lists: replace them by the output of test/scene_tables docs"
    exit 1
fi
"$tables" schema >"$work/schema.json"
if ! diff examples/scene.schema.json "$work/schema.json" >"$work/difference"; then
    head -n 20 "$work/difference"
    echo "FAILED: examples/scene.schema.json differs from the lists: replace it by the output of test/scene_tables schema"
    exit 1
fi

/usr/bin/python3 -c 'import jsonschema' 2>/dev/null || { echo "tables and schema are up to date; python3-jsonschema is missing"; exit 77; }
/usr/bin/python3 - <<'PYTHON'
import glob, json, jsonschema
schema = json.load(open("examples/scene.schema.json"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
files = sorted(glob.glob("examples/scenes/*.json"))
assert len(files) >= 14, files
for name in files:
    for error in validator.iter_errors(json.load(open(name))):
        raise SystemExit(f"FAILED: {name}: {error.json_path}: {error.message}")

body = {"name": "a", "mass": 1, "inertia": [1, 1, 1]}
wrong = [
    {}, [], {"gyre": 2}, {"gyre": 1, "boddies": []}, {"gyre": 1, "dt": 0}, {"gyre": 1, "gravity": [0, 0]},
    {"gyre": 1, "method": "rk5"}, {"gyre": 1, "bodies": [{}]}, {"gyre": 1, "bodies": [{**body, "mass": -1}]},
    {"gyre": 1, "bodies": [{**body, "orientation": [1, 0, 0]}]}, {"gyre": 1, "bodies": [{**body, "lock": ["w"]}]},
    {"gyre": 1, "bodies": [{**body, "inertia": [1, 1, 1, 0]}]}, {"gyre": 1, "bodies": [{**body, "color": "red"}]},
    {"gyre": 1, "bodies": [{**body, "shape": {"type": "cube"}}]}, {"gyre": 1, "bodies": [{**body, "shape": {"type": "box"}}]},
    {"gyre": 1, "bodies": [{**body, "shape": {"type": "box", "size": [1, 1, 1], "radius": 1}}]},
    {"gyre": 1, "bodies": [{**body, "shape": {"type": "mesh"}}]},
    {"gyre": 1, "bodies": [{**body, "shape": {"type": "mesh", "file": "a.stl", "unit": "mile"}}]},
    {"gyre": 1, "bodies": [{**body, "shape": {"type": "compound", "parts": [{"type": "mesh", "file": "a.stl", "scale": 0}]}}]},
    {"gyre": 1, "forces": [{"type": "spring", "body": "a"}]}, {"gyre": 1, "forces": [{"type": "callback", "body": "a"}]},
    {"gyre": 1, "forces": [{"type": "drag", "body": "a", "linear": -1}]}, {"gyre": 1, "forces": [{"type": "drag", "profile": []}]},
]
part = {"type": "mesh", "file": "a.stl", "scale": 2, "unit": "feet", "hollow": True}
for shape in part, {"type": "compound", "parts": [{**part, "position": [0, 0, 1], "density": 3}]}:
    assert validator.is_valid({"gyre": 1, "bodies": [{**body, "shape": shape}]}), shape
for scene in wrong:
    if validator.is_valid(scene):
        raise SystemExit(f"FAILED: the schema accepts {json.dumps(scene)}")
print(f"tables and schema are up to date; the schema accepts {len(files)} examples and refuses {len(wrong)} mistakes")
PYTHON
