#!/bin/sh
# The tarball has equal bytes when made twice; it builds, runs and installs without the repository.
. "$SOURCE/test/consumer/common.sh"
git -C "$SOURCE" rev-parse HEAD >/dev/null 2>&1 || skip "no git repository"
tarball=gyre-$(version).tar.gz
sh "$SOURCE/tools/make_dist.sh" "$SOURCE" "$work/one" 2>/dev/null
sh "$SOURCE/tools/make_dist.sh" "$SOURCE" "$work/two" >/dev/null 2>&1
cmp "$work/one/$tarball" "$work/two/$tarball" || fail "the tarball differs when made again"
tar -xzf "$work/one/$tarball" -C "$work"
cd "$work/gyre-$(version)"
for file in LICENSE README.md CITATION.cff include/gyre/gyre.h app/cli/gyre.1; do [ -s "$file" ] || fail "the tarball lacks $file"; done
[ ! -e build ] && [ ! -e node_modules ] || fail "the tarball contains build results"
[ "${1:-quick}" = full ] || { echo "dist: equal bytes when made twice"; exit 0; }
cmake -S . -B "$work/build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$work/build" --parallel "${JOBS:-2}" >/dev/null
run() { "$work/build/gyre" run "$1" --quiet --hash; }
same_bits "dist" run
cmake --install "$work/build" --prefix "$work/prefix" >/dev/null
"$work/prefix/bin/gyre" --version
