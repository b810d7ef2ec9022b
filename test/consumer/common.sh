# Functions for the consumer tests, which source this file first. SOURCE is the project, BINARY its release build.
# A consumer is a project outside of the source tree: it uses only installed or packaged files.
set -eu
CC=${CC:-cc}
consumer="$SOURCE/test/consumer"
work="$BINARY/consumer/$(basename "$0" .sh)${1:+-$1}"
rm -rf "$work"
mkdir -p "$work"
unset PKG_CONFIG_PATH CMAKE_PREFIX_PATH LD_LIBRARY_PATH
examples="tennis-racket floating-crate solar-system"

fail() { echo "FAILED: $*"; exit 1; }
skip() { echo "skipped: $*"; exit 77; }

version() { # the version in CMakeLists.txt
    sed -n 's/^project(gyre VERSION \([0-9.]*\).*/\1/p' "$SOURCE/CMakeLists.txt"
}

# same_bits WHAT COMMAND...: checks that COMMAND with an example's name prints the same hash as the gyre command
same_bits() {
    what=$1
    shift
    for example in $examples; do
        expected=$("$BINARY/gyre" run "$example" --quiet --hash)
        got=$("$@" "$example") || fail "$what: $* $example"
        [ "$got" = "$expected" ] || fail "$what: $example: '$got', the command prints '$expected'"
    done
    echo "$what: same bits as the command ($(echo $examples | wc -w) examples)"
}

# block LANGUAGE HEADING: prints the first code block of a language below a heading of docs/PACKAGING.md
block() {
    awk -v fence="\`\`\`$1" -v heading="## $2" '/^## / { here = $0 == heading }
        here && $0 == fence && !seen { on = seen = 1; next } /^```$/ { on = 0 } on' "$SOURCE/docs/PACKAGING.md" >"$work/block"
    [ -s "$work/block" ] || fail "docs/PACKAGING.md has no $1 below '$2'"
    cat "$work/block"
}
