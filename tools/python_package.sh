#!/bin/sh
# python_package.sh SOURCE BINARY PLACE: copies the Python module and the shared libraries to PLACE/gyre, ready to import, with the files for a
# wheel. BINARY is a build folder with libgyre.so and libgyre_io.so.
set -eu
source=$1 binary=$2 place=$3
rm -rf "$place"
mkdir -p "$place/gyre"
cp "$source"/python/gyre/*.py "$place/gyre/"
for library in "$binary"/libgyre.so.*.*.* "$binary"/libgyre_io.so.*.*.*; do
    cp "$library" "$place/gyre/$(objdump -p "$library" | awk '/SONAME/ { print $2 }')"
done
cp "$source/python/pyproject.toml" "$source/LICENSE" "$place/"
