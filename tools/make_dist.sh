#!/bin/sh
# make_dist.sh SOURCE PLACE: writes the sources of the current commit to PLACE/gyre-VERSION.tar.gz. Archives of the same commit
# have the same bytes.
set -eu
source=$1 place=$2
version=$(sed -n 's/^project(gyre VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
mkdir -p "$place"
[ -z "$(git -C "$source" status --porcelain --untracked-files=no)" ] || echo "make dist: warning: uncommitted changes are not included" >&2
git -C "$source" archive --format=tar --prefix="gyre-$version/" HEAD | gzip -9 -n >"$place/gyre-$version.tar.gz"
echo "$place/gyre-$version.tar.gz"
