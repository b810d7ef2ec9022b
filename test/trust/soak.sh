#!/bin/sh
# Random scenes (soak_scenes.c): run, repeated from seed, snapshot and scene file with other kernels and threads, their
# ledgers closed, their memory given back.
#   soak.sh quick   the first scenes, and three faults on purpose, which must be found
#   soak.sh full    SOAK_MINUTES (10, of processor time) of scenes that were never run before. What it came to is added to soak_record: from
#                   run to run the scenes go on, and 60 minutes without a difference must have come together.
# A line of soak_record with differences stays until its scenes, run again, show none: soak_scenes MINUTES FIRST_SEED.
set -eu
soak="$BINARY/test/trust/soak_scenes"
record="$SOURCE/test/trust/soak_record"
work="$BINARY/soak"
mkdir -p "$work"

controls() {
    for fault in state ledger leak; do
        "$soak" --control $fault >"$work/control" || { cat "$work/control"; echo "FAILED: the fault '$fault' is not found"; exit 1; }
        tail -n 1 "$work/control"
    done
}

# The last line of soak_scenes: soak: seconds S scenes N steps N differences N next SEED
field() { tail -n 1 "$work/log" | sed "s/.* $1 \([0-9]*\).*/\1/"; }

controls
if [ "$1" = quick ]; then
    "$soak" --scenes 20 >"$work/log" || { cat "$work/log"; exit 1; }
    echo "reached: $(field scenes) scenes, $(field steps) steps, $(field differences) differences"
    exit 0
fi

first=$(awk '!/^#/ { if ($6 > next_seed) next_seed = $6 } END { print next_seed ? next_seed : 1000 }' "$record")
failed=0
"$soak" "${SOAK_MINUTES:-10}" "$first" >"$work/log" || failed=1
cat "$work/log"
case $(tail -n 1 "$work/log") in
"soak: seconds "*) ;;
*) echo "FAILED: it did not come to its end"; exit 1 ;;
esac
echo "$(date -u +%Y-%m-%d) $(field seconds) $(field scenes) $(field steps) $(field differences) $(field next)" >>"$record"
awk '!/^#/ { seconds += $2; scenes += $3; steps += $4; differences += $5 }
    END {
        printf "reached: %d minutes in all, %d scenes, %.3g steps, %d differences, memory flat\n", seconds / 60, scenes, steps, differences
        exit !(seconds >= 3600 && differences == 0)
    }' "$record" || { [ $failed = 1 ] || echo "the record needs 60 minutes without a difference"; failed=1; }
exit $failed
