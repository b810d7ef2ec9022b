#!/bin/sh
# Random scenes (trust/soak_scenes.c) for some minutes of processor time: soak.sh MINUTES [FIRST_SEED]. Each is run, and repeated from
# its seed, its snapshot and its scene file with other kernels and threads; its ledger must balance and its memory be freed. Before
# that, three faults made on purpose must be found. Without FIRST_SEED the scenes are new ones; the seed that repeats them is printed.
# BINARY is a release build with tests.
set -eu
soak="$BINARY/test/trust/soak_scenes"
minutes=$1 first=${2:-$(date +%s)}
work="$BINARY/soak"
mkdir -p "$work"
for fault in state ledger leak; do
    "$soak" --control $fault >"$work/control" || { cat "$work/control"; echo "FAILED: the fault '$fault' is not found"; exit 1; }
    tail -n 1 "$work/control"
done
echo "repeat with: make soak SOAK_MINUTES=$minutes SOAK_SEED=$first"
exec "$soak" "$minutes" "$first"
