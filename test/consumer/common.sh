# What the consumer tests share; each of them begins with `. common.sh`. SOURCE is the project, BINARY its release build.
# A consumer is a project outside of the tree: it sees what is installed or packed, and nothing else.
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

version() { # the one place that knows it
    sed -n 's/^project(gyre VERSION \([0-9.]*\).*/\1/p' "$SOURCE/CMakeLists.txt"
}

# same_bits WHAT COMMAND...: the command, called with an example's name, prints the hash that the gyre command prints
same_bits() {
    what=$1
    shift
    for example in $examples; do
        expected=$("$BINARY/gyre" run "$example" --quiet --hash)
        got=$("$@" "$example") || fail "$what: $* $example"
        [ "$got" = "$expected" ] || fail "$what: $example: '$got', and the command says '$expected'"
    done
    echo "$what: the bits of the command ($(echo $examples | wc -w) examples)"
}

# block LANGUAGE HEADING: the first block of a language below a heading of docs/PACKAGING.md
block() {
    awk -v fence="\`\`\`$1" -v heading="## $2" '/^## / { here = $0 == heading }
        here && $0 == fence && !seen { on = seen = 1; next } /^```$/ { on = 0 } on' "$SOURCE/docs/PACKAGING.md" >"$work/block"
    [ -s "$work/block" ] || fail "docs/PACKAGING.md has no $1 below '$2'"
    cat "$work/block"
}
