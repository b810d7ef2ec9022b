#!/bin/sh
# The documentation as pages: tools/docs.sh follows every link, Doxygen warns of nothing, every public name is in its reference, and no page
# loads anything from elsewhere.
set -eu
command -v node >/dev/null 2>&1 && [ -d "$SOURCE/node_modules/marked" ] || { echo "Node.js or its package marked is missing: ./bootstrap web"; exit 77; }
site="$BINARY/site-check"
rm -rf "$site"
sh "$SOURCE/tools/docs.sh" "$SOURCE" "$site"
grep -rlE '<(img|script|iframe|link)[^>]* (src|href)="https?:' "$site" --include='*.html' && { echo "FAILED: these pages load something from elsewhere"; exit 1; }
for page in index.html docs/index.html docs/THEORY.html docs/start/first-program.html docs/pictures/constant-angular-momentum.svg; do
    [ -s "$site/$page" ] || { echo "FAILED: there is no $page"; exit 1; }
done

[ -d "$site/reference" ] || { echo "pages are good; Doxygen is missing: no reference"; exit 77; }
cat "$SOURCE"/include/gyre/*.h | sed 's|//.*||' | grep -oE '\bgyre_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$site/functions"
grep -oE '<name>[a-z0-9_]+</name>' "$site/reference/gyre.tag" | sed 's/<[^>]*>//g' | sort -u >"$site/documented"
missing=$(comm -23 "$site/functions" "$site/documented")
[ -z "$missing" ] || { echo "FAILED: the reference lacks" $missing; exit 1; }
echo "$(wc -l <"$site/functions") functions are in the reference"
