#!/bin/sh
# The same input has the same answer, digit by digit and word by word: diagnoses of damaged meshes, damaged mesh files, scenes with
# thousands of mistakes, ledgers of every example by every method, against the sums in test/same_answers. Other tests check
# that the results are right; this one detects any change. Look at what changed, then write the sums again, with
#   SUMS=write BINARY=$PWD/build SOURCE=$PWD sh test/check_same_answers.sh
set -eu
gyre="$BINARY/gyre"
golden="$SOURCE/test/same_answers"
work="$BINARY/same-answers"
wrong="$BINARY/wrong-scenes"
rm -rf "$work" "$wrong"
mkdir -p "$work" "$wrong"
cd "$work"

"$BINARY/test/write_answers" .

python3 "$SOURCE/test/wrong_scenes.py" "$SOURCE/examples/scenes" "$wrong"
if (cd "$wrong" && "$gyre" check *.json >"$work/good.txt" 2>"$work/wrong.txt"); then echo "FAILED: scenes with mistakes pass"; exit 1; fi

# thirty steps each; the asteroids are a thousand
methods=$("$gyre" methods | sed -n 's/^\([a-z_0-9]*\)  *[0-9] .*/\1/p')
for scene in "$SOURCE"/examples/scenes/*.json; do
    name=$(basename "$scene" .json)
    dt=$(sed -n 's/.*"dt": *\([0-9.e-]*\).*/\1/p' "$scene" | head -n 1)
    steps=30
    case $name in asteroid-field) steps=2 ;; esac
    duration=$(awk "BEGIN { print $steps * ${dt:-1 / 60} }")
    for method in $methods; do
        echo "$name $method"
        "$gyre" run "$name" --method "$method" --duration "$duration" --hash 2>&1 || echo "exit code $?"
    done
done >methods.txt
. "$SOURCE/test/compare_sums.sh"
