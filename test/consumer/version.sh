#!/bin/sh
# All files that contain the version have that of CMakeLists.txt.
. "$SOURCE/test/consumer/common.sh"
version=$(version)
echo "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+' || fail "no version in CMakeLists.txt: '$version'"
same() { # same PLACE VERSION
    [ "$2" = "$version" ] || fail "$1 has version '$2', CMakeLists.txt has $version"
    echo "$1: $2"
}
same "gyre --version" "$("$BINARY/gyre" --version | awk '{ print $2 }')"
same "man page" "$(sed -n 's/^\.TH GYRE 1 "" "gyre \([^"]*\)".*/\1/p' "$BINARY/gyre.1")"
for name in gyre gyre-io; do same "$name.pc" "$(sed -n 's/^Version: //p' "$BINARY/$name.pc")"; done
same "find_package" "$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")/\1/p' "$BINARY/gyre-config-version.cmake")"
same CITATION.cff "$(sed -n 's/^version: //p' "$SOURCE/CITATION.cff")"
same pyproject.toml "$(sed -n 's/^version = "\(.*\)"/\1/p' "$SOURCE/python/pyproject.toml")"
grep -qx "ABI = \"$(echo "$version" | cut -d. -f1-2)\"" "$SOURCE/python/gyre/_library.py" || fail "python/gyre/_library.py has another ABI"
grep -q "libgyre.so.$(echo "$version" | cut -d. -f1-2)\`" "$SOURCE/docs/PACKAGING.md" || fail "docs/PACKAGING.md has another soname"
grep -q "gyre-$version.tar.gz" "$SOURCE/docs/PACKAGING.md" || fail "docs/PACKAGING.md has another tarball"
