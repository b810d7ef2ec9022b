#!/bin/sh
# Every code block of README.md and docs is compiled or run, and every relative link leads somewhere: check_code_blocks.py.
# First the control: a page in which everything is wrong must be found out.
set -eu
python=/usr/bin/python3
[ -x $python ] || { echo "python3 is missing"; exit 77; }
control="$BINARY/code-blocks-control"
rm -rf "$control"
mkdir -p "$control/docs" "$control/test"
cp "$SOURCE/test/data/wrong_page.md" "$control/docs/WRONG.md"
cp "$SOURCE/test/snippet_prelude.h" "$control/test/"
ln -s "$SOURCE/include" "$control/include"
SOURCE="$control" $python "$SOURCE/test/check_code_blocks.py" >"$control/found" && { echo "FAILED: the page of mistakes passes"; exit 1; }
wanted=$(grep -c '[a-z (]!!' "$control/docs/WRONG.md")
found=$(grep -c '^FAILED' "$control/found")
[ "$found" = "$wanted" ] || { cat "$control/found"; echo "FAILED: $found of the $wanted mistakes of test/data/wrong_page.md were found"; exit 1; }

exec $python "$SOURCE/test/check_code_blocks.py" "$@"
