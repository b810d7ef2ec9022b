#!/bin/sh
# Extremes are right or refused by name: every tenth power of the ranges in extremes.c (quick: every fourth). Before that,
# numbers that are two tolerances off must be detected.
set -eu
program="$BINARY/test/trust/extremes"
if "$program" quick control >/dev/null; then
    echo "extremes: numbers that are two tolerances off were not detected"
    exit 1
fi
echo "control: numbers that are two tolerances off are detected"
"$program" "$1"
