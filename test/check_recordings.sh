#!/bin/sh
# Python reads the recordings back. Skipped without Debian's numpy.
set -eu
/usr/bin/python3 -c 'import numpy' 2>/dev/null || { echo "skipped: no python3-numpy"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
RECORDINGS=$folder "$BINARY/test/record_files" || exit 1
/usr/bin/python3 "$SOURCE/test/check_recordings.py" "$folder"
