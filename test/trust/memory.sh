#!/bin/sh
# Row memory: out of memory is an error. The allocator of every part of the library fails at its n-th call, once and from
# then on, for every n; then malloc itself does, under the command.
set -u
how=$1
programs="$BINARY/test/trust"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
"$programs/memory_faults" "$how" >"$log" || failed=1
grep -v '^control' "$log"
library=$(sed -n 's/^library: //p' "$log")
"$programs/command_memory" "$BINARY/gyre" "$programs/libfailing_malloc.so" "$how" >"$log" || failed=1
cat "$log"
command=$(sed -n 's/^command: //p' "$log")
value() { printf '%s\n' "$1" | tr ' ' '\n' | grep -A 1 -x -e "$2" | tail -n 1; }
injections=$(($(value "$library" injections) + $(value "$command" runs)))
wrong=$(($(value "$library" wrong) + $(value "$library" damages) + $(value "$command" wrong)))
[ "$how" = quick ] || [ "$injections" -ge 100000 ] || { echo "fewer than 1e5 injections"; failed=1; }
echo "reached: $injections injections at $(value "$library" sites) sites, $(value "$command" runs) of them into the command; \
$(value "$library" leaks) leaks, $wrong wrong"
exit $failed
