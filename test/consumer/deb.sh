#!/bin/sh
# Debian packages: their contents, equal bytes when built twice, and a program that is compiled with them in a separate root.
. "$SOURCE/test/consumer/common.sh"
command -v dpkg-deb >/dev/null 2>&1 || skip "no dpkg-deb"
version=$(version) abi=$(version | cut -d. -f1-2)
JOBS=${JOBS:-2} sh "$SOURCE/tools/make_deb.sh" "$SOURCE" "$BINARY/deb" "$work/one"
sh "$SOURCE/tools/make_deb.sh" "$SOURCE" "$BINARY/deb" "$work/two" >/dev/null
for package in "$work"/one/*.deb; do
    cmp "$package" "$work/two/$(basename "$package")" || fail "$(basename "$package") differs when built again"
    dpkg-deb -x "$package" "$work/root"
    dpkg-deb -c "$package" | awk '$2 != "root/root" { bad = 1 } END { exit bad }' || fail "$package: some files do not belong to root"
    [ "$(dpkg-deb -f "$package" Version)" = "$version" ] || fail "$package has another version"
done
echo "deb: equal bytes when built twice"
root="$work/root"
for file in usr/bin/gyre usr/share/man/man1/gyre.1.gz usr/share/bash-completion/completions/gyre usr/include/gyre/gyre.h \
    usr/share/gyre/scene.schema.json usr/share/doc/gyre/README.md usr/share/doc/gyre/copyright usr/share/doc/libgyre-dev/copyright \
    "usr/share/doc/libgyre$abi/copyright" "usr/share/doc/libgyre$abi/changelog.gz" "usr/share/doc/libgyre-io$abi/copyright"; do
    [ -s "$root/$file" ] || fail "the packages lack $file"
done
for name in libgyre libgyre_io; do
    [ "$(cd "$root" && find usr -name "$name.so.$version" -o -name "$name.so.$abi" -o -name $name.so | wc -l)" = 3 ] || fail "wrong names of $name"
done
gzip -dc "$root/usr/share/man/man1/gyre.1.gz" | grep -q "gyre $version" || fail "the man page has another version"

libraries=$(dirname "$(find "$root" -name libgyre.so)")
PKG_CONFIG_PATH="$libraries/pkgconfig" LD_LIBRARY_PATH="$libraries"
export PKG_CONFIG_PATH LD_LIBRARY_PATH
$CC -std=c17 "$consumer/run_example.c" $(pkg-config --cflags --libs gyre-io) -o "$work/program"
for name in libgyre libgyre_io; do
    objdump -p "$work/program" | grep -q "NEEDED *$name.so.$abi\$" || fail "the program is not linked with $name.so.$abi"
done
# without scenes a program needs the package libgyre only
dpkg-deb -x "$work"/one/libgyre"$abi"_*.deb "$work/least"
$CC -std=c17 "$SOURCE/examples/push_block.c" $(pkg-config --cflags --libs gyre) -o "$work/push_block"
LD_LIBRARY_PATH=$(dirname "$(find "$work/least" -name "libgyre.so.$abi")") "$work/push_block" >"$work/push_block.out" ||
    fail "a program without scenes needs more than libgyre$abi"
same_bits "deb, pkg-config" "$work/program"
installed() { "$root/usr/bin/gyre" run "$1" --quiet --hash; }
same_bits "deb, the command" installed
sh "$consumer/exports.sh" "$libraries" "$root/usr/include" "$work" || fail "exports"

# errors by lintian, except that the maintainer has no mail address
if command -v lintian >/dev/null 2>&1; then
    lintian --tag-display-limit 0 "$work"/one/*.deb >"$work/lintian.log" 2>&1 || true
    grep '^E:' "$work/lintian.log" | grep -vE 'maintainer-address|bogus-mail-host|malformed-contact|mail-address' && fail "lintian"
    echo "deb: lintian reports no error except the maintainer's missing address ($(grep -c '^W:' "$work/lintian.log") warnings)"
else
    echo "deb: skipped lintian; ./bootstrap package installs it"
fi
