#!/bin/sh
# Builds the documentation as web pages: sh tools/docs.sh PROJECT SITE. Builds the reference first, if Doxygen is installed.
set -eu
mkdir -p "$2"
site=$(cd "$2" && pwd)
cd "$1"
rm -rf "$site/reference"
if command -v doxygen >/dev/null 2>&1; then
    { cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = \"$site\""; echo "GENERATE_TAGFILE = \"$site/gyre.tag\""; } | doxygen -
    mv "$site/gyre.tag" "$site/reference/"
fi
node tools/site.mjs "$site"
