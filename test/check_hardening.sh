#!/bin/sh
# The command is built with the guards of GYRE_HARDEN: read from the program itself. BINARY is the build.
set -eu
command -v readelf >/dev/null 2>&1 || { echo "skipped: there is no readelf"; exit 77; }
program="$BINARY/gyre"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
readelf -h "$program" | grep -q 'Type: *DYN' || fail "it is at a fixed address (no PIE)"
readelf -lW "$program" | grep -q 'GNU_RELRO' || fail "its tables of addresses can be written (no RELRO)"
readelf -dW "$program" | grep -q 'BIND_NOW\|Flags: .*NOW' || fail "its tables of addresses are filled late (no BIND_NOW)"
readelf -lW "$program" | grep 'GNU_STACK' | grep -q 'RWE' && fail "its stack can be executed"
readelf -sW "$program" | grep -q '__stack_chk_fail' || fail "a smashed stack is not detected"
readelf -sW "$program" | grep -q '_chk@\|_chk$' || fail "the C library does not look for overruns (no _FORTIFY_SOURCE)"
[ $failed = 1 ] || echo "PIE, RELRO, BIND_NOW, no executable stack, stack protector, fortified"
exit $failed
