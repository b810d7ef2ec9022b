#!/bin/sh
# Hostile scenes, meshes, snapshots and paths are refused with a place and little memory: hostile.sh quick|full.
set -eu
command -v python3 >/dev/null 2>&1 || { echo "python3 is missing"; exit 77; }
exec python3 "$SOURCE/test/trust/hostile.py" "$BINARY/gyre" "$1"
