#!/bin/sh
# make_deb.sh SOURCE BINARY PLACE: writes Debian packages to PLACE: gyre (the command), libgyre0.1 and libgyre-io0.1 (the shared libraries) and
# libgyre-dev (headers, pkg-config and CMake files). BINARY is the build folder. SOURCE_DATE_EPOCH defaults to the time of the
# commit, so builds of the same commit have the same bytes.
set -eu
source=$1 binary=$2 place=$3
version=$(sed -n 's/^project(gyre VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
abi=${version%.*}
library=libgyre$abi
io_library=libgyre-io$abi
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C
umask 022

cmake -S "$source" -B "$binary" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_SKIP_INSTALL_RPATH=ON \
    "-DCMAKE_SHARED_LINKER_FLAGS=-Wl,-z,relro,-z,now" "-DCMAKE_EXE_LINKER_FLAGS=-Wl,-z,relro,-z,now" >/dev/null
cmake --build "$binary" --parallel "${JOBS:-2}" >/dev/null
stage="$binary/stage"
rm -rf "$stage"
mkdir -p "$place"

changelog() {
    printf 'gyre (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md for the changes.\n\n -- The Gyre authors <gyre@localhost>  %s\n' \
        "$version" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
}

copyright() {
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: gyre\n\nFiles: *\nCopyright: 2026 The Gyre authors\nLicense: Expat\n'
    sed -n '/^Permission/,$p' "$source/LICENSE" | sed 's/^$/./; s/^/ /'
}

# add PACKAGE COMPONENT SECTION DEPENDS SUMMARY TEXT
add() {
    package=$1 component=$2 section=$3 depends=$4 summary=$5 text=$6
    root="$stage/$package"
    DESTDIR="$root" cmake --install "$binary" --component "$component" --strip >/dev/null
    documents="$root/usr/share/doc/$package"
    rm -rf "$root/usr/share/doc"
    mkdir -p "$documents" "$root/DEBIAN"
    copyright >"$documents/copyright"
    changelog | gzip -9 -n >"$documents/changelog.gz"
    find "$root" -path '*/man/*' -name '*.[1-8]' -exec gzip -9 -n {} +
    case $component in gyre | gyre-io)
        find "$root/usr/lib" -name '*.so.*' -exec chmod 644 {} +
        echo "lib$(echo "$component" | tr - _) $abi $package (>= $version)" >"$root/DEBIAN/shlibs"
        echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers" ;;
    esac
    if [ "$component" = tool ]; then
        cp "$source/README.md" "$documents/"
        cp "$source"/docs/*.md "$documents/"
    fi
    (cd "$root" && find usr -type f | sort | xargs md5sum >DEBIAN/md5sums)
    cat >"$root/DEBIAN/control" <<CONTROL
Package: $package
Source: gyre
Version: $version
Architecture: $architecture
Maintainer: The Gyre authors <gyre@localhost>
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: $depends
Section: $section
Priority: optional
Description: $summary
 $text
CONTROL
    find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group --uniform-compression -Zxz --build "$root" "$place/${package}_${version}_$architecture.deb" >/dev/null
    echo "$place/${package}_${version}_$architecture.deb"
}

libc="libc6 (>= 2.34)" # the first version that contains libpthread
add "$library" gyre libs "$libc" "rigid-body dynamics (shared library)" \
    "Moving and spinning rigid bodies, with bit-identical results on every machine."
add "$io_library" gyre-io libs "$library (= $version), $libc, zlib1g (>= 1:1.2.9)" "meshes, scenes and recordings for rigid-body dynamics (shared library)" \
    "Reads meshes and scene files, and writes recordings and data sheets."
add libgyre-dev dev libdevel "$library (= $version), $io_library (= $version), libc6-dev, zlib1g-dev" "rigid-body dynamics (development files)" \
    "Headers, pkg-config and CMake files for both libraries."
add gyre tool science "$io_library (= $version), $library (= $version), $libc" "simulate rigid bodies, compute the inertia of meshes" \
    "The command: runs scenes, writes recordings, computes the inertia of meshes."
