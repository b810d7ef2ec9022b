#!/bin/sh
# python_package.sh SOURCE BINARY PLACE: copies the Python module and the shared library to PLACE/gyre, ready to import, with the files for a
# wheel. BINARY is a build folder that has libgyre.so.
set -eu
source=$1 binary=$2 place=$3
library=$(ls "$binary"/libgyre.so.*.*.*)
soname=$(objdump -p "$library" | awk '/SONAME/ { print $2 }')
rm -rf "$place"
mkdir -p "$place/gyre"
cp "$source"/python/gyre/*.py "$place/gyre/"
cp "$library" "$place/gyre/$soname"
cp "$source/python/pyproject.toml" "$source/LICENSE" "$place/"
