#!/bin/sh
# The man page names every command and every option that --help names, and nothing else; completion offers the same words.
set -eu
page="$SOURCE/app/cli/gyre.1"
gyre="$BINARY/gyre"
failed=0
fail() { echo "FAILED: $*"; failed=1; }

# hyphens are written \- in the page
text=$(sed 's/\\-/-/g' "$page")
commands=$("$gyre" --help | awk '/^(usage:|      ) gyre [a-z]/ { sub(/^usage:/, ""); print $2 }')
options=$(for command in $commands; do "$gyre" "$command" --help; done |
    awk '/^  -/ { for (i = 1; i <= 2; i++) if ($i ~ /^-/) { sub(/,$/, "", $i); print $i } }' | sort -u)
[ "$(echo "$options" | wc -l)" -ge 13 ] || fail "only these options were found:" $options
for command in $commands; do
    echo "$text" | grep -qE "^\.BI? $command( |\$)" || fail "the man page has no entry for gyre $command"
done
for option in $options --version; do
    echo "$text" | grep -qE "^\.(B|BI|BR) (-[a-z] \", \" )?$option( |\$)" || fail "the man page has no entry for $option"
done
for named in $(echo "$text" | sed -n '/^\.SH OPTIONS/,/^\.SH EXIT/s/^\.\(B\|BI\|BR\) //p' | grep -oE -e '--[a-z]+(-[a-z]+)*'); do
    echo "$options" --version | grep -qFw -e "$named" || fail "the man page has $named, which no command has"
done
for extension in $(sed -n 's/^X(\([a-z]*\),.*/\1/p' "$SOURCE/include/gyre/formats.def"); do
    echo "$text" | grep -qx -e ".B .$extension" || fail "the man page has no .$extension"
done
if command -v man >/dev/null 2>&1 && command -v groff >/dev/null 2>&1; then
    warnings=$(groff -man -Tutf8 -wall -z "$page" 2>&1)
    [ -z "$warnings" ] || fail "groff says: $warnings"
fi

# complete WORDS...: prints bash's completions of the last word
complete() {
    PATH="$BINARY:$PATH" bash -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gyre; printf "%s\n" "${COMPREPLY[@]}"' \
        "$SOURCE/app/cli/gyre.bash" "$@"
}
if command -v bash >/dev/null 2>&1; then
    mkdir -p "$BINARY/completion-check" # where no file has the name of an example
    cd "$BINARY/completion-check"
    for command in $commands; do
        complete gyre "" | grep -qx -e "$command" || fail "completion does not offer gyre $command"
    done
    [ "$(complete gyre ver)" = verify ] || fail "gyre ver<tab> is not verify: $(complete gyre ver)"
    [ "$(complete gyre run x --du)" = --duration ] || fail "--du<tab> is not --duration"
    [ "$(complete gyre run tennis-r)" = tennis-racket ] || fail "tennis-r<tab> is not tennis-racket"
    [ "$(complete gyre run x --method exa)" = exact ] || fail "--method exa<tab> is not exact"
    [ "$(complete gyre inertia x --density alumin)" = aluminium ] || fail "--density alumin<tab> is not aluminium"
    [ "$(complete gyre inertia x --frame p)" = principal ] || fail "--frame p<tab> is not principal"
    [ "$(complete gyre inertia x --unit c)" = cm ] || fail "--unit c<tab> is not cm"
    complete gyre verify x --fr | grep -q from && fail "verify has no --from"
fi
[ $failed = 0 ] && echo "the man page and completion have every option of the command"
exit $failed
