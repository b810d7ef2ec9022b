#!/bin/sh
# tools/check_words finds nothing in the project. Before that, controls in a small project: it must report a banned phrase in every
# kind of file, an unused exception and a damaged table, and accept the same project without them.
set -eu
python3 -c 'import fnmatch' 2>/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tools"
cp "$SOURCE/tools/check_words" "$SOURCE/tools/words_text.py" "$SOURCE/tools/words.txt" "$work/tools"
check() { GIT_DIR=$work/none python3 "$work/tools/check_words" "$@"; }

failed=0
fail() { echo "FAILED: $*"; failed=1; }

# ---- controls ----
printf '# pattern of files  | expression  | reason\n' >"$work/tools/words_allowed.txt"
phrase="The caller is told about it."
printf '// %s\nint a;\n' "$phrase" >"$work/comment.c"
printf 'const char *a = "The caller is " "told about it.";\n' >"$work/string.c"
printf 'TEST(the_caller_is_told_about_it) {}\n' >"$work/name.c"
printf 'int a; // %s\n' "$phrase" >"$work/trailing.h"
printf '# Page\n\nThe caller is\ntold about it.\n' >"$work/page.md"
printf '"""%s"""\n' "$phrase" >"$work/docstring.py"
printf '# %s\n' "$phrase" >"$work/comment.sh"
printf '{"description": "%s"}\n' "$phrase" >"$work/schema.json"
printf '<p>%s</p>\n' "$phrase" >"$work/page.html"
names="comment.c string.c name.c trailing.h page.md docstring.py comment.sh schema.json page.html"
code=0
check >"$work/out" || code=$?
[ "$code" = 1 ] || fail "exit code $code for banned phrases, expected 1"
for name in $names; do
    grep -q "^$name:[0-9]*: \"is told\": " "$work/out" || fail "a banned phrase in $name was not reported"
done

for name in $names; do
    printf '%s  | ^[Tt]he caller is  | control\n' "$name"
done >"$work/tools/words_allowed.txt"
check >"$work/out" || fail "exceptions were not applied: $(cat "$work/out")"
printf 'comment.c  | ^an absent sentence$  | control\n' >>"$work/tools/words_allowed.txt"
! check >"$work/out" || fail "an unused exception was accepted"
grep -q 'unused exception: comment.c  | ^an absent sentence' "$work/out" || fail "an unused exception was not reported"
printf 'comment.c  | without a reason\n' >"$work/tools/words_allowed.txt"
! check >"$work/out" 2>&1 || fail "an exception without a reason was accepted"

# ---- the project ----
python3 "$SOURCE/tools/check_words" || fail "plain words: docs/STYLE.md has the rules; tools/words_allowed.txt lists exceptions"
exit $failed
